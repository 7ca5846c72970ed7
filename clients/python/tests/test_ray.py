"""Rollouts on Ray. Skipped where Ray is not installed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import threading
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest
from processes import descendants, name_of

from tengen import InvalidArgumentError, RolloutError
from tengen._java.runtime import java_command
from tengen.data import GameFolder

ray = pytest.importorskip("ray")
pytest.importorskip("ray.data")

import tengen.ray  # noqa: E402

if TYPE_CHECKING:
    from pathlib import Path

# Ray warns about its own use of deprecated parts.
pytestmark = [
    pytest.mark.full,
    pytest.mark.filterwarnings("default"),
    pytest.mark.usefixtures("cluster"),
]

SMALL = ["--games=96", "--size=5", "--seed=3", "--black=greedy", "--games-per-file=8"]


def play_by_command(folder: Path, options: list[str]) -> None:
    words = java_command(["rollout", *options, f"--out={folder}"])
    subprocess.run(words, check=True, capture_output=True)


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize("machine", ["embedded", "process"])
def test_rollout_equals_that_of_the_command(tmp_path: Path, machine: tengen.ray.Machine) -> None:
    play_by_command(tmp_path / "command", SMALL)

    progress = tengen.ray.rollout(tmp_path / "ray", SMALL, max_actors=2, machine=machine)

    assert contents(tmp_path / "ray") == contents(tmp_path / "command")
    assert (progress.files, progress.done, progress.played, progress.faults) == (12, 12, 12, 0)


def test_rollout_resumes(tmp_path: Path) -> None:
    play_by_command(tmp_path / "command", SMALL)
    play_by_command(tmp_path / "ray", [*SMALL, "--shard=1/3"])

    progress = tengen.ray.rollout(tmp_path / "ray", SMALL, max_actors=2)

    assert (progress.done, progress.played) == (12, 8)
    assert contents(tmp_path / "ray") == contents(tmp_path / "command")


def test_actors_follow_the_work(tmp_path: Path) -> None:
    counts: list[int] = []

    tengen.ray.rollout(
        tmp_path,
        SMALL,
        min_actors=1,
        max_actors=4,
        actor_options={"num_cpus": 0.5},
        on_progress=lambda progress: counts.append(progress.actors),
    )

    assert max(counts) > 1
    assert max(counts) <= 4
    assert counts[-1] == 1


def test_more_actors_than_machines_do_not_wait(tmp_path: Path) -> None:
    progress = tengen.ray.rollout(tmp_path, SMALL, max_actors=6, actor_options={"num_cpus": 2})

    assert progress.done == 12


def test_wrong_arguments_raise(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="min_actors 0"):
        tengen.ray.rollout(tmp_path, SMALL, min_actors=0)
    with pytest.raises(ValueError, match="max_actors 1 is less than min_actors 2"):
        tengen.ray.rollout(tmp_path, SMALL, min_actors=2, max_actors=1)
    with pytest.raises(ValueError, match="--shard"):
        tengen.ray.rollout(tmp_path, [*SMALL, "--shard=0/2"])
    with pytest.raises(ValueError, match="machine"):
        tengen.ray.rollout(tmp_path, SMALL, machine="other")  # type: ignore[arg-type]


def test_invalid_option_raises_the_message_of_the_command(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgumentError, match="nobody"):
        tengen.ray.rollout(tmp_path, [*SMALL, "--white=nobody"])


def test_another_rollout_in_the_folder_raises(tmp_path: Path) -> None:
    tengen.ray.rollout(tmp_path, SMALL, max_actors=2)

    with pytest.raises(InvalidArgumentError, match="another rollout"):
        tengen.ray.rollout(tmp_path, [*SMALL, "--komi=0.5"], max_actors=2)


def test_too_many_faults_raise(tmp_path: Path) -> None:
    options = ["--games=400", "--size=19", "--games-per-file=200", "--white=greedy"]
    error = pytest.raises(RolloutError, match="died")
    with Killer(interval_seconds=0.3) as killer, error:
        tengen.ray.rollout(tmp_path, options, max_actors=2, max_faults_per_file=0)
    assert killer.count > 0


def test_games_are_a_data_set(tmp_path: Path) -> None:
    play_by_command(tmp_path, SMALL)

    rows = sorted(tengen.ray.read_games(tmp_path).take_all(), key=lambda row: row["number"])

    index = 0
    for games in GameFolder(tmp_path):
        for game in range(len(games)):
            moves = games.moves[games.offsets[game] : games.offsets[game + 1]]
            row = rows[index]
            assert row["number"] == index
            assert np.array_equal(row["moves"], moves)
            assert row["winner"] == games.winner[game]
            assert row["black_margin"] == games.black_margin[game]
            index += 1
    assert index == len(rows) == 96


def test_actors_killed_for_15_seconds(tmp_path: Path) -> None:
    check_killed_actors(tmp_path, seconds=15, interval_seconds=5)


@pytest.mark.long
def test_actors_killed_for_a_minute(tmp_path: Path) -> None:
    check_killed_actors(tmp_path, seconds=60, interval_seconds=5)


def check_killed_actors(folder: Path, *, seconds: float, interval_seconds: float) -> None:
    """Plays small rollouts until the time is over, while actors are killed."""
    options = ["--games=2000", "--size=9", "--black=greedy", "--games-per-file=10"]
    end = time.monotonic() + seconds
    games = faults = turn = 0
    with Killer(interval_seconds) as killer:
        while time.monotonic() < end or killer.count < seconds // interval_seconds:
            turn += 1
            progress = tengen.ray.rollout(
                folder / f"ray-{turn}", [*options, f"--seed={turn}"], min_actors=2, max_actors=2
            )
            faults += progress.faults
            manifest = json.loads((folder / f"ray-{turn}/_manifest.json").read_text())
            assert sum(file["games"] for file in manifest["files"]) == 2000
            games += 2000
    play_by_command(folder / "command", [*options, "--seed=1"])

    assert contents(folder / "ray-1") == contents(folder / "command")
    numbers = [number for one in GameFolder(folder / "ray-1") for number in one.number]
    assert numbers == list(range(2000))
    assert faults >= seconds // interval_seconds - 1
    print(f"{games} games, {killer.count} kills, {faults} files played again or actors restarted")


class Killer(threading.Thread):
    """Kills a random actor of this cluster by SIGKILL at intervals, while it is a context."""

    def __init__(self, interval_seconds: float) -> None:
        super().__init__(daemon=True)
        self.count = 0
        self._interval_seconds = interval_seconds
        self._is_over = threading.Event()

    def run(self) -> None:
        generator = random.Random(1)
        while not self._is_over.wait(self._interval_seconds):
            actors = [
                process
                for process in descendants(os.getpid())
                if "RolloutActor" in name_of(process)
            ]
            if actors:
                os.kill(generator.choice(actors), signal.SIGKILL)
                self.count += 1

    def __enter__(self) -> Killer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self.join()
