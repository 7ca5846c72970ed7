"""Converts arguments of a vector environment to protobuf requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import _arguments as arguments
from tengen.enums import DRAWN_ACTION, NO_ACTION, RESIGN
from tengen.v1 import batch_pb2 as pb

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.errors import InvalidArgumentError


@dataclass(frozen=True, eq=False)
class StepRequest:
    """A request that plays actions.

    Attributes:
      actions: One action per lane of the request.
      lanes: The indices of the lanes. None: all lanes.
      proposals: Proposals of dead stones.
    """

    actions: NDArray[np.int32]
    lanes: NDArray[np.int64] | None
    proposals: list[pb.LaneProposal]

    def message(self) -> pb.RunRequest:
        """Returns the request as a message."""
        step = pb.StepBatch(
            actions=self.actions.tobytes(), lanes=lane_bytes(self.lanes), proposals=self.proposals
        )
        return pb.RunRequest(step=step)


@dataclass(frozen=True, eq=False)
class ResetRequest:
    """A request that starts episodes.

    Attributes:
      seeds: One seed per lane of the request. None: the server derives them.
      lanes: The indices of the lanes. None: all lanes.
    """

    seeds: NDArray[np.uint64] | None
    lanes: NDArray[np.int64] | None

    def message(self) -> pb.RunRequest:
        """Returns the request as a message."""
        seed_bytes = b"" if self.seeds is None else self.seeds.astype("<u8").tobytes()
        return pb.RunRequest(reset=pb.ResetBatch(lanes=lane_bytes(self.lanes), seeds=seed_bytes))


def step_request(
    actions: Any,
    lanes: NDArray[np.int64] | None,
    count: int,
    action_count: int,
    dead_points: Mapping[int, Any] | None = None,
) -> StepRequest:
    """Returns the request that plays actions.

    Args:
      actions: One integer per lane.
      lanes: The indices of the lanes. None: all lanes.
      count: The number of lanes.
      action_count: The number of actions of a board, including the pass.
      dead_points: The points that lanes propose as dead, by the index of the lane.

    Raises:
      TypeError: The actions or points are not integers, or `dead_points` is not a mapping.
      InvalidArgumentError: The number of actions is not `count`, or there is no such action.
    """
    array = np.asarray(actions)
    if array.dtype.kind not in "iu":
        raise TypeError(f"actions must be integers, not {array.dtype}")
    if array.shape != (count,):
        raise arguments.invalid_value("actions", array.shape, f"is not the shape ({count},)")
    if array.size and not (array.min() >= DRAWN_ACTION and array.max() < action_count):
        raise no_such_action(array, lanes, action_count)
    sent = array.astype("<i4", copy=False)
    return StepRequest(sent, lanes, lane_proposals(dead_points, sent, lanes))


def no_such_action(
    actions: NDArray[Any], lanes: NDArray[np.int64] | None, action_count: int
) -> InvalidArgumentError:
    """Returns the error for the first action that no board has."""
    row = int(np.flatnonzero((actions < DRAWN_ACTION) | (actions >= action_count))[0])
    lane = row if lanes is None else int(lanes[row])
    allowed = (
        f"[0, {action_count - 1}], tengen.NO_ACTION ({NO_ACTION}), tengen.RESIGN ({RESIGN}) or"
        f" tengen.DRAWN_ACTION ({DRAWN_ACTION})"
    )
    error = arguments.invalid_value(
        "actions", int(actions[row]), f"of board {lane} is not {allowed}"
    )
    error.metadata.update(lane=str(lane), allowed=allowed)
    return error


def lane_proposals(
    dead_points: Mapping[int, Any] | None, actions: NDArray[Any], lanes: NDArray[np.int64] | None
) -> list[pb.LaneProposal]:
    """Returns proposals of dead stones as messages.

    Args:
      dead_points: The points by the index of the lane.
      actions: The action of each lane of the request.
      lanes: The indices of the lanes of the request. None: all lanes.

    Raises:
      TypeError: The argument is not a mapping from integers to integers.
      InvalidArgumentError: A lane is not in the request, or a point exceeds 32 bits.
    """
    if dead_points is None:
        return []
    if not isinstance(dead_points, Mapping):
        raise TypeError(f"dead_points must be a dict of points by board, not {dead_points!r}")
    known = range(len(actions)) if lanes is None else set(lanes.tolist())
    proposals = []
    for lane, points in dead_points.items():
        index = arguments.integer("dead_points", lane, arguments.UINT32)
        if index not in known:
            raise arguments.invalid_value("dead_points", index, "is not a board of the request")
        proposals.append(
            pb.LaneProposal(
                lane=index, dead_points=arguments.integers("dead_points", points, arguments.UINT32)
            )
        )
    return proposals


def lane_bytes(lanes: NDArray[np.int64] | None) -> bytes:
    """Returns lane indices as bytes of a message. No bytes mean all lanes."""
    return b"" if lanes is None else lanes.astype("<u4").tobytes()


def lane_array(env_id: Any, lane_count: int) -> NDArray[np.int64]:
    """Returns the lane indices of a caller.

    Raises:
      TypeError: The value is not a one-dimensional array of integers.
      InvalidArgumentError: There is no index, or one is out of range or repeated.
    """
    array = np.asarray(env_id)
    if array.dtype.kind not in "iu" or array.ndim != 1:
        raise TypeError(f"env_id must be a one-dimensional array of integers, not {env_id!r}")
    if not len(array):
        raise arguments.invalid_value("env_id", [], "is empty")
    outside = array[(array < 0) | (array >= lane_count)]
    if len(outside):
        raise arguments.invalid_value(
            "env_id", int(outside[0]), f"is outside [0, {lane_count - 1}]"
        )
    if np.bincount(array, minlength=lane_count).max() > 1:
        raise arguments.invalid_value("env_id", array.tolist(), "repeats an index")
    return array.astype(np.int64)


def masked_lanes(options: dict[str, Any] | None, lane_count: int) -> NDArray[np.int64] | None:
    """Returns the lane indices in the options of a reset; None for all lanes.

    Raises:
      TypeError: `reset_mask` is not an array of bools.
      InvalidArgumentError: `reset_mask` has the wrong shape or no True in it, or there is another
        option.
    """
    if not options:
        return None
    unknown = options.keys() - {"reset_mask"}
    if unknown:
        raise arguments.invalid_value("options", options, "has a key other than reset_mask")
    mask = options["reset_mask"]
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError(f"reset_mask must be an array of bools, not {mask!r}")
    if mask.shape != (lane_count,):
        raise arguments.invalid_value("reset_mask", mask.shape, f"is not the shape ({lane_count},)")
    if not mask.any():
        raise arguments.invalid_value("reset_mask", mask, "has no True in it")
    return np.flatnonzero(mask)


@dataclass(frozen=True, eq=False)
class Seeds:
    """The seeds that a caller gives to lanes.

    Attributes:
      values: One seed per lane.
      is_given: Whether the lane has one. The server derives the others.
    """

    values: NDArray[np.uint64]
    is_given: NDArray[np.bool_]

    def of(self, lanes: NDArray[np.int64]) -> Seeds:
        """Returns the seeds of some lanes."""
        return Seeds(self.values[lanes], self.is_given[lanes])


def seeds_argument(seed: Any, lane_count: int) -> Seeds | None:
    """Returns the seeds that an argument gives. None: it gives none, and the server derives them.

    Args:
      seed: None; an integer, to which the index of the lane is added; or a sequence with an integer
        or None for each lane.
      lane_count: The number of lanes.

    Raises:
      TypeError: A seed is not an integer.
      InvalidArgumentError: A seed exceeds 64 bits, or the number of seeds is not `lane_count`.
    """
    if seed is None:
        return None
    if not isinstance(seed, (Sequence, np.ndarray)):
        first = arguments.integer("seed", seed, arguments.UINT64)
        seed = [(first + lane) % 2**64 for lane in range(lane_count)]
    if len(seed) != lane_count:
        raise arguments.invalid_value(
            "the number of seeds", len(seed), f"is not the number of boards, {lane_count}"
        )
    is_given = np.array([one is not None for one in seed])
    values = [
        0 if one is None else arguments.integer("seed", one, arguments.UINT64) for one in seed
    ]
    return Seeds(np.array(values, np.uint64), is_given) if is_given.any() else None
