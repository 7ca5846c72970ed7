"""The arguments and results of analyses. The caller owns all arrays and may write to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tengen.enums import Color
from tengen.render.markup import escaped
from tengen.render.notebook import show_board
from tengen.render.text import point_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import SupportsIndex

    from numpy.typing import NDArray

    from tengen.enums import RaceMethod, RaceResult, RaceStatus
    from tengen.symmetry import Symmetry

__all__ = [
    "Drawing",
    "PositionSolution",
    "Race",
    "RaceComponent",
    "RaceOutcome",
    "RaceSide",
    "Record",
]


@dataclass(frozen=True)
class Drawing:
    """A position to analyze, drawn as rows of points.

    Attributes:
      rows: Strings, top row first. "X" is a black stone, "O" a white stone, "." an empty point, and
        in races "_" an empty point at which neither player moves. Spaces are ignored. Alternatively
        an array of `Color` of shape (height, width), such as the result of `Session.board`.
      player_to_move: The player to move in the drawn position.
      actions: Points and passes to play from there under Tromp-Taylor rules.
    """

    rows: Sequence[str] | NDArray[np.integer]
    player_to_move: Color = Color.BLACK
    actions: Sequence[SupportsIndex] = ()

    def _repr_html_(self) -> str:
        """Returns the drawn position, before `actions`, for a notebook."""
        if isinstance(self.rows, np.ndarray):
            return show_board(self.rows).html
        rows = [str(row).replace(" ", "") for row in self.rows]
        text = "\n".join(rows)
        if not rows or len({len(row) for row in rows}) != 1 or set(text) - set("XO._\n"):
            return f"<pre>{escaped(text)}</pre>"
        board = [[".XO_".index(symbol) % 3 for symbol in row] for row in rows]
        return show_board(np.array(board, np.uint8)).html


@dataclass(frozen=True)
class Record:
    """A position to analyze, taken from a game record.

    Attributes:
      sgf: The text or the bytes of an SGF file. Its first game is used.
      move_number: The number of moves to play. None: all.
      strict: Whether to refuse a record that breaks the format even if its moves are intact.
    """

    sgf: str | bytes
    move_number: int | None = None
    strict: bool = False


@dataclass(frozen=True)
class PositionSolution:
    """The result of perfect play. Margins are Black's area minus White's, without komi.

    Actions are transformed by `symmetry`.

    Attributes:
      is_exact: Whether the margin is proven, including superko and the history of the game.
        Otherwise a limit was reached.
      bounds: The proven lower and upper bound of the margin.
      free_bounds: The bounds if repetitions were allowed and endless play favored neither player.
      best_actions: The actions proven to keep the margin, in ascending order. Empty if the margin
        is not exact.
      open_actions: The legal actions not proven to keep or to lose the margin.
      node_count: The number of states searched.
      longest_line: The length of the longest line searched, in moves.
      regrets: The points that each requested action loses against perfect play, 0 for a best
        action; None if a limit was reached.
      player_to_move: The player to move.
      move_number: The number of moves made so far.
      state_hash: The state hash of the session; 0 without a session.
      symmetry: The symmetry of the session's episode.
    """

    is_exact: bool
    bounds: tuple[int, int]
    free_bounds: tuple[int, int]
    best_actions: tuple[int, ...]
    open_actions: tuple[int, ...]
    node_count: int
    longest_line: int
    regrets: dict[int, int | None]
    player_to_move: Color
    move_number: int
    state_hash: int
    symmetry: Symmetry

    @property
    def margin(self) -> int | None:
        """The margin. None: it is not proven."""
        return self.bounds[0] if self.is_exact else None

    @property
    def is_complete(self) -> bool:
        """Whether the margin and all actions that keep it are known."""
        return self.is_exact and not self.open_actions


@dataclass(frozen=True)
class RaceOutcome:
    """The outcome of a race if a given player moves first.

    Attributes:
      result: The result under perfect play by both. None: unknown.
      winning_points: The first moves with which that player captures for certain; empty if it
        cannot capture. None: unknown.
    """

    result: RaceResult | None
    winning_points: tuple[int, ...] | None


@dataclass(frozen=True)
class RaceSide:
    """One player's side of a race. Points are in ascending order, not transformed by a symmetry.

    Attributes:
      chain_points: The points of the essential chain.
      external_points: Its plain liberties: not shared, and fillable without an approach move.
      eye_points: The points of its eyes: empty, or occupied by stones of the opponent.
      complex_points: The empty points of adjacent regions whose value is not just a count of
        liberties.
      eye_liberty_count: The number of moves that the opponent needs to fill the eyes.
    """

    chain_points: tuple[int, ...]
    external_points: tuple[int, ...]
    eye_points: tuple[int, ...]
    complex_points: tuple[int, ...]
    eye_liberty_count: int


@dataclass(frozen=True)
class RaceComponent:
    """A region adjacent to an essential chain, and its value in liberties.

    Attributes:
      owner: The color of the chain.
      is_eye: Whether the region is an eye.
      points: The empty points of the region.
      value: The combinatorial game value, as in "{4|0}", positive for Black.
      cooled: The value cooled by 2.
      temperature: The temperature of the value, a fraction as in "3/4".
      mean: The mean of the value, a fraction as in "3/4".
    """

    owner: Color
    is_eye: bool
    points: tuple[int, ...]
    value: str
    cooled: str
    temperature: str
    mean: str


@dataclass(frozen=True)
class Race:
    """The analysis of a capturing race.

    Attributes:
      status: The status of the race, or why it is unknown.
      method: The method that determined the status. None: no method did.
      declined: Why counting and combinatorial game theory do not apply. None: they do.
      declined_reason: The same reason in words.
      is_conditional_on_ko: Whether the status holds only if neither player has a ko threat
        elsewhere.
      black_first: The outcome if Black moves first.
      white_first: The outcome if White moves first.
      black: Black's side.
      white: White's side.
      shared_points: The shared liberties of both chains.
      components: The counted regions, including eyes but not the shared liberties.
      delta: Black's lead in liberties. None: not counted, or it depends on who moves first.
      sum_cooled: The sum of the cooled components, as in "-1^*". Empty: not counted.
      adjusted_black_first: Black's lead in liberties if Black moves first. None: not counted.
      adjusted_white_first: Black's lead in liberties if White moves first. None: not counted.
      node_count: The number of states searched.
      width: The number of columns of the board.
      height: The number of rows of the board.
    """

    status: RaceStatus
    method: RaceMethod | None
    declined: RaceStatus | None
    declined_reason: str
    is_conditional_on_ko: bool
    black_first: RaceOutcome
    white_first: RaceOutcome
    black: RaceSide
    white: RaceSide
    shared_points: tuple[int, ...]
    components: tuple[RaceComponent, ...]
    delta: int | None
    sum_cooled: str
    adjusted_black_first: int | None
    adjusted_white_first: int | None
    node_count: int
    width: int
    height: int

    def names(self, points: Sequence[int]) -> tuple[str, ...]:
        """Returns the names of points of this board, as in ("A6", "C7")."""
        return tuple(point_name(point, self.width, self.height) for point in points)
