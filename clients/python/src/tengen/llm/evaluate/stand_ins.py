"""Scripted models, to try out the evaluation and to have something to compare with."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

from tengen.conformance.reference import ReferenceGame
from tengen.enums import Color
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
        return f"ANSWER: {_capture_count(board, asked[2], Color[asked[1].upper()])}"
    if legal is None or played is None:
        return _random(prompt)
    color = Color[played[1].upper()]
    moves = [move for move in legal[1].split() if move != "pass"]
    counts = {move: _capture_count(board, move, color) for move in moves}
    best = max(counts, key=lambda move: counts[move], default="pass")
    return f"MOVE: {best}" if counts.get(best) else _random(prompt)


def _board(prompt: str) -> list[str]:
    """Returns the rows of the diagram, the top row first."""
    return [line.replace(" ", "") for _, line in ROW.findall(prompt)]


def _capture_count(rows: list[str], move: str, color: Color) -> int:
    """Returns the number of stones of the other color that lose their last liberty."""
    game = ReferenceGame(len(rows[0]), len(rows))
    game.board = tuple(".XO".index(content) for content in "".join(rows))
    game.player_to_move = color
    row, column = len(rows) - int(move[1:]), COLUMN_NAMES.index(move[0])
    after = game.board_after(row * game.width + column)
    return game.board.count(color.other) - after.count(color.other)


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
