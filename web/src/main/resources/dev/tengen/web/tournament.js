// A tournament: its standings, the crosstable and the games, updated live.

import { confirmButton } from "./confirm.js";
import { count, link, make, section } from "./dom.js";
import { endingName } from "./endings.js";
import { Cards, gameCard } from "./home.js";
import * as server from "./server.js";
import { setTitle } from "./title.js";

const PAGE = 100;
const PHASES = {
  RUNNING: "is being played",
  ENDED: "has ended",
  CANCELLED: "was canceled",
  FAILED: "has failed; see the server's log",
};

/** Shows the tournament with a key and follows it. Returns a function that ends this. */
export function showTournament(place, key, info) {
  const view = new TournamentView(place, key, info);
  return server.live(`api/tournaments/${key}/live`, view);
}

class TournamentView {
  #key;
  #info;
  #from = 0;
  #seenCount = -1;
  #title = make("h1", {}, "…");
  #about = make("p", { className: "about" });
  #progress = make("progress", { hidden: true });
  #standings = make("div", { className: "scroll" });
  #crosstable = make("div", { className: "scroll" });
  #liveGames = new Cards();
  #games = make("div", { className: "scroll" });
  #pages = make("div", { className: "row" });
  #actions = make("div", { className: "row" });
  #problem = make("p", { className: "problem", role: "alert" });
  #sections;

  constructor(place, key, info) {
    this.#key = key;
    this.#info = info;
    this.#sections = {
      standings: section("Standings", this.#standings),
      liveGames: section("Games in progress", this.#liveGames.element),
      crosstable: section("Who scored against whom", this.#crosstable),
      games: section("Games", this.#games, this.#pages),
    };
    for (const part of Object.values(this.#sections)) part.hidden = true;
    place.append(
      this.#title,
      this.#about,
      this.#progress,
      this.#actions,
      this.#problem,
      ...Object.values(this.#sections),
    );
  }

  /** Shows a new state. */
  state(tournament) {
    const { name, phase, standings, live_games: liveGames } = tournament;
    const { ended_game_count: endedCount, running_game_count: runningCount, game_count: gameCount } = tournament;
    this.#title.textContent = name;
    setTitle(name);
    this.#about.textContent = aboutWords(tournament);
    this.#progress.hidden = gameCount === undefined;
    Object.assign(this.#progress, { max: Math.max(1, gameCount ?? 1), value: endedCount });
    this.#progress.setAttribute("aria-label", `${endedCount} of ${gameCount} games have ended`);
    this.#sections.standings.hidden = !standings;
    this.#sections.crosstable.hidden = !standings;
    if (standings) {
      this.#standings.replaceChildren(standingsTable(standings));
      this.#crosstable.replaceChildren(crosstable(standings));
    }
    this.#sections.liveGames.hidden = liveGames.length === 0;
    this.#liveGames.show(liveGames.map(gameCard));
    this.#showActions(phase);
    const seen = endedCount * 10_000 + runningCount;
    if (seen !== this.#seenCount) {
      this.#seenCount = seen;
      this.#showGames();
    }
  }

  /** There is no such tournament. */
  gone() {
    this.#title.textContent = "There is no such tournament.";
  }

  /** The server follows no more browsers. */
  async full() {
    this.#problem.textContent = "Too many browsers are watching. Reload the page to update it.";
    this.state(await server.get(`api/tournaments/${this.#key}`));
  }

  #showActions(phase) {
    const isOpen = phase === "RUNNING" && this.#info.may.cancel;
    if (!isOpen) this.#actions.replaceChildren();
    if (!isOpen || this.#actions.childElementCount > 0) return;
    const button = confirmButton("Cancel the tournament", "Really cancel it", async () => {
      button.disabled = true;
      try {
        this.state(await server.post(`api/tournaments/${this.#key}/cancel`, {}));
      } catch (error) {
        this.#problem.textContent = error.message;
        button.disabled = false;
      }
    });
    this.#actions.replaceChildren(button);
  }

  async #showGames() {
    try {
      const { count: total, games } = await server.get(`api/tournaments/${this.#key}/games?from=${this.#from}`);
      this.#sections.games.hidden = total === 0;
      this.#games.replaceChildren(gamesTable(games, this.#key));
      this.#showPages(total);
    } catch (error) {
      this.#problem.textContent = error.message;
    }
  }

  #showPages(total) {
    const turn = (text, from) => {
      const button = make("button", { type: "button", disabled: from < 0 || from >= total }, text);
      button.addEventListener("click", () => {
        this.#from = from;
        this.#showGames();
      });
      return button;
    };
    const isOne = total <= PAGE;
    this.#pages.replaceChildren(
      ...(isOne ? [] : [turn("Earlier", this.#from - PAGE), turn("Later", this.#from + PAGE)]),
    );
  }
}

function aboutWords(tournament) {
  const { format, width, height, rules, komi, phase, missing_agents: missing, test } = tournament;
  const { time_control: timeControl, game_count: gameCount, ended_game_count: endedCount } = tournament;
  const games = gameCount === undefined ? count(endedCount, "game") : `${endedCount} of ${count(gameCount, "game")}`;
  const clock = timeControl === "none" ? "no clock" : `clock ${timeControl}`;
  const words = [
    `A ${format} on ${width}×${height}, ${rules}, komi ${komi}, ${clock}. ${games} played; it ${PHASES[phase]}.`,
  ];
  if (test) {
    const verdict =
      { ELO0: `H0 (elo0 = ${test.elo0}) accepted`, ELO1: `H1 (elo1 = ${test.elo1}) accepted` }[test.verdict] ??
      test.verdict.toLowerCase().replaceAll("_", " ");
    words.push(
      `Test: ${verdict}, log-likelihood ratio ${test.log_likelihood_ratio.toFixed(2)} with bounds ${test.lower_bound.toFixed(2)} and ${test.upper_bound.toFixed(2)}.`,
    );
  }
  if (missing.length > 0) words.push(`Waiting for ${missing.join(", ")}.`);
  return words.join(" ");
}

function table(names, rows) {
  const head = make("tr", {}, ...names.map(([text, className = ""]) => make("th", { className, scope: "col" }, text)));
  return make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
}

function row(cells) {
  return make("tr", {}, ...cells.map(([content, className = ""]) => make("td", { className }, content)));
}

function standingsTable({ rows: lines }) {
  const [low, high] = [
    Math.min(...lines.map((line) => line.elo_lower)),
    Math.max(...lines.map((line) => line.elo_upper)),
  ];
  const names = [
    ["#"],
    ["Player", "name"],
    ["Elo"],
    ["95 %"],
    ["", "interval"],
    ["Points"],
    ["Games"],
    ["Wins"],
    ["Draws"],
    ["Losses"],
  ];
  const rows = lines.map((line) =>
    row([
      [String(line.rank)],
      [line.player, "name"],
      [line.elo.toFixed(0)],
      [line.is_anchor ? "given" : `${line.elo_lower.toFixed(0)} … ${line.elo_upper.toFixed(0)}`],
      [interval(line, low, high), "interval"],
      [String(line.points)],
      [String(line.wins + line.draws + line.losses)],
      [String(line.wins)],
      [String(line.draws)],
      [String(line.losses)],
    ]),
  );
  return table(names, rows);
}

/** Draws a rating and its interval on the scale of all players. */
function interval({ elo, elo_lower: lower, elo_upper: upper }, low, high) {
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

function crosstable({ rows: lines, crosstable: cells }) {
  const names = [["#"], ["Player", "name"], ...lines.map((line) => [String(line.rank)])];
  const rows = lines.map((line, index) =>
    row([[String(line.rank)], [line.player, "name"], ...cells[index].map(crosstableCell)]),
  );
  return table(names, rows);
}

/** Returns the text and the shade of a cell; two who have not met have no cell. */
function crosstableCell(cell) {
  if (cell === null) return ["·", "none"];
  const { as_black: black, as_white: white } = cell;
  const total = (name) => black[name] + white[name];
  const points = total("wins") + total("draws") / 2;
  const games = total("wins") + total("draws") + total("losses");
  return [`${points} / ${games}`, shade(points, games)];
}

function shade(points, games) {
  if (points * 2 === games) return "even";
  return points * 2 > games ? "ahead" : "behind";
}

function gamesTable(games, key) {
  const results = { BLACK: "Black won", WHITE: "White won", DRAW: "draw", VOID: "void" };
  const rows = games.map((game) => {
    const path = `/tournament/${key}/game/${game.number}`;
    const state = game.is_live ? "in progress" : game.winner ? (results[game.winner] ?? game.winner) : "planned";
    return row([
      [link(path, String(game.number))],
      [game.black, "name"],
      [game.white, "name"],
      [state, "name"],
      [endingName(game.verdict ?? ""), "name"],
    ]);
  });
  return table([["Game"], ["Black", "name"], ["White", "name"], ["Result", "name"], ["By", "name"]], rows);
}
