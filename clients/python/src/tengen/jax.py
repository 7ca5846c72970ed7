"""Boards for JAX: observations, masks, rewards and ends as arrays on a device.

`JaxVectorEnv` steps many boards while a compiled network computes actions for others:

    from tengen.jax import JaxVectorEnv

    with JaxVectorEnv(9, 4096, opponent=None, group_count=2) as envs:
        envs.reset(seed=1)
        for step in envs.stream(policy):
            ...

The server sends packed planes, an eighth of the bytes of unpacked ones, and compiled code unpacks
them on the device. Requires JAX: `pip install "tengen-go[jax]"`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import jax
    import jax.numpy as jnp
except ImportError as error:
    raise ImportError('JAX is not installed: pip install "tengen-go[jax]"') from error

from tengen import _arguments as arguments
from tengen._arrays import checked_bit_count
from tengen.enums import ArrayFormat
from tengen.grouped.device import HostActions
from tengen.grouped.environment import KINDS, GroupedVectorEnv
from tengen.search.leaves import EvaluationDownload

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from tengen.grouped.device import Download
    from tengen.search import Leaves

__all__ = ["JaxDevice", "JaxEvaluator", "JaxVectorEnv", "unpack"]

ALIGNMENT = 64
"""JAX takes memory of the processor over without a copy if it begins at a multiple of this."""


def unpack(packed: Any, shape: Sequence[int], dtype: Any = None) -> Any:
    """Returns packed bits as zeros and ones. May be part of a compiled function.

    Args:
      packed: A uint8 array of shape (..., bytes): observations in the format "packed".
      shape: The shape of one unpacked observation: (planes, height, width).
      dtype: The type of the result. None: float32.

    Returns:
      An array of shape (..., *shape).

    Raises:
      TypeError: `packed` is not a uint8 array.
      ValueError: The rows of `packed` do not have the number of bytes that `shape` requires.
    """
    if getattr(packed, "dtype", None) != np.uint8:
        raise TypeError("packed must be a uint8 array")
    bit_count = checked_bit_count(packed.shape[-1], shape)
    bits = jnp.unpackbits(packed, axis=-1, count=bit_count)
    return bits.reshape(*packed.shape[:-1], *shape).astype(jnp.float32 if dtype is None else dtype)


class JaxVectorEnv(GroupedVectorEnv):
    """Many boards of Go whose observations, masks, rewards and ends are arrays of JAX.

    Everything else is as in `tengen.grouped.GroupedVectorEnv`: `stream` overlaps network and
    boards; `reset` and `step` are those of `tengen.make_vec`. Rewards are float32, action masks,
    terminations and truncations are bools. Infos stay NumPy arrays, but final observations under
    the autoreset mode "same-step" are arrays of JAX.

    On the processor, JAX takes the memory of rows over by DLPack, without a copy. Each array stays
    valid as long as the caller keeps it. `torch.from_dlpack` hands one to PyTorch.

    Args:
      name_or_size: A name such as "tengen/Go9x9-v1", or the size of the boards, as in
        `tengen.make_vec`.
      num_envs: The number of boards.
      device: The device of the arrays: a `jax.Device`; or a platform and an index, such as "cpu",
        "gpu" or "gpu:1". None: JAX's first device.
      group_count: The number of groups, 1 to `num_envs`; see `tengen.grouped.GroupedVectorEnv`.
        Choose one that divides `num_envs`, so that a compiled function sees batches of one shape.
      array_format: The type of planes: a floating-point or integer type, such as
        `jax.numpy.bfloat16`; or "uint8" or "float32"; or "packed" for bits of shape
        (boards, bytes), which a compiled policy unpacks with `unpack`.
      keywords: The other arguments of `tengen.make_vec`, except `batch_size` and `copy`.

    Attributes:
      device: The device of the arrays.

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
        device: jax.Device | str | None = None,
        group_count: int = 2,
        array_format: Any = "float32",
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
            lambda shape: JaxDevice(self.device, shape, dtype),
        )


class JaxDevice:
    """A device of JAX.

    Args:
      device: The device.
      shape: The shape of the unpacked planes of a board.
      dtype: The type of planes. None: they stay packed.

    Attributes:
      kind: The NumPy type that stands for it in spaces.
    """

    def __init__(
        self, device: jax.Device, shape: tuple[int, int, int], dtype: np.dtype[Any] | None
    ) -> None:
        self._device = device
        self.kind: type[np.generic] | None = None
        if dtype is not None:
            self.kind = np.uint8 if dtype == np.uint8 else np.float32

        def decoded(rows: dict[str, Any]) -> dict[str, Any]:
            planes = rows["observation"]
            bools = {name: rows[name] != 0 for name in BOOLS & rows.keys()}
            return {
                **rows,
                **bools,
                "observation": planes if dtype is None else unpack(planes, shape, dtype),
            }

        self._decoded = jax.jit(decoded)

    def upload(self, arrays: dict[str, NDArray[Any]], slot: int | None = None) -> dict[str, Any]:
        """Returns the arrays as arrays of JAX, with their planes in the format of the device."""
        del slot
        rows = {name: aligned_copy(array) for name, array in arrays.items()}
        if self._device.platform == "cpu":
            rows = {name: jax.dlpack.from_dlpack(array) for name, array in rows.items()}
        decoded: dict[str, Any] = self._decoded(jax.device_put(rows, self._device))
        # The order of the keys is that of the vector environment.
        return {name: decoded[name] for name in arrays}

    def download(self, actions: Any) -> Download:
        """Starts copying actions to the processor."""
        if isinstance(actions, jax.Array):
            return JaxActions(actions)
        return HostActions(actions)

    def merged(
        self, parts: list[dict[str, Any]], rows: dict[str, Any], lanes: NDArray[np.int64]
    ) -> dict[str, Any]:
        """Returns the rows of all parts, with some of them replaced."""
        return {
            name: jnp.concatenate([part[name] for part in parts]).at[lanes].set(array)
            for name, array in rows.items()
        }


class JaxEvaluator:
    """An evaluator of `tengen.search.SelfPlay`: a network of JAX on a device.

    Positions travel as packed bits and are unpacked on the device; evaluations travel back as one
    array, while the network already works on the next batch. Batches are padded
    with positions whose planes are zeros, so that the network is compiled for few shapes.

    Args:
      network: A pure function from planes to a pair: logits of shape (n, actions), and values of
        shape (n,) or (n, 1) in [-1, 1] for the player to move. If the encoding has global features,
        they are its second argument. Compile it with
        `jax.jit`; parameters that change are best bound by `functools.partial`.
      device: The device, as in `JaxVectorEnv`.
      dtype: The type of planes.
    """

    def __init__(
        self,
        network: Callable[..., tuple[jax.Array, jax.Array]],
        device: jax.Device | str | None = None,
        dtype: Any = "float32",
    ) -> None:
        self._network = network
        self._device = usable_device(device)
        self._dtype = dtype_of(dtype)
        # The rows of each shape of planes: a network may play on boards of several sizes.
        self._rows: dict[tuple[int, int, int], JaxDevice] = {}

    def __call__(self, leaves: Leaves) -> EvaluationDownload:
        """Starts the evaluation of positions."""
        rows = self._rows.get(leaves.shape)
        if rows is None:
            rows = self._rows[leaves.shape] = JaxDevice(self._device, leaves.shape, self._dtype)
        arrays = rows.upload(leaves.padded(), leaves.capacity)
        logits, values = self._network(*arrays.values())
        numbers = jnp.concatenate([logits, values.reshape(-1, 1)], 1).astype(jnp.float32)
        return EvaluationDownload(rows.download(numbers), len(leaves))


BOOLS = {"action_mask", "terminations", "truncations"}
"""The arrays of bools. They are uploaded as bytes, because old versions of DLPack have no bools."""


class JaxActions:
    """Actions on their way from a device to the processor.

    Args:
      actions: The actions, which the device may still compute.
    """

    def __init__(self, actions: jax.Array) -> None:
        self._actions = actions
        actions.copy_to_host_async()

    def is_ready(self) -> bool:
        """Returns whether the device has computed the actions."""
        return bool(self._actions.is_ready())

    def result(self) -> NDArray[Any]:
        """Waits for the actions, and returns them."""
        return np.asarray(self._actions)


def aligned_copy(array: NDArray[Any]) -> NDArray[Any]:
    """Returns a copy whose memory is aligned as JAX needs it, with bools as bytes."""
    kind = np.uint8 if array.dtype == np.bool_ else array.dtype
    memory = np.empty(array.nbytes + ALIGNMENT, np.uint8)
    first = -memory.ctypes.data % ALIGNMENT
    copy = memory[first : first + array.nbytes].view(kind).reshape(array.shape)
    copy[...] = array
    return copy


def dtype_of(array_format: Any) -> np.dtype[Any] | None:
    """Returns the type of planes. None: they stay packed.

    Raises:
      TypeError: The argument is neither a type nor a string.
      InvalidArgumentError: The string is unknown, or the type is not one for numbers.
    """
    if isinstance(array_format, str):
        kind = KINDS[arguments.enum_member("array_format", array_format, ArrayFormat)]
        return None if kind is None else np.dtype(kind)
    dtype: np.dtype[Any] = jnp.dtype(array_format)
    if not (jnp.issubdtype(dtype, jnp.floating) or jnp.issubdtype(dtype, jnp.integer)):
        raise arguments.invalid_value(
            "array_format", str(dtype), "is not a floating-point or integer type"
        )
    return dtype


def usable_device(device: Any) -> jax.Device:
    """Returns the device for an argument. None: JAX's first device.

    Raises:
      TypeError: The argument is neither a device nor a string.
      InvalidArgumentError: JAX has no such device.
    """
    if device is None:
        return jax.devices()[0]
    if isinstance(device, jax.Device):
        return device
    if not isinstance(device, str):
        raise TypeError(f"device must be a jax.Device or a string, not {type(device).__name__}")
    platform, _, index = device.partition(":")
    try:
        return jax.devices(platform)[int(index or 0)]
    except (RuntimeError, IndexError, ValueError):
        known = [f"{each.platform}:{place}" for place, each in enumerate(jax.devices())]
        raise arguments.invalid_value(
            "device",
            device,
            f"is not a device that JAX {jax.__version__} can use here, such as"
            f" {' or '.join(known)}",
        ) from None
