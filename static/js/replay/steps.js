// The positions of a deal, as the site plays them again; and one of them in the shape in which the table page keeps its state.

import { Store } from "../table/store.js";

/** A deal of `last` moves: its frame, and a step a position, from before the first move to after the last. */
export class Deal {
  frame = null;
  steps = [];
  #url;

  constructor(url, last) {
    this.#url = url;
    this.last = last;
  }

  /** Loads the next steps; false when there are no more. */
  async more() {
    if (this.steps.length > this.last) return false;
    const answer = await fetch(`${this.#url}?from=${this.steps.length}`);
    if (!answer.ok) throw new Error(answer.status);
    const { frame, steps } = await answer.json();
    this.frame ??= frame;
    this.steps.push(...steps);
    return steps.length > 0;
  }
}

/** The table as everybody would see it after `ply` moves, with all hands open; what the table page's parts draw. */
export class Moment extends Store {
  constructor({ frame, steps, last }, ply) {
    super();
    const { view, events, move, by } = steps[ply];
    this.ply = ply;
    this.events = events;
    this.move = move;
    this.by = by;
    const seats = frame.table.seats.map((seat) => ({ ...seat, here: true, away: false }));
    this.state = {
      v: ply,
      table: { ...frame.table, seats, state: "playing" },
      you: { seat: null, may: [] },
      deal: { ...frame.deal, phase: "playing", view, turn: null },
      match: ply === last ? frame.after : frame.before,
      events,
    };
  }
}
