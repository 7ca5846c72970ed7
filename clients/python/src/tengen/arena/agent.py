"""What an agent is, and what it is told."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import SupportsIndex

    from numpy.typing import NDArray

    from tengen.arena.games import GameEnding
    from tengen.enums import Color
    from tengen.results import Observation
    from tengen.spec import Rules, Setup


@dataclass(frozen=True)
class Game:
    """A game that an agent plays.

    Attributes:
      game_id: Names the game, as in "cup/17"; no other game of the server has it.
      tournament: The tournament that it belongs to.
      color: The agent's color.
      opponent: The opponent's name.
      width: Points in a row.
      height: Points in a column.
      rules: The rules, with every value filled in.
      setup: Where it starts, before any move.
      actions: The moves made when the agent was first told of the game; those of the opening.
      time_control: The clock, as in `TournamentSpec`.
      move_limit: The move number at which the game is void. None: no limit.
      seed: For the agent's own chance: the same in the same game of the same tournament.
    """

    game_id: str
    tournament: str
    color: Color
    opponent: str
    width: int
    height: int
    rules: Rules
    setup: Setup
    actions: tuple[int, ...]
    time_control: str
    move_limit: int | None
    seed: int

    @property
    def pass_action(self) -> int:
        """The action that passes: `width * height`."""
        return self.width * self.height


@dataclass(frozen=True)
class ClockTime:
    """What a clock has left.

    Attributes:
      seconds: Time of the main time, of the present period, or of the move, whichever the player
        is in.
      period_count: Periods left, the present one included; 0 where there are none.
    """

    seconds: float
    period_count: int


@dataclass(frozen=True, eq=False)
class Turn:
    """The agent is to move. Every array is its own and may be written to.

    Attributes:
      game: The game.
      move_number: Moves made before, those of the opening included.
      actions: These moves, both players', in order.
      action_mask: bool, whether each action is legal: `row * width + column`, row 0 at the top, and
        the pass last.
      observation: Planes where one encoding was asked for, planes by encoding where several, None
        where none.
      global_features: The global features of those encodings that have any, float32.
      allowed_seconds: Time for the answer to be at the server, from when it sent the turn, its
        allowance for the network included. None: no limit.
      time_left: What the agent's clock has left. None: no limit.
      opponent_time_left: What the opponent's clock has left. None: no limit.
      state_hash: 64 bits over everything that legality and scores depend on from here.
      received_at_seconds: When the turn came, by `time.monotonic`.
      game_over: Is set once the game has ended, when nobody waits for the answer any more.
    """

    game: Game
    move_number: int
    actions: tuple[int, ...]
    action_mask: NDArray[np.bool_]
    observation: Observation = None
    global_features: dict[str, NDArray[np.float32]] = field(default_factory=dict)
    allowed_seconds: float | None = None
    time_left: ClockTime | None = None
    opponent_time_left: ClockTime | None = None
    state_hash: int = 0
    received_at_seconds: float = field(default_factory=time.monotonic)
    game_over: threading.Event = field(default_factory=threading.Event, repr=False)

    @property
    def game_id(self) -> str:
        """Names the game."""
        return self.game.game_id

    @property
    def color(self) -> Color:
        """The agent's color."""
        return self.game.color

    @property
    def opponent(self) -> str:
        """The opponent's name."""
        return self.game.opponent

    @property
    def width(self) -> int:
        """Points in a row."""
        return self.game.width

    @property
    def height(self) -> int:
        """Points in a column."""
        return self.game.height

    @property
    def rules(self) -> Rules:
        """The rules, with every value filled in."""
        return self.game.rules

    @property
    def seed(self) -> int:
        """For the agent's own chance: the same in the same game of the same tournament."""
        return self.game.seed

    @property
    def pass_action(self) -> int:
        """The action that passes."""
        return self.game.pass_action

    @property
    def legal_actions(self) -> NDArray[np.intp]:
        """The legal actions in ascending order. The pass is one of them, the last."""
        return np.flatnonzero(self.action_mask)

    @property
    def random(self) -> np.random.Generator:
        """A new source of chance, which depends on the game's seed and the move number alone.

        So the same moves come about however many games are played at once, and after a break.
        """
        return np.random.default_rng([self.game.seed, self.move_number])

    @property
    def seconds_left(self) -> float | None:
        """Time left now for the answer to be at the server, 0 once it is over. None: no limit."""
        if self.allowed_seconds is None:
            return None
        passed_seconds = time.monotonic() - self.received_at_seconds
        return max(self.allowed_seconds - passed_seconds, 0.0)


AgentFunction: TypeAlias = "Callable[[Turn], SupportsIndex]"
"""Returns an action for a turn: a point, the pass, or `tengen.RESIGN`."""


class Chooser(Protocol):
    """An agent that keeps something between its turns."""

    def choose(self, turn: Turn) -> SupportsIndex:
        """Returns an action for a turn: a point, the pass, or `tengen.RESIGN`."""
        ...


class Agent(Chooser, Protocol):
    """An agent that also wants to know when its games begin and end.

    The calls of one game come one after another; those of several games come from as many threads.
    A class that does not derive from this one may have just those methods that it needs.
    """

    def game_start(self, game: Game) -> None:  # noqa: ARG002 - for those that derive from it.
        """Is told that a game begins. It does nothing here."""
        return

    def game_end(self, game: Game, ending: GameEnding) -> None:  # noqa: ARG002 - likewise.
        """Is told that a game has ended. It does nothing here."""
        return
