// An open table: who sits where, the link to share, and what the host may do.

import { h, icon } from "./dom.js";
import { gettext } from "./i18n.js";

/** The waiting room. `ask(type, fields)` sends a wish to the server; `page` holds addresses and the guest's form. */
export function waitingRoom(store, ask, page) {
  const { table } = store;
  const rows = table.seats.map((seat) => seatRow(seat, store, ask));
  return [
    h("h2", {}, gettext("Waiting for players")),
    h("ol", { class: "waiting-seats" }, rows),
    h("div", { class: "panel-actions" }, hostButtons(store, ask), ownButtons(store, ask)),
    store.you.user === null && page.guestForm(),
    invitation(page),
  ];
}

const button = (text, action, listener, main = false) =>
  h(
    "button",
    { type: "button", class: `button${main ? " primary" : ""}`, data: { action }, on: { click: listener } },
    text,
  );

function seatRow(seat, store, ask) {
  const mine = seat.number === store.mySeat;
  const name = seat.name ?? gettext("free");
  const notes = [
    seat.number === store.table.host && gettext("host"),
    seat.bot && gettext("bot"),
    mine && gettext("you"),
  ].filter(Boolean);
  return h(
    "li",
    { data: { free: seat.name === null, mine } },
    h("span", { class: "face" }, seat.bot ? icon("bot") : seat.name ? [...seat.name][0].toUpperCase() : ""),
    h("span", { class: "name" }, name, notes.length ? h("small", {}, ` ${notes.join(", ")}`) : null),
    seatButtons(seat, store, ask, mine),
  );
}

function seatButtons(seat, store, ask, mine) {
  if (seat.name === null) {
    const sit = store.may("sit") && button(gettext("Sit here"), "sit", () => ask("sit", { seat: seat.number }), true);
    const bot =
      store.may("fill") &&
      button(gettext("Bot"), "fill-one", () => ask("fill", { bot: botStrength(), seat: seat.number }));
    return [sit, bot];
  }
  return (
    store.may("remove") && !mine && button(gettext("Remove"), "remove", () => ask("remove", { seat: seat.number }))
  );
}

/** What the host chose last in the list of strengths. */
const botStrength = () => document.querySelector("#bot-strength")?.value ?? "easy";

function hostButtons(store, ask) {
  if (!store.you.host) return null;
  const strengths = h("select", { id: "bot-strength", "aria-label": gettext("Strength of the bots") }, [
    h("option", { value: "easy" }, gettext("easy bots")),
    h("option", { value: "strong" }, gettext("strong bots")),
  ]);
  const start = button(gettext("Start"), "start", () => ask("start"), true);
  start.disabled = !store.may("start");
  return [
    store.may("fill") && strengths,
    store.may("fill") && button(gettext("Fill with bots"), "fill", () => ask("fill", { bot: botStrength() })),
    start,
  ];
}

function ownButtons(store, ask) {
  return (
    store.may("leave") &&
    h(
      "button",
      { type: "button", class: "button quiet", data: { action: "leave" }, on: { click: () => ask("leave") } },
      gettext("Leave the table"),
    )
  );
}

function invitation(page) {
  const field = h("input", {
    id: "table-link",
    readonly: true,
    value: page.link,
    "aria-label": gettext("Link to this table"),
  });
  const copy = h(
    "button",
    { type: "button", class: "button", data: { copy: "table-link", done: gettext("Copied") } },
    gettext("Copy the link"),
  );
  return h(
    "div",
    { class: "invitation" },
    h("img", { class: "qr", src: page.qr, alt: gettext("The link as a QR code"), width: "148", height: "148" }),
    h(
      "div",
      {},
      h("p", {}, gettext("Friends join by this link; a phone's camera reads the code.")),
      h("div", { class: "link-row" }, field, copy),
    ),
  );
}
