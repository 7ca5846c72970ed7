"""Vector environments whose boards are in a journal of the server."""

from __future__ import annotations

import random
import threading
import time
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from server_process import ServerProcess

import tengen
from tengen import TengenVectorEnv
from tengen.v1 import batch_pb2 as pb
from tengen.v1 import spec_pb2
from tengen.vector.stream import BatchStream

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

BOARDS = 32
STEPS = 400


@pytest.fixture
def store(tmp_path: Path) -> str:
    return str(tmp_path / "store.db")


@pytest.fixture
def stored(store: str) -> Iterator[ServerProcess]:
    with ServerProcess("--store", store) as server:
        yield server


def make(address: str, journal: str | None = "run", **arguments: Any) -> TengenVectorEnv:
    settings = {"opponent": "eye-safe-random", "autoreset_mode": "same-step"} | arguments
    return TengenVectorEnv(5, BOARDS, address=address, journal=journal, **settings)


class Kills:
    """A server on one port that is killed or stopped while a client plays, and started again."""

    def __init__(self, store: str) -> None:
        self._store = store
        self.server = ServerProcess("--store", store)
        self._port = int(self.server.address.rpartition(":")[2])

    def kill(self) -> None:
        self.server.kill()
        self._start()

    def drain(self) -> None:
        self.server.stop()
        self._start()

    def _start(self) -> None:
        self.server = ServerProcess("--store", self._store, port=self._port)


def play(envs: TengenVectorEnv, steps: int) -> list[NDArray[np.uint64]]:
    """Plays random actions with a fixed seed, and returns the hashes after each step."""
    generator = np.random.default_rng(3)
    _, infos = envs.reset(seed=7)
    hashes = [infos["state_hash"]]
    for _ in range(steps):
        infos = envs.step(tengen.sample_actions(infos["action_mask"], generator)).infos
        hashes.append(infos["state_hash"])
    return hashes


@pytest.mark.full
def test_journal_killed_and_drained_servers_play_on_as_if_nothing_had_happened(
    store: str, address: str
) -> None:
    with make(address, journal=None) as undisturbed:
        expected = play(undisturbed, STEPS)
    kills = Kills(store)
    is_over = threading.Event()
    generator = random.Random(5)
    count = 0

    def disturb(envs: TengenVectorEnv) -> None:
        nonlocal count
        while not is_over.is_set():
            due = envs.sequence + generator.randrange(20, 200)
            while envs.sequence < due and not is_over.is_set():
                time.sleep(0.002)
            (kills.kill if count % 3 else kills.drain)()
            count += 1

    with make(kills.server.address) as envs:
        thread = threading.Thread(target=disturb, args=[envs])
        thread.start()
        try:
            hashes = []
            while count < 4:
                hashes.append(play(envs, STEPS))
        finally:
            is_over.set()
            thread.join()
        for played in hashes:
            np.testing.assert_array_equal(played, expected)
        envs.step(np.full(BOARDS, tengen.NO_ACTION))
        envs.finish()
    kills.server.stop()


@pytest.mark.full
def test_resume_in_another_process_continues_from_what_is_on_disk(stored: ServerProcess) -> None:
    with make(stored.address) as envs:
        assert not envs.is_resumed
        with pytest.raises(gymnasium.error.ResetNeeded):
            envs.resume()
        hashes = play(envs, 50)
        assert envs.sequence == 51
        deadline = time.monotonic() + 20
        while envs.durable_sequence < 51 and time.monotonic() < deadline:
            time.sleep(0.05)
            envs.step(np.full(BOARDS, tengen.NO_ACTION))
        assert envs.durable_sequence >= 51

    with make(stored.address) as envs:
        assert envs.is_resumed
        observations, infos = envs.resume()

        np.testing.assert_array_equal(infos["state_hash"], hashes[-1])
        assert observations["observation"].any()
        envs.step(np.full(BOARDS, tengen.DRAWN_ACTION))


@pytest.mark.full
def test_second_process_takes_the_boards_over(stored: ServerProcess) -> None:
    with make(stored.address) as first, make(stored.address) as second:
        second.reset(seed=1)

        with pytest.raises(tengen.LanesLostError) as caught:
            first.reset(seed=1)

        assert caught.value.reason == "JOURNAL_TAKEN_OVER"
        assert "durable_sequence" in caught.value.metadata
        second.step(np.full(BOARDS, tengen.DRAWN_ACTION))


@pytest.mark.full
def test_finish_removes_the_journal(stored: ServerProcess) -> None:
    with make(stored.address) as envs:
        play(envs, 3)
        envs.finish()
        assert envs.closed

    with make(stored.address) as envs:
        assert not envs.is_resumed
        assert envs.sequence == 0


@pytest.mark.full
def test_close_keeps_the_journal(stored: ServerProcess) -> None:
    make(stored.address).close()

    with make(stored.address) as envs:
        assert envs.is_resumed


@pytest.mark.full
def test_other_boards_than_those_of_the_journal_are_refused(stored: ServerProcess) -> None:
    make(stored.address).close()

    with pytest.raises(tengen.InvalidArgumentError, match="journal"):
        make(stored.address, opponent="greedy")
    with pytest.raises(tengen.InvalidArgumentError, match="journal"):
        make(stored.address, autoreset_mode="disabled")


def test_bad_names_are_refused(stored: ServerProcess) -> None:
    for name in ("   ", "x" * 201, "a\0b"):
        with pytest.raises(tengen.InvalidArgumentError, match="journal"):
            make(stored.address, journal=name)


def test_server_without_a_store_says_so(address: str) -> None:
    with pytest.raises(tengen.ServiceDisabledError, match="--store"):
        make(address)


def test_environment_without_a_journal_has_no_sequence(address: str) -> None:
    with make(address, journal=None) as envs:
        play(envs, 2)

        assert not envs.is_resumed
        assert (envs.sequence, envs.durable_sequence) == (0, 0)


@pytest.mark.full
def test_drain_tells_how_far_the_batch_is_durable(store: str) -> None:
    request = pb.OpenBatch(lane_count=BOARDS, specs=[spec_pb2.EnvironmentSpec(width=5, height=5)])
    request.journal.name = "run"
    drawn = np.full(BOARDS, tengen.DRAWN_ACTION, "<i4").tobytes()
    with ServerProcess("--store", store) as server:
        stream = BatchStream(server.address, request, None)
        for _ in range(20):
            stream.send(pb.RunRequest(step=pb.StepBatch(actions=drawn)))
            stream.receive()
        server.stop()

        with pytest.raises(tengen.LanesLostError) as caught:
            stream.receive()

    assert caught.value.reason == "SHUTTING_DOWN"
    assert caught.value.metadata["durable_sequence"] == "20"
    assert caught.value.metadata["journal"] == "run"
