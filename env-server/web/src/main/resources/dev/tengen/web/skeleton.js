// What a view shows while its content is being loaded.

import { make } from "./dom.js";

/** Returns bars in the place of a table with this many rows. */
export function skeletonTable(rowCount = 6) {
  return skeleton("skeleton-rows", rowCount);
}

/** Returns boxes in the place of this many cards. */
export function skeletonCards(cardCount = 4) {
  return skeleton("skeleton-cards", cardCount);
}

/** Returns a box in the place of a chart or a board. */
export function skeletonBox() {
  return skeleton("skeleton-box", 1);
}

function skeleton(className, count) {
  const bars = Array.from({ length: count }, () => make("div", { className: "bar" }));
  const words = make("span", { className: "unseen" }, "Loading");
  return make("div", { className: `skeleton ${className}`, role: "status" }, words, ...bars);
}

/** Returns what a list says that has nothing to show: a sentence, and ways to change that, such as links. */
export function emptyState(words, ...ways) {
  const row = ways.length === 0 ? null : make("div", { className: "row" }, ...ways);
  return make("div", { className: "empty" }, make("p", {}, words), row);
}
