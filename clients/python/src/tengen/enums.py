"""The enums of the public interface.

Arguments accept the string of a string enum, too. Case, hyphens and underscores do not matter:
"margin-per-point", "margin_per_point" and "MarginPerPoint" are equal.
"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TYPE_CHECKING

__all__ = [
    "DRAWN_ACTION",
    "NO_ACTION",
    "RESIGN",
    "ArrayFormat",
    "Color",
    "DeadStonesRule",
    "EndReason",
    "HandicapBonus",
    "IllegalActionPolicy",
    "IllegalReason",
    "KoRule",
    "LostBoardPolicy",
    "MissingHistory",
    "ObservationFormat",
    "ObservationLayout",
    "PeerAxes",
    "PeerFirstRow",
    "Perspective",
    "RaceMethod",
    "RaceResult",
    "RaceStatus",
    "RepetitionEnd",
    "RewardMode",
    "ScoringRule",
    "SuicideRule",
    "TaxRule",
    "TerminalMask",
]

RESIGN = -2
"""The action that resigns. It is not part of the action mask, but legal until the episode ends."""

NO_ACTION = -1
"""The action that leaves a board of a vector environment unchanged, even after an episode's end."""

DRAWN_ACTION = -3
"""The action of a vector environment that lets the server draw a legal action uniformly."""


class Color(IntEnum):
    """The color of a player or of a point. `Session.board` and `Score.owner` hold its numbers."""

    EMPTY = 0
    """An empty point, or a point in neither player's area."""
    BLACK = 1
    WHITE = 2

    def __repr__(self) -> str:
        return f"Color.{self.name}"

    @property
    def other(self) -> Color:
        """The other player's color; EMPTY for EMPTY."""
        return self if self is Color.EMPTY else Color(3 - self)


class IllegalReason(IntEnum):
    """Why an action is illegal. If several reasons apply, the first one in this order.

    Arrays with a reason for each action have the numbers. The infos of environments have the
    strings, as for `EndReason`: `str(IllegalReason.OUT_OF_RANGE)` is "out-of-range", and
    `IllegalReason("out-of-range")` is the member.
    """

    if TYPE_CHECKING:

        def __new__(cls, value: int | str) -> IllegalReason:
            """Returns the member of a number or a string, which type checkers learn here."""

    def __str__(self) -> str:
        return self.name.lower().replace("_", "-")

    def __repr__(self) -> str:
        return f"IllegalReason.{self.name}"

    @classmethod
    def _missing_(cls, value: object) -> IllegalReason | None:
        return next((each for each in cls if str(each) == value), None)

    LEGAL = 0
    """The action is legal."""
    EPISODE_OVER = 1
    """The episode is over."""
    OUT_OF_RANGE = 2
    """There is no such action."""
    OCCUPIED = 3
    """The point is occupied."""
    SUICIDE = 4
    """The action is a suicide that the rules forbid."""
    REPETITION = 5
    """The action repeats a position, which the ko rule forbids."""
    AGREEMENT = 6
    """Play has ended and the players are proposing dead stones, so only the pass is legal."""
    NO_AGREEMENT = 7
    """A proposal of dead stones on a board of a vector environment, when none is due."""
    NOT_WHOLE_CHAINS = 8
    """The points of a proposal on a board of a vector environment are not whole chains."""
    UNKNOWN = 255
    """A reason that this version of the client does not know."""


class StringEnum(str, Enum):
    """An enum whose members are strings, in lower case with hyphens."""

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class KoRule(StringEnum):
    """Which repetitions are forbidden. Passes are always legal."""

    POSITIONAL = "positional"
    """Positional superko: a play may not repeat an earlier position of the board."""
    SITUATIONAL = "situational"
    """Situational superko: a play may not repeat a position with the same player to move."""
    NATURAL_SITUATIONAL = "natural-situational"
    """Natural situational superko: a play may not repeat a position that a play of the same player
    created."""
    SIMPLE = "simple"
    """Simple ko: a play may not restore the position before the opponent's last play."""
    NONE = "none"
    """All repetitions are allowed."""


class SuicideRule(StringEnum):
    """Which suicides are allowed."""

    FORBIDDEN = "forbidden"
    """No suicides."""
    MULTI_STONE = "multi-stone"
    """Suicides of two or more stones."""
    ANY = "any"
    """All suicides. The ko rule alone decides about those of one stone."""


class RewardMode(StringEnum):
    """How rewards are computed."""

    WIN = "win"
    """At the end, +1 for the winner and -1 for the loser; 0 for both after a tie."""
    MARGIN = "margin"
    """At the end, the margin in points. A resignation or another forfeit pays the loser the worse
    of minus the number of points and the loser's own margin."""
    MARGIN_PER_POINT = "margin-per-point"
    """What "margin" pays, divided by the number of points on the board."""
    AREA_DELTA = "area-delta"
    """At each move, the change of the margin. The rewards of an episode sum up to the margin of its
    last position, also if it is truncated; after a forfeit, to what "margin" pays."""


class IllegalActionPolicy(StringEnum):
    """What an illegal action does. After the end of an episode, every action is rejected."""

    REJECT = "reject"
    """The call fails and changes nothing."""
    LOSE = "lose"
    """The mover loses, and the episode terminates."""
    IGNORE = "ignore"
    """The action has no effect, except that the mover's reward is reduced by the penalty.
    `max_illegal_actions` of them truncate the episode."""


class ScoringRule(StringEnum):
    """How points are counted."""

    AREA = "area"
    """Stones, and empty points from which only one color can be reached."""
    TERRITORY = "territory"
    """Empty points from which only one color can be reached, and prisoners."""


class TaxRule(StringEnum):
    """The group tax. See docs/reference/rules.md for regions and seki."""

    NONE = "none"
    """No tax."""
    SEKI = "seki"
    """The empty points of regions in seki do not count."""
    ALL = "all"
    """The empty points of regions in seki do not count, and every other region costs two points."""


class HandicapBonus(StringEnum):
    """The points that White gets for handicap stones, in addition to komi."""

    NONE = "none"
    """No points."""
    N = "n"
    """One point per handicap stone."""
    N_MINUS_ONE = "n-minus-one"
    """One point per handicap stone except the first."""


class DeadStonesRule(StringEnum):
    """Which stones count as dead after passes have ended play."""

    AS_IT_STANDS = "as-it-stands"
    """No stones."""
    AGREEMENT = "agreement"
    """The stones that both players propose. If their proposals differ, play resumes."""


class RepetitionEnd(StringEnum):
    """What a play does that repeats a position and that the ko rule allows."""

    NONE = "none"
    """The episode continues."""
    DRAW = "draw"
    """The episode ends as a tie, regardless of the score."""
    LOSS = "loss"
    """The episode ends, and the player who repeated the position loses."""


class EndReason(StringEnum):
    """Why an episode ended."""

    PASSES = "passes"
    """Terminated: the number of consecutive passes that the rules require."""
    RESIGNATION = "resignation"
    """Terminated: a player resigned."""
    ILLEGAL_ACTION = "illegal-action"
    """Terminated: a player lost by an illegal action."""
    MAX_MOVES = "max-moves"
    """Truncated: the limit `max_moves` was reached."""
    REPETITION = "repetition"
    """Terminated: a repetition that the rules allow, but that ends the game."""
    TASK_DECIDED = "task-decided"
    """Terminated: the goal of the episode's task is decided."""
    MAX_ILLEGAL_ACTIONS = "max-illegal-actions"
    """Truncated: as many illegal actions were ignored as `max_illegal_actions` allows."""
    OPPONENT_TIMEOUT = "opponent-timeout"
    """Terminated: the opponent, an engine, exceeded the server's time limit and loses."""
    OPPONENT_FAILED = "opponent-failed"
    """Terminated: the opponent, an engine, exited or returned an invalid move, and loses."""
    OPPONENT_REFUSED = "opponent-refused"
    """Truncated: the opponent, an engine, rejected a legal move. Nobody wins."""
    UNKNOWN = "unknown"
    """A reason that this version of the client does not know."""


class Perspective(StringEnum):
    """From whose perspective an encoding shows stones."""

    PLAYER_TO_MOVE = "player-to-move"
    """All boards show the stones of the current player to move, and those of the opponent."""
    MOVER = "mover"
    """Each board shows the stones of the player whose move created it, and those of the other."""
    COLORS = "colors"
    """All boards show black stones and white stones."""
    UNKNOWN = "unknown"
    """A perspective that this version of the client does not know."""


class MissingHistory(StringEnum):
    """What the history planes hold for boards before the start."""

    NONE = "none"
    """The encoding has no history planes."""
    ZEROS = "zeros"
    """Zeros."""
    OLDEST_BOARD = "oldest-board"
    """The starting board, repeated."""
    UNKNOWN = "unknown"
    """A value that this version of the client does not know."""


class PeerAxes(StringEnum):
    """The axis order of another program's tensor, slowest axis first."""

    CHW = "chw"
    """Plane, row, column."""
    HWC = "hwc"
    """Row, column, plane."""
    CWH = "cwh"
    """Plane, column, row. Actions are numbered along columns, too."""
    UNKNOWN = "unknown"
    """An order that this version of the client does not know."""


class PeerFirstRow(StringEnum):
    """Which row has index 0 in another program."""

    TOP = "top"
    """The top row, as in Tengen."""
    BOTTOM = "bottom"
    """The bottom row, which players call row 1."""
    UNKNOWN = "unknown"
    """A value that this version of the client does not know."""


class ObservationFormat(StringEnum):
    """The number format of planes in transit between server and client."""

    BITS = "bits"
    """One bit per number, by far the smallest. A session unpacks the bits to uint8."""
    UINT8 = "uint8"
    """One byte per number."""
    FLOAT32 = "float32"
    """Four bytes per number. A session returns float32 arrays."""


class ObservationLayout(StringEnum):
    """The axis order of an observation. Row 0 is the top row in both layouts."""

    CHW = "chw"
    """Plane, row, column."""
    HWC = "hwc"
    """Row, column, plane."""


class ArrayFormat(StringEnum):
    """The format of a vector environment's observations."""

    PACKED = "packed"
    """Packed bits as sent by the server: uint8 of shape (boards, bytes)."""
    UINT8 = "uint8"
    """Zeros and ones, uint8 of shape (boards, planes, height, width), or (boards, height, width,
    planes) in the layout "hwc"."""
    FLOAT32 = "float32"
    """Zeros and ones, float32 of the same shape as in the format "uint8"."""


class TerminalMask(StringEnum):
    """The action mask of a Gymnasium or PettingZoo environment after the end of an episode."""

    PASS = "pass"
    """Only the pass, so that samplers can draw an action."""
    NONE = "none"
    """All zeros, as at the server."""
    ALL = "all"
    """All ones."""


class LostBoardPolicy(StringEnum):
    """What happens to the boards of a vector environment of several servers if one is lost."""

    RAISE = "raise"
    """`LanesLostError` names them. They stay lost until they are reset."""
    REOPEN = "reopen"
    """Their episodes are truncated, and the next ones start at another server."""


class RaceResult(StringEnum):
    """The result of a capturing race under perfect play by both."""

    BLACK_CAPTURES = "black-captures"
    """White's essential chain is captured."""
    SEKI = "seki"
    """Neither player can capture."""
    WHITE_CAPTURES = "white-captures"
    """Black's essential chain is captured."""
    UNKNOWN = "unknown"
    """A result that this version of the client does not know."""


class RaceStatus(StringEnum):
    """The status of a capturing race, or why it is unknown."""

    SETTLED_BLACK = "settled-black"
    """Black captures, even if White moves first."""
    SETTLED_WHITE = "settled-white"
    """White captures, even if Black moves first."""
    FIRST_PLAYER_CAPTURES = "first-player-captures"
    """The player who moves first captures."""
    BLACK_FIRST_ELSE_SEKI = "black-first-else-seki"
    """Black captures by moving first. If White moves first, the result is a seki."""
    WHITE_FIRST_ELSE_SEKI = "white-first-else-seki"
    """White captures by moving first. If Black moves first, the result is a seki."""
    SEKI = "seki"
    """The result is a seki, whichever player moves first."""
    UNSUPPORTED_KO = "unsupported-ko"
    """A ko may decide the race, so it depends on the rest of the board."""
    UNSUPPORTED_LAST_LIBERTY = "unsupported-last-liberty"
    """A last liberty can be filled without an approach move, so regions are not independent."""
    UNSUPPORTED_TOO_LARGE = "unsupported-too-large"
    """A limit of the analysis was reached."""
    UNSUPPORTED_NOT_ENCLOSED = "unsupported-not-enclosed"
    """A region is not enclosed by safe chains of the opponent."""
    UNSUPPORTED_EYE = "unsupported-eye"
    """The counting rules do not cover an eye, or an eye is not yet made."""
    UNKNOWN = "unknown"
    """A status that this version of the client does not know."""

    @property
    def is_supported(self) -> bool:
        """Whether the status determines how the race ends."""
        return not self.value.startswith(("unsupported", "unknown"))


class RaceMethod(StringEnum):
    """The method that determined the status of a race."""

    FORMULA = "formula"
    """A liberty count."""
    CGT = "cgt"
    """Combinatorial game theory."""
    SEARCH = "search"
    """An exhaustive search."""
    UNKNOWN = "unknown"
    """A method that this version of the client does not know."""
