// Manners of an event's pages; each page works without them.

// -- printing, finding a name, a file into a field ---------------------------------------------------------

document.addEventListener("click", ({ target }) => {
  if (target.closest?.("[data-print]")) window.print();
});

document.addEventListener("input", ({ target }) => {
  if (!target.dataset?.filter) return;
  const wanted = target.value.trim().toLowerCase();
  for (const line of document.querySelectorAll(`${target.dataset.filter} [data-name]`)) {
    line.hidden = !line.dataset.name.includes(wanted);
  }
});

document.addEventListener("change", async ({ target }) => {
  const field = target.dataset?.into && document.getElementById(target.dataset.into);
  if (field && target.files[0]) field.value = [field.value.trim(), await target.files[0].text()].filter(Boolean).join("\n");
});

// -- clocks: what is left until the time in `data-countdown` ----------------------------------------------

const twoDigits = (number) => String(number).padStart(2, "0");

const left = (until) => {
  const seconds = Math.max(0, Math.round((until - Date.now()) / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${twoDigits(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`;
};

const tick = () => {
  for (const clock of document.querySelectorAll("[data-countdown]")) {
    const until = new Date(clock.dataset.countdown);
    clock.textContent = left(until);
    clock.toggleAttribute("data-up", until <= Date.now());
  }
};

setInterval(tick, 1000);
tick();

// -- what htmx draws again: lines stay open, and nothing is taken from under the fingers --------------------

const open = new Set();

const isBusy = (part) =>
  part.contains(document.activeElement) && document.activeElement.matches("input, textarea, summary") ||
  [...part.querySelectorAll("input:not([type=hidden])")].some((input) => input.value !== input.defaultValue) ||
  part.querySelector("details.menu[open]");

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.matches("[data-pause-typing]") && isBusy(event.target)) event.preventDefault();
});

document.addEventListener("htmx:beforeSwap", ({ target }) => {
  open.clear();
  for (const line of target.querySelectorAll("details[id][open]")) open.add(line.id);
});

document.addEventListener("htmx:afterSwap", () => {
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  tick();
});

// -- start and end are typed in the organiser's own time; the end keeps its distance when the start moves ------

const starts = document.querySelector("input[name=starts_at]");
const ends = document.querySelector("input[name=ends_at]");
const zone = starts?.form.querySelector("[name=zone]");

// The value of a field as if it were UTC, so that no zone comes in between.
const typed = (field) => (field.value ? Date.parse(`${field.value}Z`) : NaN);
const type = (field, at) => {
  field.value = new Date(at).toISOString().slice(0, 16);
};

if (zone) {
  if (!zone.value) {
    for (const field of [starts, ends]) {
      if (field.value) type(field, typed(field) - new Date(typed(field)).getTimezoneOffset() * 60_000);
    }
  }
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  let lasts = typed(ends) - typed(starts) || Number(ends.dataset.lasts) * 1000;
  ends.addEventListener("change", () => {
    lasts = typed(ends) - typed(starts);
  });
  starts.addEventListener("change", () => {
    if (lasts > 0 && starts.value) type(ends, typed(starts) + lasts);
  });
}
