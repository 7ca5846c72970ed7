// The choices of the form that starts a game, which depend on the board and the rules. Only those that work are offered.

import { field, make, select } from "./dom.js";
import { AGENT, chosenOpponent, offeredOpponents, otherPlayers } from "./opponents.js";
import * as server from "./server.js";

/** The usual komi of a game with handicap stones. */
const HANDICAP_KOMI = 0.5;

/** A choice between a few things that are all shown: radio buttons in labels, each with what `content` returns for its value. */
export function tiles(name, legend, values, chosen, content) {
  const labels = values.map((value) => tile(name, value, value === chosen, content(value)));
  return make("fieldset", { className: `tiles ${name}` }, make("legend", {}, legend), ...labels);
}

function tile(name, value, isChosen, content) {
  return make("label", {}, make("input", { type: "radio", name, value, checked: isChosen }), ...content);
}

/** The fields for the opponent, the handicap, the komi, and whether moves may be taken back. */
export class Choices {
  #info;
  #before;
  #agents = [];
  #works = null;
  #version = 0;

  /** The opponents that were wanted, the newest first. One of last time may be an agent that is not offered yet. */
  #wanted;
  #opponents = make("fieldset", { className: "tiles opponent" }, make("legend", {}, "Opponent"));
  #shown = "";
  #player = make("select", { name: "player" });
  #handicap = select("handicap", [["0", "None"]], "0");
  #handicapField = field("Handicap", this.#handicap);
  #komi = make("input", { name: "komi", type: "number", step: "0.5", min: "-1000", max: "1000" });
  #undo = make("input", { name: "undo", type: "checkbox" });
  #undoField = make("label", { className: "check" }, this.#undo, "Moves can be taken back");
  #about = make("p", { className: "hint", role: "status" });

  /** Creates the fields; `before` are the choices of last time. */
  constructor(info, before) {
    this.#info = info;
    this.#before = before;
    this.#wanted = [before.opponent ?? ""];
    this.#undo.checked = before.undo !== false;
    this.#opponents.addEventListener("change", ({ target }) => {
      this.#player.value = "";
      this.#want(target.value);
    });
    this.#player.addEventListener("change", () => this.#want(this.#player.value || this.#checked()?.value));
    this.#handicap.addEventListener("change", () => this.#setKomi());
  }

  /** The field for the opponent. */
  get opponentParts() {
    return [this.#opponents, this.#about];
  }

  /** The other fields. */
  get otherParts() {
    return [this.#handicapField, field("Komi", this.#komi), field("Another player", this.#player), this.#undoField];
  }

  /** The opponent that is chosen. */
  get opponent() {
    return this.#player.value || (this.#checked()?.value ?? "");
  }

  /** Offers what works on a square board under the rules with a name. */
  async update(size, rules) {
    const version = ++this.#version;
    const query = new URLSearchParams({ width: size, height: size, rules });
    const works = await server.get(`api/choices?${query}`);
    if (version !== this.#version) return;
    this.#works = works;
    this.#offerOpponents();
    this.#offerHandicaps(works.max_handicap);
    this.#setKomi();
    if (this.#before.komi !== undefined) this.#komi.value = this.#before.komi;
    this.#before = {};
  }

  /** Offers the agents with these names. */
  offerAgents(names) {
    this.#agents = names;
    if (this.#works) this.#offerOpponents();
  }

  #want(opponent) {
    this.#wanted = [opponent ?? "", ...this.#wanted.slice(0, 1)];
    this.#choose(opponent);
  }

  #checked() {
    return this.#opponents.querySelector(":checked");
  }

  #offerOpponents() {
    const { opponents } = this.#works;
    const offered = offeredOpponents(this.#info, opponents, this.#agents);
    const others = otherPlayers(offered, opponents);
    const shown = JSON.stringify([offered, others]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focused = this.#opponents.contains(document.activeElement) ? document.activeElement.value : null;
    const labels = offered.map(({ value, name, about }) =>
      tile("opponent", value, false, [make("strong", {}, name), make("span", {}, about)]),
    );
    this.#opponents.replaceChildren(this.#opponents.firstChild, ...labels);
    const options = [["", "The opponent chosen above"], ...others.map((name) => [name, name])];
    this.#player.replaceChildren(...options.map(([value, text]) => make("option", { value }, text)));
    this.#choose(chosenOpponent(this.#wanted, offered, others));
    if (focused !== null) this.#radio(focused)?.focus();
  }

  #radio(value) {
    return [...this.#opponents.querySelectorAll("input")].find((input) => input.value === value);
  }

  /** Checks the radio button of an opponent, or chooses it in the list of other players. */
  #choose(opponent) {
    const radio = this.#radio(opponent);
    if (radio) radio.checked = true;
    else if (this.#checked()) this.#checked().checked = false;
    this.#player.value = radio ? "" : opponent;
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
    const { opponent } = this;
    const isAgent = opponent.startsWith(AGENT);
    const other = this.#player.value;
    const summary = this.#info.players.find(({ name }) => name === other)?.summary ?? "";
    this.#about.textContent = isAgent ? "Each side has 20 minutes and five periods of a minute." : other && `${other}: ${summary}`;
    this.#undoField.hidden = isAgent;
  }
}
