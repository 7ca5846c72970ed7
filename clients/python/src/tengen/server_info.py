"""The description of a server: presets, encodings, overlays, players, limits, tasks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen._arguments import folded
from tengen.enums import PeerAxes, PeerFirstRow
from tengen.render.markup import escaped, table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.enums import MissingHistory, Perspective
    from tengen.spec import Rules
    from tengen.tasks import TaskFamily

__all__ = [
    "ArenaLimits",
    "EncodingFamily",
    "EncodingSpec",
    "EngineInfo",
    "FeatureInfo",
    "FeatureSpec",
    "MemoryInfo",
    "MemoryUse",
    "OverlaySpec",
    "PeerLayout",
    "PlayerSpec",
    "RulesPreset",
    "ServerInfo",
    "ServerLimits",
    "ServiceInfo",
    "StreamLimits",
    "ThinkingLimits",
]


@dataclass(frozen=True)
class RulesPreset:
    """A named rule set.

    Attributes:
      name: The name, in lower case with hyphens.
      rules: The rules, with every value filled in, for any board size that `summary` does not
        exclude.
      summary: A description in one sentence.
      aliases: Alternative names.
    """

    name: str
    rules: Rules
    summary: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class FeatureSpec:
    """One plane of an encoding, with one number per point, or one global feature, a float32.

    Attributes:
      name: The name, as in "own_0".
      meaning: What the values mean; for a binary plane, what a one means.
      min: The minimum value.
      max: The maximum value.
    """

    name: str
    meaning: str
    min: float = 0.0
    max: float = 1.0


@dataclass(frozen=True)
class PeerLayout:
    """The tensor layout and action numbering of the program that an encoding comes from.

    Tengen's own observations always have the shape (planes, height, width), row 0 at the top.

    Attributes:
      program: The name of the program.
      axes: The axis order of its tensor.
      first_row: Which row has index 0 in its tensor and its actions.
    """

    program: str
    axes: PeerAxes
    first_row: PeerFirstRow

    def peer_action(self, action: int, width: int, height: int) -> int:
        """Returns the program's action for a Tengen action, which may be the pass.

        Raises:
          ValueError: The action is outside [0, width * height].
        """
        if _is_pass(action, width, height):
            return action
        row, column = divmod(action, width)
        row = self._flip(row, height)
        return column * height + row if self.axes is PeerAxes.CWH else row * width + column

    def action(self, peer_action: int, width: int, height: int) -> int:
        """Returns the Tengen action for an action of the program, which may be the pass.

        Raises:
          ValueError: The action is outside [0, width * height].
        """
        if _is_pass(peer_action, width, height):
            return peer_action
        if self.axes is PeerAxes.CWH:
            column, row = divmod(peer_action, height)
        else:
            row, column = divmod(peer_action, width)
        return self._flip(row, height) * width + column

    def _flip(self, row: int, height: int) -> int:
        return height - 1 - row if self.first_row is PeerFirstRow.BOTTOM else row

    def tensor(self, planes: NDArray[Any]) -> NDArray[Any]:
        """Returns planes in the layout of the program, as a view.

        Args:
          planes: An array of shape (..., planes, height, width).
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
      name: The name, as in "alphazero-17".
      version: The version of its definition, from 1.
      summary: A description in one sentence.
      perspective: From whose perspective stones are shown.
      board_count: The number of boards shown, including the current one.
      missing_history: What the history planes hold for boards before the start.
      peer: The layout of the program that the encoding comes from.
      planes: The planes in order.
      globals: The features that do not belong to a point, in order. Empty for most
        encodings.
    """

    name: str
    version: int
    summary: str
    perspective: Perspective
    board_count: int
    missing_history: MissingHistory
    peer: PeerLayout
    planes: tuple[FeatureSpec, ...]
    globals: tuple[FeatureSpec, ...] = ()

    def __repr__(self) -> str:
        globals_text = f", {len(self.globals)} globals" if self.globals else ""
        return f"EncodingSpec({self.name!r}, {len(self.planes)} planes{globals_text})"

    def _repr_html_(self) -> str:
        """Returns a table of the planes and the global features for a notebook."""
        features = [("plane", self.planes), ("global", self.globals)]
        rows = [
            [f"{kind} {index}", escaped(feature.name), escaped(feature.meaning)]
            for kind, specs in features
            for index, feature in enumerate(specs)
        ]
        head = f"<p><b>{escaped(self.name)}</b>: {escaped(self.summary)}</p>"
        return f"<div>{head}{table(['', 'name', 'meaning'], rows, left=(0, 1, 2))}</div>"


@dataclass(frozen=True)
class EncodingFamily:
    """A family of encodings with one numeric parameter.

    Attributes:
      name: The name of the family, as in "alphazero".
      parameter: The name of the parameter, as in "history".
      min: The minimum value of the parameter.
      max: The maximum value of the parameter.
      meaning: What the parameter means.
    """

    name: str
    parameter: str
    min: int
    max: int
    meaning: str

    def encoding_name(self, number: int) -> str:
        """Returns the name of the encoding with a parameter value, as in "alphazero:history=4"."""
        return f"{self.name}:{self.parameter}={number}"


@dataclass(frozen=True)
class OverlaySpec:
    """An overlay: an analysis of a position with one integer per point.

    Attributes:
      name: The name, as in "influence".
      meaning: What the numbers mean. Numbers that belong to a color are negative for White.
      min: The minimum number.
      max: The maximum number.
    """

    name: str
    meaning: str
    min: int
    max: int


@dataclass(frozen=True)
class PlayerSpec:
    """A built-in player that can be an opponent.

    Attributes:
      name: The name of the player.
      summary: How it plays, in one sentence.
    """

    name: str
    summary: str


@dataclass(frozen=True)
class ServerLimits:
    """The limits of a server.

    Attributes:
      max_size: The maximum width and height of a board in points.
      max_session_count: The maximum number of open sessions.
      idle_timeout_seconds: The maximum idle timeout of a session, which is the default.
      max_request_bytes: The maximum size of a request in bytes.
      max_lane_count: The maximum number of boards of all vector environments and self-plays.
      max_node_count: The maximum number of nodes reserved by all forests together.
      max_tree_count: The maximum number of trees of all forests together.
      max_analysis_count: The maximum number of concurrent analyses.
      max_analysis_node_count: The maximum number of states that an analysis may search.
      max_analysis_time_seconds: The maximum time of an analysis.
    """

    max_size: int
    max_session_count: int
    idle_timeout_seconds: float
    max_request_bytes: int
    max_lane_count: int
    max_node_count: int
    max_tree_count: int
    max_analysis_count: int
    max_analysis_node_count: int
    max_analysis_time_seconds: float


@dataclass(frozen=True)
class ServiceInfo:
    """A gRPC service of the contract.

    Attributes:
      name: The full name, as in "tengen.v1.TreeService".
      is_enabled: Whether the server answers calls of the service. If not, they raise
        `ServiceDisabledError`.
      how_to_enable: How the operator of the server turns on what is off, as a sentence. Empty if
        everything is on.
      disabled_rpcs: The names of calls that are off although the service is on.
    """

    name: str
    is_enabled: bool
    how_to_enable: str = ""
    disabled_rpcs: tuple[str, ...] = ()

    def __str__(self) -> str:
        return _status_line(self.name, self.is_enabled, "", self.how_to_enable)


@dataclass(frozen=True)
class FeatureInfo:
    """A feature of a server.

    Attributes:
      name: The name: "analyses", "arena", "authentication", "batches", "durable_batches",
        "durable_sessions", "engines", "http", "openenv", "page", "searches", "session_takeover",
        "storage", "trees", or one that a newer server has.
      is_enabled: Whether the feature is on.
      kind: The variant, if there are several: for "storage" "sqlite", "postgresql" or "memory"; for
        "page" "login", "token" or "local". Otherwise empty.
      how_to_enable: How the operator of the server turns it on, as a sentence. Empty if it is on.
    """

    name: str
    is_enabled: bool
    kind: str = ""
    how_to_enable: str = ""

    def __str__(self) -> str:
        return _status_line(self.name, self.is_enabled, self.kind, self.how_to_enable)


def _status_line(name: str, is_enabled: bool, kind: str, how_to_enable: str) -> str:
    status = "on" if is_enabled else "off"
    variant = f" ({kind})" if kind else ""
    return f"{name}: {status}{variant}{'. ' + how_to_enable if how_to_enable else ''}"


@dataclass(frozen=True)
class EngineInfo:
    """An engine of a server: a program that speaks GTP.

    Attributes:
      name: The name as a player, as in "gtp:gnugo".
      start_timeout_seconds: The maximum time from its start until it has set up a board.
      move_timeout_seconds: The maximum time for a move. It loses after that.
      dead_stones: How dead stones are treated in its games: "as-they-stand" or "captured".
    """

    name: str
    start_timeout_seconds: float
    move_timeout_seconds: float
    dead_stones: str


@dataclass(frozen=True)
class StreamLimits:
    """The limits of streams and connections.

    Attributes:
      max_request_bytes: The maximum size of a request of a vector environment, a forest, a
        self-play or an agent, in bytes.
      max_batch_answer_bytes: The maximum size of an answer to a vector environment in bytes,
        without the final rows of ended episodes.
      max_tree_answer_bytes: The maximum size of an answer to a forest in bytes.
      max_calls_per_connection: The maximum number of concurrent calls on one connection, streams
        included.
      max_connection_count: The maximum number of open connections.
      max_connection_count_per_address: The maximum number of open connections from one IP address.
      slow_reader_limit_ms: The time in milliseconds that an answer on a stream may wait for its
        client to read it.
    """

    max_request_bytes: int
    max_batch_answer_bytes: int
    max_tree_answer_bytes: int
    max_calls_per_connection: int
    max_connection_count: int
    max_connection_count_per_address: int
    slow_reader_limit_ms: int


@dataclass(frozen=True)
class ThinkingLimits:
    """The limits of players and analyses that search.

    Attributes:
      max_playout_count: The maximum number of playouts for one move of "monte-carlo:playouts=N".
      max_batch_playout_count: The maximum number of playouts for one move on every board of a
        vector environment together.
      max_thinking_call_count: The maximum number of calls of one connection that run or wait for
        built-in players that search.
      max_running_thinking_call_count: The maximum number of those that run concurrently.
      max_engine_count: The maximum number of engine processes.
      max_engine_count_each: The maximum number of processes of one engine.
      max_waiting_analysis_count: The maximum number of analyses that wait for others.
    """

    max_playout_count: int
    max_batch_playout_count: int
    max_thinking_call_count: int
    max_running_thinking_call_count: int
    max_engine_count: int
    max_engine_count_each: int
    max_waiting_analysis_count: int


@dataclass(frozen=True)
class MemoryUse:
    """One kind of thing that a server reserves memory for.

    Attributes:
      kind: Its name, as in "session".
      is_direct: Whether the memory is outside the heap.
      max_bytes: The maximum that clients may reserve for this kind.
      reserved_bytes: What clients had reserved when the server answered.
    """

    kind: str
    is_direct: bool
    max_bytes: int
    reserved_bytes: int


@dataclass(frozen=True)
class MemoryInfo:
    """The memory that a server keeps on behalf of its clients.

    Attributes:
      max_heap_bytes: The maximum that clients may reserve in the heap.
      max_direct_bytes: The maximum that clients may reserve outside the heap, for messages that
        are on their way.
      uses: What memory is reserved for.
    """

    max_heap_bytes: int
    max_direct_bytes: int
    uses: tuple[MemoryUse, ...]


@dataclass(frozen=True)
class ArenaLimits:
    """The limits of agents and tournaments.

    Attributes:
      max_agent_count: The maximum number of connected agents.
      agent_reconnect_seconds: The time that a disconnected agent with games has to reconnect.
      max_tournament_count: The maximum number of running tournaments. 0: tournaments are off.
      max_arena_game_count: The maximum number of concurrent games of all tournaments. 0:
        tournaments are off.
      max_waiting_call_count: The maximum number of calls that wait for the store. 0: tournaments
        are off.
    """

    max_agent_count: int
    agent_reconnect_seconds: float
    max_tournament_count: int
    max_arena_game_count: int
    max_waiting_call_count: int


@dataclass(frozen=True, repr=False)
class ServerInfo:
    """The description of a server.

        info = client.server_info()
        print(info)                             # what is on and off, and how to turn it on
        info.is_service_enabled("tengen.v1.TreeService")

    Attributes:
      version: The version of the server.
      presets: The rule presets.
      encodings: The encodings that do not belong to a family, and the requested members of
        families.
      players: The built-in players and engines.
      limits: The limits.
      encoding_families: The families of encodings.
      overlays: The overlays.
      tasks: The families of tasks.
      services: Every service of the contract that the server knows, on or off, by name.
      features: Every feature that the server knows, on or off, by name.
      engines: The engines, by name.
      stream_limits: The limits of streams and connections. None: the server is older than they are.
      thinking_limits: The limits of players and analyses that search. None: the server is older
        than they are.
      arena_limits: The limits of agents and tournaments. None: the server serves no agents.
      memory: The memory that clients may reserve, and have reserved. None: the server is older than
        that.
    """

    version: str
    presets: tuple[RulesPreset, ...]
    encodings: tuple[EncodingSpec, ...]
    players: tuple[PlayerSpec, ...]
    limits: ServerLimits
    encoding_families: tuple[EncodingFamily, ...] = ()
    overlays: tuple[OverlaySpec, ...] = ()
    tasks: tuple[TaskFamily, ...] = ()
    services: tuple[ServiceInfo, ...] = ()
    features: tuple[FeatureInfo, ...] = ()
    engines: tuple[EngineInfo, ...] = ()
    stream_limits: StreamLimits | None = None
    thinking_limits: ThinkingLimits | None = None
    arena_limits: ArenaLimits | None = None
    memory: MemoryInfo | None = None

    def encoding(self, name: str) -> EncodingSpec | None:
        """Returns an encoding by its name, in any spelling. None: it is not among `encodings`."""
        return next((each for each in self.encodings if folded(each.name) == folded(name)), None)

    def service(self, name: str) -> ServiceInfo | None:
        """Returns a service by its full name. None: the server does not know it."""
        return next((each for each in self.services if each.name == name), None)

    def feature(self, name: str) -> FeatureInfo | None:
        """Returns a feature by its name. None: the server does not know it."""
        return next((each for each in self.features if each.name == name), None)

    def is_service_enabled(self, name: str) -> bool:
        """Returns whether a service is on, by its full name, as in "tengen.v1.TreeService"."""
        service = self.service(name)
        return service is not None and service.is_enabled

    def is_feature_enabled(self, name: str) -> bool:
        """Returns whether a feature is on, by its name, as in "trees"."""
        feature = self.feature(name)
        return feature is not None and feature.is_enabled

    def __str__(self) -> str:
        """Returns the version, and a line for each service and feature."""
        lines = [f"Tengen {self.version}", *map(str, self.services), *map(str, self.features)]
        return "\n".join(lines)

    def __repr__(self) -> str:
        services = [each.name for each in self.services if each.is_enabled]
        features = [
            f"{each.name} ({each.kind})" if each.kind else each.name
            for each in self.features
            if each.is_enabled
        ]
        return f"ServerInfo(version={self.version!r}, services={services}, features={features})"
