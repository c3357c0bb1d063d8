// The steps of the check of a deal, each with its numbers and whether it holds: true, false, or null where it cannot be told.

import { fill, gettext } from "../table/i18n.js";
import { commitmentOf, dealt, lot, seedOf, shuffled } from "./recipe.js";

/**
 * `record` with `fair`; `seen`: what this browser noted before the deal, or null; `told`: the hands that the site says
 * were dealt, by seat, or null. A step is {title, holds, rows: [[label, text or {cards} or {texts}]]}.
 */
export function checksOf(record, { seen = null, told = null } = {}) {
  const deck = shuffled(record, record.seed);
  return [
    ...commitment(record, seen),
    ...seed(record, seen),
    ...dealer(record),
    order(deck),
    hands(record, deck.map(({ card }) => card), told),
  ];
}

function commitment({ fair }, seen) {
  const made = typeof fair.secret === "string" ? commitmentOf(fair.secret) : null;
  const rows = [
    [gettext("Secret"), fair.secret ?? gettext("missing")],
    [gettext("SHA-256 of the secret"), made ?? "–"],
    [gettext("Published commitment"), fair.commitment ?? gettext("missing")],
  ];
  const steps = [{ title: gettext("The secret is the one that the site had committed itself to."), holds: made !== null && made === fair.commitment, rows }];
  if (seen) steps.push({ title: gettext("This browser saw the same commitment before it sent its text."), holds: seen.commitment === fair.commitment, rows: [[gettext("Seen before the deal"), seen.commitment]] });
  return steps;
}

function seed({ fair, players, seed }, seen) {
  const texts = areLines(fair.texts, players.length) ? fair.texts : null;
  const made = texts && typeof fair.secret === "string" ? seedOf(fair.secret, texts) : null;
  const rows = [
    ...players.map((name, seat) => [fill(gettext("Text of %(name)s"), { name }), texts ? texts[seat] || gettext("(empty)") : gettext("missing")]),
    [gettext("SHA-256 of secret and texts"), made ?? "–"],
    [gettext("Seed in the record"), seed],
  ];
  const steps = [{ title: gettext("The seed is made from the secret and all players' texts."), holds: made !== null && made === seed, rows }];
  if (seen) steps.push(ownText(texts, seen.text));
  return steps;
}

function ownText(texts, text) {
  if (text === null) return { title: gettext("The text that this browser sent came too late to be among them."), holds: null, rows: [] };
  return { title: gettext("The text that this browser sent is among them."), holds: Boolean(texts?.includes(text)), rows: [[gettext("Sent by this browser"), text]] };
}

/** One line each, so that they can be joined in one way only. */
const areLines = (texts, count) => Array.isArray(texts) && texts.length === count && texts.every((text) => typeof text === "string" && !text.includes("\n"));

function dealer({ fair, players, dealer, seed }) {
  if (fair.lot !== true) return [];
  const hashes = lot(players.length, seed);
  const smallest = hashes.indexOf([...hashes].sort()[0]);
  const title = fill(gettext("The lot with the smallest hash made %(name)s the first dealer."), { name: players[dealer] });
  return [{ title, holds: smallest === dealer, rows: players.map((name, seat) => [name, hashes[seat]]) }];
}

function order(deck) {
  const texts = deck.map(({ hash, number, card }) => `${hash}  ${number}/${card}`);
  return { title: gettext("The seed puts the cards in this order, the top card first."), holds: true, rows: [[gettext("Cards"), { cards: deck.map(({ card }) => card) }], [gettext("Hashes"), { texts }]] };
}

function hands(record, cards, told) {
  const made = dealt(record, cards);
  const same = (seat) => sortedText(made[seat]) === sortedText(told[seat]?.split(" ").filter(Boolean) ?? []);
  return {
    title: told ? gettext("Dealt out one by one, they are the hands that the players had.") : gettext("Dealt out one by one, they are these hands."),
    holds: told ? told.length === made.length && made.every((_, seat) => same(seat)) : null,
    rows: record.players.map((name, seat) => [name, { cards: made[seat] }]),
  };
}

const sortedText = (cards) => [...cards].sort().join(" ");
