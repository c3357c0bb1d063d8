// What covers the table when no card can be played: the waiting room, the score sheet between deals, the end.

import { picture } from "./cards.js";
import { $, fillWith, h, icon, setData } from "./dom.js";
import { checkLink } from "./fair.js";
import { fill, gettext, ngettext, pgettext } from "./i18n.js";
import { scoreSheet } from "./sheet.js";
import { waitingRoom } from "./waiting.js";
import { asNodes, sentence } from "./words.js";

/** Shows the right panel in `root`, or none while cards are played; `before` is the stage that was shown until now. */
export function showPanel(root, store, game, ask, page, before) {
  const content = contentOf(store, game, ask, page);
  if (!content) setData(root, "late", null);
  else if (before === "playing") setData(root, "late", store.stage !== "shuffling");
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.action : null;
  root.hidden = !content;
  setData(root, "stage", content ? store.stage : null);
  fillWith(root, content ?? []);
  if (focused) $(`[data-action="${focused}"]`, root)?.focus();
}

function contentOf(store, game, ask, page) {
  if (store.stage === "open") return waitingRoom(store, ask, page);
  if (store.stage === "over") return betweenDeals(store, game, ask, page);
  if (store.stage === "ended") return ended(store, game, ask, page);
  if (store.stage === "shuffling") return shuffling(store);
  return null;
}

const GATHERING = 5000; // ms: a longer wait is for players who are not there yet

function shuffling(store) {
  const missing = store.table.seats.filter((seat) => seat.user && !seat.left && !seat.here);
  if (!missing.length || !(store.deal?.next_at - store.now > GATHERING)) {
    return [h("p", { class: "shuffling" }, gettext("Shuffling…"))];
  }
  const names = missing.map((seat) => seat.name).join(", ");
  const words = fill(gettext("Waiting for %(names)s"), { names });
  return [h("p", { class: "shuffling" }, `${words} · `, h("span", { data: { countdown: "" } }))];
}

function betweenDeals(store, game, ask, page) {
  const row = store.match.sheet.at(-1);
  return [
    h("h2", {}, asNodes(sentence({ type: "over" }, store, game.words))),
    outNews(store, row),
    leftHands(store, row),
    scoreSheet(store, game),
    h(
      "div",
      { class: "panel-actions" },
      readyButton(store, ask),
      h("span", { class: "countdown", data: { countdown: "" } }),
    ),
    h("p", { class: "ready-list" }, readyWords(store)),
    h("p", {}, checkLink(store, page.check)),
  ];
}

/** The cards that each was left with, and what they cost. */
function leftHands(store, row) {
  const { view, deal } = store;
  if (!view?.hands) return null;
  const line = (seat, place) => {
    const points = row?.points[seat];
    return h(
      "li",
      {},
      h("span", { class: "name" }, store.nameOf(seat)),
      h(
        "span",
        { class: "cards" },
        view.hands[place].length
          ? view.hands[place].map((card) => picture(card, { className: "mini" }))
          : h("span", { class: "won" }, gettext("no cards")),
      ),
      h("span", { class: "plus" }, points ? `+${points}` : ""),
    );
  };
  return h("ul", { class: "left-hands" }, deal.seats.map(line));
}

function readyButton(store, ask) {
  if (store.mySeat === null) return null;
  const may = store.may("ready");
  const text = may ? gettext("Next deal") : gettext("Waiting for the others…");
  const button = h(
    "button",
    {
      type: "button",
      class: "button primary big",
      data: { action: "ready" },
      "aria-keyshortcuts": "R",
      on: { click: () => ask("ready") },
    },
    text,
  );
  button.disabled = !may;
  return button;
}

function readyWords(store) {
  const waiting = store.table.seats.filter(
    (seat) => seat.user && !seat.left && !seat.ready && seat.number !== store.mySeat,
  );
  if (!waiting.length) return "";
  return fill(gettext("Not ready yet: %(names)s"), { names: waiting.map((seat) => seat.name).join(", ") });
}

/** Who went out of the match with this deal. */
function outNews(store, row) {
  const gone = Object.entries(store.match.out).filter(([, deal]) => deal === row?.deal);
  if (!gone.length) return null;
  const names = gone.map(([seat]) => store.nameOf(Number(seat))).join(", ");
  return h("p", { class: "out-news" }, fill(gettext("Out of the match: %(names)s"), { names }));
}

/** Keeps the seconds until the next deal; called a few times a second. */
export function tickCountdown(root, store) {
  const element = $("[data-countdown]", root);
  const at = store.deal?.next_at;
  if (!element || !at) return;
  const seconds = Math.max(0, Math.ceil((at - store.now) / 1000));
  element.textContent = fill(ngettext("goes on in %(seconds)s second", "goes on in %(seconds)s seconds", seconds), {
    seconds,
  });
}

function ended(store, game, ask, page) {
  const { table } = store;
  const isVoid = table.state === "void";
  const match = isVoid ? null : store.match;
  const closed = isVoid ? gettext("This match was declared void: it counts for nothing.") : gettext("The table is closed");
  const title = match?.places ? winnerWords(store) : closed;
  return [
    h("h2", {}, title),
    match?.places && podium(store),
    h(
      "div",
      { class: "panel-actions" },
      again(store, ask),
      page.match && store.match?.sheet.length
        ? h("a", { class: "button", href: page.match }, gettext("The match, deal by deal"))
        : null,
      h("a", { class: "button", href: page.tables }, gettext("All tables")),
    ),
    leftHands(store, match?.sheet.at(-1)),
    match?.sheet.length ? scoreSheet(store, game) : null,
    table.next && store.mySeat === null
      ? h("p", {}, h("a", { href: page.tableAt(table.next) }, gettext("They play again: watch")))
      : null,
  ];
}

function winnerWords(store) {
  const winners = store.table.seats.filter((seat) => store.match.places[seat.number] === 1);
  if (winners.length === 1 && winners[0].number === store.mySeat) return gettext("You win the match!");
  const names = winners.map((seat) => seat.name).join(", ");
  return fill(ngettext("%(names)s wins the match", "%(names)s win the match", winners.length), { names });
}

function podium(store) {
  const placed = store.table.seats
    .filter((seat) => seat.name !== null)
    .sort((a, b) => store.match.places[a.number] - store.match.places[b.number]);
  const row = (seat) => {
    const place = store.match.places[seat.number];
    return h(
      "li",
      { data: { place: String(place), mine: seat.number === store.mySeat } },
      h("span", { class: "place" }, String(place)),
      h("span", { class: "name" }, seat.name),
      seat.bot && icon("bot"),
    );
  };
  return h("ol", { class: "podium", "aria-label": pgettext("a list", "Places") }, placed.map(row));
}

function again(store, ask) {
  if (!store.may("rematch")) return null;
  return h(
    "button",
    { type: "button", class: "button primary big", data: { action: "rematch" }, on: { click: () => ask("rematch") } },
    store.table.next ? gettext("Play again: the others wait") : gettext("Play again"),
  );
}
