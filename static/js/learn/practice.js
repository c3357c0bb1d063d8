// A practice deal in place of the table's socket: the browser keeps the learner's moves, the server folds the deal from
// them and sends, step by step, what happened and what the coach says.

import { $ } from "../table/dom.js";
import { gettext } from "../table/i18n.js";
import { Coach } from "./coach.js";

const PACE = 1100; // milliseconds that a move of a bot is looked at

export class PracticeDeal {
  #root;
  #coach;
  #kept;
  #moves;
  #deal;

  /** `root` has `data-play`, `data-game` and `data-practice`; then set `onState(message)` and call `open()`, as with a socket. */
  constructor(root) {
    const { game, practice } = root.dataset;
    this.#root = root;
    this.#deal = Number(practice);
    this.#kept = `lastcard.practice.${game}.${practice}`;
    this.#moves = JSON.parse(sessionStorage.getItem(this.#kept) ?? "[]");
    this.#coach = new Coach(root, { back: () => this.#again(this.#moves.slice(0, -1)), anew: () => this.#again([]) });
    this.onState = this.onPong = this.onLink = () => {};
  }

  /** Shows the deal as far as it has been played. */
  async open() {
    const answer = await this.#send(null);
    if (answer.code === "stale") return this.#again([]);
    this.onLink(Boolean(answer.ok));
    if (answer.ok) return this.#show(answer.steps);
    return setTimeout(() => this.open(), 2000);
  }

  /** Only moves matter here; answered as by the table's socket. */
  async ask(type, fields = {}) {
    if (type !== "move") return { ok: true };
    const answer = await this.#send(fields.move);
    if (!answer.ok) return answer;
    this.#keep([...this.#moves, fields.move]);
    this.#show(answer.steps);
    return answer;
  }

  async #send(move) {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": $("[name=csrfmiddlewaretoken]").value };
    const body = JSON.stringify({ deal: this.#deal, moves: this.#moves, move });
    try {
      const answer = await fetch(this.#root.dataset.play, { method: "POST", headers, body });
      return await answer.json();
    } catch {
      return { ok: false, code: "gone", message: gettext("The connection is lost. Try again, please.") };
    }
  }

  #keep(moves) {
    this.#moves = moves;
    sessionStorage.setItem(this.#kept, JSON.stringify(moves));
  }

  /** The deal from those moves; a fresh page, so that nothing of the moves taken back stays in sight. */
  #again(moves) {
    this.#keep(moves);
    location.reload();
  }

  async #show(steps) {
    const now = Date.now();
    for (const [index, { state, coach }] of steps.entries()) {
      const last = index === steps.length - 1;
      this.onState({ ...state, now });
      this.#coach.show(coach, { goesOn: !last, moves: this.#moves.length });
      if (!last) await (coach.wait ? this.#coach.read() : new Promise((done) => setTimeout(done, PACE)));
    }
  }
}

export const connect = (root) => new PracticeDeal(root);
