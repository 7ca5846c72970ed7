"""What a model's answer means."""

from __future__ import annotations

import json
import re

from tengen import RESIGN
from tengen.render.text import COLUMN_NAMES

LONGEST_ANSWER = 100_000
"""Characters. Who writes more has not understood the question."""

LONGEST_QUOTE = 60
"""Characters of a move that is none which the reason repeats."""

MOST_NAMES = 5
"""Moves that the reason names where an answer names several."""

# Marks of markup may stand around all parts. None of them crosses a line's end, which keeps long
# answers from taking long.
MOVE_LINE = re.compile(r"^[^\w\n]*move[^\w\n]*[:=][^\w\n]*(\w.*)$", re.IGNORECASE | re.MULTILINE)
POINT = re.compile(r"\b([A-Z])(\d{1,3})\b", re.IGNORECASE)
LOOSE_POINT = re.compile(r"\b([A-Z])[ -]?(\d{1,3})\b", re.IGNORECASE)
WORD = re.compile(r"\b(pass|resign)(?:es|s)?\b", re.IGNORECASE)
WORD_ALONE = re.compile(
    r"\W*(?:(?:i|i'll|i will|black|white)\s+)?(?:plays?\W+)?(pass|resign)(?:es|s)?\W*",
    re.IGNORECASE,
)


class UnreadableError(ValueError):
    """An answer does not say one move. The message tells the model why."""


def read_answer(answer: str, width: int, height: int) -> int:
    """Returns the action that an answer says: a point of the board, the pass, or `tengen.RESIGN`.

    If the answer is a JSON object, what is under "move" counts; else the last line that begins with
    "MOVE:"; else the one point that it names anywhere. In such free text, pass and resign count
    only where they are all that is said, as in "I pass.": "I will not resign" is no resignation.
    Whether the rules allow the action is not looked at.

    Raises:
      UnreadableError: It says no move, several moves, or a point that is not on the board.
    """
    if not answer.strip():
        raise UnreadableError("it is empty")
    if len(answer) > LONGEST_ANSWER:
        raise UnreadableError(f"it has more than {LONGEST_ANSWER} characters")
    said = move_line(answer)
    moves = free_moves(answer) if said is None else stated_moves(said)
    if not moves:
        where = "it names no move" if said is None else f"{said[:LONGEST_QUOTE]!r} is no move"
        raise UnreadableError(f"{where}; end with a line like MOVE: {COLUMN_NAMES[0]}1")
    if len(moves) > 1:
        names = ", ".join(moves[:MOST_NAMES] + ["..."] * (len(moves) > MOST_NAMES))
        raise UnreadableError(
            f"it names several moves, {names}; end with one line MOVE: {moves[0]}"
        )
    return action(moves[0], width, height)


def move_line(answer: str) -> str | None:
    """Returns what the answer states as its move, or None if it states none."""
    try:
        said = json.loads(answer.strip().removeprefix("```json").strip("`\n "))
    except (ValueError, RecursionError):
        said = None
    if isinstance(said, dict) and "move" in said:
        return str(said["move"])
    lines = MOVE_LINE.findall(answer)
    return str(lines[-1]).strip(" \t\r\"'`*_.,}") if lines else None


def stated_moves(said: str) -> list[str]:
    """Returns the moves in what an answer states as its move, each once."""
    points = [column.upper() + row for column, row in LOOSE_POINT.findall(said)]
    return list(dict.fromkeys(points + [word.lower() for word in WORD.findall(said)]))


def free_moves(answer: str) -> list[str]:
    """Returns the moves that free text names, each once."""
    alone = WORD_ALONE.fullmatch(answer)
    if alone:
        return [alone[1].lower()]
    points = [column.upper() + row for column, row in POINT.findall(answer)]
    words = [word.lower() for word in WORD.findall(answer)] if points else []
    return list(dict.fromkeys(points + words))


def action(name: str, width: int, height: int) -> int:
    """Returns the action that players call by a name.

    Raises:
      UnreadableError: It is a point, but none of the board.
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
