// A session or a game of the arena: board, history, overlays, clocks, and the moves of the person at the page.

import { Replay, pointName } from "./board.js";
import { confirmButton } from "./confirm.js";
import { DeadStones } from "./deadstones.js";
import { link, make } from "./dom.js";
import { GameBar } from "./gamebar.js";
import { keyList } from "./keys.js";
import { startGame } from "./newgame.js";
import { Overlays } from "./overlays.js";
import { markPage } from "./menu.js";
import { MoveList } from "./movelist.js";
import { keepAddress, putAddress } from "./permalink.js";
import { showProblem } from "./problem.js";
import { readerNames, resultWords, scoreWords } from "./results.js";
import * as server from "./server.js";
import { skeletonBox } from "./skeleton.js";
import { playStone, soundButton } from "./sound.js";
import { ValueGraph } from "./valuegraph.js";
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

  /** The move that the server has not yet answered, as in the list of moves, but without its captures; null for none. */
  #pending = null;

  /** The point that a finger has chosen once; null for none. */
  #marked = null;
  #isMoving = false;

  /** Whether the shown position changes because the game or the variation does, and nobody steps through the moves. */
  #isFollowing = false;

  /** Whether the server has ended the game before its end, or no longer has it. */
  #isGone = false;

  /** What the note says while it has nothing newer to say. */
  #lastingNote = "";

  /** Whether the server sends no updates, because too many browsers are watching. */
  #isFull = false;
  #clockTimer = null;
  #bar = new GameBar();

  /** What is shown first; null from then on. */
  #firstPosition;
  #variations;
  #deadStones;
  #moves;
  #values;
  #record;
  #parts = {};

  constructor(place, path, info, position) {
    this.#path = path;
    this.#firstPosition = position;
    this.#info = info;
    this.#overlays = new Overlays(path, info);
    const parts = this.#parts;
    parts.board = make("div", { className: "board-place" }, make("div", { className: "board-blank" }, skeletonBox()));
    parts.playMarked = make("button", { type: "button", className: "primary" });
    parts.playMarked.addEventListener("click", () => this.#click(this.#marked));
    const hint = make("span", { className: "total" }, "or tap it again");
    parts.marked = make("div", { className: "row marked", role: "status", hidden: true }, parts.playMarked, hint);
    parts.status = make("p", { className: "status", role: "status" });
    parts.note = make("p", { className: "note", role: "alert" });
    parts.clocks = make("div", { className: "clocks", hidden: true });
    parts.actions = make("div", { className: "row actions", hidden: true });
    parts.facts = make("dl", { className: "facts" });
    this.#moves = new MoveList((number) => this.#goTo(number));
    this.#values = new ValueGraph(path, (number) => this.#goTo(number));
    this.#record = make("a", { href: `${path}/record`, className: "button", download: "" }, "Download SGF");
    this.#variations = new Variations(path, {
      show: (number) => this.#updateReplay(number),
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
      make("h2", {}, "Moves"),
      this.#values.element,
      this.#moves.element,
      make("h2", {}, "Overlay"),
      this.#overlays.element,
      make("h2", {}, "Variations"),
      this.#variations.element,
      make("h2", {}, "Game"),
      parts.facts,
      make("div", { className: "row" }, this.#record, soundButton()),
      keyList(),
    );
    const back = make("button", { type: "button", className: "quiet" }, "Back to the game");
    back.addEventListener("click", () => this.#variations.stop());
    parts.trying = make("div", { className: "row trying-bar", hidden: true }, this.#variations.hint, back);
    const side = make("div", { className: "board-side" }, parts.trying, parts.board, parts.marked);
    parts.game = make("div", { className: "game" }, side, panel);
    place.append(this.#bar.element, parts.game);
  }

  /** Shows a new state. */
  state(game) {
    const isNew = !this.#game || this.#game.width !== game.width || this.#game.height !== game.height;
    const before = this.#game;
    const isOther = !isNew && this.#game.episode !== game.episode;
    const isOwnStone = this.#pending !== null && moveCount(game) === moveCount(this.#game) + 1; // It has sounded already.
    if (this.#game && hasNewStone(this.#game, game) && !isOwnStone) playStone();
    if (!this.#isMoving || moveCount(game) !== moveCount(this.#game)) this.#pending = null;
    this.#game = game;
    this.#overlays.update(game);
    this.#bar.update(this.#path, game, this.#mayPlay());
    markPage(this.#mayPlay() ? "play" : "home");
    if (isOther) this.#variations.clear();
    this.#variations.update(game);
    this.#moves.update(game);
    this.#values.update(game);
    this.#deadStones.update(game, this.#isMyMove() && this.#isSession);
    if (isNew) {
      this.#begin();
    } else {
      this.#updateReplay();
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
    this.#isGone = true;
    this.watching(0);
    this.#sayEnded("This game is no longer open.", "There is no such game.");
    this.#replay?.board.onPoint(null);
    this.#mark(null);
    this.#parts.actions.hidden = true;
    const details = await server.get(this.#path).catch((error) => error.details);
    if (details.reason !== "SESSION_ELSEWHERE" && details.reason !== "STORE_FAILED") return;
    this.#sayEnded(problemWords(details));
  }

  /** Says for good why the game cannot be followed. The page of a game that was never there has only its status. */
  #sayEnded(words, missingWords = words) {
    if (this.#game) {
      this.#lastingNote = words;
      this.#say("");
      this.#showStatus();
      return;
    }
    const place = this.#bar.element.parentElement;
    if (place) showProblem(place, missingWords);
  }

  /** The server follows no more browsers. */
  async full() {
    this.#isFull = true;
    this.#lastingNote = "Too many browsers are watching, so this page does not follow the game. Reload the page to update it.";
    this.#say("");
    try {
      this.state(await server.get(this.#path));
    } catch (error) {
      this.#say(error.message);
    }
  }

  /** Stops the timers. */
  leave() {
    clearInterval(this.#clockTimer);
    keepAddress();
    this.#replay?.pause();
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
    this.#markMove();
    this.#variationsChanged();
    if (variations !== "") void this.#variations.load(variations, line, move);
  }

  /** The game with the move that the server has not yet answered, or the variation that is shown instead of it. */
  #played() {
    const { moves, turn } = this.#variations;
    const game = { ...this.#game, players: this.#shownPlayers(), result: "", comment: "" };
    if (this.#pending === null || !this.#variations.isGame) return { ...game, moves, turn };
    return { ...game, moves: [...moves, this.#pending], turn: 3 - this.#pending.color };
  }

  #shownPlayers() {
    const { players, human } = this.#game;
    return this.#mayPlay() ? { ...players, [human === 1 ? "black" : "white"]: "You" } : players;
  }

  /** Shows what has changed; after a number of moves of the game, or where the replay is if it is null. */
  #updateReplay(number = null) {
    this.#isFollowing = true;
    this.#replay.update(this.#played());
    if (number !== null) this.#replay.to(number - this.#game.skipped);
    this.#isFollowing = false;
  }

  #moved(number) {
    if (!this.#isFollowing) this.#say("");
    this.#mark(null);
    this.#variations.moved(this.#game.skipped + number);
    this.#markMove();
    this.#putAddress();
  }

  /** Shows the position of the game after this many moves. */
  #goTo(number) {
    this.#variations.leave();
    this.#replay.to(number - this.#game.skipped);
  }

  #markMove() {
    const number = this.#game.skipped + this.#replay.number;
    this.#moves.mark(this.#variations.isGame ? number : null);
    this.#values.mark(number);
  }

  #putAddress() {
    const { text: variations, index: line } = this.#variations;
    const move = this.#replay.isAtEnd ? null : this.#game.skipped + this.#replay.number;
    putAddress({ move, variations, line });
  }

  #variationsChanged() {
    const variations = this.#variations.text;
    const isOutside = this.#variations.isTrying || !this.#variations.isGame;
    this.#parts.trying.hidden = !isOutside;
    this.#parts.game.classList.toggle("trying", isOutside);
    this.#markMove();
    this.#mark(null);
    this.#record.href = `${this.#path}/record${variations && "?"}${variations && new URLSearchParams({ variations })}`;
    const isLive = this.#mayPlay() || this.#variations.isTrying;
    this.#replay.board.onPoint(isLive ? (point, isClose) => this.#click(point, isClose) : null);
    this.#replay.refresh();
    this.#putAddress();
  }

  /** Shows the present position of the game. */
  #toPresent() {
    this.#variations.leave();
    this.#replay.to(this.#played().moves.length);
  }

  get #isSession() {
    return this.#path.startsWith("api/sessions/");
  }

  #mayPlay() {
    const { may } = this.#info;
    return this.#game.human > 0 && (this.#isSession ? may.play : may.challenge);
  }

  #isMyTurn() {
    return !this.#game.is_over && this.#game.turn === this.#game.human && !this.#isMoving && this.#pending === null;
  }

  #decoration(number) {
    if (number > this.#game.moves.length && this.#variations.isGame) return {}; // The server does not know this position yet.
    const isNow = this.#variations.isGame && number === this.#game.moves.length;
    const turn = this.#variations.isTrying ? this.#triedColor(number) : isNow && this.#isToPlay() && this.#isMyTurn() ? this.#game.human : 0;
    const overlay = this.#overlays.decoration(number);
    const dead = this.#variations.isGame ? this.#deadStones.decoration(number, isNow) : {};
    const marks = [...(overlay.marks ?? []), ...(dead.marks ?? [])];
    return { turn, pending: isNow ? this.#marked : null, ...dead, ...overlay, marks };
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

  /** A point was chosen; `isClose` if a finger chose it and may have meant one beside it, so that it is asked for again. */
  #click(point, isClose = false) {
    if (this.#variations.isTrying) {
      if (this.#replay.number > this.#game.moves.length && this.#variations.isGame) this.#say("The server has not answered yet.");
      else void this.#variations.play(point);
      return;
    }
    if (this.#deadStones.isMarking && this.#replay.isAtEnd && this.#variations.isGame) {
      this.#deadStones.toggle(point, this.#replay.stones);
      return;
    }
    const problem = this.#problem(point);
    this.#say(problem);
    if (problem === "" && isClose && point !== this.#marked) this.#mark(point);
    else if (problem === "") this.#move(point, point);
    else this.#mark(null);
  }

  /** Shows where a finger would play, and offers to play there; null to take that back. */
  #mark(point) {
    if (this.#marked === point) return;
    this.#marked = point;
    const { marked, playMarked } = this.#parts;
    marked.hidden = point === null;
    if (point !== null) playMarked.textContent = `Play ${pointName(point, this.#game.width, this.#game.height)}`;
    this.#replay.refresh();
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

  /** Plays a move; it is shown at once at `point`, which is null for a pass, unless that is undefined. */
  #move(action, point = undefined) {
    const pending = point === undefined ? null : { color: this.#game.human, point, captured: [] };
    return this.#change("moves", { action }, pending);
  }

  /** Takes back the last move of the person at the page, with the reply if there is one. */
  #undo() {
    const isReplied = this.#game.moves.at(-1).color !== this.#game.human;
    return this.#change("undo", { move_count: isReplied ? 2 : 1 });
  }

  /** Posts a change of the present position. Until the server shows the next one, `pending` is its last move. */
  async #change(what, details, pending = null) {
    const moveNumber = moveCount(this.#game);
    this.#isMoving = true;
    this.#setPending(pending);
    if (pending !== null && pending.point !== null) playStone();
    try {
      await server.post(`${this.#path}/${what}`, { ...details, move_number: moveNumber });
      this.#isMoving = false;
      if (this.#isFull) this.state(await server.get(this.#path));
      else this.#showTurn();
    } catch (error) {
      this.#isMoving = false;
      this.#setPending(null);
      this.#say(problemWords(error.details));
    }
  }

  #setPending(move) {
    this.#mark(null);
    this.#pending = move;
    this.#updateReplay();
    this.#showTurn();
  }

  #showTurn() {
    this.#replay.refresh();
    this.#showActions();
    this.#showStatus();
  }

  #say(words) {
    this.#parts.note.textContent = words || this.#lastingNote;
  }

  #showWords() {
    const { width, height, rules, komi, episode, moves, skipped, message, place } = this.#game;
    const facts = [
      ["Board", `${width}×${height}`],
      ["Rules", `${rules}, komi ${komi}`],
      ["Moves", String(skipped + moves.length)],
    ];
    if (episode > 1) facts.push(["Episode", String(episode)]);
    if (place && !place.key) facts.push(["Kept", "until the server stops, or many newer games are played"]);
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
      const names = readerNames(players, this.#mayPlay() ? human : 0);
      words = ending === "PASSES" ? scoreWords(score, names) : resultWords(result, ending, names);
    } else if (this.#isGone) {
      words = "The game has not ended, and cannot be continued here";
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
    const pass = this.#now(() => this.#move(width * height, this.#game.is_pass_final ? undefined : null));
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

function moveCount(game) {
  return game.skipped + game.moves.length;
}

function hasNewStone(before, after) {
  return moveCount(after) > moveCount(before) && after.moves.at(-1).point !== null;
}

/** Returns whether the players did not agree on dead stones. */
function isResumed(before, after) {
  return before.is_agreement && !after.is_agreement && !after.is_over && moveCount(after) > moveCount(before);
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
