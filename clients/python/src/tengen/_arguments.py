"""Argument checks.

The client checks types, and that a value fits into its protobuf field. The server checks ranges.
"""

from __future__ import annotations

import difflib
import math
import operator
from collections.abc import Iterable, Sequence
from enum import Enum
from numbers import Real
from typing import Any, TypeVar

import numpy as np

from tengen.enums import RESIGN, Color
from tengen.errors import InvalidArgumentError

INT32 = (-(2**31), 2**31 - 1)
UINT32 = (0, 2**32 - 1)
UINT64 = (0, 2**64 - 1)

MAX_SUGGESTED_LENGTH = 64
"""An unknown name is compared up to this length with the known ones."""

EnumType = TypeVar("EnumType", bound=Enum)


def invalid_value(name: str, value: object, allowed: str) -> InvalidArgumentError:
    """Returns the error for an invalid value. `allowed` completes the sentence "name value ..."."""
    return InvalidArgumentError(
        "INVALID_VALUE",
        f"{name} {value!r} {allowed}",
        "INVALID_ARGUMENT",
        metadata={
            "field": name,
            "value": str(value),
            "allowed": allowed.removeprefix("is outside ").removeprefix("is not "),
        },
    )


def integer(name: str, value: Any, bounds: tuple[int, int]) -> int:
    """Returns an integer of any type, including NumPy's, as an int.

    Raises:
      TypeError: The value is not an integer. A bool does not count as an integer.
      InvalidArgumentError: The value is outside `bounds`, which are inclusive.
    """
    if type(value) is int and bounds[0] <= value <= bounds[1]:
        return value
    if isinstance(value, bool):
        raise TypeError(f"{name} must be an integer, not a bool")
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}") from None
    if not bounds[0] <= number <= bounds[1]:
        raise invalid_value(name, number, f"is outside [{bounds[0]}, {bounds[1]}]")
    return number


def integers(name: str, values: Any, bounds: tuple[int, int]) -> list[int]:
    """Returns a list of integers. See `integer`.

    Raises:
      TypeError: The value is not an iterable of integers.
      InvalidArgumentError: An integer is outside `bounds`, which are inclusive.
    """
    if not isinstance(values, Iterable):
        raise TypeError(f"{name} must be an iterable of integers, not {type(values).__name__}")
    return [integer(name, value, bounds) for value in values]


def real(name: str, value: Any) -> float:
    """Returns a real number of any type as a float.

    Raises:
      TypeError: The value is not a number.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}")
    return float(value)


def positive_seconds(name: str, value: Any) -> float:
    """Returns a duration in seconds.

    Raises:
      TypeError: The value is not a number.
      InvalidArgumentError: The value is not finite, or not above 0.
    """
    seconds = real(name, value)
    if not 0 < seconds < float("inf"):
        raise invalid_value(name, seconds, "is not a finite number above 0")
    return seconds


def seconds(name: str, value: Any) -> float:
    """Returns a duration in seconds that may be zero.

    Raises:
      TypeError: The value is not a number.
      InvalidArgumentError: The value is not finite, or below 0.
    """
    found = real(name, value)
    if not 0 <= found < float("inf"):
        raise invalid_value(name, found, "is not a finite number of at least 0")
    return found


def milliseconds(name: str, value: Any) -> int:
    """Returns a duration in seconds as milliseconds, rounded up. None: 0, which means the default.

    Raises:
      TypeError: The value is neither None nor a number.
      InvalidArgumentError: The value is not above 0, or does not fit into 64 bits.
    """
    if value is None:
        return 0
    return integer(name, math.ceil(positive_seconds(name, value) * 1000), UINT64)


def flag(name: str, value: Any) -> bool:
    """Returns a bool.

    Raises:
      TypeError: The value is not a bool.
    """
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be a bool, not {type(value).__name__}")
    return bool(value)


def text(name: str, value: Any) -> str:
    """Returns a string.

    Raises:
      TypeError: The value is not a string.
    """
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string, not {type(value).__name__}")
    return value


def texts(name: str, values: Any) -> list[str]:
    """Returns a list of strings.

    Raises:
      TypeError: The value is not an iterable of strings, or it is a single string.
    """
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be an iterable of strings, not {type(values).__name__}")
    return [text(name, value) for value in values]


def encodings(value: Any) -> list[str]:
    """Returns the names of encodings, given as an iterable or as a string, which is one name.

    Raises:
      TypeError: The value is neither.
    """
    return [value] if isinstance(value, str) else texts("encodings", value)


def enum_member(name: str, value: Any, enum_type: type[EnumType]) -> EnumType:
    """Returns the member of an enum of strings, given as the member or as its string.

    Case, hyphens and underscores do not matter: "same-step", "same_step" and "SameStep" are equal.

    Raises:
      TypeError: The value is neither a member nor a string.
      InvalidArgumentError: No member has this string.
    """
    if isinstance(value, enum_type):
        return value
    word = folded(text(name, value))
    for member in enum_type:
        if folded(member.value) == word:
            return member
    raise unknown_name(name, value, [str(member.value) for member in enum_type])


def known_name(name: str, value: Any, known: Iterable[str]) -> str:
    """Returns the one of some names that a string names, as `enum_member` compares them.

    Raises:
      TypeError: The value is not a string.
      InvalidArgumentError: It is none of the names.
    """
    word = folded(text(name, value))
    names = list(known)
    for each in names:
        if folded(each) == word:
            return each
    raise unknown_name(name, value, names)


def unknown_name(name: str, value: str, known: Sequence[str]) -> InvalidArgumentError:
    """Returns the error for a name that is none of the known ones, which suggests the nearest."""
    error = invalid_value(name, value, f"is not one of {', '.join(known)}{hint(value, known)}")
    error.metadata["allowed"] = f"one of {', '.join(known)}"
    return error


def hint(value: str, known: Iterable[str]) -> str:
    """Returns "; did you mean 'name'?" for the known name that a value is a misspelling of."""
    names = {folded(each): each for each in known}
    nearest = difflib.get_close_matches(folded(value[:MAX_SUGGESTED_LENGTH]), names, n=1)
    return f"; did you mean {names[nearest[0]]!r}?" if nearest else ""


def folded(word: str) -> str:
    """Returns a word in lower case, without hyphens and underscores."""
    return word.replace("-", "").replace("_", "").lower()


def action(value: Any, action_count: int) -> int:
    """Returns an action of an environment: a point, the pass, or RESIGN.

    Raises:
      TypeError: The value is not an integer.
      InvalidArgumentError: The board has no such action.
    """
    if type(value) is int and 0 <= value < action_count:
        return value
    number = integer("action", value, INT32)
    if 0 <= number < action_count or number == RESIGN:
        return number
    allowed = f"[0, {action_count - 1}] or tengen.RESIGN ({RESIGN})"
    raise invalid_value("action", number, f"is not {allowed}")


def color(name: str, value: Any) -> Color:
    """Returns a player's color, given as a `Color`, its number, or "black" or "white" in any case.

    Raises:
      TypeError: The value is of another type.
      InvalidArgumentError: The value is not a player's color.
    """
    if isinstance(value, str):
        return Color[known_name(name, value, ("black", "white")).upper()]
    return player_color(name, value)


def player_color(name: str, value: Any) -> Color:
    """Returns BLACK or WHITE, given as a `Color` or as its number.

    Raises:
      TypeError: The value is not an integer.
      InvalidArgumentError: The value is neither BLACK nor WHITE.
    """
    return Color(integer(name, value, (Color.BLACK, Color.WHITE)))
