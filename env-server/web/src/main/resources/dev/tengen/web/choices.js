// The choices of the form that starts a game, which depend on the board and the rules. Only those that work are offered.

import { field, make, select } from "./dom.js";
import * as server from "./server.js";

/** The prefix of agents in the list of opponents, since an agent may have the name of a player. */
export const AGENT = "agent ";

/** The usual komi of a game with handicap stones. */
const HANDICAP_KOMI = 0.5;

/** The fields for the opponent, the handicap, the komi, and whether moves may be taken back. */
export class Choices {
  #info;
  #before;
  #agents = make("optgroup", { label: "Waiting agents", hidden: true });
  #opponent = make("select", { name: "opponent" });
  #handicap = select("handicap", [["0", "None"]], "0");
  #handicapField = field("Handicap", this.#handicap);
  #komi = make("input", { name: "komi", type: "number", step: "0.5", min: "-1000", max: "1000" });
  #undo = make("input", { name: "undo", type: "checkbox" });
  #undoField = make("label", { className: "check" }, this.#undo, "Moves can be taken back");
  #about = make("p", { className: "hint" });
  #version = 0;

  /** The opponent of last time, which may be an agent that is not offered yet; null once another one is chosen. */
  #agentBefore;
  #works = null;

  /** Creates the fields; `before` are the choices of last time. */
  constructor(info, before) {
    this.#info = info;
    this.#before = before;
    this.#agentBefore = before.opponent ?? null;
    this.#undo.checked = before.undo !== false;
    this.#offerOpponents(info.players.map(({ name }) => name));
    this.#opponent.addEventListener("change", () => {
      this.#agentBefore = null;
      this.#describe();
    });
    this.#handicap.addEventListener("change", () => this.#setKomi());
  }

  /** The field for the opponent, and what is known about it. */
  get opponentParts() {
    return [field("Against", this.#opponent), this.#about];
  }

  /** The other fields. */
  get otherParts() {
    return [this.#handicapField, field("Komi", this.#komi), this.#undoField];
  }

  /** Offers what works on a square board under the rules with a name. */
  async update(size, rules) {
    const version = ++this.#version;
    const query = new URLSearchParams({ width: size, height: size, rules });
    const works = await server.get(`api/choices?${query}`);
    if (version !== this.#version) return;
    this.#works = works;
    this.#offerOpponents(works.opponents);
    this.#offerHandicaps(works.max_handicap);
    this.#setKomi();
    if (this.#before.komi !== undefined) this.#komi.value = this.#before.komi;
    this.#before = {};
  }

  /** Offers the agents with these names. */
  offerAgents(names) {
    const shown = [...this.#agents.children].map(({ value }) => value.slice(AGENT.length));
    if (names.join("\n") === shown.join("\n")) return;
    const chosen = this.#opponent.value;
    this.#agents.replaceChildren(...names.map((name) => make("option", { value: AGENT + name }, name)));
    this.#agents.hidden = names.length === 0;
    const agent = this.#agentBefore ?? chosen;
    if (agent.startsWith(AGENT) && names.includes(agent.slice(AGENT.length))) this.#opponent.value = agent;
    this.#describe();
  }

  #offerOpponents(names) {
    const chosen = this.#opponent.value || (this.#before.opponent ?? "monte-carlo");
    this.#opponent.replaceChildren(...names.map((name) => make("option", { value: name }, name)), this.#agents);
    const values = [...this.#opponent.options].map(({ value }) => value);
    this.#opponent.value = values.includes(chosen) ? chosen : "greedy";
    this.#describe();
  }

  #offerHandicaps(most) {
    const chosen = this.#before.handicap ?? this.#handicap.value;
    const counts = most === 0 ? [] : Array.from({ length: most - 1 }, (_, index) => String(index + 2));
    const options = counts.map((count) => make("option", { value: count }, `${count} stones for Black`));
    this.#handicap.replaceChildren(make("option", { value: "0" }, "None"), ...options);
    this.#handicap.value = counts.includes(chosen) ? chosen : "0";
    this.#handicapField.hidden = most === 0;
  }

  #setKomi() {
    if (this.#works) this.#komi.value = this.#handicap.value === "0" ? this.#works.komi : HANDICAP_KOMI;
  }

  #describe() {
    const { value } = this.#opponent;
    const isAgent = value.startsWith(AGENT);
    const summary = this.#info.players.find(({ name }) => name === value)?.summary ?? "";
    const name = value.slice(AGENT.length); // The list may be too narrow for it.
    this.#about.textContent = isAgent ? `${name} is an agent. Each side has 20 minutes and five periods of a minute.` : summary;
    this.#undoField.hidden = isAgent;
  }
}
