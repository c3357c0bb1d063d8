// King George III: chains of neighbouring ranks, three aces that set the pile aside, last turns.

import { picture } from "../cards.js";
import { h } from "../dom.js";
import { fill, gettext, ngettext } from "../i18n.js";
import { told } from "../words.js";
import { game } from "./game.js";
import { stockPile } from "./piles.js";

const SETTING_ASIDE = 3; // KG5: the first three aces

const words = {
  set_aside: (event) => ({
    template: ngettext(
      "The ace sets the pile aside: %(count)s card",
      "The ace sets the pile aside: %(count)s cards",
      event.count,
    ),
    values: { count: String(event.count) },
  }),
  last_turns: (event, store) =>
    told(
      store,
      event,
      gettext("You are out: everybody else has one more turn"),
      gettext("%(name)s is out: everybody else has one more turn"),
    ),
};

/** The pile laid out as a chain; the cards of this turn stand out. */
function chain(view) {
  const fromTurn = view.pile.length - view.chain;
  const one = ([card], index) => {
    const top = index === view.pile.length - 1;
    const image = picture(card, { silent: !top });
    if (index >= fromTurn) image.dataset.now = "";
    if (top) image.dataset.tableCard = card;
    return image;
  };
  return h(
    "div",
    { class: "chain", data: { anchor: "pile", empty: !view.pile.length }, vars: { links: view.pile.length } },
    view.pile.map(one),
    pileCount(view),
  );
}

const pileCount = (view) =>
  view.discard_count > view.pile.length ? h("span", { class: "pile-count" }, String(view.discard_count)) : null;

/** Three aces to come; each that fell is turned. */
function aces(view) {
  const left = SETTING_ASIDE - view.aces;
  const label = left
    ? fill(ngettext("%(left)s more ace sets the pile aside", "%(left)s more aces set the pile aside", left), { left })
    : gettext("The fourth ace is an ordinary card");
  const stones = Array.from({ length: SETTING_ASIDE }, (_, index) =>
    h("span", { class: "ace", data: { gone: index < view.aces ? "" : null } }, "A"),
  );
  return h("div", { class: "aces", role: "img", "aria-label": label, title: label }, stones);
}

function aside(view) {
  const label = fill(ngettext("%(count)s card set aside", "%(count)s cards set aside", view.aside), {
    count: view.aside,
  });
  return h(
    "div",
    { class: "aside", data: { anchor: "aside", empty: !view.aside }, role: "img", "aria-label": label },
    view.aside ? `${view.aside}` : "",
  );
}

function notes(view, store) {
  const lines = [];
  if (store.deal.playoff) lines.push(h("span", { class: "flag" }, gettext("play-off")));
  if (view.last_turns) lines.push(h("span", { class: "flag" }, gettext("last turns")));
  if (view.recycles_left !== null)
    lines.push(
      h(
        "span",
        {},
        fill(ngettext("%(left)s new stock left", "%(left)s new stocks left", view.recycles_left), {
          left: view.recycles_left,
        }),
      ),
    );
  return h("div", { class: "notes" }, lines);
}

function demand(view, store) {
  if (view.starting) return { template: gettext("Start a pile with any card"), values: {} };
  const values = { card: { card: view.discard } };
  if (view.chain && store.legal.length === 1) return { template: gettext("Nothing more fits %(card)s: stop"), values };
  if (view.chain) return { template: gettext("Go on from %(card)s, or stop"), values };
  return { template: gettext("Same rank as %(card)s or a neighbour"), values };
}

export default {
  ...game,
  countsWins: true,
  words,
  demand,
  centre: (view, store) => [
    h(
      "div",
      { class: "reserve" },
      stockPile(view.stock),
      h("div", { class: "reserve-side" }, aces(view), aside(view), notes(view, store)),
    ),
    chain(view),
  ],
  label: (move) => (move.verb === "draw" ? gettext("Draw until one fits") : game.label(move)),
  says: (event) => (event.type === "stop" ? gettext("Stop") : game.says(event)),
};
