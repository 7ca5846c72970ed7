// A tournament: its standings, the crosstable and the games, updated live.

import { confirmButton } from "./confirm.js";
import { count, make, section } from "./dom.js";
import { GameList } from "./gamelist.js";
import { Cards, gameCard } from "./home.js";
import { timeWords } from "./pages.js";
import { showProblem } from "./problem.js";
import * as server from "./server.js";
import { skeletonTable } from "./skeleton.js";
import { crosstable, leaderWords, standingsTable } from "./standings.js";
import { showIn, tablePlace } from "./table.js";
import { setTitle } from "./title.js";

const FILES = [
  ["report.html", "Report"],
  ["standings.csv", "Standings (CSV)"],
  ["games.csv", "Games (CSV)"],
  ["games.zip", "Games (SGF)"],
  ["games.pgn", "Results (PGN)"],
  ["tournament.json", "JSON"],
];
const PHASES = {
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
  #seenCount = -1;
  #title = make("h1", {}, "Tournament");
  #about = make("p", { className: "about" });
  #progress = make("progress", { hidden: true });
  #leader = make("p", { className: "about leader" });
  #pending = make("p", { className: "about", role: "status", hidden: true });
  #standings = tablePlace("Standings");
  #crosstable = tablePlace("Crosstable");
  #liveGames = new Cards();
  #games;
  #actions = make("div", { className: "row tournament-actions" });
  #problem = make("p", { className: "problem", role: "alert" });
  #sections;

  constructor(place, key, info) {
    this.#key = key;
    this.#info = info;
    this.#games = new GameList(key);
    this.#sections = {
      standings: section("Standings", this.#leader, this.#pending, this.#standings),
      liveGames: section("Games in progress", this.#liveGames.element),
      crosstable: section("Who scored against whom", this.#crosstable),
      games: section("Games", this.#games.element),
      files: section("Files", fileLinks(key)),
    };
    this.#games.followLinks(this.#crosstable);
    for (const [name, part] of Object.entries(this.#sections)) part.hidden = !["standings", "games"].includes(name);
    this.#standings.append(skeletonTable());
    this.#games.update([]);
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
    const { name, phase, players, standings, live_games: liveGames } = tournament;
    const { ended_game_count: endedCount, running_game_count: runningCount, game_count: gameCount } = tournament;
    this.#title.textContent = name;
    setTitle(name);
    this.#about.textContent = aboutWords(tournament);
    this.#progress.hidden = gameCount === undefined;
    Object.assign(this.#progress, { max: Math.max(1, gameCount ?? 1), value: endedCount });
    this.#progress.setAttribute("aria-label", `${endedCount} of ${gameCount} games have ended`);
    this.#sections.standings.hidden = false;
    this.#leader.textContent = leaderWords(standings);
    const isFirst = !standings && tournament.is_rating_pending;
    this.#pending.hidden = !tournament.is_rating_pending || endedCount === 0;
    this.#pending.textContent = isFirst ? "The ratings are being computed." : "The ratings with the last results are being computed.";
    if (!isFirst || endedCount === 0) showIn(this.#standings, standingsTable(this.#key, players, standings));
    this.#sections.crosstable.hidden = !standings;
    if (standings) showIn(this.#crosstable, crosstable(this.#key, standings));
    this.#sections.liveGames.hidden = liveGames.length === 0;
    this.#liveGames.show(liveGames.map(gameCard));
    this.#showActions(phase);
    const seen = endedCount * 10_000 + runningCount;
    if (seen !== this.#seenCount) {
      this.#seenCount = seen;
      this.#sections.games.hidden = endedCount + runningCount === 0;
      this.#sections.files.hidden = this.#sections.games.hidden;
      this.#games.update(players.map((player) => player.name));
    }
  }

  /** There is no such tournament. */
  gone() {
    if (this.#title.isConnected) showProblem(this.#title.parentElement, "There is no such tournament.");
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
      this.#problem.textContent = "";
      this.#setCancelling(true);
      try {
        this.state(await server.post(`api/tournaments/${this.#key}/cancel`, {}));
      } catch (error) {
        this.#problem.textContent = error.message;
        this.#setCancelling(false);
      }
    });
    this.#actions.replaceChildren(button);
  }

  #setCancelling(isCancelling) {
    for (const button of this.#actions.querySelectorAll("button")) button.disabled = isCancelling;
  }
}

/** Returns what is known about who plays the tournament, as the end of a sentence, and when it last changed. */
function phaseWords({ phase, played_by: playedBy, ended_game_count: endedCount, last_result_at: lastResultAt }) {
  if (phase !== "RUNNING") return `it ${PHASES[phase]}.`;
  if (playedBy === "THIS_SERVER") return "it is being played.";
  const last = lastResultAt ? ` Last result at ${timeWords(lastResultAt)}.` : endedCount === 0 ? " No game has ended yet." : "";
  const who = playedBy === "OTHER_PROCESS" ? "Another server or worker plays it" : "No other server or worker plays it now";
  return `it is not played by this server. ${who}.${last}`;
}

function fileLinks(key) {
  const links = FILES.map(([file, text]) =>
    make("a", { href: `api/tournaments/${key}/files/${file}`, className: "button" }, text),
  );
  return make("div", { className: "row" }, ...links);
}

function aboutWords(tournament) {
  const { format, width, height, rules, komi, phase, played_by: playedBy, missing_agents: missing, test } = tournament;
  const { time_control: timeControl, game_count: gameCount, ended_game_count: endedCount } = tournament;
  const games = gameCount === undefined ? count(endedCount, "game") : `${endedCount} of ${count(gameCount, "game")}`;
  const odds = tournament.players
    .filter(({ time_control: own }) => own !== undefined)
    .map(({ name, time_control: own }) => ` (${name}: ${own})`);
  const clock = (timeControl === "none" ? "no clock" : `clock ${timeControl}`) + odds.join("");
  const words = [
    `A ${format} on ${width}×${height}, ${rules}, komi ${komi}, ${clock}. ${games} played; ${phaseWords(tournament)}`,
  ];
  if (tournament.adjudication) words.push(`Games end early: ${tournament.adjudication}.`);
  if (test) {
    const verdict =
      { ELO0: `H0 (elo0 = ${test.elo0}) accepted`, ELO1: `H1 (elo1 = ${test.elo1}) accepted` }[test.verdict] ??
      test.verdict.toLowerCase().replaceAll("_", " ");
    words.push(
      `Test: ${verdict}, log-likelihood ratio ${test.log_likelihood_ratio.toFixed(2)} with bounds ${test.lower_bound.toFixed(2)} and ${test.upper_bound.toFixed(2)}.`,
    );
  }
  if (missing.length > 0 && phase === "RUNNING" && playedBy === "THIS_SERVER") words.push(`Waiting for ${missing.join(", ")}.`);
  return words.join(" ");
}
