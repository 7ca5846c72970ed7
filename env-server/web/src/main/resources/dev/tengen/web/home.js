// The home view: what the server plays now.

import { Board } from "./board.js";
import { count, link, make, section } from "./dom.js";
import { resultWords } from "./results.js";
import * as server from "./server.js";
import { emptyState, skeletonCards } from "./skeleton.js";
import { setTitle } from "./title.js";
import { newTournamentLink, stateWords } from "./tournaments.js";

const MAX_CARDS = 12;

/** Shows tournaments, games in progress and sessions, and follows them. Returns a function that ends this. */
export function showHome(place, _, info) {
  setTitle();
  const tournaments = make("div", { className: "cards wide" });
  const allTournaments = link("/tournaments");
  const tournamentSection = hidden(section("Tournaments", tournaments, make("p", {}, allTournaments)));
  const games = new Cards();
  const gameSection = hidden(section("Games in progress", games.element));
  const ended = new Cards();
  const endedWords = make("p", { className: "total" }, "The newest games. They are not stored, and last until the server stops.");
  const endedSection = hidden(section("Games against agents", ended.element, endedWords));
  const agents = make("ul", { className: "agents" });
  const agentSection = hidden(section("Agents", agents));
  const total = make("span", { className: "total" });
  const sessions = new Cards();
  const play = link("/play", "Play a game");
  play.className = "button primary";
  const empty = hidden(emptyState("No session is open. Start a game here, or let a program open a session.", play));
  const more = make("p", { className: "total", hidden: true });
  const sessionSection = hidden(section("Sessions", empty, sessions.element, more));
  sessionSection.firstChild.append(" ", total);
  const none = make("p", { className: "about" }, "There is none yet.");
  const noTournament = hidden(section("Tournaments", none, ...newTournamentLink(info)));
  const title = make("h1", { className: "unseen" }, "Games on this server");
  const waiting = skeletonCards();
  const sections = [tournamentSection, gameSection, endedSection, agentSection, sessionSection, noTournament];
  place.append(title, waiting, ...ladderSection(info), ...sections);

  return server.live("api/home/live", {
    state(home) {
      waiting.remove();
      noTournament.hidden = home.tournaments === undefined || home.tournaments.length > 0 || !info.may.create_tournament;
      showSessions(home.sessions);
      allTournaments.textContent = `All tournaments (${home.tournament_count})`;
      show(tournamentSection, tournaments, home.tournaments ?? [], tournamentCard);
      show(agentSection, agents, home.agents ?? [], agentLine);
      gameSection.hidden = !home.games?.length;
      games.show((home.games ?? []).slice(0, MAX_CARDS).map(gameCard));
      endedSection.hidden = !home.ended_games?.length;
      ended.show((home.ended_games ?? []).map(endedCard));
    },
    full: () => place.append(make("p", { className: "problem" }, "Too many browsers are watching. Reload the page to update it.")),
  });

  /** A reader who may use no sessions gets no list of them. */
  function showSessions(sessionList) {
    sessionSection.hidden = sessionList === undefined;
    if (sessionList === undefined) return;
    const { count: openCount, sessions: list } = sessionList;
    total.textContent = String(openCount);
    empty.hidden = openCount > 0;
    more.hidden = openCount <= MAX_CARDS;
    more.textContent = `and ${openCount - MAX_CARDS} more`;
    sessions.show(list.slice(0, MAX_CARDS).map(sessionCard));
  }
}

function ladderSection({ has_ladder: hasLadder }) {
  if (!hasLadder) return [];
  const words = make("p", {}, "The server pairs all connected agents, and rates them. ", link("/ladder", "See the ladder"));
  return [section("Ladder", words)];
}

function hidden(element) {
  element.hidden = true;
  return element;
}

function show(around, place, items, create) {
  around.hidden = items.length === 0;
  place.replaceChildren(...items.map(create));
}

function sessionCard({ id, width, height, episode, move_number: moveNumber, is_over: isOver }) {
  return {
    path: `/session/${id}`,
    api: `api/sessions/${id}`,
    width,
    height,
    seen: `${episode} ${moveNumber} ${isOver}`,
    title: episode > 0 ? `Session ${id.slice(0, 6)}, episode ${episode}` : `Session ${id.slice(0, 6)}`,
    state: `${width}×${height}, ${count(moveNumber, "move")}`,
  };
}

/** Returns the card of an arena game. It is fetched every time, since the list has no move numbers. */
export function gameCard({ tournament, number, width, height, black, white }) {
  const api = `api/tournaments/${tournament}/games/${number}`;
  const title = `${black} – ${white}`;
  const path = `/tournament/${tournament}/game/${number}`;
  return { path, api, width, height, seen: Date.now(), title, isNamed: true, state: `${width}×${height}` };
}

/** Returns the card of a game that has ended, and never changes again. */
function endedCard(game) {
  const card = gameCard(game);
  return { ...card, seen: "ended", state: `${card.state}. ${resultWords(game.result, game.ending)}` };
}

/** Cards with small boards. Each is updated in place, so that nothing flickers or loses the focus. */
export class Cards {
  #cards = new Map();
  element = make("div", { className: "cards" });

  /** Shows exactly these. */
  show(wanted) {
    const paths = new Set(wanted.map(({ path }) => path));
    for (const [path, card] of this.#cards) {
      if (!paths.has(path)) {
        card.element.remove();
        this.#cards.delete(path);
      }
    }
    wanted.forEach((item, index) => {
      if (!this.#cards.has(item.path)) this.#cards.set(item.path, new Card(item));
      const card = this.#cards.get(item.path);
      card.update(item);
      const before = this.element.children[index] ?? null;
      if (before !== card.element) this.element.insertBefore(card.element, before);
    });
  }
}

class Card {
  #board;
  #title = make("strong");
  #state = make("span");
  #seen = "";
  #isAsking = false;

  constructor({ path, width, height }) {
    const picture = make("div", { className: "picture" });
    this.#board = new Board(picture, { width, height, coordinates: false });
    this.element = link(path, picture, make("div", { className: "words" }, this.#title, this.#state));
    this.element.className = "card";
  }

  /** Shows the game. Unless it `isNamed`, its title has the players that the server knows, if there are any. */
  async update({ api, width, height, seen, title, isNamed, state }) {
    if (seen === this.#seen || this.#isAsking) return;
    this.#isAsking = true;
    if (this.#seen === "") [this.#title.textContent, this.#state.textContent] = [title, state];
    try {
      const {
        players,
        stones,
        last_move: lastMove,
        move_number: moveNumber,
        result,
        ending,
      } = await server.get(`${api}/position`);
      const { black, white } = players;
      this.#title.textContent = !isNamed && (black || white) ? `${black || "Black"} – ${white || "White"}` : title;
      const words = `${width}×${height}, ${count(moveNumber, "move")}`;
      this.#state.textContent = [words, resultWords(result, ending)].filter((text) => text !== "").join(". ");
      this.#board.show({ stones, lastMove });
      this.#seen = seen;
    } catch {
      this.#seen = ""; // It has been closed; the next list will not have it.
    }
    this.#isAsking = false;
  }
}

function tournamentCard({
  key,
  name,
  format,
  player_count: playerCount,
  game_count: gameCount,
  ended_game_count: endedCount,
  ...rest
}) {
  const bar = make("progress", { max: Math.max(1, gameCount ?? endedCount), value: endedCount });
  bar.setAttribute("aria-label", `${count(endedCount, "game")} played`);
  bar.hidden = gameCount === undefined;
  const games = gameCount === undefined ? count(endedCount, "game") : `${endedCount} of ${count(gameCount, "game")}`;
  const words = make(
    "div",
    { className: "words" },
    make("strong", {}, name),
    make("span", {}, `${format}, ${count(playerCount, "player")}, ${stateWords(rest)}`),
    bar,
    make("span", {}, games),
  );
  const card = link(`/tournament/${key}`, words);
  card.className = "card";
  return card;
}

function agentLine({ name, description, is_connected: isConnected, is_free: isFree, game_count: gameCount }) {
  const state = !isConnected ? "away" : isFree && gameCount === 0 ? "waiting" : `in ${count(gameCount, "game")}`;
  const words = make("span", { className: "total" }, [state, description].filter((text) => text !== "").join(" – "));
  return make(
    "li",
    {},
    make("span", { className: isConnected ? "dot on" : "dot" }),
    make("strong", {}, name),
    " ",
    words,
  );
}
