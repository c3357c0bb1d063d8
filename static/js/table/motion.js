// What just happened, as motion: cards fly from where they were to where they are. Nothing waits for a flight.

import { backUrl, faceUrl } from "./cards.js";
import { $, boxOf, h } from "./dom.js";

const FLIGHT = 230; // milliseconds
const APART = 70; // between flights of one message
const MOST_EVENTS = 8; // more than that is a long absence, not news
const MOST_CARDS = 5; // of one draw

const SPENT = { play: "pile", attack: "bout", throw: "bout", transfer: "bout" };

export const NO_HAND = { button: () => null }; // for pages on which nobody's hand is the viewer's own

export class Motion {
  #root;
  #layer;
  #flying = [];

  /** `root` holds the table; `layer` lies over the page and takes the flying cards. */
  constructor(root, layer) {
    this.#root = root;
    this.#layer = layer;
    this.on = true;
  }

  get allowed() {
    return this.on && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Looks where things are before the new state is drawn; `events` are those that it brings. */
  before(events, store, hand) {
    this.#land();
    if (!this.allowed || !events.length || events.length > MOST_EVENTS) return [];
    return events.flatMap((event) => this.#plan(event, store, hand)).filter((flight) => flight.from);
  }

  /** Lets the planned flights go once the new state is drawn. `drawn`: the viewer's new cards. */
  after(flights, store, hand, drawn) {
    const fresh = [...drawn];
    flights.forEach((flight, index) => {
      const target = flight.own ? hand.button(fresh.shift()) : this.#find(flight.to);
      if (target) this.#fly(flight, target, index * APART);
    });
  }

  #find(selector) {
    return selector ? $(selector, this.#root) : null;
  }

  #plan(event, store, hand) {
    if (event.type in SPENT) return [this.#spend(event, event.card, store, hand, targetOf(event))];
    if (event.type === "beat")
      return [this.#spend(event, event.with, store, hand, `[data-pair="${event.card}"] .beater`)];
    if (event.type === "draw") return this.#draws(event, store);
    if (event.type === "beaten") return this.#sweep(`[data-anchor="beaten"]`, ".bout img");
    if (event.type === "taken") return this.#sweep(seatOf(event.seat), ".bout img");
    if (event.type === "set_aside") return this.#sweep(`[data-anchor="aside"]`, ".chain img");
    return [];
  }

  #spend(event, card, store, hand, to) {
    const mine = event.seat === store.mySeat;
    const from = (mine && boxOf(hand.button(card))) || boxOf(this.#find(seatOf(event.seat)));
    return { from, to, face: faceUrl(card), small: !mine };
  }

  #draws(event, store) {
    const from = boxOf(this.#find(`[data-anchor="stock"] img`));
    const own = event.seat === store.mySeat;
    return Array.from({ length: Math.min(event.count, MOST_CARDS) }, () => ({
      from,
      own,
      to: seatOf(event.seat),
      face: backUrl(),
    }));
  }

  #sweep(to, cards) {
    return [...this.#root.querySelectorAll(cards)].map((image) => ({ from: boxOf(image), to, face: image.src }));
  }

  #fly(flight, target, delay) {
    const box = boxOf(target);
    if (!box) return;
    const lands = target.matches("img, .hand-card"); // else it goes into a heap, a hand or a seat
    const to = lands ? box : centred(box);
    const card = h("img", { class: "flying", src: flight.face, alt: "" });
    place(card, to);
    if (lands) target.classList.add("landing");
    this.#layer.append(card);
    const frames = [
      { transform: startOf(flight, to), opacity: flight.small ? 0.3 : 1 },
      { transform: "none", opacity: 1 },
    ];
    const animation = card.animate(frames, {
      duration: FLIGHT,
      delay,
      easing: "cubic-bezier(.2,.7,.2,1)",
      fill: "backwards",
    });
    const done = () => (card.remove(), target.classList.remove("landing"));
    animation.finished.then(done, done);
    this.#flying.push(animation);
  }

  /** Ends what still flies. */
  #land() {
    for (const animation of this.#flying) animation.playState === "running" && animation.finish();
    this.#flying = [];
  }
}

const seatOf = (seat) => `[data-anchor="seat-${seat}"]`;

function targetOf(event) {
  if (event.type === "play") return `[data-table-card="${event.card}"]`;
  return `[data-pair="${event.card}"] img`;
}

function place(card, box) {
  card.style.left = `${box.left}px`;
  card.style.top = `${box.top}px`;
  card.style.width = `${box.width}px`;
}

/** A small card in the middle of `box`. */
function centred(box, width = 48) {
  return {
    left: box.left + (box.width - width) / 2,
    top: box.top + box.height / 2 - width * 0.7,
    width,
    height: width * 1.4,
  };
}

/** The transform that puts the card, lying at `to`, back to where it comes from. */
function startOf({ from, small }, to) {
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = small ? 0.5 : Math.max(0.3, Math.min(2, from.width / to.width));
  return `translate(${dx}px, ${dy}px) scale(${scale})`;
}
