// Ratings with their intervals, drawn over the games of a tournament.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 640;

/** The width of the drawing on a phone, so that the page does not shrink its text. */
const PHONE_WIDTH = 340;
const PHONE = "(max-width: 40rem)";
const HEIGHT = 240;
const LEFT = 52;
const BOTTOM = 30;
const MARGIN = 12;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
const MAX_LINES = 5;

/** Returns the chart of ratings, a list of `{game_count, elo, elo_lower, elo_upper}`, with `label` as its accessible name. */
export function ratingChart(course, label) {
  return ratingsChart([course], label);
}

/** Returns the chart of the ratings of several players, the first one in front. Line `n` has the class `line-n`, as `lineSample` has. */
export function ratingsChart(courses, label) {
  const width = matchMedia(PHONE).matches ? PHONE_WIDTH : WIDTH;
  const points = courses.flat();
  const low = Math.min(...points.map((point) => point.elo_lower));
  const high = Math.max(...points.map((point) => point.elo_upper));
  const last = Math.max(...points.map((point) => point.game_count));
  const x = (point) => LEFT + (point.game_count / last) * (width - LEFT - MARGIN);
  const y = (elo) => HEIGHT - BOTTOM - ((elo - low) / (high - low || 1)) * (HEIGHT - BOTTOM - MARGIN);
  const chart = draw("svg", { class: "chart", viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label });
  for (const elo of levels(low, high)) {
    chart.append(draw("path", { class: "chart-grid", d: `M${LEFT} ${y(elo)}H${width - MARGIN}` }));
    chart.append(draw("text", { x: LEFT - 8, y: y(elo) + 4, "text-anchor": "end" }, String(elo)));
  }
  const lines = courses.map((course, index) => {
    const upper = course.map((point) => `${x(point)} ${y(point.elo_upper)}`);
    const lower = course.map((point) => `${x(point)} ${y(point.elo_lower)}`).reverse();
    const line = course.map((point) => `${x(point)} ${y(point.elo)}`);
    const [end] = course.slice(-1);
    return draw(
      "g",
      { class: `line-${index}` },
      draw("path", { class: "chart-band", d: `M${[...upper, ...lower].join("L")}Z` }),
      draw("path", { class: "chart-line", d: `M${line.join("L")}` }),
      draw("circle", { class: "chart-dot", cx: x(end), cy: y(end.elo), r: 4 }),
    );
  });
  chart.append(
    ...lines.reverse(),
    draw("text", { x: LEFT, y: HEIGHT - 8 }, "0 games"),
    draw("text", { x: width - MARGIN, y: HEIGHT - 8, "text-anchor": "end" }, String(last)),
  );
  return chart;
}

/** Returns a short piece of line `index` of a chart, for its legend. */
export function lineSample(index) {
  const attributes = { class: `chart sample line-${index}`, viewBox: "0 0 36 12", "aria-hidden": "true" };
  return draw("svg", attributes, draw("path", { class: "chart-line", d: "M2 6H34" }));
}

/** Returns a few round numbers between two. */
function levels(low, high) {
  const step = STEPS.find((size) => (high - low) / size <= MAX_LINES) ?? STEPS.at(-1);
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, index) => first + index * step);
}

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
