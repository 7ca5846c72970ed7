"""What an environment is: board, rules, rewards, observations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tengen.enums import Color, ObservationLayout, WireFormat
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


@dataclass(frozen=True)
class Rules:
    """Rules of play: a preset, and values that replace single ones of it.

    Attributes:
      preset: Name of a preset, as in `ServerInfo.presets`.
      komi: Points given to White, a multiple of one half in [-1000, 1000]. None: the preset's.
      ko: Which repetitions are forbidden. None: the preset's.
      suicide: Which suicides are allowed. None: the preset's.
      passes_to_end: Passes in a row that end the play, 2 or 3. None: the preset's.
      scoring: What points are. None: the preset's.
      tax: What groups cost their owner. None: the preset's.
      handicap_bonus: Points given to White for handicap stones. None: the preset's.
      dead_stones: Which stones are taken for dead at the end. None: the preset's.
      repetition_end: What a repetition does that `ko` lets be. None: the preset's.
      friendly_pass_ok: Whether players may pass before they have captured dead stones, which some
        encodings tell. None: the preset's.
      hash: 64 bits over all of these, in rules that a server tells; equal rules have equal hashes.
      katago_json: In rules that a server tells, the rules without komi in the JSON that KataGo
        reads; empty where they cannot be said so.
    """

    preset: str = "tromp-taylor"
    komi: float | None = None
    ko: KoRule | str | None = None
    suicide: SuicideRule | str | None = None
    passes_to_end: int | None = None
    scoring: ScoringRule | str | None = None
    tax: TaxRule | str | None = None
    handicap_bonus: HandicapBonus | str | None = None
    dead_stones: DeadStonesRule | str | None = None
    repetition_end: RepetitionEnd | str | None = None
    friendly_pass_ok: bool | None = None
    hash: int = field(default=0, compare=False)
    katago_json: str = field(default="", compare=False)


@dataclass(frozen=True)
class Setup:
    """A position to start from. Superko history begins with it.

    Attributes:
      black_points: Points of black stones, `row * width + column`; row 0 is the top row.
      white_points: Points of white stones. Every chain must have a liberty.
      player_to_move: Who moves first. None: Black, or White where there are handicap stones.
      handicap: Count of handicap stones, 0 or 2 and more, for which some rules give White points.
        The stones themselves are among `black_points`.
    """

    black_points: Sequence[int] = ()
    white_points: Sequence[int] = ()
    player_to_move: Color | None = None
    handicap: int = 0


@dataclass(frozen=True)
class Opponent:
    """A built-in player that moves for one color, inside the environment.

    Attributes:
      player: Name of the player, as in `ServerInfo.players`.
      color: The color it plays. None, in environments with a task: the one that the agent of each
        episode does not play.
    """

    player: str
    color: Color | None = Color.WHITE


@dataclass(frozen=True)
class EnvironmentSpec:
    """An environment with every default filled in, as the server tells it.

    Attributes:
      width: Points in a row.
      height: Points in a column.
      rules: The rules in full.
      setup: The position at the start of every episode.
      max_moves: Moves after which an episode is truncated. -1: unlimited.
      reward_mode: What is paid.
      score_on_truncation: Whether a truncated episode is paid as if it had ended there.
      illegal_action_policy: What an illegal action does.
      illegal_action_penalty: What the mover pays for an illegal action that is ignored.
      encodings: Names of the encodings in which `reset` and `step` observe.
      opponent: The player in the environment. None: the client moves for both colors.
      wire_format: What a number of a plane is on the way here.
      observation_layout: The order of the axes of observations.
      symmetry: By which symmetry the agent sees the board; DRAWN where each episode has its own.
      task: Name of the task that episodes are of. Empty: they are whole games.
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
    encodings: tuple[str, ...]
    opponent: Opponent | None
    wire_format: WireFormat = WireFormat.BITS
    observation_layout: ObservationLayout = ObservationLayout.CHW
    symmetry: Symmetry = Symmetry.IDENTITY
    task: str = ""
