// The list of games, and the board that replays them.

import { Replay } from "./board.js";
import { html, number, duration, words } from "./elements.js";
import { endingName, resultWords } from "./results.js";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const CAPTURE = 1024;
const WHITE = 2048;
const PAGE_OF_GAMES = 200;
const KEYS_OF_REPLAY = ["ArrowLeft", "ArrowRight"];

/** Returns the numbers in a text, each of two digits in base 64. */
function numbers(text) {
  return Array.from({ length: text.length / 2 }, (_, index) => {
    return 64 * DIGITS.indexOf(text[2 * index]) + DIGITS.indexOf(text[2 * index + 1]);
  });
}

/** Decodes moves: a move, plus 2048 if it is White's; then, after captures, 1024 plus their number, and the captured points. */
function decodeMoves(text, pass) {
  const code = numbers(text);
  const moves = [];
  for (let i = 0; i < code.length; i++) {
    const move = code[i] % CAPTURE;
    const hasCaptures = (code[i + 1] & CAPTURE) !== 0;
    const count = hasCaptures ? code[i + 1] - CAPTURE : 0;
    const start = i + 2;
    moves.push({
      color: code[i] >= WHITE ? 2 : 1,
      point: move === pass ? null : move,
      captured: hasCaptures ? code.slice(start, start + count) : [],
    });
    if (hasCaptures) i += 1 + count;
  }
  return moves;
}

function replayOf(game) {
  const { width, height, black, white, moves } = game.board;
  return {
    width,
    height,
    black: numbers(black),
    white: numbers(white),
    moves: decodeMoves(moves, width * height),
    players: { black: game.black, white: game.white },
    result: game.result,
    comment: `${game.comment.charAt(0).toUpperCase()}${game.comment.slice(1)}\n${words(game.pair)}`,
  };
}

/** Returns how a game ended, or its state before that, for the list. */
function ending({ verdict, state }) {
  return verdict === undefined ? words(state) : endingName(verdict);
}

function spent(game) {
  return (game.black_us ?? 0) + (game.white_us ?? 0);
}

const COLUMNS = [
  { name: "#", of: (game) => game.number },
  { name: "Black", of: (game) => game.black, isText: true },
  { name: "White", of: (game) => game.white, isText: true },
  { name: "Result", of: (game) => game.result ?? "", isText: true },
  { name: "Ending", of: ending, isText: true },
  { name: "Moves", of: (game) => game.move_count ?? -1 },
  { name: "Time", of: spent },
];

/** The games of a tournament: a list with filters and sorting, and the selected game. */
export class Games {
  #games;
  #shown = [];
  #limit = PAGE_OF_GAMES;
  #sort = { column: COLUMNS[0], isDown: false };
  #chosen = null;
  #replay = null;
  #parts = {};

  constructor(games, players) {
    this.#games = games;
    this.#parts.search = html("input", {
      type: "search",
      placeholder: "Find players, results \u2026",
      "aria-label": "Find games",
      oninput: () => this.#filter(),
    });
    this.#parts.player = this.#select("All players", players);
    this.#parts.verdict = this.#select("All endings", [...new Set(games.map(ending))].sort());
    this.#parts.count = html("output", { class: "quiet" });
    this.#parts.head = html("tr", {}, ...COLUMNS.map((column) => this.#heading(column)));
    this.#parts.body = html("tbody", { onclick: (event) => this.#click(event) });
    this.#parts.more = html("button", { type: "button", class: "more", onclick: () => this.#more() });
    this.#parts.board = html("div", { class: "game-board", tabindex: -1 });
    const table = html("table", { class: "games" }, html("thead", {}, this.#parts.head), this.#parts.body);
    const filters = html(
      "div",
      { class: "filters" },
      this.#parts.search,
      this.#parts.player,
      this.#parts.verdict,
      this.#parts.count,
    );
    const list = html(
      "div",
      { class: "game-list", tabindex: 0, role: "region", "aria-label": "List of games" },
      table,
      this.#parts.more,
    );
    this.element = html("div", {}, filters, html("div", { class: "game-view" }, list, this.#boardSide()));
    this.#filter();
    addEventListener("hashchange", () => this.#chooseByAddress());
    addEventListener("keydown", (event) => this.#press(event));
  }

  /** Shows the game in the page's address, or the first one. */
  open() {
    if (!this.#chooseByAddress()) {
      const first = this.#games.find((game) => game.board);
      if (first) this.#show(first);
    }
  }

  #select(all, names) {
    const options = names.map((name) => html("option", { value: name }, name));
    return html(
      "select",
      { "aria-label": all, onchange: () => this.#filter() },
      html("option", { value: "" }, all),
      ...options,
    );
  }

  #heading(column) {
    const button = html("button", { type: "button", onclick: () => this.#sortBy(column) }, column.name);
    return html("th", { scope: "col", class: column.isText ? "text" : "", "aria-sort": "none" }, button);
  }

  #boardSide() {
    const step = (by, label, sign) => {
      return html(
        "button",
        { type: "button", class: "step", "aria-label": label, title: label, onclick: () => this.#step(by) },
        sign,
      );
    };
    this.#parts.title = html("h3", { "aria-live": "polite" }, "No game to show");
    const bar = html(
      "div",
      { class: "game-bar" },
      step(-1, "Previous game in the list", "\u2039"),
      this.#parts.title,
      step(1, "Next game in the list", "\u203a"),
    );
    this.#parts.side = html("div", { class: "game-side" }, bar, this.#parts.board);
    return this.#parts.side;
  }

  #filter() {
    const { search, player, verdict } = this.#parts;
    const wanted = search.value.trim().toLowerCase().split(/\s+/);
    this.#shown = this.#games.filter((game) => {
      const text =
        `#${game.number} ${game.black} ${game.white} ${game.result ?? ""} ${ending(game)} ${game.pair}`.toLowerCase();
      return (
        wanted.every((word) => text.includes(word)) &&
        (player.value === "" || game.black === player.value || game.white === player.value) &&
        (verdict.value === "" || ending(game) === verdict.value)
      );
    });
    this.#limit = PAGE_OF_GAMES;
    this.#arrange();
  }

  #sortBy(column) {
    const isDown = this.#sort.column === column && !this.#sort.isDown;
    this.#sort = { column, isDown };
    this.#arrange();
  }

  #arrange() {
    const { column, isDown } = this.#sort;
    const compare = column.isText
      ? (one, other) => column.of(one).localeCompare(column.of(other), "en", { numeric: true })
      : (one, other) => column.of(one) - column.of(other);
    this.#shown.sort((one, other) => (isDown ? -1 : 1) * compare(one, other) || one.number - other.number);
    [...this.#parts.head.cells].forEach((heading, index) => {
      const isSorted = COLUMNS[index] === column;
      heading.setAttribute("aria-sort", isSorted ? (isDown ? "descending" : "ascending") : "none");
    });
    this.#list();
  }

  #list() {
    const { body, more, count } = this.#parts;
    body.replaceChildren(...this.#shown.slice(0, this.#limit).map((game) => this.#row(game)));
    const hiddenCount = this.#shown.length - this.#limit;
    more.hidden = hiddenCount <= 0;
    more.textContent = `Show ${number(Math.min(hiddenCount, PAGE_OF_GAMES))} more`;
    count.textContent = `${number(this.#shown.length)} of ${number(this.#games.length)} games`;
    this.#mark();
  }

  #more() {
    this.#limit += PAGE_OF_GAMES;
    this.#list();
  }

  #row(game) {
    const winner = { BLACK: "black", WHITE: "white" }[game.winner];
    const name = (color) =>
      html("td", { class: winner === color ? "name won" : "name" }, html("bdi", { title: game[color] }, game[color]));
    const link = game.board ? html("a", { href: `#game-${game.number}` }, game.number) : String(game.number);
    return html(
      "tr",
      { "data-number": game.number },
      html("td", {}, link),
      name("black"),
      name("white"),
      html("td", { class: "result" }, game.result ?? ""),
      html("td", { class: "quiet" }, ending(game)),
      html("td", {}, game.move_count === undefined ? "" : number(game.move_count)),
      html("td", {}, spent(game) === 0 ? "" : duration(spent(game))),
    );
  }

  #click(event) {
    const row = event.target.closest("tr");
    if (event.target.closest("a") || row === null) return;
    const game = this.#games.find((one) => String(one.number) === row.dataset.number);
    if (game?.board) location.hash = `game-${game.number}`;
  }

  #chooseByAddress() {
    const match = /^#game-(\d+)$/.exec(location.hash);
    const game = match && this.#games.find((one) => one.number === Number(match[1]));
    if (!game?.board) return false;
    this.#show(game);
    this.#parts.side.scrollIntoView({ block: "nearest" });
    // Keep the focus on the button that steps from game to game.
    if (!this.#parts.side.contains(document.activeElement)) this.#parts.board.focus({ preventScroll: true });
    return true;
  }

  #show(game) {
    this.#chosen = game;
    this.#replay?.pause();
    this.#parts.board.replaceChildren();
    this.#replay = new Replay(this.#parts.board, replayOf(game));
    this.#parts.title.textContent = `Game ${game.number}: ${resultWords(game.result ?? "", game.verdict ?? "")}`;
    this.#mark();
  }

  #mark() {
    for (const row of this.#parts.body.rows) {
      const isChosen = row.dataset.number === String(this.#chosen?.number);
      row.classList.toggle("chosen", isChosen);
      row.querySelector("a")?.setAttribute("aria-current", String(isChosen));
    }
  }

  #step(by) {
    const choices = this.#shown.filter((game) => game.board);
    const place = choices.indexOf(this.#chosen);
    const next = place < 0 ? choices[0] : choices[place + by];
    if (next) location.hash = `game-${next.number}`;
  }

  /** Arrow keys step through the game unless the focused element uses them. */
  #press(event) {
    const { activeElement } = document;
    const isFree = activeElement === document.body || this.#parts.side.contains(activeElement);
    if (!isFree || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (KEYS_OF_REPLAY.includes(event.key) && this.#replay?.key(event.key)) event.preventDefault();
  }
}
