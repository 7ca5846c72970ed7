"""Compares results to the byte."""

from __future__ import annotations

from typing import Any

import numpy as np


def equal(one: Any, other: Any, name: str = "result") -> None:
    """Checks that two results are equal: values, types, shapes, and whether they can be changed."""
    assert type(one) is type(other), name
    if isinstance(one, dict):
        assert list(one) == list(other), name
        for key, value in one.items():
            equal(value, other[key], f"{name}[{key!r}]")
    elif isinstance(one, tuple | list):
        assert len(one) == len(other), name
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            equal(left, right, f"{name}[{index}]")
    elif isinstance(one, np.ndarray):
        assert (one.dtype, one.shape) == (other.dtype, other.shape), name
        assert one.flags.writeable == other.flags.writeable, name
        if one.dtype == object:
            equal(one.tolist(), other.tolist(), name)
        else:
            assert one.tobytes() == other.tobytes(), name
    else:
        assert one == other or one is other, name
