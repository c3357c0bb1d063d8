// Small manners of every page; each page works without them.

const menus = () => document.querySelectorAll("details.menu[open]");

document.addEventListener("click", ({ target }) => {
  for (const menu of menus()) if (!menu.contains(target)) menu.open = false;
  target.closest?.("[data-dismiss]")?.closest("li")?.remove();
  const copy = target.closest?.("[data-copy]");
  if (copy) copyText(copy);
  const opener = target.closest?.("[data-dialog]");
  if (opener) document.getElementById(opener.dataset.dialog)?.showModal();
});

document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const menu of menus()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// A form is sent once, however often its button is pressed, and asks first where it says `data-confirm`.
document.addEventListener("submit", (event) => {
  const form = event.target;
  const question = (event.submitter?.dataset.confirm ?? form.dataset.confirm) || "";
  if (form.dataset.sent || (question && !confirm(question))) event.preventDefault();
  else if (form.method === "post" && !event.defaultPrevented && !usesHtmx(form)) form.dataset.sent = "1";
});

// A notice is closed without loading the page anew; it goes once that is kept, so that no next page shows it again.
document.addEventListener("submit", async (event) => {
  const notice = event.target.closest(".notice");
  if (!notice) return;
  event.preventDefault();
  const form = { method: "POST", body: new FormData(event.target), redirect: "manual", keepalive: true };
  await fetch(event.target.action, form).catch(() => {});
  const notices = notice.parentElement;
  notice.remove();
  if (!notices.children.length) notices.remove();
  document.getElementById("main").focus();
});

window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

const usesHtmx = (form) => ["hx-post", "hx-put", "hx-patch", "hx-delete"].some((name) => form.hasAttribute(name));

// Copies the text of the field `data-copy` names. Plain http has no clipboard: then the text is selected for the hand.
async function copyText(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  button.dataset.copied = "1";
  if (button.dataset.done) button.textContent = button.dataset.done;
}

// <time datetime="…" data-local> in the reader's own time zone; `data-until`: from then to that.
const localTimes = (root) => {
  for (const time of root.querySelectorAll("time[data-local]")) {
    const format = new Intl.DateTimeFormat(document.documentElement.lang, {
      dateStyle: time.dataset.local || "medium",
      timeStyle: "short",
    });
    const from = new Date(time.dateTime);
    const { until } = time.dataset;
    time.textContent = until ? format.formatRange(from, new Date(until)) : format.format(from);
    time.removeAttribute("data-local");
  }
};

localTimes(document);

// Days that are asked for are the reader's days.
document.addEventListener("formdata", ({ target, formData }) => {
  const asked = [...formData.keys()].some((name) => ["since", "until"].includes(name) && formData.get(name));
  if ("days" in target.dataset && asked) formData.set("zone", Intl.DateTimeFormat().resolvedOptions().timeZone);
});
document.addEventListener("htmx:load", ({ target }) => localTimes(target));
