// Tables.

import { make } from "./dom.js";

/** Returns a table; `names` are pairs of the text and the class of a heading. */
export function table(names, rows) {
  const head = make("tr", {}, ...names.map(([text, className = ""]) => make("th", { className, scope: "col" }, text)));
  return make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
}

/**
 * A table that a click or a key on a heading sorts, and that keeps its order and the focus when it is updated. A column is
 * `{text, className, of, cell, isHighFirst}`: `of` returns what rows are compared by, a number or a text, or undefined for rows that
 * come last in either direction; `cell` returns the content of a cell. A column without `of` does not sort.
 */
export class SortableTable {
  #columns;
  #key;
  #items = [];
  #rows = new Map();
  #sorted;
  #isDown = false;
  #head = make("tr");
  #body = make("tbody");
  element = make("table", { className: "sortable" }, make("thead", {}, this.#head), this.#body);

  /** Creates a table sorted by the first column; `key` returns what identifies an item. */
  constructor(columns, key) {
    this.#columns = columns;
    this.#key = key;
    this.#sorted = columns[0];
    this.#head.append(...columns.map((column) => this.#heading(column)));
  }

  #heading(column) {
    const { text, className = "", of } = column;
    if (of === undefined) return make("th", { className, scope: "col" }, text);
    const button = make("button", { type: "button" }, text);
    button.addEventListener("click", () => this.#sortBy(column));
    return make("th", { className, scope: "col" }, button);
  }

  #sortBy(column) {
    this.#isDown = this.#sorted === column ? !this.#isDown : column.isHighFirst === true;
    this.#sorted = column;
    this.#arrange();
  }

  /** Shows these items. Rows that are the same as before stay as they are. */
  show(items) {
    this.#items = items;
    const before = this.#rows;
    this.#rows = new Map();
    for (const item of items) {
      const seen = JSON.stringify(item);
      const known = before.get(this.#key(item));
      const element = known?.element ?? make("tr");
      if (known?.seen !== seen) this.#fill(element, item);
      this.#rows.set(this.#key(item), { element, seen });
    }
    this.#arrange();
  }

  #fill(element, item) {
    this.#columns.forEach(({ className = "", cell }, index) => {
      const made = make("td", { className }, ...[cell(item)].flat());
      const present = element.cells[index];
      if (present === undefined) element.append(made);
      else if (!present.isEqualNode(made)) present.replaceWith(made);
    });
  }

  #arrange() {
    const { of } = this.#sorted;
    const sign = this.#isDown ? -1 : 1;
    const sorted = [...this.#items].sort((one, other) => compare(of(one), of(other), sign));
    const wanted = sorted.map((item) => this.#rows.get(this.#key(item)).element);
    const isSame = wanted.length === this.#body.rows.length && wanted.every((row, index) => row === this.#body.rows[index]);
    if (!isSame) keepFocus(this.#body, () => this.#body.replaceChildren(...wanted));
    this.#columns.forEach((column, index) => {
      const order = column === this.#sorted ? (this.#isDown ? "descending" : "ascending") : "none";
      if (column.of !== undefined) this.#head.cells[index].setAttribute("aria-sort", order);
    });
  }
}

/** Compares two values; those that are undefined come last. */
function compare(one, other, sign) {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  if (typeof one === "number") return sign * (one - other);
  return sign * one.localeCompare(other, "en", { numeric: true });
}

/** An element that is moved loses the focus. */
function keepFocus(place, move) {
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  move();
  if (focused?.isConnected) focused.focus({ preventScroll: true });
}

/** Returns a place for a wide table, which the keyboard can scroll. */
export function tablePlace(name) {
  return make("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: name });
}

/** Replaces what a place shows. A link that has the focus keeps it. */
export function showIn(place, content) {
  const focused = place.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  place.replaceChildren(content);
  if (focused === null) return;
  [...place.querySelectorAll("a")].find((one) => one.getAttribute("href") === focused)?.focus({ preventScroll: true });
}

/** Returns a row of a table; `cells` are pairs of the content and the class of a cell. */
export function row(cells) {
  return make("tr", {}, ...cells.map(([content, className = ""]) => make("td", { className }, content)));
}
