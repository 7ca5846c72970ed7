// A Go board in SVG, and a board with a slider through a game. No dependencies; styled by board.css.
//
// A point is row * width + column from the top left. A color is 1 for Black, 2 for White, 0 for none. All text is
// added as text, never as markup, so names may contain anything.

const SVG = "http://www.w3.org/2000/svg";
const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const COLORS = ["empty", "black", "white"];
const CELL = 40;
const STONE = 18.8;
const AUTOPLAY_MS = 500;
const PAGE_OF_MOVES = 10;

/** Players with longer names are below each other if the screen is narrow. So are all players beside a result. */
const LONG_NAME = 14;

/** The least distance of points, in pixels of the page, at which a finger hits the one that is meant. */
const FINGER = 24;

/** The opacity of a value of 1. */
const MAX_OPACITY = 0.85;

let boardCount = 0;

/** Returns a new SVG element with attributes and children. */
function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Returns a new HTML element with properties and children. */
function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Returns the name of a point, such as "C3"; "pass" for null. */
export function pointName(point, width, height) {
  return point === null ? "pass" : COLUMNS[point % width] + (height - Math.floor(point / width));
}

/** Returns the point with a name such as "C3". */
export function pointAt(name, width, height) {
  return (height - Number(name.slice(1))) * width + COLUMNS.indexOf(name[0]);
}

/** Returns the lines with star points on a side of this many points. */
function starLines(size) {
  if (size < 5) return [];
  const middle = size % 2 === 1 ? [(size - 1) / 2] : [];
  if (size < 7) return middle;
  const edge = size < 13 ? 2 : 3;
  return [edge, ...middle, size - 1 - edge];
}

/** Returns the star points: corners, the middle and, on large boards, the middles of the sides. */
function starPoints(width, height) {
  const rows = starLines(height);
  const columns = starLines(width);
  const isMiddle = (line, size) => line * 2 === size - 1;
  const isLarge = width > 13 && height > 13;
  return rows.flatMap((row) =>
    columns
      .filter((column) => isLarge || isMiddle(row, height) === isMiddle(column, width))
      .map((column) => row * width + column),
  );
}

/** Elements by key. An element is reused as long as its key is shown. */
class Layer {
  #group;
  #shown = new Map();

  constructor(parent, name) {
    this.#group = draw("g", { class: name });
    parent.append(this.#group);
  }

  /** Shows the elements of `wanted`, a map from keys to functions that create elements, and removes all others. */
  show(wanted) {
    for (const [key, element] of this.#shown) {
      if (!wanted.has(key)) {
        element.remove();
        this.#shown.delete(key);
      }
    }
    for (const [key, create] of wanted) {
      if (!this.#shown.has(key)) {
        const element = create();
        this.#shown.set(key, element);
        this.#group.append(element);
      }
    }
  }
}

/**
 * A board. `show` sets its stones; with `onPoint` its points can be clicked, and reached by Tab and arrow keys.
 */
export class Board {
  #width;
  #height;
  #margin;
  #svg;
  #id = `tengen-board-${++boardCount}`;
  #layers = {};
  #ghost;
  #cells = [];
  #cellGroup;
  #cursor;
  #view = {};
  #callback = null;

  /** What pressed the board last: "mouse", "pen" or "touch". */
  #pointer = "";

  /** Adds a board to `element`, without the names of rows and columns if `coordinates` is false. */
  constructor(element, { width, height, coordinates = true }) {
    this.#width = width;
    this.#height = height;
    this.#margin = coordinates ? 1.2 * CELL : 0.7 * CELL;
    this.#cursor = Math.floor(height / 2) * width + Math.floor(width / 2);
    const size = [width, height].map((count) => (count - 1) * CELL + 2 * this.#margin);
    this.#svg = draw("svg", {
      class: `tengen-board${width > 13 || height > 13 ? " large" : ""}`,
      viewBox: `0 0 ${size.join(" ")}`,
      role: "img",
    });
    this.#svg.append(this.#definitions(), this.#wood(size));
    this.#drawGrid();
    if (coordinates) this.#drawCoordinates(size);
    for (const name of ["owners", "stones", "values", "marks"]) this.#layers[name] = new Layer(this.#svg, name);
    this.#ghost = draw("circle", { class: "ghost", r: STONE, visibility: "hidden" });
    this.#svg.append(this.#ghost);
    element.append(this.#svg);
    this.show({ stones: new Array(width * height).fill(0) });
  }

  /** The SVG element. */
  get element() {
    return this.#svg;
  }

  #definitions() {
    const stops = (name, offsets) =>
      offsets.map((offset, index) => draw("stop", { offset, class: `${name}-stop-${index + 1}` }));
    const ball = (name) =>
      draw("radialGradient", { id: `${this.#id}-${name}`, cx: 0.36, cy: 0.3, r: 0.78 }, ...stops(name, [0, 0.5, 1]));
    const shadow = draw("radialGradient", { id: `${this.#id}-shadow` }, ...stops("shadow", [0.72, 1]));
    const wood = draw("linearGradient", { id: `${this.#id}-wood`, x2: 0.6, y2: 1 }, ...stops("wood", [0, 1]));
    return draw("defs", {}, ball("black"), ball("white"), shadow, wood);
  }

  #wood([width, height]) {
    return draw("rect", { class: "wood", width, height, rx: 10, fill: `url(#${this.#id}-wood)` });
  }

  #x(point) {
    return this.#margin + (point % this.#width) * CELL;
  }

  #y(point) {
    return this.#margin + Math.floor(point / this.#width) * CELL;
  }

  #drawGrid() {
    const [left, top] = [this.#margin, this.#margin];
    const right = left + (this.#width - 1) * CELL;
    const bottom = top + (this.#height - 1) * CELL;
    const lines = [];
    for (let row = 0; row < this.#height; row++) lines.push(`M${left} ${top + row * CELL}H${right}`);
    for (let column = 0; column < this.#width; column++) lines.push(`M${left + column * CELL} ${top}V${bottom}`);
    this.#svg.append(draw("path", { class: "grid", d: lines.join("") }));
    for (const point of starPoints(this.#width, this.#height)) {
      this.#svg.append(draw("circle", { class: "star", cx: this.#x(point), cy: this.#y(point), r: 4.4 }));
    }
  }

  #drawCoordinates([right, bottom]) {
    const text = (x, y, label) => this.#svg.append(draw("text", { class: "coordinate", x, y }, label));
    const inset = 0.42 * CELL;
    for (let column = 0; column < this.#width; column++) {
      text(this.#x(column), inset, COLUMNS[column]);
      text(this.#x(column), bottom - inset, COLUMNS[column]);
    }
    for (let row = 0; row < this.#height; row++) {
      text(inset, this.#y(row * this.#width), this.#height - row);
      text(right - inset, this.#y(row * this.#width), this.#height - row);
    }
  }

  /**
   * Shows a position instead of the previous one. All properties except `stones` are optional:
   *
   * - `stones`: a color for each point
   * - `lastMove`: the point of the last move; null for none
   * - `marks`: a list of `{point, shape, text, tone}`; shape is circle, square, triangle, cross, diamond or dot, tone one of
   *   plain, good, bad, even, first, second
   * - `owner`: the color that owns each point
   * - `mask`: for each point whether it may be played; drawn as dots on legal points and crosses on illegal empty points
   * - `values`: for each point a number within [-1, 1], or null, drawn as a wash of color
   * - `turn`: the color of the stone that follows the mouse; 0 for none
   * - `pending`: a point where a stone of that color would be played
   */
  show(view) {
    this.#view = view;
    const marks = new Map();
    if (view.mask) this.#addMask(marks);
    if (view.owner) this.#addOwnerSquares(marks);
    const marked = new Set((view.marks ?? []).map((mark) => mark.point));
    for (const mark of view.marks ?? []) this.#addMark(marks, mark);
    const last = view.lastMove ?? null;
    if (last !== null && !marked.has(last)) this.#addMark(marks, { point: last, shape: "circle", tone: "last" });
    this.#layers.owners.show(this.#ownerCells());
    this.#layers.stones.show(this.#stoneElements());
    this.#layers.values.show(this.#valueCells());
    this.#layers.marks.show(marks);
    this.#nameEverything();
    this.#hideGhost();
  }

  #stoneElements() {
    const wanted = new Map();
    this.#view.stones.forEach((color, point) => {
      if (color === 0) return;
      const isLast = point === this.#view.lastMove;
      wanted.set(`${point} ${color} ${isLast}`, () => this.#stone(point, COLORS[color], isLast));
    });
    return wanted;
  }

  #stone(point, color, isLast) {
    const [cx, cy] = [this.#x(point), this.#y(point)];
    const shadow = { cx: cx + 1.6, cy: cy + 2.6, r: STONE + 2.4, fill: `url(#${this.#id}-shadow)` };
    return draw(
      "g",
      { class: isLast ? `stone ${color} last` : `stone ${color}` },
      draw("circle", shadow),
      draw("circle", { class: "body", cx, cy, r: STONE, fill: `url(#${this.#id}-${color})` }),
    );
  }

  #cell(point, attributes) {
    const corner = { x: this.#x(point) - CELL / 2, y: this.#y(point) - CELL / 2 };
    return draw("rect", { ...corner, width: CELL, height: CELL, ...attributes });
  }

  #ownerCells() {
    const wanted = new Map();
    (this.#view.owner ?? []).forEach((color, point) => {
      if (color > 0) wanted.set(`${point} ${color}`, () => this.#cell(point, { class: `area ${COLORS[color]}` }));
    });
    return wanted;
  }

  #addOwnerSquares(marks) {
    this.#view.owner.forEach((color, point) => {
      if (color === 0 || color === this.#view.stones[point]) return;
      const square = { x: this.#x(point) - 6, y: this.#y(point) - 6, width: 12, height: 12, rx: 2 };
      marks.set(`${point} owner ${color}`, () => draw("rect", { class: `owner ${COLORS[color]}`, ...square }));
    });
  }

  #addMask(marks) {
    this.#view.mask.forEach((isLegal, point) => {
      if (isLegal) this.#addMark(marks, { point, shape: "dot", tone: "legal" });
      else if (this.#view.stones[point] === 0) this.#addMark(marks, { point, shape: "cross", tone: "illegal" });
    });
  }

  #valueCells() {
    const wanted = new Map();
    (this.#view.values ?? []).forEach((value, point) => {
      if (value === null || value === 0) return;
      const sign = value > 0 ? "positive" : "negative";
      const strength = Math.min(1, Math.abs(value)).toFixed(2);
      const under = COLORS[this.#view.stones[point]];
      const look = { class: `value ${sign} on-${under}`, "fill-opacity": MAX_OPACITY * strength };
      wanted.set(`${point} ${sign} ${strength} ${under}`, () => this.#cell(point, look));
    });
    return wanted;
  }

  #addMark(marks, { point, shape, text = "", tone = "plain" }) {
    const under = COLORS[this.#view.stones[point]];
    const name = `mark ${tone} on-${under}`;
    if (shape) marks.set(`${point} ${shape} ${name}`, () => this.#shape(point, shape, name));
    if (text !== "") {
      const at = { x: this.#x(point), y: this.#y(point) };
      const size = String(text).length > 2 ? " small" : "";
      marks.set(`${point} "${text}" ${name}`, () => draw("text", { class: `label ${name}${size}`, ...at }, text));
    }
  }

  #shape(point, shape, name) {
    const [x, y] = [this.#x(point), this.#y(point)];
    const shapes = {
      circle: () => draw("circle", { cx: x, cy: y, r: 8.5 }),
      dot: () => draw("circle", { cx: x, cy: y, r: 4.5 }),
      square: () => draw("rect", { x: x - 8, y: y - 8, width: 16, height: 16, rx: 2 }),
      diamond: () => draw("path", { d: `M${x} ${y - 10}l10 10l-10 10l-10 -10z` }),
      triangle: () => draw("path", { d: `M${x} ${y - 10}l9 15h-18z` }),
      cross: () => draw("path", { d: `M${x - 6} ${y - 6}l12 12m0 -12l-12 12` }),
    };
    const element = shapes[shape]();
    element.setAttribute("class", `${name} ${shape}`);
    return element;
  }

  #nameEverything() {
    const { stones, lastMove } = this.#view;
    const count = (color) => stones.filter((stone) => stone === color).length;
    const size = `Board of ${this.#width} by ${this.#height}`;
    const last = lastMove === null || lastMove === undefined ? "" : `, last move ${this.#name(lastMove)}`;
    this.#svg.setAttribute("aria-label", `${size}: ${count(1)} black stones, ${count(2)} white${last}`);
    this.#cells.forEach((cell, point) => {
      const label = this.#pointLabel(point);
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
    });
  }

  #pointLabel(point) {
    const { stones, lastMove, mask } = this.#view;
    const what = stones[point] === 0 ? "empty" : `${COLORS[stones[point]]} stone`;
    const isForbidden = mask && stones[point] === 0 && !mask[point];
    const last = point === lastMove ? ", last move" : "";
    return `${this.#name(point)}, ${what}${isForbidden ? ", may not be played" : ""}${last}`;
  }

  #name(point) {
    return pointName(point, this.#width, this.#height);
  }

  /**
   * Calls `callback` with each point that is clicked, or chosen by Enter or Space, and with whether a finger chose it among
   * points that are too close for fingers. Tab moves the focus to the board, arrow keys move it from point to point. If
   * `callback` is null, the board is read-only.
   */
  onPoint(callback) {
    this.#callback = callback;
    if (callback === null) {
      this.#cellGroup?.remove();
      [this.#cellGroup, this.#cells] = [undefined, []];
      this.#svg.setAttribute("role", "img");
      this.#hideGhost();
    } else if (!this.#cellGroup) {
      this.#svg.setAttribute("role", "grid");
      this.#addCells();
      this.#nameEverything();
    }
  }

  #addCells() {
    this.#cellGroup = draw("g", { class: "points", role: "rowgroup" });
    for (let row = 0; row < this.#height; row++) {
      const line = draw("g", { role: "row" });
      for (let column = 0; column < this.#width; column++) {
        const point = row * this.#width + column;
        const attributes = { class: "point", role: "gridcell", tabindex: -1, "data-point": point, rx: 5 };
        this.#cells.push(this.#cell(point, attributes));
        line.append(this.#cells.at(-1));
      }
      this.#cellGroup.append(line);
    }
    this.#cells[this.#cursor].setAttribute("tabindex", 0);
    this.#svg.append(this.#cellGroup);
    const pointOf = (event) => Number(event.target.dataset.point);
    // A click does not take the focus, so that the arrow keys still step through the game.
    this.#cellGroup.addEventListener("mousedown", (event) => event.preventDefault());
    this.#cellGroup.addEventListener("pointerdown", (event) => (this.#pointer = event.pointerType));
    this.#cellGroup.addEventListener("click", (event) => this.#choose(pointOf(event), this.#isClose()));
    this.#cellGroup.addEventListener("keydown", (event) => this.#press(event));
    this.#cellGroup.addEventListener("pointerover", (event) => this.#showGhost(pointOf(event), event.pointerType));
    this.#cellGroup.addEventListener("pointerleave", () => this.#hideGhost());
  }

  #choose(point, isClose) {
    this.#moveCursor(point);
    this.#callback?.(point, isClose);
  }

  #isClose() {
    return this.#pointer === "touch" && this.#cells[0].getBoundingClientRect().width < FINGER;
  }

  #press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      this.#choose(this.#cursor, false);
    } else {
      const row = Math.floor(this.#cursor / this.#width);
      const column = this.#cursor % this.#width;
      const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[
        event.key
      ] ?? [0, 0];
      if (down === 0 && right === 0) return;
      const clamp = (line, size) => Math.max(0, Math.min(size - 1, line));
      this.#moveCursor(clamp(row + down, this.#height) * this.#width + clamp(column + right, this.#width));
      this.#cells[this.#cursor].focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #moveCursor(point) {
    this.#cells[this.#cursor]?.setAttribute("tabindex", -1);
    this.#cursor = point;
    this.#cells[point].setAttribute("tabindex", 0);
  }

  #showGhost(point, pointer) {
    const turn = this.#view.turn ?? 0;
    const isPending = (this.#view.pending ?? null) !== null;
    if (turn === 0 || isPending || pointer === "touch" || this.#view.stones[point] !== 0) this.#hideGhost();
    else this.#placeGhost(point, turn);
  }

  #placeGhost(point, turn) {
    const place = { cx: this.#x(point), cy: this.#y(point), visibility: "visible" };
    const look = { fill: `url(#${this.#id}-${COLORS[turn]})` };
    for (const [name, value] of Object.entries({ ...place, ...look })) this.#ghost.setAttribute(name, value);
  }

  #hideGhost() {
    const { pending = null, turn } = this.#view;
    if (pending === null) this.#ghost.setAttribute("visibility", "hidden");
    else this.#placeGhost(pending, turn);
  }
}

/** The stones of a game after any of its moves: each move lists what it captured, so nothing is computed here. */
class Walk {
  #game;
  #stones;
  #number = 0;
  #taken = [0, 0, 0];

  constructor(game) {
    this.#game = game;
    this.#stones = new Array(game.width * game.height).fill(0);
    for (const point of game.black ?? []) this.#stones[point] = 1;
    for (const point of game.white ?? []) this.#stones[point] = 2;
  }

  /** Moves to the position after this many moves. */
  to(number) {
    while (this.#number < number) this.#forward(this.#game.moves[this.#number++]);
    while (this.#number > number) this.#back(this.#game.moves[--this.#number]);
  }

  /** The color of each point. */
  get stones() {
    return [...this.#stones];
  }

  /** Returns the number of captured stones of a color. */
  taken(color) {
    return this.#taken[color];
  }

  #forward({ color, point, captured = [] }) {
    if (point !== null) this.#stones[point] = color;
    for (const gone of captured) {
      this.#taken[this.#stones[gone]]++;
      this.#stones[gone] = 0;
    }
  }

  #back({ color, point, captured = [] }) {
    // A suicide captures the played stone and its chain.
    const owner = captured.includes(point) ? color : 3 - color;
    for (const gone of captured) {
      this.#taken[owner]--;
      this.#stones[gone] = owner;
    }
    if (point !== null) this.#stones[point] = 0;
  }
}

const ICONS = {
  first: "M6 5v14M19 5l-9 7l9 7z",
  back: "M16 5l-9 7l9 7z",
  play: "M7 4l13 8l-13 8z",
  pause: "M8 5v14M16 5v14",
  next: "M8 5l9 7l-9 7z",
  last: "M18 5v14M5 5l9 7l-9 7z",
};

/**
 * A board with a slider, buttons and keys to step through a game: arrows by one move, page keys by ten, Home and End. A game
 * is `{width, height, black: [points], white: [points], moves: [{color, point, captured: [points]}], result, players:
 * {black, white}, comment, turn, skipped}`, where a pass has `point: null`. All except size and moves are optional; `turn` is
 * the player to move after the last move, `skipped` the number of moves that led to the start. It opens at the end.
 */
export class Replay {
  #game;
  #walk;
  #number = 0;
  #hasNumbers = false;
  #parts = {};
  #timer = null;
  #decorator = () => ({});
  #listener = () => {};

  /** The board. */
  board;

  /** Adds the replay of a game to `element`. */
  constructor(element, game) {
    this.#game = game;
    this.#walk = new Walk(game);
    const root = make("div", { className: "tengen-replay" });
    const boardPlace = make("div", { className: "replay-board" });
    root.append(this.#playerRow(), boardPlace, this.#controls(), this.#commentLine());
    this.board = new Board(boardPlace, game);
    root.addEventListener("keydown", (event) => this.#press(event));
    element.append(root);
    this.#parts.root = root;
    this.#showWords();
    this.to(game.moves.length);
  }

  /** The number of moves made before the shown position. */
  get number() {
    return this.#number;
  }

  /** The color of each point in the shown position. */
  get stones() {
    return this.#walk.stones;
  }

  /** Whether the shown position is the last one. */
  get isAtEnd() {
    return this.#number === this.#game.moves.length;
  }

  /** Shows the position after this many moves; numbers outside the game are clamped. */
  to(number) {
    this.#number = Math.max(0, Math.min(this.#game.moves.length, number));
    this.#walk.to(this.#number);
    if (this.isAtEnd) this.pause();
    this.refresh();
    this.#listener(this.#number);
  }

  /** Replaces the game, for example by one with more moves. A view of the end stays at the end. */
  update(game) {
    const number = this.isAtEnd ? game.moves.length : this.#number;
    this.#game = game;
    this.#walk = new Walk(game);
    this.#showWords();
    this.to(number);
  }

  /** Sets a function that adds to each position: it receives the number of moves and returns properties for `Board.show`. */
  decorate(decorator) {
    this.#decorator = decorator;
    this.refresh();
  }

  /** Calls `listener` with the number of each position that is shown later. */
  onMove(listener) {
    this.#listener = listener;
  }

  /** Draws the present position again. */
  refresh() {
    const { moves } = this.#game;
    const stones = this.#walk.stones;
    const last = this.#number === 0 ? null : moves[this.#number - 1];
    const decoration = this.#decorator(this.#number);
    const marks = [...(this.#hasNumbers ? this.#numberMarks(stones) : []), ...(decoration.marks ?? [])];
    const lastMove = last !== null && last.point !== null && stones[last.point] !== 0 ? last.point : null;
    this.board.show({ stones, lastMove, ...decoration, marks });
    this.#parts.slider.value = this.#number;
    this.#parts.slider.setAttribute("aria-valuetext", this.#moveWords(last));
    this.#parts.move.textContent = this.#moveWords(last);
    for (const color of [1, 2]) {
      const taken = this.#walk.taken(3 - color);
      const words = `${taken} ${taken === 1 ? "stone" : "stones"} captured`;
      this.#parts.captures[color].textContent = taken;
      this.#parts.captures[color].title = words;
      this.#parts.captures[color].setAttribute("aria-label", words);
    }
    const next = moves[this.#number]?.color ?? this.#game.turn ?? 0;
    for (const color of [1, 2]) this.#parts.players[color].classList.toggle("to-move", next === color);
  }

  #moveWords(last) {
    const count = this.#game.moves.length;
    const { width, height, skipped = 0 } = this.#game;
    if (last === null) return skipped === 0 ? `Start of ${count} moves` : `After ${skipped} of ${skipped + count}`;
    return `${skipped + this.#number} of ${skipped + count}: ${last.color === 1 ? "Black" : "White"} ${pointName(last.point, width, height)}`;
  }

  #numberMarks(stones) {
    const numbers = new Map();
    this.#game.moves.slice(0, this.#number).forEach(({ point }, index) => {
      if (point !== null && stones[point] !== 0) numbers.set(point, (this.#game.skipped ?? 0) + index + 1);
    });
    return [...numbers].map(([point, number]) => ({ point, text: String(number) }));
  }

  #showWords() {
    const { players = {}, result = "", comment = "", moves } = this.#game;
    const isLong = Object.values(players).some((name) => name.length > LONG_NAME);
    this.#parts.playerRow.classList.toggle("stacked", isLong || result !== "");
    for (const color of [1, 2]) {
      const name = players[COLORS[color]] ?? "";
      this.#parts.players[color].querySelector(".player-name").textContent = name || (color === 1 ? "Black" : "White");
    }
    this.#parts.result.textContent = result;
    this.#parts.comment.textContent = comment;
    this.#parts.slider.max = moves.length;
  }

  #playerRow() {
    this.#parts.players = [];
    this.#parts.captures = [];
    for (const color of [1, 2]) {
      const captures = make("span", { className: "captures" });
      captures.setAttribute("role", "img");
      this.#parts.captures[color] = captures;
      const disc = make("span", { className: "disc", ariaHidden: "true" });
      const name = make("span", { className: "player-name" });
      this.#parts.players[color] = make("div", { className: `player ${COLORS[color]}` }, disc, name, captures);
    }
    this.#parts.result = make("div", { className: "result" });
    const [, black, white] = this.#parts.players;
    this.#parts.playerRow = make("div", { className: "players" }, black, this.#parts.result, white);
    return this.#parts.playerRow;
  }

  #controls() {
    const slider = make("input", { type: "range", min: 0, max: 0, step: 1, className: "slider" });
    slider.setAttribute("aria-label", "Move");
    slider.addEventListener("input", () => this.to(Number(slider.value)));
    this.#parts.slider = slider;
    this.#parts.move = make("output", { className: "move" });
    this.#parts.autoplay = this.#button("play", "Play the moves", () => this.#toggleAutoplay());
    const numbers = make("button", { type: "button", className: "numbers", textContent: "123" });
    numbers.title = "Show the numbers of the moves, 1, 2, 3 and so on";
    numbers.setAttribute("aria-label", "123, move numbers");
    numbers.setAttribute("aria-pressed", "false");
    numbers.addEventListener("click", () => {
      this.#hasNumbers = !this.#hasNumbers;
      numbers.setAttribute("aria-pressed", String(this.#hasNumbers));
      this.refresh();
    });
    const buttons = make(
      "div",
      { className: "buttons" },
      this.#button("first", "To the start", () => this.to(0)),
      this.#button("back", "One move back", () => this.to(this.#number - 1)),
      this.#parts.autoplay,
      this.#button("next", "One move on", () => this.to(this.#number + 1)),
      this.#button("last", "To the end", () => this.to(this.#game.moves.length)),
      numbers,
    );
    return make("div", { className: "controls" }, buttons, slider, this.#parts.move);
  }

  #button(icon, label, action) {
    const button = make("button", { type: "button", className: icon, title: label });
    button.setAttribute("aria-label", label);
    button.append(draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: ICONS[icon] })));
    button.addEventListener("click", action);
    return button;
  }

  #commentLine() {
    this.#parts.comment = make("p", { className: "comment" });
    return this.#parts.comment;
  }

  #toggleAutoplay() {
    if (this.#timer !== null) {
      this.pause();
      return;
    }
    if (this.isAtEnd) this.to(0);
    this.#timer = setInterval(() => this.to(this.#number + 1), AUTOPLAY_MS);
    this.#showAutoplay();
  }

  /** Stops the automatic replay. */
  pause() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#showAutoplay();
  }

  #showAutoplay() {
    const isRunning = this.#timer !== null;
    this.#parts.autoplay.querySelector("path").setAttribute("d", isRunning ? ICONS.pause : ICONS.play);
    this.#parts.autoplay.setAttribute("aria-pressed", String(isRunning));
  }

  #press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    this.key(event.key) && event.preventDefault();
  }

  /** Handles a key; returns whether it has a meaning. A page may forward its keys. */
  key(key) {
    const targets = {
      ArrowLeft: this.#number - 1,
      ArrowRight: this.#number + 1,
      PageUp: this.#number - PAGE_OF_MOVES,
      PageDown: this.#number + PAGE_OF_MOVES,
      Home: 0,
      End: this.#game.moves.length,
    };
    if (!(key in targets)) return false;
    this.pause();
    this.to(targets[key]);
    return true;
  }
}
