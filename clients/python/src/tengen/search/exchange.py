"""Carries evaluations of a self-play to its stream, and the next leaves back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tengen._arrays import values
from tengen._embedded.channel import EmbeddedCall
from tengen._placement import LANE
from tengen._stream import BidirectionalStream
from tengen.errors import GamesLostError, InvalidArgumentError, TengenError
from tengen.search.games import SelfPlayGame
from tengen.v1 import search_pb2 as pb
from tengen.v1.search_pb2_grpc import SearchServiceStub

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tengen.search.evaluations import OpenedForm
    from tengen.search.leaves import Leaves
    from tengen.security import Security


class SelfPlayStream(BidirectionalStream[pb.SelfPlayRequest, pb.SelfPlayResponse]):
    """The stream of a self-play."""

    def __init__(self, address: str, request: pb.OpenSelfPlay, security: Security | None) -> None:
        super().__init__(
            address,
            lambda channel: SearchServiceStub(channel).SelfPlay,
            pb.SelfPlayRequest(open=request),
            kind=LANE,
            security=security,
        )

    def embedded_self_play(self) -> Any:
        """Returns the `EmbeddedSelfPlay` of Java of a stream to the server inside this process.

        None: the stream has messages only.
        """
        return self._call.self_play() if isinstance(self._call, EmbeddedCall) else None

    def lost_error(self, cause: TengenError) -> TengenError:
        """Returns the error for the loss of all games."""
        if isinstance(cause, InvalidArgumentError):
            return cause
        message = f"all games in progress are lost: {cause.message}"
        return GamesLostError(cause.reason, message, cause.status, metadata=cause.metadata)


class EvaluationRequest(NamedTuple):
    """A request for the next leaves of a group.

    Attributes:
      group: The group.
      priors: The priors of its leaves. No rows if the group has not begun, or has paused.
      values: Their values.
      is_pause: Whether to select no leaves.
    """

    group: int
    priors: NDArray[Any]
    values: NDArray[Any]
    is_pause: bool


class Round(NamedTuple):
    """The answer to such a request.

    Attributes:
      leaves: The leaves. None: there are none.
      games: The games that have ended.
      is_finished: Whether the group has played all its games.
    """

    leaves: Leaves | None
    games: list[SelfPlayGame]
    is_finished: bool


class MessageExchange:
    """Sends evaluations as messages. Not thread-safe.

    Args:
      stream: The stream. It belongs to the caller.
      form: The form of leaves and evaluations.
      capacities: The maximum number of leaves of each group.
    """

    def __init__(self, stream: SelfPlayStream, form: OpenedForm, capacities: Sequence[int]) -> None:
        self._stream = stream
        self._form = form
        self._capacities = capacities

    def send(self, request: EvaluationRequest) -> None:
        """Sends a request without waiting for its answer.

        Raises:
          GamesLostError: The stream has ended.
        """
        evaluate = pb.EvaluateGroup(
            group=request.group,
            priors=self._form.to_bytes(request.priors),
            values=self._form.to_bytes(request.values),
            is_pause=request.is_pause,
        )
        self._stream.send(pb.SelfPlayRequest(evaluate=evaluate))

    def receive(self, group: int) -> Round:
        """Waits for the answer to the oldest pending request, which is for a group.

        Raises:
          GamesLostError: The stream has ended.
          InvalidArgumentError: A number is not allowed. The stream has ended.
        """
        response = self._stream.receive()
        slots = values(response.leaves.slots, "<u4")
        leaves = (
            self._form.leaves(group, self._capacities[group], response.leaves, slots)
            if len(slots)
            else None
        )
        return Round(leaves, games_of(response, self._form), response.is_finished)


def games_of(response: pb.SelfPlayResponse, form: OpenedForm) -> list[SelfPlayGame]:
    """Returns the games of a response."""
    return [
        SelfPlayGame(record, form.game, form.spec_of(record.slot)) for record in response.records
    ]


def begin_request(group: int, form: OpenedForm) -> EvaluationRequest:
    """Returns the request of a group that has no leaves."""
    none = np.zeros(0, form.number_type)
    return EvaluationRequest(group, none.reshape(0, form.game.action_count), none, is_pause=False)
