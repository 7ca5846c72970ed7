"""Evaluates the self-play of the server inside this process without messages."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen._embedded.direct_buffer import DirectBuffer, field_places
from tengen._java.machine import attach_thread
from tengen.search.exchange import EvaluationRequest, MessageExchange, Round, games_of
from tengen.search.leaves import Leaves
from tengen.v1 import search_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tengen.search.evaluations import OpenedForm
    from tengen.search.exchange import SelfPlayStream

FIELDS = (
    "counts",
    "priors",
    "values",
    "observations",
    "action_masks",
    "globals",
    "symmetries",
    "slots",
)
"""The fields of the Java class `EmbeddedLeaves`, in their order."""

NOTHING = pb.SelfPlayResponse()


class GroupBuffer:
    """The memory that Java reads the evaluations of a group from, and writes its leaves to.

    Args:
      self_play: An `EmbeddedSelfPlay`, a Java object.
      group: The number of the group.
      capacity: The maximum number of its leaves.
      form: The form of leaves and evaluations.
    """

    def __init__(self, self_play: Any, group: int, capacity: int, form: OpenedForm) -> None:
        self._group = group
        self._capacity = capacity
        self._form = form
        places = field_places(FIELDS, self_play.ranges(group))
        self._buffer = buffer = DirectBuffer(self_play, places[FIELDS[-1]].stop)
        self._java = self_play.leaves(group, buffer.java)
        self._evaluate = self_play.evaluate
        numbers = {name: buffer.memory[places[name]] for name in FIELDS[:3]}
        self._counts = numbers["counts"].view("<i4")
        self._priors = numbers["priors"].view(form.number_type).reshape(capacity, -1)
        self._values = numbers["values"].view(form.number_type)
        shapes: dict[str, tuple[Any, tuple[int, ...]]] = {
            "observations": (np.uint8, (capacity, -1)),
            "action_masks": (np.uint8, (capacity, -1)),
            "globals": ("<f4", (capacity, form.global_count)),
            "symmetries": (np.uint8, (capacity,)),
            "slots": ("<u4", (capacity,)),
        }
        self._fields = {
            name: np.frombuffer(buffer.read_only[places[name]], kind).reshape(shape)
            for name, (kind, shape) in shapes.items()
        }

    def begin(self, request: EvaluationRequest) -> None:
        """Begins a request of the group, without waiting for its end."""
        self.write(request)
        self._evaluate(self._java, len(request.values), request.is_pause)

    def write(self, request: EvaluationRequest) -> None:
        """Writes the numbers of a request to this memory."""
        count = len(request.values)
        self._priors[:count] = request.priors
        self._values[:count] = request.values

    def wait(self) -> bool:
        """Waits for the end of the request. Returns False if it needs a message."""
        return self._buffer.wait(self._java)

    def written(self, request: EvaluationRequest) -> EvaluationRequest:
        """Returns a request whose numbers are those that are in this memory."""
        count = len(request.values)
        return request._replace(priors=self._priors[:count], values=self._values[:count])

    def round(self) -> Round:
        """Returns the answer. Its leaves are views of this memory."""
        count, message_length = self._counts.tolist()
        rest = NOTHING
        if message_length:
            rest = pb.SelfPlayResponse.FromString(bytes(self._java.message()))
        leaves = None
        if count:
            fields = {name: rows[:count] for name, rows in self._fields.items()}
            leaves = Leaves(self._group, self._form.game, self._capacity, fields)
        return Round(leaves, games_of(rest, self._form), rest.is_finished)


class DirectExchange:
    """Evaluates by calls of Java that read and write memory of this process. Not thread-safe.

    All requests after one that Java could not carry out are messages, such as when there is too
    little memory: its error is that of the network by construction. The caller sends no other
    message while a request is pending.

    The leaves of a group are views of its memory, which its next request uses again.

    Args:
      stream: The stream. It belongs to the caller.
      self_play: The `EmbeddedSelfPlay` of the stream, a Java object.
      form: The form of leaves and evaluations.
      capacities: The maximum number of leaves of each group.
    """

    def __init__(
        self, stream: SelfPlayStream, self_play: Any, form: OpenedForm, capacities: Sequence[int]
    ) -> None:
        self._messages = MessageExchange(stream, form, capacities)
        self._buffers = [
            GroupBuffer(self_play, group, capacity, form)
            for group, capacity in enumerate(capacities)
        ]
        # The requests whose answers were not received, oldest first.
        self._pending: collections.deque[EvaluationRequest] = collections.deque()
        self._is_direct = True

    def send(self, request: EvaluationRequest) -> None:
        """Begins a request without waiting for its answer.

        Raises:
          GamesLostError: The stream has ended.
        """
        if not self._is_direct:
            self._messages.send(request)
            return
        attach_thread()
        buffer = self._buffers[request.group]
        buffer.begin(request)
        self._pending.append(buffer.written(request))

    def receive(self, group: int) -> Round:
        """Waits for the answer to the oldest pending request, which is for a group.

        Raises:
          GamesLostError: The stream has ended.
          InvalidArgumentError: A number is not allowed. The stream has ended.
        """
        if self._pending:
            attach_thread()
            buffer = self._buffers[group]
            if buffer.wait():
                self._pending.popleft()
                return buffer.round()
            self._send_undone()
        return self._messages.receive(group)

    def _send_undone(self) -> None:
        """Sends the requests that Java could not carry out as messages: one, and all after it."""
        self._is_direct = False
        while self._pending:
            self._messages.send(self._pending.popleft())


def exchange_of(
    stream: SelfPlayStream, form: OpenedForm, capacities: Sequence[int]
) -> DirectExchange | MessageExchange:
    """Returns the exchange for a new stream: without messages if the server can do that."""
    if (self_play := stream.embedded_self_play()) is not None:
        return DirectExchange(stream, self_play, form, capacities)
    return MessageExchange(stream, form, capacities)
