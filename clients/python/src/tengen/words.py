"""The words that arguments accept, as types: editors complete them, and type checkers check them.

Each name that ends in "Word" is a closed list, such as `RewardModeWord`: the values of the enum of
that name. At run time, case, hyphens and underscores do not matter, but type checkers know only the
spelling of these lists. For a word that is not known before run time, pass the member of the enum:
`tengen.RewardMode(word)`.

Each name that ends in "Text" is a closed list of values that the infos of environments have; see
`tengen.infos`.

Each name that ends in "Name" is an open list: the names that a server of this version has. Other
names are strings, such as "monte-carlo:playouts=100" or the name of an engine.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

__all__ = [
    "ArrayFormatWord",
    "AutoresetModeWord",
    "ColorWord",
    "DeadStonesRuleWord",
    "EncodingName",
    "EndReasonText",
    "EnvironmentName",
    "ErrorPolicyWord",
    "HandicapBonusWord",
    "IllegalActionPolicyWord",
    "IllegalReasonText",
    "KoRuleWord",
    "LostBoardPolicyWord",
    "MoveLimitRuleWord",
    "ObservationFormatWord",
    "ObservationLayoutWord",
    "OverlayName",
    "PlayerName",
    "RenderModeWord",
    "RepetitionEndWord",
    "RewardModeWord",
    "RulesPresetName",
    "ScoringRuleWord",
    "SuicideRuleWord",
    "SymmetryText",
    "SymmetryWord",
    "TaxRuleWord",
    "TerminalMaskWord",
    "VectorRenderModeWord",
]

ColorWord: TypeAlias = Literal["black", "white"]
"""A player's `Color`."""

KoRuleWord: TypeAlias = Literal[
    "positional", "situational", "natural-situational", "simple", "none"
]
"""A `KoRule`."""

SuicideRuleWord: TypeAlias = Literal["forbidden", "multi-stone", "any"]
"""A `SuicideRule`."""

ScoringRuleWord: TypeAlias = Literal["area", "territory"]
"""A `ScoringRule`."""

TaxRuleWord: TypeAlias = Literal["none", "seki", "all"]
"""A `TaxRule`."""

HandicapBonusWord: TypeAlias = Literal["none", "n", "n-minus-one"]
"""A `HandicapBonus`."""

DeadStonesRuleWord: TypeAlias = Literal["as-it-stands", "agreement"]
"""A `DeadStonesRule`."""

RepetitionEndWord: TypeAlias = Literal["none", "draw", "loss"]
"""A `RepetitionEnd`."""

RewardModeWord: TypeAlias = Literal["win", "margin", "margin-per-point", "area-delta"]
"""A `RewardMode`."""

IllegalActionPolicyWord: TypeAlias = Literal["reject", "lose", "ignore"]
"""An `IllegalActionPolicy`."""

ObservationFormatWord: TypeAlias = Literal["bits", "uint8", "float32"]
"""An `ObservationFormat`."""

ObservationLayoutWord: TypeAlias = Literal["chw", "hwc"]
"""An `ObservationLayout`."""

ArrayFormatWord: TypeAlias = Literal["packed", "uint8", "float32"]
"""An `ArrayFormat`."""

TerminalMaskWord: TypeAlias = Literal["pass", "none", "all"]
"""A `TerminalMask`."""

LostBoardPolicyWord: TypeAlias = Literal["raise", "reopen"]
"""A `LostBoardPolicy`."""

SymmetryWord: TypeAlias = Literal[
    "identity",
    "rotate-90",
    "rotate-180",
    "rotate-270",
    "flip-rows",
    "flip-columns",
    "transpose",
    "anti-transpose",
    "drawn",
]
"""A `Symmetry`."""

SymmetryText: TypeAlias = Literal[
    "rotate-90",
    "rotate-180",
    "rotate-270",
    "flip-rows",
    "flip-columns",
    "transpose",
    "anti-transpose",
]
"""A `Symmetry` in the info of an environment, which has none for the identity."""

EndReasonText: TypeAlias = Literal[
    "passes",
    "resignation",
    "illegal-action",
    "max-moves",
    "repetition",
    "task-decided",
    "max-illegal-actions",
    "opponent-timeout",
    "opponent-failed",
    "opponent-refused",
    "unknown",
]
"""An `EndReason` in the info of an environment."""

IllegalReasonText: TypeAlias = Literal[
    "episode-over",
    "out-of-range",
    "occupied",
    "suicide",
    "repetition",
    "agreement",
    "no-agreement",
    "not-whole-chains",
    "unknown",
]
"""An `IllegalReason` in the info of an environment."""

AutoresetModeWord: TypeAlias = Literal[
    "next-step", "same-step", "disabled", "NextStep", "SameStep", "Disabled"
]
"""A `gymnasium.vector.AutoresetMode`, in Tengen's or in Gymnasium's spelling."""

MoveLimitRuleWord: TypeAlias = Literal["score", "void"]
"""A `tengen.arena.MoveLimitRule`."""

ErrorPolicyWord: TypeAlias = Literal["raise", "resign"]
"""A `tengen.arena.ErrorPolicy`."""

RenderModeWord: TypeAlias = Literal["ansi", "rgb_array", "human"]
"""The `render_mode` of an environment."""

VectorRenderModeWord: TypeAlias = Literal["ansi", "rgb_array"]
"""The `render_mode` of a vector environment."""

EnvironmentName: TypeAlias = Literal[
    "tengen/Go-v1",
    "tengen/Go5x5-v1",
    "tengen/Go7x7-v1",
    "tengen/Go9x9-v1",
    "tengen/Go13x13-v1",
    "tengen/Go19x19-v1",
    "tengen/Race-v1",
    "tengen/RaceCgt-v1",
    "tengen/RaceClass0-v1",
    "tengen/RaceClass1-v1",
]
"""The id of an environment that `tengen` registers with Gymnasium."""

RulesPresetName: TypeAlias = Literal[
    "tromp-taylor",
    "chinese",
    "chinese-superko",
    "cgos",
    "japanese",
    "korean",
    "aga",
    "bga",
    "french",
    "new-zealand",
    "goe",
    "stone-scoring",
    "ancient-territory",
    "blog-2011",
    "goban-japanese",
    "goban-chinese",
    "openspiel",
    "pgx",
    "pettingzoo-v5",
]
"""The name of a preset of rules, as in `ServerInfo.presets`."""

EncodingName: TypeAlias = Literal[
    "alphazero-17",
    "minigo-17",
    "pgx-17",
    "pettingzoo-v5",
    "leelazero-18",
    "gymgo-6",
    "openspiel-4",
    "alphago-48",
    "katago-v7",
    "tactical",
]
"""The name of an encoding, as in `ServerInfo.encodings`. Members of families have other names."""

PlayerName: TypeAlias = Literal["random", "eye-safe-random", "greedy", "oracle", "monte-carlo"]
"""The name of a built-in player, as in `ServerInfo.players`."""

OverlayName: TypeAlias = Literal["pass-alive", "eyes", "ladders", "age", "influence"]
"""The name of an overlay, as in `ServerInfo.overlays`."""
