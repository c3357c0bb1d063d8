// The moves without a card, "last card" and the automatic pass, as buttons just above the hand.

import { fillWith, h, icon } from "./dom.js";
import { gettext } from "./i18n.js";
import { wordMoves } from "./moves.js";

const KEYS = { draw: "D", pass: "P", stop: "S", take: "T" };

/** Draws the buttons into `root`; keeps the focus on the button that had it. */
export function showActions(root, { store, play, game, autoPass, autoDraw }) {
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.action : null;
  const words = store.myTurn
    ? wordMoves(store.legal).map((move) => wordButton(move, play, game, store.view, autoDraw))
    : [];
  fillWith(root, play.lastMatters && lastButton(play), words, autoPass && autoToggle(store, autoPass));
  if (focused) root.querySelector(`[data-action="${focused}"]`)?.focus();
}

function wordButton(move, play, game, view, autoDraw) {
  const sending = play.sending?.split(" ")[0] === move.verb;
  return h(
    "button",
    {
      type: "button",
      class: `action${game.isMain?.(move, view) ? " main" : ""}${sending ? " sending" : ""}${autoDraw ? " auto" : ""}`,
      data: { action: move.verb, move: move.text },
      "aria-keyshortcuts": KEYS[move.verb],
      on: { click: (event) => play.word(move.text, { pointer: event.detail > 0 }) },
    },
    game.label(move, view),
    keyHint(KEYS[move.verb]),
  );
}

function lastButton(play) {
  return h(
    "button",
    {
      type: "button",
      class: "action last-call",
      data: { action: "last" },
      "aria-pressed": play.lastCall,
      "aria-keyshortcuts": "L",
      on: { click: () => play.toggleLast() },
    },
    h("span", { class: "tick" }, play.lastCall && icon("check")),
    gettext("“Last card!”"),
    keyHint("L"),
  );
}

function autoToggle(store, autoPass) {
  const on = store.you.auto_pass;
  return h(
    "button",
    {
      type: "button",
      class: "action quiet",
      data: { action: "auto" },
      "aria-pressed": on,
      on: { click: () => autoPass(!on) },
    },
    h("span", { class: "tick" }, on && icon("check")),
    gettext("Pass by itself"),
  );
}

const keyHint = (key) => h("kbd", { "aria-hidden": true }, key);
