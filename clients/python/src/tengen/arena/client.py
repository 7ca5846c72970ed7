"""The client of the arena's tournaments."""

from __future__ import annotations

import logging
import random
import time
from typing import TYPE_CHECKING

from tengen import _arguments as arguments
from tengen._address import check_one_address
from tengen._caller_names import Argument, errors_named
from tengen._closing import CloseOnExit
from tengen._retry import READ_RETRIES, RetryPolicy, RetrySchedule
from tengen._terminal import visible
from tengen._transport import Transport
from tengen.arena import _tournament_messages as messages
from tengen.arena._agent_messages import convert
from tengen.arena._connection import RECONNECT_BACKOFF, RECONNECT_TIMEOUT_SECONDS
from tengen.arena.games import ArenaGame, ArenaGameRecord
from tengen.arena.tournaments import ArenaAgent, TournamentUpdate
from tengen.errors import TengenError
from tengen.security import choose
from tengen.v1 import arena_pb2

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from tengen.arena.ladder import Ladder
    from tengen.arena.standings import Standings
    from tengen.arena.tournaments import Tournament, TournamentSpec
    from tengen.security import TlsChoice

LOG = logging.getLogger("tengen.arena")

DEFAULT_ADDRESS = "127.0.0.1:9019"
"""The default address of `tengen serve`."""

PAGE_SIZE = 1000

TOURNAMENT_NAMES = {
    "network_allowance_ms": Argument("network_allowance_seconds", scale=1000),
}
"""The names of fields that attributes of `TournamentSpec` become, where they differ."""


class Arena(CloseOnExit):
    """A client of the arena of one server. It is thread-safe.

    Every method that calls the server can raise `ServiceDisabledError` if the server has no arena,
    and `TengenError` with the reason TOURNAMENT_NOT_FOUND if no tournament has the name, or
    STORE_FAILED if the server's database fails.

    Args:
      address: The server's address, as in `tengen.connect`.
      timeout_seconds: The deadline of a call, including all retries, above 0.
      retry: The retry policy. None: `RetryPolicy()`.
      tls: How to encrypt, as in `tengen.connect`. None: the environment variables decide.
      token: The token that proves who calls. None: the environment variable decides.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: The address or the timeout is invalid, or a token would travel over a
        network without encryption.
    """

    def __init__(
        self,
        address: str = DEFAULT_ADDRESS,
        *,
        timeout_seconds: float = 10.0,
        retry: RetryPolicy | None = None,
        tls: TlsChoice = None,
        token: str | None = None,
    ) -> None:
        self._address = check_one_address(address)
        self._transport = Transport(
            self._address,
            arguments.positive_seconds("timeout_seconds", timeout_seconds),
            RetryPolicy() if retry is None else retry,
            choose(self._address, tls, token),
        )

    def __repr__(self) -> str:
        return f"Arena({self._address!r})"

    def create_tournament(self, spec: TournamentSpec) -> Tournament:
        """Creates and starts a tournament. If it exists with the same spec, nothing happens.

        Returns:
          The tournament.

        Raises:
          TypeError: A value is of the wrong type.
          InvalidArgumentError: A value is out of range, or a name is unknown.
          TengenError: A tournament with another spec has the name (TOURNAMENT_EXISTS), or the call
            failed.
        """
        request = arena_pb2.CreateTournamentRequest(spec=messages.spec_message(spec))
        # Creating a tournament is idempotent, so that the call can be retried.
        with errors_named(TOURNAMENT_NAMES):
            response = self._transport.change(
                self._transport.arena_stub().CreateTournament, request
            )
        return messages.tournament(response.tournament)

    def tournaments(self) -> list[Tournament]:
        """Returns all tournaments, oldest first."""
        request = arena_pb2.ListTournamentsRequest()
        response = self._transport.read(self._transport.arena_stub().ListTournaments, request)
        return [messages.tournament(tournament) for tournament in response.tournaments]

    def tournament(self, name: str) -> Tournament:
        """Returns a tournament and its progress."""
        request = arena_pb2.GetTournamentRequest(name=arguments.text("name", name))
        response = self._transport.read(self._transport.arena_stub().GetTournament, request)
        return messages.tournament(response.tournament)

    def standings(self, name: str) -> Standings:
        """Returns the ratings and the crosstable of a tournament's ended games."""
        request = arena_pb2.GetStandingsRequest(name=arguments.text("name", name))
        response = self._transport.read(self._transport.arena_stub().GetStandings, request)
        return messages.standings(response.standings)

    def games(self, name: str) -> Iterator[ArenaGame]:
        """Yields the games of a tournament in order of their numbers. Pages are fetched lazily."""
        request = arena_pb2.ListArenaGamesRequest(
            name=arguments.text("name", name), page_size=PAGE_SIZE
        )
        while True:
            page = self._transport.read(self._transport.arena_stub().ListArenaGames, request)
            yield from (convert(game, ArenaGame) for game in page.games)
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    def game(self, game_id: str) -> ArenaGameRecord:
        """Returns a game with its moves while it is running, or its record once it has ended.

        Raises:
          TengenError: There is no such game (TOURNAMENT_NOT_FOUND, ARENA_GAME_NOT_FOUND), or the
            call failed.
        """
        request = arena_pb2.GetArenaGameRequest(game_id=arguments.text("game_id", game_id))
        response = self._transport.read(self._transport.arena_stub().GetArenaGame, request)
        return ArenaGameRecord(
            convert(response.game, ArenaGame), response.sgf, tuple(response.actions)
        )

    def cancel_tournament(self, name: str) -> Tournament:
        """Cancels a tournament. No more games start, and running games are void.

        Returns:
          The cancelled tournament.

        Raises:
          TengenError: The tournament has ended (TOURNAMENT_OVER), or the call failed.
        """
        request = arena_pb2.CancelTournamentRequest(name=arguments.text("name", name))
        response = self._transport.change(self._transport.arena_stub().CancelTournament, request)
        return messages.tournament(response.tournament)

    def watch(
        self, name: str, *, reconnect_timeout_seconds: float = RECONNECT_TIMEOUT_SECONDS
    ) -> Generator[TournamentUpdate, None, None]:
        """Yields the state of a tournament: now, and after each change, until it is over.

        A slow reader skips intermediate states, but always receives the latest. Closing the
        generator ends the call. If the connection is lost after the first state, because the server
        restarts for example, the generator reconnects with exponential backoff and continues with
        the state at that time.

        Args:
          name: The name of the tournament.
          reconnect_timeout_seconds: How long to retry after the connection is lost, at least 0.
        """
        request = arena_pb2.WatchTournamentRequest(name=arguments.text("name", name))
        timeout_seconds = arguments.seconds("reconnect_timeout_seconds", reconnect_timeout_seconds)
        schedule: RetrySchedule | None = None
        has_started = False
        while True:
            try:
                for update in self._transport.stream(
                    self._transport.arena_stub().WatchTournament, request
                ):
                    has_started, schedule = True, None
                    yield TournamentUpdate(
                        messages.tournament(update.tournament), messages.standings(update.standings)
                    )
            except TengenError as error:
                if not has_started:
                    raise
                lost = error
            else:
                return
            if schedule is None:
                schedule = RetrySchedule(
                    RECONNECT_BACKOFF, timeout_seconds, READ_RETRIES, random.Random()
                )
            delay_seconds = schedule.delay_seconds_after(lost)
            if delay_seconds is None:
                raise schedule.failure(lost, None)
            if schedule.attempt_count == 1:
                shown = visible(lost)
                LOG.warning("waiting up to %g s for %s: %s", timeout_seconds, self._address, shown)
            time.sleep(delay_seconds)

    def ladder(self, *, with_history: bool = False) -> Ladder:
        """Returns the ladder of the server.

        Args:
          with_history: Whether to return the ratings over time, too.

        Raises:
          TengenError: The server has no ladder (TOURNAMENT_NOT_FOUND), or the call failed.
        """
        request = arena_pb2.GetLadderRequest(
            with_history=arguments.flag("with_history", with_history)
        )
        response = self._transport.read(self._transport.arena_stub().GetLadder, request)
        return messages.ladder(response)

    def agents(self) -> list[ArenaAgent]:
        """Returns the agents that are connected or may still reconnect, sorted by name."""
        request = arena_pb2.ListAgentsRequest()
        response = self._transport.read(self._transport.arena_stub().ListAgents, request)
        return [convert(agent, ArenaAgent) for agent in response.agents]

    def close(self) -> None:
        """Closes the connection. Tournaments continue at the server. This method is idempotent."""
        self._transport.close()
