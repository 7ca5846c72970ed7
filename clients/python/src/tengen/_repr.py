"""Plain reprs: what an object is, in a few lines, without the numbers of its arrays."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import numpy as np

SHORT_ARRAY = 8
"""The greatest number of elements of an array that is shown as a list."""


def plain_repr(value: Any) -> str:
    """Returns the repr of a dataclass or a named tuple. Long arrays are named by type and shape.

    Fields without a part in the repr, and names with a leading underscore, are left out.
    """
    if is_dataclass(value):
        names = [field.name for field in fields(value) if field.repr]
    else:
        names = list(value._fields)
    parts = [f"{name}={brief(getattr(value, name))}" for name in names if not name.startswith("_")]
    return f"{type(value).__name__}({', '.join(parts)})"


def brief(value: Any) -> str:
    """Returns the repr of a value, also of one in a dict or a tuple, with long arrays shortened."""
    if isinstance(value, np.ndarray):
        if value.size <= SHORT_ARRAY:
            return repr(value.tolist())
        return f"<{value.dtype} of shape {value.shape}>"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {brief(each)}" for key, each in value.items()) + "}"
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    return repr(value)
