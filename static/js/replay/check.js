// The page that checks a deal: works out from secret and texts what was dealt, and shows every step with its numbers.

import { chip } from "../table/cards.js";
import { $, fillWith, h, icon } from "../table/dom.js";
import { fill, gettext } from "../table/i18n.js";
import { seen } from "../witness.js";
import { checksOf } from "./checks.js";
import { readRecord } from "./recipe.js";

/** Draws the steps and what they come to into `root`. */
function show(root, steps) {
  const fair = steps.every(({ holds }) => holds !== false);
  verdict(root, fair, fair ? gettext("Everything is as it should be.") : gettext("Something is not as it should be: see the steps that are marked."));
  fillWith($('[data-part="checks"]', root), steps.map(stepItem));
}

function verdict(root, good, text) {
  const line = $('[data-part="verdict"]', root);
  line.hidden = false;
  line.dataset.good = String(good);
  line.textContent = text;
}

function stepItem({ title, holds, rows }) {
  const said = { true: gettext("right"), false: gettext("wrong"), null: gettext("for you to compare") }[holds];
  const mark = h("span", { class: "check-mark", role: "img", "aria-label": said }, holds === null ? "?" : icon(holds ? "check" : "close"));
  return h("li", { data: { holds: String(holds) } }, mark, h("h3", {}, title), h("dl", {}, rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, valueNodes(value))])));
}

function valueNodes(value) {
  if (value.cards) return h("span", { class: "check-cards" }, value.cards.map((card) => chip(card)));
  if (value.texts) return h("details", {}, h("summary", {}, gettext("Show")), h("pre", { tabindex: "0" }, value.texts.join("\n")));
  return h("code", {}, String(value));
}

async function checkThisDeal(root) {
  const { slug, number, record, hands } = root.dataset;
  try {
    const answer = await fetch(record);
    if (!answer.ok) throw new Error(answer.status);
    show(root, checksOf(readRecord(await answer.text()), { seen: seen(slug, number), told: hands.split("|") }));
  } catch (error) {
    verdict(root, false, fill(gettext("The record could not be read (%(error)s)."), { error: error.message }));
  }
}

/** The form's record; what was typed in counts instead of what it says. */
function pasted(form) {
  const { commitment, secret, texts } = Object.fromEntries(new FormData(form));
  const record = readRecord(form.elements.record.value);
  const typed = {
    ...(commitment.trim() && { commitment: commitment.trim().toLowerCase() }),
    ...(secret.trim() && { secret: secret.trim() }),
    ...(texts && { texts: record.players.map((_, seat) => texts.split(/\r?\n/)[seat] ?? "") }),
  };
  return { ...record, fair: { ...record.fair, ...typed } };
}

function checkPasted(event) {
  event.preventDefault();
  const root = $("#any-result");
  try {
    show(root, checksOf(pasted(event.target)));
  } catch (error) {
    fillWith($('[data-part="checks"]', root));
    verdict(root, false, fill(gettext("The record could not be read (%(error)s)."), { error: error.message }));
  }
}

$("#any-record").addEventListener("submit", checkPasted);
checkThisDeal($("#check"));
