// This browser's part in the shuffle, and what is shown of it: the deal's seed is made from the site's secret and
// everybody's texts, so neither the site nor a player can choose it.

import { h } from "./dom.js";
import { gettext } from "./i18n.js";

const OWN_WORDS = "lastcard.words";

/** 32 fresh hexadecimal digits. */
function fresh() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The text for the next shuffle: the player's own words, if any, and a fresh random part. */
export const nextText = () => `${sessionStorage.getItem(OWN_WORDS) ?? ""} ${fresh()}`.trim().slice(0, 100);

/** What may be known of where the cards of this deal came from; `checkUrl` is the address of the check of a deal 0. */
export function fairness(store, checkUrl) {
  const { fair } = store.deal;
  const rows = [
    [gettext("Commitment"), fair.commitment],
    ...fair.texts.map(([seat, text]) => [store.nameOf(seat), text || "–"]),
    [gettext("Secret"), fair.secret ?? gettext("shown after the deal")],
    fair.seed && [gettext("Seed"), fair.seed],
  ].filter(Boolean);
  return h(
    "details",
    { class: "fair" },
    h("summary", {}, gettext("How these cards were shuffled")),
    h(
      "dl",
      {},
      rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
    ),
    wordsField(),
    checkUrl &&
      fair.secret &&
      h("p", {}, h("a", { href: checkUrl.replace("/0/", `/${store.deal.number}/`) }, gettext("Check this deal"))),
  );
}

/** A link to the page that deals a deal that is over anew; null before. `checkUrl` is the address for a deal 0. */
export function checkLink(store, checkUrl) {
  if (!store.deal?.fair.secret) return null;
  const href = checkUrl.replace("/deals/0/", `/deals/${store.deal.number}/`);
  return h("a", { href, target: "_blank", rel: "noopener" }, gettext("Check this deal"));
}

function wordsField() {
  const keep = (event) => sessionStorage.setItem(OWN_WORDS, event.target.value.replace(/[^\P{C}]/gu, "").slice(0, 60));
  const field = h("input", {
    type: "text",
    maxlength: "60",
    value: sessionStorage.getItem(OWN_WORDS) ?? "",
    on: { change: keep },
  });
  return h("label", { class: "own-words" }, gettext("Words of your own for the next shuffles"), field);
}
