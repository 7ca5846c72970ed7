from __future__ import annotations

import numpy as np
import pytest

import tengen
import tengen.torch

torch = pytest.importorskip("torch")


@pytest.mark.parametrize("shape", [(17, 9, 9), (17, 19, 19), (3, 5, 7)])
def test_unpack_equals_numpy(shape: tuple[int, ...]) -> None:
    bits = np.random.default_rng(1).integers(0, 2, (6, *shape), np.uint8)
    packed = torch.from_numpy(np.packbits(bits.reshape(6, -1), axis=1))

    planes = tengen.torch.unpack(packed, shape)

    assert planes.dtype == torch.float32
    assert np.array_equal(planes.numpy(), bits)
    assert tengen.torch.unpack(packed, shape, torch.uint8).dtype == torch.uint8


def test_unpack_keeps_leading_dimensions() -> None:
    packed = torch.zeros((2, 3, 11), dtype=torch.uint8)

    assert tengen.torch.unpack(packed, (1, 9, 9)).shape == (2, 3, 1, 9, 9)


def test_unpack_other_lengths_and_types_raise() -> None:
    with pytest.raises(ValueError, match="11 bytes"):
        tengen.torch.unpack(torch.zeros((2, 11), dtype=torch.uint8), (2, 9, 9))
    with pytest.raises(TypeError):
        tengen.torch.unpack(torch.zeros((2, 11)), (1, 9, 9))
