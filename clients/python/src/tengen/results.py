"""What the calls of a session return. Every array is the caller's own and may be written to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from numpy.typing import NDArray

if TYPE_CHECKING:
    import numpy as np

    from tengen.enums import Color, EndReason
    from tengen.spec import EnvironmentSpec
    from tengen.symmetry import Symmetry
    from tengen.tasks import TaskInfo

Planes: TypeAlias = NDArray[Any]
"""A position in one encoding: zeros and ones of shape (planes, height, width), uint8.

In the layout "hwc" the shape is (height, width, planes); the wire format "float32" gives float32.
"""

Observation: TypeAlias = "Planes | dict[str, Planes] | None"
"""Planes where the spec names one encoding, planes by encoding where several, None where none."""


class StepResult(NamedTuple):
    """What an action led to, in the order of Gymnasium.

    Attributes:
      observation: The position as the player to move sees it; see `Observation`.
      reward: With an opponent in the environment, the agent's; otherwise that of the player who
        acted.
      terminated: The rules ended the episode.
      truncated: The limit `max_moves` ended the episode. Never together with `terminated`.
      info: See `Session`.
    """

    observation: Observation
    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]


@dataclass(frozen=True, eq=False)
class Score:
    """A score.

    A player's area is its stones and the empty points from which only its color is reached. Its
    points are, under area scoring, the area; under territory scoring, the empty points of the area
    and the prisoners. What the tax takes is taken off.

    Attributes:
      area_black: Points in Black's area.
      area_white: Points in White's area.
      points_black: Black's points.
      points_white: White's points, bonus and komi not included.
      prisoners_black: White stones that left the board; 0 under area scoring.
      prisoners_white: Black stones that left the board; 0 under area scoring.
      tax_black: Points taken off Black's.
      tax_white: Points taken off White's.
      handicap_bonus: Points given to White for handicap stones.
      komi: Points given to White.
      margin: `points_black - points_white - handicap_bonus - komi`.
      winner: Who has more. None means a tie.
      owner: The `Color` in whose area each point is, uint8 of shape (height, width), row 0 at the
        top. Stones taken for dead are off the board.
      overlays: The overlays that `Session.score` was asked for: each by name, int32 of shape
        (height, width). They count for nothing when scores are compared.
    """

    area_black: int
    area_white: int
    points_black: int
    points_white: int
    prisoners_black: int
    prisoners_white: int
    tax_black: int
    tax_white: int
    handicap_bonus: int
    komi: float
    margin: float
    winner: Color | None
    owner: NDArray[np.uint8]
    overlays: dict[str, NDArray[np.int32]] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The result as players write it: "B+3.5", "W+0.5" or "Draw"."""
        if self.winner is None:
            return "Draw"
        return f"{self.winner.name[0]}+{abs(self.margin):g}"

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self.__key() == other.__key()

    def __hash__(self) -> int:
        return hash(self.__key())

    def __key(self) -> tuple[object, ...]:
        return (
            self.points_black,
            self.points_white,
            self.prisoners_black,
            self.prisoners_white,
            self.tax_black,
            self.tax_white,
            self.handicap_bonus,
            self.komi,
            self.owner.shape,
            self.owner.tobytes(),
        )


@dataclass(frozen=True, eq=False)
class LegalActions:
    """The legal actions of the player to move.

    Attributes:
      action_mask: int8, 1 where the action is legal, pass last; all zero once the episode is over.
      reasons: uint8, the `IllegalReason` of each action, 0 where it is legal.
      legal_count: Count of ones in the mask.
      move_number: The move number this answer belongs to.
      player_to_move: The player to move.
      state_hash: The state this answer belongs to.
      symmetry: By which mask and reasons are turned.
    """

    action_mask: NDArray[np.int8]
    reasons: NDArray[np.uint8]
    legal_count: int
    move_number: int
    player_to_move: Color
    state_hash: int
    symmetry: Symmetry


@dataclass(frozen=True)
class SessionSummary:
    """An open session in a list.

    Attributes:
      session_id: Name of the session; `Client.attach_session` takes it.
      width: Points in a row.
      height: Points in a column.
      episode: Number of the present episode, from 1.
      move_number: Moves made in the episode.
      end_reason: Why the episode ended. None while it goes on.
    """

    session_id: str
    width: int
    height: int
    episode: int
    move_number: int
    end_reason: EndReason | None


@dataclass(frozen=True, eq=False)
class WatchedState:
    """Where a watched session stands.

    Attributes:
      episode: Number of the episode, from 1.
      board: The `Color` on each point, uint8 of shape (height, width), row 0 at the top.
      info: As of `Session.step`, for what the last call brought.
    """

    episode: int
    board: NDArray[np.uint8]
    info: dict[str, Any]


@dataclass(frozen=True, eq=False)
class SessionState:
    """What a session is and where its episode stands.

    Attributes:
      session_id: Name of the session.
      spec: The environment, with every default filled in.
      episode: Number of the present episode, from 1.
      seed: Seed of the present episode.
      actions: The actions of the episode so far, both players', in order.
      move_number: Moves made since the start of the episode, passes included.
      player_to_move: The player to move; the one who would be, once the episode is over.
      pass_count: Passes in a row up to now.
      terminated: The rules ended the episode.
      truncated: The limit `max_moves` ended the episode, or an engine that refuses a legal move.
      end_reason: Why the episode ended. None while it goes on.
      winner: Who won. None for a tie, and for an episode that goes on or was truncated.
      rewards: What the last `reset` or `step` paid, float64: Black's, White's.
      state_hash: 64 bits over everything that legality and scores depend on from here.
      position_hash: 64 bits over the stones alone.
      action_mask: int8, 1 where the action is legal, pass last.
      score: The score, once the episode is over.
      is_agreement: Play has ended, and the player to move has to say which stones are dead.
      end_message: What an engine did whose failure as the opponent ended the episode, else None.
      symmetry: By which the agent sees the episode; actions and mask are turned by it.
      task: What there is to tell of the task. None: the spec names none.
    """

    session_id: str
    spec: EnvironmentSpec
    episode: int
    seed: int
    actions: tuple[int, ...]
    move_number: int
    player_to_move: Color
    pass_count: int
    terminated: bool
    truncated: bool
    end_reason: EndReason | None
    winner: Color | None
    rewards: NDArray[np.float64]
    state_hash: int
    position_hash: int
    action_mask: NDArray[np.int8]
    score: Score | None
    is_agreement: bool
    end_message: str | None
    symmetry: Symmetry
    task: TaskInfo | None
