"""Answers as they come, read in place.

The classes of the contract copy each field twice, once when they parse and once when a field is
asked for. Fields of rows are long, so their bytes are found here without them.
"""

from __future__ import annotations

from dataclasses import dataclass

from tengen.v1 import batch_pb2 as pb

VARINT = 0
FIXED_64 = 1
LENGTH_DELIMITED = 2
FIXED_32 = 5

VALUE_BITS = 0x7F
"""What a byte of a variable-length integer adds; the bit above says that more follows."""

Fields = dict[int, memoryview]
"""Fields of a message by number, where they have a length; the last one where there are several."""

RESPONSE = {field.name: field.number for field in pb.RunResponse.DESCRIPTOR.fields}
STATES = {field.name: field.number for field in pb.LaneStates.DESCRIPTOR.fields}


@dataclass(frozen=True, eq=False)
class Response:
    """An answer of the server.

    Attributes:
      sequence: The sequence of the request.
      states: The fields of its LaneStates by number.
      final: Those of the LaneStates in there, if there is one.
      layout: The packed layout; empty but in the first answer.
    """

    sequence: int
    states: Fields
    final: Fields | None
    layout: memoryview


def read_response(data: bytes) -> Response:
    """Returns an answer, whose fields are views of `data`.

    Raises:
      ValueError: The bytes are no answer.
    """
    numbers, parts = read_fields(memoryview(data))
    nothing = memoryview(b"")
    _, states = read_fields(parts.get(RESPONSE["states"], nothing))
    final = states.get(STATES["final"])
    return Response(
        sequence=numbers.get(RESPONSE["sequence"], 0),
        states=states,
        final=None if final is None else read_fields(final)[1],
        layout=parts.get(RESPONSE["layout"], nothing),
    )


def read_fields(message: memoryview) -> tuple[dict[int, int], Fields]:
    """Returns the fields of a message by number: integers, and those that have a length.

    Raises:
      ValueError: The bytes are no message.
    """
    numbers: dict[int, int] = {}
    parts: Fields = {}
    position = 0
    end = len(message)
    try:
        while position < end:
            tag, position = read_varint(message, position)
            kind = tag & 7
            if kind == LENGTH_DELIMITED:
                length, position = read_varint(message, position)
                parts[tag >> 3] = message[position : position + length]
                position += length
            elif kind == VARINT:
                numbers[tag >> 3], position = read_varint(message, position)
            elif kind in (FIXED_64, FIXED_32):
                position += 8 if kind == FIXED_64 else 4
            else:
                raise ValueError(f"there is no wire type {kind}")
    except IndexError:
        position = end + 1
    if position > end:
        raise ValueError("the message ends within a field")
    return numbers, parts


def read_varint(message: memoryview, position: int) -> tuple[int, int]:
    """Returns the integer at a position, and the position after it."""
    value = shift = 0
    while True:
        byte = message[position]
        position += 1
        value |= (byte & VALUE_BITS) << shift
        if byte <= VALUE_BITS:
            return value, position
        shift += 7
