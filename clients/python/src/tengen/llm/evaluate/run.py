"""Runs the fixed set, and keeps what was asked and answered."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, TextIO

from tengen.llm.evaluate.answers import stated
from tengen.llm.evaluate.play import Play, make_games, make_races, play
from tengen.llm.evaluate.questions import Question, make_questions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tengen.llm.evaluate.models import Model
    from tengen.llm.gateway import Gateway

FORMAT = 1
"""The version of the set and of the transcripts. Results of different versions do not compare."""


class EvaluationError(Exception):
    """The transcripts are those of another evaluation, or are damaged."""


@dataclass(frozen=True)
class Plan:
    """How large the set is.

    Attributes:
      question_count: Questions of each kind, from 0.
      race_count: Races of each level, from 0.
      pair_count: Pairs of games with each opponent and size, from 0.
      max_illegal: The number of illegal moves that forfeits a race or a game, 1 to 1,000.
    """

    question_count: int = 24
    race_count: int = 10
    pair_count: int = 2
    max_illegal: int = 3

    def __post_init__(self) -> None:
        limits = {
            "question_count": (0, 1000),
            "race_count": (0, 1000),
            "pair_count": (0, 1000),
            "max_illegal": (1, 1000),
        }
        for name, (low, high) in limits.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(f"{name} {value} is outside [{low}, {high}]")


def evaluate(
    model: Model,
    name: str,
    gateway: Gateway,
    transcripts: Path,
    plan: Plan,
    *,
    progress: Callable[[int, int, str], None] | None = None,
) -> list[dict[str, Any]]:
    """Asks a model everything that the transcripts do not have yet, and returns them all.

    Each item is written once it is complete, so that a run can stop at any time and resume.

    Args:
      model: What answers.
      name: Its name.
      gateway: Where to play.
      transcripts: A file of lines in JSON: a header, and one line for each item.
      plan: The size of the set.
      progress: Called with the number of items that are done, that of all, and the present item.

    Raises:
      EvaluationError: The file has the transcripts of something else.
      GatewayError: The server refused a game.
      ModelError: The model gave no answer. What was complete is kept.
      OSError: The file cannot be read or written, or the server cannot be reached.
    """
    header = {"format": FORMAT, "model": name, "plan": asdict(plan)}
    done = _read(transcripts, header)
    items: list[Question | Play] = [
        *make_questions(gateway, plan.question_count),
        *make_races(plan.race_count),
        *make_games(plan.pair_count),
    ]
    with transcripts.open("a", encoding="utf-8") as file:
        if not file.tell():
            _write(file, header)
        for index, item in enumerate(items):
            if progress is not None:
                progress(index, len(items), item.id)
            if item.id not in done:
                done[item.id] = _record(model, gateway, item, plan.max_illegal)
                _write(file, done[item.id])
    if progress is not None:
        progress(len(items), len(items), "done")
    return [done[item.id] for item in items]


def _record(
    model: Model, gateway: Gateway, item: Question | Play, max_illegal: int
) -> dict[str, Any]:
    """Asks for one item, and returns its line."""
    exchanges: list[dict[str, Any]] = []

    def ask(prompt: str) -> str:
        answer = model(prompt)
        exchanges.append({"prompt": prompt, **asdict(answer)})
        return answer.text

    started = time.monotonic()
    if isinstance(item, Question):
        said = stated(ask(item.prompt)).lower()
        fields: dict[str, Any] = {"group": item.kind, "expected": item.answer, "stated": said}
        fields["is_correct"] = said == item.answer
        kind = "question"
    else:
        fields = {"group": item.group, "opponent": item.opponent, "pair": item.pair}
        fields.update(play(gateway, item, ask, max_illegal))
        kind = item.kind
    seconds = round(time.monotonic() - started, 3)
    return {"id": item.id, "kind": kind, **fields, "seconds": seconds, "exchanges": exchanges}


def _write(file: TextIO, line: dict[str, Any]) -> None:
    file.write(json.dumps(line) + "\n")
    file.flush()


def _read(path: Path, header: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Returns the complete items of a file, and cuts off a line that a stopped run left behind."""
    if not path.exists():
        return {}
    data = path.read_bytes()
    end = data.rfind(b"\n") + 1
    if end < len(data):
        with path.open("r+b") as file:
            file.truncate(end)
    try:
        lines = [json.loads(line) for line in data[:end].splitlines()]
        items = {line["id"]: line for line in lines[1:]}
    except (ValueError, KeyError, TypeError) as error:
        raise EvaluationError(f"{path} has no transcripts of an evaluation: {error}") from error
    if lines and lines[0] != header:
        raise EvaluationError(
            f"{path} has the transcripts of {lines[0]}, not of {header}; choose another folder"
        )
    return items
