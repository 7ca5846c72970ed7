// The standings of a tournament, and who scored against whom.

import { link } from "./dom.js";
import { likelihood } from "./elements.js";
import { queryText } from "./permalink.js";
import { row, table } from "./table.js";

/** Returns the standings of the tournament with a key. The `players` without a counted game come last; before the first one, `standings` is undefined. */
export function standingsTable(key, players, standings) {
  const lines = standings?.rows ?? [];
  const links = new Map(players.map((player) => [player.name, link(`/tournament/${key}/player/${player.key}`, player.name)]));

  const [low, high] = [
    Math.min(...lines.map((line) => line.elo_lower)),
    Math.max(...lines.map((line) => line.elo_upper)),
  ];
  const names = [
    ["#"],
    ["Player", "name"],
    ["Elo"],
    ["95 % interval"],
    ["Scale", "interval"],
    ["Points"],
    ["Games"],
    ["Wins"],
    ["Draws"],
    ["Losses"],
    ["Stronger than next"],
  ];
  const rows = lines.map((line) =>
    row([
      [String(line.rank)],
      [links.get(line.player) ?? line.player, "name full"],
      [line.elo.toFixed(0)],
      [range(line)],
      [interval(line, low, high), "interval"],
      [String(line.points)],
      [String(line.wins + line.draws + line.losses)],
      [String(line.wins)],
      [String(line.draws)],
      [String(line.losses)],
      [line.superiority_to_next === null ? "–" : likelihood(line.superiority_to_next)],
    ]),
  );
  const rated = new Set(lines.map((line) => line.player));
  const others = players.filter(({ name }) => !rated.has(name));
  return table(names, [...rows, ...others.map(({ name }) => waitingRow(links.get(name), names.length))]);
}

/** Returns in words who is rated highest, and how sure it is that nobody is stronger; empty before two players have a rating. */
export function leaderWords(standings) {
  const [first, second, ...others] = standings?.rows ?? [];
  if (!second) return "";
  const given = first.is_anchor ? "given" : `95 %: ${ends(first)}`;
  const lead = `${first.player} is rated highest, at Elo ${first.elo.toFixed(0)} (${given}).`;
  if (first.superiority_to_next !== undefined) {
    return `${lead} It is stronger than the next, ${second.player}, with a likelihood of ${likelihood(first.superiority_to_next)}.`;
  }
  const next = `${second.player} (${range(second)})`;
  const reaches = (row) => first.elo_lower <= row.elo_upper;
  const notCertain = "so who is stronger is not certain.";
  if (reaches(second)) {
    if (first.is_anchor) return `${lead} The interval of the next, ${next}, reaches it, ${notCertain}`;
    return `${lead} Its interval overlaps that of the next, ${next}, ${notCertain}`;
  }
  const clear = `${lead} ${first.is_anchor ? "This" : "Its interval"} lies above that of the next, ${next}`;
  const wide = others.filter(reaches);
  if (wide.length === 0) return `${clear}.`;
  const names = wide.length === 1 ? `interval of ${wide[0].player} reaches` : `intervals of ${wide.length} others reach`;
  return `${clear}, but the wider ${names} it, ${notCertain}`;
}

/** Returns the interval of a rating, or "given" for the rating of an anchor. */
export function range(row) {
  return row.is_anchor ? "given" : ends(row);
}

function ends({ elo_lower: lower, elo_upper: upper }) {
  return `${lower.toFixed(0)} … ${upper.toFixed(0)}`;
}

function waitingRow(name, columnCount) {
  const empty = new Array(columnCount - 2).fill(["–"]);
  return row([["–"], [name, "name full"], ...empty]);
}

/** Draws a rating and its interval on the scale of all players, from `low` to `high`. */
export function interval({ elo, elo_lower: lower, elo_upper: upper }, low, high) {
  const place = (value) => (high === low ? 50 : (100 * (value - low)) / (high - low));
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "interval");
  svg.setAttribute("viewBox", "-4 0 108 12");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", `M${place(lower)} 6H${place(upper)}M${place(elo)} 1V11`);
  svg.append(path);
  return svg;
}

/** Returns the crosstable of the tournament with a key. A cell is a link to the games of the two players. */
export function crosstable(key, { rows: lines, crosstable: cells }) {
  const names = [["#"], ["Player", "name"], ...lines.map((line) => [String(line.rank)])];
  const rows = lines.map((line, index) =>
    row([
      [String(line.rank)],
      [line.player, "name full"],
      ...cells[index].map((cell, other) => crosstableCell(cell, key, line.player, lines[other].player)),
    ]),
  );
  return table(names, rows);
}

/** Returns a link to the games of two players. Screen readers get the names after the text of the link. */
export function pairLink(path, text, player, opponent) {
  const games = link(path, text);
  games.ariaLabel = `${text}: games of ${player} against ${opponent}`;
  return games;
}

/** Returns the link and the shade of a cell; two who have not met have no cell. */
function crosstableCell(cell, key, player, opponent) {
  if (cell === null) return ["·", "none"];
  const { as_black: black, as_white: white } = cell;
  const total = (name) => black[name] + white[name];
  const points = total("wins") + total("draws") / 2;
  const games = total("wins") + total("draws") + total("losses");
  const query = queryText([
    ["player", player],
    ["opponent", opponent],
  ]);
  return [pairLink(`/tournament/${key}${query}`, `${points} / ${games}`, player, opponent), shade(points, games)];
}

function shade(points, games) {
  if (points * 2 === games) return "even";
  return points * 2 > games ? "ahead" : "behind";
}
