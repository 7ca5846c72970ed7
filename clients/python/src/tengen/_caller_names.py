"""Names of errors' fields as the caller knows them.

The server names the fields of messages. Where an argument of this package has another name than the
field that it becomes, such as `size` for `width` and `height`, the error names the argument.
"""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from tengen.analysis import Drawing, Record
from tengen.errors import TengenError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


ELEMENT = re.compile(r"specs\[(?P<index>\d+)\]\.(?P<field>.+)")
"""The field of one of several specs."""

SHARED_NAMES = frozenset({"size", "encoding", "observation_layout"})
"""The arguments that are the same for all boards or slots."""


class Argument(NamedTuple):
    """An argument that becomes a field of a message.

    Attributes:
      name: The name of the argument, for the error's `field`.
      label: What the message says instead of the field. Empty: the name.
      scale: How many units of the field are one unit of the argument.
    """

    name: str
    label: str = ""
    scale: int = 1


@contextlib.contextmanager
def errors_named(names: Mapping[str, Argument], specs: str = "specs") -> Iterator[None]:
    """Renames the fields of errors that are raised in the body of a `with` statement.

    Args:
      names: The arguments by the fields that they become.
      specs: The argument that becomes specs of several boards or slots.
    """
    try:
        yield
    except TengenError as error:
        field = error.metadata.get("field", "")
        element = ELEMENT.fullmatch(field)
        if element is not None:
            rename_element(error, element, names, specs)
        elif (argument := names.get(field)) is not None:
            rename(error, argument)
        raise


def rename_element(
    error: TengenError, element: re.Match[str], names: Mapping[str, Argument], specs: str
) -> None:
    """Makes an error about one of several specs name an argument of that board or slot."""
    argument = names.get(element["field"], Argument(element["field"]))
    if argument.name not in SHARED_NAMES:
        name = f"{specs}[{element['index']}]"
        error.message = re.sub(r"^specs\[\d+\](?=:)", name, error.message)
        argument = argument._replace(
            name=f"{name}.{argument.name}", label=f"{name}.{argument.label or argument.name}"
        )
    rename(error, argument)


def rename(error: TengenError, argument: Argument) -> None:
    """Makes an error name an argument, with value and allowed range in the argument's unit."""
    field = error.metadata["field"]
    message = error.message
    if re.match(rf"{re.escape(field)}[ :]", message):
        message = f"{argument.label or argument.name}{message.removeprefix(field)}"
    if argument.scale != 1:
        for part in ("value", "allowed"):
            text = error.metadata.get(part, "")
            error.metadata[part] = scaled(text, argument.scale)
            message = message.replace(f" {text}", f" {error.metadata[part]}")
    error.metadata["field"] = argument.name
    error.message = message
    error.args = (error.reason, message, error.status)


def scaled(text: str, scale: int) -> str:
    """Returns a text with each number divided by a scale."""
    return re.sub(r"\d+", lambda number: f"{int(number[0]) / scale:.12g}", text)


def size_names(size: Any) -> dict[str, Argument]:
    """Returns the names of the fields that the argument `size` becomes."""
    if isinstance(size, (tuple, list)):
        sides = ("width", "height")
        return {side: Argument("size", f"size {tuple(size)}: {side}") for side in sides}
    return {"width": Argument("size"), "height": Argument("size")}


def spec_names(size: Any, rules: Any) -> dict[str, Argument]:
    """Returns the names of the fields that the arguments of an environment become."""
    return size_names(size) | rules_names(rules)


def rules_names(rules: Any) -> dict[str, Argument]:
    """Returns the names of the fields that the argument `rules` becomes."""
    return {"preset": Argument("rules")} if isinstance(rules, str) else {}


def position_names(position: Any) -> dict[str, Argument]:
    """Returns the names of the fields that a position to analyze becomes."""
    if isinstance(position, Record):
        names = {f"position.record.{name}": Argument(name) for name in ("sgf", "move_number")}
        return names | board_names("sgf")
    if isinstance(position, Drawing):
        fields = ("rows", "player_to_move", "actions")
        names = {f"position.drawing.{name}": Argument(name) for name in fields}
        return names | board_names("rows")
    return {"position.drawing.rows": Argument("position")} | board_names("position")


def board_names(name: str) -> dict[str, Argument]:
    """Returns the names of what the server finds on the board that an argument describes."""
    return {field: Argument(name, label=field) for field in ("size", "setup")}


ENVIRONMENT_NAMES = {
    "encodings": Argument("encoding"),
    "opponent.player": Argument("opponent"),
    "opponent.color": Argument("agent_color"),
}
"""The names of fields that the arguments of Gymnasium and PettingZoo environments become."""

BATCH_NAMES = ENVIRONMENT_NAMES | {"lane_count": Argument("num_envs")}
"""The names of fields that the arguments of vector environments become."""

IDLE_TIMEOUT_NAMES = {"idle_timeout_ms": Argument("idle_timeout_seconds", scale=1000)}
"""The names of fields that the arguments of calls that open a session become."""

SEAT_NAMES = {"with_player_seats": Argument("seats")}
"""The names of fields that the arguments of `create_session` about seats become."""

RESET_NAMES = {"task_options": Argument("options")}
"""The names of fields that the arguments of a reset become."""
