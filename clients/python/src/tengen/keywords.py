"""The keyword arguments of some functions, as types for `typing.Unpack`.

A program that passes such arguments on can use these types, too:

    def make_training_boards(**keywords: Unpack[VectorKeywords]) -> tengen.TengenVectorEnv:
        return tengen.make_vec("tengen/Go9x9-v1", 256, **keywords)

The documentation of an argument is that of the function or the class. The defaults of environments
are here, too: their constructors take these types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict

from tengen._arguments import hint

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from gymnasium.vector import AutoresetMode

    from tengen.enums import (
        ArrayFormat,
        Color,
        IllegalActionPolicy,
        KoRule,
        LostBoardPolicy,
        ObservationFormat,
        ObservationLayout,
        RewardMode,
        SuicideRule,
        TerminalMask,
    )
    from tengen.security import TlsChoice
    from tengen.spec import Opponent, Rules, Setup
    from tengen.symmetry import Symmetry
    from tengen.words import (
        ArrayFormatWord,
        AutoresetModeWord,
        ColorWord,
        EncodingName,
        IllegalActionPolicyWord,
        KoRuleWord,
        LostBoardPolicyWord,
        ObservationFormatWord,
        ObservationLayoutWord,
        PlayerName,
        RenderModeWord,
        RewardModeWord,
        RulesPresetName,
        SuicideRuleWord,
        SymmetryWord,
        TerminalMaskWord,
        VectorRenderModeWord,
    )

__all__ = [
    "EnvironmentKeywords",
    "EpisodeKeywords",
    "GoKeywords",
    "LaneKeywords",
    "PettingZooKeywords",
    "RecordKeywords",
    "SessionKeywords",
    "SlotKeywords",
    "VectorKeywords",
]


class EpisodeKeywords(TypedDict, total=False):
    """Keyword arguments that describe episodes, which sessions and environments share."""

    rules: RulesPresetName | str | Rules | dict[str, Any]
    komi: float | None
    setup: Setup | None
    max_moves: int
    reward_mode: RewardMode | RewardModeWord
    score_on_truncation: bool
    illegal_action_policy: IllegalActionPolicy | IllegalActionPolicyWord
    illegal_action_penalty: float
    max_illegal_actions: int
    symmetry: Symmetry | SymmetryWord
    task: str | None


class LaneKeywords(EpisodeKeywords, total=False):
    """The arguments of one board in `lane_arguments` of `tengen.TengenVectorEnv`."""

    opponent: PlayerName | str | None
    agent_color: Color | ColorWord | None


class SlotKeywords(TypedDict, total=False):
    """The arguments of one slot in `slot_arguments` of `tengen.search.SelfPlay`."""

    rules: RulesPresetName | str | Rules | dict[str, Any]
    komi: float | None
    setup: Setup | None
    max_moves: int | None
    score_on_truncation: bool


class EnvironmentKeywords(LaneKeywords, total=False):
    """Keyword arguments that `tengen.GoEnv` and `tengen.TengenVectorEnv` share."""

    tls: TlsChoice
    token: str | None
    encoding: EncodingName | str
    observation_layout: ObservationLayout | ObservationLayoutWord
    terminal_mask: TerminalMask | TerminalMaskWord
    copy: bool


class GoKeywords(EnvironmentKeywords, total=False):
    """The keyword arguments of `tengen.GoEnv`."""

    address: str | None
    render_mode: RenderModeWord | None


class VectorKeywords(EnvironmentKeywords, total=False):
    """The keyword arguments of `tengen.TengenVectorEnv`."""

    address: str | Sequence[str] | None
    weights: Sequence[float] | None
    lost_board_policy: LostBoardPolicy | LostBoardPolicyWord
    autoreset_mode: AutoresetMode | AutoresetModeWord
    array_format: ArrayFormat | ArrayFormatWord
    batch_size: int | None
    lane_arguments: Sequence[Mapping[str, Any]] | None
    render_mode: VectorRenderModeWord | None
    journal: str | None
    rebalance: bool


class PettingZooKeywords(EpisodeKeywords, total=False):
    """The keyword arguments of `tengen.pettingzoo.raw_env`."""

    address: str | None
    tls: TlsChoice
    token: str | None
    encoding: EncodingName | str
    terminal_mask: TerminalMask | TerminalMaskWord
    info_keys: Iterable[str] | None
    render_mode: RenderModeWord | None


class SessionKeywords(EpisodeKeywords, total=False):
    """The keyword arguments of `tengen.Client.create_session`, except `encodings`."""

    ko: KoRule | KoRuleWord | None
    suicide: SuicideRule | SuicideRuleWord | None
    passes_to_end: int | None
    opponent: Opponent | PlayerName | str | None
    seed: int | None
    observation_format: ObservationFormat | ObservationFormatWord
    observation_layout: ObservationLayout | ObservationLayoutWord
    idle_timeout_seconds: float | None
    seats: bool
    spectator: bool
    copy: bool


class RecordKeywords(TypedDict, total=False):
    """The keyword arguments of `tengen.Client.import_record`, except `encodings`."""

    move_number: int | None
    rules: RulesPresetName | str | Rules | dict[str, Any] | None
    komi: float | None
    max_moves: int
    opponent: Opponent | PlayerName | str | None
    seed: int | None
    idle_timeout_seconds: float | None
    strict: bool


EPISODE_DEFAULTS: Mapping[str, Any] = {
    "rules": "tromp-taylor",
    "komi": None,
    "setup": None,
    "max_moves": 0,
    "reward_mode": "win",
    "score_on_truncation": False,
    "illegal_action_policy": "lose",
    "illegal_action_penalty": 0.0,
    "max_illegal_actions": 0,
    "symmetry": "identity",
    "task": None,
}
"""The defaults of `EpisodeKeywords` in environments."""

COMMON_DEFAULTS: Mapping[str, Any] = {
    **EPISODE_DEFAULTS,
    "address": None,
    "tls": None,
    "token": None,
    "encoding": "alphazero-17",
    "terminal_mask": "pass",
    "render_mode": None,
}

GO_DEFAULTS: Mapping[str, Any] = {
    **COMMON_DEFAULTS,
    "opponent": "eye-safe-random",
    "agent_color": None,
    "observation_layout": "chw",
    "copy": True,
}
"""The defaults of `GoKeywords`."""

VECTOR_DEFAULTS: Mapping[str, Any] = {
    **GO_DEFAULTS,
    "autoreset_mode": "next-step",
    "array_format": "uint8",
    "batch_size": None,
    "lane_arguments": None,
    "journal": None,
    "rebalance": False,
    "weights": None,
    "lost_board_policy": "raise",
}
"""The defaults of `VectorKeywords`."""

PETTING_ZOO_DEFAULTS: Mapping[str, Any] = {**COMMON_DEFAULTS, "info_keys": None}
"""The defaults of `PettingZooKeywords`."""


def completed(kind: type, defaults: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the keyword arguments of a constructor, with the defaults of those not given.

    Raises:
      TypeError: An argument is unknown.
    """
    require_known(kind, defaults, given)
    return {**defaults, **given}


def require_known(kind: type, known: Collection[str], given: Iterable[str]) -> None:
    """Checks the names of the keyword arguments of a constructor.

    Raises:
      TypeError: An argument is unknown.
    """
    for name in given:
        if name not in known:
            raise TypeError(
                f"{kind.__name__}() got an unexpected keyword argument {name!r}{hint(name, known)}"
            )
