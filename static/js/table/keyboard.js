// Keys for the whole table. They work only without Ctrl, Alt or Meta, never in a field, and can be switched off.

const OFF = "lastcard.keys";

export const keysAreOn = () => localStorage.getItem(OFF) !== "off";
export const setKeys = (on) => localStorage.setItem(OFF, on ? "on" : "off");

/** A letter key by what it types, or by its place where the layout types other letters than a-z. */
function nameOf(event) {
  if (event.key.length > 1) return event.key;
  const typed = event.key.toLowerCase();
  if (/[a-zа-яё]/.test(typed) && !/[a-z]/.test(typed)) return event.code.replace("Key", "").toLowerCase();
  return typed;
}

const inField = (element) => element?.closest("input, textarea, select, [contenteditable], dialog[open]");

/**
 * Calls `commands[key]()` for keys pressed on the page; arrows only while nothing but the page or the table has the
 * focus.
 */
export function listenToKeys(commands) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (inField(document.activeElement)) return;
    const command = commands[nameOf(event)];
    if (!command || (event.key.length === 1 && !keysAreOn())) return;
    if (event.key.startsWith("Arrow") && !onPage(document.activeElement)) return;
    if (command(event) === false) return;
    event.preventDefault();
  });
}

const onPage = (element) => !element || element === document.body || element.id === "main";
