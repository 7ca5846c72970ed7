// Turning the pages of a long list.

import { make } from "./dom.js";

/** The number of entries on a page. */
export const PAGE = 50;

/** Returns the buttons for a list of `total` entries shown from an index on; none if all are shown. `turn` gets another index. */
export function pageButtons(total, from, turn) {
  if (total <= PAGE && from === 0) return [];
  return [
    ["Newer", from - PAGE],
    ["Older", from + PAGE],
  ].map(([text, other]) => {
    const button = make("button", { type: "button", disabled: other < 0 || other >= total }, text);
    button.addEventListener("click", () => turn(other));
    return button;
  });
}

/** Returns a time as text, such as "1/2/26, 3:04 PM". */
export function timeWords(time) {
  return new Date(time).toLocaleString(undefined, { dateStyle: "short", timeStyle: "short" });
}
