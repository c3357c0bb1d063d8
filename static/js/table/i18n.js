// The strings of Django's JavaScriptCatalog, loaded before this as a plain script.

export const { gettext, ngettext, pgettext } = window;

/** `template` with its `%(name)s` places filled. */
export const fill = (template, values) => window.interpolate(template, values, true);

/** Several things in one sentence: "a, b or c" by `joint` = "or", "a, b and c" by "and". */
export function listed(items, joint = "and") {
  const type = joint === "or" ? "disjunction" : "conjunction";
  return new Intl.ListFormat(document.documentElement.lang || "en", { type }).format(items);
}
