// What happened, in words: an event becomes a sentence, shown with card chips or said aloud.
//
// A sentence is {template, values}; a value is a text, {card}, {cards}, {suit} or {rank}. A game's own words (its module's `words`)
// come before these.

import { chip, rankChip, rankName, spoken, suitChip, suitName } from "./cards.js";
import { h } from "./dom.js";
import { fill, gettext, listed, ngettext } from "./i18n.js";

/** A sentence in two persons: `you` when the event's seat is the viewer's, else `other` with %(name)s. */
export function told(store, event, you, other, values = {}) {
  const mine = event.seat === store.mySeat && store.mySeat !== null;
  return { template: mine ? you : other, values: { name: store.nameOf(event.seat), ...values } };
}

const DRAW_WHY = {
  two: gettext("(because of the two)"),
  run: gettext("(the run is broken)"),
  last_card: gettext("(“last card” was not said)"),
};

function draw(event, store) {
  if (!event.count) return told(store, event, gettext("There is nothing for you to draw."), gettext("There is nothing for %(name)s to draw."));
  const values = { count: String(event.count), why: DRAW_WHY[event.why] ?? "" };
  return told(
    store,
    event,
    ngettext("You draw %(count)s card %(why)s", "You draw %(count)s cards %(why)s", event.count),
    ngettext("%(name)s draws %(count)s card %(why)s", "%(name)s draws %(count)s cards %(why)s", event.count),
    values,
  );
}

function play(event, store) {
  return told(store, event, gettext("You play %(card)s"), gettext("%(name)s plays %(card)s"), { card: { card: event.card } });
}

const COMMON = {
  play,
  draw,
  pass: (event, store) => told(store, event, gettext("You pass"), gettext("%(name)s passes")),
  stop: (event, store) => told(store, event, gettext("You stop"), gettext("%(name)s stops")),
  skip: (event, store) => told(store, event, gettext("You lose the turn"), gettext("%(name)s loses the turn")),
  out: (event, store) => told(store, event, gettext("You have no cards left"), gettext("%(name)s has no cards left")),
  recycle: (event) => ({
    template: ngettext("%(count)s card of the pile is the new stock", "%(count)s cards of the pile are the new stock", event.count),
    values: { count: String(event.count) },
  }),
  over: (event, store) => outcomeTold(store),
};

/** How the deal that is shown ended, as a sentence. */
export function outcomeTold(store) {
  const outcome = store.view?.outcome;
  if (!outcome) return { template: gettext("The deal is over"), values: {} };
  return resultTold(store, outcome.kind, outcome.winners.map((place) => store.seatAt(place)), outcome.losers.map((place) => store.seatAt(place)));
}

/** The end of a deal; `winners` and `losers` are table seats. */
export function resultTold(store, kind, winners, losers) {
  const names = listed((kind === "fool" ? losers : winners).map((seat) => store.nameOf(seat)));
  const mine = (kind === "fool" ? losers : winners).includes(store.mySeat);
  const alone = (kind === "fool" ? losers : winners).length === 1;
  const templates = {
    won: mine && alone ? gettext("You win the deal!") : gettext("%(names)s wins the deal"),
    fool: mine && alone ? gettext("You are left with the cards") : gettext("%(names)s is left with the cards"),
    draw: gettext("A draw: nobody is left with cards alone"),
    blocked: winners.length ? gettext("Blocked: %(names)s with the fewest cards") : gettext("Blocked: nobody can move"),
    tie: gettext("A tie of %(names)s"),
  };
  return { template: templates[kind], values: { names } };
}

/** `event` as a sentence, or null for what goes without saying. `words` are the game's own. */
export function sentence(event, store, words = {}) {
  const teller = words[event.type] ?? COMMON[event.type];
  return teller ? teller(event, store) : null;
}

/** Did the event's player say "last card" with it? */
export const saidLast = (event) => event.last === true;

/** A sentence as nodes for the log. */
export function asNodes({ template, values }) {
  return template
    .split(/(%\(\w+\)s)/)
    .filter(Boolean)
    .flatMap((piece) => {
      const place = /^%\((\w+)\)s$/.exec(piece);
      return place ? valueNode(values[place[1]] ?? "", place[1]) : piece;
    });
}

function valueNode(value, key) {
  if (typeof value === "string") return key.startsWith("name") ? h("b", {}, value) : value;
  if (value.cards) return value.cards.flatMap((card, index) => (index ? [" ", chip(card)] : [chip(card)]));
  if (value.card) return chip(value.card);
  return value.suit ? suitChip(value.suit) : rankChip(value.rank);
}

/** A sentence to be said: no signs, only words. */
export function asSpeech({ template, values }) {
  const said = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, spokenValue(value)]));
  return fill(template, said).replace(/\s+/g, " ").trim();
}

function spokenValue(value) {
  if (typeof value === "string") return value;
  if (value.cards) return listed(value.cards.map(spoken));
  if (value.card) return spoken(value.card);
  return value.suit ? suitName(value.suit) : rankName(value.rank);
}

/** A legal move in words, for a button or a screen reader. */
export function moveSpoken(move, labels) {
  if (!move.card) return labels(move);
  const parts = [spoken(move.card)];
  if (move.as) parts.push(fill(gettext("as the %(card)s"), { card: spoken(move.as) }));
  if (move.suit) parts.push(fill(gettext("naming %(suit)s"), { suit: suitName(move.suit) }));
  return parts.join(", ");
}
