from __future__ import annotations

import contextlib

import numpy as np
import pytest

from tengen.v1 import batch_pb2 as pb
from tengen.vector.wire import RESPONSE, STATES, read_fields, read_response


def test_read_response_finds_what_was_written() -> None:
    states = pb.LaneStates(
        observations=bytes(range(200)) * 100,
        terminated=b"\1\0",
        final=pb.LaneStates(lanes=b"\5\0\0\0", terminated=b"\1"),
    )
    layout = pb.BatchLayout(width=19, seeds=[2**64 - 1])
    message = pb.RunResponse(sequence=2**40 + 3, layout=layout, states=states)

    response = read_response(message.SerializeToString())

    assert response.sequence == 2**40 + 3
    assert pb.BatchLayout.FromString(bytes(response.layout)) == layout
    assert bytes(response.states[STATES["observations"]]) == states.observations
    assert bytes(response.states[STATES["terminated"]]) == b"\1\0"
    assert STATES["truncated"] not in response.states
    assert response.final is not None
    assert bytes(response.final[STATES["lanes"]]) == b"\5\0\0\0"


def test_read_response_of_nothing_is_empty() -> None:
    response = read_response(b"")

    assert (response.sequence, response.states, response.final) == (0, {}, None)
    assert bytes(response.layout) == b""


def test_read_fields_skips_fields_of_a_fixed_size() -> None:
    fixed = bytes([15 << 3 | 1, *range(8), 14 << 3 | 5, *range(4)])
    message = fixed + pb.RunResponse(sequence=7).SerializeToString()

    assert read_fields(memoryview(message)) == ({RESPONSE["sequence"]: 7}, {})


def test_read_response_cut_short_raises() -> None:
    states = pb.LaneStates(observations=bytes(300), terminated=bytes(1))
    message = pb.RunResponse(sequence=300, states=states).SerializeToString()

    for length in range(1, len(message)):
        if length in (3,):
            continue  # The sequence ends there.
        with pytest.raises(ValueError, match="ends within"):
            read_response(message[:length])


def test_read_response_of_noise_raises_or_reads() -> None:
    random = np.random.default_rng(1)
    for _ in range(2000):
        with contextlib.suppress(ValueError):
            read_response(random.bytes(int(random.integers(1, 40))))
