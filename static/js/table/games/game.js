// What a game tells the table page. A module of `games/` is one object made of this and its own parts; nothing of one
// game stands in another's module, and its look is scoped by `data-game` in table.css.

import { RANKS } from "../cards.js";
import { gettext } from "../i18n.js";

export const game = {
  /** Ranks upwards, for sorting. */
  ranks: RANKS,

  /** Does a match to a number of deals count those won (else those lost)? */
  countsWins: false,

  /** Sentences for the game's own events, by type (see words.js). */
  words: {},

  /** Nodes for the middle of the table. */
  centre: () => [],

  /** What the seat to act may do, as a sentence (see words.js), or null. */
  demand: () => null,

  /** The button of a move without a card. */
  label(move) {
    const labels = { draw: gettext("Draw"), pass: gettext("Pass"), stop: gettext("Stop"), take: gettext("Take") };
    return labels[move.verb] ?? move.text;
  },

  /** Is this the natural thing to do, so that its button stands out? */
  isMain: (move, view) => view.legal.length === 1,

  /** The moves of a card that was let go on the table card `drop`. */
  narrow: (moves) => moves,

  /** The move to send for a card that has no legal one, so that the server says why. */
  attempt: (card) => `play ${card}`,

  /** How a move is named where a card has several: {label, target}. */
  chooseLabel: (move) => ({ label: move.text, target: null }),

  /** Short words beside a deal seat. */
  seatMarks: () => [],

  /** Does "last card" matter for the next move? */
  lastMatters: () => false,

  /** A few words to show beside the seat that did this, or null. */
  says(event) {
    if (event.last) return gettext("Last card!");
    if (event.type === "draw" && event.count) return `+${event.count}`;
    if (event.type === "pass") return gettext("Pass");
    return null;
  },

  /** The trump suit, for sorting, or null. */
  trump: () => null,
};
