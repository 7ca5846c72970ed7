"""Steps the boards of the server inside this process without messages."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

from tengen._embedded.direct_buffer import DirectBuffer, field_places
from tengen._java.machine import attach_thread
from tengen.vector.answers import Answer, MessageExchange, answer_of
from tengen.vector.requests import StepRequest
from tengen.vector.rows import Rows
from tengen.vector.stream import BatchStream
from tengen.vector.views import StatesView

if TYPE_CHECKING:
    from tengen.v1 import batch_pb2 as pb
    from tengen.vector.journal import JournaledStream
    from tengen.vector.requests import ResetRequest

FIELDS = (
    "lanes",
    "observations",
    "action_masks",
    "rewards",
    "terminated",
    "truncated",
    "end_reasons",
    "winners",
    "players_to_move",
    "move_numbers",
    "episodes",
    "state_hashes",
    "margins",
    "actions",
    "illegal_reasons",
    "resets",
    "globals",
    "symmetries",
    "agent_colors",
    "optimal_values",
    "regrets",
    "is_oracle_optimal",
    "is_agreement",
    "opponent_actions",
)
"""The fields of `LaneStates` in the order of Java's `RowField`."""

FIRST_SMALL_FIELD = "rewards"
"""This field and all after it are small: they are copied for infos that are read late."""


class RowBuffer:
    """The memory that Java reads the actions of a request from, and writes its rows to.

    Args:
      batch: An `EmbeddedBatch`, a Java object.
      capacity: The maximum number of rows.
      layout: The layout of rows.

    Attributes:
      capacity: The maximum number of rows.
    """

    def __init__(self, batch: Any, capacity: int, layout: pb.BatchLayout) -> None:
        self.capacity = capacity
        self._batch = batch
        self._layout = layout
        last = field_places(FIELDS, batch.ranges(capacity))[FIELDS[-1]]
        self._buffer = DirectBuffer(batch, last.stop)
        self._step = batch.step
        self._row_count = 0

    def resize(self, row_count: int) -> None:
        """Sets the number of rows of the next request."""
        if row_count == self._row_count:
            return
        self._row_count = row_count
        memory = self._buffer.memory
        places = field_places(FIELDS, self._batch.ranges(row_count))
        self._places = places
        self._lanes = memory[places["lanes"]].view("<u4")
        self._actions = memory[places["actions"]].view("<i4")
        self._small_fields = memory[places[FIRST_SMALL_FIELD].start : places[FIELDS[-1]].stop]
        self._rows = self._rows_with(self._small_fields.data.toreadonly(), places)
        self._java = self._batch.rows(row_count, self._buffer.java)

    def begin(self, request: StepRequest) -> None:
        """Begins a request, without waiting for its end."""
        self._actions[:] = request.actions
        if request.lanes is not None:
            self._lanes[:] = request.lanes
        self._step(self._java, request.lanes is None)

    def wait(self) -> bool:
        """Waits for the end of the request. Returns False if it needs a message."""
        return self._buffer.wait(self._java)

    def answer(self) -> Answer:
        """Returns the answer. Its rows are views of this memory."""
        message = self._java.message()
        final = None if message is None else StatesView.of(bytes(message))
        kept, places = self._small_fields.copy().data, self._places
        return answer_of(self._rows, lambda: self._rows_with(kept, places), final, self._layout)

    def _rows_with(self, small_fields: memoryview, places: dict[str, slice]) -> Rows:
        """Returns the rows, whose small fields are in `small_fields`."""
        first = places[FIRST_SMALL_FIELD].start
        fields = {
            name: (
                self._buffer.read_only[place]
                if place.start < first
                else small_fields[place.start - first : place.stop - first]
            )
            for name, place in places.items()
            if place.start < place.stop
        }
        return Rows(fields, self._layout)


class PendingExchange:
    """A request whose answer the caller has not received.

    Attributes:
      request: The request.
      buffer: Where Java writes the answer. None: the request was sent as a message.
      answer: The answer to the message, if it was read early.
    """

    def __init__(self, request: StepRequest | ResetRequest, buffer: RowBuffer | None) -> None:
        self.request = request
        self.buffer = buffer
        self.answer: Answer | None = None


class DirectExchange:
    """Steps boards by calls of Java that write to memory of this process. Not thread-safe.

    Resets and proposals of dead stones are messages, and so are all requests after one that Java
    could not carry out, such as when there is too little memory: its error is that of the network
    by construction. Messages and calls take turns: each kind waits until the other has ended.

    The observations of an answer are views of its memory, which is used again after the next
    answer was received.

    Args:
      stream: The stream. It belongs to the caller.
      batch: The `EmbeddedBatch` of the stream, a Java object.
    """

    def __init__(self, stream: BatchStream, batch: Any) -> None:
        self._stream = stream
        self._messages = MessageExchange(stream)
        self._batch = batch
        self._is_direct = True
        self._pending: collections.deque[PendingExchange] = collections.deque()
        # Java frees memory late, so buffers are kept. Their capacities are powers of two.
        self._free: dict[int, list[RowBuffer]] = collections.defaultdict(list)
        self._lent: RowBuffer | None = None

    def send(self, request: StepRequest | ResetRequest) -> None:
        """Sends a request without waiting for its answer.

        Raises:
          LanesLostError: The stream has ended.
        """
        attach_thread()
        if self._is_direct and isinstance(request, StepRequest) and not request.proposals:
            self._read_messages()
            buffer = self._take_buffer(len(request.actions))
            buffer.begin(request)
            self._pending.append(PendingExchange(request, buffer))
            return
        self._wait_for_calls()
        self._messages.send(request)
        self._pending.append(PendingExchange(request, None))

    def receive(self) -> Answer:
        """Waits for the answer to the oldest pending request, and returns it.

        Raises:
          LanesLostError: The stream has ended.
        """
        attach_thread()
        oldest = self._pending[0]
        if oldest.buffer is not None and not oldest.buffer.wait():
            self._send_undone()
        buffer = oldest.buffer
        answer = self._message_answer(oldest) if buffer is None else buffer.answer()
        self._pending.popleft()
        if self._lent is not None:
            self._free[self._lent.capacity].append(self._lent)
        self._lent = buffer
        return answer

    def _take_buffer(self, row_count: int) -> RowBuffer:
        """Returns a buffer that is not in use, for this number of rows."""
        capacity = 1 << (row_count - 1).bit_length()
        free = self._free[capacity]
        buffer = free.pop() if free else RowBuffer(self._batch, capacity, self._stream.layout)
        buffer.resize(row_count)
        return buffer

    def _message_answer(self, pending: PendingExchange) -> Answer:
        if pending.answer is None:
            pending.answer = self._messages.receive()
        return pending.answer

    def _read_messages(self) -> None:
        """Reads the answers to all messages, so that a call may follow."""
        for pending in self._pending:
            if pending.buffer is None:
                self._message_answer(pending)

    def _wait_for_calls(self) -> None:
        """Waits for the ends of all calls, so that a message may follow."""
        for pending in self._pending:
            if pending.buffer is not None and not pending.buffer.wait():
                self._send_undone()
                return

    def _send_undone(self) -> None:
        """Sends the requests that Java could not carry out as messages: one, and all after it."""
        self._is_direct = False
        for pending in self._pending:
            if pending.buffer is not None and not pending.buffer.wait():
                pending.buffer = None
                self._messages.send(pending.request)


def exchange_of(stream: BatchStream | JournaledStream) -> DirectExchange | MessageExchange:
    """Returns the exchange for a new stream: without messages if the server can do that."""
    if isinstance(stream, BatchStream) and (batch := stream.embedded_batch()) is not None:
        return DirectExchange(stream, batch)
    return MessageExchange(stream)
