"""Converts between values of the public interface and protobuf messages, field by field."""

from __future__ import annotations

import functools
import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from tengen import _arguments as arguments
from tengen import enums
from tengen.symmetry import Symmetry

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from enum import Enum
    from types import ModuleType

    from google.protobuf.descriptor import EnumDescriptor

    E = TypeVar("E", bound=Enum)

MessageT = TypeVar("MessageT", bound=Message)
ValueT = TypeVar("ValueT")

INT32 = functools.partial(arguments.integer, bounds=arguments.INT32)
UINT32 = functools.partial(arguments.integer, bounds=arguments.UINT32)
UINT64 = functools.partial(arguments.integer, bounds=arguments.UINT64)

CHECKS: Mapping[int, Callable[[str, Any], Any]] = {
    FieldDescriptor.TYPE_STRING: arguments.text,
    FieldDescriptor.TYPE_BOOL: arguments.flag,
    FieldDescriptor.TYPE_DOUBLE: arguments.real,
    FieldDescriptor.TYPE_SINT32: INT32,
    FieldDescriptor.TYPE_UINT32: UINT32,
    FieldDescriptor.TYPE_UINT64: UINT64,
    FieldDescriptor.TYPE_FIXED64: UINT64,
}
"""The checks of arguments by the types of fields. Fields of other types hold checked values."""

LIST_CHECKS: Mapping[int, Callable[[str, Any], Any]] = {
    FieldDescriptor.TYPE_STRING: arguments.texts,
    FieldDescriptor.TYPE_SINT32: functools.partial(arguments.integers, bounds=arguments.INT32),
    FieldDescriptor.TYPE_UINT32: functools.partial(arguments.integers, bounds=arguments.UINT32),
}
"""The checks of arguments by the types of repeated fields."""

ENUMS: Mapping[str, Any] = {**vars(enums), "Symmetry": Symmetry}
"""The enums of arguments by the names of the protobuf enums."""


def message_of(message_type: type[MessageT], **values: Any) -> MessageT:
    """Returns a message with the given arguments as its fields, each checked to fit its field.

    None leaves a field unset that can be unset.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A number does not fit into its field, or a name is unknown.
    """
    checks = checks_of(message_type)  # type: ignore[arg-type]
    return message_type(**{name: checks[name](value) for name, value in values.items()})


@functools.cache
def checks_of(message_type: Any) -> dict[str, Callable[[Any], Any]]:
    """Returns the checks of arguments by the names of the fields of a message."""
    return {field.name: check_of(field) for field in message_type.DESCRIPTOR.fields}


def check_of(field: Any) -> Callable[[Any], Any]:
    """Returns a function that returns the value of a field for an argument.

    It calls the argument by the name of the field in errors.
    """
    if field.enum_type is not None and field.enum_type.name in ENUMS:
        enum_type = ENUMS[field.enum_type.name]
        return functools.partial(enum_name, field.name, enum_type=enum_type)
    check = (LIST_CHECKS if field.is_repeated else CHECKS).get(field.type)
    if check is None:
        return lambda value: value
    if field.has_presence:
        return lambda value: None if value is None else check(field.name, value)
    return functools.partial(check, field.name)


def enum_name(name: str, value: Any, enum_type: type[Enum]) -> str:
    """Returns the protobuf name of an enum member: REWARD_MODE_WIN for "win" of RewardMode."""
    if enum_type is enums.Color:
        return f"COLOR_{arguments.player_color(name, value).name}"
    prefix = re.sub("(?<=[a-z])(?=[A-Z])", "_", enum_type.__name__).upper()
    return f"{prefix}_{arguments.enum_member(name, value, enum_type).name}"


def enum_member(enum_type: type[E], descriptor: EnumDescriptor, number: int) -> E:
    """Returns the member for a number of a protobuf enum.

    The member is UNKNOWN if a newer server has added the number. UNSPECIFIED, which is 0, is
    UNKNOWN, too, or the first member of an enum without UNKNOWN.

    Raises:
      ValueError: The enum has neither the number nor UNKNOWN.
    """
    members = enum_type.__members__
    names = descriptor.values_by_number
    if number and number in names:
        prefix = names[0].name.removesuffix("UNSPECIFIED")
        return members[names[number].name.removeprefix(prefix)]
    if "UNKNOWN" in members:
        return members["UNKNOWN"]
    if number:
        raise ValueError(f"{number} is not a number of {descriptor.full_name}")
    return next(iter(enum_type))


KIND = re.compile(r"(?:(?:tuple|Sequence)\[)?(\w+).*")
"""An annotation, with the name of the class of the value or of its items as a group."""


class MessageConverter:
    """Converts messages to the dataclasses that have their fields as attributes.

    The annotation of an attribute determines its value. Where it allows None, a field that is unset
    is None; so is a zero or empty field of a kind that cannot be unset. Repeated fields become
    tuples, and milliseconds become seconds.
    """

    def __init__(self, *modules: ModuleType) -> None:
        """Uses the dataclasses and enums of the modules for annotations."""
        self._classes: dict[str, Any] = {}
        for module in modules:
            self._classes |= {k: v for k, v in vars(module).items() if isinstance(v, type)}

    def convert(self, message: Message, kind: Callable[..., ValueT], **given: Any) -> ValueT:
        """Returns the value of a dataclass for a message, with some attributes given."""
        attributes: Any = fields(kind)  # type: ignore[arg-type]
        found = {
            each.name: self._value(message, each.name, each.type)
            for each in attributes
            if each.name not in given
        }
        return kind(**found, **given)

    def _value(self, message: Message, name: str, annotation: str) -> Any:
        """Returns the value of an attribute."""
        by_name: Any = message.DESCRIPTOR.fields_by_name
        field = by_name[name] if name in by_name else by_name[name.removesuffix("seconds") + "ms"]
        value = getattr(message, field.name)
        is_unset = not message.HasField(field.name) if field.has_presence else not value
        if is_unset and "None" in annotation:
            return None
        if field.name != name:
            return value / 1000
        if field.enum_type is None and field.message_type is None:
            return tuple(value) if field.is_repeated else value
        kind = self._classes[KIND.sub(r"\1", annotation)]
        if field.is_repeated:
            return tuple(self.convert(item, kind) for item in value)
        if field.enum_type is not None:
            return enum_member(kind, field.enum_type, value)
        return self.convert(value, kind)
