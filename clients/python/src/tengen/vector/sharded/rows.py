"""Joins the rows of several answers."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tengen.v1 import rules_pb2
from tengen.vector.answers import NO_BYTES, Answer
from tengen.vector.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tengen.v1 import spec_pb2

ARRAY_NAMES = tuple(field.name for field in fields(Rows) if not field.name.startswith("has_"))
"""The names of the arrays of `Rows`."""


def joined_rows(parts: Sequence[Rows], order: NDArray[np.int64] | None = None) -> Rows:
    """Returns the rows of several answers together.

    Args:
      parts: The rows of each answer.
      order: For each row of the result, its index among those of the parts. None: as they come.
    """
    arrays = {}
    for name in ARRAY_NAMES:
        array = np.concatenate([getattr(part, name) for part in parts])
        arrays[name] = array if order is None else array[order]
        arrays[name].flags.writeable = False  # As views of messages are.
    return Rows(
        **arrays,
        has_tasks=any(part.has_tasks for part in parts),
        has_agreement=any(part.has_agreement for part in parts),
        has_opponents=any(part.has_opponents for part in parts),
    )


def answer_with(
    rows: Rows, finals: Sequence[Rows], final_lanes: Sequence[NDArray[np.int64]]
) -> Answer:
    """Returns an answer with rows that no later answer changes.

    Args:
      rows: The rows.
      finals: Final rows of episodes.
      final_lanes: The boards of each of `finals`.
    """
    # Infos that nobody has read keep these rows alive, and should not keep what is large.
    kept = replace(rows, observations=NO_BYTES, action_masks=NO_BYTES)
    if not finals:
        return Answer(rows, lambda: kept, None, None)
    return Answer(rows, lambda: kept, joined_rows(finals), np.concatenate(final_lanes))


class Contents(NamedTuple):
    """What the rows of a vector environment have, regardless of which boards are in an answer.

    Attributes:
      has_tasks: Whether any board has a task.
      has_agreement: Whether the rules of any board ask the players to agree on dead stones.
      has_opponents: Whether any board has an opponent.
    """

    has_tasks: bool
    has_agreement: bool
    has_opponents: bool

    def of(self, rows: Rows) -> Rows:
        """Returns rows that have these contents, where those that they lack are empty."""
        if (rows.has_tasks, rows.has_agreement, rows.has_opponents) == self:
            return rows
        return replace(rows, **self._asdict())


def contents_of(specs: Sequence[spec_pb2.EnvironmentSpec]) -> Contents:
    """Returns what the rows of boards with some complete specs have."""
    return Contents(
        has_tasks=any(spec.task for spec in specs),
        has_agreement=any(
            spec.rules.dead_stones == rules_pb2.DEAD_STONES_RULE_AGREEMENT for spec in specs
        ),
        has_opponents=any(spec.HasField("opponent") for spec in specs),
    )


def joined_answer(
    answers: Sequence[Answer],
    firsts: Sequence[int],
    order: NDArray[np.int64] | None,
    contents: Contents,
) -> Answer:
    """Returns the answers of several servers to the parts of a request as one.

    Args:
      answers: The answers.
      firsts: For each answer, what to add to the numbers of its boards.
      order: For each row of the result, its index among those of the answers. None: as they come.
      contents: What the rows of the environment have.
    """
    finals = [
        (contents.of(answer.final), answer.final_lanes + first)
        for answer, first in zip(answers, firsts, strict=True)
        if answer.final is not None and answer.final_lanes is not None
    ]
    if len(answers) == 1 and order is None:
        (answer,) = answers
        final, lanes = finals[0] if finals else (None, None)
        kept_rows = answer.kept_rows
        return Answer(contents.of(answer.rows), lambda: contents.of(kept_rows()), final, lanes)
    rows = contents.of(joined_rows([answer.rows for answer in answers], order))
    return answer_with(rows, [final for final, _ in finals], [lanes for _, lanes in finals])
