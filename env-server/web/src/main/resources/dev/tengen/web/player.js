// A player of a tournament: its rating in the course of the tournament, its opponents and its games.

import { ratingChart } from "./chart.js";
import { count, link, make, section } from "./dom.js";
import { GameList } from "./gamelist.js";
import { queryText } from "./permalink.js";
import { showProblem } from "./problem.js";
import * as server from "./server.js";
import { skeletonBox, skeletonTable } from "./skeleton.js";
import { pairLink, range } from "./standings.js";
import { row, table, tablePlace } from "./table.js";
import { setTitle } from "./title.js";

const COLUMNS = [["Opponent", "name"], ["Elo"], ["Points"], ["Games"], ["Wins"], ["Draws"], ["Losses"]];

/** Shows the player with a key in the tournament with a key. */
export async function showPlayer(place, key, playerKey) {
  const title = make("h1", {}, "Player");
  const waiting = [skeletonBox(), skeletonTable()];
  place.append(title, ...waiting);
  try {
    const [player, tournament] = await Promise.all([
      server.get(`api/tournaments/${key}/players/${playerKey}`),
      server.get(`api/tournaments/${key}`),
    ]);
    for (const part of waiting) part.remove();
    if (title.isConnected) showParts(place, title, key, player, tournament);
  } catch (error) {
    if (title.isConnected) showProblem(place, "There is no such player.", error.message);
  }
}

function showParts(place, title, key, player, tournament) {
  const { name, course } = player;
  title.textContent = name;
  setTitle(`${name}, ${tournament.name}`);
  const line = tournament.standings?.rows.findIndex((one) => one.player === name) ?? -1;
  const about = make("p", { className: "about" }, `${player.player} in `, link(`/tournament/${key}`, tournament.name));
  about.append(`. ${line < 0 ? "No game has counted yet." : ratingWords(tournament.standings.rows[line])}`);
  const games = new GameList(key, name);
  games.update(tournament.players.map((one) => one.name));
  const others = link(`/tournaments${queryText([["player", name]])}`, `Tournaments with ${name}`);
  place.append(about, make("p", { className: "other-tournaments" }, others));
  if (course.length > 0) {
    const { elo, game_count: gameCount } = course.at(-1);
    const label = `Rating of ${name}: ${elo.toFixed(0)} after ${count(gameCount, "game")} of the tournament`;
    place.append(section("Rating over time", make("div", { className: "panel" }, ratingChart(course, label))));
  }
  if (line >= 0) {
    const opponents = tablePlace("Opponents");
    opponents.append(table(COLUMNS, opponentRows(key, player, tournament, line)));
    games.followLinks(opponents);
    place.append(section("Opponents", opponents));
  }
  place.append(section("Games", games.element));
}

/** Returns in words how a player of a tournament stands. */
export function ratingWords(row) {
  const { rank, elo, points, wins, draws, losses } = row;
  return `Rank ${rank}, Elo ${elo.toFixed(0)} (${range(row)}), ${points} of ${count(wins + draws + losses, "game")}.`;
}

function opponentRows(key, player, { players, standings }, line) {
  const keys = new Map(players.map((player) => [player.name, player.key]));
  return standings.rows.flatMap((opponent, index) => {
    const cell = standings.crosstable[line][index];
    if (cell === null) return [];
    const [wins, draws, losses] = ["wins", "draws", "losses"].map((result) => cell.as_black[result] + cell.as_white[result]);
    const games = String(wins + draws + losses);
    const path = `/tournament/${key}/player/${keys.get(player.name)}${queryText([["opponent", opponent.player]])}`;
    return [
      row([
        [link(`/tournament/${key}/player/${keys.get(opponent.player)}`, opponent.player), "name full"],
        [opponent.elo.toFixed(0)],
        [String(wins + draws / 2)],
        [pairLink(path, games, player.name, opponent.player)],
        [String(wins)],
        [String(draws)],
        [String(losses)],
      ]),
    ];
  });
}
