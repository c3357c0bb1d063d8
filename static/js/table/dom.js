// Small helpers to build and find elements; styles go through CSSOM, as the site's CSP wants it.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. In `props`: `class`, `data` (data-*), `vars` (custom properties), `on` (listeners); a boolean sets or
 * leaves out the attribute, null leaves it out; the rest are attributes. Children: nodes, texts, lists, null.
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(element, name, value);
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function set(element, name, value) {
  if (name === "class") element.className = value;
  else if (name === "data") for (const [key, each] of Object.entries(value)) setData(element, key, each);
  else if (name === "vars")
    for (const [key, each] of Object.entries(value)) element.style.setProperty(`--${key}`, each);
  else if (name === "on")
    for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
  else setAttribute(element, name, value);
}

/** Boolean and missing values of `aria-*` are words; elsewhere they say whether the attribute is there. */
export function setAttribute(element, name, value) {
  if (name.startsWith("aria-") && typeof value === "boolean") element.setAttribute(name, String(value));
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : value);
}

/** data-`key`, taken away when `value` is null or false. */
export function setData(element, key, value) {
  if (value === null || value === undefined || value === false) delete element.dataset[key];
  else element.dataset[key] = value === true ? "" : value;
}

const ICONS = {
  bot: "M12 3v3M6 8h12a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM9 12v2M15 12v2M2 12v3M22 12v3",
  check: "M5 12.5l4.5 4.5L19 7.5",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.1M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z",
  log: "M5 6h14M5 12h14M5 18h9",
  mute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4ZM16 9.5l5 5M21 9.5l-5 5",
  score: "M4 4h16v16H4zM4 10h16M10 4v16",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4ZM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  close: "M6 6l12 12M18 6L6 18",
  clock: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16ZM12 8v4.5l3 2",
  turn: "M4 12a8 8 0 0 1 13.7-5.6L20 9M20 4v5h-5",
  leave: "M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M10 8l-4 4 4 4M6 12h9",
  shield: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6l7-3ZM9 12l2.2 2.2L15.5 10",
};

/** A line drawing for a button; says nothing by itself. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Puts `children` in place of what `element` holds. */
export function fillWith(element, ...children) {
  element.replaceChildren(
    ...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Where `element` is on the screen, or null when it is not shown. */
export function boxOf(element) {
  const box = element?.getBoundingClientRect();
  return box && box.width ? box : null;
}
