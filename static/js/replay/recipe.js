// How a live deal's cards come from its secret and texts, after docs/NOTATION.md; asks nobody, the site least of all.

import { sha256 } from "../sha256.js";

const RANKS = "23456789TJQKA";
const PLAIN_TEXT = /^[ -~]{1,200}$/;

const HAND_SIZES = {
  "last-player": (seats, options) => options.hand_size ?? 6,
  "follow-the-leader": (seats) => ({ 2: 10, 3: 8, 4: 7, 5: 6 })[seats],
  "king-george-iii": (seats) => ({ 2: 13, 3: 9, 4: 7, 5: 6 })[seats],
  "chukchi-durak": () => 6,
  "arithmetic-durak": () => 1,
};
const HAS_JOKERS = { "last-player": () => true, "follow-the-leader": (options) => options.jokers ?? false };

export const commitmentOf = (secret) => sha256(secret);
export const seedOf = (secret, texts) => sha256([secret, ...texts].join("\n"));

/** The cards of a record's game before the shuffle (N4). */
function standingOrder({ game, options }) {
  const ranks = game.endsWith("durak") && (options.deck_size ?? 36) === 36 ? RANKS.slice(4) : RANKS;
  const deck = [..."cdhs"].flatMap((suit) => [...ranks].map((rank) => rank + suit));
  if (HAS_JOKERS[game]?.(options)) deck.push("Xb", "Xr");
  return Array.from({ length: options.decks ?? 1 }, () => deck).flat();
}

/** The cards in the order in which `seed` puts them, top card first: [{card, number, hash}] (N4). */
export function shuffled(record, seed) {
  const keyed = standingOrder(record).map((card, number) => ({ card, number, hash: sha256(`${seed}/0/${number}/${card}`) }));
  return keyed.sort((a, b) => (a.hash < b.hash ? -1 : 1));
}

/** The hands by seat: one card at a time, clockwise, from the dealer's left (N3). */
export function dealt({ game, options, players, dealer }, cards) {
  const seats = players.length;
  const hands = players.map(() => []);
  const count = seats * HAND_SIZES[game](seats, options);
  for (let at = 0; at < count; at++) hands[(dealer + 1 + at) % seats].push(cards[at]);
  return hands;
}

/** The seats' hashes in the lot for the first dealer; the smallest deals (N4). */
export const lot = (seats, seed) => Array.from({ length: seats }, (_, seat) => sha256(`${seed}/lot/${seat}`));

/** The record in `text`, its absent keys filled in; throws an Error where it cannot be one. */
export function readRecord(text) {
  const record = JSON.parse(text);
  const { game, players, dealer, seed, fair } = record ?? {};
  if (!(game in HAND_SIZES) || !Array.isArray(players) || !HAND_SIZES[game](players.length, {})) throw new Error("game, players");
  if (!Number.isInteger(dealer) || dealer < 0 || dealer >= players.length) throw new Error("dealer");
  if (typeof seed !== "string" || !PLAIN_TEXT.test(seed)) throw new Error("seed");
  return { ...record, options: record.options ?? {}, fair: fair ?? {} };
}
