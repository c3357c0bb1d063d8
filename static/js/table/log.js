// The readable log: every event as a sentence, deal by deal.

import { h, icon } from "./dom.js";
import { fill, gettext } from "./i18n.js";
import { asNodes, saidLast, sentence } from "./words.js";

const MOST_LINES = 600;

export class Log {
  #root;
  #words;
  #deal = null;

  /** `root` is a list; `words` are the game's own sentences. */
  constructor(root, words) {
    this.#root = root;
    this.#words = words;
  }

  /** Adds `events` in their order. */
  add(events, store) {
    const atEnd = this.#root.scrollHeight - this.#root.scrollTop - this.#root.clientHeight < 60;
    for (const event of events) this.#line(event, store);
    while (this.#root.children.length > MOST_LINES) this.#root.firstElementChild.remove();
    if (atEnd) this.toEnd();
  }

  toEnd() {
    this.#root.scrollTop = this.#root.scrollHeight;
  }

  #line(event, store) {
    const said = sentence(event, store, this.#words);
    if (event.deal !== this.#deal) this.#heading(event.deal, store);
    if (said)
      this.#root.append(
        h("li", { data: { type: event.type, mine: event.seat === store.mySeat } }, asNodes(said), ...extras(event)),
      );
  }

  #heading(deal, store) {
    this.#deal = deal;
    const playoff = deal === store.deal.number && store.deal.playoff ? ` · ${gettext("play-off")}` : "";
    this.#root.append(h("li", { class: "log-deal" }, fill(gettext("Deal %(number)s"), { number: deal }), playoff));
  }
}

function extras(event) {
  const more = [];
  if (saidLast(event)) more.push(" ", h("em", { class: "said" }, gettext("“Last card!”")));
  if (event.by === "clock" && event.type !== "over")
    more.push(" ", h("span", { class: "by-clock", title: gettext("played by the clock") }, icon("clock")));
  return more;
}
