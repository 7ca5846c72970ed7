"""Unpacks observations on a PyTorch device.

Packed planes need only an eighth of the bytes of unpacked ones, which saves transfer time. Requires
PyTorch: `pip install "tengen-go[torch]"`.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


def unpack(packed: Any, shape: Sequence[int], dtype: Any = None) -> Any:
    """Returns packed bits as zeros and ones, on the same device.

    Args:
      packed: A uint8 tensor of shape (..., bytes): observations in the format "packed".
      shape: The shape of one unpacked observation: (planes, height, width).
      dtype: The type of the result. None: `torch.float32`.

    Returns:
      A tensor of shape (..., *shape).

    Raises:
      ImportError: PyTorch is not installed.
      TypeError: `packed` is not a uint8 tensor.
      ValueError: The rows of `packed` do not have the number of bytes that `shape` requires.
    """
    import torch  # noqa: PLC0415 - an optional dependency.

    if not isinstance(packed, torch.Tensor) or packed.dtype != torch.uint8:
        raise TypeError("packed must be a uint8 tensor")
    bit_count = prod(shape)
    if packed.shape[-1] != (bit_count + 7) // 8:
        raise ValueError(
            f"rows of {packed.shape[-1]} bytes do not match the {bit_count} bits of shape {shape}"
        )
    # The most significant bit is the first.
    shifts = torch.arange(7, -1, -1, dtype=torch.uint8, device=packed.device)
    bits = packed.unsqueeze(-1).bitwise_right_shift(shifts).bitwise_and_(1)
    bits = bits.flatten(-2)[..., :bit_count].to(torch.float32 if dtype is None else dtype)
    return bits.reshape(*packed.shape[:-1], *shape)
