"""The function that runs an agent in the arena."""

from __future__ import annotations

import inspect
import queue
from typing import TYPE_CHECKING, Any

from tengen import _arguments as arguments
from tengen._messages import message_of
from tengen.arena._connection import RECONNECT_TIMEOUT_SECONDS, Connection
from tengen.arena._event_loop import AgentEventLoop, Callbacks
from tengen.arena._executor import GameExecutor
from tengen.arena._key_file import KeyFile
from tengen.arena.client import DEFAULT_ADDRESS, Arena
from tengen.arena.enums import ErrorPolicy
from tengen.security import choose
from tengen.v1 import agent_pb2

if TYPE_CHECKING:
    import os
    import threading
    from collections.abc import Sequence

    from tengen.arena.agent import AgentFunction, BatchChooser, Chooser
    from tengen.arena.games import Tally
    from tengen.enums import ObservationFormat, ObservationLayout
    from tengen.security import TlsChoice
    from tengen.words import (
        EncodingName,
        ErrorPolicyWord,
        ObservationFormatWord,
        ObservationLayoutWord,
    )

MAX_GAMES = 1024

LOOKUP_SECONDS = 5.0
"""The timeout for looking up the result of a game that ended while the agent was disconnected."""


def serve(
    agent: AgentFunction[Any] | Chooser[Any] | BatchChooser[Any],
    *,
    name: str,
    address: str = DEFAULT_ADDRESS,
    tls: TlsChoice = None,
    token: str | None = None,
    encodings: EncodingName | str | Sequence[str] = (),
    max_game_count: int = 1,
    max_thread_count: int | None = None,
    game_count: int | None = None,
    stop: threading.Event | None = None,
    on_error: ErrorPolicy | ErrorPolicyWord = "raise",
    description: str = "",
    version: str = "",
    link: str = "",
    observation_format: ObservationFormat | ObservationFormatWord = "bits",
    observation_layout: ObservationLayout | ObservationLayoutWord = "chw",
    reconnect_timeout_seconds: float = RECONNECT_TIMEOUT_SECONDS,
    name_wait_seconds: float = 60.0,
    key_file: str | os.PathLike[str] | None = None,
    leave: threading.Event | None = None,
    wait_seconds: float = 0.0,
) -> Tally:
    """Plays the games that tournaments assign to an agent, until `stop` or `leave` or Ctrl-C.

    If the connection is lost, the agent reconnects with exponential backoff and resumes its games.
    It is asked only once for each turn. Its clocks keep running while it is disconnected.

    An illegal action loses the game. If the agent raises an error or returns something other than
    an integer or a valid `Answer`, `on_error` decides what happens.

    After `leave` or Ctrl-C the agent gets no further game, and the call returns when its games are
    over. It also returns when the tournament of `tengen arena run` or `tengen arena worker` is
    over. After `stop`, or Ctrl-C once more, the call returns at once. The arena waits for the agent
    for a grace period; then the agent forfeits its running games.

    A process that is started again with the same `key_file` proves with it that it is the same
    agent: it resumes its games at once. Without one it waits up to `name_wait_seconds` until the
    arena has given up the process before it.

    Args:
      agent: A function that returns an action for a `Turn`, or an `Answer` that also has the
        agent's estimate of the position; or an object with such a method `choose`. It
        can declare its observations for type checkers: `Turn[Planes]` with one encoding. An object
        with the methods of `Agent` is also notified when games start and end. An object with a
        method `choose_batch` chooses for all turns that wait at once; see `BatchChooser`.
      name: The agent's name in tournaments, 1 to 64 characters.
      address: The server's address, as in `tengen.connect`.
      tls: How to encrypt, as in `tengen.connect`. None: the environment variables decide.
      token: The token that proves who calls. None: the environment variable decides.
      encodings: The encodings of the observations, at most 16. With one, given as a string or in a
        sequence, `Turn.observation` is an array; with several it is a dict of arrays.
      max_game_count: The maximum number of concurrent games, 1 to 1,024.
      max_thread_count: The maximum number of threads that call the agent at the same time, 1 to
        1,024. With 1, the agent need not be thread-safe, and a quick one in Python plays faster.
        None: one for each of `max_game_count` games.
      game_count: Leave, as after `leave`, when this many games have started, and return when they
        are over. A game that starts before the arena knows is played, too. None: never leave.
      stop: An event that another thread sets to stop the agent.
      on_error: "raise" raises the agent's error and leaves its games to their clocks; "resign" logs
        the error, resigns that game and continues with the others.
      description: A description of the agent for people, at most 200 characters.
      version: The agent's version, at most 32 characters. On a ladder, each version of an agent is
        a player of its own.
      link: The address of a page about the agent, which ladders show: http or https, at most 200
        characters.
      observation_format: The number format of observations in transit, as in
        `Client.create_session`.
      observation_layout: "chw" or "hwc".
      reconnect_timeout_seconds: How long to retry after the connection is lost, above 0.
      name_wait_seconds: How long to wait while another agent has the name, or had it and may
        return, at least 0.
      key_file: A file that keeps the agent's key for its next process. It is made if it does not
        exist, and only its owner can read it. Two processes that run at the same time need two
        names and two files: otherwise the later one replaces the other (AGENT_REPLACED).
      leave: An event that another thread sets to let the agent finish its games.
      wait_seconds: How long to wait for a server on this machine that is not there yet, at least 0.
        A server on another machine is awaited for `reconnect_timeout_seconds`, and so is one that
        the agent has joined.

    Returns:
      The results of the games.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range, or an encoding is unknown.
      ServiceDisabledError: The server has no arena.
      UnavailableError: No server is at an address of this machine after `wait_seconds`.
      TengenError: Another agent still has the name after the wait (AGENT_NAME_TAKEN), there are
        too many agents (TOO_MANY_AGENTS), or reconnecting failed for `reconnect_timeout_seconds`.
      Exception: The error that the agent raised, if `on_error` is "raise".
    """
    max_count = arguments.integer("max_game_count", max_game_count, (1, MAX_GAMES))
    if max_thread_count is None:
        max_thread_count = max_count
    max_thread_count = arguments.integer("max_thread_count", max_thread_count, (1, MAX_GAMES))
    limit = (
        None
        if game_count is None
        else arguments.integer("game_count", game_count, arguments.UINT32)
    )
    join = message_of(
        agent_pb2.JoinArena,
        name=name,
        encodings=arguments.encodings(encodings),
        observation_format=observation_format,
        observation_layout=observation_layout,
        # So that no more games start at once than the agent plays.
        max_game_count=max_count if limit is None else max(1, min(max_count, limit)),
        description=description,
        version=version,
        link=link,
        accept_batches=True,
    )
    timeout = arguments.positive_seconds("reconnect_timeout_seconds", reconnect_timeout_seconds)
    name_wait = arguments.seconds("name_wait_seconds", name_wait_seconds)
    wait = arguments.seconds("wait_seconds", wait_seconds)
    events: queue.SimpleQueue[Any] = queue.SimpleQueue()
    security = choose(address, tls, token)
    with Arena(address, timeout_seconds=LOOKUP_SECONDS, tls=tls, token=token) as arena_client:
        loop = AgentEventLoop(
            callbacks_of(agent),
            Connection(
                address,
                join,
                events,
                timeout,
                security,
                name_wait_seconds=name_wait,
                key_file=None if key_file is None else KeyFile(key_file),
                wait_seconds=wait,
            ),
            GameExecutor(max_thread_count, events),
            events,
            on_error=arguments.enum_member("on_error", on_error, ErrorPolicy),
            arena_client=arena_client,
        )
        return loop.run(limit, stop, leave)


def callbacks_of(agent: Any) -> Callbacks:
    """Returns the functions of an agent.

    Raises:
      TypeError: The agent is neither a function nor an object with `choose` or `choose_batch`, or
        it is async.
    """
    choose_batch = getattr(agent, "choose_batch", None)
    choose = getattr(agent, "choose", agent) if choose_batch is None else choose_batch
    if isinstance(agent, type) or not callable(choose):
        raise TypeError(
            f"agent must be a function or an object with choose or choose_batch, not {agent!r}"
        )
    if inspect.iscoroutinefunction(choose):
        raise TypeError("agent must not be async; pass a function that calls asyncio.run")
    return Callbacks(
        choose if choose_batch is None else None,
        choose_batch,
        getattr(agent, "game_start", None),
        getattr(agent, "game_end", None),
    )
