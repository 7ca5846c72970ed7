"""Writes the prompt that asks a model for a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llm_player.rules import rules_in_words
from tengen.render.text import COLUMN_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from llm_player.position import Position

FORMS = ("text", "json", "both")
"""The forms in which a prompt can show the position."""

LONGEST_QUOTE = 200
"""The maximum number of characters of a rejected answer that the prompt quotes."""

REQUEST = (
    "Say in one or two sentences what you think. Then end with one line that begins with MOVE: and"
    " names one of the legal moves, or resign."
)


def write_prompt(
    position: Position, refusals: Sequence[tuple[str | None, str]] = (), *, form: str = "both"
) -> str:
    """Returns the prompt that asks for a move. It does not depend on earlier prompts.

    Args:
      position: The position.
      refusals: The answers rejected since the last move, each with its reason. An answer of None
        means that the model failed.
      form: How the position is shown, one of `FORMS`.

    Raises:
      ValueError: There is no such form.
    """
    if form not in FORMS:
        raise ValueError(f"form {form!r} is not one of {', '.join(FORMS)}")
    parts = [introduction(position), "\n".join(f"- {s}" for s in rules_in_words(position.rules))]
    if form != "json":
        parts.append(position.as_text())
    if form != "text":
        parts.append(f"The position as JSON:\n{position.as_json()}")
    parts.append(f"Legal moves: {' '.join(position.legal)}")
    parts += [refusal_in_words(answer, reason) for answer, reason in refusals]
    return "\n\n".join([*parts, REQUEST])


def introduction(position: Position) -> str:
    """Returns the introduction: the players, and the names of points."""
    height, width = position.board.shape
    player, other = position.to_move, position.to_move.other
    return (
        f"You play {player.name.title()} in a game of Go on a board of {width} columns and"
        f" {height} rows against {other.name.title()}, and it is your turn.\n"
        "Black's stones are X, White's are O, empty points are dots. A point is named by its"
        f" column and row, as in {COLUMN_NAMES[0]}1: columns are {' '.join(COLUMN_NAMES[:width])}"
        f" from the left (I is left out), rows are 1 to {height} from the bottom.\n"
        "The rules:"
    )


def refusal_in_words(answer: str | None, reason: str) -> str:
    """Returns the text that explains a rejected answer."""
    if answer is None:
        return f"You were asked before. There was no answer: {reason}."
    shown = answer if len(answer) <= LONGEST_QUOTE else f"...{answer[-LONGEST_QUOTE:]}"
    return f"You were asked before, and answered:\n{shown}\nThat does not count: {reason}."
