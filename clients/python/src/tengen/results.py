"""The results of a session's calls. The caller owns all arrays and may write to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

import numpy as np
from numpy.typing import NDArray
from typing_extensions import NamedTuple, TypeVar

from tengen._repr import plain_repr
from tengen.render.markup import escaped, figure, side_by_side, table
from tengen.render.notebook import position_picture
from tengen.render.svg import draw_svg

if TYPE_CHECKING:
    from tengen.enums import Color, EndReason
    from tengen.infos import SessionInfo
    from tengen.spec import EnvironmentSpec
    from tengen.symmetry import Symmetry
    from tengen.tasks import TaskInfo

__all__ = [
    "LegalActions",
    "Observation",
    "Planes",
    "Score",
    "SeatTokens",
    "SessionState",
    "SessionSummary",
    "StepResult",
    "WatchedState",
]

Planes: TypeAlias = NDArray[Any]
"""An observation in one encoding: zeros and ones, uint8 of shape (planes, height, width).

The layout "hwc" has the shape (height, width, planes). The format "float32" gives float32.
"""

Observation: TypeAlias = "Planes | dict[str, Planes] | None"
"""Planes if the spec has one encoding, planes by encoding if several, None if it has none."""

ObservationT_co = TypeVar("ObservationT_co", covariant=True, default=Any)
"""Which of the three an observation is: `Planes`, `dict[str, Planes]` or None."""


class StepResult(NamedTuple, Generic[ObservationT_co]):
    """The result of an action, in the order of Gymnasium.

    Attributes:
      observation: The observation of the player to move; see `Observation`.
      reward: The agent's reward if the environment has an opponent. Otherwise the reward of the
        player who acted.
      terminated: Whether the rules ended the episode.
      truncated: Whether a limit ended the episode. Never together with `terminated`.
      info: The info; see `Session` for its keys.
    """

    observation: ObservationT_co
    reward: float
    terminated: bool
    truncated: bool
    info: SessionInfo

    def __repr__(self) -> str:
        return plain_repr(self)


@dataclass(frozen=True, eq=False)
class Score:
    """The score of a position.

    A player's area consists of its stones and of the empty points from which only its color can be
    reached. Under area scoring, a player's points are its area. Under territory scoring, they are
    the empty points of its area and its prisoners. The group tax is subtracted in both cases.

    Scores are equal if points, prisoners, tax, bonus, komi and owners are equal. Overlays are not
    compared.

    Attributes:
      area_black: The number of points in Black's area.
      area_white: The number of points in White's area.
      points_black: Black's points.
      points_white: White's points, without bonus and komi.
      prisoners_black: The number of white stones removed; 0 under area scoring.
      prisoners_white: The number of black stones removed; 0 under area scoring.
      tax_black: Black's group tax in points.
      tax_white: White's group tax in points.
      handicap_bonus: Points given to White for handicap stones.
      komi: Points given to White.
      margin: `points_black - points_white - handicap_bonus - komi`.
      winner: The player with the higher score. None: a tie.
      owner: The `Color` whose area each point belongs to, uint8 of shape (height, width), row 0 at
        the top. Dead stones are removed.
      overlays: The overlays requested from `Session.score` by name, int32 of shape (height, width).
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
        """The result in the usual notation: "B+3.5", "W+0.5" or "Draw"."""
        if self.winner is None:
            return "Draw"
        return f"{self.winner.name[0]}+{abs(self.margin):g}"

    def __str__(self) -> str:
        return self.text

    __repr__ = plain_repr

    def _repr_html_(self) -> str:
        """Returns the owners of all points, and the points of both players, for a notebook."""
        owners = draw_svg(np.zeros_like(self.owner), owner=self.owner)
        counts = [
            ("area", self.area_black, self.area_white),
            ("prisoners", self.prisoners_black, self.prisoners_white),
            ("tax", self.tax_black, self.tax_white),
            ("points", self.points_black, self.points_white),
            ("handicap bonus", "", self.handicap_bonus or ""),
            ("komi", "", f"{self.komi:g}"),
        ]
        rows = [
            [name, f"{black}", f"{white}"]
            for name, black, white in counts
            if name in ("area", "points") or black or white
        ]
        result = f"<p><b>{escaped(self.text)}</b></p>"
        return side_by_side([figure(owners), f"<div>{table(['', 'B', 'W'], rows)}{result}</div>"])

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
      action_mask: int8, 1 for each legal action, pass last. All zero once the episode is over.
      illegal_reasons: uint8, the `IllegalReason` of each action, 0 for legal actions.
      legal_count: The number of legal actions.
      move_number: The move number of the position.
      player_to_move: The player to move.
      state_hash: The state hash of the position.
      symmetry: The symmetry that transforms `action_mask` and `illegal_reasons`.
    """

    action_mask: NDArray[np.int8]
    illegal_reasons: NDArray[np.uint8]
    legal_count: int
    move_number: int
    player_to_move: Color
    state_hash: int
    symmetry: Symmetry

    __repr__ = plain_repr


@dataclass(frozen=True)
class SeatTokens:
    """The tokens of the seats of a session, as secrets. Its text does not have them.

    Each is the `token` of `tengen.connect` for a process that plays or watches, which finds the
    session by `Client.attach_session()`. They end with the session.

    Attributes:
      black: The token that moves for Black. None: the session has no seats for players.
      white: The token that moves for White. None: the session has no seats for players.
      spectator: The token that reads and watches. None: the session has no seat for spectators.
    """

    black: str | None = field(repr=False)
    white: str | None = field(repr=False)
    spectator: str | None = field(repr=False)


@dataclass(frozen=True)
class SessionSummary:
    """An entry of `Client.list_sessions`.

    Attributes:
      session_id: The id of the session, for `Client.attach_session`.
      width: The number of columns.
      height: The number of rows.
      episode: The number of the current episode; 0 until the first reset.
      move_number: The number of moves made in the episode.
      end_reason: Why the episode ended. None: it has not ended.
      idle_timeout_seconds: How long the session may be idle before it expires.
    """

    session_id: str
    width: int
    height: int
    episode: int
    move_number: int
    end_reason: EndReason | None
    idle_timeout_seconds: float


@dataclass(frozen=True, eq=False)
class WatchedState:
    """An update from `Session.watch`.

    Attributes:
      board: The `Color` on each point, uint8 of shape (height, width), row 0 at the top.
      info: The info of the last call; see `Session` for its keys.
    """

    board: NDArray[np.uint8]
    info: SessionInfo

    __repr__ = plain_repr

    def _repr_html_(self) -> str:
        """Returns the board for a notebook."""
        return position_picture(self.board, self.info).html


@dataclass(frozen=True, eq=False)
class SessionState:
    """The spec of a session and the state of its episode.

    Attributes:
      session_id: The id of the session.
      spec: The environment spec, with every default filled in.
      idle_timeout_seconds: How long the session may be idle before it expires.
      episode: The number of the current episode; 0 until the first reset.
      seed: The seed of the current episode.
      actions: The actions of the episode so far, of both players, in order.
      move_number: The number of moves since the start of the episode, including passes.
      player_to_move: The player to move; after the end, the player who would be to move.
      pass_count: The number of consecutive passes up to now. A proposal of dead stones is a pass
        and counts. If the proposals differ, play resumes and the count is 0.
      terminated: Whether the rules ended the episode.
      truncated: Whether the limit `max_moves`, or an engine that rejected a legal move, ended the
        episode.
      end_reason: Why the episode ended. None: it has not ended.
      winner: The winner. None: a tie, a truncated episode, or an episode that has not ended.
      rewards: The rewards of the last `reset` or `step`, float64: Black's, White's.
      state_hash: A 64-bit hash of everything that future legality and scores depend on.
      position_hash: A 64-bit hash of the stones.
      action_mask: int8, 1 for each legal action, pass last.
      score: The score. None: the episode has not ended.
      is_agreement: Whether play has ended and the player to move must propose dead stones.
      end_message: A description of the engine failure that ended the episode. None: there was none.
      symmetry: The symmetry of the episode, which transforms actions and mask.
      task: The task info. None: the spec has no task.
    """

    session_id: str
    spec: EnvironmentSpec
    idle_timeout_seconds: float
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

    __repr__ = plain_repr
