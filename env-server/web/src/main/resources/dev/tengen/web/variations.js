// Variations: moves that somebody tries from any position of a game. The server checks them by the rules of the game.

import { pointName } from "./board.js";
import { make } from "./dom.js";
import { MoveTree, lineText, lineThrough, pathTo } from "./movetree.js";
import * as server from "./server.js";

/** The greatest length of all variations as text, as the server allows it. */
const MAX_LENGTH = 4000;

const COLORS = ["", "Black", "White"];

/** The controls, the tree, and the line that is shown. */
export class Variations {
  #path;
  #on;
  #game = null;
  #tree = new MoveTree();

  /** The nodes of the variation that is shown; null for the game itself. */
  #line = null;

  /** The number of moves before the position that is shown, as the game counts. */
  #number = 0;
  #isTrying = false;

  /** What the list shows, so that the same is not drawn again: a drawn button keeps the focus. */
  #drawn = "";
  #isAsking = false;
  #toggle = make("button", { type: "button", ariaPressed: "false", disabled: true }, "Try moves");
  #pass = make("button", { type: "button", hidden: true }, "Try a pass");
  #delete = make("button", { type: "button", hidden: true }, "Delete from here");

  /** What is shown instead of the game, in words. */
  hint = make("p", { className: "variation-words", role: "status" });
  #list = make("div", { className: "move-tree" });

  /** The controls and the tree. */
  element = make(
    "div",
    { className: "variations" },
    make("div", { className: "row" }, this.#toggle, this.#pass, this.#delete),
    this.#list,
  );

  /**
   * Creates the variations of the game at a path. `on.show(number)` shows the line that `moves` returns, after that many moves of
   * the game; `on.changed()` is called after changes of the tree; `on.say(words)` says why a move is refused.
   */
  constructor(path, on) {
    this.#path = path;
    this.#on = on;
    this.#toggle.addEventListener("click", () => this.#setTrying(!this.#isTrying));
    this.#pass.addEventListener("click", () => this.play(this.#passAction));
    this.#delete.addEventListener("click", () => this.#deleteFromHere());
  }

  /** Whether points of the board are moves to try. */
  get isTrying() {
    return this.#isTrying;
  }

  /** Whether the game itself is shown, and no variation. */
  get isGame() {
    return this.#line === null;
  }

  /** The moves that are shown after the skipped ones. */
  get moves() {
    if (this.#line === null) return this.#game.moves;
    return [...this.#game.moves.slice(0, this.#start - this.#game.skipped), ...this.#line];
  }

  /** The player to move after the shown moves. */
  get turn() {
    return this.#line === null ? this.#game.turn : this.#line.at(-1).turn;
  }

  /** The variations as text. */
  get text() {
    return this.#tree
      .lines()
      .map((line) => lineText(line, this.#passAction))
      .join("_");
  }

  /** The index of the variation that is shown; null for the game. */
  get index() {
    if (this.#line === null) return null;
    return this.#tree.lines().findIndex((line) => line.at(-1) === this.#line.at(-1));
  }

  /** The variation that is shown as text; empty for the game. */
  get lineText() {
    return this.#line === null ? "" : lineText(this.#line, this.#passAction);
  }

  get #start() {
    return this.#line[0].number - 1;
  }

  get #passAction() {
    return this.#game.width * this.#game.height;
  }

  /** The move that led to the position; null if it is one of the game, or the start. */
  get #node() {
    return this.#line?.find(({ number }) => number === this.#number) ?? null;
  }

  /** Takes a new state of the game. */
  update(game) {
    this.#game = game;
    this.#tree.update(game.moves, game.skipped);
    const last = this.#line?.at(-1);
    this.#line = last && this.#isInTree(last) ? pathTo(last) : null;
    this.#toggle.disabled = false;
    this.#draw();
  }

  /** Forgets all variations, since another game is shown. */
  clear() {
    this.#tree = new MoveTree();
    this.#line = null;
  }

  /** The position after this many moves of the game is shown. */
  moved(number) {
    this.#number = number;
    this.#draw();
  }

  /** Shows the game again, and tries no more moves. The tree stays. */
  stop() {
    this.#setTrying(false);
    this.#toggle.focus();
  }

  /** Shows the game again instead of a variation. */
  leave() {
    if (this.#line === null) return;
    this.#line = null;
    this.#on.show(Math.min(this.#number, this.#last));
  }

  get #last() {
    return this.#game.skipped + this.#game.moves.length;
  }

  /** Adds variations from an address and shows one of them after a move; the game if `index` is null. */
  async load(text, index, number) {
    for (const part of text.slice(0, MAX_LENGTH).split("_")) {
      try {
        const query = new URLSearchParams({ variation: part });
        const { moves, turn, refused } = await server.get(`${this.#path}/variation?${query}`);
        if (refused) throw new Error(refused.reason);
        this.#addLine(Number(part.split("-")[0]), moves, turn);
      } catch {
        this.#on.say("A variation of this address does not fit the game, so it is left out.");
      }
    }
    const lines = this.#tree.lines();
    this.#setTrying(true);
    this.#line = index === null ? null : (lines[index] ?? null);
    this.#on.show(number ?? this.#line?.at(-1).number ?? this.#last);
    this.#on.changed();
  }

  #addLine(start, moves, turn) {
    let parent = null;
    moves.forEach((move, index) => {
      const next = moves[index + 1]?.color ?? turn;
      parent = this.#tree.add(parent, { ...move, number: start + index + 1, turn: next });
    });
  }

  /** Tries a point or a pass in the position that is shown. */
  async play(action) {
    if (this.#isAsking) return;
    const point = action === this.#passAction ? null : action;
    const known = this.#knownAfter(point);
    if (known) {
      known();
      return;
    }
    const [node, number] = [this.#node, this.#number];
    const before = node === null ? `${number}-` : `${lineText(pathTo(node), this.#passAction)}.`;
    if (this.text.length + before.length + 8 > MAX_LENGTH) {
      this.#on.say("An address has no room for more variations. Delete one first.");
      return;
    }
    this.#isAsking = true;
    try {
      const { moves, turn, refused } = await server.get(`${this.#path}/variation?variation=${before}${action}`);
      if (refused) this.#on.refuse(refused);
      else this.#select(this.#tree.add(node, { ...moves.at(-1), number: number + 1, turn }));
    } catch (error) {
      this.#on.say(error.message);
    }
    this.#isAsking = false;
  }

  /** Returns what shows the move at `point` if it is known already. */
  #knownAfter(point) {
    const node = this.#node;
    if (node === null && this.#game.moves[this.#number - this.#game.skipped]?.point === point) {
      return () => this.#showGame(this.#number + 1);
    }
    const next = node ? node.children : this.#tree.branches().filter(({ number }) => number === this.#number + 1);
    const same = next.find((child) => child.point === point);
    return same ? () => this.#select(same) : null;
  }

  #select(node) {
    this.#line = lineThrough(node);
    this.#on.say("");
    this.#on.show(node.number);
    this.#on.changed();
  }

  #showGame(number) {
    this.#line = null;
    this.#on.say("");
    this.#on.show(number);
    this.#on.changed();
  }

  #deleteFromHere() {
    const node = this.#node ?? this.#line?.[0];
    if (!node) return;
    this.#tree.remove(node);
    if (node.parent) this.#select(node.parent);
    else this.#showGame(node.number - 1);
    this.#toggle.focus();
  }

  /** Handles a key: up and down choose the variation above or below, Delete removes. Returns whether it has a meaning. */
  key(key) {
    if (!this.#isTrying || this.#tree.isEmpty) return false;
    if (key === "Delete" && this.#line !== null) {
      this.#deleteFromHere();
      return true;
    }
    if (key !== "ArrowUp" && key !== "ArrowDown") return false;
    const lines = [null, ...this.#tree.lines()];
    const now = this.#line === null ? 0 : this.index + 1;
    const next = lines[now + (key === "ArrowDown" ? 1 : -1)];
    if (next === null) this.#showGame(Math.min(this.#start, this.#last));
    else if (next) this.#select(firstOwn(lines[now] ?? [], next));
    return true;
  }

  #setTrying(isTrying) {
    this.#isTrying = isTrying;
    this.#toggle.ariaPressed = String(isTrying);
    if (!isTrying) this.leave();
    this.#draw();
    this.#on.changed();
  }

  #isInTree(node) {
    return this.#tree.lines().some((line) => line.includes(node));
  }

  #draw() {
    this.#pass.hidden = !this.#isTrying;
    this.#delete.hidden = this.#line === null;
    this.hint.textContent = this.#words();
    this.#list.hidden = this.#tree.isEmpty;
    const drawn = `${this.text} ${this.lineText} ${this.#number}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#list.replaceChildren(this.#list.hidden ? "" : this.#trunk());
  }

  #words() {
    if (this.#line !== null) return `You are trying moves: a variation, which leaves the game after move ${this.#start}.`;
    return this.#isTrying ? "You are trying moves: choose points. The game does not change." : "";
  }

  #trunk() {
    const game = make("button", { type: "button" }, "The game");
    if (this.#line === null) game.setAttribute("aria-current", "true");
    game.addEventListener("click", () => this.#showGame(this.#line === null ? this.#number : this.#start));
    const branches = this.#tree.branches().map((node) => this.#branch(node));
    return make("ul", { ariaLabel: "Variations" }, make("li", {}, game, make("ul", {}, ...branches)));
  }

  /** Returns the item of a node, with those that follow it up to the next branching. */
  #branch(node) {
    const moves = [];
    let last = node;
    for (; ; last = last.children[0]) {
      moves.push(this.#moveButton(last));
      if (last.children.length !== 1) break;
    }
    const more = last.children.map((child) => this.#branch(child));
    const row = make("div", { className: "moves" }, ...moves);
    return make("li", {}, row, more.length === 0 ? null : make("ul", {}, ...more));
  }

  #moveButton(node) {
    const name = pointName(node.point, this.#game.width, this.#game.height);
    const label = `${node.number} ${name}, ${COLORS[node.color]}`;
    const disc = make("span", { className: `disc ${COLORS[node.color].toLowerCase()}`, ariaHidden: "true" });
    const button = make("button", { type: "button", ariaLabel: label }, disc, `${node.number} ${name}`);
    if (node === this.#node) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => {
      this.#select(node);
      this.#list.querySelector("[aria-current]")?.focus();
    });
    return button;
  }
}

/** Returns the first node of a line that another line does not have. */
function firstOwn(other, line) {
  return line.find((node) => !other.includes(node)) ?? line.at(-1);
}
