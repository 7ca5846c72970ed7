// The players of a new tournament.

import { count } from "./dom.js";
import { opponentOf } from "./opponents.js";

/** Returns the players for the server, as `{name, player}`: a strength has its name, an agent that of its program. */
export function entrants(chosen, strengths) {
  return chosen.map((value) => {
    const { name, isAgent } = opponentOf(value);
    const strength = strengths.find(({ opponent }) => opponent === value);
    return isAgent ? { name, player: "agent" } : { name: strength?.name ?? name, player: name };
  });
}

/** Returns in words how many games these players would play. */
export function gameCountWords(playerCount, pairCount) {
  if (playerCount < 2) return "Choose at least two players.";
  if (!(pairCount > 0)) return "";
  return `${count(playerCount * (playerCount - 1) * pairCount, "game")}.`;
}
