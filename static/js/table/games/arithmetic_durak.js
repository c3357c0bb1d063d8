// Durak with arithmetic progression: after each bout all fill up to one card more.

import { h } from "../dom.js";
import { fill, gettext, ngettext } from "../i18n.js";
import { durakWith, trumps } from "./durak.js";

const stockLabel = (count) => fill(ngettext("Stock: %(count)s card", "Stock: %(count)s cards", count), { count });

function fillTo(view) {
  if (!view.fill_to) return null;
  const label = fill(
    ngettext(
      "After this bout all fill up to %(count)s card",
      "After this bout all fill up to %(count)s cards",
      view.fill_to,
    ),
    { count: view.fill_to },
  );
  return h(
    "div",
    { class: "fill-to", role: "img", "aria-label": label },
    h("span", {}, gettext("fill up to")),
    h("b", {}, String(view.fill_to)),
  );
}

export default durakWith((view) => [trumps(view, { stock: view.stock, label: stockLabel(view.stock) }), fillTo(view)]);
