// The heading of a game, with its number and its tournament.

import { link, make } from "./dom.js";
import { setTitle } from "./title.js";

/** The heading above a board. */
export class GameBar {
  #title = make("h1", {}, "Game");
  element = make("div", { className: "game-bar" }, this.#title);

  /** Shows the heading of a game at a path of the server, and sets the title of the document. */
  update(path, { place, players }) {
    const words = place ? `Game ${place.number} of ${place.name}` : `Session ${path.split("/").at(-1).slice(0, 6)}`;
    if (this.#title.dataset.words !== words) {
      this.#title.dataset.words = words;
      this.#title.replaceChildren(...this.#heading(words, place));
    }
    const { black, white } = players;
    setTitle(black || white ? `${words}: ${black || "Black"} – ${white || "White"}` : words);
  }

  /** Returns the words of the heading, in which the tournament is a link. */
  #heading(words, place) {
    if (!place?.key) return [words];
    return [`Game ${place.number} of `, link(`/tournament/${place.key}`, place.name)];
  }
}
