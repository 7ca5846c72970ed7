// What keys do while a game is shown.

import { make } from "./dom.js";

const KEYS = [
  [["←", "→"], "one move back, one move forward"],
  [["Page up", "Page down"], "ten moves back, ten moves forward"],
  [["Home", "End"], "to the start, to the end"],
  [["↑", "↓"], "while you try moves: to the variation above, below"],
  [["Delete"], "while you try moves: delete from here"],
  [["Tab"], "to the next control; the board is one of them while you play"],
  [["Arrows", "Enter"], "on the board: from point to point, play there"],
];

/** Returns a list of the keys that opens on demand. Devices without a keyboard, as far as a browser knows, do not show it. */
export function keyList() {
  const rows = KEYS.flatMap(([keys, effect]) => [
    make("dt", {}, ...keys.flatMap((key) => [make("kbd", {}, key), " "])),
    make("dd", {}, effect),
  ]);
  return make("details", { className: "keys" }, make("summary", {}, "Keys"), make("dl", { className: "facts" }, ...rows));
}
