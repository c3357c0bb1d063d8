// What happened, in words: an event becomes a sentence, shown with card chips or said aloud.
//
// A sentence is {template, values}; a value is a text, {card}, {object} (a card that
// something is done to), {cards}, {suit} or {rank}. A game's own words (its module's `words`)
// come before these.

import { chip, rankChip, rankName, spoken, spokenObject, suitChip, suitName } from "./cards.js";
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
  if (!event.count)
    return told(
      store,
      event,
      gettext("There is nothing for you to draw."),
      gettext("There is nothing for %(name)s to draw."),
    );
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
  return told(store, event, gettext("You play %(card)s"), gettext("%(name)s plays %(card)s"), {
    card: { object: event.card },
  });
}

const COMMON = {
  play,
  draw,
  pass: (event, store) => told(store, event, gettext("You pass"), gettext("%(name)s passes")),
  stop: (event, store) => told(store, event, gettext("You stop"), gettext("%(name)s stops")),
  skip: (event, store) => told(store, event, gettext("You lose the turn"), gettext("%(name)s loses the turn")),
  out: (event, store) => told(store, event, gettext("You have no cards left"), gettext("%(name)s has no cards left")),
  recycle: (event) => ({
    template: ngettext(
      "%(count)s card of the pile is the new stock",
      "%(count)s cards of the pile are the new stock",
      event.count,
    ),
    values: { count: String(event.count) },
  }),
  over: outcome,
};

/** How the deal that is shown ended. */
function outcome(event, store) {
  const { kind, winners = [], losers = [] } = store.view?.outcome ?? {};
  const seats = (kind === "fool" ? losers : winners).map((place) => store.seatAt(place));
  const me = seats.length === 1 && seats[0] === store.mySeat;
  const templates = {
    won: me ? gettext("You win the deal!") : gettext("%(names)s wins the deal"),
    fool: me ? gettext("You lose the deal") : gettext("%(names)s loses the deal"),
    draw: gettext("The deal is a draw"),
    blocked: seats.length ? gettext("Blocked: the fewest cards has %(names)s") : gettext("Blocked: nobody can move"),
    tie: gettext("A tie: %(names)s play on"),
  };
  return {
    template: templates[kind] ?? gettext("The deal is over"),
    values: { names: listed(seats.map((seat) => store.nameOf(seat))) },
  };
}

/** Who is to play and what is wanted, as nodes. */
export function toPlay(store, game) {
  const demand = game.demand(store.view, store);
  const who = { template: gettext("%(name)s is to play"), values: { name: store.nameOf(store.turnSeat) } };
  return [...asNodes(who), demand ? [". ", ...asNodes(demand)] : ""];
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
  if (value.card ?? value.object) return chip(value.card ?? value.object);
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
  if (value.object) return spokenObject(value.object);
  return value.suit ? suitName(value.suit) : rankName(value.rank);
}
