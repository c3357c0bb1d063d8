// The stock and the face-up pile, as the games with a discard pile show them.

import { backUrl, chip, picture } from "../cards.js";
import { h } from "../dom.js";
import { fill, ngettext } from "../i18n.js";

/** The face-down stock with its number of cards. */
export function stockPile(count) {
  const depth = Math.min(4, Math.ceil(count / 8));
  const cards = Array.from({ length: depth }, (_, index) =>
    h("img", { class: "card", src: backUrl(), alt: "", vars: { nth: index } }),
  );
  const label = fill(ngettext("Stock: %(count)s card", "Stock: %(count)s cards", count), { count });
  return h(
    "div",
    { class: "stock", role: "img", "aria-label": label, data: { anchor: "stock", empty: !count } },
    cards,
    h("span", { class: "pile-count" }, String(count)),
  );
}

const LEANS = [-7, 4, -3, 8, -5, 2, 6, -2]; // degrees; a pile of thrown cards does not lie straight

/** The face-up pile, newest on top. `pile`: [[card, stands for or null], …]; `count`: all cards in it. */
export function facePile(pile, count) {
  const below = count - pile.length;
  const one = ([card], index) => {
    const top = index === pile.length - 1;
    const image = picture(card, { silent: !top });
    image.style.setProperty("--lean", `${LEANS[(below + index) % LEANS.length]}deg`);
    if (top) image.dataset.tableCard = card;
    return image;
  };
  const [top, standsFor] = pile.at(-1) ?? [null, null];
  return h(
    "div",
    { class: "pile", data: { anchor: "pile", empty: !top } },
    pile.map(one),
    standsFor && h("span", { class: "stands-for" }, "= ", chip(standsFor)),
  );
}
