// From a wish to a move: which legal move a card means, what is still to be chosen, and the word "last card".

import { movesWith, parse } from "./moves.js";
import { gettext } from "./i18n.js";

export class Play {
  #sending = null; // the move on its way
  #lastCall = false;
  #selected = null; // a card tapped once, where a second tap plays it

  /** `parts`: {store, socket, game, chooser, guard, config}; then set `onChange()` and `onRefused(sentence)`. */
  constructor(parts) {
    Object.assign(this, parts);
    this.onChange = this.onRefused = () => {};
  }

  get sending() {
    return this.#sending;
  }

  get lastCall() {
    return this.#lastCall;
  }

  get selected() {
    return this.#selected;
  }

  /** Forgets what belonged to the position before. */
  moved() {
    this.#sending = this.#selected = null;
    this.chooser.close();
    if (!this.lastMatters) this.#lastCall = false;
  }

  /** Is "last card" to be said now (Last Player)? */
  get lastMatters() {
    return Boolean(this.store.myTurn && this.game.lastMatters?.(this.store.view));
  }

  toggleLast() {
    if (!this.lastMatters) return;
    this.#lastCall = !this.#lastCall;
    this.onChange();
  }

  /** Plays `card`, asking what it is to be where the rules leave a choice. `how`: {pointer, drop, dragged}. */
  card(card, how = {}) {
    if (this.#sending || (how.pointer && this.guard.settling)) return;
    if (!this.store.myTurn) return this.onRefused(this.#notYet());
    const moves = this.game.narrow(movesWith(this.store.legal, card), how.drop);
    if (!moves.length) return this.send(this.game.attempt(card, this.store.view, how.drop));
    if (this.#mustTapAgain(card, how)) return this.#select(card);
    if (moves.length === 1) return this.send(moves[0].text);
    this.chooser.open(moves, { game: this.game, view: this.store.view, onChoose: (move) => this.send(move.text) });
  }

  /** Plays a move without a card, if it is legal now: `draw`, `pass`, `stop`, `take`. */
  word(word, how = {}) {
    if (this.#sending || (how.pointer && this.guard.settling) || !this.store.myTurn) return;
    this.send(word);
  }

  async send(text) {
    const { deal, view } = this.store;
    const move = this.#lastCall && this.lastMatters ? `${text} last` : text;
    this.#sending = move;
    this.#selected = null;
    this.chooser.close();
    this.onChange();
    const answer = await this.socket.ask("move", { deal: deal.number, ply: view.ply, move });
    if (!answer.ok) this.#refused(answer, move);
  }

  #refused(answer, move) {
    if (this.#sending === move) this.#sending = null;
    this.onChange();
    this.onRefused(answer.message);
  }

  #notYet() {
    return this.store.stage === "playing" ? gettext("It is not your turn yet.") : gettext("No cards are played now.");
  }

  #mustTapAgain(card, how) {
    return this.config.confirm_moves && how.pointer && !how.dragged && this.#selected !== card;
  }

  #select(card) {
    this.#selected = card;
    this.onChange();
  }

  /** Says so itself when the only legal move is to draw; `draw` after a short while, or null. */
  get loneDraw() {
    const legal = this.store.myTurn ? this.store.legal : [];
    return legal.length === 1 && parse(legal[0]).verb === "draw" ? legal[0] : null;
  }
}
