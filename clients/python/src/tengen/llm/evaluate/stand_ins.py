"""Scripted models, to try out the evaluation and to have something to compare with."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

from tengen.llm.evaluate.models import Answer
from tengen.render.text import COLUMN_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tengen.llm.evaluate.models import Model

CHOICES = re.compile(r"ANSWER: (legal|occupied|suicide|repetition|the number|the result)")
LEGAL = re.compile(r"^Legal moves: (.+)$", re.MULTILINE)
ROW = re.compile(r"^ ?(\d{1,2}) ((?:[XO.] ?)+)$", re.MULTILINE)
ASKED = re.compile(r"(Black|White) plays ([A-Z]\d+)\.")
PLAYED = re.compile(r"^You play (black|white)", re.MULTILINE)
BREAKERS = (
    "",
    "MOVE:",
    "ANSWER: \N{PILE OF POO}\x00\x1b[31m",
    "MOVE: Z99\nMOVE: " + "9" * 10_000,
    '{"move": ["C3", {"pass": null}]}',
    "answer" * 5_000,
    "\ud800 MOVE: \u202eC3",
)


def stand_in(name: str) -> Model:
    """Returns the scripted model of a name. Its answers depend on the prompt alone.

    Raises:
      ValueError: There is no such model.
    """
    if name not in STAND_INS:
        raise ValueError(f"stand-in {name!r} is not one of {', '.join(STAND_INS)}")
    answer = STAND_INS[name]
    return lambda prompt: _counted(prompt, answer(prompt))


def _counted(prompt: str, text: str) -> Answer:
    """Returns an answer whose tokens are words."""
    return Answer(text, len(prompt.split()), len(text.split()))


def _random(prompt: str) -> str:
    """Answers with one of the choices, or with a legal move."""
    generator = random.Random(prompt)
    legal = LEGAL.search(prompt)
    if legal is not None:
        return f"MOVE: {generator.choice(legal[1].split())}"
    if "the number" in prompt:
        return f"ANSWER: {generator.randint(0, 3)}"
    if "the result" in prompt:
        return f"ANSWER: {generator.choice('BW')}+{generator.randint(0, 9)}.5"
    return f"ANSWER: {generator.choice(['legal', 'occupied', 'suicide', 'repetition'])}"


def _greedy(prompt: str) -> str:
    """Captures as many stones as possible, and counts captures; otherwise as `_random`."""
    board = _board(prompt)
    asked, legal, played = ASKED.search(prompt), LEGAL.search(prompt), PLAYED.search(prompt)
    if asked is not None:
        return f"ANSWER: {_capture_count(board, asked[2], 'XO'[asked[1] == 'White'])}"
    if legal is None or played is None:
        return _random(prompt)
    stone = "XO"[played[1] == "white"]
    moves = [move for move in legal[1].split() if move != "pass"]
    counts = {move: _capture_count(board, move, stone) for move in moves}
    best = max(counts, key=lambda move: counts[move], default="pass")
    return f"MOVE: {best}" if counts.get(best) else _random(prompt)


def _board(prompt: str) -> dict[str, str]:
    return {
        f"{COLUMN_NAMES[column]}{row}": content
        for row, line in ROW.findall(prompt)
        for column, content in enumerate(line.split())
    }


def _capture_count(board: dict[str, str], move: str, stone: str) -> int:
    """Returns the number of stones of the other color that lose their last liberty."""
    after = {**board, move: stone}
    captured: set[str] = set()
    for start in _neighbors(after, move):
        if after[start] in (stone, "."):
            continue
        chain, todo = {start}, [start]
        while todo:
            for point in _neighbors(after, todo.pop()):
                if after[point] == after[start] and point not in chain:
                    chain.add(point)
                    todo.append(point)
        if all(after[near] != "." for point in chain for near in _neighbors(after, point)):
            captured |= chain
    return len(captured)


def _neighbors(board: dict[str, str], point: str) -> list[str]:
    column, row = COLUMN_NAMES.index(point[0]), int(point[1:])
    names = [
        f"{COLUMN_NAMES[x]}{y}"
        for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
        if 0 <= x < len(COLUMN_NAMES)
    ]
    return [name for name in names if name in board]


def _echo(prompt: str) -> str:
    """Repeats the prompt."""
    return prompt


def _breaker(prompt: str) -> str:
    """Answers with what breaks careless parsers."""
    return random.Random(prompt).choice(BREAKERS)


STAND_INS: dict[str, Callable[[str], str]] = {
    "random": _random,
    "greedy": _greedy,
    "echo": _echo,
    "breaker": _breaker,
}
"""The scripted models by name."""
