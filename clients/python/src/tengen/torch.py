"""Boards for PyTorch: observations, masks, rewards and ends as tensors on a device.

`TorchVectorEnv` steps many boards while a network computes actions for others:

    import torch
    from tengen.torch import TorchVectorEnv

    with TorchVectorEnv(9, 4096, opponent=None, group_count=2) as envs:
        envs.reset(seed=1)
        for step in envs.stream(policy):
            ...

The server sends packed planes, an eighth of the bytes of unpacked ones, and `unpack` unpacks them
on the device. Requires PyTorch: `pip install "tengen-go[torch]"`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import torch
except ImportError as error:
    raise ImportError('PyTorch is not installed: pip install "tengen-go[torch]"') from error

try:
    torch.from_numpy(np.empty(0))
except RuntimeError as error:
    raise ImportError(
        f"PyTorch {torch.__version__} does not work with NumPy {np.__version__}: PyTorch before 2.3"
        ' was built for NumPy 1; install an older NumPy, pip install "numpy<2", or a newer PyTorch'
    ) from error

from tengen import _arguments as arguments
from tengen._arrays import checked_bit_count
from tengen._tensor_block import places_of, views
from tengen.enums import ArrayFormat
from tengen.grouped.device import HostActions, HostDevice
from tengen.grouped.environment import KINDS, GroupedVectorEnv
from tengen.search.leaves import EvaluationDownload

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from tengen._tensor_block import Place
    from tengen.grouped.device import Download
    from tengen.search import Leaves
    from tengen.words import ArrayFormatWord

__all__ = ["TorchDevice", "TorchEvaluator", "TorchVectorEnv", "unpack"]

DTYPES = {
    np.dtype(np.bool_): torch.bool,
    np.dtype(np.uint8): torch.uint8,
    np.dtype(np.float32): torch.float32,
}
"""The types of uploaded arrays."""


def unpack(packed: Any, shape: Sequence[int], dtype: Any = None) -> Any:
    """Returns packed bits as zeros and ones, on the same device.

    Args:
      packed: A uint8 tensor of shape (..., bytes): observations in the format "packed".
      shape: The shape of one unpacked observation: (planes, height, width).
      dtype: The type of the result. None: `torch.float32`.

    Returns:
      A tensor of shape (..., *shape).

    Raises:
      TypeError: `packed` is not a uint8 tensor.
      ValueError: The rows of `packed` do not have the number of bytes that `shape` requires.
    """
    if not isinstance(packed, torch.Tensor) or packed.dtype != torch.uint8:
        raise TypeError("packed must be a uint8 tensor")
    bit_count = checked_bit_count(packed.shape[-1], shape)
    if packed.device.type == "cpu":
        # On the processor, NumPy is many times as fast as the operations below.
        bits = torch.from_numpy(np.unpackbits(packed.numpy(), axis=-1, count=bit_count))
    else:
        bits = shifted_bits(packed)[..., :bit_count]
    bits = bits.to(torch.float32 if dtype is None else dtype)
    return bits.reshape(*packed.shape[:-1], *shape)


def shifted_bits(packed: torch.Tensor) -> torch.Tensor:
    """Returns all bits of each row of bytes as zeros and ones, by operations of PyTorch."""
    # The most significant bit is the first.
    shifts = torch.arange(7, -1, -1, dtype=torch.uint8, device=packed.device)
    return packed.unsqueeze(-1).bitwise_right_shift(shifts).bitwise_and_(1).flatten(-2)


class TorchVectorEnv(GroupedVectorEnv):
    """Many boards of Go whose observations, masks, rewards and ends are tensors on a device.

    Everything else is as in `tengen.grouped.GroupedVectorEnv`: `stream` overlaps network and
    boards; `reset` and `step` are those of `tengen.make_vec`. Rewards are float32, action masks,
    terminations and truncations are bools. Infos stay NumPy arrays, but final observations under
    the autoreset mode "same-step" are tensors.

    On a CUDA device, rows travel from pinned memory on a separate CUDA stream, and actions travel
    back the same way. The current CUDA stream of the caller waits for the rows before it uses them,
    so programs need no synchronization. A program that uses the tensors on another CUDA stream has
    to synchronize it, as with all tensors.

    Each tensor is new, and stays valid as long as the caller keeps it. On a GPU, tensors of one
    step share memory: to keep a single one of them for long, clone it.

    Args:
      name_or_size: A name such as "tengen/Go9x9-v1", or the size of the boards, as in
        `tengen.make_vec`.
      num_envs: The number of boards.
      device: The device of the tensors: a `torch.device`, or a text such as "cuda:0". None: the
        current CUDA device if there is one, otherwise the processor.
      group_count: The number of groups, 1 to `num_envs`; see `tengen.grouped.GroupedVectorEnv`. For
        a compiled network, choose one that divides `num_envs`, so that all batches have one shape.
      array_format: The type of planes: a floating-point or integer type of PyTorch, such as
        `torch.bfloat16`; or "uint8" or "float32"; or "packed" for bits of shape (boards, bytes),
        which a compiled policy can unpack with `unpack` in one kernel with the first layer.
      keywords: The other arguments of `tengen.make_vec`, except `batch_size` and `copy`.

    Attributes:
      device: The device of the tensors.

    Raises:
      TypeError: An argument is of the wrong type or unknown.
      InvalidArgumentError: A value is out of range, a name is unknown, or there is no such device.
      ResourceExhaustedError: The server has reached its limit of boards.
      LaunchError: No address is given, and no server can be started.
      TengenError: The server does not answer, or the call failed.
    """

    def __init__(
        self,
        name_or_size: str | int | tuple[int, int] = 9,
        num_envs: int = 1,
        *,
        device: torch.device | str | None = None,
        group_count: int = 2,
        array_format: torch.dtype | ArrayFormat | ArrayFormatWord = "float32",
        **keywords: Any,
    ) -> None:
        dtype = dtype_of(array_format)
        self.device = usable_device(device)
        own = {"device": device, "array_format": array_format}
        self._make(
            (name_or_size, num_envs),
            group_count,
            own,
            keywords,
            lambda shape: TorchDevice(self.device, shape, dtype),
        )


class TorchDevice:
    """A device of PyTorch.

    Args:
      device: The device.
      shape: The shape of the unpacked planes of a board.
      dtype: The type of planes. None: they stay packed.

    Attributes:
      kind: The NumPy type that stands for it in spaces. NumPy has no bfloat16.
    """

    def __init__(
        self, device: torch.device, shape: tuple[int, int, int], dtype: torch.dtype | None
    ) -> None:
        self._device = device
        self._shape = shape
        self._dtype = dtype
        self._slots: dict[int, HostBlock] = {}
        is_cuda = device.type == "cuda"
        self._copies = torch.cuda.Stream(device) if is_cuda else None
        self.kind: type[np.generic] | None = None
        if dtype is not None:
            self.kind = np.uint8 if dtype == torch.uint8 else np.float32
        self._host = HostDevice(shape, self.kind)

    def upload(self, arrays: dict[str, NDArray[Any]], slot: int | None = None) -> dict[str, Any]:
        """Returns the arrays as tensors, with their planes in the format of the device."""
        if self._device.type == "cpu":
            # The arrays are new, except for the packed planes.
            rows = self._host.upload(arrays)
            tensors = {name: torch.from_numpy(array) for name, array in rows.items()}
            if self._dtype is not None:
                tensors["observation"] = tensors["observation"].to(self._dtype)
            return tensors
        if self._copies is None or slot is None:
            host = HostBlock(arrays, is_pinned=False)
            host.write(arrays)
            block = host.block.to(self._device)
        else:
            host = self._slots.get(slot) or HostBlock(arrays, is_pinned=True)
            self._slots[slot] = host
            block = self._copied(host, arrays)
        tensors = views(block, host.places)
        if self._dtype is not None:
            tensors["observation"] = unpack(tensors["observation"], self._shape, self._dtype)
        return tensors

    def download(self, actions: Any) -> Download:
        """Starts copying actions to the processor."""
        if isinstance(actions, torch.Tensor):
            actions = actions.detach()
            if actions.device.type == "cuda":
                return CudaActions(actions)
            actions = actions.cpu().numpy()
        return HostActions(actions)

    def merged(
        self, parts: list[dict[str, Any]], rows: dict[str, Any], lanes: NDArray[np.int64]
    ) -> dict[str, Any]:
        """Returns the rows of all parts, with some of them replaced."""
        indices = torch.from_numpy(lanes).to(self._device)
        whole = {name: torch.cat([part[name] for part in parts]) for name in rows}
        for name, tensor in rows.items():
            whole[name][indices] = tensor
        return whole

    def _copied(self, host: HostBlock, arrays: dict[str, NDArray[Any]]) -> torch.Tensor:
        """Starts copying arrays on the stream for copies, and lets the current stream wait."""
        assert self._copies is not None
        host.copied.synchronize()
        host.write(arrays)
        with torch.cuda.stream(self._copies):
            block = host.block.to(self._device, non_blocking=True)
            host.copied.record()
        current = torch.cuda.current_stream(self._device)
        current.wait_stream(self._copies)
        # The memory may be used again only after what the current stream does with it.
        block.record_stream(current)
        return block


class TorchEvaluator:
    """An evaluator of `tengen.search.SelfPlay`: a network of PyTorch on a device.

    Positions travel as packed bits and are unpacked on the device; evaluations travel back as one
    tensor, while the network already works on the next batch. Batches are padded with
    positions whose planes are zeros, so that they have few shapes.

    Args:
      network: A function, such as a module in its evaluation mode, from planes to a pair: logits
        of shape (n, actions), and values of shape (n,) or (n, 1) in [-1, 1] for the player to move.
        If the encoding has global features, they are its second argument. It runs in inference
        mode.
      device: The device, as in `TorchVectorEnv`.
      dtype: The type of planes.
    """

    def __init__(
        self,
        network: Callable[..., tuple[torch.Tensor, torch.Tensor]],
        device: torch.device | str | None = None,
        dtype: torch.dtype = torch.float32,
    ) -> None:
        self._network = network
        self._device = usable_device(device)
        self._dtype = dtype
        # The rows of each shape of planes: a network may play on boards of several sizes.
        self._rows: dict[tuple[int, int, int], TorchDevice] = {}

    def __call__(self, leaves: Leaves) -> EvaluationDownload:
        """Starts the evaluation of positions."""
        rows = self._rows.get(leaves.shape)
        if rows is None:
            rows = self._rows[leaves.shape] = TorchDevice(self._device, leaves.shape, self._dtype)
        tensors = rows.upload(leaves.padded(), leaves.capacity)
        with torch.inference_mode():
            logits, values = self._network(*tensors.values())
            numbers = torch.cat([logits.float(), values.float().reshape(-1, 1)], 1)
            return EvaluationDownload(rows.download(numbers), len(leaves))


class HostBlock:
    """Memory of the processor for arrays with these names, types and shapes.

    Args:
      arrays: Arrays like those that are written to it.
      is_pinned: Whether the memory is pinned, so that a CUDA device copies it asynchronously.

    Attributes:
      block: The bytes.
      places: The places of the arrays in it.
      copied: In pinned memory, the event after which it may be written to again.
    """

    def __init__(self, arrays: dict[str, NDArray[Any]], *, is_pinned: bool) -> None:
        self.places: list[Place]
        self.places, size = places_of(
            (name, DTYPES[array.dtype], array.shape) for name, array in arrays.items()
        )
        self.block = torch.empty(size, dtype=torch.uint8, pin_memory=is_pinned)
        self._arrays = {
            name: tensor.numpy() for name, tensor in views(self.block, self.places).items()
        }
        if is_pinned:
            self.copied = torch.cuda.Event(blocking=True)

    def write(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Writes the arrays to the block."""
        for name, array in arrays.items():
            self._arrays[name][...] = array


class CudaActions:
    """Actions on their way from a CUDA device to pinned memory.

    Args:
      actions: The actions, on the current stream of the device.
    """

    def __init__(self, actions: torch.Tensor) -> None:
        # A thread that waits for this event sleeps. The boards need the processors.
        self._copied = torch.cuda.Event(blocking=True)
        with torch.cuda.device(actions.device):
            self._host = torch.empty(actions.shape, dtype=actions.dtype, pin_memory=True)
            self._host.copy_(actions, non_blocking=True)
            self._copied.record()

    def is_ready(self) -> bool:
        """Returns whether the device has computed and copied the actions."""
        return bool(self._copied.query())

    def result(self) -> NDArray[Any]:
        """Waits for the actions, and returns them."""
        self._copied.synchronize()
        actions: NDArray[Any] = self._host.numpy()
        return actions


def dtype_of(array_format: Any) -> torch.dtype | None:
    """Returns the type of planes. None: they stay packed.

    Raises:
      TypeError: The argument is neither a type of PyTorch nor a string.
      InvalidArgumentError: The string is unknown, or the type is for neither numbers nor planes.
    """
    if not isinstance(array_format, torch.dtype):
        kind = KINDS[arguments.enum_member("array_format", array_format, ArrayFormat)]
        return None if kind is None else DTYPES[np.dtype(kind)]
    if array_format.is_complex or array_format == torch.bool:
        raise arguments.invalid_value(
            "array_format", array_format, "is not a floating-point or integer type"
        )
    return array_format


def usable_device(device: Any) -> torch.device:
    """Returns the device for an argument, with its index. None: CUDA if there is a device of it.

    Raises:
      InvalidArgumentError: This PyTorch has no such device, or the device keeps no numbers.
    """
    if device is None:
        device = "cuda" if torch.cuda.is_available() else "cpu"
    if not isinstance(device, (str, torch.device)):
        raise TypeError(f"device must be a torch.device or a string, not {type(device).__name__}")
    try:
        found = torch.zeros(1, device=torch.device(device))
        found.cpu()
    except (RuntimeError, AssertionError, NotImplementedError):
        known = ["cpu", *(f"cuda:{index}" for index in range(torch.cuda.device_count()))]
        raise arguments.invalid_value(
            "device",
            str(device),
            f"is not a device that PyTorch {torch.__version__} can use here, such as"
            f" {' or '.join(known)}",
        ) from None
    return found.device
