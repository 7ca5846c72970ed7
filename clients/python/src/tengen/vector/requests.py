"""From what a caller gives a vector environment to messages of the contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode

from tengen import _arguments as arguments
from tengen.v1 import batch_pb2 as pb

if TYPE_CHECKING:
    from numpy.typing import NDArray


def step_request(actions: Any, lanes: NDArray[np.int64] | None, count: int) -> pb.RunRequest:
    """Returns the request that plays actions.

    Args:
      actions: One integer for each lane.
      lanes: The lanes. None: all.
      count: Count of the lanes.
    """
    array = np.asarray(actions)
    if array.dtype.kind not in "iu":
        raise TypeError(f"actions must be integers, not {array.dtype}")
    if array.shape != (count,):
        raise arguments.invalid_value("actions", array.shape, f"is not the shape ({count},)")
    sent = array.astype("<i4", copy=False)
    if sent is not array and not np.array_equal(sent, array):
        raise arguments.invalid_value("actions", array[sent != array][0], "has more than 32 bits")
    step = pb.StepBatch(actions=sent.tobytes(), lanes=lane_bytes(lanes))
    return pb.RunRequest(step=step)


def reset_request(
    seeds: NDArray[np.uint64] | None, lanes: NDArray[np.int64] | None
) -> pb.RunRequest:
    """Returns the request that starts episodes; without seeds, each follows from that before."""
    seed_bytes = b"" if seeds is None else seeds.astype("<u8").tobytes()
    return pb.RunRequest(reset=pb.ResetBatch(lanes=lane_bytes(lanes), seeds=seed_bytes))


def autoreset_mode(value: Any) -> AutoresetMode:
    """Returns Gymnasium's autoreset mode, given as itself or as its string."""
    if isinstance(value, AutoresetMode):
        return value
    try:
        return AutoresetMode(arguments.text("autoreset_mode", value))
    except ValueError:
        allowed = ", ".join(str(mode.value) for mode in AutoresetMode)
        raise arguments.invalid_value("autoreset_mode", value, f"is not one of {allowed}") from None


def lane_bytes(lanes: NDArray[np.int64] | None) -> bytes:
    """Returns lanes as the contract names them; nothing stands for all."""
    return b"" if lanes is None else lanes.astype("<u4").tobytes()


def lane_array(env_id: Any, lane_count: int) -> NDArray[np.int64]:
    """Returns lanes that a caller names, none twice.

    Raises:
      TypeError: They are no integers.
      InvalidArgumentError: One is not there or named twice, or there is none.
    """
    array = np.asarray(env_id)
    if array.dtype.kind not in "iu" or array.ndim != 1:
        raise TypeError(f"env_id must be a row of integers, not {env_id!r}")
    if not len(array):
        raise arguments.invalid_value("env_id", [], "is empty")
    outside = array[(array < 0) | (array >= lane_count)]
    if len(outside):
        raise arguments.invalid_value(
            "env_id", int(outside[0]), f"is outside [0, {lane_count - 1}]"
        )
    if np.bincount(array, minlength=lane_count).max() > 1:
        raise arguments.invalid_value("env_id", array.tolist(), "names one twice")
    return array.astype(np.int64)


def masked_lanes(options: dict[str, Any] | None, lane_count: int) -> NDArray[np.int64] | None:
    """Returns the lanes that `options` of a reset ask for; None for all.

    Raises:
      TypeError: `reset_mask` is no array of bools.
      InvalidArgumentError: It has another shape or no True in it, or there are other options.
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


def seed_array(
    seed: Any, lane_count: int, random: np.random.Generator
) -> NDArray[np.uint64] | None:
    """Returns a seed for each lane: what is given, or an integer plus the number of the lane.

    Args:
      seed: None, an integer, or one for each lane, where None stands for a random one.
      lane_count: Count of lanes.
      random: Where random ones come from.
    """
    if seed is None:
        return None
    if not isinstance(seed, (Sequence, np.ndarray)):
        first = arguments.integer("seed", seed, arguments.UINT64)
        return np.array([(first + lane) % 2**64 for lane in range(lane_count)], np.uint64)
    if len(seed) != lane_count:
        raise arguments.invalid_value(
            "seed", len(seed), f"is not the count of boards, {lane_count}"
        )
    return np.array(
        [
            random.integers(2**63)
            if one is None
            else arguments.integer("seed", one, arguments.UINT64)
            for one in seed
        ],
        np.uint64,
    )
