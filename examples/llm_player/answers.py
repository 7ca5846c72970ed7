"""Parses the answers of a model."""

from __future__ import annotations

import json
import re

from tengen import RESIGN
from tengen.render.text import COLUMN_NAMES

LONGEST_ANSWER = 100_000
"""The maximum length of an answer in characters. A longer answer is rejected."""

LONGEST_QUOTE = 60
"""The maximum number of characters of an invalid move that the reason quotes."""

MOST_NAMES = 5
"""The maximum number of moves that the reason lists if an answer names several."""

# Markup may surround all parts. No pattern crosses the end of a line, so that matching long answers
# stays fast.
MOVE_LINE = re.compile(r"^[^\w\n]*move[^\w\n]*[:=][^\w\n]*(\w.*)$", re.IGNORECASE | re.MULTILINE)
POINT = re.compile(r"\b([A-Z])(\d{1,3})\b", re.IGNORECASE)
LOOSE_POINT = re.compile(r"\b([A-Z])[ -]?(\d{1,3})\b", re.IGNORECASE)
WORD = re.compile(r"\b(pass|resign)(?:es|s)?\b", re.IGNORECASE)
WORD_ALONE = re.compile(
    r"\W*(?:(?:i|i'll|i will|black|white)\s+)?(?:plays?\W+)?(pass|resign)(?:es|s)?\W*",
    re.IGNORECASE,
)


class UnreadableError(ValueError):
    """An answer does not name exactly one move. The message explains why to the model."""


def read_answer(answer: str, width: int, height: int) -> int:
    """Returns the action that an answer names: a point, the pass, or `tengen.RESIGN`.

    If the answer is a JSON object, its "move" counts; otherwise the last line that starts with
    "MOVE:"; otherwise the only point that the text names. In free text, pass and resign count only
    if the answer says nothing else, as in "I pass.", so that "I will not resign" does not resign.
    This function does not check whether the action is legal.

    Raises:
      UnreadableError: The answer names no move, several moves, or a point outside the board.
    """
    if not answer.strip():
        raise UnreadableError("it is empty")
    if len(answer) > LONGEST_ANSWER:
        raise UnreadableError(f"it has more than {LONGEST_ANSWER} characters")
    said = move_line(answer)
    moves = free_moves(answer) if said is None else stated_moves(said)
    if not moves:
        where = "it names no move" if said is None else f"{said[:LONGEST_QUOTE]!r} is not a move"
        raise UnreadableError(f"{where}; end with a line like MOVE: {COLUMN_NAMES[0]}1")
    if len(moves) > 1:
        names = ", ".join(moves[:MOST_NAMES] + ["..."] * (len(moves) > MOST_NAMES))
        raise UnreadableError(
            f"it names several moves, {names}; end with one line MOVE: {moves[0]}"
        )
    return action(moves[0], width, height)


def move_line(answer: str) -> str | None:
    """Returns the stated move of an answer. None: the answer does not state a move."""
    try:
        said = json.loads(answer.strip().removeprefix("```json").strip("`\n "))
    except (ValueError, RecursionError):
        said = None
    if isinstance(said, dict) and "move" in said:
        return str(said["move"])
    lines = MOVE_LINE.findall(answer)
    return str(lines[-1]).strip(" \t\r\"'`*_.,}") if lines else None


def stated_moves(said: str) -> list[str]:
    """Returns the distinct moves in a stated move."""
    points = [column.upper() + row for column, row in LOOSE_POINT.findall(said)]
    return list(dict.fromkeys(points + [word.lower() for word in WORD.findall(said)]))


def free_moves(answer: str) -> list[str]:
    """Returns the distinct moves in free text."""
    alone = WORD_ALONE.fullmatch(answer)
    if alone:
        return [alone[1].lower()]
    points = [column.upper() + row for column, row in POINT.findall(answer)]
    words = [word.lower() for word in WORD.findall(answer)] if points else []
    return list(dict.fromkeys(points + words))


def action(name: str, width: int, height: int) -> int:
    """Returns the action for a name, as in "C3", "pass" or "resign".

    Raises:
      UnreadableError: The point is not on the board.
    """
    if name == "resign":
        return RESIGN
    if name == "pass":
        return width * height
    columns, column, row = COLUMN_NAMES[:width], name[0], int(name[1:])
    if column not in columns or not 1 <= row <= height:
        skipped = "; there is no column I" if column == "I" else ""
        raise UnreadableError(
            f"{name} is not on the board: columns are {columns[0]} to {columns[-1]}{skipped},"
            f" rows 1 to {height}"
        )
    return (height - row) * width + columns.index(column)
