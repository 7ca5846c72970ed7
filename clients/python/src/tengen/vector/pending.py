"""Removes boards from requests whose responses have not been received."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tengen.vector.responses import PendingRequest

if TYPE_CHECKING:
    from numpy.typing import NDArray


def without_lanes(
    pending: PendingRequest, lost: NDArray[np.int64], lane_count: int
) -> PendingRequest | None:
    """Returns a pending request without some boards. None: it has no other boards.

    Args:
      pending: The request.
      lost: The boards to remove.
      lane_count: The number of boards of the environment.
    """
    lanes = np.arange(lane_count) if pending.lanes is None else pending.lanes
    is_kept = ~np.isin(lanes, lost)
    if is_kept.all():
        return pending
    kept = np.flatnonzero(is_kept)
    if not len(kept):
        return None
    parts = pending.parts
    if len(parts) > 1:
        new_rows = np.cumsum(is_kept) - 1
        renumbered = (new_rows[part[is_kept[part]]] for part in parts)
        parts = tuple(part for part in renumbered if len(part))
    seeds = None if pending.seeds is None else pending.seeds.of(kept)
    return PendingRequest(lanes[kept], pending.is_reset, seeds, parts)
