"""The rules of Go in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tengen import DeadStonesRule, KoRule, RepetitionEnd, ScoringRule, SuicideRule, TaxRule

if TYPE_CHECKING:
    from tengen import Rules

BASICS = (
    "Black and White take turns: each puts a stone of its color on an empty point, or passes.",
    "Stones of one color that are neighbors along the lines form a chain.",
    "The empty points beside a chain are its liberties.",
    "After a stone is played, chains of the other color without a liberty are taken off the board.",
)

KO = {
    KoRule.POSITIONAL: "A play must not repeat an earlier board position of this game.",
    KoRule.SITUATIONAL: "A play must not repeat an earlier board position of this game with the"
    " same player to move.",
    KoRule.NATURAL_SITUATIONAL: "A play must not repeat a board position that an earlier play of"
    " the same player created.",
    KoRule.SIMPLE: "A play must not restore the board position before the opponent's last play.",
    KoRule.NONE: "Boards may repeat.",
}

SUICIDE = {
    SuicideRule.FORBIDDEN: "A play that would leave its own chain without a liberty is illegal.",
    SuicideRule.MULTI_STONE: "A play that leaves its own chain without a liberty takes that chain"
    " off the board; it is illegal if the chain is only that one stone.",
    SuicideRule.ANY: "A play that leaves its own chain without a liberty takes that chain off the"
    " board, unless the resulting board is forbidden.",
}

SCORING = {
    ScoringRule.AREA: "A player's points are its stones on the board, and the empty points from"
    " which only its own stones can be reached along empty points.",
    ScoringRule.TERRITORY: "A player's points are the empty points from which only its own stones"
    " can be reached along empty points, and the stones that it has captured.",
}

TAX = {
    TaxRule.NONE: "",
    TaxRule.SEKI: "Empty points that are surrounded by stones in seki do not count.",
    TaxRule.ALL: "Empty points that are surrounded by stones in seki do not count, and each other"
    " group costs its owner two points.",
}

DEAD_STONES = {
    DeadStonesRule.AS_IT_STANDS: "No stone counts as dead: capture dead stones before you pass.",
    DeadStonesRule.AGREEMENT: "Then each player passes once more, and the board is scored as it"
    " stands: capture dead stones before you pass.",
}

REPETITION_END = {
    RepetitionEnd.NONE: "",
    RepetitionEnd.DRAW: "A repeated board position ends the game as a draw.",
    RepetitionEnd.LOSS: "A player who repeats a board position loses the game.",
}

COUNTS = {2: "Two", 3: "Three"}


def rules_in_words(rules: Rules) -> list[str]:
    """Returns the rules as sentences.

    Args:
      rules: The rules, with every value filled in by the server.
    """
    passes = COUNTS[rules.passes_to_end or 2]
    sentences = [
        *BASICS,
        SUICIDE[SuicideRule(rules.suicide)],
        KO[KoRule(rules.ko)] + " A pass is always legal.",
        REPETITION_END[RepetitionEnd(rules.repetition_end)],
        f"{passes} consecutive passes end the play.",
        DEAD_STONES[DeadStonesRule(rules.dead_stones)],
        SCORING[ScoringRule(rules.scoring)],
        TAX[TaxRule(rules.tax)],
        f"White gets {rules.komi:g} points of komi. The player with more points wins.",
    ]
    return [sentence for sentence in sentences if sentence]
