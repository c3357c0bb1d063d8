// What a card is to be, chosen above the hand: the suit an eight names, the card a joker stands for, which card to
// beat.

import { RANKS, SUITS, chip, rankLabel, spoken, suitName, suitSign } from "./cards.js";
import { $$, fillWith, h, icon } from "./dom.js";
import { gettext } from "./i18n.js";

export class Chooser {
  #root;
  #onChoose = null;
  #moves = [];
  #before = null; // what had the focus

  constructor(root) {
    this.#root = root;
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  get isOpen() {
    return !this.#root.hidden;
  }

  /**
   * Offers `moves` (of one card); `onChoose(move)` gets the chosen one. The game may name the moves (`chooseLabel`).
   */
  open(moves, { game, view, onChoose }) {
    this.#onChoose = onChoose;
    this.#moves = moves;
    if (!this.isOpen) this.#before = document.activeElement;
    if (moves.some((move) => move.as)) this.#show(gettext("The joker stands for"), this.#cardGrid(moves));
    else if (moves.every((move) => move.suit)) this.#show(gettext("Which suit follows?"), this.#suitRow(moves));
    else this.#show(gettext("What is this card for?"), this.#plainList(moves, game, view));
  }

  /** Takes the move whose target on the table was tapped; false if there is none. */
  takeTarget(card) {
    const move = this.isOpen && this.#moves.find((each) => each.target === card);
    if (move) this.#take(move);
    return Boolean(move);
  }

  close() {
    if (!this.isOpen) return;
    this.#root.hidden = true;
    fillWith(this.#root);
    this.#before?.isConnected && this.#before.focus();
  }

  #show(title, content) {
    const close = h(
      "button",
      { type: "button", class: "icon-button", "aria-label": gettext("Cancel"), on: { click: () => this.close() } },
      icon("close"),
    );
    fillWith(this.#root, h("div", { class: "chooser-head" }, h("h2", { id: "chooser-title" }, title), close), content);
    this.#root.hidden = false;
    this.#root.querySelector(".choice")?.focus();
  }

  #choice(move, label, content, more = {}) {
    return h(
      "button",
      { type: "button", class: "choice", "aria-label": label, ...more, on: { click: () => this.#take(move) } },
      content,
    );
  }

  #take(move) {
    const choose = this.#onChoose;
    this.close();
    choose(move);
  }

  #suitRow(moves) {
    const inOrder = SUITS.map((suit) => moves.find((move) => move.suit === suit)).filter(Boolean);
    const one = (move) =>
      this.#choice(move, suitName(move.suit), suitSign(move.suit), {
        data: { suit: move.suit, choice: move.text, key: move.suit },
      });
    return h("div", { class: "choices suit-choices" }, inOrder.map(one));
  }

  /** A row a suit; standing for an eight opens the choice of its suit. */
  #cardGrid(moves) {
    const rows = SUITS.map((suit) =>
      [...RANKS].map((rank) => moves.filter((move) => move.as === rank + suit)).filter((each) => each.length),
    );
    const filled = rows.filter((row) => row.length);
    return h(
      "div",
      { class: "choices card-choices" },
      filled.map((row) =>
        h(
          "div",
          { class: "choice-row" },
          row.map((each) => this.#standsFor(each)),
        ),
      ),
    );
  }

  #standsFor(moves) {
    const [move] = moves;
    const face = [h("span", {}, rankLabel(move.as[0])), h("span", { class: "sign" }, suitSign(move.as[1]))];
    if (moves.length === 1)
      return this.#choice(move, spoken(move.as), face, { data: { suit: move.as[1], choice: move.text } });
    const more = {
      class: "choice more",
      type: "button",
      "aria-label": `${spoken(move.as)}…`,
      data: { suit: move.as[1], choice: `as=${move.as}` },
    };
    return h(
      "button",
      { ...more, on: { click: () => this.#show(gettext("Which suit follows?"), this.#suitRow(moves)) } },
      face,
    );
  }

  #plainList(moves, game, view) {
    const one = (move) => {
      const { label, target } = game.chooseLabel(move, view);
      return this.#choice(
        move,
        target ? `${label} ${spoken(target)}` : label,
        [h("span", {}, label), target && chip(target)],
        { data: { choice: move.text } },
      );
    };
    return h("div", { class: "choices list-choices" }, moves.map(one));
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const choices = $$(".choice", this.#root);
    const at = choices.indexOf(document.activeElement);
    const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
    const direct = choices.find((choice) => choice.dataset.key === event.key.toLowerCase());
    if (event.key === "Escape") this.close();
    else if (event.key in steps) choices.at((at + steps[event.key]) % choices.length).focus();
    else if (direct) direct.click();
    else if (event.key === "Tab") this.#wrap(event);
    else return;
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
  }

  /** Keeps Tab inside while it is open. */
  #wrap(event) {
    const stops = $$("button", this.#root);
    const edge = event.shiftKey ? stops[0] : stops.at(-1);
    if (document.activeElement !== edge) return;
    (event.shiftKey ? stops.at(-1) : stops[0]).focus();
    event.preventDefault();
  }
}
