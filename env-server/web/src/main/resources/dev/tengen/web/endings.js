// Why games end, in words. The keys are those of the server.

/** The endings of games in an arena: what a list shows, and what the status of a game says. */
export const VERDICTS = {
  PASSES: ["passes", "ended by passes"],
  RESIGNATION: ["resignation", "ended by resignation"],
  REPETITION: ["repetition", "ended by a repeated position"],
  TIME: ["time", "lost on time"],
  ILLEGAL_MOVE: ["illegal move", "lost by an illegal move"],
  DISCONNECTION: ["disconnection", "lost by disconnection"],
  ENGINE_FAILURE: ["failure", "lost, since the player's program failed"],
  REFUSED_MOVE: ["refused move", "void, since a player refused a legal move"],
  MOVE_LIMIT: ["limit on moves", "stopped at the limit on moves"],
  CANCELLATION: ["cancellation", "canceled"],
  RESIGN_RULE: ["resigned by rule", "ended by the rule for resigning"],
  DRAW_RULE: ["draw by rule", "ended by the rule for draws"],
  SETTLED: ["settled", "ended since every point was settled"],
};

/** The further endings of episodes. */
const END_REASONS = {
  ILLEGAL_ACTION: "ended by an illegal action",
  MAX_ILLEGAL_ACTIONS: "stopped at the limit on illegal actions",
  MAX_MOVES: "stopped at the limit on moves",
  TASK_DECIDED: "decided",
  OPPONENT_TIMEOUT: "lost on time by the opponent",
  OPPONENT_FAILED: "lost, since the opponent failed",
  OPPONENT_REFUSED: "void, since the opponent refused a move",
};

/** Returns an ending for a list, such as "passes". */
export function endingName(ending) {
  return VERDICTS[ending]?.[0] ?? plain(ending);
}

/** Returns an ending for the status of a game, such as "ended by passes". */
export function endingWords(ending) {
  return VERDICTS[ending]?.[1] ?? END_REASONS[ending] ?? plain(ending);
}

function plain(ending) {
  return ending.toLowerCase().replaceAll("_", " ");
}
