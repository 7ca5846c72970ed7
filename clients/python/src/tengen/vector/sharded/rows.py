"""Joins the rows of several answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.v1 import rules_pb2
from tengen.vector.answers import Answer
from tengen.vector.rows import FIELDS, TYPES, Rows
from tengen.vector.views import LARGE_FIELDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tengen.v1 import batch_pb2 as pb
    from tengen.v1 import spec_pb2

ARRAY_NAMES = {field: name for name, field in FIELDS.items()}
"""The array of `Rows` that is a view of each field."""

TASK_FIELDS = frozenset({"agent_colors", "optimal_values", "regrets", "is_oracle_optimal"})
"""The fields that are empty if no board has a task."""


class RowFormat:
    """What all rows of a vector environment have, regardless of which boards are in an answer.

    Args:
      layout: The layout of rows.
      specs: The complete specs of the boards.

    Attributes:
      layout: As above.
      fields: The names of the fields that are not empty.
    """

    def __init__(self, layout: pb.BatchLayout, specs: Sequence[spec_pb2.EnvironmentSpec]) -> None:
        self.layout = layout
        fields = set(ARRAY_NAMES)
        if not layout.global_byte_count:
            fields.discard("globals")
        if not any(spec.task for spec in specs):
            fields -= TASK_FIELDS
        if not any(
            spec.rules.dead_stones == rules_pb2.DEAD_STONES_RULE_AGREEMENT for spec in specs
        ):
            fields.discard("is_agreement")
        if not any(spec.HasField("opponent") for spec in specs):
            fields.discard("opponent_actions")
        self.fields = frozenset(fields)


class JoinedFields(Mapping[str, memoryview]):
    """The fields of the rows of several answers together. Each is joined when it is first read.

    Args:
      parts: The rows of each answer. None of them may change.
      order: For each row of the result, its index among those of the parts. None: as they come.
      fields: The names of the fields.
    """

    def __init__(
        self,
        parts: Sequence[Rows],
        order: NDArray[np.int64] | None,
        fields: frozenset[str],
    ) -> None:
        self._parts = parts
        self._order = order
        self._fields = fields

    def __getitem__(self, name: str) -> memoryview:
        if name not in self._fields:
            raise KeyError(name)
        arrays = [getattr(part, ARRAY_NAMES[name]) for part in self._parts]
        array = arrays[0] if len(arrays) == 1 else np.concatenate(arrays)
        if self._order is not None:
            array = array[self._order]
        return array.reshape(-1).view(np.uint8).data.toreadonly()

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)


def joined_answer(
    answers: Sequence[Answer],
    firsts: Sequence[int],
    order: NDArray[np.int64] | None,
    row_format: RowFormat,
) -> Answer:
    """Returns the answers of several servers to the parts of a request as one.

    Args:
      answers: The answers.
      firsts: For each answer, what to add to the numbers of its boards.
      order: For each row of the result, its index among those of the answers. None: as they come.
      row_format: What the rows of the environment have.
    """
    fields, layout = row_format.fields, row_format.layout
    keepers = [answer.kept_rows for answer in answers]

    def kept_rows() -> Rows:
        kept = [keeper() for keeper in keepers]
        return Rows(JoinedFields(kept, order, fields - LARGE_FIELDS), layout)

    finals = [answer.final for answer in answers if answer.final is not None]
    final_lanes = [
        answer.final_lanes + first
        for answer, first in zip(answers, firsts, strict=True)
        if answer.final_lanes is not None
    ]
    return Answer(
        Rows(JoinedFields([answer.rows for answer in answers], order, fields), layout),
        kept_rows,
        Rows(JoinedFields(finals, None, fields), layout) if finals else None,
        np.concatenate(final_lanes) if finals else None,
    )


def changed_rows(rows: Rows, **arrays: Any) -> Rows:
    """Returns rows with some other arrays."""
    return rows.with_arrays({name: getattr(rows, name) for name in TYPES} | arrays)
