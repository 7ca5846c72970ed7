// Charts in SVG that fill the available width. Colors come from report.css.

import { svg, elo, number, duration } from "./elements.js";

const ROW = 34;
const AXIS = 30;

/** Returns about `count` round numbers from below `min` to above `max`. */
export function ticks(min, max, count) {
  const rough = (max - min || 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const first = Math.floor(min / step);
  const last = Math.ceil(max / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function clipped(text, width) {
  const length = Math.max(3, Math.floor(width / 7.2));
  const letters = Array.from(text.replace(/\s+/g, " "));
  return letters.length > length ? `${letters.slice(0, length - 1).join("")}\u2026` : letters.join("");
}

/** Draws each player's rating as a dot on its interval. */
export function ladder(standings, width) {
  const { rows } = standings;
  const names = Math.min(220, Math.max(84, width * 0.26));
  const values = ticks(
    Math.min(...rows.map((row) => row.elo_lower)),
    Math.max(...rows.map((row) => row.elo_upper)),
    width < 500 ? 3 : 7,
  );
  const [low, high] = [values[0], values.at(-1)];
  const x = (value) => names + 16 + ((value - low) / (high - low)) * (width - names - 40);
  const bottom = rows.length * ROW + 8;
  const label = `Ratings with intervals, from ${elo(low, true)} to ${elo(high, true)} Elo`;
  const chart = svg("svg", { class: "chart ladder", width, height: bottom + AXIS, role: "img", "aria-label": label });
  for (const value of values) {
    chart.append(
      svg("line", { class: value === 0 ? "rule zero" : "rule", x1: x(value), x2: x(value), y1: 4, y2: bottom }),
      svg("text", { class: "tick", x: x(value), y: bottom + 20 }, elo(value, standings.is_anchored)),
    );
  }
  rows.forEach((row, index) => chart.append(rung(row, index, { x, names, standings })));
  return chart;
}

function rung(row, index, { x, names, standings }) {
  const y = index * ROW + ROW / 2 + 4;
  const words = `${row.player}: ${elo(row.elo, standings.is_anchored)}, from ${elo(row.elo_lower, true)} to ${elo(row.elo_upper, true)}`;
  const ends = [row.elo_lower, row.elo_upper].map((value) => {
    return svg("line", { class: "whisker", x1: x(value), x2: x(value), y1: y - 5, y2: y + 5 });
  });
  const diamond = `M${x(row.elo)} ${y - 8}l8 8l-8 8l-8 -8z`;
  return svg(
    "g",
    { class: row.is_anchor ? "rung anchor" : "rung" },
    svg("title", {}, words),
    svg("text", { class: "name", x: names, y }, clipped(row.player, names)),
    svg("line", { class: "interval", x1: x(row.elo_lower), x2: x(row.elo_upper), y1: y, y2: y }),
    ...ends,
    row.is_anchor
      ? svg("path", { class: "mark", d: diamond })
      : svg("circle", { class: "mark", cx: x(row.elo), cy: y, r: 6.5 }),
  );
}

/** Draws a histogram of the lengths of games. */
export function lengths({ edges, counts }, width) {
  const [left, height, top] = [40, 190, 12];
  const most = Math.max(...counts);
  const values = ticks(0, most, 4).filter((value) => Number.isInteger(value));
  const y = (count) => top + (1 - count / values.at(-1)) * (height - top);
  const bar = Math.max(1, (width - left - 12) / counts.length); // An element may be narrower than the axis.
  const label = `Lengths of games, from ${edges[0]} to ${edges.at(-1) - 1} moves`;
  const chart = svg("svg", { class: "chart", width, height: height + AXIS, role: "img", "aria-label": label });
  for (const value of values) {
    chart.append(
      svg("line", { class: "rule", x1: left, x2: width - 12, y1: y(value), y2: y(value) }),
      svg("text", { class: "tick end", x: left - 8, y: y(value) + 4 }, number(value)),
    );
  }
  const every = Math.ceil((counts.length * 44) / (width - left));
  counts.forEach((count, index) => {
    const [from, to] = [edges[index], edges[index + 1] - 1];
    const range = from === to ? `${from} moves` : `${from} to ${to} moves`;
    const x = left + index * bar;
    const box = {
      x: x + 1,
      y: y(count),
      width: Math.max(1, bar - 2),
      height: height - y(count),
      rx: Math.min(3, bar / 4),
    };
    chart.append(svg("rect", { class: "bar", ...box }, svg("title", {}, `${range}: ${number(count)}`)));
    if (index % every === 0) chart.append(svg("text", { class: "tick start", x, y: height + 20 }, from));
  });
  return chart;
}

/** Draws a small histogram of times. All of them have the same scale. */
export function sparkline({ edges, counts }, name) {
  const [width, height] = [168, 34];
  const bar = width / counts.length;
  const most = Math.max(...counts);
  const chart = svg("svg", {
    class: "chart spark",
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": name,
  });
  counts.forEach((count, index) => {
    // A nonzero count is always visible.
    const tall = count === 0 ? 0 : Math.max(1.5, (count / most) * (height - 2));
    const words = `${duration(edges[index])} to ${duration(edges[index + 1])}: ${number(count)}`;
    const place = { x: index * bar + 0.5, width: bar - 1 };
    chart.append(
      svg(
        "g",
        {},
        svg("rect", { class: "hover", ...place, y: 0, height }),
        svg("rect", { class: "bar", ...place, y: height - tall, height: tall, rx: 1 }),
        svg("title", {}, words),
      ),
    );
  });
  chart.append(svg("line", { class: "base", x1: 0, x2: width, y1: height - 0.5, y2: height - 0.5 }));
  return chart;
}

/** Draws the course of a sequential test between its bounds. */
export function course(test, width) {
  const [left, height, top] = [46, 220, 14];
  const values = test.course;
  const low = Math.min(test.lower_bound, ...values) - 0.3;
  const high = Math.max(test.upper_bound, ...values) + 0.3;
  const x = (index) => left + (index / Math.max(1, values.length - 1)) * (width - left - 16);
  const y = (value) => top + ((high - value) / (high - low)) * (height - top);
  const label = `Log-likelihood ratio after each observation, now ${number(values.at(-1), 2)}`;
  const chart = svg("svg", { class: "chart course", width, height: height + AXIS, role: "img", "aria-label": label });
  const lines = [
    [test.upper_bound, "rule bound good"],
    [0, "rule zero"],
    [test.lower_bound, "rule bound bad"],
  ];
  for (const [value, look] of lines) {
    chart.append(
      svg("line", { class: look, x1: left, x2: width - 16, y1: y(value), y2: y(value) }),
      svg("text", { class: "tick end", x: left - 8, y: y(value) + 4 }, number(value, 2)),
    );
  }
  chart.append(
    svg("polyline", { class: "line", points: values.map((value, index) => `${x(index)},${y(value)}`).join(" ") }),
  );
  chart.append(svg("circle", { class: "mark", cx: x(values.length - 1), cy: y(values.at(-1)), r: 4.5 }));
  for (const value of ticks(0, values.length - 1, width < 500 ? 3 : 6)) {
    if (value > values.length - 1 || !Number.isInteger(value)) continue;
    chart.append(svg("text", { class: "tick", x: x(value), y: height + 20 }, number(value)));
  }
  return chart;
}
