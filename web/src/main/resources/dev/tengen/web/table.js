// Tables.

import { make } from "./dom.js";

/** Returns a table; `names` are pairs of the text and the class of a heading. */
export function table(names, rows) {
  const head = make("tr", {}, ...names.map(([text, className = ""]) => make("th", { className, scope: "col" }, text)));
  return make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
}

/** Returns a place for a wide table, which the keyboard can scroll. */
export function tablePlace(name) {
  return make("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: name });
}

/** Replaces what a place shows. A link that has the focus keeps it. */
export function showIn(place, content) {
  const focused = place.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  place.replaceChildren(content);
  if (focused === null) return;
  [...place.querySelectorAll("a")].find((one) => one.getAttribute("href") === focused)?.focus({ preventScroll: true });
}

/** Returns a row of a table; `cells` are pairs of the content and the class of a cell. */
export function row(cells) {
  return make("tr", {}, ...cells.map(([content, className = ""]) => make("td", { className }, content)));
}
