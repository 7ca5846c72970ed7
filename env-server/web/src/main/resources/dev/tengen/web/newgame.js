// Starting games.

import * as server from "./server.js";

/**
 * Starts a game that the person at the page plays. `request` has the fields of the server's request for a new game. Returns the
 * path of the game in the page.
 */
export async function startGame(request, isAgainstAgent) {
  if (isAgainstAgent) {
    const { tournament, number } = await server.post("api/games", request);
    return `/tournament/${tournament}/game/${number}`;
  }
  const { session } = await server.post("api/sessions", request);
  return `/session/${session}`;
}
