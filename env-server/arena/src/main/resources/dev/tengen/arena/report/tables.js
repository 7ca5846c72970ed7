// Tables of a tournament: standings, crosstable, superiority, verdicts and times.

import { html, wideTable, elo, number, percent, likelihood, points, duration, record } from "./elements.js";
import { sparkline } from "./charts.js";
import { endingName } from "./results.js";

const HEAD = { scope: "col" };

/** In a square table, the rank and the name precede the cells. */
const FIRST_CELL = 2;

/** Returns the head of a table. A column without a name gets an empty cell, since an empty heading would be read out. */
function head(...names) {
  const cells = names.map((name) => (name === "" ? html("td") : html("th", HEAD, name)));
  return html("thead", {}, html("tr", {}, ...cells));
}

function cell(text, attributes = {}) {
  return html("td", attributes, text);
}

function player(name) {
  return html("th", { scope: "row", class: "player" }, html("bdi", { title: name }, name));
}

/** The standings, strongest player first. */
export function standingsTable({ rows, is_anchored: isAnchored, confidence }) {
  const lines = rows.map((row) => {
    const count = row.wins + row.draws + row.losses;
    const range = row.is_anchor ? "given" : `${elo(row.elo_lower, isAnchored)} to ${elo(row.elo_upper, isAnchored)}`;
    return html(
      "tr",
      {},
      cell(row.rank, { class: "rank" }),
      player(row.player),
      cell(elo(row.elo, isAnchored), { class: "strong" }),
      cell(range, { class: "quiet" }),
      cell(count === 0 ? "\u2013" : `${points(row.points)} / ${number(count)}`),
      cell(count === 0 ? "\u2013" : percent(row.points / count, 1)),
      cell(record(row)),
      cell(row.superiority_to_next === null ? "" : likelihood(row.superiority_to_next)),
    );
  });
  const names = [
    "",
    "Player",
    "Elo",
    `${percent(confidence)} interval`,
    "Points",
    "Score",
    "W\u2013D\u2013L",
    "Stronger than next",
  ];
  return wideTable("Table of standings", { class: "standings" }, head(...names), html("tbody", {}, ...lines));
}

/**
 * A square table of players by players. `look` returns the text and the share (for the color) of a cell, or null; `describe`
 * returns the sentence below the table for the cell under the pointer or the focus.
 */
function square({ rows }, label, look, describe) {
  const description = html(
    "p",
    { class: "description", "aria-live": "polite" },
    `${label}. Point at a cell, or move through the cells with the arrow keys.`,
  );
  const lines = rows.map((row, y) => {
    const cells = rows.map((column, x) => (x === y ? cell("", { class: "self" }) : shaded(look(y, x))));
    return html("tr", {}, cell(row.rank, { class: "rank" }), player(row.player), ...cells);
  });
  const body = html("tbody", {}, ...lines);
  const show = ({ target }) => {
    const [y, x] = [target.closest("tr")?.sectionRowIndex, target.cellIndex - FIRST_CELL];
    if (x >= 0 && x !== y) description.textContent = describe(y, x);
  };
  for (const event of ["mouseover", "focusin", "click"]) body.addEventListener(event, show);
  goByArrows(body);
  const names = ["", "Player", ...rows.map((row) => String(row.rank))];
  return html("div", {}, wideTable(label, { class: "square" }, head(...names), body), description);
}

function shaded({ text, share }) {
  if (share === null) return cell(text, { tabindex: -1 });
  return cell(text, { class: share < 0.5 ? "share low" : "share", "--share": strength(share), tabindex: -1 });
}

/** The strength of a cell's color: the distance of a share from a half. */
function strength(share) {
  return `${Math.round(Math.abs(share - 0.5) * 130)}%`;
}

/** Puts one cell of a square table into the tab order; arrow keys move the focus from there. */
function goByArrows(body) {
  const at = (y, x) => (x < 0 ? undefined : body.rows[y]?.cells[x + FIRST_CELL]);
  at(0, 1)?.setAttribute("tabindex", 0);
  body.addEventListener("keydown", (event) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!step || event.target.tagName !== "TD") return;
    event.preventDefault();
    let y = event.target.parentElement.sectionRowIndex + step[0];
    let x = event.target.cellIndex - FIRST_CELL + step[1];
    if (y === x) [y, x] = [y + step[0], x + step[1]];
    const next = at(y, x);
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}

/** The total of the games with both colors: points and number of games. */
function sum({ as_black: asBlack, as_white: asWhite }) {
  const [wins, draws, losses] = ["wins", "draws", "losses"].map((name) => asBlack[name] + asWhite[name]);
  return { wins, draws, losses, points: wins + draws / 2, count: wins + draws + losses };
}

/** The crosstable: points of each player against each other one. */
export function crosstable(standings) {
  const { rows, crosstable: cells } = standings;
  const look = (y, x) => {
    if (cells[y][x] === null) return { text: "", share: null };
    const all = sum(cells[y][x]);
    return { text: `${points(all.points)}\u2009/\u2009${number(all.count)}`, share: all.points / all.count };
  };
  const describe = (y, x) => {
    const [one, other] = [rows[y].player, rows[x].player];
    if (cells[y][x] === null) return `${one} and ${other} have not met.`;
    const { as_black: asBlack, as_white: asWhite } = cells[y][x];
    const all = sum(cells[y][x]);
    const colors = `with Black ${record(asBlack)}, with White ${record(asWhite)}`;
    return `${one} against ${other}: ${points(all.points)} of ${number(all.count)}, ${record(all)} (won\u2013drawn\u2013lost); ${colors}.`;
  };
  return square(standings, "Points of games", look, describe);
}

/** The probability that one player is stronger than the other. */
export function superiorityTable(standings) {
  const { rows, superiority } = standings;
  const look = (y, x) => ({ text: likelihood(superiority[y][x]).replace(/\u202f%?/g, ""), share: superiority[y][x] });
  const describe = (y, x) =>
    `${rows[y].player} is stronger than ${rows[x].player} with a probability of ${likelihood(superiority[y][x])}.`;
  return square(standings, "Likelihood of superiority", look, describe);
}

/** How each player's games ended: won, lost, drawn or void, by verdict. */
export function verdictTable(players, counts) {
  const total = (verdict) => {
    const ofVerdict = counts.filter((count) => count.verdict === verdict);
    return ofVerdict.reduce((sum, count) => sum + count.wins + count.losses + count.draws + count.voids, 0);
  };
  const verdicts = [...new Set(counts.map((count) => count.verdict))].sort((one, other) => total(other) - total(one));
  const lines = players.map((name) => {
    const cells = verdicts.map((verdict) => {
      const count = counts.find((one) => one.player === name && one.verdict === verdict);
      return count === undefined ? cell("\u00b7", { class: "quiet" }) : cell(verdictWords(count));
    });
    return html("tr", {}, player(name), ...cells);
  });
  return wideTable(
    "Verdicts",
    { class: "verdicts" },
    head("Player", ...verdicts.map(endingName)),
    html("tbody", {}, ...lines),
  );
}

function verdictWords({ wins, losses, draws, voids }) {
  const parts = [
    [wins, "won", "good"],
    [losses, "lost", "bad"],
    [draws, "drawn", "quiet"],
    [voids, "void", "quiet"],
  ];
  const words = parts
    .filter(([count]) => count > 0)
    .map(([count, name, tone]) => html("span", { class: `count ${tone}` }, html("b", {}, number(count)), ` ${name}`));
  return html("span", { class: "counts" }, ...words);
}

/** The time that each player took per move and per game. */
export function timesTable(times) {
  const lines = times.map((time) => {
    const sample = (of, what) => [
      cell(sparkline(of.histogram_us, `Time per ${what} of ${time.player}`), { class: "picture" }),
      cell(duration(of.median_us), { class: "strong" }),
      cell(duration(of.percentile95_us)),
      cell(duration(of.max_us)),
    ];
    return html("tr", {}, player(time.player), ...sample(time.per_move, "move"), ...sample(time.per_game, "game"));
  });
  const groups = html(
    "tr",
    { class: "groups" },
    html("td"),
    html("th", { colspan: 4, scope: "colgroup" }, scale("Time per move", times[0].per_move)),
    html("th", { colspan: 4, scope: "colgroup" }, scale("Time per game", times[0].per_game)),
  );
  const names = ["Player", "", "median", "95\u202f%", "longest", "", "median", "95\u202f%", "longest"];
  const table = head(...names);
  table.prepend(groups);
  return wideTable("Times", { class: "times" }, table, html("tbody", {}, ...lines));
}

function scale(name, { histogram_us: { edges } }) {
  return `${name}, ${duration(edges[0])} to ${duration(edges.at(-1))}`;
}
