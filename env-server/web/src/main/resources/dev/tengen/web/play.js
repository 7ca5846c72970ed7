// The form that starts a game.

import { Choices, tiles } from "./choices.js";
import { field, make, select } from "./dom.js";
import { startGame } from "./newgame.js";
import { opponentOf } from "./opponents.js";
import * as server from "./server.js";
import { setTitle } from "./title.js";

const SIZES = ["3", "5", "7", "9", "13", "19"];
const COLORS = { black: "Black", random: "Either", white: "White" };
const RULES = "tromp-taylor";
const CHOICES = "tengen-play";

/** Shows the form with the choices of last time. The opponents include agents that wait at the arena. */
export function showPlay(place, _, info) {
  setTitle("Play a game");
  const before = JSON.parse(localStorage.getItem(CHOICES) ?? "{}");
  const size = tiles("size", "Board", SIZES, before.size ?? "9", (count) => [`${count}×${count}`]);
  const color = tiles("color", "You play", Object.keys(COLORS), before.color ?? "black", (one) => [stone(one), COLORS[one]]);
  const presets = info.presets.map(({ name }) => name);
  const rules = select("rules", presets, before.rules ?? RULES);
  const choices = new Choices(info, before);
  const rulesAbout = make("p", { className: "hint" });
  const problem = make("p", { className: "problem", role: "alert" });
  const button = make("button", { className: "primary" }, "Play");
  const advanced = make(
    "details",
    { className: "advanced" },
    make("summary", {}, "Rules, handicap, komi and other players"),
    make("div", { className: "advanced-fields" }, field("Rules", rules), rulesAbout, ...choices.otherParts),
  );
  const parts = [...choices.opponentParts, color, size, advanced, problem, make("div", { className: "row" }, button)];
  const form = make("form", { className: "play-form" }, ...parts);
  const wanted = () => Object.fromEntries(new FormData(form));
  let updateCount = 0;
  const update = async () => {
    updateCount += 1;
    const number = updateCount;
    form.setAttribute("aria-busy", "true"); // Its parts move while the choices change.
    rulesAbout.textContent = info.presets.find(({ name }) => name === rules.value)?.summary ?? "";
    try {
      await choices.update(wanted().size, rules.value);
    } catch (error) {
      problem.textContent = error.message;
    }
    if (number === 1 && isUnusual({ ...wanted(), rules: rules.value }, before)) advanced.open = true;
    if (number === updateCount) form.removeAttribute("aria-busy");
  };
  let updated = update();
  for (const control of [size, rules]) control.addEventListener("change", () => (updated = update()));
  // A browser cannot show what is wrong with a field that is folded away.
  form.addEventListener("invalid", () => (advanced.open = true), true);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    problem.textContent = "";
    await updated;
    const data = new FormData(form);
    const chosen = { ...Object.fromEntries(data), opponent: choices.opponent, undo: data.has("undo") };
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

/** Returns the picture of a choice of the color: a stone, or one that is half black and half white. */
function stone(color) {
  return make("span", { className: `stone-choice ${color}`, ariaHidden: "true" });
}

/** Returns whether a choice that is folded away is not the usual one, so that it must be shown. */
function isUnusual({ rules, handicap, player }, { undo, komi }) {
  return rules !== RULES || handicap !== "0" || player !== "" || undo === false || (komi !== undefined && komi !== "7.5");
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
  const { name, isAgent } = opponentOf(opponent);
  return startGame({ ...game, opponent: name, undo }, isAgent);
}

function readOnly({ may, principal, is_login_possible: isLoginPossible }) {
  if (may.play) return null;
  let why = "You can only watch here: the server was started without a page token.";
  if (principal !== undefined) why = "You can only watch here: your role does not allow you to play.";
  else if (isLoginPossible) why = "To play here, log in with a token of the server, at the top of the page.";
  return make("p", { className: "problem" }, why);
}
