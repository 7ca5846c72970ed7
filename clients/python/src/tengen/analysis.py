"""What analyses take and return. Every array is the caller's own and may be written to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tengen.enums import Color
from tengen.render.text import point_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import SupportsIndex

    import numpy as np
    from numpy.typing import NDArray

    from tengen.enums import RaceMethod, RaceResult, RaceStatus
    from tengen.symmetry import Symmetry


@dataclass(frozen=True)
class Drawing:
    """A position drawn as rows of points, for an analysis.

    Attributes:
      rows: The top row first: "X" is a black stone, "O" a white one, "." an empty point, and in
        races "_" an empty point at which neither player moves. Blanks do not matter. An array of
        `Color` of shape (height, width), as `Session.board` returns, is as good.
      player_to_move: Who moves first.
      moves: Points and passes made from there, by the rules of Tromp and Taylor.
    """

    rows: Sequence[str] | NDArray[np.integer]
    player_to_move: Color = Color.BLACK
    moves: Sequence[SupportsIndex] = ()


@dataclass(frozen=True)
class Record:
    """A position of a game record, for an analysis.

    Attributes:
      sgf: The text or the bytes of an SGF file; its first game is read.
      move_number: Moves to play. None: all.
    """

    sgf: str | bytes
    move_number: int | None = None


@dataclass(frozen=True)
class PositionSolution:
    """What perfect play comes to. Margins are Black's area less White's, without komi.

    Actions are as the agent of the session sees the board.

    Attributes:
      is_exact: Whether the margin is proven, with superko and the whole past; else a limit was
        reached.
      bounds: The margins that Black can force and that White can hold it to, as far as proven.
      free_bounds: The same if repetitions were allowed and endless play did neither any good.
      best_actions: The moves proven to keep the margin, in ascending order; none where it is not
        exact.
      open_actions: The legal moves of which it is not known whether they keep the margin.
      node_count: States searched.
      longest_line: Moves of the longest line searched.
      regrets: For each action asked about, the points that it loses against perfect play, 0 for a
        best move; None where a limit was reached.
      player_to_move: Whose turn it is.
      move_number: Moves made so far.
      state_hash: State hash of the session it is of; 0 for none.
      symmetry: By which actions are turned.
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
        """The margin, if it is proven."""
        return self.bounds[0] if self.is_exact else None

    @property
    def is_complete(self) -> bool:
        """Whether the margin and all moves that keep it are known."""
        return self.is_exact and not self.open_actions


@dataclass(frozen=True)
class RaceOutcome:
    """What comes of a race if a given player moves first.

    Attributes:
      result: The result under perfect play by both; None where it is not known.
      winning_points: Points at which that player can move first so that its capture is certain,
        none where it cannot capture; None where they are not known.
    """

    result: RaceResult | None
    winning_points: tuple[int, ...] | None


@dataclass(frozen=True)
class RaceSide:
    """One player's part in a race. Points are in ascending order, on the board as it is.

    Attributes:
      chain_points: The essential chain.
      external_points: Liberties of it alone that the opponent can fill with no preparation.
      eye_points: Points of its eyes: empty, or held by stones of the opponent.
      complex_points: Empty points of the regions beside it whose worth is more than a count.
      eye_liberty_count: Moves that the opponent needs to fill the eyes.
    """

    chain_points: tuple[int, ...]
    external_points: tuple[int, ...]
    eye_points: tuple[int, ...]
    complex_points: tuple[int, ...]
    eye_liberty_count: int


@dataclass(frozen=True)
class RaceComponent:
    """A region beside an essential chain, and what it is worth in liberties.

    Attributes:
      owner: Whose chain it is.
      is_eye: Whether the region is an eye.
      points: Its empty points.
      value: Its worth as a combinatorial game, as in "{4|0}": positive for Black.
      cooled: The worth cooled by 2.
      temperature: The temperature of the worth, a fraction as in "3/4".
      mean: The mean of the worth, likewise.
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
    """How a capturing race stands.

    Attributes:
      status: How it stands, or why that is not known.
      method: What proved it; None where nothing did.
      declined: Why counting and combinatorial game theory did not answer; None where they did.
      declined_reason: The same in words.
      is_conditional_on_ko: Whether the answer holds only where neither player has a ko threat
        elsewhere.
      black_first: What comes of it if Black moves first.
      white_first: What comes of it if White moves first.
      black: Black's chain and liberties.
      white: White's chain and liberties.
      shared_points: Liberties of both chains.
      components: The regions that are counted, eyes among them, but not the shared liberties.
      delta: By how many liberties Black is ahead; None where that was not counted, or depends on
        who moves first.
      sum_cooled: The sum of the cooled components, as in "-1^*"; empty where not counted.
      adjusted_black_first: By how many liberties Black is ahead if Black moves first; None where
        not counted.
      adjusted_white_first: The same if White moves first.
      node_count: States searched.
      width: Points in a row of the board.
      height: Points in a column of the board.
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
        """Returns what players call points of this board, as in ("A6", "C7")."""
        return tuple(point_name(point, self.width, self.height) for point in points)
