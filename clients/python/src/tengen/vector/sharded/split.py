"""Splits the boards of a vector environment, and its requests, over servers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tengen import _arguments as arguments
from tengen.v1 import batch_pb2 as pb
from tengen.vector.requests import ResetRequest, StepRequest

if TYPE_CHECKING:
    from numpy.typing import NDArray


class RequestPart(NamedTuple):
    """The part of a request that goes to one server.

    Attributes:
      shard: The index of the server.
      request: The request, with the numbers that boards have at this server.
      rows: The rows of the whole request that it has.
    """

    shard: int
    request: StepRequest | ResetRequest
    rows: NDArray[np.int64]


def board_ranges(count: int, addresses: Sequence[str], weights: Any) -> list[range]:
    """Returns the boards of each server: as many as its weight says, in the order of the addresses.

    Args:
      count: The number of boards.
      addresses: The addresses of the servers.
      weights: A number for each server. None: all are equal.

    Raises:
      TypeError: The weights are not numbers.
      InvalidArgumentError: The number of weights is not that of the servers, a weight is not above
        0, or a server would have no board.
    """
    if weights is None:
        weights = [1.0] * len(addresses)
    if isinstance(weights, str) or not isinstance(weights, (Sequence, np.ndarray)):
        raise TypeError(f"weights must be a sequence of numbers, not {weights!r}")
    if len(weights) != len(addresses):
        raise arguments.invalid_value(
            "the number of weights", len(weights), f"is not the number of servers, {len(addresses)}"
        )
    numbers = [arguments.real("weights", weight) for weight in weights]
    for number in numbers:
        if not 0 < number < float("inf"):
            raise arguments.invalid_value("weights", number, "is not a finite number above 0")
    total = sum(numbers)
    ends = [round(count * sum(numbers[: index + 1]) / total) for index in range(len(numbers))]
    ranges = [range(start, end) for start, end in zip([0, *ends], ends, strict=False)]
    for boards, address in zip(ranges, addresses, strict=True):
        if not boards:
            raise arguments.invalid_value(
                "num_envs",
                count,
                f"is too small for {len(addresses)} servers: {address} would have no board",
            )
    return ranges


def part_of_batch(request: pb.OpenBatch, boards: range) -> pb.OpenBatch:
    """Returns the request that opens some of the boards of another request."""
    specs = request.specs
    return pb.OpenBatch(
        lane_count=len(boards),
        specs=specs if len(specs) == 1 else specs[boards.start : boards.stop],
        autoreset_mode=request.autoreset_mode,
    )


class RequestSplitter:
    """Splits requests into the parts of servers.

    Args:
      ranges: The boards of each server, which follow each other and have all boards.
    """

    def __init__(self, ranges: Sequence[range]) -> None:
        self._ranges = ranges
        self._starts = np.array([boards.start for boards in ranges])
        self._rows = [np.arange(boards.start, boards.stop) for boards in ranges]

    def shards_of(self, lanes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Returns the index of the server of each board."""
        return np.searchsorted(self._starts, lanes, side="right") - 1

    def parts(self, request: StepRequest | ResetRequest) -> list[RequestPart]:
        """Returns the parts of a request, in the order of the servers."""
        if request.lanes is None:
            return [
                RequestPart(shard, part_of(request, boards.start, slice_of(boards), None), rows)
                for shard, (boards, rows) in enumerate(zip(self._ranges, self._rows, strict=True))
            ]
        shards = self.shards_of(request.lanes)
        parts = []
        for shard in np.unique(shards).tolist():
            rows = np.flatnonzero(shards == shard)
            first = self._ranges[shard].start
            local = request.lanes[rows] - first
            parts.append(RequestPart(shard, part_of(request, first, rows, local), rows))
        return parts


def slice_of(boards: range) -> slice:
    """Returns the slice with the indices of a range."""
    return slice(boards.start, boards.stop)


def part_of(
    request: StepRequest | ResetRequest,
    first: int,
    rows: slice | NDArray[np.int64],
    lanes: NDArray[np.int64] | None,
) -> StepRequest | ResetRequest:
    """Returns a part of a request.

    Args:
      request: The request.
      first: The board whose number in the part is 0.
      rows: The rows of the part.
      lanes: The numbers of its boards in the part. None: all.
    """
    if isinstance(request, ResetRequest):
        return ResetRequest(None if request.seeds is None else request.seeds[rows], lanes)
    actions = request.actions[rows]
    known = range(len(actions)) if lanes is None else set(lanes.tolist())
    proposals = [
        pb.LaneProposal(lane=proposal.lane - first, dead_points=proposal.dead_points)
        for proposal in request.proposals
        if proposal.lane - first in known
    ]
    return StepRequest(actions, lanes, proposals)
