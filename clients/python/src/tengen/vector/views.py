"""Reads the responses of the server in place.

The classes of protobuf copy every field, twice for bytes. The rows of a response can have a
megabyte, so this module finds their fields in the bytes of the message, and returns views of them.
See https://protobuf.dev/programming-guides/encoding for the format.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tengen.v1 import batch_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typing_extensions import Self

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
"""The wire types of protobuf 3. The others, groups, are those of protobuf 1."""

FIXED_SIZES = {FIXED64: 8, FIXED32: 4}

LOW_BITS = 0x7F
"""The bits of a varint in each of its bytes. The other bit is set in all bytes but the last one."""

MAX_VARINT_SHIFT = 63
"""The place of the last bit of the longest varint, which has ten bytes."""

STATES = pb.RunResponse.DESCRIPTOR.fields_by_name["states"].number
FINAL = pb.LaneStates.DESCRIPTOR.fields_by_name["final"].number

ROW_FIELDS = {
    field.number: field.name
    for field in pb.LaneStates.DESCRIPTOR.fields
    if field.type == field.TYPE_BYTES
}
"""The names of the fields of rows by their numbers."""

LARGE_FIELDS = frozenset({"observations", "action_masks"})
"""The fields that are larger than all others together."""


class StatesView:
    """A `LaneStates` in a larger message, whose bytes its views keep in memory.

    Args:
      message: The bytes of the larger message.
      start: The index of the first byte of this one.
      end: The index after its last byte.

    Attributes:
      final: The field of the same name. None: the message does not have it.

    Raises:
      ValueError: The bytes are not a message.
    """

    def __init__(self, message: memoryview, start: int, end: int) -> None:
        self._message = message
        self._places: dict[str, tuple[int, int]] = {}
        self.final: StatesView | None = None
        for number, _, first, last in fields(message, start, end):
            name = ROW_FIELDS.get(number)
            if name is not None:
                self._places[name] = first, last
            elif number == FINAL:
                # A copy: these rows are kept for long, and should not keep the whole message.
                self.final = StatesView.of(bytes(message[first:last]))

    @classmethod
    def of(cls, message: bytes) -> Self:
        """Returns the message that has these bytes.

        Raises:
          ValueError: The bytes are not a message.
        """
        return cls(memoryview(message), 0, len(message))

    def rows(self) -> dict[str, memoryview]:
        """Returns the fields of rows by name. A field that is not set is missing."""
        message = self._message
        return {name: message[start:end] for name, (start, end) in self._places.items()}

    def small_rows(self) -> dict[str, memoryview]:
        """Returns copies of the fields of rows by name, without those that are large."""
        places = {name: place for name, place in self._places.items() if name not in LARGE_FIELDS}
        # The server writes them one after another, so that one copy suffices.
        first = min((start for start, _ in places.values()), default=0)
        last = max((end for _, end in places.values()), default=0)
        kept = memoryview(bytes(self._message[first:last]))
        return {name: kept[start - first : end - first] for name, (start, end) in places.items()}


class ResponseView:
    """A `RunResponse` whose rows are read in place.

    Args:
      message: The bytes of the response.

    Attributes:
      states: The field of the same name. A message without it has no rows.
      rest: All other fields.
      sequence: The field of the same name.

    Raises:
      ValueError: The bytes are not a message.
      google.protobuf.message.DecodeError: The rest is not that of a response.
    """

    def __init__(self, message: bytes) -> None:
        view = memoryview(message)
        self.states = StatesView(view, 0, 0)
        self.rest = pb.RunResponse()
        for number, start, first, last in fields(view, 0, len(message)):
            if number == STATES:
                self.states = StatesView(view, first, last)
            else:
                self.rest.MergeFromString(view[start:last])
        self.sequence: int = self.rest.sequence


def fields(message: memoryview, start: int, end: int) -> Iterator[tuple[int, int, int, int]]:
    """Yields the fields of a message.

    Args:
      message: Bytes.
      start: The index of the first byte of the message.
      end: The index after its last byte.

    Yields:
      The number of a field, the index of its first byte, that of its value, and the index after its
      last byte. For bytes, texts and messages, the length precedes the value.

    Raises:
      ValueError: The bytes are not a message.
    """
    at = start
    while at < end:
        begin = at
        tag, at = varint(message, at, end)
        kind = tag & 7
        first = at
        if kind == BYTES:
            length, first = varint(message, at, end)
            at = first + length
        elif kind == VARINT:
            _, at = varint(message, at, end)
        elif kind in FIXED_SIZES:
            at += FIXED_SIZES[kind]
        else:
            raise ValueError(f"field {tag >> 3} has the wire type {kind}, not 0, 1, 2 or 5")
        if at > end:
            raise ValueError(f"a message of {end - start} bytes ends before its last field")
        yield tag >> 3, begin, first, at


def varint(message: memoryview, at: int, end: int) -> tuple[int, int]:
    """Returns the number that begins at an index, and the index after its last byte.

    Raises:
      ValueError: The number does not end before `end`, or has more than 64 bits.
    """
    number = shift = 0
    while at < end:
        byte = message[at]
        at += 1
        number |= (byte & LOW_BITS) << shift
        if byte <= LOW_BITS:
            return number, at
        shift += 7
        if shift > MAX_VARINT_SHIFT:
            raise ValueError("a number of the message has more than ten bytes")
    raise ValueError("the message ends within a number")
