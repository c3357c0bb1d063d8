// The replay page: a deal that is over, move by move, all hands open. Each position is drawn whole, as the table draws it.

import { useDeck } from "../table/cards.js";
import { $, fillWith, h } from "../table/dom.js";
import { fill, gettext } from "../table/i18n.js";
import { Motion, NO_HAND } from "../table/motion.js";
import { showSeats } from "../table/seats.js";
import { asNodes, sentence, toPlay } from "../table/words.js";
import { MoveList, stepSpoken } from "./moves.js";
import { Deal, Moment } from "./steps.js";
import { Steering } from "./steering.js";

class Replay {
  #root;
  #part;
  #shown = null;
  #wanted = null;

  constructor(root, game, deal) {
    this.#root = root;
    this.#part = (name) => $(`[data-part="${name}"]`, root);
    this.game = game;
    this.deal = deal;
    this.motion = new Motion(root, root.appendChild(h("div", { class: "flights", "aria-hidden": true })));
    this.motion.on = document.documentElement.dataset.motion !== "off";
    this.moves = new MoveList(this.#part("log"));
    this.steering = new Steering(root, deal.last, (ply) => this.show(ply));
  }

  /** Shows what the address names, as soon as that is loaded, and loads the rest. */
  async open() {
    this.steering.open();
    while (await this.deal.more()) {
      this.moves.add(this.deal, this.game);
      this.show(this.#wanted);
    }
  }

  /** Draws the position after `ply` moves; later, if it is not loaded yet. */
  show(ply) {
    this.#wanted = ply;
    if (ply === this.#shown || ply >= this.deal.steps.length) return;
    const store = new Moment(this.deal, ply);
    const forward = this.#shown !== null && ply === this.#shown + 1;
    const flights = this.motion.before(forward ? store.events : [], store, NO_HAND);
    this.#draw(store);
    this.motion.after(flights, store, NO_HAND, []);
    if (this.#shown !== null) this.#part("live").textContent = stepSpoken(store, this.game);
    this.#shown = ply;
  }

  #draw(store) {
    showSeats(this.#part("seats"), store, this.game);
    fillWith(this.#part("centre"), this.game.centre(store.view, store));
    fillWith(this.#part("next"), this.#next(store));
    this.#part("ply").textContent = `${store.ply} / ${this.deal.last}`;
    this.moves.mark(store.ply);
  }

  /** Who is to play and what is wanted; what came out of it after the last move. */
  #next(store) {
    if (store.view.outcome) return asNodes(sentence({ type: "over" }, store, this.game.words));
    if (store.ply === this.deal.last) return [gettext("The match ended here.")];
    return toPlay(store, this.game);
  }
}

const root = $("#replay");
useDeck(root.dataset.cards, root.dataset.deck || "2color");
try {
  const { default: game } = await import(`../table/games/${root.dataset.game.replaceAll("-", "_")}.js`);
  await new Replay(root, game, new Deal(root.dataset.steps, Number(root.dataset.moves))).open();
} catch (error) {
  $('[data-part="next"]', root).textContent = fill(gettext("The deal could not be loaded (%(error)s). Try again in a moment."), { error: error.message });
}
