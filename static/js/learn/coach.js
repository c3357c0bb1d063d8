// The coach's corner of a practice deal. Its texts come from the server; `[7h]`, `[h]` and `[7]` in them are a card, a
// suit and a rank.

import { chip, rankChip, suitChip } from "../table/cards.js";
import { $, fillWith, h } from "../table/dom.js";
import { gettext } from "../table/i18n.js";

const MARK = /(\[(?:X[br]|[2-9TJQKA][cdhs]?|[cdhs])\][.,:;]?)/; // with what must not stand alone on the next line

export class Coach {
  #root;
  #text;
  #buttons;
  #commands;

  /** `root` is the table; `commands` take a move back or begin the deal anew. */
  constructor(root, commands) {
    this.#root = root;
    this.#text = $('[data-part="coach-text"]', root);
    this.#buttons = $('[data-part="coach-buttons"]', root);
    this.#commands = commands;
  }

  /** Shows what is said of one step; `goesOn`: another one follows, `moves`: how many the learner has made. */
  show({ say = [], turn, over }, { goesOn, moves }) {
    const still = goesOn && !say.length ? [h("p", { class: "coach-wait" }, gettext("The others play…"))] : [];
    fillWith(this.#text, say.map((text) => h("p", {}, rich(text))), turn && turnNodes(turn), over && overNodes(over), still);
    fillWith(this.#buttons, over && $("#afterwards").content.cloneNode(true), goesOn ? null : this.#ways(moves));
    this.#text.scrollTop = 0;
  }

  /** Resolves when the learner has read what is said. */
  read() {
    return new Promise((resolve) => {
      const go = () => (this.#leave(button), resolve());
      const button = h("button", { type: "button", class: "button primary", data: { action: "go-on" }, on: { click: go } }, gettext("Go on"));
      fillWith(this.#buttons, button);
      button.focus({ preventScroll: true });
    });
  }

  /** Hands the keyboard over to the cards. */
  #leave(button) {
    const focused = document.activeElement === button;
    button.disabled = true;
    if (focused) $('.hand-card[tabindex="0"]', this.#root)?.focus({ preventScroll: true });
  }

  #ways(moves) {
    if (!moves) return null;
    const quiet = (text, command) => h("button", { type: "button", class: "button quiet small", on: { click: command } }, text);
    return [quiet(gettext("Take the move back"), this.#commands.back), quiet(gettext("Begin anew"), this.#commands.anew)];
  }
}

function turnNodes({ asks, choices, advice, move }) {
  const line = ({ cards, why }) => h("li", {}, h("span", { class: "coach-cards" }, cards.map((card) => [chip(card), " "])), h("span", {}, rich(why)));
  return [
    h("p", { class: "coach-asks" }, asks.flatMap((text, index) => [index ? " " : null, rich(text)])),
    choices.length ? h("ul", { class: "coach-choices", "aria-label": gettext("What you may play, and why") }, choices.map(line)) : null,
    h("p", { class: "coach-advice", data: { advised: move } }, h("b", {}, gettext("Advice:")), " ", rich(advice)),
  ];
}

function overNodes(lines) {
  const [first, ...rest] = lines;
  return [h("p", { class: "coach-over" }, rich(first)), ...rest.map((text) => h("p", {}, rich(text)))];
}

/** A text as nodes, its marks as chips. */
function rich(text) {
  return text
    .split(MARK)
    .filter(Boolean)
    .map((piece) => (MARK.test(piece) ? marked(piece) : piece));
}

function marked(piece) {
  const [mark, after] = piece.slice(1).split("]");
  return h("span", { class: "coach-mark" }, sign(mark), after);
}

function sign(mark) {
  if (mark.length === 2) return chip(mark);
  return "cdhs".includes(mark) ? suitChip(mark) : rankChip(mark);
}
