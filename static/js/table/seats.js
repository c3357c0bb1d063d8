// The seats round the table: who sits there, how many cards, points, whose turn and how long it may take.

import { backUrl, picture } from "./cards.js";
import { $$, fillWith, h, icon, setData } from "./dom.js";
import { fill, gettext, ngettext } from "./i18n.js";

const MOST_BACKS = 5;

/** Draws all seats but the viewer's into `root`, clockwise from the viewer's left. */
export function showSeats(root, store, game) {
  const others = store.others.filter((seat) => seat.name !== null);
  root.dataset.count = others.length;
  fillWith(
    root,
    others.map((seat, index) => onArc(seatElement(seat, store, game), index, others.length)),
  );
}

/** Draws the viewer's own place into `root`. */
export function showOwnSeat(root, store, game) {
  const seat = store.seat(store.mySeat);
  fillWith(root, seat ? seatBody(seat, store, game) : h("p", { class: "watching" }, gettext("You are watching.")));
  if (seat) mark(root, seat, store);
}

/** `--at` runs from -1 (left) to 1 (right); the look makes an arc of it. */
function onArc(element, index, count) {
  const at = count > 1 ? (2 * index) / (count - 1) - 1 : 0;
  element.style.setProperty("--at", at.toFixed(3));
  element.style.setProperty("--down", (at * at).toFixed(3));
  return element;
}

function seatElement(seat, store, game) {
  const element = h("li", { class: "seat", data: { anchor: `seat-${seat.number}` } });
  mark(element, seat, store);
  fillWith(element, seatBody(seat, store, game), seatCards(seat, store));
  return element;
}

/** What the look needs to know, as data-*. */
function mark(element, seat, store) {
  setData(element, "seat", String(seat.number));
  setData(element, "turn", store.turnSeat === seat.number);
  setData(element, "away", !seat.bot && (seat.away || !seat.here));
  setData(element, "left", seat.left);
  setData(element, "outside", isOutside(seat, store));
}

const placeOf = (seat, store) => store.deal?.seats.indexOf(seat.number) ?? -1;

/** Out of the match, or not in this deal. */
const isOutside = (seat, store) => Boolean(store.deal) && placeOf(seat, store) < 0;

function seatBody(seat, store, game) {
  const count = store.view?.counts[placeOf(seat, store)];
  const mine = seat.number === store.mySeat;
  return [
    h(
      "div",
      { class: "ring", data: { ring: String(seat.number) } },
      h("span", { class: "face" }, seat.bot ? icon("bot") : initial(seat.name)),
      badge(count),
    ),
    h(
      "div",
      { class: "who" },
      h("span", { class: "name" }, mine ? h("b", {}, seat.name) : seat.name),
      h("span", { class: "score" }, pointsOf(seat, store)),
      h(
        "ul",
        { class: "marks" },
        marksOf(seat, store, game).map((text) => h("li", { class: "mark" }, text)),
      ),
    ),
  ];
}

const initial = (name) => [...name.trim()][0]?.toUpperCase() ?? "?";

function badge(count) {
  if (count === undefined) return null;
  const said = fill(ngettext("%(count)s card", "%(count)s cards", count), { count });
  return h(
    "span",
    { class: "badge" },
    h("span", { "aria-hidden": true }, String(count)),
    h("span", { class: "visually-hidden" }, said),
  );
}

/** Points so far, or wins or losses where the match counts those. */
function pointsOf(seat, store) {
  const { match, table } = store;
  if (!match || store.stage === "open") return "";
  const number = (table.format === "first_to" ? match.counts : match.totals)[seat.number] ?? 0;
  if (table.format === "first_to") return fill("%(number)s / %(of)s", { number, of: table.params.count });
  return fill(ngettext("%(number)s point", "%(number)s points", number), { number });
}

function marksOf(seat, store, game) {
  const place = placeOf(seat, store);
  const { view } = store;
  const marks = view && place >= 0 ? (game.seatMarks?.(view, place) ?? []) : [];
  if (isOutside(seat, store)) marks.push(gettext("out of the match"));
  else if (view?.out.includes(place) && store.stage === "playing") marks.push(gettext("out"));
  if (seat.left) marks.push(gettext("left"));
  else if (seat.away) marks.push(gettext("away"));
  else if (!seat.bot && !seat.here && store.stage !== "ended") marks.push(gettext("not here"));
  if (view && view.dealer === place && store.stage === "playing") marks.push(gettext("dealer"));
  return marks;
}

/** A few backs, or after the deal the cards that were left. */
function seatCards(seat, store) {
  const place = placeOf(seat, store);
  const { view } = store;
  if (!view || place < 0) return null;
  if (view.hands)
    return h(
      "div",
      { class: "left-cards" },
      view.hands[place].map((card) => picture(card, { className: "mini" })),
    );
  const backs = Math.min(MOST_BACKS, view.counts[place]);
  const back = () => h("img", { class: "back", src: backUrl(), alt: "" });
  return h("div", { class: "backs", "aria-hidden": true, vars: { backs } }, Array.from({ length: backs }, back));
}

/** Keeps the ring of the seat to act at the share of its turn that is left; `--left` from 1 to 0. */
export function tickClocks(root, store) {
  const due = store.deal?.turn?.due;
  const share = due && store.table.turn_seconds ? (due - store.now) / (1000 * store.table.turn_seconds) : null;
  const seconds = share === null ? null : Math.max(0, Math.ceil((due - store.now) / 1000));
  for (const ring of $$(".ring", root)) {
    const turn = share !== null && ring.dataset.ring === String(store.turnSeat);
    setData(ring, "clock", turn ? (seconds <= 10 ? "short" : "on") : null);
    ring.style.setProperty("--left", turn ? Math.max(0, Math.min(1, share)).toFixed(3) : "1");
    setData(ring, "seconds", turn && seconds <= 20 ? String(seconds) : null);
  }
}

/** A few words beside a seat that fade by themselves. */
export function saySeat(root, seat, text) {
  const element = root.querySelector(`[data-seat="${seat}"]`);
  if (!element) return;
  element.querySelector(".say")?.remove();
  const bubble = h("span", { class: "say", "aria-hidden": true }, text);
  element.append(bubble);
  setTimeout(() => bubble.remove(), 2600);
}
