"""An agent at work."""

from __future__ import annotations

import inspect
import queue
from typing import TYPE_CHECKING, Any

from tengen import _arguments as arguments
from tengen.arena import _agent_messages as messages
from tengen.arena._connection import Connection
from tengen.arena._serving import Callbacks, Serving
from tengen.arena._workers import Workers
from tengen.arena.client import DEFAULT_TARGET, Arena
from tengen.arena.enums import ErrorPolicy

if TYPE_CHECKING:
    import threading
    from collections.abc import Sequence

    from tengen.arena._serving import Tally
    from tengen.arena.agent import AgentFunction, Chooser
    from tengen.enums import ObservationLayout, WireFormat

MAX_GAMES = 1024

LOOKUP_SECONDS = 5.0
"""How long to ask for the end of a game that was missed."""


def serve(
    agent: AgentFunction | Chooser,
    *,
    name: str,
    target: str = DEFAULT_TARGET,
    encodings: Sequence[str] = (),
    max_games: int = 1,
    games: int | None = None,
    stop: threading.Event | None = None,
    on_error: ErrorPolicy | str = "raise",
    description: str = "",
    wire_format: WireFormat | str = "bits",
    observation_layout: ObservationLayout | str = "chw",
    patience_seconds: float = 300.0,
) -> Tally:
    """Plays in the arena until told to stop. Tournaments ask for the agent by its name.

    A lost connection is made again, with pauses that grow, and the games in hand go on; the agent
    is asked only once for each turn. Its clocks run on meanwhile.

    An illegal action is sent as it is, and loses the game. What is no action at all is an error of
    the agent, as is anything that it raises; `on_error` says what then.

    Ctrl-C ends it as `stop` does: it leaves at once, and the arena waits for the agent for a while
    before it loses the games in hand.

    Args:
      agent: A function that returns an action for a `Turn`, or an object with `choose`; one like
        `Agent` is also told when games begin and end. Up to `max_games` threads call it at once.
      name: By which tournaments ask for it: 1 to 64 characters.
      target: The server's address, as in `tengen.connect`.
      encodings: Encodings in which turns observe, at most 16.
      max_games: How many games it plays at once, 1 to 1,024.
      games: After how many games to leave. None: never.
      stop: Is set to leave.
      on_error: "raise" ends with the error of the agent, and leaves its games to their clocks;
        "resign" logs it, resigns that game and goes on.
      description: What the agent is, for people: at most 200 characters.
      wire_format: What a number of a plane is on the way here, as in `Client.create_session`.
      observation_layout: "chw" or "hwc".
      patience_seconds: How long to try on without a connection, above 0.

    Returns:
      What came of the games.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range, or an encoding is unknown.
      TengenError: There is no arena (UNIMPLEMENTED), another agent has the name (AGENT_NAME_TAKEN),
        there are too many (TOO_MANY_AGENTS), or there was no connection for `patience_seconds`.
      Exception: What the agent has raised.
    """
    max_count = arguments.integer("max_games", max_games, (1, MAX_GAMES))
    join = messages.join_message(
        name=name,
        encodings=encodings,
        wire_format=wire_format,
        observation_layout=observation_layout,
        max_games=max_count,
        description=description,
    )
    limit = None if games is None else arguments.integer("games", games, arguments.UINT32)
    patience = arguments.positive_seconds("patience_seconds", patience_seconds)
    events: queue.SimpleQueue[Any] = queue.SimpleQueue()
    with Arena(target, timeout_seconds=LOOKUP_SECONDS) as records:
        serving = Serving(
            agent_of(agent),
            Connection(target, join, events, patience),
            Workers(max_count, events),
            events,
            on_error=arguments.word("on_error", on_error, ErrorPolicy),
            records=records,
        )
        return serving.run(limit, stop)


def agent_of(agent: Any) -> Callbacks:
    """Returns what to call of an agent.

    Raises:
      TypeError: It is neither a function nor an object with `choose`.
    """
    choose = getattr(agent, "choose", agent)
    if isinstance(agent, type) or not callable(choose):
        raise TypeError(f"agent must be a function or an object with choose, not {agent!r}")
    if inspect.iscoroutinefunction(choose):
        raise TypeError("agent must not be async: call asyncio.run in a function")
    return Callbacks(choose, getattr(agent, "game_start", None), getattr(agent, "game_end", None))
