"""What a server offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tengen.spec import Rules


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
class PlaneSpec:
    """One plane of an encoding: its name, and what a one in it means."""

    name: str
    meaning: str


@dataclass(frozen=True)
class EncodingSpec:
    """An observation encoding.

    Attributes:
      name: Its name, as in "alphazero-17".
      version: Version of its definition, from 1.
      summary: What it is, in one sentence.
      planes: Its planes in order.
    """

    name: str
    version: int
    summary: str
    planes: tuple[PlaneSpec, ...]


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
    """

    max_size: int
    max_session_count: int
    idle_timeout_ms: int
    max_request_bytes: int
    max_lane_count: int


@dataclass(frozen=True)
class ServerInfo:
    """What a server offers: version, rule presets, encodings, players, limits."""

    version: str
    presets: tuple[RulesPreset, ...]
    encodings: tuple[EncodingSpec, ...]
    players: tuple[PlayerSpec, ...]
    limits: ServerLimits
