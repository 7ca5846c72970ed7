// The games of a tournament in a table, the last started first, with filters.

import { count, link, make, select } from "./dom.js";
import { PAGE, pageButtons, timeWords } from "./pages.js";
import { addressQuery, keepAddress, putQuery } from "./permalink.js";
import { ENDINGS, resultWords } from "./results.js";
import * as server from "./server.js";
import { emptyState, skeletonTable } from "./skeleton.js";
import { row, showIn, table, tablePlace } from "./table.js";

/** The least time between two requests for the list while games end one after another. */
const PERIOD_MS = 1000;

const WINNERS = [
  ["", "All results"],
  ["BLACK", "Black won"],
  ["WHITE", "White won"],
  ["DRAW", "Draw"],
  ["VOID", "Void"],
];
const COLUMNS = [["Game"], ["Black", "name"], ["White", "name"], ["Result", "name"], ["Started"]];

/** The list of games, its filters, and the buttons that turn its pages. */
export class GameList {
  #key;
  #from = 0;
  #isAsking = false;
  #isStale = false;
  #name;
  #player = select("player", [["", "All players"]], "");
  #opponent = select("opponent", [["", "All opponents"]], "");

  /** What the address selects, until the players are known and the first list is shown; null from then on. */
  #wanted = addressQuery();
  #players = [];
  #filters;
  #count = make("output", { className: "total" });
  #table = tablePlace("Games");
  #pages = make("div", { className: "row" });
  #problem = make("p", { className: "problem", role: "alert" });
  #empty = make("div", { hidden: true });

  /**
   * Creates the list of the tournament with a key; with a name, only the games of that player are listed. The filters are those
   * in the address of the page, which follows them.
   */
  constructor(key, name = "") {
    keepAddress();
    this.#key = key;
    this.#name = name;
    this.#player.ariaLabel = "Player";
    this.#opponent.ariaLabel = "Opponent";
    this.#opponent.hidden = true;
    if (name !== "") {
      this.#player.replaceChildren(make("option", { value: name }, name));
      this.#player.hidden = true;
    }
    const winner = select("winner", WINNERS, this.#wanted.get("winner") ?? "");
    winner.ariaLabel = "Result";
    const verdict = select("verdict", [["", "All endings"], ...ENDINGS], this.#wanted.get("verdict") ?? "");
    verdict.ariaLabel = "Ending";
    this.#filters = make("form", { className: "row filters" }, this.#player, this.#opponent, winner, verdict, this.#count);
    this.#filters.addEventListener("submit", (event) => event.preventDefault());
    this.#filters.addEventListener("change", () => {
      this.#offerOpponents(this.#opponent.value);
      this.#putFilters();
      this.#turn(0);
    });
    this.#table.append(skeletonTable());
    this.element = make("div", { className: "game-list" }, this.#filters, this.#problem, this.#empty, this.#table, this.#pages);
  }

  /** Shows the games again, since one of them has started or ended. `players` are those of the tournament. */
  update(players) {
    if (players.length !== this.#players.length) this.#offerPlayers(players);
    this.#refresh();
  }

  /** Scrolls to the list when a link in `place` is clicked whose games it shows already: the browser does nothing then. */
  followLinks(place) {
    place.addEventListener("click", (event) => {
      if (event.target.closest("a")?.href === location.href) this.#reveal();
    });
  }

  #reveal() {
    this.element.scrollIntoView();
    this.#table.focus({ preventScroll: true });
  }

  #offerPlayers(players) {
    this.#players = players;
    const chosen = this.#wanted?.get("player") ?? this.#player.value;
    if (this.#name === "") {
      this.#player.replaceChildren(this.#player.options[0], ...options(players));
      this.#player.value = players.includes(chosen) ? chosen : "";
    }
    this.#offerOpponents(this.#wanted?.get("opponent") ?? this.#opponent.value);
    if (this.#wanted) this.#putFilters();
  }

  /** Offers the opponents of the chosen player, and chooses one of them, or all. */
  #offerOpponents(chosen) {
    const player = this.#player.value;
    const opponents = player === "" ? [] : this.#players.filter((name) => name !== player);
    this.#opponent.replaceChildren(this.#opponent.options[0], ...options(opponents));
    this.#opponent.value = opponents.includes(chosen) ? chosen : "";
    this.#opponent.hidden = opponents.length === 0;
  }

  /** Returns the chosen names, for which the lists may be too narrow. */
  #pairWords() {
    const [player, opponent] = [this.#player.value, this.#opponent.value];
    return `${player && ` of ${player}`}${opponent && ` against ${opponent}`}`;
  }

  #putFilters() {
    putQuery([...new FormData(this.#filters)].filter(([name]) => this.#name === "" || name !== "player"));
  }

  #turn(from) {
    this.#from = from;
    this.#refresh();
  }

  /** Asks for the list, unless it is being asked for. What changes meanwhile is shown a little later. */
  async #refresh() {
    this.#isStale = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#isStale) {
      this.#isStale = false;
      await this.#ask();
      if (this.#isStale) await new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
    }
    this.#isAsking = false;
  }

  async #ask() {
    const query = new URLSearchParams(new FormData(this.#filters));
    // Before the players are known, the lists of names are empty, and only the address has the chosen ones.
    const isEarly = this.#players.length === 0;
    for (const name of ["player", "opponent"]) {
      if (isEarly && this.#wanted?.has(name)) query.set(name, this.#wanted.get(name));
    }
    query.append("from", this.#from);
    query.append("count", PAGE);
    try {
      const { count: total, games } = await server.get(`api/tournaments/${this.#key}/games?${query}`);
      this.#problem.textContent = "";
      this.#count.textContent = `${count(total, "game")}${this.#pairWords()}`;
      this.#showEmpty(total === 0);
      this.#table.hidden = total === 0;
      showIn(this.#table, table(COLUMNS, games.map((game) => this.#row(game))));
      this.#pages.replaceChildren(...pageButtons(total, this.#from, (from) => this.#turn(from)));
      if (isEarly) return;
      if (this.#wanted?.has("opponent")) this.#reveal();
      this.#wanted = null;
    } catch (error) {
      this.#problem.textContent = error.message;
    }
  }

  /** Says why the list is empty, and what to do. */
  #showEmpty(isEmpty) {
    this.#empty.hidden = !isEmpty;
    if (!isEmpty) return;
    const isFiltered = [...new FormData(this.#filters)].some(([name, value]) => value !== "" && (name !== "player" || this.#name === ""));
    const all = make("button", { type: "button" }, "Show all games");
    all.addEventListener("click", () => {
      for (const control of this.#filters.elements) if (control.name !== "player" || this.#name === "") control.value = "";
      this.#offerOpponents("");
      this.#putFilters();
      this.#turn(0);
    });
    const words = isFiltered ? "No game matches these filters." : "No game has started yet. Games are listed here as they start.";
    this.#empty.replaceChildren(emptyState(words, ...(isFiltered ? [all] : [])));
  }

  #row({ number, black, white, is_live: isLive, started_at: startedAt, result, verdict, winner }) {
    const state = isLive ? "in progress" : startedAt ? "being played" : "planned";
    return row([
      [link(`/tournament/${this.#key}/game/${number}`, String(number))],
      [black, winner === "BLACK" ? "name full won" : "name full"],
      [white, winner === "WHITE" ? "name full won" : "name full"],
      [resultWords(result ?? "", verdict ?? "") || state, "name result"],
      [startedAt ? timeWords(startedAt) : ""],
    ]);
  }
}

function options(names) {
  return names.map((name) => make("option", { value: name }, name));
}
