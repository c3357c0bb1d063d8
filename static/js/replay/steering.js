// Going through the positions: buttons, slider, keys, by itself, and the address, which names the position (#ply=12).

import { $, setData } from "../table/dom.js";

const PACE = 1200; // milliseconds a move at speed 1
const ADDRESS_AFTER = 300; // browsers refuse too many changes of the address

export class Steering {
  #root;
  #last;
  #show;
  #ply = 0;
  #timer = null;
  #addressTimer = null;

  /** `show(ply)` draws a position; there are those after 0 to `last` moves. */
  constructor(root, last, show) {
    this.#root = root;
    this.#last = last;
    this.#show = show;
    this.#slider.max = last;
  }

  /** Shows the position that the address names, and listens. */
  open() {
    this.#root.addEventListener("click", ({ target }) => this.#commands[target.closest("[data-go]")?.dataset.go]?.());
    this.#slider.addEventListener("input", () => (this.#pause(), this.#to(Number(this.#slider.value))));
    document.addEventListener("keydown", (event) => this.#key(event));
    window.addEventListener("hashchange", () => this.#follow());
    this.#to(named());
  }

  get #slider() {
    return $('[data-part="slider"]', this.#root);
  }

  #to(ply) {
    this.#ply = Math.max(0, Math.min(this.#last, ply));
    this.#slider.value = this.#ply;
    for (const [go, off] of Object.entries({ first: !this.#ply, back: !this.#ply, on: this.#atEnd, last: this.#atEnd }))
      $(`[data-go="${go}"]`, this.#root).setAttribute("aria-disabled", String(off));
    clearTimeout(this.#addressTimer);
    this.#addressTimer = setTimeout(() => history.replaceState(history.state, "", `#ply=${this.#ply}`), ADDRESS_AFTER);
    this.#show(this.#ply);
  }

  get #atEnd() {
    return this.#ply === this.#last;
  }

  /** A link of the list, or an address typed in. */
  #follow() {
    this.#pause();
    if (named() !== this.#ply) this.#to(named());
  }

  #commands = {
    first: () => (this.#pause(), this.#to(0)),
    back: () => (this.#pause(), this.#to(this.#ply - 1)),
    on: () => (this.#pause(), this.#to(this.#ply + 1)),
    last: () => (this.#pause(), this.#to(this.#last)),
    play: () => (this.#timer ? this.#pause() : this.#play()),
  };

  /** Arrows anywhere but in a field; Home and End only here, where the page has nothing to scroll with them. */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.target.closest("input, select, textarea")) return;
    const ends = event.target.closest(".steering") ? { Home: "first", End: "last" } : {};
    const go = { ArrowLeft: "back", ArrowRight: "on", ...ends }[event.key];
    if (!go) return;
    event.preventDefault();
    this.#commands[go]();
  }

  // -- by itself -----------------------------------------------------------------------------------

  #play() {
    if (this.#atEnd) this.#to(0);
    this.#shows(true);
    this.#wait();
  }

  #wait() {
    const speed = Number($('[data-part="speed"]', this.#root).value);
    this.#timer = setTimeout(() => this.#turn(), PACE / speed);
  }

  #turn() {
    this.#to(this.#ply + 1);
    if (this.#atEnd) this.#pause();
    else this.#wait();
  }

  #pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#shows(false);
  }

  #shows(playing) {
    $('[data-go="play"]', this.#root).setAttribute("aria-pressed", String(playing));
    setData(this.#root, "playing", playing);
  }
}

/** The position in the address; 0 where it names none. */
function named() {
  const found = /^#ply=(\d{1,5})$/.exec(location.hash);
  return found ? Number(found[1]) : 0;
}
