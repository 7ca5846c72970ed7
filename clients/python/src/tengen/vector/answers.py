"""Carries the requests of a vector environment to its stream, and the answers back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tengen._arrays import values
from tengen.vector.rows import Rows
from tengen.vector.shared_memory import SharedMemory

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tengen.v1 import batch_pb2 as pb
    from tengen.vector.journal import JournaledStream
    from tengen.vector.requests import ResetRequest, StepRequest
    from tengen.vector.stream import BatchStream
    from tengen.vector.views import ResponseView, StatesView


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
    lanes = values(final["lanes"], "<u4").astype(np.int64)
    return Answer(rows, kept_rows, Rows(final, layout), lanes)


class MessageExchange:
    """Sends requests as messages. Not thread-safe.

    If the server shares memory, the rows of answers lie there instead of in messages. An area of
    this memory is used again after the next answer was received.

    Args:
      stream: The stream. It belongs to the caller.
    """

    def __init__(self, stream: BatchStream | JournaledStream) -> None:
        self._stream = stream
        self._memory: SharedMemory | None = None
        if stream.layout.HasField("shared_memory"):
            self._memory = SharedMemory.mapped(stream.layout.shared_memory)
        # The areas of pending requests, by the sequence numbers of these.
        self._areas: dict[int, int] = {}
        self._lent_area = 0

    def send(self, request: StepRequest | ResetRequest) -> None:
        """Sends a request without waiting for its answer."""
        message = request.message()
        if self._memory is None:
            self._stream.send(message)
            return
        message.area = self._memory.take()
        self._stream.send(message)
        self._areas[message.sequence] = message.area

    def receive(self) -> Answer:
        """Waits for the answer to the oldest pending request, and returns it.

        Raises:
          LanesLostError: The stream has ended.
        """
        states, layout = self._states(self._stream.receive()), self._stream.layout
        # Infos that nobody has read keep these rows alive, and should not keep what is large.
        kept = states.without_large()
        return answer_of(Rows(states, layout), lambda: Rows(kept, layout), states.final, layout)

    def _states(self, response: ResponseView) -> StatesView:
        if self._memory is None:
            return response.states
        self._memory.give_back(self._lent_area)
        self._lent_area = self._areas.pop(response.sequence)
        byte_count = response.rest.area_states_byte_count
        return self._memory.states(self._lent_area, byte_count) if byte_count else response.states
