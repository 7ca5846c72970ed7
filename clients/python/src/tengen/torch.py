"""Packed observations on a PyTorch device.

Packed planes are an eighth of the bytes that have to be moved to the device; they are unpacked
there. Needs PyTorch, which `pip install "tengen[torch]"` brings.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


def unpack(packed: Any, shape: Sequence[int], dtype: Any = None) -> Any:
    """Returns packed bits as zeros and ones, on the device where they are.

    Args:
      packed: A uint8 tensor of shape (..., bytes): observations in the format "packed".
      shape: Shape of each row's bits: planes, height, width.
      dtype: Type of the result. None: `torch.float32`.

    Returns:
      A tensor of shape (..., *shape).

    Raises:
      ImportError: There is no PyTorch.
      TypeError: `packed` is no uint8 tensor.
      ValueError: Its rows are shorter than `shape` asks for, or longer by a byte or more.
    """
    import torch  # noqa: PLC0415 - not everyone has it.

    if not isinstance(packed, torch.Tensor) or packed.dtype != torch.uint8:
        raise TypeError("packed must be a uint8 tensor")
    bit_count = prod(shape)
    if packed.shape[-1] != (bit_count + 7) // 8:
        raise ValueError(f"rows of {packed.shape[-1]} bytes do not hold {bit_count} bits")
    # The most significant bit is the first.
    shifts = torch.arange(7, -1, -1, dtype=torch.uint8, device=packed.device)
    bits = packed.unsqueeze(-1).bitwise_right_shift(shifts).bitwise_and_(1)
    bits = bits.flatten(-2)[..., :bit_count].to(torch.float32 if dtype is None else dtype)
    return bits.reshape(*packed.shape[:-1], *shape)
