"""The environments that are compared, the rules that they state, and what was found in them.

A finding has one of three classes:

- `fault`: wrong by the environment's own rules, or by any reading of the rules of Go.
- `documentation`: different from what its documentation states.
- `choice`: a rule other than Tromp-Taylor's, or a plane other than AlphaZero's, on purpose. This is
  no fault.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from tengen.conformance import ReferenceGame
from tengen.enums import KoRule, RepetitionEnd

FAULT, DOCUMENTATION, CHOICE = "fault", "documentation", "choice"


@dataclass(frozen=True)
class RuleSet:
    """Rules that an environment is compared with.

    Attributes:
      finding_class: The class of what is different under these rules and not under earlier ones.
      ko: Which repetitions are forbidden.
      is_suicide_legal: Whether suicide is legal.
      repetition_end: What a play does that recreates an earlier coloring although `ko` allows it.
    """

    finding_class: str
    ko: KoRule
    is_suicide_legal: bool
    repetition_end: RepetitionEnd = RepetitionEnd.NONE

    def game(self, size: int) -> ReferenceGame:
        """Returns a new game."""
        return ReferenceGame(
            size,
            size,
            ko=self.ko,
            is_suicide_legal=self.is_suicide_legal,
            repetition_end=self.repetition_end,
        )


TROMP_TAYLOR = RuleSet(CHOICE, KoRule.POSITIONAL, is_suicide_legal=True)


@dataclass(frozen=True)
class Finding:
    """Something that an environment does differently.

    Attributes:
      id: Its name in commands.
      kind: The kind of difference, as `compare.differences` names it, or "probe:NAME".
      finding_class: FAULT, DOCUMENTATION or CHOICE.
      title: What the environment does.
      right: What it should do, with the rule of rules.md or the statement that it contradicts.
      note: What lessens or explains it.
      rule_set: The index of the rules that it is a difference from. None: the first under which it
        occurs.
      moves: The moves that show it, for a position that was made by hand. None: searched.
      size: The size of the board of a position that was made by hand.
    """

    id: str
    kind: str
    finding_class: str
    title: str
    right: str
    note: str = ""
    rule_set: int | None = None
    moves: tuple[int, ...] | None = None
    size: int = 0


@dataclass(frozen=True)
class PeerEnvironment:
    """An environment of another project.

    Attributes:
      id: Its name in commands, and of its virtual environment.
      name: Its name on the page.
      version: The version that is installed.
      requirements: What pip installs.
      worker: The program in `workers` that plays in it.
      size_argument: The argument that takes the size of the board.
      arguments: Its other arguments.
      preset: Our preset with its rules, for the conformance kit.
      states: The rules that its documentation or source states, and where.
      layout: The planes that it states: "alphazero-17" or "openspiel-4".
      rule_sets: The rules that it is compared with, in the order of attribution.
      findings: What was found.
      holds: Probes that found nothing wrong, with what they examine.
    """

    id: str
    name: str
    version: str
    requirements: tuple[str, ...]
    worker: str
    size_argument: str
    preset: str
    states: str
    layout: str
    rule_sets: tuple[RuleSet, ...]
    findings: tuple[Finding, ...]
    arguments: dict[str, Any] = field(default_factory=dict)
    holds: dict[str, str] = field(default_factory=dict)

    def arguments_for(self, size: int, komi: float) -> dict[str, Any]:
        """Returns the arguments for a size and komi."""
        return {**self.arguments, self.size_argument: size, "komi": komi}

    def finding(self, finding_id: str) -> Finding:
        """Returns the finding with an id."""
        return next(finding for finding in self.findings if finding.id == finding_id)


SIMPLE_KO = RuleSet(FAULT, KoRule.SIMPLE, is_suicide_legal=False)
DRAWN_REPETITION = RuleSet(
    FAULT, KoRule.SIMPLE, is_suicide_legal=False, repetition_end=RepetitionEnd.DRAW
)
LOST_REPETITION = RuleSet(
    FAULT, KoRule.SIMPLE, is_suicide_legal=False, repetition_end=RepetitionEnd.LOSS
)
POSITIONAL_WITHOUT_SUICIDE = RuleSet(FAULT, KoRule.POSITIONAL, is_suicide_legal=False)

SITUATIONAL_AND_LOST = RuleSet(
    DOCUMENTATION,
    KoRule.SITUATIONAL,
    is_suicide_legal=True,
    repetition_end=RepetitionEnd.LOSS,
)
SITUATIONAL_WITHOUT_SUICIDE = RuleSet(
    DOCUMENTATION,
    KoRule.SITUATIONAL,
    is_suicide_legal=False,
    repetition_end=RepetitionEnd.LOSS,
)

NO_TIES_BY_DEFAULT = "Only with an integer komi; the default of 7.5 has no ties."
TIE_IS_A_TIE = "Equal scores are a tie (rule 6)."
SUICIDE_IS_LEGAL = "Suicide is legal (rule 3)."
NO_REPETITION = "A play may not recreate an earlier coloring (rule 4)."
COLOR_PLANE = Finding(
    "color-plane",
    "color-plane",
    CHOICE,
    "The last plane is one for White",
    "In AlphaZero's planes it is one for Black.",
)

PETTINGZOO = PeerEnvironment(
    id="pettingzoo",
    name="PettingZoo go_v5",
    version="1.27.0",
    requirements=("pettingzoo==1.27.0", "pygame-ce==2.5.8", "numpy==2.4.6"),
    worker="pettingzoo_go.py",
    size_argument="board_size",
    preset="pettingzoo-v5",
    states=(
        "Its page names a game that ends with two passes, and planes as AlphaZero has them "
        "since version 5. It states no rule of ko, suicide or ties. A comment in its board "
        "code, which comes from MiniGo, names no suicide, area scores and a rough form of "
        "positional superko. Its own rules are taken to be simple ko, no suicide and area "
        "scores."
    ),
    layout="alphazero-17",
    rule_sets=(SIMPLE_KO, TROMP_TAYLOR),
    findings=(
        Finding(
            "tie",
            "wrong-tie",
            FAULT,
            "Pays a tie as a win of White",
            TIE_IS_A_TIE,
            NO_TIES_BY_DEFAULT,
        ),
        Finding(
            "instances",
            "probe:instances",
            FAULT,
            "An environment of one size breaks when one of another size is created in the process",
            "The size is kept in variables of a module, which the constructor overwrites.",
            "Environments of equal size do not disturb each other, nor do processes.",
        ),
        Finding(
            "picture",
            "probe:picture",
            FAULT,
            "Draws the board with rows and columns exchanged",
            "Its page counts action 1 as row 0 and column 1.",
        ),
        Finding(
            "planes",
            "planes",
            DOCUMENTATION,
            "The newest two planes are swapped, and so is every second older pair",
            "Its page: plane 0 has the stones of the current player.",
            "They are drawn when a move is made, from the view of the player who made it.",
        ),
        Finding(
            "color-plane",
            "color-plane",
            DOCUMENTATION,
            "The last plane is one for White",
            "Its page: one for black_0, zero for white_0.",
        ),
        Finding(
            "observation-shape",
            "probe:observation-shape",
            DOCUMENTATION,
            "Observations have 17 planes",
            "Its page describes 3.",
        ),
        Finding(
            "parallel",
            "probe:parallel",
            DOCUMENTATION,
            "There is no parallel API",
            "Its page lists one.",
        ),
        Finding(
            "superko",
            "allows-repetition",
            CHOICE,
            "Allows plays that recreate an earlier position, except the retaking of a ko",
            NO_REPETITION,
        ),
        Finding("suicide", "forbids-suicide", CHOICE, "Forbids suicide", SUICIDE_IS_LEGAL),
    ),
    holds={"illegal": "an illegal action loses, as its page states"},
)

OPEN_SPIEL = PeerEnvironment(
    id="open-spiel",
    name="OpenSpiel go",
    version="2.0.2",
    requirements=("open_spiel==2.0.2", "numpy==2.4.6"),
    worker="open_spiel_go.py",
    size_argument="board_size",
    preset="openspiel",
    states=(
        "Comments in its source name scores as in Tromp-Taylor rules, a tie when a position "
        "recurs because superko rules differ, and a limit of two moves for each point unless "
        "`max_game_length` is given. They name no rule of suicide. Its own rules are taken to "
        "be simple ko, no suicide, area scores, and that tie."
    ),
    layout="openspiel-4",
    rule_sets=(DRAWN_REPETITION, TROMP_TAYLOR),
    findings=(
        Finding(
            "small-handicap",
            "probe:small-handicap",
            FAULT,
            "`go(board_size=9,handicap=2)` loads, but no game of it can be started",
            "Handicap stones are placed as on 19×19, outside of a smaller board.",  # noqa: RUF001
            "Only with the parameter `handicap`.",
        ),
        Finding(
            "large-handicap",
            "probe:large-handicap",
            FAULT,
            "`handicap=10` on 19×19 places no stone and gives White the first move",  # noqa: RUF001
            "It places 2 to 9 stones and accepts other numbers in silence.",
            "Only with the parameter `handicap`.",
        ),
        Finding(
            "length-of-one",
            "probe:length-of-one",
            FAULT,
            "A game with `max_game_length=1` continues after one move",
            "`max_game_length` is the maximum number of moves.",
            "Only with this value.",
        ),
        Finding(
            "superko",
            "allows-repetition",
            CHOICE,
            "Allows plays that recreate an earlier position, and ends the game with a tie",
            NO_REPETITION,
            "The planes do not show which plays do so.",
        ),
        Finding("suicide", "forbids-suicide", CHOICE, "Forbids suicide", SUICIDE_IS_LEGAL),
    ),
    holds={"copies": "clones, pickles and undone moves equal the original"},
)

PGX = PeerEnvironment(
    id="pgx",
    name="Pgx Go",
    version="2.6.0",
    requirements=("pgx==2.6.0", "jax==0.10.2", "numpy==2.4.6"),
    worker="pgx_go.py",
    size_argument="size",
    preset="pgx",
    states=(
        "Its documentation names Tromp-Taylor rules with a compromise for superko: "
        "situational superko for the mask, and a play that recreates a coloring loses at "
        "once. It also names a limit of two moves for each point, and rewards of 1 and -1. "
        "Its own rules are taken to be simple ko, no suicide, area scores, and that loss."
    ),
    layout="alphazero-17",
    rule_sets=(LOST_REPETITION, SITUATIONAL_AND_LOST, TROMP_TAYLOR),
    findings=(
        Finding(
            "tie",
            "wrong-tie",
            FAULT,
            "Pays a tie as a win of White",
            TIE_IS_A_TIE,
            NO_TIES_BY_DEFAULT,
        ),
        Finding(
            "large-board",
            "ends-early",
            FAULT,
            "On boards larger than 19×19, reports repetitions that are none",  # noqa: RUF001
            "No two of the positions are equal.",
            "Its documentation shows 9×9 and 19×19; the class accepts any size.",  # noqa: RUF001
            moves=(361, 362, 363, 364, 365),
            size=20,
        ),
        Finding(
            "situational",
            "allows-repetition",
            DOCUMENTATION,
            "The mask allows plays that recreate an earlier position with the same player to move",
            "Situational superko, which its documentation names, forbids them.",
            "It forbids the retaking of a ko alone.",
        ),
        Finding(
            "suicide",
            "forbids-suicide",
            DOCUMENTATION,
            "Forbids suicide",
            "Suicide is legal in Tromp-Taylor rules (rule 3), which its documentation names.",
            rule_set=2,
        ),
        Finding(
            "superko",
            "allows-repetition",
            CHOICE,
            "Allows plays that recreate an earlier position, and ends the game with a loss",
            NO_REPETITION,
            "Its documentation explains this.",
            rule_set=2,
        ),
        replace(COLOR_PLANE, note="Its documentation: the color of the player, without values."),
    ),
    holds={
        "copies": "moves in a copy leave the state unchanged",
        "seeds": "the seed decides who is Black",
        "illegal": "an illegal action loses",
    },
)

ENVPOOL = PeerEnvironment(
    id="envpool",
    name="EnvPool Go9x9-v1",
    version="1.2.5",
    requirements=("envpool==1.2.5", "numpy==2.4.6"),
    worker="envpool_go.py",
    size_argument="board_size",
    preset="pgx",
    states=(
        "Its documentation names the rules of Pgx: scores as in Tromp-Taylor rules, no "
        "suicide, situational superko for the mask, and a play that recreates a coloring "
        "loses. Its own rules are taken to be the same with simple ko. The positions use its "
        "configuration `board_size`."
    ),
    layout="alphazero-17",
    arguments={"task": "Go9x9-v1"},
    rule_sets=(LOST_REPETITION, SITUATIONAL_WITHOUT_SUICIDE, TROMP_TAYLOR),
    findings=(
        Finding(
            "tie",
            "wrong-tie",
            FAULT,
            "Pays a tie as a win of White",
            TIE_IS_A_TIE,
            NO_TIES_BY_DEFAULT,
        ),
        Finding(
            "area",
            "area",
            DOCUMENTATION,
            "`black_area` and `white_area` count the empty board for both players",
            "Points that reach no color belong to nobody (rule 5).",
            "Both counts are too high by the same number, so results do not change.",
        ),
        Finding(
            "situational",
            "allows-repetition",
            DOCUMENTATION,
            "The mask allows plays that recreate an earlier position with the same player to move",
            "Situational superko, which its documentation names, forbids them.",
            "It forbids the retaking of a ko alone. It writes SSK, which Pgx expands so.",
        ),
        Finding(
            "superko",
            "allows-repetition",
            CHOICE,
            "Allows plays that recreate an earlier position, and ends the game with a loss",
            NO_REPETITION,
            "Its documentation states this.",
            rule_set=2,
        ),
        Finding("suicide", "forbids-suicide", CHOICE, "Forbids suicide", SUICIDE_IS_LEGAL),
        replace(COLOR_PLANE, note="Its documentation does not describe this plane."),
    ),
    holds={
        "instances": "environments of two sizes in one process",
        "seeds": "the seed decides who is Black",
    },
)

ENVPOOL_CHINESE = replace(
    ENVPOOL,
    id="envpool-chinese",
    name="EnvPool ChineseGo9x9-v1",
    preset="cgos",
    states=(
        "Its documentation names area scores, no suicide, and positional superko in the mask. "
        "The positions use its configuration `board_size`."
    ),
    arguments={"task": "ChineseGo9x9-v1"},
    rule_sets=(POSITIONAL_WITHOUT_SUICIDE, TROMP_TAYLOR),
    findings=tuple(
        finding for finding in ENVPOOL.findings if finding.id in ("tie", "suicide", "color-plane")
    ),
)

ENVIRONMENTS = (PETTINGZOO, OPEN_SPIEL, PGX, ENVPOOL, ENVPOOL_CHINESE)
"""All environments, in the order of the page."""
