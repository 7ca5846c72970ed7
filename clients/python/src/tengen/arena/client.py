"""Tournaments of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tengen import _arguments as arguments
from tengen._address import check_address
from tengen._transport import RetryPolicy, Transport
from tengen.arena import _tournament_messages as messages
from tengen.arena.games import ArenaGameRecord
from tengen.arena.tournaments import TournamentUpdate
from tengen.v1 import arena_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from typing_extensions import Self

    from tengen.arena.games import ArenaGame
    from tengen.arena.standings import Standings
    from tengen.arena.tournaments import ArenaAgent, Tournament, TournamentSpec

DEFAULT_TARGET = "127.0.0.1:9019"
"""Where `tengen serve` listens unless told otherwise."""

PAGE_SIZE = 1000


class Arena:
    """A client of the arena of one server. It may be used from several threads at once.

    All calls raise TengenError: with the reason UNIMPLEMENTED where the server has no arena,
    TOURNAMENT_NOT_FOUND for an unknown name, STORE_FAILED where its database fails.

    Args:
      target: The server's address, as in `tengen.connect`.
      timeout_seconds: How long a call may take, all its attempts together, above 0.
      retry: How calls are tried again. None: `RetryPolicy()`.
    """

    def __init__(
        self,
        target: str = DEFAULT_TARGET,
        *,
        timeout_seconds: float = 10.0,
        retry: RetryPolicy | None = None,
    ) -> None:
        self._transport = Transport(
            check_address(target),
            arguments.positive_seconds("timeout_seconds", timeout_seconds),
            RetryPolicy() if retry is None else retry,
        )

    def create_tournament(self, spec: TournamentSpec) -> Tournament:
        """Creates a tournament and starts it. The same spec again does nothing.

        Raises:
          TypeError: A value is of the wrong type.
          InvalidArgumentError: A value is out of range, or a name is unknown.
          TengenError: Another tournament has the name (TOURNAMENT_EXISTS), or the call failed.
        """
        request = arena_pb2.CreateTournamentRequest(spec=messages.spec_message(spec))
        # The server takes the same spec for the same tournament, so that it acts once.
        response = self._transport.change(self._transport.arena_stub().CreateTournament, request)
        return messages.tournament(response.tournament)

    def tournaments(self) -> list[Tournament]:
        """Returns all tournaments, the oldest first."""
        request = arena_pb2.ListTournamentsRequest()
        response = self._transport.read(self._transport.arena_stub().ListTournaments, request)
        return [messages.tournament(tournament) for tournament in response.tournaments]

    def tournament(self, name: str) -> Tournament:
        """Returns what a tournament is and how far it has come."""
        request = arena_pb2.GetTournamentRequest(name=arguments.text("name", name))
        response = self._transport.read(self._transport.arena_stub().GetTournament, request)
        return messages.tournament(response.tournament)

    def standings(self, name: str) -> Standings:
        """Returns ratings and the crosstable of the games of a tournament that have ended."""
        request = arena_pb2.GetStandingsRequest(name=arguments.text("name", name))
        response = self._transport.read(self._transport.arena_stub().GetStandings, request)
        return messages.standings(response.standings)

    def games(self, name: str) -> Iterator[ArenaGame]:
        """Yields the games of a tournament by their numbers, asking for more when it must."""
        request = arena_pb2.ListArenaGamesRequest(
            name=arguments.text("name", name), page_size=PAGE_SIZE
        )
        while True:
            page = self._transport.read(self._transport.arena_stub().ListArenaGames, request)
            yield from map(messages.game, page.games)
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    def game(self, game_id: str) -> ArenaGameRecord:
        """Returns a game: its record once it has ended, its moves while it is played.

        Raises:
          TengenError: There is none (TOURNAMENT_NOT_FOUND, ARENA_GAME_NOT_FOUND), or the call
            failed.
        """
        request = arena_pb2.GetArenaGameRequest(game_id=arguments.text("game_id", game_id))
        response = self._transport.read(self._transport.arena_stub().GetArenaGame, request)
        return ArenaGameRecord(messages.game(response.game), response.sgf, tuple(response.actions))

    def cancel_tournament(self, name: str) -> Tournament:
        """Cancels a tournament: no game is started any more, and those under way are void.

        Raises:
          TengenError: It has ended (TOURNAMENT_OVER), or the call failed.
        """
        request = arena_pb2.CancelTournamentRequest(name=arguments.text("name", name))
        response = self._transport.change(self._transport.arena_stub().CancelTournament, request)
        return messages.tournament(response.tournament)

    def watch(self, name: str) -> Iterator[TournamentUpdate]:
        """Yields how a tournament stands: now, and after each change, until it is over.

        A watcher that reads slowly misses states, never the latest. Closing the generator stops it.
        """
        request = arena_pb2.WatchTournamentRequest(name=arguments.text("name", name))
        for update in self._transport.stream(self._transport.arena_stub().WatchTournament, request):
            yield TournamentUpdate(
                messages.tournament(update.tournament), messages.standings(update.standings)
            )

    def agents(self) -> list[ArenaAgent]:
        """Returns the agents that are connected, or are waited for, by their names."""
        request = arena_pb2.ListAgentsRequest()
        response = self._transport.read(self._transport.arena_stub().ListAgents, request)
        return [messages.agent(agent) for agent in response.agents]

    def close(self) -> None:
        """Closes the connection. Closing again does nothing; tournaments go on at the server."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
