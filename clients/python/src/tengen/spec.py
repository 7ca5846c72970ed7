"""The specification of an environment: board, rules, rewards, observations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tengen.enums import Color, ObservationFormat, ObservationLayout
from tengen.symmetry import Symmetry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tengen.enums import (
        DeadStonesRule,
        HandicapBonus,
        IllegalActionPolicy,
        KoRule,
        RepetitionEnd,
        RewardMode,
        ScoringRule,
        SuicideRule,
        TaxRule,
    )
    from tengen.words import (
        DeadStonesRuleWord,
        HandicapBonusWord,
        KoRuleWord,
        PlayerName,
        RepetitionEndWord,
        RulesPresetName,
        ScoringRuleWord,
        SuicideRuleWord,
        TaxRuleWord,
    )

__all__ = ["EnvironmentSpec", "Opponent", "Rules", "Setup"]


@dataclass(frozen=True)
class Rules:
    """The rules of play: a preset, and values that override it.

    Attributes:
      preset: The name of a preset, as in `ServerInfo.presets`.
      komi: Points given to White, a multiple of one half in [-1000, 1000]. None: the preset's.
      ko: Which repetitions are forbidden. None: the preset's.
      suicide: Which suicides are allowed. None: the preset's.
      passes_to_end: The number of consecutive passes that end play, 2 or 3. None: the preset's.
      scoring: How points are counted. None: the preset's.
      tax: The group tax. None: the preset's.
      handicap_bonus: Points given to White for handicap stones. None: the preset's.
      dead_stones: Which stones count as dead at the end. None: the preset's.
      repetition_end: What a repetition does that `ko` allows. None: the preset's.
      friendly_pass_ok: Whether players may pass before they have captured dead stones. Some
        encodings show it. None: the preset's.
      hash: A 64-bit hash of the rules, set by the server. Equal rules have equal hashes.
      katago_json: The rules without komi in KataGo's JSON format, set by the server. Empty if that
        format cannot express them.
    """

    preset: RulesPresetName | str = "tromp-taylor"
    komi: float | None = None
    ko: KoRule | KoRuleWord | None = None
    suicide: SuicideRule | SuicideRuleWord | None = None
    passes_to_end: int | None = None
    scoring: ScoringRule | ScoringRuleWord | None = None
    tax: TaxRule | TaxRuleWord | None = None
    handicap_bonus: HandicapBonus | HandicapBonusWord | None = None
    dead_stones: DeadStonesRule | DeadStonesRuleWord | None = None
    repetition_end: RepetitionEnd | RepetitionEndWord | None = None
    friendly_pass_ok: bool | None = None
    hash: int = field(default=0, compare=False)
    katago_json: str = field(default="", compare=False)


@dataclass(frozen=True)
class Setup:
    """A starting position. The superko history begins with it.

    Attributes:
      black_points: The points of black stones, `row * width + column`, row 0 at the top.
      white_points: The points of white stones. Every chain must have a liberty.
      player_to_move: The player that moves first. None: White if there are handicap stones,
        otherwise Black.
      handicap: The number of handicap stones, 0 or at least 2, for which some rules give points to
        White. The stones themselves must be in `black_points`.
    """

    black_points: Sequence[int] = ()
    white_points: Sequence[int] = ()
    player_to_move: Color | None = None
    handicap: int = 0


@dataclass(frozen=True)
class Opponent:
    """A built-in player that moves for one color inside the environment.

    Attributes:
      player: The name of the player, as in `ServerInfo.players`.
      color: The color of the player. None, only with a task: the color that the agent does not
        play in the episode.
    """

    player: PlayerName | str
    color: Color | None = Color.WHITE


@dataclass(frozen=True)
class EnvironmentSpec:
    """The specification of an environment, with every default filled in by the server.

    Attributes:
      width: The number of columns.
      height: The number of rows.
      rules: The rules, with every value filled in.
      setup: The position at the start of every episode.
      max_moves: The number of moves after which an episode is truncated. -1: unlimited.
      reward_mode: How rewards are computed.
      score_on_truncation: Whether a truncated episode is rewarded as if it had ended there.
      illegal_action_policy: What an illegal action does.
      illegal_action_penalty: The penalty of the mover for an illegal action that is ignored.
      max_illegal_actions: The number of ignored illegal actions after which an episode is
        truncated. -1: unlimited.
      encodings: The names of the encodings of observations.
      opponent: The opponent inside the environment. None: the client moves for both colors.
      observation_format: The number format of planes in transit.
      observation_layout: The axis order of observations.
      symmetry: The symmetry of the agent's observations and actions; DRAWN if each episode has a
        random one.
      task: The name of the task that defines the episodes. Empty: whole games.
    """

    width: int
    height: int
    rules: Rules
    setup: Setup
    max_moves: int
    reward_mode: RewardMode
    score_on_truncation: bool
    illegal_action_policy: IllegalActionPolicy
    illegal_action_penalty: float
    max_illegal_actions: int
    encodings: tuple[str, ...]
    opponent: Opponent | None
    observation_format: ObservationFormat = ObservationFormat.BITS
    observation_layout: ObservationLayout = ObservationLayout.CHW
    symmetry: Symmetry = Symmetry.IDENTITY
    task: str = ""
