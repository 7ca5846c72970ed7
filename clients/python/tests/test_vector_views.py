"""Compares responses that are read in place with those that protobuf parses."""

from __future__ import annotations

import gc
import random
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from processes import run_to_end
from vector_pairs import (
    ARGUMENTS,
    LANE_COUNT,
    MODES,
    STEP_COUNT,
    Pair,
    equal,
    play,
    play_parts,
)

import tengen
from tengen.v1 import batch_pb2 as pb
from tengen.vector import stream
from tengen.vector.views import LARGE_FIELDS, ROW_FIELDS, ResponseView, StatesView, fields

if TYPE_CHECKING:
    from collections.abc import Callable

TIMEOUT_SECONDS = 180


class ParsedStates:
    """The same as `StatesView`, from a message of protobuf."""

    def __init__(self, states: pb.LaneStates) -> None:
        self._states = states
        self.final = ParsedStates(states.final) if states.HasField("final") else None

    def rows(self) -> dict[str, memoryview]:
        found = {name: getattr(self._states, name) for name in ROW_FIELDS.values()}
        return {name: memoryview(value) for name, value in found.items() if value}

    def small_rows(self) -> dict[str, memoryview]:
        return {name: row for name, row in self.rows().items() if name not in LARGE_FIELDS}


class ParsedResponse:
    """The same as `ResponseView`, from a message of protobuf."""

    def __init__(self, message: bytes) -> None:
        self._response = pb.RunResponse.FromString(message)
        self.states = ParsedStates(self._response.states)
        self.journal = self._response.journal

    def layout(self) -> pb.BatchLayout:
        return self._response.layout


@pytest.fixture
def pair(address: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Pair]:
    """Makes an environment that reads responses in place, and one that parses them."""
    if address == "embedded":
        pytest.skip("the embedded server sends few responses")

    def made(**arguments: Any) -> Pair:
        given = {"num_envs": LANE_COUNT, "address": address, **arguments}
        one = tengen.TengenVectorEnv(**given)
        with monkeypatch.context() as patch:
            patch.setattr(stream, "ResponseView", ParsedResponse)
            return Pair(one, tengen.TengenVectorEnv(**given))

    return made


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("number", [1, 7, 13, 14])
def test_results_equal_those_of_parsed_responses(
    number: int, mode: AutoresetMode, pair: Callable[..., Pair]
) -> None:
    with pair(autoreset_mode=mode, **ARGUMENTS[number]) as both:
        play(both, 40, mode)


@pytest.mark.full
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
def test_results_of_ten_thousand_steps_equal_those_of_parsed_responses(
    arguments: dict[str, Any], mode: AutoresetMode, pair: Callable[..., Pair]
) -> None:
    with pair(autoreset_mode=mode, **arguments) as both:
        play(both, STEP_COUNT, mode)


@pytest.mark.parametrize("batch_size", [1, 5, 16])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_requests_in_flight_equal_those_of_parsed_responses(
    batch_size: int, mode: AutoresetMode, pair: Callable[..., Pair]
) -> None:
    arguments = {"size": 5, "array_format": "packed", "copy": False}
    with pair(autoreset_mode=mode, batch_size=batch_size, **arguments) as both:
        play_parts(both, STEP_COUNT // batch_size)


def random_states(generator: random.Random, *, is_final: bool = False) -> pb.LaneStates:
    """Returns a message with some fields, of any lengths."""
    states = pb.LaneStates()
    for name in ROW_FIELDS.values():
        if generator.random() < 0.8:
            setattr(states, name, generator.randbytes(generator.choice([0, 1, 3, 127, 128, 20_000])))
    if not is_final and generator.random() < 0.5:
        states.final.CopyFrom(random_states(generator, is_final=True))
    return states


def random_message(generator: random.Random) -> bytes:
    """Returns a response with parts in any order, some of them unknown or repeated."""
    parts = [
        pb.RunResponse(sequence=generator.getrandbits(64)),
        pb.RunResponse(states=random_states(generator)),
        pb.RunResponse(journal=pb.JournalPosition(sequence=generator.getrandbits(40))),
        pb.RunResponse(journal=pb.JournalPosition(durable_sequence=7, name="run")),
        pb.RunResponse(layout=pb.BatchLayout(width=9, seeds=[1, 2, 2**64 - 1])),
    ]
    written = [part.SerializeToString() for part in generator.sample(parts, len(parts))]
    # A later server may send fields of these numbers: a varint, 8 bytes, a text, and 4 bytes.
    written.insert(generator.randrange(4), b"\xa0\x06\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")
    written.insert(generator.randrange(4), b"\xa9\x06" + generator.randbytes(8))
    written.insert(generator.randrange(4), b"\xb2\x06\x05later")
    written.insert(generator.randrange(4), b"\xbd\x06" + generator.randbytes(4))
    return b"".join(written)


@pytest.mark.parametrize("seed", range(50))
def test_random_message_is_read_as_protobuf_does(seed: int) -> None:
    message = random_message(random.Random(seed))

    seen, expected = ResponseView(message), ParsedResponse(message)

    assert seen.journal == expected.journal
    assert seen.layout() == expected.layout()
    check_states(seen.states, expected.states)
    if expected.states.final is None:
        assert seen.states.final is None
    else:
        assert seen.states.final is not None
        check_states(seen.states.final, expected.states.final)


def check_states(seen: StatesView, expected: ParsedStates) -> None:
    def set_fields(rows: dict[str, memoryview]) -> dict[str, bytes]:
        return {name: bytes(row) for name, row in rows.items() if row}

    assert set_fields(seen.rows()) == set_fields(expected.rows())
    assert set_fields(seen.small_rows()) == set_fields(expected.small_rows())


def test_message_that_is_cut_off_anywhere_is_rejected_or_read_as_protobuf_does() -> None:
    states = random_states(random.Random(3))
    states.observations = b"planes"
    message = pb.RunResponse(sequence=300, states=states).SerializeToString()
    rejected_count = 0
    for length in range(0, len(message), 7):
        part = message[:length]
        try:
            expected = pb.RunResponse.FromString(part)
        except Exception:  # noqa: BLE001 - the class of the error depends on the implementation.
            rejected_count += 1
            with pytest.raises(ValueError, match="ends"):
                ResponseView(part)
        else:
            assert bytes(ResponseView(part).states.rows().get("rewards", b"")) == (
                expected.states.rewards
            )

    assert rejected_count > 100


@pytest.mark.parametrize(
    ("message", "error"),
    [
        (b"\x0b", "wire type 3"),
        (b"\x0f", "wire type 7"),
        (b"\x08" + 11 * b"\xff", "ten bytes"),
        (b"\x0a\x05four", "ends after"),
        (b"\x0a\xff\xff\xff\xff\x0f", "ends after"),
        (b"\x80", "within a number"),
    ],
)
def test_bytes_that_are_no_message_are_rejected(message: bytes, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        list(fields(memoryview(message), 0, len(message)))


def drawn(count: int) -> Any:
    return np.full(count, tengen.DRAWN_ACTION)


@pytest.mark.parametrize("array_format", ["packed", "uint8", "float32"])
def test_results_with_copies_never_change_and_are_writable(array_format: str, address: str) -> None:
    with tengen.TengenVectorEnv(
        5, 64, opponent=None, array_format=array_format, address=address, batch_size=32
    ) as envs:
        envs.async_reset(seed=1)
        seen = []
        for _ in range(60):
            observations, *rest, infos = envs.recv()
            assert observations["observation"].flags.writeable
            arrays = [*observations.values(), *rest, infos["state_hash"]]
            seen.append((arrays, [array.copy() for array in arrays]))
            envs.send(drawn(32), infos["env_id"])
    del envs
    gc.collect()

    for arrays, before in seen:
        equal(arrays, before)


def test_observations_without_copies_outlast_the_next_send_and_the_environment(
    address: str,
) -> None:
    envs = tengen.TengenVectorEnv(
        5, 64, opponent=None, array_format="packed", address=address, copy=False, batch_size=32
    )
    envs.async_reset(seed=1)
    for _ in range(100):
        observations, *_, infos = envs.recv()
        planes = observations["observation"]
        before = planes.copy()
        envs.send(drawn(32), infos["env_id"])
        assert not planes.flags.writeable
        assert planes.tobytes() == before.tobytes()
    envs.close()
    del envs, observations
    gc.collect()

    assert planes.tobytes() == before.tobytes()


def test_unread_infos_keep_no_observations_in_memory(address: str) -> None:
    with tengen.TengenVectorEnv(
        19, 256, opponent=None, array_format="packed", address=address, copy=False
    ) as envs:
        envs.reset(seed=1)
        kept = [envs.step(drawn(256)).infos for _ in range(3)]

        message_sizes = [
            len(one)
            for one in gc.get_objects()
            if isinstance(one, memoryview) and one.nbytes > 256 * 700
        ]
        assert len(message_sizes) <= 2 * len(kept)
    assert [infos["move_number"].tolist() for infos in kept] == [[n] * 256 for n in (1, 2, 3)]


@pytest.mark.full
def test_interrupts_during_steps_leave_a_usable_environment(address: str) -> None:
    program = (
        "import os, signal, threading, time, numpy as np, tengen\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "envs = tengen.TengenVectorEnv(19, 2000, opponent='monte-carlo:playouts=1',\n"
        f"    max_moves=8, address={address!r})\n"
        "actions = np.full(2000, tengen.DRAWN_ACTION)\n"
        "envs.reset(seed=1)\n"
        "caught = 0\n"
        "for number in range(10):\n"
        "    envs.send(actions)\n"
        "    threading.Timer(0.03, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "    try:\n"
        "        envs.recv()\n"
        "        time.sleep(1)\n"
        "    except KeyboardInterrupt:\n"
        "        caught += 1\n"
        "        if envs._pending:\n"
        "            envs.recv()\n"
        "infos = envs.step(actions).infos\n"
        "print(caught, len(infos['move_number']))\n"
    )
    done = run_to_end(sys.executable, "-c", program, timeout=TIMEOUT_SECONDS)

    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "10 2000"
