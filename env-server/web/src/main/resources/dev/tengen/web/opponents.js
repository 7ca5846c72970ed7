// The opponents that the form for a new game offers: named strengths, engines of the server, and agents that wait at the arena.

/** The prefix of agents in the form, since an agent may have the name of a player. */
export const AGENT = "agent ";

const ENGINE = "gtp:";

/**
 * Returns the opponents to choose from, as `{value, name, about}`: the strengths in their order, then engines, then agents.
 *
 * @param info what the server offers: `strengths` and `players`
 * @param works the names of the players that can play on the board under the rules
 * @param agents the names of agents that wait
 */
export function offeredOpponents({ strengths, players }, works, agents) {
  const summary = (player) => players.find(({ name }) => name === player)?.summary ?? "";
  const levels = strengths
    .filter(({ opponent }) => works.includes(opponent))
    .map(({ name, opponent, summary: about }) => ({ value: opponent, name, about }));
  const engines = works
    .filter((name) => name.startsWith(ENGINE))
    .map((name) => ({ value: name, name: name.slice(ENGINE.length), about: summary(name) || "an engine of this server" }));
  const waiting = agents.map((name) => ({ value: AGENT + name, name, about: "an agent that waits for a game" }));
  return [...levels, ...engines, ...waiting];
}

/** Returns the players that can play and are not among the offered opponents. */
export function otherPlayers(offered, works) {
  return works.filter((name) => !offered.some(({ value }) => value === name));
}

/**
 * Returns which opponent is chosen: the first of `wanted` that is offered or among the others, or else the second strength, or
 * the first if there is no second.
 */
export function chosenOpponent(wanted, offered, others) {
  const possible = [...offered.map(({ value }) => value), ...others];
  return wanted.find((value) => possible.includes(value)) ?? possible[1] ?? possible[0] ?? "";
}

/** Returns the name and the address of an opponent that was chosen in the form. */
export function opponentOf(value) {
  const isAgent = value.startsWith(AGENT);
  return { name: isAgent ? value.slice(AGENT.length) : value, isAgent };
}
