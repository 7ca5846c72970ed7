// The number of a move in the address, so that a link or a bookmark leads to the position after it.

/** The least time between two changes of the address: browsers refuse many in a row. */
const DELAY_MS = 250;

let timer;

/** Splits a path such as "/session/1a2b?m=57" into the path before its query and the number of the move; null for none. */
export function splitMove(path) {
  const [plain, query = ""] = path.split("?");
  const move = /^m=(\d{1,9})$/.exec(query);
  return [plain, move ? Number(move[1]) : null];
}

/** Puts the number of a move into the address of the page, or none if it is null, without a new entry in the history. */
export function putMove(number) {
  clearTimeout(timer);
  const [plain] = splitMove(location.hash.slice(1));
  const wanted = `#${plain}${number === null ? "" : `?m=${number}`}`;
  timer = setTimeout(() => {
    const isSameGame = splitMove(location.hash.slice(1))[0] === plain;
    if (isSameGame && location.hash !== wanted) history.replaceState(null, "", wanted);
  }, DELAY_MS);
}

/** Leaves the address alone. */
export function keepAddress() {
  clearTimeout(timer);
}
