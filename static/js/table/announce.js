// The live region: what happened, whose turn it is and what is legal, in words.

import { fill, gettext, listed } from "./i18n.js";
import { spoken } from "./cards.js";
import { playable, wordMoves } from "./moves.js";
import { asSpeech, saidLast, sentence } from "./words.js";

const MOST_EVENTS = 6;

/** Says in `region` what `events` brought and what comes next. */
export function announce(region, events, store, game, turnIsNew) {
  const happened = events
    .slice(-MOST_EVENTS)
    .map((event) => eventSpoken(event, store, game))
    .filter(Boolean);
  const next = turnIsNew ? turnSpoken(store, game) : "";
  const text = [...happened, next].filter(Boolean).join(" ");
  if (text) region.textContent = text;
}

function eventSpoken(event, store, game) {
  const said = sentence(event, store, game.words);
  if (!said) return "";
  return `${asSpeech(said)}${saidLast(event) ? `. ${gettext("“Last card!”")}` : ""}.`;
}

/** "Your turn. Follow hearts or seven. You can play: …" */
function turnSpoken(store, game) {
  if (store.stage !== "playing") return "";
  if (!store.myTurn) return fill(gettext("It is %(name)s's turn."), { name: store.nameOf(store.turnSeat) });
  const demand = game.demand(store.view, store);
  return [gettext("Your turn."), demand && `${asSpeech(demand)}.`, legalSpoken(store, game)].filter(Boolean).join(" ");
}

/** All that is legal, in words. */
function legalSpoken(store, game) {
  const cards = playable(store.legal);
  const words = wordMoves(store.legal).map((move) => game.label(move, store.view));
  const all = [
    ...(cards.length === store.hand.length && cards.length > 4 ? [gettext("any card")] : cards.map(spoken)),
    ...words,
  ];
  return all.length ? fill(gettext("You can play: %(moves)s."), { moves: listed(all, "or") }) : "";
}

/** The state of the table in a few sentences, for who asks. */
export function tableSpoken(store, game) {
  const seats = store.others
    .filter((seat) => store.deal?.seats.includes(seat.number))
    .map((seat) =>
      fill(gettext("%(name)s: %(count)s cards"), {
        name: seat.name,
        count: store.view?.counts[store.deal.seats.indexOf(seat.number)] ?? 0,
      }),
    );
  const hand = store.hand.length
    ? fill(gettext("Your hand: %(cards)s."), { cards: listed(store.hand.map(spoken)) })
    : "";
  return [`${seats.join(". ")}.`, hand, turnSpoken(store, game)].filter(Boolean).join(" ");
}
