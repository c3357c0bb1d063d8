// Last Player: suit or rank, runs, eights, jokers and the last-card call.

import { suitName, suitSign } from "../cards.js";
import { h } from "../dom.js";
import { fill, gettext, ngettext } from "../i18n.js";
import { told } from "../words.js";
import { game } from "./game.js";
import { facePile, stockPile } from "./piles.js";

const RUN_VALUES = { T: 10, J: 11, Q: 12, K: 13, A: 14 };

const rankOfTop = (view) => (view.as ?? view.discard)[0];
const isNamed = (view) => rankOfTop(view) === "8";

function play(event, store) {
  const card = { object: event.card };
  if (event.as && event.suit)
    return told(
      store,
      event,
      gettext("You play %(card)s as %(as)s and name %(suit)s"),
      gettext("%(name)s plays %(card)s as %(as)s and names %(suit)s"),
      {
        card,
        as: { object: event.as },
        suit: { suit: event.suit },
      },
    );
  if (event.as)
    return told(store, event, gettext("You play %(card)s as %(as)s"), gettext("%(name)s plays %(card)s as %(as)s"), {
      card,
      as: { object: event.as },
    });
  if (event.suit)
    return told(
      store,
      event,
      gettext("You play %(card)s and name %(suit)s"),
      gettext("%(name)s plays %(card)s and names %(suit)s"),
      { card, suit: { suit: event.suit } },
    );
  return told(store, event, gettext("You play %(card)s"), gettext("%(name)s plays %(card)s"), { card });
}

const words = {
  play,
  turn_round: (event) => ({
    template: event.direction > 0 ? gettext("Play turns round: clockwise") : gettext("Play turns round: anticlockwise"),
    values: {},
  }),
  run: (event) =>
    event.demand ? { template: gettext("The run demands %(card)s"), values: { card: { card: event.demand } } } : null,
  run_over: () => ({ template: gettext("The run is over"), values: {} }),
};

function direction(view) {
  if (view.counts.length < 3) return null;
  const label = view.direction > 0 ? gettext("Play goes clockwise") : gettext("Play goes anticlockwise");
  return h("span", {
    class: "direction",
    role: "img",
    "aria-label": label,
    data: { way: view.direction > 0 ? "on" : "back" },
  });
}

/** The suit to follow, in large, wherever it is not plain from the card itself. */
function wanted(view) {
  if (!view.discard || view.demand || !(isNamed(view) || view.as)) return null;
  return h(
    "div",
    {
      class: "wanted",
      data: { suit: view.suit },
      role: "img",
      "aria-label": fill(gettext("The suit is %(suit)s"), { suit: suitName(view.suit) }),
    },
    suitSign(view.suit),
  );
}

function demand(view) {
  if (!view.discard) return { template: gettext("Open with any card"), values: {} };
  if (view.cover) return { template: gettext("Cover the three with any card, or stop"), values: {} };
  if (view.demand && "567".includes(rankOfTop(view)))
    return { template: gettext("The run: %(card)s or any four"), values: { card: { card: view.demand } } };
  if (view.demand)
    return { template: gettext("The run: %(card)s must follow"), values: { card: { card: view.demand } } };
  const values = { suit: { suit: view.suit }, rank: { rank: rankOfTop(view) } };
  if ("567".includes(rankOfTop(view)))
    return { template: gettext("Follow %(suit)s or %(rank)s; a four goes too"), values };
  return { template: gettext("Follow %(suit)s or %(rank)s"), values };
}

/** How many cards a `draw` takes now: in a run, the value of the top card. */
function drawCount(view) {
  return view.demand ? (RUN_VALUES[rankOfTop(view)] ?? Number(rankOfTop(view))) : 1;
}

export default {
  ...game,
  countsWins: true,
  words,
  demand,
  centre: (view) => [
    stockPile(view.stock),
    h("div", { class: "pile-side" }, facePile(view.pile, view.discard_count), wanted(view), direction(view)),
  ],
  label(move, view) {
    if (move.verb !== "draw") return game.label(move);
    const count = drawCount(view);
    return fill(ngettext("Draw %(count)s card", "Draw %(count)s cards", count), { count });
  },
  lastMatters: (view) => view.hand?.length === 2 || (view.hand?.length === 1 && view.cover),
};
