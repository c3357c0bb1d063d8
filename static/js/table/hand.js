// The viewer's hand: a fan that one thumb can reach, sorted or in an order of one's own, played by tap, drag or
// keyboard.

import { picture, spoken } from "./cards.js";
import { h, setAttribute, setData } from "./dom.js";
import { gettext } from "./i18n.js";
import { fanLayout, indexAt } from "./fan.js";
import { Order } from "./order.js";

const DRAG_FROM = 8; // pixels of movement that make a tap a drag
const THROW_ABOVE = 24; // pixels above the hand where letting go means playing

export class Hand {
  #root;
  #buttons = new Map(); // key -> button
  #order = null;
  #drag = null;
  #focused = 0;
  #sorting = {};
  #layout = [];

  /**
   * `root` holds the cards; `onPlay(card, {drop, pointer})` when one is to be played, with the element it was dropped
   * on.
   */
  constructor(root, onPlay) {
    this.#root = root;
    this.onPlay = onPlay;
    new ResizeObserver(() => this.#place()).observe(root);
    root.addEventListener("pointerdown", (event) => this.#press(event));
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", (event) => this.#focus(event));
  }

  /**
   * Shows `cards`. `deal` names the deal whose order is kept; `legal` the playable cards, or null when it is not
   * one's turn.
   */
  show(cards, { deal, legal, selected, sorting }) {
    this.#sorting = sorting;
    if (this.#order?.name !== deal) this.#order = new Order(deal);
    const keys = this.#order.arrange(cards, sorting);
    this.#keep(keys);
    for (const key of keys) this.#dress(key, legal, selected);
    this.#place();
  }

  /** Makes all pictures anew, after the deck has changed. */
  redress() {
    for (const button of this.#buttons.values()) button.remove();
    this.#buttons.clear();
  }

  /** Sorts by "suit" or "rank" from now on. */
  sort(by) {
    this.#order?.sortBy(by, this.#sorting);
    this.#place();
  }

  get sortedBy() {
    return this.#order?.by ?? null;
  }

  /** The button of `card` (the last of equal ones), for a flight to start or land. */
  button(card) {
    return (
      this.#keys
        .filter((key) => cardOf(key) === card)
        .map((key) => this.#buttons.get(key))
        .at(-1) ?? null
    );
  }

  /** Moves the keyboard's place in the hand, and the focus with it. */
  step(by) {
    const count = this.#keys.length;
    if (count) this.#focusAt((this.#focused + by + count) % count);
  }

  focus() {
    if (this.#keys.length) this.#focusAt(Math.min(this.#focused, this.#keys.length - 1));
  }

  get #keys() {
    return this.#order?.keys ?? [];
  }

  #keep(keys) {
    const had = this.#root.contains(document.activeElement);
    for (const [key, button] of this.#buttons) {
      if (keys.includes(key)) continue;
      button.remove();
      this.#buttons.delete(key);
    }
    for (const key of keys) if (!this.#buttons.has(key)) this.#buttons.set(key, this.#make(key));
    if (had && !this.#root.contains(document.activeElement)) this.focus();
  }

  #make(key) {
    const card = cardOf(key);
    return h("button", { type: "button", class: "hand-card", data: { card, key } }, picture(card, { silent: true }));
  }

  #dress(key, legal, selected) {
    const button = this.#buttons.get(key);
    const can = legal?.includes(cardOf(key));
    setData(button, "legal", legal ? String(can) : null);
    setData(button, "selected", selected === cardOf(key));
    setAttribute(button, "aria-disabled", legal && !can ? "true" : null);
    setAttribute(button, "aria-label", cardLabel(cardOf(key), legal, can));
  }

  /** Puts the cards in their order on their places in the fan. */
  #place() {
    const keys = this.#keys;
    const first = this.#buttons.get(keys[0]);
    const size = {
      width: this.#root.clientWidth,
      card: parseFloat(getComputedStyle(this.#root).getPropertyValue("--hand-card")) || 76,
    };
    this.#layout = fanLayout(keys.length, size);
    this.#root.style.setProperty("--rows", this.#layout.rows ?? 1);
    keys.forEach((key, index) => this.#putAt(this.#buttons.get(key), index));
    if (first) this.#rove();
  }

  #putAt(button, index) {
    const { x, y, turn } = this.#layout[index];
    button.style.setProperty("--x", `${x}px`);
    button.style.setProperty("--y", `${y}px`);
    button.style.setProperty("--turn", `${turn}deg`);
    button.style.zIndex = index + 1;
    if (this.#root.children[index] !== button) this.#root.insertBefore(button, this.#root.children[index] ?? null);
  }

  // -- keyboard --------------------------------------------------------------------------------

  #rove() {
    this.#focused = Math.min(this.#focused, this.#keys.length - 1);
    this.#keys.forEach((key, index) => (this.#buttons.get(key).tabIndex = index === this.#focused ? 0 : -1));
  }

  #focus(event) {
    const key = event.target.closest(".hand-card")?.dataset.key;
    if (!key) return;
    this.#focused = this.#keys.indexOf(key);
    this.#rove();
  }

  #focusAt(index) {
    this.#focused = index;
    this.#rove();
    this.#buttons.get(this.#keys[index]).focus();
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    const ends = { Home: 0, End: this.#keys.length - 1 };
    if (event.key in steps) this.step(steps[event.key]);
    else if (event.key in ends) this.#focusAt(ends[event.key]);
    else if (event.key === "[" || event.key === "]") this.#shift(event.key === "[" ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #shift(by) {
    const to = this.#focused + by;
    if (to < 0 || to >= this.#keys.length) return;
    this.#order.move(this.#keys[this.#focused], to);
    this.#place();
    this.#focusAt(to);
  }

  // -- pointer ---------------------------------------------------------------------------------

  #click(event) {
    const button = event.target.closest(".hand-card");
    if (!button || button.dataset.dragged !== undefined) return;
    this.onPlay(button.dataset.card, { pointer: event.detail > 0 });
  }

  #press(event) {
    const button = event.target.closest(".hand-card");
    if (!button || event.button !== 0 || this.#drag) return;
    delete button.dataset.dragged;
    this.#drag = {
      button,
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      moving: false,
      stop: new AbortController(),
    };
    const options = { signal: this.#drag.stop.signal };
    window.addEventListener("pointermove", (each) => this.#pull(each), options);
    window.addEventListener("pointerup", (each) => this.#release(each), options);
    window.addEventListener("pointercancel", () => this.#endDrag(), options);
  }

  #pull(event) {
    const drag = this.#drag;
    if (event.pointerId !== drag.id) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moving && Math.hypot(dx, dy) < DRAG_FROM) return;
    if (!drag.moving) this.#lift(drag);
    drag.button.style.setProperty("--dx", `${dx}px`);
    drag.button.style.setProperty("--dy", `${dy}px`);
    const above = this.#isAbove(event);
    setData(drag.button, "throwing", above);
    if (!above) this.#makeRoom(drag, event);
  }

  #lift(drag) {
    drag.moving = true;
    drag.button.dataset.dragging = drag.button.dataset.dragged = "";
    drag.button.setPointerCapture?.(drag.id);
  }

  #isAbove(event) {
    return event.clientY < this.#root.getBoundingClientRect().top - THROW_ABOVE;
  }

  /** Moves the dragged card to where it is held, so that the others make room. */
  #makeRoom(drag, event) {
    const box = this.#root.getBoundingClientRect();
    const to = indexAt(this.#layout, event.clientX - box.left, event.clientY - box.top);
    if (this.#keys.indexOf(drag.button.dataset.key) === to) return;
    const from = {
      x: parseFloat(drag.button.style.getPropertyValue("--x")),
      y: parseFloat(drag.button.style.getPropertyValue("--y")),
    };
    this.#order.move(drag.button.dataset.key, to);
    this.#place();
    drag.x += parseFloat(drag.button.style.getPropertyValue("--x")) - from.x; // it stays under the finger
    drag.y += parseFloat(drag.button.style.getPropertyValue("--y")) - from.y;
    drag.button.style.setProperty("--dx", `${event.clientX - drag.x}px`);
    drag.button.style.setProperty("--dy", `${event.clientY - drag.y}px`);
  }

  #release(event) {
    const drag = this.#drag;
    if (event.pointerId !== drag.id) return;
    const threw = drag.moving && this.#isAbove(event);
    const drop = threw ? dropTarget(event, drag.button) : null;
    this.#endDrag();
    if (threw) this.onPlay(drag.button.dataset.card, { drop, pointer: true, dragged: true });
  }

  #endDrag() {
    const { button, stop } = this.#drag;
    stop.abort();
    this.#drag = null;
    delete button.dataset.dragging;
    delete button.dataset.throwing;
    button.style.removeProperty("--dx");
    button.style.removeProperty("--dy");
    setTimeout(() => delete button.dataset.dragged); // after the click that ends the drag
  }
}

const cardOf = (key) => key.split("#")[0];

function cardLabel(card, legal, can) {
  if (!legal) return spoken(card);
  return `${spoken(card)}, ${can ? gettext("can be played") : gettext("cannot be played now")}`;
}

/** The card on the table under the pointer, if the dragged one was let go on one. */
function dropTarget(event, button) {
  button.style.pointerEvents = "none";
  const element = document.elementFromPoint(event.clientX, event.clientY);
  button.style.pointerEvents = "";
  return element?.closest("[data-table-card]")?.dataset.tableCard ?? null;
}
