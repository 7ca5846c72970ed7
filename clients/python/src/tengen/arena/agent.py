"""The interface of an agent, and the games and turns that it receives."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias

import numpy as np
from typing_extensions import TypeVar

from tengen._repr import plain_repr
from tengen.results import ObservationT_co

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import SupportsIndex

    from numpy.typing import NDArray

    from tengen.arena.games import GameEnding
    from tengen.enums import Color
    from tengen.spec import Rules, Setup


@dataclass(frozen=True)
class Game:
    """A game that an agent plays.

    Attributes:
      game_id: The id of the game, as in "cup/17", unique at the server.
      tournament: The name of its tournament.
      color: The agent's color.
      opponent: The opponent's name.
      width: The number of columns.
      height: The number of rows.
      rules: The rules, with every value filled in.
      setup: The position before the first move.
      actions: The moves made before the agent first received the game: those of the opening.
      time_control: The agent's clock, as in `TournamentSpec`.
      max_moves: The move number at which the game ends, scored or void. -1: unlimited.
      seed: A seed for the agent's random numbers. It is fixed for each game of a tournament.
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
    max_moves: int
    seed: int

    @property
    def pass_action(self) -> int:
        """The action that passes: `width * height`."""
        return self.width * self.height


@dataclass(frozen=True)
class ClockTime:
    """The remaining time of a clock.

    Attributes:
      seconds: The time left in the current phase: the main time, the byo-yomi period or the move.
      period_count: The periods left, including the current one; 0 without byo-yomi.
    """

    seconds: float
    period_count: int


ObservationT_contra = TypeVar("ObservationT_contra", contravariant=True, default=Any)
"""What an agent takes as an observation: `Planes`, `dict[str, Planes]` or None."""


@dataclass(frozen=True, eq=False)
class Turn(Generic[ObservationT_co]):
    """A turn of the agent. The agent owns all arrays and may write to them.

    For type checkers, the type parameter says what an observation is: `Turn[Planes]` with one
    encoding, `Turn[dict[str, Planes]]` with several, `Turn[None]` with none.

    Attributes:
      game: The game.
      move_number: The number of moves made before, including those of the opening.
      actions: These moves, of both players, in order.
      action_mask: bool, True for each legal action: `row * width + column`, row 0 at the top, and
        the pass last.
      observation: Planes if the agent requested one encoding, planes by encoding if it requested
        several, or None if it requested none.
      globals: The global features of the encodings that have any, float32.
      allowed_seconds: The time between the sending of the turn and the arrival of the answer at the
        server, including the network allowance. None: no limit.
      time_left: The remaining time of the agent's clock. None: no limit.
      opponent_time_left: The remaining time of the opponent's clock. None: no limit.
      state_hash: A 64-bit hash of everything that future legality and scores depend on.
      received_at_seconds: The time of receipt by `time.monotonic`.
      game_over: An event that is set when the game has ended and no answer is needed anymore.
    """

    game: Game
    move_number: int
    actions: tuple[int, ...]
    action_mask: NDArray[np.bool_]
    observation: ObservationT_co = None  # type: ignore[assignment]
    globals: dict[str, NDArray[np.float32]] = field(default_factory=dict)
    allowed_seconds: float | None = None
    time_left: ClockTime | None = None
    opponent_time_left: ClockTime | None = None
    state_hash: int = 0
    received_at_seconds: float = field(default_factory=time.monotonic)
    game_over: threading.Event = field(default_factory=threading.Event, repr=False)

    __repr__ = plain_repr

    @property
    def game_id(self) -> str:
        """The id of the game, as in "cup/17"."""
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
        """The number of columns."""
        return self.game.width

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.game.height

    @property
    def rules(self) -> Rules:
        """The rules, with every value filled in."""
        return self.game.rules

    @property
    def seed(self) -> int:
        """A seed for the agent's random numbers. It is fixed for each game of a tournament."""
        return self.game.seed

    @property
    def pass_action(self) -> int:
        """The action that passes: `width * height`."""
        return self.game.pass_action

    @property
    def legal_actions(self) -> NDArray[np.intp]:
        """The legal actions in ascending order. The last one is the pass."""
        return np.flatnonzero(self.action_mask)

    @property
    def random(self) -> np.random.Generator:
        """A new random generator, seeded with the game's seed and the move number.

        The moves of a game are therefore reproducible, for any number of concurrent games and after
        a reconnect.
        """
        return np.random.default_rng([self.game.seed, self.move_number])

    @property
    def seconds_left(self) -> float | None:
        """The time left for the answer to reach the server, at least 0. None: no limit."""
        if self.allowed_seconds is None:
            return None
        passed_seconds = time.monotonic() - self.received_at_seconds
        return max(self.allowed_seconds - passed_seconds, 0.0)


@dataclass(frozen=True)
class Answer:
    """An action with the agent's estimate of the position before it. The game record keeps both.

    Attributes:
      action: A point, the pass, or `tengen.RESIGN`.
      win_probability: The probability that the agent wins, 0 to 1, where a draw counts as half a
        win. None: unknown.
      score_lead: The points by which the agent expects to win, negative if it expects to lose:
        -10,000 to 10,000. None: unknown.
    """

    action: SupportsIndex
    win_probability: float | None = None
    score_lead: float | None = None


AgentFunction: TypeAlias = "Callable[[Turn[ObservationT_co]], SupportsIndex | Answer]"
"""Returns an action for a turn: a point, the pass, or `tengen.RESIGN`; or an `Answer` with one."""


class Chooser(Protocol[ObservationT_contra]):
    """An agent as an object, which can keep state between turns."""

    def choose(self, turn: Turn[ObservationT_contra]) -> SupportsIndex | Answer:
        """Returns an action for a turn, or an `Answer` with one. See `AgentFunction`."""
        ...


class BatchChooser(Protocol[ObservationT_contra]):
    """An agent that chooses for many games at once, as a network does in one forward pass.

    All its methods are called from one thread. While a call runs, new turns wait for the next one.
    """

    def choose_batch(
        self, turns: Sequence[Turn[ObservationT_contra]]
    ) -> Iterable[SupportsIndex | Answer]:
        """Returns an action or an `Answer` for each turn, in order.

        The turns belong to different games.
        """
        ...


class Agent(Chooser[ObservationT_contra], Protocol[ObservationT_contra]):
    """An agent that is also notified when its games start and end.

    Calls for one game never overlap. Calls for different games come from different threads at the
    same time. A class that does not derive from this one may define only the methods it needs.
    """

    def game_start(self, game: Game) -> None:  # noqa: ARG002 - subclasses use the argument.
        """Called when a game starts. The default does nothing."""
        return

    def game_end(self, game: Game, ending: GameEnding) -> None:  # noqa: ARG002 - subclasses use them.
        """Called when a game has ended. The default does nothing."""
        return
