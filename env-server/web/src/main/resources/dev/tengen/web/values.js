// How likely a win of Black was in the course of a game: what players reported, or what the search of the server found.

/** The points by which a lead counts as a clear one, where players report leads and no probabilities. */
const CLEAR_LEAD = 10;

/**
 * Returns what the players reported with their moves, as lists of `{number, value}` for Black and for White. A value is the
 * probability that Black wins, from 0 to 1, in the position after the first `number` moves. A lead alone counts by its size.
 */
export function reportedValues(moves, skipped) {
  const of = (color) =>
    moves.flatMap((move, index) => {
      const value = move.color === color ? valueOf(move) : null;
      return value === null ? [] : [{ number: skipped + index, value }];
    });
  return { black: of(1), white: of(2) };
}

function valueOf({ black_wins: blackWins, black_lead: blackLead }) {
  if (blackWins !== undefined) return blackWins;
  return blackLead === undefined ? null : 1 / (1 + Math.exp((-4 * blackLead) / CLEAR_LEAD));
}

/** Returns the values of consecutive positions from move `from` on as a list of `{number, value}`. */
export function searchedValues(from, values) {
  return values.map((value, index) => ({ number: from + index, value }));
}

/** Returns the points of a line as text for SVG: `first` and `last` are the numbers at the edges, Black's win is at the top. */
export function linePoints(values, first, last, width, height) {
  const span = Math.max(1, last - first);
  const place = ({ number, value }) => `${round(((number - first) / span) * width)} ${round((1 - value) * height)}`;
  return values.map(place);
}

function round(number) {
  return Math.round(number * 10) / 10;
}

/** Returns the number of moves at a place of the graph, from 0 at its left edge to 1. */
export function numberAt(share, first, last) {
  return Math.max(first, Math.min(last, Math.round(first + share * (last - first))));
}

/** Returns a value in words, such as "Black 62 %"; the side that is ahead is named. */
export function valueWords(value) {
  const percent = Math.round(100 * Math.max(value, 1 - value));
  return percent === 50 ? "even" : `${value > 0.5 ? "Black" : "White"} ${percent} %`;
}

/** Returns the last value at or before a number of moves; null if there is none. */
export function valueBefore(values, number) {
  return values.reduce((last, one) => (one.number <= number ? one : last), null);
}

/** Returns the parts of a game to search, newest part last, as `{from, count}`. */
export function searchParts(first, last, size) {
  const parts = [];
  for (let from = first; from <= last; from += size) parts.push({ from, count: Math.min(size, last - from + 1) });
  return parts;
}
