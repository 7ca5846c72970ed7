"""Carries the requests of a vector environment to its stream, and the answers back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tengen._arrays import values
from tengen.vector.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tengen.v1 import batch_pb2 as pb
    from tengen.vector.journal import JournaledStream
    from tengen.vector.requests import ResetRequest, StepRequest
    from tengen.vector.stream import BatchStream
    from tengen.vector.views import StatesView


@dataclass(frozen=True, eq=False)
class Answer:
    """The answer to a request.

    Attributes:
      rows: One row per board of the request. Valid until the next answer is received.
      kept_rows: Returns the same rows without observations and masks. They stay valid.
      final: The final rows of the episodes that the request has ended and followed by new ones.
        None: there are no such rows.
      final_lanes: The indices of the boards of these rows.
    """

    rows: Rows
    kept_rows: Callable[[], Rows]
    final: Rows | None
    final_lanes: NDArray[np.int64] | None


def answer_of(
    rows: Rows,
    kept_rows: Callable[[], Rows],
    final: StatesView | None,
    layout: pb.BatchLayout,
) -> Answer:
    """Returns an answer with final rows from a message. None: it has no final rows."""
    if final is None:
        return Answer(rows, kept_rows, None, None)
    fields = final.rows()
    lanes = values(fields["lanes"], "<u4").astype(np.int64)
    return Answer(rows, kept_rows, Rows(fields, layout), lanes)


class MessageExchange:
    """Sends requests as messages. Not thread-safe.

    Args:
      stream: The stream. It belongs to the caller.
    """

    def __init__(self, stream: BatchStream | JournaledStream) -> None:
        self._stream = stream

    def send(self, request: StepRequest | ResetRequest) -> None:
        """Sends a request without waiting for its answer."""
        self._stream.send(request.message())

    def receive(self) -> Answer:
        """Waits for the answer to the oldest pending request, and returns it.

        Raises:
          LanesLostError: The stream has ended.
        """
        states, layout = self._stream.receive().states, self._stream.layout
        # Infos that nobody has read keep these rows alive, and should not keep what is large.
        kept = Rows(states.small_rows(), layout)
        return answer_of(Rows(states.rows(), layout), lambda: kept, states.final, layout)
