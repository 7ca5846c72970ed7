// A graph of how likely a win of Black was after each move. A click on it shows a move.

import { make } from "./dom.js";
import { sentence } from "./problem.js";
import * as server from "./server.js";
import { linePoints, numberAt, reportedValues, searchedValues, searchParts, valueBefore, valueWords } from "./values.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 300;
const HEIGHT = 72;

/** The positions in one request, as the server allows it. */
const PART = 16;

/** The graph, what it shows in words, and a button that searches if the players reported nothing. */
export class ValueGraph {
  #path;
  #choose;
  #game = null;
  #number = 0;

  /** What the search found, by the number of moves; and of which game. */
  #searched = [];
  #searchedGame = "";
  #isSearching = false;
  #drawn = "";
  #svg = draw("svg", { class: "value-graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" });
  #words = make("p", { className: "hint", role: "status" });
  #button = make("button", { type: "button", className: "quiet" }, "Estimate who was ahead");
  element = make("div", { className: "values" }, this.#svg, this.#words, this.#button);

  /** Creates the graph of the game at a path; `choose(number)` shows the position after that many moves. */
  constructor(path, choose) {
    this.#path = path;
    this.#choose = choose;
    this.#svg.addEventListener("click", (event) => {
      const { left, width } = this.#svg.getBoundingClientRect();
      const { skipped } = this.#game;
      this.#choose(numberAt((event.clientX - left) / width, skipped, this.#last));
    });
    this.#button.addEventListener("click", () => this.#search());
  }

  get #last() {
    return this.#game.skipped + this.#game.moves.length;
  }

  /** Takes a new state of the game. After an undo or in another episode, what was searched counts no more. */
  update(game) {
    const before = this.#game;
    this.#game = game;
    const isShorter = before !== null && before.skipped + before.moves.length > this.#last;
    if (isShorter || before?.episode !== game.episode) this.#searched = [];
    this.#draw();
  }

  /** The position after this many moves is shown. */
  mark(number) {
    this.#number = number;
    this.#draw();
  }

  /** The lines, as pairs of a class and values. */
  get #lines() {
    const { black, white } = reportedValues(this.#game.moves, this.#game.skipped);
    const reported = [
      ["of-black", black],
      ["of-white", white],
    ].filter(([, values]) => values.length > 0);
    return reported.length > 0 ? reported : [["of-search", this.#searched]];
  }

  #draw() {
    if (this.#game === null) return;
    const lines = this.#lines;
    const isReported = lines[0][0] !== "of-search";
    const isEmpty = lines.every(([, values]) => values.length === 0);
    this.#svg.toggleAttribute("hidden", isEmpty);
    const isKnown = this.#game.moves.length === 0 || this.#searched.length > this.#game.moves.length;
    this.#button.hidden = isReported || this.#isSearching || isKnown;
    this.#button.textContent = isEmpty ? "Estimate who was ahead" : "Estimate the new moves, too";
    if (!this.#isSearching) this.#words.textContent = isEmpty ? "" : this.#valueWords(lines, isReported);
    const { skipped } = this.#game;
    const points = lines.map(([name, values]) => [name, linePoints(values, skipped, this.#last, WIDTH, HEIGHT)]);
    const drawn = JSON.stringify([points, this.#number]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const [cursor] = linePoints([{ number: this.#number, value: 1 }], skipped, this.#last, WIDTH, HEIGHT);
    const [x] = cursor.split(" ");
    this.#svg.replaceChildren(
      draw("path", { class: "value-middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      ...points.filter(([, all]) => all.length > 0).flatMap(([name, all]) => valueLine(name, all)),
      draw("path", { class: "value-cursor", d: `M${x} 0V${HEIGHT}` }),
    );
    this.#svg.setAttribute("aria-label", `Who was ahead after each move: ${this.#words.textContent}`);
  }

  #valueWords(lines, isReported) {
    const words = lines.flatMap(([name, values]) => {
      const known = valueBefore(values, this.#number);
      if (known === null) return [];
      const who = { "of-black": "Black says", "of-white": "White says", "of-search": "The search says" }[name];
      return [`${who} ${valueWords(known.value)} at move ${known.number}.`];
    });
    return words.join(" ") || (isReported ? "The players had reported nothing by this move." : "");
  }

  async #search() {
    this.#isSearching = true;
    const { episode } = this.#game;
    const last = this.#last;
    const known = this.#searched.at(-1)?.number ?? this.#game.skipped - 1;
    const parts = searchParts(known + 1, last, PART);
    this.#draw();
    try {
      for (const { from, count } of parts) {
        this.#words.textContent = `Searching: ${from} of ${last} moves.`;
        const { values } = await server.get(`${this.#path}/values?from=${from}&count=${count}`);
        const isSame = this.element.isConnected && this.#game.episode === episode && this.#last >= last;
        if (!isSame) break;
        this.#searched = [...this.#searched, ...searchedValues(from, values)];
        this.#draw();
      }
      this.#isSearching = false;
      this.#draw();
    } catch (error) {
      this.#isSearching = false;
      this.#draw();
      this.#words.textContent = sentence(error.message);
    }
  }
}

/** Returns a line and, for that of the search, the area below it. */
function valueLine(name, points) {
  const [first] = points[0].split(" ");
  const [end] = points.at(-1).split(" ");
  const line = draw("path", { class: `value-line ${name}`, d: `M${points.join("L")}` });
  if (name !== "of-search") return [line];
  return [draw("path", { class: "value-area", d: `M${first} ${HEIGHT}L${points.join("L")}L${end} ${HEIGHT}Z` }), line];
}

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
