// What the address says about a game or a list, so that a link or a bookmark leads to the same position, variations or filters.

/** The least time between two changes of the address: browsers refuse many in a row. */
const DELAY_MS = 250;

let timer;

/**
 * Splits a path such as "/session/1a2b?m=57&v=40-12.13&l=0" into the path before its query and what it shows: the number of the
 * move (null for the last one), the variations as text, and the index of the shown variation (null for the game itself).
 */
export function splitAddress(path) {
  const [plain, query = ""] = path.split("?");
  const parameters = new URLSearchParams(query);
  const number = (name) => (/^\d{1,9}$/.test(parameters.get(name) ?? "") ? Number(parameters.get(name)) : null);
  return [plain, { move: number("m"), variations: parameters.get("v") ?? "", line: number("l") }];
}

/** Returns the query of the address of the page, such as the filters of a list. */
export function addressQuery() {
  return new URLSearchParams(location.hash.split("?")[1] ?? "");
}

/** Returns a query for an address, such as "?player=ann"; empty values are left out. */
export function queryText(parameters) {
  const present = parameters.filter(([, value]) => value !== null && value !== "");
  const query = present.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  return query && `?${query}`;
}

/** Puts what is shown of a game into the address of the page, without a new entry in the history. */
export function putAddress({ move, variations, line }) {
  putQuery([
    ["m", move],
    ["v", variations],
    ["l", line],
  ]);
}

/** Replaces the query of the address of the page, without a new entry in the history, unless a link is followed meanwhile. */
export function putQuery(parameters) {
  clearTimeout(timer);
  const before = location.hash;
  const [plain] = splitAddress(before.slice(1));
  const wanted = `#${plain}${queryText(parameters)}`;
  timer = setTimeout(() => {
    if (location.hash === before && before !== wanted) history.replaceState(null, "", wanted);
  }, DELAY_MS);
}

/** Leaves the address alone. */
export function keepAddress() {
  clearTimeout(timer);
}
