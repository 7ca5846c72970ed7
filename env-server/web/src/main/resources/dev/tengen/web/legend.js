// What the colors and shapes of an overlay mean.

import { make } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

/** For each overlay its signs: a shape, the classes of the board's style sheet, and the meaning. */
const LEGENDS = {
  score: [
    ["square", "owner black", "Black's area"],
    ["square", "owner white", "White's area"],
  ],
  legal: [
    ["dot", "mark dot legal", "may be played"],
    ["cross", "mark cross illegal", "empty, but may not be played"],
  ],
  races: [
    ["circle", "mark first", "Black's own liberty"],
    ["circle", "mark second", "White's own liberty"],
    ["square", "mark plain", "liberty in an eye"],
    ["triangle", "mark plain", "more than a liberty: read out"],
    ["diamond", "mark plain", "shared liberty"],
    ["dot", "mark dot good", "green: the winning first move"],
  ],
  analysis: [
    ["cell", "value positive", "positive: Black, or high"],
    ["cell", "value negative", "negative: White"],
  ],
  plane: [["cell", "value positive", "1; points without color are 0"]],
};

const SHAPES = {
  dot: ["circle", { cx: 12, cy: 12, r: 5 }],
  circle: ["circle", { cx: 12, cy: 12, r: 7 }],
  square: ["rect", { x: 6, y: 6, width: 12, height: 12, rx: 2 }],
  cell: ["rect", { x: 2, y: 2, width: 20, height: 20 }],
  triangle: ["path", { d: "M12 4l8 14h-16z" }],
  diamond: ["path", { d: "M12 3l9 9l-9 9l-9 -9z" }],
  cross: ["path", { d: "M6 6l12 12m0 -12l-12 12" }],
};

/** Returns the legend of an overlay; empty for one without signs. */
export function legend(kind) {
  const lines = (LEGENDS[kind] ?? []).map(([shape, look, meaning]) => make("li", {}, sign(shape, look), meaning));
  return make("ul", { className: "legend", ariaLabel: "Legend", hidden: lines.length === 0 }, ...lines);
}

/** Returns a sign as it is drawn on the board. */
function sign(shape, look) {
  const [tag, place] = SHAPES[shape];
  const svg = element("svg", { class: "tengen-board sign", viewBox: "0 0 24 24", "aria-hidden": "true" });
  svg.append(element("rect", { class: "sign-wood", width: 24, height: 24, rx: 4 }), element(tag, { class: look, ...place }));
  return svg;
}

function element(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
