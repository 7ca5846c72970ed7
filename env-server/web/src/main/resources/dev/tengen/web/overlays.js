// Overlays over a position: fetched from the server for the position shown, and cached until an undo replaces past positions.

import { pointAt } from "./board.js";
import { field, make, select } from "./dom.js";
import { legend } from "./legend.js";
import { leadWords } from "./results.js";
import * as server from "./server.js";

const KINDS = [
  ["none", "Nothing"],
  ["score", "Score and area"],
  ["legal", "Legal plays"],
  ["races", "Capturing races"],
  ["analysis", "Analysis"],
  ["plane", "Plane of an encoding"],
];
const MAX_CACHED = 400;

const STATUS_WORDS = {
  SETTLED_BLACK: "Black captures even if White moves first",
  SETTLED_WHITE: "White captures even if Black moves first",
  FIRST_PLAYER_CAPTURES: "the player who moves first captures",
  BLACK_FIRST_ELSE_SEKI: "Black captures by moving first, otherwise it is a seki",
  WHITE_FIRST_ELSE_SEKI: "White captures by moving first, otherwise it is a seki",
  SEKI: "a seki",
};

/** The controls that choose an overlay, and the decorations for `Replay.decorate`. */
export class Overlays {
  #path;
  #replay = null;
  #game = null;

  /** Returns the variation that is shown, as text; empty for the game itself. */
  #variation = () => "";
  #cache = new Map();
  #requested = "";

  /** Counts how often past positions were replaced, so that an overlay of a replaced one is dropped. */
  #version = 0;
  #legend = make("div");
  #words = make("p", { className: "overlay-words", role: "status" });
  #form;

  /** Creates the controls for the game at a path; `info` names analyses and encodings. */
  constructor(path, info) {
    this.#path = path;
    const encodings = info.encodings;
    const analysis = select(
      "name",
      info.analyses.map(({ name }) => name),
    );
    const encoding = select(
      "encoding",
      encodings.map(({ name }) => name),
    );
    const plane = make("select", { name: "plane" });
    const fillPlanes = () => {
      const { planes } = encodings.find(({ name }) => name === encoding.value);
      plane.replaceChildren(...planes.map((name, index) => make("option", { value: index }, `${index} ${name}`)));
    };
    fillPlanes();
    encoding.addEventListener("change", fillPlanes);
    const kind = select("show", KINDS, "none");
    const parts = {
      analysis: [field("Analysis", analysis)],
      plane: [field("Encoding", encoding), field("Plane", plane)],
    };
    this.#form = make("form", { className: "overlay-form" }, field("Show", kind), ...parts.analysis, ...parts.plane);
    const showParts = () => {
      this.#legend.replaceChildren(legend(kind.value));
      for (const [name, fields] of Object.entries(parts)) for (const part of fields) part.hidden = kind.value !== name;
    };
    showParts();
    this.#form.addEventListener("change", () => {
      showParts();
      this.#replay?.refresh();
    });
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    this.element = make("div", {}, this.#form, this.#legend, this.#words);
  }

  /** Draws overlays over a replay of the game, or of the variation that `variation` returns as text. */
  attach(replay, variation) {
    this.#replay = replay;
    this.#variation = variation;
  }

  /** Takes a new state of the game. */
  update(game) {
    if (this.#game && !continues(this.#game, game)) {
      this.#cache.clear();
      this.#requested = "";
      this.#version++;
    }
    this.#game = game;
  }

  /** Returns what to show over the position after a number of the moves that are shown. */
  decoration(number) {
    const query = this.#query(number);
    if (query === "") {
      this.#words.textContent = "";
      return this.#scoreAtEnd(number);
    }
    const overlay = this.#cache.get(query);
    if (overlay) return this.#draw(overlay);
    this.#ask(query);
    return {};
  }

  #scoreAtEnd(number) {
    const { is_over: isOver, ending, score, moves } = this.#game;
    const isEnd = number === moves.length && this.#variation() === "";
    return isOver && ending === "PASSES" && isEnd ? { owner: score.owner } : {};
  }

  #query(number) {
    const { show, name, encoding, plane } = Object.fromEntries(new FormData(this.#form));
    if (show === "none") return "";
    const more = { analysis: { name }, plane: { encoding, plane } }[show] ?? {};
    const move = (this.#game.skipped ?? 0) + number;
    const variation = this.#variation();
    return new URLSearchParams({ show, move, ...(variation === "" ? {} : { variation }), ...more }).toString();
  }

  async #ask(query) {
    if (this.#requested === query) return;
    this.#requested = query;
    const episode = this.#game.episode;
    const version = this.#version;
    let overlay;
    try {
      overlay = await server.get(`${this.#path}/overlay?${query}`);
    } catch (error) {
      overlay = { problem: error.message, episode };
    }
    if (version !== this.#version) return;
    if (this.#requested === query) this.#requested = "";
    if (overlay.episode !== this.#game.episode) return;
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(query, overlay);
    this.#replay.refresh();
  }

  #draw(overlay) {
    const [words, decoration] = this.#read(overlay);
    this.#words.textContent = words;
    return decoration;
  }

  #read({ problem, owner, mask, races, values, ...rest }) {
    if (problem) return [problem, {}];
    if (owner) return [leadWords(rest), { owner }];
    if (mask) return [`${rest.count} legal plays for ${rest.turn === 1 ? "Black" : "White"}`, { mask }];
    if (races) return this.#races(races, rest.count);
    return [`${rest.name}: ${rest.meaning}`, { values }];
  }

  #races(races, count) {
    if (count === 0) return ["There is no capturing race.", {}];
    const lines = races.map((race, index) => {
      const what = STATUS_WORDS[race.status] ?? `not known: ${race.declined_reason ?? "a limit was reached"}`;
      const starts = ["black", "white"]
        .filter((color) => race[`${color}_winning_moves`]?.length)
        .map((color) => `${color === "black" ? "Black" : "White"} starts at ${race[`${color}_winning_moves`].join(", ")}`);
      return [`Race ${index + 1}: ${what}`, ...starts].join(". ") + ".";
    });
    if (count > races.length) lines.push(`There are ${count - races.length} more.`);
    const marks = races.flatMap((race, index) => raceMarks(race, String(index + 1)));
    const { width, height } = this.#game;
    return [lines.join("\n"), { marks: marks.map(({ name, ...mark }) => ({ point: pointAt(name, width, height), ...mark })) }];
  }
}

/** Returns whether `after` has all moves of `before`, so that its past positions are the same. */
function continues(before, after) {
  if (before.episode !== after.episode || before.skipped + before.moves.length > after.skipped + after.moves.length) {
    return false;
  }
  const offset = before.skipped - after.skipped;
  return before.moves.every(({ point }, index) => index + offset < 0 || after.moves[index + offset].point === point);
}

/** Returns marks with the names of their points. */
function raceMarks(race, text) {
  const winning = new Set([...(race.black_winning_moves ?? []), ...(race.white_winning_moves ?? [])]);
  const chains = [...race.black_essential_stones, ...race.white_essential_stones];
  const marks = chains.map((name) => ({ name, text }));
  const add = (names, shape, tone) =>
    marks.push(...names.map((name) => ({ name, shape, tone: winning.has(name) ? "good" : tone })));
  for (const [color, tone] of [
    ["black", "first"],
    ["white", "second"],
  ]) {
    add(race[`external_${color}`], "circle", tone);
    add(race[`eye_${color}`], "square", tone);
    add(race[`complex_${color}`], "triangle", tone);
  }
  add(race.shared, "diamond", "plain");
  return marks;
}
