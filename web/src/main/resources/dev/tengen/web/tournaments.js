// All tournaments of the server in a table, newest first, with filters.

import { count, link, make, select } from "./dom.js";
import { PAGE, pageButtons, timeWords } from "./pages.js";
import * as server from "./server.js";
import { row, table, tablePlace } from "./table.js";
import { setTitle } from "./title.js";

/** The phases in words. */
const PHASES = { RUNNING: "running", ENDED: "ended", CANCELLED: "canceled", FAILED: "failed" };

/** Returns the state of a tournament in words. An open tournament may be played by another process, or by nobody. */
export function stateWords({ phase, played_by: playedBy }) {
  if (phase !== "RUNNING" || playedBy === "THIS_SERVER") return PHASES[phase];
  return playedBy === "OTHER_PROCESS" ? "running elsewhere" : "open, not running";
}

/** How often the list is read again. */
const PERIOD_MS = 5000;

const COLUMNS = [["Tournament", "name"], ["State", "name"], ["Format", "name"], ["Board"], ["Players"], ["Games"], ["Created"]];

/** Shows the list. Returns a function that ends this. */
export function showTournaments(place) {
  const list = new TournamentList();
  setTitle("Tournaments");
  place.append(make("h1", {}, "Tournaments"), list.element);
  list.turn(0);
  const timer = setInterval(() => list.refresh(), PERIOD_MS);
  return () => clearInterval(timer);
}

class TournamentList {
  #from = 0;

  /** The number of the last request: an answer to an earlier one is outdated. */
  #version = 0;
  #size = select("size", [["", "All boards"]], "");
  #filters;
  #count = make("output", { className: "total" });
  #problem = make("p", { className: "problem", role: "alert" });
  #table = tablePlace("Tournaments");
  #pages = make("div", { className: "row" });

  constructor() {
    const name = make("input", { type: "search", name: "name", placeholder: "Name", ariaLabel: "Name", autocomplete: "off" });
    const phase = select("phase", [["", "All states"], ...Object.entries(PHASES)], "");
    phase.ariaLabel = "State";
    this.#size.ariaLabel = "Board";
    this.#filters = make("form", { className: "row filters", role: "search" }, name, phase, this.#size, this.#count);
    this.#filters.addEventListener("submit", (event) => event.preventDefault());
    this.#filters.addEventListener("input", () => this.turn(0));
    this.element = make("div", { className: "game-list" }, this.#filters, this.#problem, this.#table, this.#pages);
  }

  /** Shows the tournaments from an index on. */
  turn(from) {
    this.#from = from;
    void this.refresh();
  }

  /** Reads the list again. */
  async refresh() {
    const version = ++this.#version;
    const query = new URLSearchParams(new FormData(this.#filters));
    query.append("from", this.#from);
    query.append("count", PAGE);
    try {
      const { count: total, sizes, tournaments } = await server.get(`api/tournaments?${query}`);
      if (version !== this.#version) return;
      this.#problem.textContent = "";
      this.#count.textContent = total === 0 ? "No tournament matches." : count(total, "tournament");
      this.#offerSizes(sizes);
      this.#table.hidden = total === 0;
      this.#table.replaceChildren(table(COLUMNS, tournaments.map(tournamentRow)));
      this.#pages.replaceChildren(...pageButtons(total, this.#from, (from) => this.turn(from)));
    } catch (error) {
      if (version === this.#version) this.#problem.textContent = error.message;
    }
  }

  #offerSizes(sizes) {
    if (this.#size.options.length === sizes.length + 1) return;
    const chosen = this.#size.value;
    const options = sizes.map((size) => make("option", { value: size }, size));
    this.#size.replaceChildren(this.#size.options[0], ...options);
    this.#size.value = chosen;
  }
}

function tournamentRow({ key, name, format, width, height, ...rest }) {
  const { player_count: playerCount, ended_game_count: endedCount, game_count: gameCount, created_at: createdAt } = rest;
  return row([
    [link(`/tournament/${key}`, name), "name full"],
    [stateWords(rest), "name"],
    [format, "name"],
    [`${width}×${height}`],
    [String(playerCount)],
    [gameCount === undefined || gameCount === endedCount ? String(endedCount) : `${endedCount} of ${gameCount}`],
    [timeWords(createdAt)],
  ]);
}
