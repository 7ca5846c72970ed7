// The form that starts a game.

import { field, make, select } from "./dom.js";
import * as server from "./server.js";
import { setTitle } from "./title.js";

const SIZES = ["5", "7", "9", "13", "19"];
const CHOICES = "tengen-play";

/** The prefix of agents in the list, since an agent may have the name of a player. */
const AGENT = "agent ";

/** Shows the form with the choices of last time. The opponents include agents that wait at the arena. */
export function showPlay(place, _, info) {
  setTitle("Play a game");
  const before = JSON.parse(localStorage.getItem(CHOICES) ?? "{}");
  const players = info.players.map(({ name }) => name);
  const opponents = [...players.filter((name) => name !== "oracle"), ...(players.includes("oracle") ? ["oracle"] : [])];
  const size = select(
    "size",
    SIZES.map((count) => [count, `${count}×${count}`]),
    before.size ?? "9",
  );
  const color = select(
    "color",
    [
      ["black", "Black"],
      ["white", "White"],
    ],
    before.color ?? "black",
  );
  const chosenOpponent = before.opponent ?? "monte-carlo";
  const opponent = select("opponent", opponents, opponents.includes(chosenOpponent) ? chosenOpponent : "greedy");
  const agents = make("optgroup", { label: "Waiting agents", hidden: true });
  opponent.append(agents);
  const rules = select(
    "rules",
    info.presets.map(({ name }) => name),
    before.rules ?? "tromp-taylor",
  );
  const about = make("p", { className: "hint" });
  const rulesAbout = make("p", { className: "hint" });
  const problem = make("p", { className: "problem", role: "alert" });
  const button = make("button", { className: "primary" }, "Play");
  const form = make(
    "form",
    { className: "play-form" },
    field("Board", size),
    field("You are", color),
    field("Against", opponent),
    about,
    field("Rules", rules),
    rulesAbout,
    problem,
    make("div", { className: "row" }, button),
  );
  const describe = () => {
    const isAgent = opponent.value.startsWith(AGENT);
    const summary = info.players.find(({ name }) => name === opponent.value)?.summary ?? "";
    about.textContent = isAgent ? "An agent. Each side has 20 minutes and five periods of a minute." : summary;
    rulesAbout.textContent = info.presets.find(({ name }) => name === rules.value)?.summary ?? "";
  };
  describe();
  form.addEventListener("change", describe);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    problem.textContent = "";
    const chosen = Object.fromEntries(new FormData(form));
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
      const free = (info.may.challenge ? (home.agents ?? []) : []).filter(({ is_free: isFree }) => isFree).map(({ name }) => AGENT + name);
      const shown = [...agents.children].map(({ value }) => value);
      if (free.join("\n") === shown.join("\n")) return;
      const chosen = opponent.value;
      agents.replaceChildren(...free.map((value) => make("option", { value }, value.slice(AGENT.length))));
      agents.hidden = free.length === 0;
      if (free.includes(chosen)) opponent.value = chosen;
      describe();
    },
  });
}

async function begin({ size, color, opponent, rules }) {
  const game = { width: Number(size), height: Number(size), color, rules };
  if (opponent.startsWith(AGENT)) {
    const { tournament, number } = await server.post("api/games", { ...game, opponent: opponent.slice(AGENT.length) });
    return `/tournament/${tournament}/game/${number}`;
  }
  const { session } = await server.post("api/sessions", { ...game, opponent });
  return `/session/${session}`;
}

function readOnly({ may, principal, is_login_possible: isLoginPossible }) {
  if (may.play) return null;
  let why = "You can only watch here: the server was started without a page token.";
  if (principal !== undefined) why = "You can only watch here: your role does not allow you to play.";
  else if (isLoginPossible) why = "To play here, log in with a token of the server, at the top of the page.";
  return make("p", { className: "problem" }, why);
}
