"""Compares the ways of responses: shared memory and messages read in place, and parsed messages."""

from __future__ import annotations

import gc
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from exact_equality import equal
from gymnasium.vector import AutoresetMode
from server_process import ServerProcess
from vector_pairs import (
    ARGUMENTS,
    LANE_COUNT,
    MODES,
    STEP_COUNT,
    Pair,
    interrupted_steps,
    play,
    play_parts,
    random_interleavings,
)

import tengen
from tengen.v1 import batch_pb2 as pb
from tengen.vector import link, stream
from tengen.vector.shared_memory import SharedMemory
from tengen.vector.views import LARGE_FIELDS, ROW_FIELDS, ResponseView, StatesView, fields

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class ParsedStates(dict[str, memoryview]):
    """The same as `StatesView`, from a message of protobuf."""

    def __init__(self, states: pb.LaneStates) -> None:
        found = {name: getattr(states, name) for name in ROW_FIELDS.values()}
        super().__init__({name: memoryview(value) for name, value in found.items() if value})
        self.final = ParsedStates(states.final) if states.HasField("final") else None

    def without_large(self) -> dict[str, memoryview]:
        return {name: row for name, row in self.items() if name not in LARGE_FIELDS}


class ParsedResponse:
    """The same as `ResponseView`, from a message of protobuf."""

    def __init__(self, message: bytes) -> None:
        self.rest = pb.RunResponse.FromString(message)
        self.states = ParsedStates(self.rest.states)
        self.rest.ClearField("states")
        self.sequence = self.rest.sequence


@pytest.fixture
def network_address(address: str) -> str:
    """The address of a server outside this process."""
    if address == "embedded":
        pytest.skip("the embedded server sends few responses")
    return address


@pytest.fixture(params=["shared memory", "messages"])
def pair(
    request: pytest.FixtureRequest, network_address: str, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Pair]:
    """Makes an environment that reads responses in place, and one that parses messages."""

    def made(**arguments: Any) -> Pair:
        given = {"num_envs": LANE_COUNT, "address": network_address, **arguments}
        with monkeypatch.context() as patch:
            if request.param == "messages":
                patch.setattr(link, "asking_for_memory", lambda asked, *_: asked)
            one = tengen.TengenVectorEnv(**given)
            patch.setattr(link, "asking_for_memory", lambda asked, *_: asked)
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
            setattr(
                states, name, generator.randbytes(generator.choice([0, 1, 3, 127, 128, 20_000]))
            )
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

    assert seen.rest == expected.rest
    check_states(seen.states, expected.states)
    if expected.states.final is None:
        assert seen.states.final is None
    else:
        assert seen.states.final is not None
        check_states(seen.states.final, expected.states.final)


def check_states(seen: StatesView, expected: ParsedStates) -> None:
    def set_fields(rows: Mapping[str, memoryview]) -> dict[str, bytes]:
        return {name: bytes(row) for name, row in rows.items() if row}

    assert set_fields(seen) == set_fields(expected)
    assert set_fields(seen.without_large()) == set_fields(expected.without_large())


def test_message_that_is_cut_off_anywhere_is_rejected_or_read_as_protobuf_does() -> None:
    states = random_states(random.Random(3))
    states.observations = b"planes"
    message = pb.RunResponse(sequence=300, states=states).SerializeToString()
    rejected_count = 0
    for length in range(0, len(message), 7):
        part = message[:length]
        try:
            expected = pb.RunResponse.FromString(part)
        except Exception:
            # Its class depends on the implementation of protobuf.
            rejected_count += 1
            with pytest.raises(ValueError, match="end"):
                ResponseView(part)
        else:
            assert bytes(ResponseView(part).states.get("rewards", b"")) == (expected.states.rewards)

    assert rejected_count > 100


def with_field(name: str, value: bytes) -> pb.LaneStates:
    states = pb.LaneStates()
    setattr(states, name, value)
    return states


def test_messages_of_one_length_with_other_fields_are_read_as_protobuf_does() -> None:
    generator = random.Random(5)
    for _ in range(3_000):
        # A field of a later server, a number of one to four bytes: the other fields make up for it.
        later = b"\xa0\x06" + generator.choice(
            [b"\x00", b"\x80\x01", b"\xff\xff\x01", b"\x81\x81\x81\x01"]
        )
        sizes = [generator.randrange(1, 9) for _ in range(3)]
        sizes.append(40 - sum(sizes) - len(later))
        names = generator.sample(list(ROW_FIELDS.values())[:15], 4)
        values = zip(names, map(generator.randbytes, sizes), strict=True)
        parts = [with_field(name, value).SerializeToString() for name, value in values]
        parts.insert(generator.randrange(4), later)
        message = b"".join(parts)

        check_states(StatesView.of(message), ParsedStates(pb.LaneStates.FromString(message)))


@pytest.mark.parametrize(
    ("message", "error"),
    [
        (b"\x0b", "wire type 3"),
        (b"\x0f", "wire type 7"),
        (b"\x08" + 11 * b"\xff", "within ten bytes"),
        (b"\x0a\x05four", "ends before"),
        (b"\x0a\xff\xff\xff\xff\x0f", "ends before"),
        (b"\x80", "within ten bytes"),
    ],
)
def test_bytes_that_are_no_message_are_rejected(message: bytes, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        list(fields(memoryview(message)))


def drawn(count: int) -> Any:
    return np.full(count, tengen.DRAWN_ACTION)


@pytest.mark.parametrize("array_format", ["packed", "uint8", "float32"])
def test_results_with_copies_never_change_and_are_writable(array_format: Any, address: str) -> None:
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


def test_observations_without_copies_outlast_the_next_response_and_the_environment(
    address: str,
) -> None:
    envs = tengen.TengenVectorEnv(
        5, 64, opponent=None, array_format="packed", address=address, copy=False, batch_size=32
    )
    envs.async_reset(seed=1)
    planes = before = np.zeros(0)
    for _ in range(100):
        observations, *_, infos = envs.recv()
        assert planes.tobytes() == before.tobytes()
        planes = observations["observation"]
        before = planes.copy()
        assert not planes.flags.writeable
        envs.send(drawn(32), infos["env_id"])
    envs.close()
    del envs, observations
    gc.collect()

    assert planes.tobytes() == before.tobytes()


def test_infos_read_late_are_those_of_their_step(address: str) -> None:
    with tengen.TengenVectorEnv(5, 8, opponent=None, address=address) as envs:
        envs.reset(seed=1)
        steps = [envs.step(np.full(8, point)) for point in range(5)]

        for number, step in enumerate(steps):
            assert step.infos["move_number"].tolist() == [number + 1] * 8
            assert step.infos["action_mask"] is step.observations["action_mask"]


def test_rows_that_are_kept_do_not_keep_large_fields() -> None:
    final = pb.LaneStates(lanes=bytes(4), rewards=bytes(8))
    states = pb.LaneStates(
        observations=bytes(100_000),
        action_masks=bytes(10_000),
        rewards=bytes(80),
        terminated=bytes(10),
        final=final,
        opponent_actions=bytes(40),
    )

    view = StatesView.of(states.SerializeToString())

    assert view.final is not None
    for rows in (view.without_large(), view.final):
        for row in rows.values():
            assert len(bytes(row.obj)) < 300


@pytest.mark.full
def test_interrupts_during_steps_leave_a_usable_environment(network_address: str) -> None:
    assert interrupted_steps(network_address) == "10 2000"


@pytest.mark.full
def test_random_interleavings_do_not_crash(network_address: str) -> None:
    assert random_interleavings(network_address, 200, are_interrupted=False) == "False"


@pytest.fixture
def offers(monkeypatch: pytest.MonkeyPatch) -> list[pb.SharedMemory]:
    """The memory that servers have offered."""
    seen = []
    original = SharedMemory.mapped

    def mapped(offered: pb.SharedMemory) -> SharedMemory | None:
        seen.append(offered)
        return original(offered)

    monkeypatch.setattr(SharedMemory, "mapped", mapped)
    return seen


@pytest.fixture
def memory_address(network_address: str) -> str:
    """The address of a server that shares memory."""
    if not os.access("/dev/shm", os.W_OK):
        pytest.skip("there is no file system in memory")
    return network_address


def test_shared_memory_is_used_and_its_file_has_no_name(
    memory_address: str, offers: list[pb.SharedMemory], monkeypatch: pytest.MonkeyPatch
) -> None:
    areas = []
    original = SharedMemory.states

    def states(memory: SharedMemory, area: int, byte_count: int) -> StatesView:
        areas.append(area)
        return original(memory, area, byte_count)

    monkeypatch.setattr(SharedMemory, "states", states)
    with tengen.TengenVectorEnv(5, 8, opponent=None, address=memory_address, batch_size=4) as envs:
        path = Path(offers[0].path)
        assert path.parent == Path("/dev/shm")
        assert path.exists()
        envs.async_reset(seed=1)
        for _ in range(20):
            envs.send(drawn(4), envs.recv().infos["env_id"])
        assert not path.exists()

    assert len(areas) == 20
    assert set(areas) == {1, 2, 3}


@pytest.mark.parametrize("kind", ["missing", "folder", "pipe", "link", "short"])
def test_file_that_cannot_be_mapped_is_not_used(
    kind: str, tmp_path: Path, memory_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "link":
        (tmp_path / "other").write_bytes(bytes(1 << 20))
        path.symlink_to(tmp_path / "other")
    elif kind == "short":
        path.write_bytes(bytes(10))
    original = SharedMemory.mapped
    seen = []

    def mapped(offered: pb.SharedMemory) -> SharedMemory | None:
        offered.path = str(path)
        seen.append(original(offered))
        return seen[-1]

    monkeypatch.setattr(SharedMemory, "mapped", mapped)
    with tengen.TengenVectorEnv(5, 4, opponent=None, address=memory_address) as envs:
        envs.reset(seed=1)
        infos = envs.step(np.arange(4)).infos

    assert seen == [None]
    assert infos["action"].tolist() == [0, 1, 2, 3]


def test_more_requests_than_areas_are_answered_in_messages(memory_address: str) -> None:
    with tengen.TengenVectorEnv(
        3, 200, opponent=None, address=memory_address, batch_size=1
    ) as envs:
        envs.async_reset(seed=1)
        for _ in range(600):
            result = envs.recv()
            assert len(result.rewards) == 1
            envs.send(drawn(1), result.infos["env_id"])


@pytest.mark.full
def test_boards_in_a_journal_share_no_memory(tmp_path: Path, offers: list[pb.SharedMemory]) -> None:
    with (
        ServerProcess("--store", str(tmp_path / "store.db")) as server,
        tengen.TengenVectorEnv(5, 4, opponent=None, address=server.address, journal="run") as envs,
    ):
        envs.reset(seed=1)

    assert not offers
