"""Adds the answers of a model to a game record."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from llm_player.player import Turn

# Closing brackets in values are escaped by a backslash, so that no value looks like a move.
MOVE = re.compile(r";[BW]\[[a-z]*\]")

LONGEST_COMMENT = 4_000
"""The maximum number of characters of an answer in a comment. Longer answers lose their start."""


def annotate(sgf: str, turns: Iterable[Turn], names: Mapping[str, str]) -> str:
    """Returns a record with the model's answers as comments on its moves.

    Answers that led to a resignation are comments on the previous move.

    Args:
      sgf: The record as exported by the server.
      turns: The turns of the model.
      names: The names of the players, as in `{"PB": "Black's name", "PW": "White's name"}`.
    """
    moves = list(MOVE.finditer(sgf))
    comments: dict[int, list[str]] = {}
    for turn in turns:
        node = turn.move_number + (turn.move != "resign")
        comments.setdefault(node, []).append(comment(turn))
    # The first node contains everything except the moves.
    end = moves[0].start() if moves else sgf.rindex(")")
    parts = [sgf[:end].rstrip()]
    parts += [f"{name}[{escape(value)}]" for name, value in names.items()]
    parts += [property_of(comments.get(0)), "\n"]
    for number, move in enumerate(moves, start=1):
        parts += [sgf[end : move.end()], property_of(comments.get(number))]
        end = move.end()
    return "".join([*parts, sgf[end:]])


def comment(turn: Turn) -> str:
    """Returns the comment for a turn."""
    parts = []
    for said in turn.exchanges:
        parts.append(
            "(no answer)" if said.answer is None else said.answer[-LONGEST_COMMENT:] or "(empty)"
        )
        if said.refusal is not None:
            parts.append(f"(rejected: {said.refusal})")
    if turn.is_fallback:
        parts.append(f"(after {len(turn.exchanges)} attempts: {turn.move})")
    return "\n".join(parts)


def property_of(comments: list[str] | None) -> str:
    """Returns comments as an SGF property. Empty if there are no comments."""
    text = "\n".join(comments or [])
    return f"C[{escape(text)}]" if text else ""


def escape(text: str) -> str:
    """Returns a text escaped as the value of an SGF property."""
    return re.sub(r"([\]\\:])", r"\\\1", text)
