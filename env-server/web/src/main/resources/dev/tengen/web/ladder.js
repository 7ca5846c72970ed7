// The ladder of the server: its table, the ratings over time, the games in progress, and how to connect an agent.

import { lineSample, ratingChart, ratingsChart } from "./chart.js";
import { copyable } from "./copyable.js";
import { count, link, make, section } from "./dom.js";
import { GameList } from "./gamelist.js";
import { ladderNames, shownRows } from "./laddernames.js";
import { Cards, gameCard } from "./home.js";
import { timeWords } from "./pages.js";
import { ratingWords } from "./player.js";
import { showProblem } from "./problem.js";
import * as server from "./server.js";
import { skeletonBox, skeletonTable } from "./skeleton.js";
import { interval, leaderWords, range } from "./standings.js";
import { SortableTable, tablePlace } from "./table.js";
import { setTitle } from "./title.js";

const PENDING = "The ratings are being computed.";

/** Shows the ladder and follows it. Returns a function that ends this. */
export function showLadder(place, info) {
  return server.live("api/ladder/live", new LadderView(place, info));
}

class LadderView {
  #info;
  #title = make("h1", {}, "Ladder");
  #about = make("p", { className: "about" });
  #leader = make("p", { className: "about leader" });
  #problem = make("p", { className: "problem", role: "alert" });
  #scale = [0, 0];
  #table = new SortableTable(this.#columns(), (line) => line.key);

  /** Whether versions of agents are shown that newer ones have replaced. */
  #withRetired = false;
  #retired = make("button", { type: "button", className: "quiet", ariaPressed: "false", hidden: true });
  #ladder = null;
  #chart = make("div", { className: "panel" });
  #charted = "";
  #games = new Cards();
  #noGame = make("p", { className: "about" }, "No game is in progress.");
  #connect = make("div", { className: "panel" });
  #connected = "";
  #all = make("p");
  #waiting = make("div", {}, skeletonTable(), skeletonBox());
  #sections;

  constructor(place, info) {
    this.#info = info;
    setTitle("Ladder");
    const tableOf = tablePlace("Players of the ladder");
    tableOf.classList.add("ladder");
    tableOf.append(this.#table.element);
    this.#sections = {
      table: section("Players", this.#leader, make("div", { className: "row ladder-tools" }, this.#retired), tableOf),
      chart: section("Ratings over time", this.#chart),
      games: section("Games in progress", this.#noGame, this.#games.element, this.#all),
      connect: section("Connect an agent", this.#connect),
    };
    for (const part of Object.values(this.#sections)) part.hidden = true;
    this.#retired.addEventListener("click", () => {
      this.#withRetired = !this.#withRetired;
      this.#retired.ariaPressed = String(this.#withRetired);
      this.#showRows();
    });
    place.append(this.#title, this.#about, this.#problem, this.#waiting, ...Object.values(this.#sections));
  }

  /** Shows a new state. */
  state(ladder) {
    const { key, name, rows, charted, live_games: liveGames, running_game_count: runningCount } = ladder;
    const names = ladderNames(rows);
    this.#ladder = ladder;
    this.#title.textContent = name;
    setTitle(name);
    this.#about.textContent = aboutWords(ladder);
    this.#waiting.remove();
    for (const part of Object.values(this.#sections)) part.hidden = false;
    this.#leader.textContent = standingWords(ladder);
    this.#showRows();
    this.#noGame.hidden = runningCount > 0;
    const named = (player) => names.get(player) ?? player;
    this.#games.show(liveGames.map((game) => gameCard({ ...game, black: named(game.black), white: named(game.white) })));
    this.#all.replaceChildren(link(`/tournament/${key}`, "All games, the crosstable and files"));
    this.#showChart(charted.map((one) => ({ ...one, player: named(one.player) })), arePending(ladder));
    this.#showConnect(ladder);
  }

  #showRows() {
    const { rows } = this.#ladder;
    const names = ladderNames(rows);
    const shown = shownRows(rows, this.#withRetired);
    const retiredCount = rows.length - shownRows(rows, false).length;
    this.#retired.hidden = retiredCount === 0;
    this.#retired.textContent = `Show ${count(retiredCount, "retired version")}`;
    const rated = shown.filter((line) => line.elo !== undefined);
    this.#scale = [Math.min(...rated.map((line) => line.elo_lower)), Math.max(...rated.map((line) => line.elo_upper))];
    // Pictures of intervals depend on the scale, and names on the other rows.
    this.#table.show(shown.map((line) => ({ ...line, name: names.get(line.player), scale: this.#scale })));
  }

  /** The server has no ladder, or none for this reader. */
  async gone() {
    try {
      this.state(await server.get("api/ladder"));
    } catch (error) {
      if (this.#title.isConnected) showProblem(this.#title.parentElement, "There is no ladder.", error.message);
    }
  }

  /** The server follows no more browsers. */
  async full() {
    await this.gone();
    this.#problem.textContent ||= "Too many browsers are watching. Reload the page to update it.";
  }

  #columns() {
    return [
      { text: "#", of: (line) => line.rank, cell: (line) => String(line.rank ?? "–") },
      { text: "Player", className: "name", of: (line) => line.name, cell: playerCell },
      { text: "Version", className: "name version", of: (line) => line.version, cell: (line) => line.version ?? "–" },
      { text: "Elo", of: (line) => line.elo, cell: (line) => line.elo?.toFixed(0) ?? "–", isHighFirst: true },
      { text: "95 % interval", of: intervalWidth, cell: (line) => (line.elo === undefined ? "–" : range(line)) },
      { text: "Scale", className: "interval", cell: (line) => (line.elo === undefined ? "" : interval(line, ...line.scale)) },
      { text: "Games", of: gameCount, cell: (line) => String(gameCount(line)), isHighFirst: true },
      { text: "State", className: "name", of: stateOrder, cell: stateCell },
      { text: "Page", className: "name", cell: pageCell },
    ];
  }

  #showChart(charted, isPending) {
    const seen = JSON.stringify([charted, isPending]);
    if (seen === this.#charted) return;
    this.#charted = seen;
    if (charted.length === 0) {
      this.#chart.replaceChildren(make("p", { className: "hint" }, isPending ? PENDING : "No game has counted yet."));
      return;
    }
    const ends = charted.map(({ player, course }) => `${player} ${course.at(-1).elo.toFixed(0)}`);
    const points = charted.flatMap(({ course }) => course);
    const times = points.map(({ at }) => at).sort();
    const last = Math.max(...points.map((point) => point.game_count));
    const legend = charted.map(({ player, key }, index) => make("li", {}, lineSample(index), link(`/ladder/player/${key}`, player)));
    const words = `The ${charted.length === 1 ? "player" : `${charted.length} players`} rated highest, with 95 % intervals, over ${count(last, "game")} of the ladder, from ${timeWords(times[0])} to ${timeWords(times.at(-1))}.`;
    this.#chart.replaceChildren(
      ratingsChart(charted.map(({ course }) => course), `Ratings after ${count(last, "game")}: ${ends.join(", ")}`),
      make("ul", { className: "chart-legend" }, ...legend),
      make("p", { className: "hint" }, words),
    );
  }

  #showConnect(ladder) {
    const { grpc_port: port } = ladder;
    if (this.#connected === String(port)) return;
    this.#connected = String(port);
    const address = port === undefined ? "unix:PATH" : `${location.hostname}:${port}`;
    const python = `python -m tengen.arena agent --name my-agent --agent-version 1.0 --policy random --address ${address}`;
    const engine = `./tengen arena connect --name my-engine --agent-version 1.0 --engine "gnugo --mode gtp" --address ${address}`;
    this.#connect.replaceChildren(
      make("h3", {}, "A Python function, or a player of the package"),
      copyable(python, "the command for Python"),
      make("h3", {}, "A program that speaks GTP"),
      copyable(engine, "the command for engines"),
      make("p", { className: "hint" }, connectWords(port, this.#info)),
    );
  }
}

function aboutWords(ladder) {
  const { rows, width, height, rules, komi, time_control: timeControl, is_anchored: isAnchored } = ladder;
  const { game_count: total, running_game_count: runningCount, connected_count: connectedCount } = ladder;
  const clock = timeControl === "none" ? "no clock" : `clock ${timeControl}`;
  const scale = isAnchored ? "Ratings are on the scale of the anchors." : "No player is an anchor: ratings are relative, with a mean of 0.";
  return `A ladder on ${width}×${height}, ${rules}, komi ${komi}, ${clock}. ${count(rows.length, "player")}, ${count(connectedCount, "agent")} connected; ${count(total, "game")} counted, ${runningCount} in progress. ${scale}`;
}

/** Returns whether the server has games but has not computed ratings from them since it started. */
function arePending({ rows, game_count: total }) {
  return total > 0 && rows.every((line) => line.elo === undefined);
}

/** Returns in words who is strongest and how sure that is, or that ratings are being computed. */
export function standingWords(ladder) {
  if (arePending(ladder)) return PENDING;
  const names = ladderNames(ladder.rows);
  const rows = shownRows(ladder.rows, false).map((line) => ({ ...line, player: names.get(line.player) }));
  const rated = rows.filter((line) => line.elo !== undefined);
  const words = leaderWords({ rows: rated }) || "Nobody can be called strongest yet: fewer than two players have a rating.";
  const unrated = rows.length - rated.length;
  if (unrated === 0) return words;
  return `${words} ${count(unrated, "player")} ${unrated === 1 ? "has" : "have"} no rating yet.`;
}

function playerCell({ name, key, is_anchor: isAnchor, is_retired: isRetired }) {
  const cell = [link(`/ladder/player/${key}`, name)];
  if (isAnchor) cell.push(" ", make("span", { className: "tag" }, "anchor"));
  if (isRetired) cell.push(" ", make("span", { className: "tag retired" }, "retired"));
  return cell;
}

function pageCell({ player, link: address }) {
  return address === undefined ? "–" : pageLink(player, address);
}

/** Returns a link to the page about an agent, which the agent has named. */
function pageLink(player, address) {
  const shown = address.replace(/^https?:\/\//, "");
  const ariaLabel = `${shown}, page about ${player}`;
  return make("a", { href: address, rel: "noopener noreferrer nofollow ugc", title: address, ariaLabel }, shown);
}

function intervalWidth({ elo, elo_lower: lower, elo_upper: upper }) {
  return elo === undefined ? undefined : upper - lower;
}

function gameCount({ wins, draws, losses }) {
  return wins + draws + losses;
}

function stateWords({ agent, is_connected: isConnected, is_retired: isRetired, seen_at: seenAt }) {
  if (agent === undefined) return "of the server";
  if (isRetired) return `replaced by a newer version since ${timeWords(seenAt)}`;
  return isConnected ? "connected" : `away since ${timeWords(seenAt)}`;
}

/** Connected agents first, then the players of the server, then the agents that left, the last one first. */
function stateOrder({ agent, is_connected: isConnected, seen_at: seenAt }) {
  if (agent === undefined) return -Number.MAX_SAFE_INTEGER;
  return isConnected ? -Number.MAX_VALUE : -Date.parse(seenAt);
}

function stateCell(line) {
  return [make("span", { className: line.is_connected ? "dot on" : "dot" }), stateWords(line)];
}

function connectWords(port, { is_login_needed: isLoginNeeded }) {
  const words = [];
  if (port === undefined) words.push("The server listens at a Unix domain socket: PATH is its file, and agents run on the server's machine.");
  else words.push("The address is the host of this page with the server's own port. Behind a proxy it may be another one.");
  if (isLoginNeeded) words.push("Put your token into TENGEN_TOKEN.");
  if (location.protocol === "https:") words.push("Put the file of the server's authority into TENGEN_CA, or set TENGEN_TLS to 1 if your system trusts it.");
  words.push("The agent plays until you stop it. A new version is a new player.");
  return words.join(" ");
}

/** Shows the player of the ladder with a key. */
export async function showLadderPlayer(place, key) {
  const title = make("h1", {}, "Player");
  const waiting = [skeletonBox(), skeletonTable()];
  place.append(title, ...waiting);
  try {
    const player = await server.get(`api/ladder/players/${key}`);
    for (const part of waiting) part.remove();
    if (title.isConnected) showParts(place, title, player);
  } catch (error) {
    if (title.isConnected) showProblem(place, "There is no such player.", error.message);
  }
}

function showParts(place, title, player) {
  const { player: name, agent, version, ladder, tournament, course, elo, link: address } = player;
  title.textContent = agent ?? name;
  if (version !== undefined) title.append(" ", make("span", { className: "tag" }, `version ${version}`));
  setTitle(`${name}, ${ladder}`);
  const rating = elo === undefined ? "No game has counted yet." : ratingWords(player);
  const about = make("p", { className: "about" }, "On the ladder ", link("/ladder", ladder), `, ${stateWords(player)}. ${rating}`);
  if (address !== undefined) about.append(" Page: ", pageLink(name, address), ".");
  place.append(about);
  if (course.length > 0) {
    const { elo: last, game_count: total } = course.at(-1);
    const label = `Rating of ${name}: ${last.toFixed(0)} after ${count(total, "game")} of the ladder`;
    place.append(section("Rating over time", make("div", { className: "panel" }, ratingChart(course, label))));
  }
  const games = new GameList(tournament, name);
  games.update([]);
  place.append(section("Games", games.element));
}
