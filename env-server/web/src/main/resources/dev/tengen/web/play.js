// The form that starts a game.

import { AGENT, Choices } from "./choices.js";
import { field, make, select } from "./dom.js";
import { startGame } from "./newgame.js";
import * as server from "./server.js";
import { setTitle } from "./title.js";

const SIZES = ["3", "5", "7", "9", "13", "19"];
const COLORS = [
  ["black", "Black"],
  ["white", "White"],
  ["random", "Black or White at random"],
];
const CHOICES = "tengen-play";

/** Shows the form with the choices of last time. The opponents include agents that wait at the arena. */
export function showPlay(place, _, info) {
  setTitle("Play a game");
  const before = JSON.parse(localStorage.getItem(CHOICES) ?? "{}");
  const sizes = SIZES.map((count) => [count, `${count}×${count}`]);
  const size = select("size", sizes, before.size ?? "9");
  const color = select("color", COLORS, before.color ?? "black");
  const presets = info.presets.map(({ name }) => name);
  const rules = select("rules", presets, before.rules ?? "tromp-taylor");
  const choices = new Choices(info, before);
  const rulesAbout = make("p", { className: "hint" });
  const problem = make("p", { className: "problem", role: "alert" });
  const button = make("button", { className: "primary" }, "Play");
  const form = make(
    "form",
    { className: "play-form" },
    field("Board", size),
    field("You are", color),
    ...choices.opponentParts,
    field("Rules", rules),
    rulesAbout,
    ...choices.otherParts,
    problem,
    make("div", { className: "row" }, button),
  );
  let updateCount = 0;
  const update = async () => {
    updateCount += 1;
    const number = updateCount;
    form.setAttribute("aria-busy", "true"); // Its parts move while the choices change.
    rulesAbout.textContent = info.presets.find(({ name }) => name === rules.value)?.summary ?? "";
    try {
      await choices.update(size.value, rules.value);
    } catch (error) {
      problem.textContent = error.message;
    }
    if (number === updateCount) form.removeAttribute("aria-busy");
  };
  let updated = update();
  for (const control of [size, rules]) control.addEventListener("change", () => (updated = update()));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    problem.textContent = "";
    await updated;
    const data = new FormData(form);
    const chosen = { ...Object.fromEntries(data), undo: data.has("undo") };
    localStorage.setItem(CHOICES, JSON.stringify(chosen));
    try {
      location.hash = await begin(chosen);
    } catch (error) {
      problem.textContent = error.message;
      button.disabled = false;
    }
  });
  place.append(make("section", { className: "narrow" }, make("h1", {}, "Play a game"), readOnly(info), form));
  if (!info.may.play) button.disabled = true;
  return server.live("api/home/live", {
    state(home) {
      const agents = info.may.challenge ? (home.agents ?? []) : [];
      choices.offerAgents(agents.filter(({ is_free: isFree }) => isFree).map(({ name }) => name));
    },
  });
}

function begin({ size, color, opponent, rules, handicap, komi, undo }) {
  const game = {
    width: Number(size),
    height: Number(size),
    color: color === "random" ? ["black", "white"][Math.floor(2 * Math.random())] : color,
    rules,
    handicap: Number(handicap),
  };
  if (komi !== "") game.komi = Number(komi);
  const isAgent = opponent.startsWith(AGENT);
  return startGame({ ...game, opponent: isAgent ? opponent.slice(AGENT.length) : opponent, undo }, isAgent);
}

function readOnly({ may, principal, is_login_possible: isLoginPossible }) {
  if (may.play) return null;
  let why = "You can only watch here: the server was started without a page token.";
  if (principal !== undefined) why = "You can only watch here: your role does not allow you to play.";
  else if (isLoginPossible) why = "To play here, log in with a token of the server, at the top of the page.";
  return make("p", { className: "problem" }, why);
}
