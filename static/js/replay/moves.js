// The list of moves in words; each is a link to the position after it.

import { $, $$, h, icon } from "../table/dom.js";
import { gettext } from "../table/i18n.js";
import { asNodes, asSpeech, saidLast, sentence } from "../table/words.js";
import { Moment } from "./steps.js";

export class MoveList {
  #root;

  constructor(root) {
    this.#root = root;
  }

  /** Adds the moves of `deal` that have been loaded since. */
  add(deal, game) {
    const known = this.#root.children.length;
    this.#root.append(...deal.steps.slice(known).map((_, nth) => line(new Moment(deal, known + nth), game)));
  }

  /** Marks the move that led to the position shown, and keeps it in sight within the list. */
  mark(ply) {
    for (const each of $$("[aria-current]", this.#root)) each.removeAttribute("aria-current");
    const current = this.#root.children[ply];
    $("a", current).setAttribute("aria-current", "step");
    const [list, row] = [this.#root.getBoundingClientRect(), current.getBoundingClientRect()];
    if (row.top < list.top) this.#root.scrollTop -= list.top - row.top;
    else if (row.bottom > list.bottom) this.#root.scrollTop += row.bottom - list.bottom;
  }
}

function line(moment, game) {
  const told = moment.events.map((event) => eventNodes(event, moment, game)).filter(Boolean);
  const nodes = told.flatMap((each, index) => (index ? [". ", ...each] : each));
  const content = moment.ply ? (nodes.length ? nodes : [moment.move]) : [gettext("The cards are dealt")];
  return h("li", { data: { seat: moment.events[0]?.seat ?? null } }, h("a", { href: `#ply=${moment.ply}` }, content));
}

function eventNodes(event, moment, game) {
  const said = sentence(event, moment, game.words);
  if (!said) return null;
  const nodes = asNodes(said);
  if (saidLast(event)) nodes.push(" ", h("em", {}, gettext("“Last card!”")));
  if (event.by === "clock" && event.type !== "over") nodes.push(" ", h("span", { title: gettext("played by the clock") }, icon("clock")));
  return nodes;
}

/** What the last move brought, to be said. */
export function stepSpoken(moment, game) {
  if (!moment.ply) return gettext("The cards are dealt");
  const said = moment.events.map((event) => sentence(event, moment, game.words)).filter(Boolean);
  return said.map((each) => `${asSpeech(each)}.`).join(" ");
}
