// A session or a game of the arena: board, history, overlays, clocks, and the moves of the person at the page.

import { Replay, pointName } from "./board.js";
import { confirmButton } from "./confirm.js";
import { DeadStones } from "./deadstones.js";
import { link, make } from "./dom.js";
import { endingWords } from "./endings.js";
import { GameBar } from "./gamebar.js";
import { startGame } from "./newgame.js";
import { Overlays, scoreWords } from "./overlays.js";
import { keepAddress, putAddress } from "./permalink.js";
import * as server from "./server.js";
import { playStone, soundButton } from "./sound.js";
import { Variations } from "./variations.js";

const RESIGN = -2;
const COLORS = ["", "Black", "White"];

/** Shows a position of the game at a path, as `splitAddress` returns it, and follows it. Returns a function that ends this. */
export function showGame(place, path, info, position) {
  const view = new GameView(place, path, info, position);
  const end = server.live(`${path}/live`, view);
  const pressed = (event) => view.press(event);
  document.addEventListener("keydown", pressed);
  return () => {
    end();
    view.leave();
    document.removeEventListener("keydown", pressed);
  };
}

class GameView {
  #path;
  #info;
  #game = null;
  #replay = null;
  #overlays;
  #pending = null;
  #isMoving = false;

  /** Whether the server sends no updates, because too many browsers are watching. */
  #isFull = false;
  #clockTimer = null;
  #bar = new GameBar();

  /** What is shown first; null from then on. */
  #firstPosition;
  #variations;
  #deadStones;
  #record;
  #parts = {};

  constructor(place, path, info, position) {
    this.#path = path;
    this.#firstPosition = position;
    this.#info = info;
    this.#overlays = new Overlays(path, info);
    const parts = this.#parts;
    parts.board = make("div", { className: "board-place" }, make("div", { className: "board-blank" }));
    parts.status = make("p", { className: "status", role: "status" }, "…");
    parts.note = make("p", { className: "note", role: "alert" });
    parts.clocks = make("div", { className: "clocks", hidden: true });
    parts.actions = make("div", { className: "row actions", hidden: true });
    parts.facts = make("dl", { className: "facts" });
    this.#record = make("a", { href: `${path}/record`, className: "button", download: "" }, "Download SGF");
    this.#variations = new Variations(path, {
      show: (number) => this.#showLine(number),
      changed: () => this.#variationsChanged(),
      say: (words) => this.#say(words),
      refuse: (refused) => this.#say(this.#refusalWords(refused)),
    });
    this.#deadStones = new DeadStones(path, {
      changed: () => this.#replay?.refresh(),
      propose: (points) => this.#now(() => this.#change("dead", { points }))(),
    });
    const panel = make(
      "aside",
      { className: "panel", ariaLabel: "About the game" },
      parts.status,
      parts.note,
      parts.clocks,
      this.#deadStones.element,
      parts.actions,
      make("h2", {}, "Overlay"),
      this.#overlays.element,
      make("h2", {}, "Variations"),
      this.#variations.element,
      make("h2", {}, "Game"),
      parts.facts,
      make("div", { className: "row" }, this.#record, soundButton()),
    );
    place.append(this.#bar.element, make("div", { className: "game" }, parts.board, panel));
  }

  /** Shows a new state. */
  state(game) {
    const isNew = !this.#game || this.#game.width !== game.width || this.#game.height !== game.height;
    const before = this.#game;
    const isOther = !isNew && this.#game.episode !== game.episode;
    if (this.#game && hasNewStone(this.#game, game)) playStone();
    this.#game = game;
    this.#pending = null;
    this.#overlays.update(game);
    this.#bar.update(this.#path, game);
    if (isOther) this.#variations.clear();
    this.#variations.update(game);
    this.#deadStones.update(game, this.#isMyMove() && this.#isSession);
    if (isNew) {
      this.#begin();
    } else {
      this.#replay.update(this.#played());
      this.#variationsChanged();
    }
    if (isOther) this.#replay.to(game.moves.length);
    if (before && isResumed(before, game)) this.#say("The proposals differ, so play resumes.");
    this.#showWords();
    this.#showActions();
    this.#showClocks();
  }

  /** The number of browsers that watch the game has changed. */
  watching(count) {
    this.#bar.watching(count);
  }

  /** There are no more states. The server says whether the session was closed, or where it is. */
  async gone() {
    this.watching(0);
    this.#say("This game is no longer open.");
    if (!this.#game) this.#parts.status.textContent = "There is no such game.";
    this.#replay?.board.onPoint(null);
    this.#parts.actions.hidden = true;
    const details = await server.get(this.#path).catch((error) => error.details);
    if (details.reason !== "SESSION_ELSEWHERE" && details.reason !== "STORE_FAILED") return;
    this.#say(problemWords(details));
    if (!this.#game) this.#parts.status.textContent = problemWords(details);
  }

  /** The server follows no more browsers. */
  async full() {
    this.#isFull = true;
    this.#say("Too many browsers are watching, so this page does not follow the game. Reload the page to update it.");
    try {
      this.state(await server.get(this.#path));
    } catch (error) {
      this.#say(error.message);
    }
  }

  /** The connection to the server was lost or restored. */
  connected(isConnected) {
    document.body.classList.toggle("offline", !isConnected);
  }

  /** Stops the timers. */
  leave() {
    clearInterval(this.#clockTimer);
    keepAddress();
    this.#replay?.pause();
    document.body.classList.remove("offline");
  }

  /** Arrow keys step through the moves, unless the focused control uses them itself. */
  press(event) {
    const isTaken = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey;
    if (isTaken || event.target.closest?.("input, select, textarea, dialog")) return;
    if (this.#replay && (this.#variations.key(event.key) || this.#replay.key(event.key))) event.preventDefault();
  }

  #begin() {
    this.#parts.board.replaceChildren();
    this.#replay = new Replay(this.#parts.board, this.#played());
    this.#overlays.attach(this.#replay, () => this.#variations.lineText);
    this.#replay.decorate((number) => this.#decoration(number));
    const { move, variations, line } = this.#firstPosition ?? { move: null, variations: "", line: null };
    this.#firstPosition = null;
    if (move !== null) this.#replay.to(move - this.#game.skipped);
    this.#replay.onMove((number) => this.#moved(number));
    this.#variations.moved(this.#game.skipped + this.#replay.number);
    this.#variationsChanged();
    if (variations !== "") void this.#variations.load(variations, line, move);
  }

  /** The game, or the variation that is shown instead of it. */
  #played() {
    const { moves, turn } = this.#variations;
    return { ...this.#game, moves, turn, comment: "" };
  }

  #showLine(number) {
    this.#replay.update(this.#played());
    this.#replay.to(number - this.#game.skipped);
  }

  #moved(number) {
    this.#variations.moved(this.#game.skipped + number);
    this.#putAddress();
  }

  #putAddress() {
    const { text: variations, index: line } = this.#variations;
    const move = this.#replay.isAtEnd ? null : this.#game.skipped + this.#replay.number;
    putAddress({ move, variations, line });
  }

  #variationsChanged() {
    const variations = this.#variations.text;
    this.#record.href = `${this.#path}/record${variations && "?"}${variations && new URLSearchParams({ variations })}`;
    const isLive = this.#mayPlay() || this.#variations.isTrying;
    this.#replay.board.onPoint(isLive ? (point) => this.#click(point) : null);
    this.#replay.refresh();
    this.#putAddress();
  }

  /** Shows the present position of the game. */
  #toPresent() {
    this.#variations.leave();
    this.#replay.to(this.#game.moves.length);
  }

  get #isSession() {
    return this.#path.startsWith("api/sessions/");
  }

  #mayPlay() {
    const { may } = this.#info;
    return this.#game.human > 0 && (this.#isSession ? may.play : may.challenge);
  }

  #isMyTurn() {
    return !this.#game.is_over && this.#game.turn === this.#game.human && !this.#isMoving;
  }

  #decoration(number) {
    const isNow = this.#variations.isGame && number === this.#game.moves.length;
    const turn = this.#variations.isTrying ? this.#triedColor(number) : isNow && this.#isToPlay() ? this.#game.human : 0;
    const overlay = this.#overlays.decoration(number);
    const dead = this.#variations.isGame ? this.#deadStones.decoration(number, isNow) : {};
    const marks = [...(overlay.marks ?? []), ...(dead.marks ?? [])];
    return { turn, pending: isNow ? this.#pending : null, ...dead, ...overlay, marks };
  }

  #isMyMove() {
    return this.#mayPlay() && this.#game.turn === this.#game.human;
  }

  /** Whether the next stone is that of the person at the page. */
  #isToPlay() {
    return this.#isMyMove() && !this.#game.is_agreement;
  }

  /** Returns the player who would move after this many of the shown moves. */
  #triedColor(number) {
    const { moves, turn } = this.#variations;
    return moves[number]?.color ?? turn;
  }

  #click(point) {
    if (this.#variations.isTrying) {
      void this.#variations.play(point);
      return;
    }
    if (this.#deadStones.isMarking && this.#replay.isAtEnd && this.#variations.isGame) {
      this.#deadStones.toggle(point, this.#replay.stones);
      return;
    }
    const problem = this.#problem(point);
    this.#say(problem);
    if (problem === "") this.#move(point, point);
  }

  /** Returns why a point cannot be played, in words; empty if it can. */
  #problem(point) {
    const { is_over: isOver, is_agreement: isAgreement, illegal, width, height } = this.#game;
    const name = pointName(point, width, height);
    if (isOver) return "The game is over.";
    if (!this.#replay.isAtEnd || !this.#variations.isGame) {
      this.#toPresent();
      return "You were looking at an earlier position. This is the current one; choose again.";
    }
    if (!this.#isMyTurn()) return "It is not your turn yet.";
    if (isAgreement) return "Play has ended. Pass to agree that no stone is dead.";
    const refusal = illegal.find((one) => one.point === point);
    if (refusal) return this.#refusalWords(refusal);
    return this.#stoneAt(point) ? `A stone stands on ${name} already.` : "";
  }

  #refusalWords(refusal) {
    const { width, height } = this.#game;
    return refusalWords(pointName(refusal.point, width, height), refusal);
  }

  #stoneAt(point) {
    return this.#replay.stones[point] !== 0;
  }

  #move(action, pending = null) {
    return this.#change("moves", { action }, pending);
  }

  /** Takes back the last move of the person at the page, with the reply if there is one. */
  #undo() {
    const isReplied = this.#game.moves.at(-1).color !== this.#game.human;
    return this.#change("undo", { move_count: isReplied ? 2 : 1 });
  }

  /** Posts a change of the present position. */
  async #change(what, details, pending = null) {
    this.#isMoving = true;
    this.#pending = pending;
    this.#replay.refresh();
    this.#showActions();
    this.#showStatus();
    const moveNumber = this.#game.skipped + this.#game.moves.length;
    try {
      await server.post(`${this.#path}/${what}`, { ...details, move_number: moveNumber });
      if (this.#isFull) this.state(await server.get(this.#path));
    } catch (error) {
      this.#say(problemWords(error.details));
    }
    this.#isMoving = false;
    this.#pending = null;
    this.#replay.refresh();
    this.#showActions();
    this.#showStatus();
  }

  #say(words) {
    this.#parts.note.textContent = words;
  }

  #showWords() {
    const { width, height, rules, komi, episode, moves, skipped, message, place } = this.#game;
    const facts = [
      ["Board", `${width}×${height}`],
      ["Rules", `${rules}, komi ${komi}`],
      ["Moves", String(skipped + moves.length)],
    ];
    if (episode > 0) facts.push(["Episode", String(episode)]);
    if (place && !place.key) facts.push(["Kept", "until the server stops, or many newer games have ended"]);
    if (message) facts.push(["Note", message]);
    this.#parts.facts.replaceChildren(
      ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]),
    );
    this.#showStatus();
  }

  #showStatus() {
    const { is_over: isOver, is_agreement: isAgreement, result, ending, score, turn, human, players } = this.#game;
    let words;
    if (isOver) {
      const how = endingWords(ending);
      words = ending === "PASSES" ? `${scoreWords(score)}` : `${result ? `${result}, ` : ""}${how}`;
    } else if (isAgreement) {
      words = this.#deadStones.isMarking
        ? "Both have passed: which stones are dead?"
        : "Both have passed; the players are agreeing on dead stones";
    } else if (this.#mayPlay()) {
      words = this.#isMyTurn()
        ? `Your turn: ${COLORS[human]}`
        : `${players[human === 1 ? "white" : "black"]} is thinking …`;
    } else {
      words = `${COLORS[turn]} to move`;
    }
    if (this.#parts.status.textContent !== words) this.#parts.status.textContent = words;
  }

  #showActions() {
    const { actions } = this.#parts;
    actions.hidden = !this.#mayPlay();
    if (actions.hidden) return;
    const { is_over: isOver, can_undo: canUndo } = this.#game;
    if (actions.children.length === 0 || isOver !== (actions.querySelector("a") !== null)) {
      const undo = this.#actionButton("Undo", () => this.#undo());
      undo.className = "undo";
      actions.replaceChildren(...(isOver ? this.#againButtons() : this.#moveButtons()), undo);
    }
    for (const button of actions.querySelectorAll("button")) button.disabled = isOver ? this.#isMoving : !this.#isMyTurn();
    actions.querySelector(".undo").hidden = !canUndo;
    if (!isOver) actions.firstChild.hidden = this.#deadStones.isMarking; // A proposal stands for the pass.
  }

  /** The ways to another game: with the same settings, with the other color, and through the form. */
  #againButtons() {
    const { request, human } = this.#game;
    const again = this.#againButton("Play again", request);
    again.className = "primary";
    const color = human === 1 ? "white" : "black";
    const rematch = this.#againButton("Rematch", { ...request, color });
    rematch.title = `The same settings, and you are ${COLORS[3 - human]}`;
    const other = link("/play", "Other settings");
    other.className = "button";
    return [again, rematch, other];
  }

  /** Returns a button that starts a game. The second click of a double click on "Really resign" hits it, and does nothing. */
  #againButton(text, request) {
    const button = make("button", { type: "button" }, text);
    button.addEventListener("click", (event) => {
      if (event.detail <= 1) void this.#startAgain(request);
    });
    return button;
  }

  async #startAgain(request) {
    this.#isMoving = true;
    this.#say("");
    this.#showActions();
    try {
      const path = await startGame(request, !this.#isSession);
      if (this.#bar.element.isConnected) location.hash = path;
    } catch (error) {
      this.#say(problemWords(error.details));
      this.#isMoving = false;
      this.#showActions();
    }
  }

  #moveButtons() {
    const { width, height } = this.#game;
    const pass = this.#now(() => this.#move(width * height));
    return [
      confirmButton("Pass", "Really end the game", pass, () => this.#game.is_pass_final),
      confirmButton(
        "Resign",
        "Really resign",
        this.#now(() => this.#move(RESIGN)),
      ),
    ];
  }

  #actionButton(text, action) {
    const button = make("button", { type: "button" }, text);
    button.addEventListener("click", this.#now(action));
    return button;
  }

  /** Returns an action that first shows the present position. */
  #now(action) {
    return () => {
      this.#say("");
      this.#toPresent();
      action();
    };
  }

  #showClocks() {
    clearInterval(this.#clockTimer);
    const { clocks } = this.#game;
    this.#parts.clocks.hidden = !clocks;
    if (!clocks) return;
    const begun = performance.now();
    const draw = () => {
      const lines = clocks.map(({ left_ms: leftMs, text, is_running: isRunning }, index) => {
        const left = isRunning ? Math.max(0, leftMs - (performance.now() - begun)) : leftMs;
        const time = `${Math.floor(left / 60_000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
        const words = leftMs === undefined ? text : `${time}${text ? ` ${text}` : ""}`;
        return make("span", { className: isRunning ? "clock running" : "clock" }, `${COLORS[index + 1]} ${words}`);
      });
      this.#parts.clocks.replaceChildren(...lines);
    };
    draw();
    if (clocks.some(({ is_running: isRunning }) => isRunning)) this.#clockTimer = setInterval(draw, 250);
  }
}

function hasNewStone(before, after) {
  const count = (game) => game.skipped + game.moves.length;
  return count(after) > count(before) && after.moves.at(-1).point !== null;
}

/** Returns whether the players did not agree on dead stones. */
function isResumed(before, after) {
  const count = (game) => game.skipped + game.moves.length;
  return before.is_agreement && !after.is_agreement && !after.is_over && count(after) > count(before);
}

function refusalWords(name, { reason, repeats }) {
  if (reason === "OCCUPIED") return `A stone stands on ${name} already.`;
  if (reason === "EPISODE_OVER") return "The rules end the game here. Go back to try other moves.";
  if (reason === "SUICIDE") return `${name} would be suicide, which these rules forbid.`;
  if (reason === "REPETITION") {
    const when = repeats === 0 ? "at the start" : `after move ${repeats}`;
    return `${name} would repeat the position ${when}, which the ko rule forbids.`;
  }
  return `${name} cannot be played now.`;
}

function problemWords({ reason, message, owner }) {
  if (reason === "SESSION_ELSEWHERE") return `This game is at another server, ${owner}. Continue it at the page of that server.`;
  if (reason === "WRONG_MOVE_NUMBER") return "The game has moved on; look at the board again.";
  return message ?? "The move was not accepted.";
}
