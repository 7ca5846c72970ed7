"""Compares results of vector environments to the byte."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np


def assert_same(left: Any, right: Any, place: str = "result") -> None:
    """Checks that two results are equal: types, shapes and bytes of all arrays in them."""
    if isinstance(left, Mapping):
        assert isinstance(right, Mapping), place
        assert set(left) == set(right), place
        for key in left:
            assert_same(left[key], right[key], f"{place}[{key!r}]")
    elif isinstance(left, tuple):
        assert isinstance(right, tuple), place
        assert len(left) == len(right), place
        for index, (one, other) in enumerate(zip(left, right, strict=True)):
            assert_same(one, other, f"{place}[{index}]")
    elif isinstance(left, np.ndarray):
        assert isinstance(right, np.ndarray), place
        assert (left.dtype, left.shape) == (right.dtype, right.shape), place
        if left.dtype == object:
            for index, (one, other) in enumerate(zip(left, right, strict=True)):
                assert_same(one, other, f"{place}[{index}]")
        else:
            assert left.tobytes() == right.tobytes(), place
    else:
        assert type(left) is type(right), place
        assert left == right, place
