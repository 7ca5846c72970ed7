"""Batches of positions as tensors. Requires PyTorch: `pip install "tengen-go[torch]"`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
import torch.distributed
from torch.utils.data import IterableDataset, get_worker_info

from tengen._tensor_block import Place, places_of, views

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from tengen.data.dataset import PositionDataset

__all__ = ["TensorBatch", "TorchPositions"]


PIPE_BYTES = 2 << 20
"""A batch of at most so many bytes goes to another process through the pipe of its queue."""


class TensorBatch(dict[str, torch.Tensor]):
    """Tensors by name, which go to another process as one block of bytes.

    A DataLoader moves each tensor between processes on its own, with a shared memory and a
    connection for it, which takes longer than making the batch. To copy a batch through a pipe is
    faster than one shared memory, unless the batch is large.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        places, size = places_of(
            (name, tensor.dtype, tuple(tensor.shape)) for name, tensor in self.items()
        )
        is_small = size <= PIPE_BYTES
        packed = np.empty(size, np.uint8) if is_small else torch.empty(size, dtype=torch.uint8)
        for name, tensor in unpacked(packed, places).items():
            tensor.copy_(self[name])
        return unpacked, (packed, places)


def unpacked(packed: torch.Tensor | NDArray[np.uint8], places: list[Place]) -> TensorBatch:
    """Returns the tensors of a packed batch, as views.

    Args:
      packed: The bytes of all tensors.
      places: The places of the tensors.
    """
    return TensorBatch(views(torch.as_tensor(packed), places))


class TorchPositions(IterableDataset):
    """The batches of a `PositionDataset` as dicts of tensors, for `DataLoader(batch_size=None)`.

    The ranks of distributed training share the files, and in each rank the workers of its
    DataLoader: with n workers in each of m ranks, each reads every n*m-th file, in a batch of its
    own at the server. A worker without a file yields nothing, so a folder needs at least n*m files.
    Ranks may get different numbers of batches; see docs/guide/data.md. All epochs of a DataLoader
    without persistent workers are alike unless `dataset.epoch` is set before each.

    Args:
      dataset: The batches.
      num_workers: The number of workers of the DataLoader, on which `len` depends. None: the length
        is unknown.
      rank: The index of this process among those that train together. None: that of
        `torch.distributed`, or that of the environment variable RANK, which torchrun sets.
      world_size: The number of those processes. None: as for `rank`.

    Raises:
      ValueError: Only one of `rank` and `world_size` is given, or `rank` is not below it.
    """

    def __init__(
        self,
        dataset: PositionDataset,
        *,
        num_workers: int | None = None,
        rank: int | None = None,
        world_size: int | None = None,
    ) -> None:
        super().__init__()
        if (rank is None) != (world_size is None):
            raise ValueError("rank and world_size must be given together")
        if rank is not None and world_size is not None and not 0 <= rank < world_size:
            raise ValueError(f"rank {rank} is outside [0, {world_size - 1}]")
        self.dataset = dataset
        self._num_workers = num_workers
        self._place = None if rank is None or world_size is None else (rank, world_size)

    def __getstate__(self) -> dict[str, Any]:
        # A worker that is not forked does not know the process group of its rank. A process that
        # is no rank may pickle the dataset for those that are.
        return {**self.__dict__, "_place": self._place or known_place()}

    def __len__(self) -> int:
        """Returns the number of batches of an epoch of this rank, if all files can be used.

        The first call reads the files of this rank.

        Raises:
          TypeError: The length is unknown, because `num_workers` is not given or games are drawn by
            weights.
        """
        if self._num_workers is None:
            raise TypeError("the number of batches is unknown without num_workers")
        rank, world_size = self._place or known_place() or (0, 1)
        count = max(self._num_workers, 1)
        parts = range(rank * count, (rank + 1) * count)
        return sum(self.dataset.batch_count(part, world_size * count) for part in parts)

    def __iter__(self) -> Iterator[TensorBatch]:
        worker = get_worker_info()
        index, count = (0, 1) if worker is None else (worker.id, worker.num_workers)
        rank, world_size = self._place or known_place() or (0, 1)
        for batch in self.dataset.part(rank * count + index, world_size * count):
            # Old versions of PyTorch have no uint64.
            yield TensorBatch(
                (
                    name,
                    torch.from_numpy(array.astype(np.int64) if array.dtype == np.uint64 else array),
                )
                for name, array in batch.items()
            )


def known_place() -> tuple[int, int] | None:
    """Returns the index of this process among those that train together, and their number.

    None: it does not know of others.
    """
    if torch.distributed.is_available() and torch.distributed.is_initialized():
        return torch.distributed.get_rank(), torch.distributed.get_world_size()
    if "RANK" in os.environ and "WORLD_SIZE" in os.environ:
        return int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    return None
