// How a ladder names its players. To the server, each version of an agent is a player of its own, such as "ada@1.0".

/**
 * Returns the names that a ladder shows, by player: an agent has its own name. Its version is added where another player that is
 * shown has the same name, and for retired versions.
 */
export function ladderNames(rows) {
  const plain = ({ agent, player }) => agent ?? player;
  const counts = new Map();
  for (const row of rows) if (!row.is_retired) counts.set(plain(row), (counts.get(plain(row)) ?? 0) + 1);
  const isAmbiguous = (row) => row.is_retired || counts.get(plain(row)) > 1;
  return new Map(rows.map((row) => [row.player, isAmbiguous(row) ? withVersion(row) : plain(row)]));
}

function withVersion({ agent, version, player }) {
  return agent === undefined || version === undefined ? player : `${agent} ${version}`;
}

/** Returns the players to show: without retired versions, unless they are wanted, too. */
export function shownRows(rows, withRetired) {
  return withRetired ? rows : rows.filter((row) => !row.is_retired);
}
