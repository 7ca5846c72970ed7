// The moves of a game in a list. A click on one shows the position after it.

import { pointName } from "./board.js";
import { make } from "./dom.js";

const COLORS = ["", "black", "white"];

/** The list. It is one stop of the Tab key: arrow keys step through the game, and the list follows. */
export class MoveList {
  #choose;
  #shown = [];
  #buttons = [];
  #skipped = 0;
  #current = null;
  #start = make("button", { type: "button", tabIndex: -1 }, "Start");
  #list = make("ol", { ariaLabel: "Moves" });
  element = make("div", { className: "move-list" }, this.#list);

  /** Creates the list; `choose(number)` shows the position after that many moves. */
  constructor(choose) {
    this.#choose = choose;
    this.#start.addEventListener("click", () => this.#choose(this.#skipped));
    this.#list.append(make("li", { className: "start" }, this.#start));
  }

  /** Shows these moves. Those that are the same as before stay as they are. */
  update({ moves, skipped, width, height }) {
    const names = moves.map(({ color, point }) => `${color} ${pointName(point, width, height)}`);
    const isShifted = skipped !== this.#skipped;
    const firstNew = isShifted ? 0 : sameCount(this.#shown, names);
    this.#skipped = skipped;
    this.#start.textContent = skipped === 0 ? "Start" : `After ${skipped}`;
    for (const button of this.#buttons.splice(firstNew)) button.parentElement.remove();
    names.slice(firstNew).forEach((name, index) => this.#add(name, skipped + firstNew + index + 1));
    this.#shown = names;
  }

  #add(name, number) {
    const [color, point] = name.split(" ");
    const disc = make("span", { className: `disc ${COLORS[color]}`, ariaHidden: "true" });
    const button = make("button", { type: "button", tabIndex: -1, ariaLabel: `${number} ${point}, ${COLORS[color]}` });
    button.append(make("span", { className: "number" }, String(number)), disc, ` ${point}`);
    button.addEventListener("click", () => this.#choose(number));
    this.#buttons.push(button);
    this.#list.append(make("li", {}, button));
  }

  /** The position after this many moves of the game is shown; null while a variation is. */
  mark(number) {
    const button = number === null ? null : (this.#buttons[number - this.#skipped - 1] ?? this.#start);
    if (button === this.#current && button?.isConnected) return;
    const hadFocus = this.#list.contains(document.activeElement);
    this.#current?.removeAttribute("aria-current");
    if (this.#current) this.#current.tabIndex = -1;
    this.#current = button;
    (button ?? this.#start).tabIndex = 0;
    button?.setAttribute("aria-current", "true");
    if (hadFocus && button) button.focus({ preventScroll: true });
    if (button) this.#reveal(button);
  }

  /** Scrolls the list, and not the page. */
  #reveal(button) {
    const { element } = this;
    const above = button.offsetTop - element.scrollTop;
    if (above < 0 || above + button.offsetHeight > element.clientHeight) {
      element.scrollTop = button.offsetTop - element.clientHeight / 2;
    }
  }
}

/** Returns how many entries two lists have in common from the first on. */
export function sameCount(one, other) {
  const different = other.findIndex((name, index) => one[index] !== name);
  return different < 0 ? Math.min(one.length, other.length) : different;
}
