"""Batches of positions as tensors. Requires PyTorch: `pip install "tengen-go[torch]"`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tengen.data.dataset import PositionDataset


class TorchPositions(IterableDataset):
    """The batches of a `PositionDataset` as dicts of tensors, for `DataLoader(batch_size=None)`.

    The workers of a DataLoader share the files: worker i of n reads every n-th file from file i
    on, in a batch of its own at the server. A worker without a file yields nothing. All epochs of
    a DataLoader without persistent workers are alike unless `dataset.epoch` is set before each.

    Args:
      dataset: The batches.
    """

    def __init__(self, dataset: PositionDataset) -> None:
        super().__init__()
        self.dataset = dataset

    def __iter__(self) -> Iterator[dict[str, Any]]:
        worker = get_worker_info()
        index, count = (0, 1) if worker is None else (worker.id, worker.num_workers)
        for batch in self.dataset.part(index, count):
            # Old versions of PyTorch have no uint64.
            yield {
                name: torch.from_numpy(
                    array.astype(np.int64) if array.dtype == np.uint64 else array
                )
                for name, array in batch.items()
            }
