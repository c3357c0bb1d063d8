// In what order a hand is shown: sorted, or as its player laid it; kept for the deal in this browser tab.

import { sorted } from "./cards.js";

const SORTING = "lastcard.sort"; // the sorting that a new deal begins with

export class Order {
  keys = [];

  /** `name` tells the deals apart. */
  constructor(name) {
    this.name = name;
    const kept = JSON.parse(sessionStorage.getItem(this.#place) ?? "null");
    this.by = kept ? kept.by : (localStorage.getItem(SORTING) ?? "suit");
    this.keys = kept?.keys ?? [];
  }

  get #place() {
    return `lastcard.hand.${this.name}`;
  }

  /** The keys (`7h#0`: card and copy) of `cards` in their order; new cards come last in an order of one's own. */
  arrange(cards, sorting) {
    if (this.by !== "own") return (this.keys = keyed(sorted(cards, this.by, sorting)));
    const now = keyed(cards);
    const kept = this.keys.filter((key) => now.includes(key));
    this.keys = [...kept, ...now.filter((key) => !kept.includes(key))];
    this.#keep();
    return this.keys;
  }

  sortBy(by, sorting) {
    this.by = by;
    localStorage.setItem(SORTING, by);
    this.keys = keyed(
      sorted(
        this.keys.map((key) => key.split("#")[0]),
        by,
        sorting,
      ),
    );
    this.#keep();
  }

  /** Moves one card to place `to`; the order is the player's own from then on. */
  move(key, to) {
    this.by = "own";
    this.keys = this.keys.filter((each) => each !== key);
    this.keys.splice(to, 0, key);
    this.#keep();
  }

  #keep() {
    sessionStorage.setItem(this.#place, JSON.stringify({ by: this.by, keys: this.keys }));
  }
}

/** Equal cards of two decks get different keys. */
function keyed(cards) {
  const seen = {};
  return cards.map((card) => `${card}#${(seen[card] = (seen[card] ?? -1) + 1)}`);
}
