// The agreement on dead stones: marks chains, shows the score without them, and proposes them.

import { pointName } from "./board.js";
import { count, make } from "./dom.js";
import { leadWords } from "./results.js";
import * as server from "./server.js";

const COLORS = ["", "Black", "White"];

/** The marks of the person at the page, and the controls to propose them. */
export class DeadStones {
  #path;
  #on;
  #game = null;

  /** The points that are marked. */
  #marked = new Set();

  /** What the marks belong to: the marks of an earlier agreement are forgotten. */
  #round = "";
  #isMine = false;

  /** The score without the marked stones; null while it is not known. */
  #score = null;
  #words = make("p", { className: "hint", role: "status" });
  #scoreWords = make("p", { className: "dead-score" });
  #propose = make("button", { type: "button", className: "primary" });
  #clear = make("button", { type: "button" }, "Clear the marks");
  #buttons = make("div", { className: "row" }, this.#propose, this.#clear);

  /** The words about the proposals, and the controls. */
  element = make("div", { className: "dead-stones", hidden: true }, this.#words, this.#scoreWords, this.#buttons);

  /** Creates the controls of the game at a path. `on.changed()` draws the board again, `on.propose(points)` proposes. */
  constructor(path, on) {
    this.#path = path;
    this.#on = on;
    this.#propose.addEventListener("click", () => on.propose([...this.#marked].sort((one, other) => one - other)));
    this.#clear.addEventListener("click", () => {
      this.#marked.clear();
      this.#changed();
    });
  }

  /** Whether clicks on stones mark them. */
  get isMarking() {
    return this.#isMine;
  }

  /** Takes a new state of the game; `isMine` says whether it is up to the person at the page to propose. */
  update(game, isMine) {
    this.#game = game;
    this.#isMine = game.is_agreement && isMine;
    this.element.hidden = !game.is_agreement;
    const round = `${game.episode} ${game.skipped + game.moves.length} ${this.#isMine}`;
    if (round === this.#round) return;
    this.#round = round;
    this.#marked = new Set(this.#isMine ? (game.proposal ?? []) : []);
    if (game.is_agreement) this.#changed();
  }

  /** Marks the chain of a stone as dead, or takes its mark away. */
  toggle(point, stones) {
    if (stones[point] === 0) return;
    const isDead = !this.#marked.has(point);
    for (const stone of this.#chain(point, stones)) {
      if (isDead) this.#marked.add(stone);
      else this.#marked.delete(stone);
    }
    this.#changed();
  }

  #chain(point, stones) {
    const { width, height } = this.#game;
    const chain = new Set([point]);
    for (const stone of chain) {
      const column = stone % width;
      const neighbors = [
        stone >= width ? stone - width : null,
        stone < (height - 1) * width ? stone + width : null,
        column > 0 ? stone - 1 : null,
        column < width - 1 ? stone + 1 : null,
      ];
      for (const next of neighbors) if (next !== null && stones[next] === stones[point]) chain.add(next);
    }
    return chain;
  }

  /** Returns what to show over the position: the marks, or the stones that the last shown move proposed. */
  decoration(number, isNow) {
    const isMarking = this.#isMine && isNow;
    const dead = isMarking ? [...this.#marked] : (this.#game.moves[number - 1]?.dead ?? []);
    const marks = dead.map((point) => ({ point, shape: "cross", tone: "bad" }));
    return isMarking && this.#score ? { marks, owner: this.#score.owner } : { marks };
  }

  #changed() {
    this.#score = null;
    this.#draw();
    this.#on.changed();
    if (this.#isMine) void this.#askScore();
  }

  async #askScore() {
    const { moves, skipped } = this.#game;
    const dead = [...this.#marked].join(".");
    const query = new URLSearchParams({ show: "score", move: skipped + moves.length, ...(dead && { dead }) });
    const score = await server.get(`${this.#path}/overlay?${query}`).catch(() => null);
    if (!this.#isMine || dead !== [...this.#marked].join(".")) return;
    this.#score = score;
    this.#draw();
    this.#on.changed();
  }

  #draw() {
    const { proposal, turn } = this.#game;
    this.#buttons.hidden = !this.#isMine;
    this.#clear.disabled = this.#marked.size === 0;
    this.#propose.textContent = this.#buttonText();
    const other = proposal ? `${COLORS[3 - turn]} says that ${this.#stoneWords(proposal)}.` : "";
    const hint = this.#isMine ? "Choose stones on the board to mark them as dead." : "";
    this.#words.textContent = [other, hint].filter((text) => text !== "").join(" ");
    this.#scoreWords.textContent = this.#isMine && this.#score ? leadWords(this.#score) : "";
  }

  #buttonText() {
    const { proposal } = this.#game;
    const dead = this.#marked.size === 0 ? "no stone is dead" : `${count(this.#marked.size, "dead stone")}`;
    if (!proposal) return `Propose: ${dead}`;
    const isSame = proposal.length === this.#marked.size && proposal.every((point) => this.#marked.has(point));
    return isSame ? "Agree: the game ends" : `Disagree (${dead}): play resumes`;
  }

  #stoneWords(points) {
    const { width, height } = this.#game;
    const names = points.map((point) => pointName(point, width, height)).join(", ");
    if (points.length === 0) return "no stone is dead";
    return points.length === 1 ? `this stone is dead: ${names}` : `these stones are dead: ${names}`;
  }
}
