"""Creates the `infos` of a vector environment in Gymnasium's format.

Each key has an array with one value per row. The key with a leading underscore has a bool per row:
whether the value is set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import _responses as responses
from tengen.enums import NO_ACTION
from tengen.symmetry import Symmetry
from tengen.v1 import observation_pb2, timestep_pb2

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from tengen.vector.rows import Rows

END_REASONS = np.array(
    [
        None if reason is None else reason.value
        for reason in map(responses.end_reason, range(max(timestep_pb2.EndReason.values()) + 2))
    ],
    dtype=object,
)
"""The strings for numbers of EndReason. The last one stands for the reasons of a newer server."""


ILLEGAL_REASONS = np.array(
    [
        None if reason is None else str(reason)
        for reason in map(
            responses.illegal_reason, range(max(timestep_pb2.IllegalReason.values()) + 2)
        )
    ],
    dtype=object,
)
"""The strings for numbers of IllegalReason. The last one stands for those of a newer server."""


SYMMETRIES = np.array(
    [
        None if symmetry is Symmetry.IDENTITY else symmetry.value
        for symmetry in map(responses.symmetry, observation_pb2.Symmetry.values())
    ],
    dtype=object,
)
"""The strings for numbers of Symmetry. None for the identity."""


IDENTITY = int(observation_pb2.SYMMETRY_IDENTITY)
"""The number of the symmetry that changes nothing."""


def infos_of(
    rows: Rows, *, action_mask: NDArray[np.int8], is_over: NDArray[np.bool_]
) -> dict[str, Any]:
    """Returns the infos of rows.

    Args:
      rows: The rows.
      action_mask: The action masks of the rows, including terminal masks.
      is_over: Whether the episode of each row is over.
    """
    infos: dict[str, Any] = {}
    everywhere = np.ones(rows.count, np.bool_)
    add_info(infos, "action_mask", action_mask, everywhere)
    add_info(infos, "player_to_move", rows.players_to_move.astype(np.int64), everywhere)
    add_info(infos, "move_number", rows.move_numbers.astype(np.int64), everywhere)
    add_info(infos, "state_hash", rows.state_hashes.astype(np.uint64), everywhere)
    is_turned = rows.symmetries > IDENTITY
    if np.count_nonzero(is_turned):
        add_info(infos, "symmetry", SYMMETRIES[rows.symmetries], is_turned)
    rewards, is_stepped = rows.rewards.astype(np.float64), everywhere
    if np.count_nonzero(rows.is_reset):
        is_stepped = ~rows.is_reset
        episodes = np.where(rows.is_reset, rows.episodes, 0).astype(np.int64)
        add_info(infos, "episode_number", episodes, ~is_stepped)
        rewards = np.where(is_stepped[:, None], rewards, 0.0)
    if np.count_nonzero(is_stepped):
        add_info(infos, "rewards", rewards, is_stepped)
        actions = np.where(is_stepped, rows.actions, 0).astype(np.int64)
        add_info(infos, "action", actions, is_stepped)
    if rows.has_opponents:
        has_moved = rows.opponent_actions != NO_ACTION
        moves = np.where(has_moved, rows.opponent_actions, 0).astype(np.int64)
        add_info(infos, "opponent_action", moves, has_moved)
    if np.count_nonzero(is_over):
        add_end_infos(infos, rows, is_over)
    if rows.has_agreement:
        add_info(infos, "is_agreement", rows.is_agreement.copy(), everywhere)
    if rows.has_tasks:
        add_task_infos(infos, rows, is_over)
    if np.count_nonzero(rows.illegal_reasons):
        # In the row of a new episode, the reason belongs to the previous one.
        codes = np.where(rows.is_reset, 0, rows.illegal_reasons)
        if codes.any():
            codes = np.minimum(codes, len(ILLEGAL_REASONS) - 1)
            add_info(infos, "illegal_reason", ILLEGAL_REASONS[codes], codes != 0)
    return infos


def add_end_infos(infos: dict[str, Any], rows: Rows, is_over: NDArray[np.bool_]) -> None:
    """Adds the infos of episodes that are over."""
    # Few episodes end in one step.
    ended = np.flatnonzero(is_over)
    reasons = np.full(rows.count, None, dtype=object)
    reasons[ended] = END_REASONS[np.minimum(rows.end_reasons[ended], len(END_REASONS) - 1)]
    add_info(infos, "end_reason", reasons, is_over)
    margins = np.zeros(rows.count)
    margins[ended] = rows.margins[ended]
    add_info(infos, "margin", margins, is_over)
    winners = np.zeros(rows.count, np.int64)
    winners[ended] = rows.winners[ended]
    if np.count_nonzero(winners):
        add_info(infos, "winner", winners, winners != 0)


def add_task_infos(infos: dict[str, Any], rows: Rows, is_over: NDArray[np.bool_]) -> None:
    """Adds the infos of tasks."""
    has_task = rows.agent_colors > 0
    add_info(infos, "agent_color", rows.agent_colors.astype(np.int64), has_task)
    add_info(infos, "optimal_value", rows.optimal_values.astype(np.int64), has_task)
    is_ended = is_over & has_task
    if is_ended.any():
        add_info(infos, "regret", np.where(is_ended, rows.regrets, 0).astype(np.int64), is_ended)
    is_judged = rows.is_oracle_optimal > 0
    if is_judged.any():
        add_info(infos, "is_oracle_optimal", rows.is_oracle_optimal == 1, is_judged)


def add_info(infos: Any, key: str, array: Any, mask: NDArray[np.bool_]) -> None:
    """Adds a key and its mask to infos."""
    infos[key] = array
    infos[f"_{key}"] = mask


def scatter(infos: Mapping[str, Any], targets: NDArray[np.int64], count: int) -> dict[str, Any]:
    """Returns infos of `count` rows, with the rows of `infos` at the indices `targets`."""
    scattered: dict[str, Any] = {}
    for key, array in infos.items():
        if isinstance(array, dict):
            scattered[key] = scatter(array, targets, count)
        else:
            shape = (count, *array.shape[1:])
            fill = None if array.dtype == object else 0
            scattered[key] = np.full(shape, fill, array.dtype)
            scattered[key][targets] = array
    return scattered
