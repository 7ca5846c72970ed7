"""A game record with what the model said."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from llm_player.player import Turn

# In values, a closing bracket has a backslash before it, so that none of them looks like a move.
MOVE = re.compile(r";[BW]\[[a-z]*\]")

LONGEST_COMMENT = 4_000
"""Characters of an answer that a comment has; of a longer one it has the end."""


def annotate(sgf: str, turns: Iterable[Turn], names: Mapping[str, str]) -> str:
    """Returns a record with the model's answers as comments, each on the move it led to.

    What ended in a resignation is a comment on the move before it.

    Args:
      sgf: The record as the server exports it.
      turns: Those of the model.
      names: The players, as in `{"PB": "Black's name", "PW": "White's"}`.
    """
    moves = list(MOVE.finditer(sgf))
    comments: dict[int, list[str]] = {}
    for turn in turns:
        node = turn.move_number + (turn.move != "resign")
        comments.setdefault(node, []).append(comment(turn))
    # The first node has all but the moves.
    end = moves[0].start() if moves else sgf.rindex(")")
    parts = [sgf[:end].rstrip()]
    parts += [f"{name}[{escape(value)}]" for name, value in names.items()]
    parts += [property_of(comments.get(0)), "\n"]
    for number, move in enumerate(moves, start=1):
        parts += [sgf[end : move.end()], property_of(comments.get(number))]
        end = move.end()
    return "".join([*parts, sgf[end:]])


def comment(turn: Turn) -> str:
    """Returns what was said until a move was made."""
    parts = []
    for said in turn.exchanges:
        parts.append(
            "(no answer)" if said.answer is None else said.answer[-LONGEST_COMMENT:] or "(empty)"
        )
        if said.refusal is not None:
            parts.append(f"(refused: {said.refusal})")
    if turn.is_stuck:
        parts.append(f"(after {len(turn.exchanges)} attempts: {turn.move})")
    return "\n".join(parts)


def property_of(comments: list[str] | None) -> str:
    """Returns comments as a property, or nothing if there is none."""
    text = "\n".join(comments or [])
    return f"C[{escape(text)}]" if text else ""


def escape(text: str) -> str:
    """Returns a text as the value of a property."""
    return re.sub(r"([\]\\:])", r"\\\1", text)
