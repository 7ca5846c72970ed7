"""What a server offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.enums import PeerAxes, PeerFirstRow

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.enums import MissingHistory, Perspective
    from tengen.spec import Rules
    from tengen.tasks import TaskFamily


@dataclass(frozen=True)
class RulesPreset:
    """A named rule set.

    Attributes:
      name: Its name, in lower case with hyphens.
      rules: Its rules in full, on a board of any size where no other is said in `summary`.
      summary: What it is, in one sentence.
      aliases: Its other names.
    """

    name: str
    rules: Rules
    summary: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class FeatureSpec:
    """One plane of an encoding, a number for each point, or one global feature, a float32.

    Attributes:
      name: Its name, as in "own_0".
      meaning: What it tells: of a plane of bits, what a one means.
      min: The least value.
      max: The greatest value.
    """

    name: str
    meaning: str
    min: float = 0.0
    max: float = 1.0


@dataclass(frozen=True)
class PeerLayout:
    """How the program that an encoding comes from lays out its tensor and numbers its actions.

    Observations here are planes, rows from the top, whatever it says.

    Attributes:
      program: The program.
      axes: The order of the axes of its tensor.
      first_row: Which row its row 0 is, in its tensor and in its actions.
    """

    program: str
    axes: PeerAxes
    first_row: PeerFirstRow

    def peer_action(self, action: int, width: int, height: int) -> int:
        """Returns the program's number of one of our actions, pass included.

        Raises:
          ValueError: The action is outside 0 to width * height.
        """
        if _is_pass(action, width, height):
            return action
        row, column = divmod(action, width)
        row = self._turn(row, height)
        return column * height + row if self.axes is PeerAxes.CWH else row * width + column

    def action(self, peer_action: int, width: int, height: int) -> int:
        """Returns our number of one of the program's actions, pass included.

        Raises:
          ValueError: The action is outside 0 to width * height.
        """
        if _is_pass(peer_action, width, height):
            return peer_action
        if self.axes is PeerAxes.CWH:
            column, row = divmod(peer_action, height)
        else:
            row, column = divmod(peer_action, width)
        return self._turn(row, height) * width + column

    def _turn(self, row: int, height: int) -> int:
        return height - 1 - row if self.first_row is PeerFirstRow.BOTTOM else row

    def tensor(self, planes: NDArray[Any]) -> NDArray[Any]:
        """Returns planes of shape (..., planes, height, width) laid out as the program does.

        A view, not a copy.
        """
        if self.first_row is PeerFirstRow.BOTTOM:
            planes = planes[..., ::-1, :]
        if self.axes is PeerAxes.CWH:
            return np.swapaxes(planes, -2, -1)
        return np.moveaxis(planes, -3, -1) if self.axes is PeerAxes.HWC else planes


def _is_pass(action: int, width: int, height: int) -> bool:
    if not 0 <= action <= width * height:
        raise ValueError(f"action {action} is outside [0, {width * height}]")
    return action == width * height


@dataclass(frozen=True)
class EncodingSpec:
    """An observation encoding.

    Attributes:
      name: Its name, as in "alphazero-17".
      version: Version of its definition, from 1.
      summary: What it is, in one sentence.
      perspective: Whose eyes it sees stones with.
      board_count: How many boards it shows, the present one included.
      missing_history: What stands for boards from before the start.
      peer: How the program that it comes from lays it out.
      planes: Its planes in order.
      global_features: Its numbers that belong to no point, in order; none for most encodings.
    """

    name: str
    version: int
    summary: str
    perspective: Perspective
    board_count: int
    missing_history: MissingHistory
    peer: PeerLayout
    planes: tuple[FeatureSpec, ...]
    global_features: tuple[FeatureSpec, ...] = ()


@dataclass(frozen=True)
class EncodingFamily:
    """Encodings that differ in one number, which their names tell.

    Attributes:
      name: Name of the family, as in "alphazero".
      parameter: Name of the number, as in "history".
      min: The least number.
      max: The greatest number.
      meaning: What the number is.
    """

    name: str
    parameter: str
    min: int
    max: int
    meaning: str

    def encoding_name(self, number: int) -> str:
        """Returns the name of the encoding with a number, as in "alphazero:history=4"."""
        return f"{self.name}:{self.parameter}={number}"


@dataclass(frozen=True)
class OverlaySpec:
    """What an analysis says of a position: one integer for each point.

    Attributes:
      name: Its name, as in "influence".
      meaning: What its numbers mean. Those that belong to a color are negative for White.
      min: The least number.
      max: The greatest number.
    """

    name: str
    meaning: str
    min: int
    max: int


@dataclass(frozen=True)
class PlayerSpec:
    """A built-in player that can be an opponent: its name, and how it plays, in one sentence."""

    name: str
    summary: str


@dataclass(frozen=True)
class ServerLimits:
    """Limits of a server.

    Attributes:
      max_size: The widest and highest board, in points.
      max_session_count: Sessions that may be open at once.
      idle_timeout_ms: Milliseconds without a call after which a session expires.
      max_request_bytes: Longest request in bytes.
      max_lane_count: Boards of vector environments that may be open at once.
      max_node_count: Nodes that forests may keep places for at once.
      max_tree_count: Trees that there may be at once.
      max_analysis_count: Analyses that are worked on at once.
      max_analysis_node_count: States that an analysis may search.
      max_analysis_time_ms: Milliseconds that an analysis may search.
    """

    max_size: int
    max_session_count: int
    idle_timeout_ms: int
    max_request_bytes: int
    max_lane_count: int
    max_node_count: int
    max_tree_count: int
    max_analysis_count: int
    max_analysis_node_count: int
    max_analysis_time_ms: int


@dataclass(frozen=True)
class ServerInfo:
    """What a server offers: presets, encodings, overlays, players, limits, families of tasks.

    `encodings` are those that have names of their own, and those of families that were asked for.
    """

    version: str
    presets: tuple[RulesPreset, ...]
    encodings: tuple[EncodingSpec, ...]
    players: tuple[PlayerSpec, ...]
    limits: ServerLimits
    encoding_families: tuple[EncodingFamily, ...] = ()
    overlays: tuple[OverlaySpec, ...] = ()
    tasks: tuple[TaskFamily, ...] = ()
