// The heading of a game: its number, its tournament, and links to the games before and after it.

import { link, make } from "./dom.js";
import * as server from "./server.js";
import { setTitle } from "./title.js";

/** How long a number of browsers must stay the same before it is shown: a page that is loaded again counts twice for a moment. */
const DELAY_MS = 2000;

/** The heading above a board. */
export class GameBar {
  #title = make("h1", {}, "Game");
  #links = make("nav", { className: "game-links", ariaLabel: "Games of the tournament", hidden: true });
  #shown = "";
  #timer;
  #watching = make("span", { className: "total watching", hidden: true, title: "The browsers that show this game, with this one" });
  element = make("div", { className: "game-bar" }, this.#title, this.#watching, this.#links);

  /** Shows the heading of a game at a path of the server, and sets the title of the document. */
  update(path, { place, players, human }, isPlaying) {
    const { black, white } = players;
    if (isPlaying) {
      const words = `Your game against ${human === 1 ? white : black}`;
      setTitle(words);
      this.#title.textContent = words;
      return;
    }
    const words = place ? `Game ${place.number} of ${place.name}` : `Session ${path.split("/").at(-1).slice(0, 6)}`;
    setTitle(black || white ? `${words}: ${black || "Black"} – ${white || "White"}` : words);
    if (this.#shown === words) return;
    this.#shown = words;
    if (place?.key) this.#showPlace(place);
    else this.#title.textContent = words;
  }

  /** Shows how many browsers watch the game; nothing if it is this one only. */
  watching(count) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#watching.hidden = count < 2;
      this.#watching.textContent = `${count} watching`;
    }, DELAY_MS);
  }

  #showPlace({ key, name, number }) {
    this.#title.replaceChildren(`Game ${number} of `, link(`/tournament/${key}`, name));
    this.#showNeighbors(key, number);
  }

  async #showNeighbors(key, number) {
    const total = await server.get(`api/tournaments/${key}/games?from=0&count=0`).then(
      (list) => list.count,
      () => number + 1, // The game remains without a link to the next one.
    );
    const neighbors = [
      [number - 1, "Previous game"],
      [number + 1, "Next game"],
    ].filter(([other]) => other >= 0 && other < total);
    this.#links.replaceChildren(...neighbors.map(([other, text]) => link(`/tournament/${key}/game/${other}`, text)));
    this.#links.hidden = neighbors.length === 0;
  }
}
