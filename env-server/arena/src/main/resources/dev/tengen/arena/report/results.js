// The results of games in sentences. The page and the reports have these words from here alone.
//
// A result is as game records write it, such as "B+3.5", and an ending is a key of the server, such as "PASSES".

const COLORS = { B: "Black", W: "White" };

/** How a list of games names the endings that a game of the arena may have. */
const NAMES = {
  PASSES: "passes",
  RESIGNATION: "resignation",
  REPETITION: "repetition",
  TIME: "time",
  ILLEGAL_MOVE: "illegal move",
  DISCONNECTION: "disconnection",
  ENGINE_FAILURE: "failure",
  REFUSED_MOVE: "refused move",
  MOVE_LIMIT: "limit on moves",
  CANCELLATION: "cancellation",
  RESIGN_RULE: "resigned by rule",
  DRAW_RULE: "draw by rule",
  SETTLED: "settled",
};

/** What happened, as a function of the loser's name, which is the subject of the sentence; empty if the score says it all. */
const REASONS = {
  PASSES: () => "",
  RESIGNATION: (loser) => `${loser} resigned.`,
  REPETITION: () => "A position was repeated.",
  TIME: (loser) => `${loser} ran out of time.`,
  ILLEGAL_MOVE: (loser) => `${loser} played an illegal move.`,
  DISCONNECTION: (loser) => `${loser} disconnected.`,
  ENGINE_FAILURE: (loser) => `The program of ${loser} failed.`,
  REFUSED_MOVE: () => "A player refused a legal move.",
  MOVE_LIMIT: () => "The limit on moves was reached.",
  CANCELLATION: () => "The game was canceled.",
  RESIGN_RULE: (loser) => `${loser} resigned by rule.`,
  DRAW_RULE: () => "The players saw no winner.",
  SETTLED: () => "Every point is settled.",
  ILLEGAL_ACTION: () => "An illegal action ended the game.",
  MAX_ILLEGAL_ACTIONS: () => "The limit on illegal actions was reached.",
  MAX_MOVES: () => "The limit on moves was reached.",
  TASK_DECIDED: () => "The task is decided.",
  OPPONENT_TIMEOUT: (loser) => `${loser} ran out of time.`,
  OPPONENT_FAILED: (loser) => `The program of ${loser} failed.`,
  OPPONENT_REFUSED: () => "The opponent refused a legal move.",
};

/** The endings of games of the arena, as pairs of a key and a name. */
export const ENDINGS = Object.entries(NAMES);

/** Returns the name of an ending for a list, such as "passes". */
export function endingName(ending) {
  return NAMES[ending] ?? ending.toLowerCase().replaceAll("_", " ");
}

/**
 * Returns the result of a game in sentences, such as "White resigned. Black wins."; empty for a game that has not ended.
 *
 * @param result the result as game records write it; may be empty
 * @param ending why the game ended; empty if it has not
 * @param names who has Black and White in these sentences, `{black, white}`; the colors by default. "You" is the reader
 */
export function resultWords(result, ending, names = {}) {
  if (ending === "" && result === "") return "";
  const named = { B: names.black || COLORS.B, W: names.white || COLORS.W };
  const winner = /^[BW]\+/.test(result) ? result[0] : null;
  const loser = winner === null ? "a player" : named[winner === "B" ? "W" : "B"];
  const reason = ending === "" ? "" : (REASONS[ending]?.(loser) ?? `The game ended: ${endingName(ending)}.`);
  const words = [reason, outcomeWords(result, winner === null ? "" : named[winner])];
  return words.filter((text) => text !== "").map(capital).join(" ");
}

function outcomeWords(result, winner) {
  if (winner !== "") {
    const verb = winner === "You" ? "win" : "wins";
    const margin = Number(result.slice(2));
    if (result.length === 2 || Number.isNaN(margin)) return `${winner} ${verb}.`;
    return `${winner} ${verb} by ${margin} ${margin === 1 ? "point" : "points"}.`;
  }
  if (/^(0|draw|jigo)$/i.test(result)) return "The game is a draw.";
  return /^void$/i.test(result) ? "The game does not count." : "";
}

/** Returns a sentence with a capital first letter, unless it begins with a name. */
function capital(sentence) {
  return sentence.startsWith("a player") ? `A${sentence.slice(1)}` : sentence;
}

/** Returns who has Black and White for `resultWords` if the reader plays `human`: 1 for Black, 2 for White, 0 for neither. */
export function readerNames({ black, white }, human) {
  if (human === 0) return {};
  return human === 1 ? { black: "You", white } : { black, white: "You" };
}

/** Returns the score of a game that has ended, as in "Black wins by 3.5 points. Black has 45; White has 34 and a komi of 7.5." */
export function scoreWords(score, names = {}) {
  return `${resultWords(score.text, "PASSES", names)} ${pointWords(score)}`;
}

/** Returns the score of a position in which the game continues, as in "Black leads by 3.5 points. Black has 45; …". */
export function leadWords(score) {
  const leader = COLORS[score.text[0]];
  const margin = Number(score.text.slice(2));
  const lead = leader === undefined ? "Nobody leads." : `${leader} leads by ${margin} ${margin === 1 ? "point" : "points"}.`;
  return `${lead} ${pointWords(score)}`;
}

function pointWords({ black, white, komi }) {
  return `Black has ${black}; White has ${white}${komi === 0 ? "" : ` and a komi of ${komi}`}.`;
}
