// The table's dialogs: help, settings, leaving.

import { $, $$, fillWith, h } from "./dom.js";
import { gettext } from "./i18n.js";
import { keysAreOn, setKeys } from "./keyboard.js";
import { isMuted, setMuted } from "./sound.js";

/** Opens the help with the rules of this game, fetched once. */
export async function openHelp(dialog, rulesUrl) {
  if (dialog.open) return dialog.close();
  dialog.showModal();
  const place = $("[data-rules]", dialog);
  if (!rulesUrl || place.dataset.loaded) return undefined;
  const answer = await fetch(rulesUrl, { headers: { "HX-Request": "true", "X-Requested-With": "fetch" } }).catch(
    () => null,
  );
  if (!answer?.ok) return fillWith(place, h("p", {}, gettext("The rules could not be loaded.")));
  place.innerHTML = rulesPart(await answer.text());
  place.dataset.loaded = "1";
  return undefined;
}

/** The rules alone, should the address answer with a whole page. */
function rulesPart(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  return ($("[data-rules-content]", page) ?? $("main", page) ?? page.body).innerHTML;
}

/** Wires the switches of the settings dialog to `config` and the server; `onChange(name, value)` after each. */
export function wireSettings(dialog, config, saveUrl, onChange) {
  for (const input of $$("[data-setting]", dialog)) {
    const name = input.dataset.setting;
    if (input.type === "checkbox") input.checked = config[name];
    else input.value = config[name];
    input.addEventListener("change", () => {
      config[name] = input.type === "checkbox" ? input.checked : input.value;
      onChange(name, config[name]);
      if (saveUrl) save(saveUrl, name, config[name]);
    });
  }
  for (const input of $$("[data-sound]", dialog)) {
    input.checked = !isMuted(input.dataset.sound);
    input.addEventListener("change", () => setMuted(input.dataset.sound, !input.checked));
  }
  const keys = $("[data-keys]", dialog);
  keys.checked = keysAreOn();
  keys.addEventListener("change", () => setKeys(keys.checked));
}

function save(url, name, value) {
  const token = $("[name=csrfmiddlewaretoken]")?.value ?? "";
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  fetch(url, { method: "POST", headers, body: JSON.stringify({ [name]: value }) }).catch(() => {});
}

/** Every `data-close` button closes its dialog, and so does a click beside it. */
export function wireDialogs(root) {
  for (const dialog of $$("dialog", root)) {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
    });
  }
}
