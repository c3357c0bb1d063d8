// Elements by name, attributes and children.
export function el(name, attributes = {}, children = []) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  made.append(...children);
  return made;
}
