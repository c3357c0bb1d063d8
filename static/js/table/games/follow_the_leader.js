// Follow the Leader: the same rank or one higher, round and round; a free lead when everybody has skipped.

import { rankLabel, rankName } from "../cards.js";
import { h } from "../dom.js";
import { gettext, listed } from "../i18n.js";
import { told } from "../words.js";
import { game } from "./game.js";
import { facePile, stockPile } from "./piles.js";

const words = {
  free_lead: (event, store) =>
    told(
      store,
      event,
      gettext("Everybody has skipped: you lead any card"),
      gettext("Everybody has skipped: %(name)s leads any card"),
    ),
};

function demand(view) {
  if (view.free) return { template: gettext("A free lead: any card"), values: {} };
  if (view.ranks.length === 13) return { template: gettext("Any card follows"), values: {} };
  const ranks = listed([...view.ranks].map(rankName), "or");
  return { template: gettext("What follows: %(ranks)s"), values: { ranks } };
}

/** The ranks that may follow, on a ladder of stones. */
function ladder(view) {
  if (view.free || view.ranks.length === 13)
    return h("div", { class: "ladder free", "aria-hidden": true }, h("span", {}, gettext("any card")));
  return h(
    "div",
    { class: "ladder", "aria-hidden": true },
    [...view.ranks].map((rank) => h("span", {}, rankLabel(rank))),
  );
}

export default {
  ...game,
  ranks: "A23456789TJQK",
  words,
  demand,
  centre: (view) => [
    stockPile(view.stock),
    h("div", { class: "pile-side" }, facePile(view.pile, view.discard_count), ladder(view)),
  ],
  says: (event) => (event.type === "free_lead" ? gettext("Free lead") : game.says(event)),
  label: (move) => (move.verb === "draw" ? gettext("Draw and skip") : game.label(move)),
};
