// The positions of a deal, as the site plays them again; and one of them in the shape in which the table page keeps its state.

import { Store } from "../table/store.js";

/** The deal: its frame and a step a position, from before the first of `moves` moves to after the last. */
export async function fetchDeal(url, moves) {
  const first = await load(url, 0);
  const steps = first.steps;
  while (steps.length <= moves) {
    const more = await load(url, steps.length);
    if (!more.steps.length) break;
    steps.push(...more.steps);
  }
  return { frame: first.frame, steps, last: steps.length - 1 };
}

async function load(url, from) {
  const answer = await fetch(`${url}?from=${from}`);
  if (!answer.ok) throw new Error(answer.status);
  return answer.json();
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
