// The games of a tournament in a table, the last started first, with filters.

import { count, link, make, select } from "./dom.js";
import { VERDICTS, endingName } from "./endings.js";
import { PAGE, pageButtons, timeWords } from "./pages.js";
import * as server from "./server.js";
import { row, table, tablePlace } from "./table.js";

/** The least time between two requests for the list while games end one after another. */
const PERIOD_MS = 1000;

const WINNERS = [
  ["", "All results"],
  ["BLACK", "Black won"],
  ["WHITE", "White won"],
  ["DRAW", "Draw"],
  ["VOID", "Void"],
];
const COLUMNS = [["Game"], ["Black", "name"], ["White", "name"], ["Result", "name"], ["Ending", "name"], ["Started"]];

/** The list of games, its filters, and the buttons that turn its pages. */
export class GameList {
  #key;
  #from = 0;
  #isAsking = false;
  #isStale = false;
  #player = select("player", [["", "All players"]], "");
  #filters;
  #count = make("output", { className: "total" });
  #table = tablePlace("Games");
  #pages = make("div", { className: "row" });
  #problem = make("p", { className: "problem", role: "alert" });

  /** Creates the list of the tournament with a key; with a name, only the games of that player are listed. */
  constructor(key, name = "") {
    this.#key = key;
    this.#player.ariaLabel = "Player";
    if (name !== "") {
      this.#player.replaceChildren(make("option", { value: name }, name));
      this.#player.hidden = true;
    }
    const winner = select("winner", WINNERS, "");
    winner.ariaLabel = "Result";
    const endings = Object.keys(VERDICTS).map((verdict) => [verdict, endingName(verdict)]);
    const verdict = select("verdict", [["", "All endings"], ...endings], "");
    verdict.ariaLabel = "Ending";
    this.#filters = make("form", { className: "row filters" }, this.#player, winner, verdict, this.#count);
    this.#filters.addEventListener("submit", (event) => event.preventDefault());
    this.#filters.addEventListener("change", () => this.#turn(0));
    this.element = make("div", { className: "game-list" }, this.#filters, this.#problem, this.#table, this.#pages);
  }

  /** Shows the games again, since one of them has started or ended. `players` are those of the tournament. */
  update(players) {
    const isKnown = this.#player.hidden || this.#player.options.length === players.length + 1;
    if (!isKnown) this.#player.append(...players.map((name) => make("option", { value: name }, name)));
    this.#refresh();
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
    query.append("from", this.#from);
    query.append("count", PAGE);
    try {
      const { count: total, games } = await server.get(`api/tournaments/${this.#key}/games?${query}`);
      this.#problem.textContent = "";
      this.#count.textContent = total === 0 ? "No game matches." : count(total, "game");
      this.#table.hidden = total === 0;
      this.#table.replaceChildren(table(COLUMNS, games.map((game) => this.#row(game))));
      this.#pages.replaceChildren(...pageButtons(total, this.#from, (from) => this.#turn(from)));
    } catch (error) {
      this.#problem.textContent = error.message;
    }
  }

  #row({ number, black, white, is_live: isLive, started_at: startedAt, result, verdict, winner }) {
    const state = isLive ? "in progress" : (result ?? (startedAt ? "being played" : "planned"));
    return row([
      [link(`/tournament/${this.#key}/game/${number}`, String(number))],
      [black, winner === "BLACK" ? "name won" : "name"],
      [white, winner === "WHITE" ? "name won" : "name"],
      [state, "name"],
      [endingName(verdict ?? ""), "name"],
      [startedAt ? timeWords(startedAt) : ""],
    ]);
  }
}
