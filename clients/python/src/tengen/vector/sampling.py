"""Actions drawn from action masks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def sample_actions(action_mask: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """Returns one action for each row of a mask, drawn uniformly among the legal ones.

    Args:
      action_mask: Shape (rows, actions), of bools or of integers of one byte, where what is not
        zero is legal.
      rng: Where the random numbers come from: one for each row.

    Returns:
      An action for each row; the last one, which is the pass, where no action is legal.
    """
    row_count, action_count = action_mask.shape
    mask = np.ascontiguousarray(action_mask).view(np.bool_).reshape(-1)
    legal: NDArray[np.int64] = np.flatnonzero(mask)
    # Where the legal actions of each row begin in `legal`, and where those of the last one end.
    row_starts: NDArray[np.int64] = np.arange(row_count + 1) * action_count
    starts = np.searchsorted(legal, row_starts)
    counts = np.diff(starts)
    chosen = starts[:-1] + (rng.random(row_count) * counts).astype(np.int64)
    if counts.all():
        return legal[chosen] - row_starts[:-1]
    actions = np.full(row_count, action_count - 1)
    is_open = counts > 0
    actions[is_open] = legal[chosen[is_open]] - row_starts[:-1][is_open]
    return actions
