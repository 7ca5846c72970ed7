"""Reads the responses of the server in place.

The classes of protobuf copy every field, twice for bytes. The rows of a response can have a
megabyte, so this module finds their fields in the bytes of the message, and returns views of them.
See https://protobuf.dev/programming-guides/encoding for the format.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from tengen.v1 import batch_pb2 as pb

if TYPE_CHECKING:
    from typing_extensions import Self

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
"""The wire types of protobuf 3. The others, groups, are those of protobuf 1."""

FIXED_SIZES = {FIXED64: 8, FIXED32: 4}

LOW_BITS = 0x7F
"""The bits of a varint in each of its bytes. The other bit is set in all bytes but the last one."""

MAX_VARINT_BYTES = 10
"""The length of the longest varint, which has 64 bits."""

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


class StatesView(Mapping[str, memoryview]):
    """The fields of rows of a `LaneStates` by name, as views of its bytes.

    A field that is empty is missing.

    Args:
      message: The bytes.
      kind: Where the fields of such messages are.
      places: The places of fields in `message`: those of `kind`, or only the small ones.
      final: The field of the same name. None: the message does not have it.

    Attributes:
      final: The argument of the same name.
    """

    def __init__(
        self,
        message: memoryview,
        kind: MessageKind,
        places: dict[str, tuple[int, int]],
        final: StatesView | None = None,
    ) -> None:
        self._message = message
        self._kind = kind
        self._places = places
        self.final = final

    @classmethod
    def of(cls, message: bytes | memoryview) -> Self:
        """Returns the message that has these bytes. It keeps them in memory, and so do its views.

        Raises:
          ValueError: The bytes are not a message.
        """
        view = memoryview(message)
        kind = KNOWN_KINDS.get(len(view))
        if kind is not None and kind.includes(view):
            return cls(view, kind, kind.places)
        places: dict[str, tuple[int, int]] = {}
        headers: list[int] = []
        final = None
        for number, start, first, last in fields(view):
            headers += range(start, first)
            name = ROW_FIELDS.get(number)
            if first == last:
                continue
            if name is not None:
                places[name] = first, last
            elif number == FINAL:
                # A copy: these rows are kept for long, and should not keep the whole message.
                final = StatesView.of(bytes(view[first:last]))
        kind = MessageKind(view, places, headers)
        if final is None:
            if len(KNOWN_KINDS) >= MAX_KNOWN_KINDS:
                KNOWN_KINDS.clear()
            KNOWN_KINDS[len(view)] = kind
        return cls(view, kind, places, final)

    def __getitem__(self, name: str) -> memoryview:
        first, last = self._places[name]
        return self._message[first:last]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def without_large(self) -> StatesView:
        """Returns a copy without the fields that are large, and without the final rows."""
        kind = self._kind
        # The server writes small fields one after another, so that one copy suffices.
        copy = memoryview(bytes(self._message[kind.first_small : kind.last_small]))
        return StatesView(copy, kind, kind.small_places)


class MessageKind:
    """Where the fields of rows are in a message, and in all others whose fields are as long.

    Args:
      message: A message.
      places: The indices of the first byte of each field, and after its last byte, by name.
      headers: The indices of all other bytes, in order.

    Attributes:
      places: The argument of the same name.
      first_small: The index of the first byte of all small fields.
      last_small: The index after their last byte.
      small_places: The places of small fields in the bytes from `first_small` to `last_small`.
    """

    def __init__(
        self, message: memoryview, places: dict[str, tuple[int, int]], headers: list[int]
    ) -> None:
        self.places = places
        self._headers = np.array(headers, np.int64)
        self._header_bytes = self._bytes_of(message)
        small = {name: place for name, place in places.items() if name not in LARGE_FIELDS}
        self.first_small = min((first for first, _ in small.values()), default=0)
        self.last_small = max((last for _, last in small.values()), default=0)
        self.small_places = {
            name: (first - self.first_small, last - self.first_small)
            for name, (first, last) in small.items()
        }

    def includes(self, message: memoryview) -> bool:
        """Returns whether a message of the same length has the same fields at the same places.

        It does if all bytes between fields are equal: those before a field say where it ends.
        """
        return self._bytes_of(message) == self._header_bytes

    def _bytes_of(self, message: memoryview) -> bytes:
        return np.frombuffer(message, np.uint8)[self._headers].tobytes()


KNOWN_KINDS: dict[int, MessageKind] = {}
"""The kind of the last message of each length. It saves reading the headers one by one."""

MAX_KNOWN_KINDS = 256
"""The maximum of lengths whose kinds are kept."""


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
        states = view[:0]
        self.rest = pb.RunResponse()
        for number, start, first, last in fields(view):
            if number == STATES:
                states = view[first:last]
            else:
                self.rest.MergeFromString(message[start:last])
        self.states = StatesView.of(states)
        self.sequence: int = self.rest.sequence


def fields(message: memoryview) -> Iterator[tuple[int, int, int, int]]:
    """Yields the fields of a message.

    Args:
      message: The bytes of the message.

    Yields:
      The number of a field, the index of its first byte, that of the first byte of its value, and
      the index after its last byte. Only bytes, texts and messages have a value here; of numbers,
      the value begins and ends after the last byte.

    Raises:
      ValueError: The bytes are not a message.
    """
    at, end = 0, len(message)
    while at < end:
        begin = at
        tag, at = varint(message, at)
        kind = tag & 7
        length = 0
        if kind == BYTES:
            length, at = varint(message, at)
            at += length
        elif kind == VARINT:
            _, at = varint(message, at)
        elif kind in FIXED_SIZES:
            at += FIXED_SIZES[kind]
        else:
            raise ValueError(f"field {tag >> 3} has the wire type {kind}, not 0, 1, 2 or 5")
        if at > end:
            raise ValueError(f"a message of {end} bytes ends before its last field")
        yield tag >> 3, begin, at - length, at


def varint(message: memoryview, at: int) -> tuple[int, int]:
    """Returns the number that begins at an index, and the index after its last byte.

    Raises:
      ValueError: The number does not end, or has more than ten bytes.
    """
    number = shift = 0
    for byte in message[at : at + MAX_VARINT_BYTES]:
        at += 1
        number |= (byte & LOW_BITS) << shift
        if byte <= LOW_BITS:
            return number, at
        shift += 7
    raise ValueError("a number of the message does not end within ten bytes")
