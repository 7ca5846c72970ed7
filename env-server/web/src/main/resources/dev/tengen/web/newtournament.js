// The form that creates a small tournament.

import { tiles } from "./choices.js";
import { field, link, make } from "./dom.js";
import { entrants, gameCountWords } from "./entrants.js";
import { AGENT, offeredOpponents } from "./opponents.js";
import * as server from "./server.js";
import { setTitle } from "./title.js";

const SIZES = ["5", "7", "9", "13", "19"];
const MAX_PAIR_COUNT = 10;

const ABOUT =
  "Each two players meet on equal terms: in a pair of games, both have each color once. " +
  "For other rules, openings, clocks and tests, use the command line: ";
const NOT_ALLOWED =
  "You may not create tournaments here. Log in with a token that allows it, or open the page on the server's machine.";

/** Shows the form. Returns a function that stops following the agents that wait. */
export function showNewTournament(place, info) {
  setTitle("New tournament");
  const name = make("input", { name: "name", required: true, maxLength: 100, autocomplete: "off" });
  const size = tiles("size", "Board", SIZES, "9", (count) => [`${count}×${count}`]);
  const pairs = make("input", { name: "pairs", type: "number", min: 1, max: MAX_PAIR_COUNT, value: 2, required: true });
  const players = make("fieldset", { className: "tiles opponent" }, make("legend", {}, "Players"));
  const total = make("p", { className: "hint", role: "status" });
  const problem = make("p", { className: "problem", role: "alert" });
  const button = make("button", { className: "primary" }, "Create and start");
  const parts = [field("Name", name), players, size, field("Pairs of games between each two players", pairs), total, problem];
  const form = make("form", { className: "play-form" }, ...parts, make("div", { className: "row" }, button));
  const chosen = () => [...players.querySelectorAll(":checked")].map(({ value }) => value);
  const describe = () => (total.textContent = gameCountWords(chosen().length, Number(pairs.value)));
  let agents = [];
  let shown = "";
  const offer = (works) => {
    const offered = offeredOpponents(info, works, agents);
    if (JSON.stringify(offered) === shown) return;
    shown = JSON.stringify(offered);
    const before = chosen();
    players.replaceChildren(players.firstChild, ...offered.map((one) => playerTile(one, before.includes(one.value))));
    describe();
  };
  let works = [];
  const update = async () => {
    const query = new URLSearchParams({ width: sizeOf(form), height: sizeOf(form), rules: "tromp-taylor" });
    try {
      works = (await server.get(`api/choices?${query}`)).opponents;
      offer(works);
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  size.addEventListener("change", update);
  form.addEventListener("input", describe);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    problem.textContent = "";
    const wanted = {
      name: name.value.trim(),
      size: Number(sizeOf(form)),
      pair_count: Number(pairs.value),
      players: entrants(chosen(), info.strengths),
    };
    try {
      const { key } = await server.post("api/tournaments", wanted);
      location.hash = `/tournament/${key}`;
    } catch (error) {
      problem.textContent = error.message;
      button.disabled = false;
    }
  });
  const may = info.may.create_tournament;
  button.disabled = !may;
  place.append(
    make(
      "section",
      { className: "narrow" },
      make("h1", {}, "New tournament"),
      may ? null : make("p", { className: "problem" }, NOT_ALLOWED),
      make("p", { className: "about" }, ABOUT, make("code", {}, "./tengen arena run"), "."),
      form,
      make("p", {}, link("/tournaments", "All tournaments")),
    ),
  );
  void update();
  return server.live("api/home/live", {
    state(home) {
      agents = (home.agents ?? []).filter(({ is_connected: isConnected }) => isConnected).map((agent) => agent.name);
      if (works.length > 0) offer(works);
    },
  });
}

function sizeOf(form) {
  return new FormData(form).get("size");
}

function playerTile({ value, name, about }, isChosen) {
  const box = make("input", { type: "checkbox", name: "player", value, checked: isChosen });
  const what = value.startsWith(AGENT) ? "a connected agent" : about;
  return make("label", {}, box, make("strong", {}, name), make("span", {}, what));
}
