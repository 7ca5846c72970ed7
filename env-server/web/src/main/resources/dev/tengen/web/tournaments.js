// All tournaments of the server in a table, newest first, with filters.

import { count, link, make, select } from "./dom.js";
import { PAGE, pageButtons, timeWords } from "./pages.js";
import { addressQuery, keepAddress, putQuery } from "./permalink.js";
import * as server from "./server.js";
import { emptyState, skeletonTable } from "./skeleton.js";
import { row, showIn, table, tablePlace } from "./table.js";
import { setTitle } from "./title.js";

/** The phases in words. */
const PHASES = { RUNNING: "running", ENDED: "ended", CANCELLED: "canceled", FAILED: "failed" };

/** Returns the state of a tournament in words. An open tournament may be played by another process, or by nobody. */
export function stateWords({ phase, played_by: playedBy }) {
  if (phase !== "RUNNING" || playedBy === "THIS_SERVER") return PHASES[phase];
  return playedBy === "OTHER_PROCESS" ? "running elsewhere" : "open, not running";
}

/** The maximum length of names of tournaments and players. */
const MAX_NAME_LENGTH = 200;

/** How often the list is read again. */
const PERIOD_MS = 5000;

const COLUMNS = [["Tournament", "name"], ["State", "name"], ["Format", "name"], ["Board"], ["Players"], ["Games"], ["Created"]];

/** Shows the list. Returns a function that ends this. */
export function showTournaments(place, info) {
  const list = new TournamentList(info);
  setTitle("Tournaments");
  place.append(make("h1", {}, "Tournaments"), ...newTournamentLink(info), list.element);
  list.turn(0);
  const timer = setInterval(() => list.refresh(), PERIOD_MS);
  return () => clearInterval(timer);
}

/** Returns the link to the form of a new tournament for those who may create one. */
export function newTournamentLink({ may }) {
  if (!may.create_tournament) return [];
  const create = link("/tournaments/new", "New tournament");
  create.className = "button";
  return [make("div", { className: "row tournament-actions" }, create)];
}

class TournamentList {
  #info;
  #from = 0;

  /** The number of the last request: an answer to an earlier one is outdated. */
  #version = 0;

  /** The filters in the address when the list was opened. */
  #wanted = addressQuery();
  #size = select("size", [["", "All boards"], this.#wanted.get("size") ?? ""], this.#wanted.get("size") ?? "");
  #filters;
  #count = make("output", { className: "total" });
  #problem = make("p", { className: "problem", role: "alert" });
  #table = tablePlace("Tournaments");
  #pages = make("div", { className: "row" });
  #empty = make("div", { hidden: true });

  constructor(info) {
    this.#info = info;
    this.#table.append(skeletonTable());
    keepAddress();
    const phase = select("phase", [["", "All states"], ...Object.entries(PHASES)], this.#wanted.get("phase") ?? "");
    phase.ariaLabel = "State";
    this.#size.ariaLabel = "Board";
    const texts = [this.#search("name", "Tournament"), this.#search("player", "Player")];
    this.#filters = make("form", { className: "row filters", role: "search" }, ...texts, phase, this.#size, this.#count);
    this.#filters.addEventListener("submit", (event) => event.preventDefault());
    this.#filters.addEventListener("input", () => {
      putQuery([...new FormData(this.#filters)]);
      this.turn(0);
    });
    this.element = make("div", { className: "tournament-list" }, this.#filters, this.#problem, this.#empty, this.#table, this.#pages);
  }

  /** Says why the list is empty, and what to do. */
  #showEmpty(isEmpty) {
    this.#empty.hidden = !isEmpty;
    if (!isEmpty) return;
    const isFiltered = [...new FormData(this.#filters).values()].some((value) => value !== "");
    const all = make("button", { type: "button" }, "Show all tournaments");
    all.addEventListener("click", () => {
      this.#filters.reset();
      for (const control of this.#filters.elements) control.value = "";
      putQuery([]);
      this.turn(0);
    });
    const words = isFiltered
      ? "No tournament matches these filters."
      : this.#info.may.create_tournament
        ? "There is no tournament yet. Create one with the button above, or with ./tengen arena run."
        : "There is no tournament yet.";
    this.#empty.replaceChildren(emptyState(words, ...(isFiltered ? [all] : [])));
  }

  #search(name, label) {
    const value = this.#wanted.get(name) ?? "";
    const properties = { placeholder: label, ariaLabel: label, autocomplete: "off", maxLength: MAX_NAME_LENGTH };
    return make("input", { type: "search", name, value, ...properties });
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
      this.#count.textContent = count(total, "tournament");
      this.#showEmpty(total === 0);
      this.#offerSizes(sizes);
      this.#table.hidden = total === 0;
      showIn(this.#table, table(COLUMNS, tournaments.map(tournamentRow)));
      this.#pages.replaceChildren(...pageButtons(total, this.#from, (from) => this.turn(from)));
    } catch (error) {
      if (version === this.#version) this.#problem.textContent = error.message;
    }
  }

  #offerSizes(sizes) {
    const shown = [...this.#size.options].slice(1).map(({ value }) => value);
    if (shown.join() === sizes.join()) return;
    const chosen = this.#size.value;
    const options = sizes.map((size) => make("option", { value: size }, size));
    this.#size.replaceChildren(this.#size.options[0], ...options);
    this.#size.value = sizes.includes(chosen) ? chosen : "";
    if (this.#size.value !== chosen) this.turn(0);
  }
}

/** Returns a link to a tournament, and to the players in it that were searched. */
function tournamentCell(key, name, matches) {
  const cell = make("div", {}, link(`/tournament/${key}`, name));
  for (const player of matches) {
    cell.append(make("div", { className: "match" }, link(`/tournament/${key}/player/${player.key}`, player.name)));
  }
  return cell;
}

function tournamentRow({ key, name, format, width, height, ...rest }) {
  const { player_count: playerCount, ended_game_count: endedCount, game_count: gameCount, created_at: createdAt } = rest;
  return row([
    [tournamentCell(key, name, rest.matches), "name full"],
    [stateWords(rest), "name"],
    [format, "name"],
    [`${width}×${height}`],
    [String(playerCount)],
    [gameCount === undefined || gameCount === endedCount ? String(endedCount) : `${endedCount} of ${gameCount}`],
    [timeWords(createdAt)],
  ]);
}
