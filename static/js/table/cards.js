// Cards: their names, their order, their pictures. A card is its notation: `Td`, `Ac`, `Xr` (docs/NOTATION.md).

import { h } from "./dom.js";
import { fill, gettext, pgettext } from "./i18n.js";

export const SUITS = ["c", "d", "s", "h"]; // as a hand shows them: black and red in turn
export const RANKS = "23456789TJQKA";
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const TEXT_STYLE = "\uFE0E"; // keeps a suit from being drawn as an emoji

const RANK_NAMES = {
  2: gettext("two"),
  3: gettext("three"),
  4: gettext("four"),
  5: gettext("five"),
  6: gettext("six"),
  7: gettext("seven"),
  8: gettext("eight"),
  9: gettext("nine"),
  T: gettext("ten"),
  J: gettext("jack"),
  Q: gettext("queen"),
  K: gettext("king"),
  A: gettext("ace"),
};
const RANK_OBJECTS = {
  2: pgettext("object", "two"),
  3: pgettext("object", "three"),
  4: pgettext("object", "four"),
  5: pgettext("object", "five"),
  6: pgettext("object", "six"),
  7: pgettext("object", "seven"),
  8: pgettext("object", "eight"),
  9: pgettext("object", "nine"),
  T: pgettext("object", "ten"),
  J: pgettext("object", "jack"),
  Q: pgettext("object", "queen"),
  K: pgettext("object", "king"),
  A: pgettext("object", "ace"),
};
const SUIT_NAMES = { c: gettext("clubs"), d: gettext("diamonds"), h: gettext("hearts"), s: gettext("spades") };
const OF_SUIT = {
  c: pgettext("of a suit", "clubs"),
  d: pgettext("of a suit", "diamonds"),
  h: pgettext("of a suit", "hearts"),
  s: pgettext("of a suit", "spades"),
};

let faces = { base: "", deck: "2color" };

/** Where the pictures are and which deck is wanted: `2color` or `4color`. */
export const useDeck = (base, deck) => (faces = { base, deck });

const isJoker = (card) => card[0] === "X";
export const rankLabel = (rank) => (rank === "T" ? "10" : rank);
export const rankName = (rank) => RANK_NAMES[rank];
export const suitSign = (suit) => SIGNS[suit] + TEXT_STYLE;
export const suitName = (suit) => SUIT_NAMES[suit];
const suitOf = (card) => (isJoker(card) ? null : card[1]);

/** "seven of hearts", "black joker". */
export function spoken(card) {
  if (isJoker(card)) return card === "Xb" ? gettext("black joker") : gettext("red joker");
  return fill(gettext("%(rank)s of %(suit)s"), { rank: RANK_NAMES[card[0]], suit: OF_SUIT[card[1]] });
}

/** As the object of a verb, which some languages tell apart: "plays the seven of hearts". */
export function spokenObject(card) {
  if (isJoker(card)) return card === "Xb" ? pgettext("object", "black joker") : pgettext("object", "red joker");
  return fill(gettext("%(rank)s of %(suit)s"), { rank: RANK_OBJECTS[card[0]], suit: OF_SUIT[card[1]] });
}

/** "7♥", "Joker". */
export const short = (card) => (isJoker(card) ? gettext("Joker") : rankLabel(card[0]) + suitSign(card[1]));

/** The address of a face; clubs and diamonds alone differ between the decks. */
export function faceUrl(card) {
  const deck = faces.deck === "4color" && "cd".includes(card[1]) && !isJoker(card) ? "4color" : "2color";
  return `${faces.base}${deck}/${card}.svg`;
}

export const backUrl = () => `${faces.base}back.svg`;

/** Fetches all faces in a quiet moment, so that none is missing when its card is dealt. */
export function fetchFaces() {
  const all = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
  const fetchAll = () => [...all, "Xb", "Xr"].forEach((card) => (new Image().src = faceUrl(card)));
  (window.requestIdleCallback ?? setTimeout)(fetchAll);
}

/** A picture of `card`, or of a back for null; named for a screen reader unless `silent`. */
export function picture(card, { silent = false, className = "card" } = {}) {
  return h("img", {
    class: className,
    src: card ? faceUrl(card) : backUrl(),
    alt: silent ? "" : card ? spoken(card) : gettext("a card face down"),
    draggable: "false",
    decoding: "sync",
    width: "240",
    height: "336",
  });
}

/** A card in a line of text: "7♥", read as "seven of hearts". */
export function chip(card) {
  return h(
    "span",
    { class: "chip", data: { suit: suitOf(card) ?? card } },
    h("span", { "aria-hidden": true }, short(card)),
    h("span", { class: "visually-hidden" }, spoken(card)),
  );
}

/** A sentence of the server, its cards (`7h`) as chips. */
export const withChips = (sentence) =>
  sentence.split(/\b([2-9TJQKA][cdhs]|X[br])\b/).map((piece, index) => (index % 2 ? chip(piece) : piece));

/** A suit in a line of text. */
export function suitChip(suit) {
  return h(
    "span",
    { class: "chip", data: { suit } },
    h("span", { "aria-hidden": true }, suitSign(suit)),
    h("span", { class: "visually-hidden" }, suitName(suit)),
  );
}

/** A rank in a line of text. */
export const rankChip = (rank) =>
  h(
    "span",
    { class: "chip" },
    h("span", { "aria-hidden": true }, rankLabel(rank)),
    h("span", { class: "visually-hidden" }, rankName(rank)),
  );

/** `cards` sorted by "suit" or "rank"; `ranks` upwards, trumps and jokers at the right end. */
export function sorted(cards, by, { ranks = RANKS, trump = null } = {}) {
  const suitPlace = (card) => (isJoker(card) ? 9 : card[1] === trump ? 8 : SUITS.indexOf(card[1]));
  const rankPlace = (card) => (isJoker(card) ? 20 + (card === "Xr") : ranks.indexOf(card[0]));
  const key = (card) =>
    by === "suit"
      ? suitPlace(card) * 100 + rankPlace(card)
      : rankPlace(card) * 10 + suitPlace(card) + (card[1] === trump) * 1000;
  return [...cards].sort((a, b) => key(a) - key(b));
}
