// Ratings with their intervals, drawn over the games of a tournament.

import { make } from "./dom.js";
import { drawToFit } from "./elements.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 300;
const LEFT = 62;
const TOP = 26;
const BOTTOM = 46;
const RIGHT = 20;

/** The least distances of two numbers at an axis. */
const ROW = 44;
const COLUMN = 72;

/** Returns the chart of ratings, a list of `{game_count, elo, elo_lower, elo_upper}`, with `label` as its accessible name. */
export function ratingChart(course, label) {
  return ratingsChart([course], label);
}

/**
 * Returns the chart of the ratings of several players, the first one in front. It is as wide as its place. Line `n` has the class
 * `line-n`, as `lineSample` has.
 */
export function ratingsChart(courses, label) {
  return drawToFit(make("div", { className: "chart-place" }), (width) => drawn(courses, label, width));
}

function drawn(courses, label, width) {
  const points = courses.flat();
  const low = Math.min(...points.map((point) => point.elo_lower));
  const high = Math.max(...points.map((point) => point.elo_upper));
  const last = Math.max(1, ...points.map((point) => point.game_count));
  const bottom = HEIGHT - BOTTOM;
  const right = width - RIGHT;
  const x = (gameCount) => LEFT + (gameCount / last) * (right - LEFT);
  const y = (elo) => bottom - ((elo - low) / (high - low || 1)) * (bottom - TOP);
  const chart = draw("svg", { class: "chart", viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img", "aria-label": label });
  for (const elo of ratingTicks(low, high, bottom - TOP)) {
    chart.append(draw("path", { class: "chart-grid", d: `M${LEFT} ${y(elo)}H${right}` }));
    chart.append(draw("text", { x: LEFT - 10, y: y(elo) + 4, "text-anchor": "end" }, number(elo)));
  }
  for (const gameCount of gameTicks(last, right - LEFT)) {
    chart.append(draw("path", { class: "chart-grid", d: `M${x(gameCount)} ${bottom}v6` }));
    chart.append(draw("text", { x: x(gameCount), y: bottom + 20, "text-anchor": "middle" }, number(gameCount)));
  }
  const lines = courses.map((course, index) => {
    const at = (point, elo) => `${x(point.game_count)} ${y(elo)}`;
    const upper = course.map((point) => at(point, point.elo_upper));
    const lower = course.map((point) => at(point, point.elo_lower)).reverse();
    const line = course.map((point) => at(point, point.elo));
    const [end] = course.slice(-1);
    return draw(
      "g",
      { class: `line-${index}` },
      draw("path", { class: "chart-band", d: `M${[...upper, ...lower].join("L")}Z` }),
      draw("path", { class: "chart-line", d: `M${line.join("L")}` }),
      draw("circle", { class: "chart-dot", cx: x(end.game_count), cy: y(end.elo), r: 4 }),
    );
  });
  chart.append(
    ...lines.reverse(),
    draw("path", { class: "chart-grid", d: `M${LEFT} ${TOP}V${bottom}H${right}` }),
    draw("text", { class: "chart-title", x: LEFT - 10, y: 14, "text-anchor": "end" }, "Elo"),
    draw("text", { class: "chart-title", x: right, y: HEIGHT - 6, "text-anchor": "end" }, "games of all players"),
  );
  return chart;
}

/** Returns a short piece of line `index` of a chart, for its legend. */
export function lineSample(index) {
  const attributes = { class: `chart sample line-${index}`, viewBox: "0 0 36 12", "aria-hidden": "true" };
  return draw("svg", attributes, draw("path", { class: "chart-line", d: "M2 6H34" }));
}

/** Returns the round ratings within a range to write at an axis of this length in pixels. */
export function ratingTicks(low, high, length) {
  return multiples(low, high, Math.max(2, Math.floor(length / ROW)));
}

/** Returns the round numbers of games up to the last one to write at an axis of this length in pixels. */
export function gameTicks(last, length) {
  return multiples(0, last, Math.max(2, Math.floor(length / COLUMN)));
}

/** Returns the multiples of a round step within a range, at most `most` and one more. */
function multiples(low, high, most) {
  const least = Math.max(1, (high - low) / most);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least * (1 - 1e-9));
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step);
}

function number(value) {
  return value.toLocaleString("en").replace("-", "\u2212");
}

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
