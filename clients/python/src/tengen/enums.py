"""The words of the contract as enums. Wherever one is taken, its string is taken too."""

from __future__ import annotations

from enum import Enum, IntEnum

RESIGN = -2
"""The action that resigns. It is in no mask, and it is legal until the episode is over."""

NO_ACTION = -1
"""In a vector environment: leaves a board as it is, also where it waits for its next episode."""

DRAWN_ACTION = -3
"""In a vector environment: an action that the server draws, uniformly among the legal ones."""


class Color(IntEnum):
    """A color, of a player or of a stone; also what `Session.board` and `Score.owner` hold."""

    EMPTY = 0
    """No stone; nobody's point."""
    BLACK = 1
    WHITE = 2

    @property
    def other(self) -> Color:
        """The other player's color; EMPTY stays EMPTY."""
        return self if self is Color.EMPTY else Color(3 - self)


class IllegalReason(IntEnum):
    """Why an action is illegal: the first that holds, in this order."""

    LEGAL = 0
    """It is legal."""
    EPISODE_OVER = 1
    """The episode is over."""
    OUT_OF_RANGE = 2
    """There is no such action."""
    OCCUPIED = 3
    """A stone stands on the point."""
    SUICIDE = 4
    """It would be a suicide that the rules forbid."""
    REPETITION = 5
    """It would repeat a position that the ko rule forbids."""
    AGREEMENT = 6
    """Play has ended and the players propose which stones are dead: only the pass is open."""


class StringEnum(str, Enum):
    """A string that is one of a few, written in lower case with hyphens."""

    def __str__(self) -> str:
        return str(self.value)


class KoRule(StringEnum):
    """Which repetitions a play may not make. Passes are always legal."""

    POSITIONAL = "positional"
    """No coloring of the board may come a second time."""
    SITUATIONAL = "situational"
    """No coloring with the same player to move may come a second time."""
    NATURAL_SITUATIONAL = "natural-situational"
    """No coloring made by a play of the same player may come a second time."""
    SIMPLE = "simple"
    """A play may not restore the board as it was before the opponent's play just before it."""
    NONE = "none"
    """Every repetition is allowed."""


class SuicideRule(StringEnum):
    """Which plays that leave their own chain without a liberty are allowed."""

    FORBIDDEN = "forbidden"
    """None."""
    MULTI_STONE = "multi-stone"
    """Those that remove two stones or more."""
    ANY = "any"
    """All. One-stone suicides are then judged by the ko rule alone."""


class RewardMode(StringEnum):
    """What an episode pays."""

    WIN = "win"
    """At the end +1 to the winner and -1 to the loser, 0 to both for a tie."""
    MARGIN = "margin"
    """At the end the margin, in points."""
    MARGIN_PER_POINT = "margin-per-point"
    """At the end the margin divided by the count of points on the board."""
    AREA_DELTA = "area-delta"
    """At each move the change of the margin; the rewards of an episode add up to the margin."""


class IllegalActionPolicy(StringEnum):
    """What an illegal action does. A finished episode takes no action under any policy."""

    REJECT = "reject"
    """The call fails and changes nothing."""
    LOSE = "lose"
    """The mover loses, and the episode terminates."""
    IGNORE = "ignore"
    """It counts as no move; the mover pays the penalty of the spec."""


class ScoringRule(StringEnum):
    """What points are."""

    AREA = "area"
    """Stones, and empty points that reach one color only."""
    TERRITORY = "territory"
    """Empty points that reach one color only, and prisoners."""


class TaxRule(StringEnum):
    """What groups cost their owner; docs/reference/rules.md says what a region is and when it is in seki."""

    NONE = "none"
    """Nothing."""
    SEKI = "seki"
    """The empty points of regions in seki."""
    ALL = "all"
    """The same, and two points for each other region."""


class HandicapBonus(StringEnum):
    """The points that White gets for handicap stones, besides komi."""

    NONE = "none"
    """None."""
    N = "n"
    """One for each."""
    N_MINUS_ONE = "n-minus-one"
    """One for each but the first."""


class DeadStonesRule(StringEnum):
    """Which stones are taken for dead when passes have ended the play."""

    AS_IT_STANDS = "as-it-stands"
    """None."""
    AGREEMENT = "agreement"
    """Those that both players propose; if they propose different ones, play goes on."""


class RepetitionEnd(StringEnum):
    """What a play does that makes a coloring which stood before, where the ko rule lets it."""

    NONE = "none"
    """Nothing."""
    DRAW = "draw"
    """It ends the episode as a tie, whatever the score."""
    LOSS = "loss"
    """It ends the episode, and who made it loses."""


class EndReason(StringEnum):
    """Why an episode ended."""

    PASSES = "passes"
    """Terminated: as many passes in a row as the rules ask for."""
    RESIGNATION = "resignation"
    """Terminated: a player resigned."""
    ILLEGAL_ACTION = "illegal-action"
    """Terminated: a player made an illegal action that loses."""
    MAX_MOVES = "max-moves"
    """Truncated: the limit `max_moves` was reached."""
    REPETITION = "repetition"
    """Terminated: a repetition that the rules do not forbid but end the game for."""
    TASK_DECIDED = "task-decided"
    """Terminated: a player has reached what the episode's task is about."""
    OPPONENT_TIMEOUT = "opponent-timeout"
    """Terminated: the opponent, an engine, took longer than the server allows and loses."""
    OPPONENT_FAILED = "opponent-failed"
    """Terminated: the opponent, an engine, ended or answered no move, and loses."""
    OPPONENT_REFUSED = "opponent-refused"
    """Truncated: the opponent, an engine, does not accept a legal move; nobody wins."""
    UNKNOWN = "unknown"
    """A reason that the server knows and this version of the client does not."""


class Perspective(StringEnum):
    """Whose eyes an encoding sees stones with."""

    PLAYER_TO_MOVE = "player-to-move"
    """Every board shows the stones of the player to move now and those of the other one."""
    MOVER = "mover"
    """Each board shows the stones of the player whose move made it and those of the other one."""
    COLORS = "colors"
    """Boards show black and white stones."""
    UNKNOWN = "unknown"
    """A perspective that this version of the client does not know."""


class MissingHistory(StringEnum):
    """What stands in the planes of boards from before the start."""

    NONE = "none"
    """The encoding shows the present board only."""
    ZEROS = "zeros"
    """Zeros."""
    OLDEST_BOARD = "oldest-board"
    """The board of the start, again and again."""
    UNKNOWN = "unknown"
    """Something that this version of the client does not know."""


class PeerAxes(StringEnum):
    """The order of the axes of a tensor, the slowest first."""

    CHW = "chw"
    """Plane, row, column."""
    HWC = "hwc"
    """Row, column, plane."""
    CWH = "cwh"
    """Plane, column, row. Actions are numbered along columns, too."""
    UNKNOWN = "unknown"
    """An order that this version of the client does not know."""


class PeerFirstRow(StringEnum):
    """Which row is number 0."""

    TOP = "top"
    """The top row, as everywhere here."""
    BOTTOM = "bottom"
    """The bottom row, row 1 of a player."""
    UNKNOWN = "unknown"
    """A row that this version of the client does not know."""


class WireFormat(StringEnum):
    """What a number of a plane is between server and client."""

    BITS = "bits"
    """A bit: by far the shortest. A session unpacks it to uint8."""
    UINT8 = "uint8"
    """A byte."""
    FLOAT32 = "float32"
    """A floating-point number; so it is in a session's arrays."""


class ObservationLayout(StringEnum):
    """The order of the axes of an observation. Row 0 is the top row in both."""

    CHW = "chw"
    """Plane, row, column."""
    HWC = "hwc"
    """Row, column, plane."""


class ObservationFormat(StringEnum):
    """How a vector environment gives its observations."""

    PACKED = "packed"
    """Bits as they come from the server: uint8 of shape (boards, bytes)."""
    UINT8 = "uint8"
    """Zeros and ones of shape (boards, planes, height, width), or as the layout says."""
    FLOAT32 = "float32"
    """The same as floating-point numbers."""


class TerminalMask(StringEnum):
    """What the action mask of an environment for Gymnasium or PettingZoo is after the end."""

    PASS = "pass"
    """The pass alone, so that samplers have something to draw."""
    NONE = "none"
    """All zero, as at the server."""
    ALL = "all"
    """All one."""


class RaceResult(StringEnum):
    """What comes of a capturing race under perfect play by both."""

    BLACK_CAPTURES = "black-captures"
    """White's essential chain is captured."""
    SEKI = "seki"
    """Neither can capture."""
    WHITE_CAPTURES = "white-captures"
    """Black's essential chain is captured."""
    UNKNOWN = "unknown"
    """A result that this version of the client does not know."""


class RaceStatus(StringEnum):
    """How a capturing race stands, or why that is not known."""

    SETTLED_BLACK = "settled-black"
    """Black captures, whoever moves first."""
    SETTLED_WHITE = "settled-white"
    """White captures, whoever moves first."""
    FIRST_PLAYER_CAPTURES = "first-player-captures"
    """Whoever moves first captures."""
    BLACK_FIRST_ELSE_SEKI = "black-first-else-seki"
    """Black captures by moving first; if White moves first, it is a seki."""
    WHITE_FIRST_ELSE_SEKI = "white-first-else-seki"
    """White captures by moving first; if Black moves first, it is a seki."""
    SEKI = "seki"
    """A seki, whoever moves first."""
    UNSUPPORTED_KO = "unsupported-ko"
    """A ko may decide it, which depends on the rest of the board."""
    UNSUPPORTED_LAST_LIBERTY = "unsupported-last-liberty"
    """A last liberty can be filled with no approach move, so that regions are not independent."""
    UNSUPPORTED_TOO_LARGE = "unsupported-too-large"
    """A limit was reached."""
    UNSUPPORTED_NOT_ENCLOSED = "unsupported-not-enclosed"
    """A region is not enclosed by safe chains of the opponent."""
    UNSUPPORTED_EYE = "unsupported-eye"
    """An eye that the rules of counting do not cover, or that is still to be made."""
    UNKNOWN = "unknown"
    """A status that this version of the client does not know."""

    @property
    def is_supported(self) -> bool:
        """Whether it says how the race ends."""
        return not self.value.startswith(("unsupported", "unknown"))


class RaceMethod(StringEnum):
    """What proved how a race stands."""

    FORMULA = "formula"
    """Counting of liberties."""
    CGT = "cgt"
    """Combinatorial game theory."""
    SEARCH = "search"
    """Search of all moves."""
    UNKNOWN = "unknown"
    """A method that this version of the client does not know."""
