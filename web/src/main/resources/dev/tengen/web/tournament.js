// A tournament: standings that follow the games, a table of who beat whom, the games.

import { count, link, make, section } from "./dom.js";
import { Cards, gameCard } from "./home.js";
import * as server from "./server.js";

const PAGE = 100;
const PHASES = {
  RUNNING: "is being played",
  ENDED: "has ended",
  CANCELLED: "was canceled",
  FAILED: "cannot go on; the server's log says why",
};

/** Shows the tournament with a key, kept up to date; returns what ends that. */
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
  #underWay = new Cards();
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
      underWay: section("Games under way", this.#underWay.element),
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

  /** Shows another state. */
  state(tournament) {
    const { name, phase, endedCount, runningCount, gameCount, standings, underWay } = tournament;
    this.#title.textContent = name;
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
    this.#sections.underWay.hidden = underWay.length === 0;
    this.#underWay.show(underWay.map(gameCard));
    this.#showActions(phase);
    const seen = endedCount * 10_000 + runningCount;
    if (seen !== this.#seenCount) {
      this.#seenCount = seen;
      this.#showGames();
    }
  }

  /** There is no such tournament. */
  gone() {
    this.#title.textContent = "There is no such tournament here.";
  }

  /** Too many look on. */
  async full() {
    this.#problem.textContent = "Too many browsers watch; reload to look again.";
    this.state(await server.get(`api/tournaments/${this.#key}`));
  }

  #showActions(phase) {
    const isOpen = phase === "RUNNING" && this.#info.mayChange;
    if (!isOpen) this.#actions.replaceChildren();
    if (!isOpen || this.#actions.childElementCount > 0) return;
    const button = make("button", { type: "button" }, "Cancel the tournament");
    let isSure = false;
    button.addEventListener("click", async () => {
      if (!isSure) {
        isSure = true;
        button.textContent = "Really cancel it";
        return;
      }
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

function aboutWords({ format, width, height, rules, komi, timeControl, phase, gameCount, endedCount, missing, test }) {
  const games = gameCount === undefined ? count(endedCount, "game") : `${endedCount} of ${count(gameCount, "game")}`;
  const clock = timeControl === "none" ? "no clock" : `clock ${timeControl}`;
  const words = [
    `A ${format} on ${width}×${height}, ${rules}, komi ${komi}, ${clock}. ${games} played; it ${PHASES[phase]}.`,
  ];
  if (test) words.push(`Test: ${test.verdict}, log-likelihood ratio ${test.ratio.toFixed(2)}.`);
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

function standingsTable(standings) {
  const [low, high] = [
    Math.min(...standings.map((line) => line.lower)),
    Math.max(...standings.map((line) => line.upper)),
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
  const rows = standings.map((line) =>
    row([
      [String(line.rank)],
      [line.name, "name"],
      [line.elo.toFixed(0)],
      [line.isAnchor ? "given" : `${line.lower.toFixed(0)} … ${line.upper.toFixed(0)}`],
      [interval(line, low, high), "interval"],
      [String(line.points)],
      [String(line.games)],
      [String(line.wins)],
      [String(line.draws)],
      [String(line.losses)],
    ]),
  );
  return table(names, rows);
}

/** Draws where a rating lies, and how sure that is, between the least and the greatest of all. */
function interval({ elo, lower, upper }, low, high) {
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

function crosstable(standings) {
  const names = [["#"], ["Player", "name"], ...standings.map((line) => [String(line.rank)])];
  const rows = standings.map((line, index) =>
    row([
      [String(line.rank)],
      [line.name, "name"],
      ...line.cells.map((cell, column) => [
        column === index || cell.games === 0 ? "·" : `${cell.points} / ${cell.games}`,
        shade(cell, column === index),
      ]),
    ]),
  );
  return table(names, rows);
}

function shade({ points, games }, isSelf) {
  if (isSelf || games === 0) return "none";
  if (points * 2 === games) return "even";
  return points * 2 > games ? "ahead" : "behind";
}

function gamesTable(games, key) {
  const results = { BLACK: "Black won", WHITE: "White won", DRAW: "draw", VOID: "void" };
  const rows = games.map((game) => {
    const path = `/tournament/${key}/game/${game.number}`;
    const state = game.isUnderWay
      ? "under way"
      : game.winner === ""
        ? "to come"
        : (results[game.winner] ?? game.winner);
    const verdict = game.verdict.toLowerCase().replaceAll("_", " ");
    return row([
      [link(path, String(game.number + 1))],
      [game.black, "name"],
      [game.white, "name"],
      [state, "name"],
      [verdict, "name"],
    ]);
  });
  return table([["Game"], ["Black", "name"], ["White", "name"], ["Result", "name"], ["By", "name"]], rows);
}
