// What is laid over a position: asked of the server for the one that is looked at, and kept, since the past does not change.

import { pointName } from "./board.js";
import { field, make, select } from "./dom.js";
import * as server from "./server.js";

const KINDS = [
  ["none", "Nothing"],
  ["score", "Score and area"],
  ["legal", "Legal plays"],
  ["races", "Capturing races"],
  ["analysis", "Analysis"],
  ["plane", "Plane of an encoding"],
];
const MAX_KEPT = 400;

const STATUS_WORDS = {
  SETTLED_BLACK: "Black captures, whoever moves first",
  SETTLED_WHITE: "White captures, whoever moves first",
  FIRST_PLAYER_CAPTURES: "whoever moves first captures",
  BLACK_FIRST_ELSE_SEKI: "Black captures by moving first, otherwise it is a seki",
  WHITE_FIRST_ELSE_SEKI: "White captures by moving first, otherwise it is a seki",
  SEKI: "a seki, whoever moves first",
};

/** Controls to choose an overlay, and what `Replay.decorate` asks for. */
export class Overlays {
  #path;
  #replay = null;
  #game = null;
  #kept = new Map();
  #asked = "";
  #words = make("p", { className: "overlay-words", role: "status" });
  #form;

  /** Makes controls for the game at a path; `info` names analyses and encodings. */
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
      for (const [name, fields] of Object.entries(parts)) for (const part of fields) part.hidden = kind.value !== name;
    };
    showParts();
    this.#form.addEventListener("change", () => {
      showParts();
      this.#replay?.refresh();
    });
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    this.element = make("div", {}, this.#form, this.#words);
  }

  /** Lays overlays over a replay. */
  attach(replay) {
    this.#replay = replay;
  }

  /** Takes note of the game as it stands. */
  update(game) {
    if (this.#game && this.#game.episode !== game.episode) this.#kept.clear();
    this.#game = game;
  }

  /** Returns what to show over the position after so many moves of those that are shown. */
  decoration(number) {
    const query = this.#query(number);
    if (query === "") {
      this.#words.textContent = "";
      return this.#scoreAtEnd(number);
    }
    const look = this.#kept.get(query);
    if (look) return this.#draw(look);
    this.#ask(query);
    return {};
  }

  #scoreAtEnd(number) {
    const { isOver, ending, score, moves } = this.#game;
    return isOver && ending === "PASSES" && number === moves.length ? { owner: score.owner } : {};
  }

  #query(number) {
    const { show, name, encoding, plane } = Object.fromEntries(new FormData(this.#form));
    if (show === "none") return "";
    const more = { analysis: { name }, plane: { encoding, plane } }[show] ?? {};
    const move = (this.#game.skipped ?? 0) + number;
    return new URLSearchParams({ show, move, ...more }).toString();
  }

  async #ask(query) {
    if (this.#asked === query) return;
    this.#asked = query;
    const episode = this.#game.episode;
    let look;
    try {
      look = await server.get(`${this.#path}/look?${query}`);
    } catch (error) {
      look = { problem: error.message, episode };
    }
    if (this.#asked === query) this.#asked = "";
    if (look.episode !== this.#game.episode) return;
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(query, look);
    this.#replay.refresh();
  }

  #draw(look) {
    const [words, decoration] = this.#read(look);
    this.#words.textContent = words;
    return decoration;
  }

  #read(look) {
    if (look.problem) return [look.problem, {}];
    if (look.owner) return [scoreWords(look), { owner: look.owner }];
    if (look.mask) return [`${look.count} legal plays for ${look.turn === 1 ? "Black" : "White"}`, { mask: look.mask }];
    if (look.races) return this.#races(look);
    return [`${look.name}: ${look.meaning}`, { values: look.values }];
  }

  #races({ races, count }) {
    if (count === 0) return ["There is no capturing race here.", {}];
    const names = (points) =>
      points.map((point) => pointName(point, this.#game.width, this.#game.height)).join(", ") || "nowhere";
    const lines = races.map((race, index) => {
      const what = race.isKnown ? STATUS_WORDS[race.status] : `not known: ${race.reason || "a limit was reached"}`;
      const starts = ["black", "white"]
        .filter((color) => race[`${color}First`].points?.length)
        .map((color) => `${color === "black" ? "Black" : "White"} starts at ${names(race[`${color}First`].points)}`);
      return [`Race ${index + 1}: ${what}`, ...starts].join(". ") + ".";
    });
    if (count > races.length) lines.push(`There are ${count - races.length} more.`);
    return [lines.join("\n"), { marks: races.flatMap(raceMarks) }];
  }
}

function raceMarks(race, index) {
  const winning = new Set([...(race.blackFirst.points ?? []), ...(race.whiteFirst.points ?? [])]);
  const marks = [...race.black.chain, ...race.white.chain].map((point) => ({ point, text: String(index + 1) }));
  const add = (points, shape, tone) =>
    marks.push(...points.map((point) => ({ point, shape, tone: winning.has(point) ? "good" : tone })));
  for (const [side, tone] of [
    [race.black, "first"],
    [race.white, "second"],
  ]) {
    add(side.external, "circle", tone);
    add(side.eye, "square", tone);
    add(side.complex, "triangle", tone);
  }
  add(race.shared, "diamond", "plain");
  return marks;
}

/** Returns a score in words, as in "B+3.5: Black 45, White 41.5". */
export function scoreWords({ text, black, white, komi }) {
  return `${text}: Black ${black}, White ${white}${komi === 0 ? "" : ` and komi ${komi}`}`;
}
