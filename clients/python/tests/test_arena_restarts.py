"""Agents that are started again, and agents that leave."""

from __future__ import annotations

import contextlib
import stat
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from arena_agents import Recorder, Served, begin, running
from arena_tournament import finished, tournament_spec, verdicts_of
from fake_arena import WAIT_SECONDS, FakeArena, game_end, game_start, turn
from server_process import ServerProcess

import tengen
from tengen import arena

if TYPE_CHECKING:
    import subprocess
    from contextlib import AbstractContextManager
    from pathlib import Path

pytestmark = pytest.mark.full

SLOW_AGENT = """
import time

def choose(turn):
    time.sleep(0.03)
    if turn.move_number > 40:
        return turn.pass_action
    return int(turn.random.choice(turn.legal_actions))
"""


def test_name_is_awaited_while_another_agent_has_it(fake: FakeArena, served: Served) -> None:
    served(Recorder(), game_count=1)
    for _ in range(2):
        fake.next_stream().cut(grpc.StatusCode.FAILED_PRECONDITION, "AGENT_NAME_TAKEN")
    stream = fake.accept()
    stream.send(game_start=game_start())
    stream.send(game_end=game_end())

    assert served.tally().win_count == 1


def test_name_that_stays_taken_ends_the_wait(fake: FakeArena, served: Served) -> None:
    served(Recorder(), name_wait_seconds=0.5)

    def refuse() -> None:
        with contextlib.suppress(Exception):
            while True:
                fake.next_stream().cut(grpc.StatusCode.FAILED_PRECONDITION, "AGENT_NAME_TAKEN")

    threading.Thread(target=refuse, daemon=True).start()
    began_at_seconds = time.monotonic()
    with pytest.raises(tengen.TengenError) as caught:
        served.tally()

    assert caught.value.reason == "AGENT_NAME_TAKEN"
    assert time.monotonic() - began_at_seconds < WAIT_SECONDS / 2


def test_key_file_proves_who_a_new_process_is(
    fake: FakeArena, served: Served, tmp_path: Path
) -> None:
    path = tmp_path / "net.key"
    served(Recorder(), key_file=path, game_count=1)
    stream = fake.accept(b"secret")
    stream.send(game_start=game_start())
    stream.send(game_end=game_end())
    served.tally()
    served(Recorder(), key_file=str(path), game_count=1)
    again = fake.accept(b"secret")
    again.send(game_start=game_start("cup/1", actions=[0, 1]))
    again.send(turn=turn("cup/1", actions=[], move_number=2))
    assert again.answer() == ("cup/1", 2, 0)
    again.send(game_end=game_end("cup/1"))
    served.tally()

    assert stream.join.resume_key == b""
    assert again.join.resume_key == b"secret"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["net.key"]


@pytest.mark.parametrize("content", ["", "no key", "00" * 300])
def test_file_without_a_key_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "net.key"
    path.write_text(content)

    with pytest.raises(tengen.InvalidArgumentError, match=r"key_file .* has no key of an agent"):
        arena.serve(Recorder(), name="net", key_file=path)


def test_folder_without_a_place_for_the_key_is_refused(
    fake: FakeArena, served: Served, tmp_path: Path
) -> None:
    served(Recorder(), key_file=tmp_path / "none" / "net.key")
    fake.accept()

    with pytest.raises(tengen.InvalidArgumentError, match=r"key_file .* cannot be written"):
        served.tally()


@pytest.mark.parametrize("value", [-1.0, float("nan"), float("inf")])
def test_wait_out_of_range_is_refused(value: float) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="name_wait_seconds"):
        arena.serve(Recorder(), name="net", name_wait_seconds=value)


def test_agent_that_leaves_plays_its_games_to_the_end(fake: FakeArena, served: Served) -> None:
    leave = threading.Event()
    stream = begin(fake, served, Recorder(), leave=leave)
    stream.answer()
    leave.set()
    assert stream.has_left()
    stream.cut()
    again = fake.accept(running_games=("cup/0",))
    assert again.has_left()
    again.send(game_start=game_start())
    again.send(turn=turn(actions=[0, 1], move_number=2))
    assert again.answer() == ("cup/0", 2, 0)
    again.send(game_end=game_end())

    assert served.tally().win_count == 1


def test_agent_without_games_leaves_a_real_arena_at_once(target: str) -> None:
    leave = threading.Event()
    leave.set()
    tally = arena.serve(Recorder(), name="guest", address=target, leave=leave)

    with arena.Arena(target) as client:
        assert "guest" not in [agent.name for agent in client.agents()]
    assert tally.game_count == 0


def test_agent_that_leaves_a_tournament_loses_no_game(
    target: str, arena_client: arena.Arena
) -> None:
    spec = tournament_spec("guest", "greedy", pairs=3)
    arena_client.create_tournament(spec)
    tallies = []
    for _ in range(6):
        leave = threading.Event()

        def choose(turn: arena.Turn, leave: threading.Event = leave) -> int:
            leave.set()
            return turn.pass_action

        tallies.append(arena.serve(choose, name="guest", address=target, leave=leave))
    games = finished(arena_client, spec.name)

    assert sum(tally.game_count for tally in tallies) == 6
    assert set(verdicts_of(games, "guest")) <= {("passes", False), ("repetition", False)}


def process_of(words: list[str], folder: Path) -> AbstractContextManager[subprocess.Popen[str]]:
    """Runs an agent as a process of its own, and kills it at the end."""
    return running([sys.executable, "-m", "tengen.arena", "agent", *words], folder)


def killed_at_work(words: list[str], folder: Path, delay_seconds: float) -> str:
    """Kills an agent a moment after it has got a game, and returns what it has written."""
    lines: list[str] = []
    with process_of(words, folder) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if "started" in line:
                break
        assert process.poll() is None, lines
        time.sleep(delay_seconds)
        process.kill()
        lines += process.stdout.readlines()
    return "".join(lines)


@pytest.mark.parametrize(
    "kill_count", [10, pytest.param(100, marks=pytest.mark.long)], ids=["ten", "hundred"]
)
def test_agent_killed_and_started_again_loses_no_game(kill_count: int, tmp_path: Path) -> None:
    tmp_path.joinpath("slow_agent.py").write_text(SLOW_AGENT)
    spec = tournament_spec("net", "greedy", pairs=10 + kill_count // 5)
    options = ["--arena", str(tmp_path / "arena.db"), "--arena-reconnect-seconds", "60"]
    with ServerProcess(*options) as server, arena.Arena(server.address) as client:
        words = ["--name", "net", "--policy", "slow_agent:choose", "--address", server.address]
        words += ["--key-file", "net.key"]
        client.create_tournament(spec)
        texts = [
            killed_at_work(words, tmp_path, 0.01 * (number % 20)) for number in range(kill_count)
        ]
        ended_before = client.tournament(spec.name).ended_game_count
        with process_of(words, tmp_path):
            games = finished(client, spec.name)

    assert len(games) == 20 + 2 * (kill_count // 5)
    assert ended_before < len(games)
    assert sum("net has returned" in text for text in texts) >= 0.8 * kill_count
    assert not any("AGENT_NAME_TAKEN" in text for text in texts)
    assert set(verdicts_of(games, "net")) <= {("passes", False), ("repetition", False)}


def test_agent_started_again_without_a_key_waits_and_forfeits_by_rule(
    target: str, arena_client: arena.Arena, tmp_path: Path
) -> None:
    tmp_path.joinpath("slow_agent.py").write_text(SLOW_AGENT)
    spec = tournament_spec("keyless", "greedy", pairs=2, concurrency=1)
    arena_client.create_tournament(spec)
    words = ["--name", "keyless", "--policy", "slow_agent:choose", "--address", target]
    killed_at_work(words, tmp_path, 0.1)
    with process_of(words, tmp_path):
        games = finished(arena_client, spec.name)

    verdicts: list[Any] = verdicts_of(games, "keyless")
    assert verdicts.count(("disconnection", True)) == 1
    assert set(verdicts) <= {("disconnection", True), ("passes", False), ("repetition", False)}
