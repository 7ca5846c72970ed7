"""Batches of positions as tensors. Requires PyTorch: `pip install "tengen-go[torch]"`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from tengen.data.dataset import PositionDataset


ALIGNMENT = 64
"""Each tensor of a packed batch begins at a multiple of so many bytes."""


PIPE_BYTES = 2 << 20
"""A batch of at most so many bytes goes to another process through the pipe of its queue."""


class TensorBatch(dict[str, torch.Tensor]):
    """Tensors by name, which go to another process as one block of bytes.

    A DataLoader moves each tensor between processes on its own, with a shared memory and a
    connection for it, which takes longer than making the batch. To copy a batch through a pipe is
    faster than one shared memory, unless the batch is large.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        layout = []
        size = 0
        for name, tensor in self.items():
            layout.append((name, tensor.dtype, tuple(tensor.shape), size))
            size += -(-tensor.numel() * tensor.element_size() // ALIGNMENT) * ALIGNMENT
        is_small = size <= PIPE_BYTES
        packed = np.empty(size, np.uint8) if is_small else torch.empty(size, dtype=torch.uint8)
        for name, tensor in unpacked(packed, layout).items():
            tensor.copy_(self[name])
        return unpacked, (packed, layout)


def unpacked(
    packed: torch.Tensor | NDArray[np.uint8],
    layout: list[tuple[str, torch.dtype, tuple[int, ...], int]],
) -> TensorBatch:
    """Returns the tensors of a packed batch, as views.

    Args:
      packed: The bytes of all tensors.
      layout: Name, type, shape and first byte of each tensor.
    """
    batch = TensorBatch()
    whole = torch.as_tensor(packed)
    for name, dtype, shape, first in layout:
        size = math.prod(shape) * torch.empty(0, dtype=dtype).element_size()
        batch[name] = whole[first : first + size].view(dtype).view(shape)
    return batch


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

    def __iter__(self) -> Iterator[TensorBatch]:
        worker = get_worker_info()
        index, count = (0, 1) if worker is None else (worker.id, worker.num_workers)
        for batch in self.dataset.part(index, count):
            # Old versions of PyTorch have no uint64.
            yield TensorBatch(
                (
                    name,
                    torch.from_numpy(array.astype(np.int64) if array.dtype == np.uint64 else array),
                )
                for name, array in batch.items()
            )
