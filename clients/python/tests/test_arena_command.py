"""Tests of `python -m tengen.arena`, and of how processes with agents end."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import grpc
import pytest
from arena_tournament import tournament_spec
from fake_arena import WAIT_SECONDS, FakeArena, game_end, turn
from server_process import ServerProcess

from tengen.arena import Arena, policies
from tengen.arena.__main__ import main
from tengen.v1 import arena_pb2

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

MY_AGENTS = """
import time

def choose(turn):
    return turn.pass_action

class Passer:
    encodings = ("tactical",)

    def choose(self, turn):
        return turn.pass_action

def hang(turn):
    print("thinking", flush=True)
    time.sleep(3600)

def fail(turn):
    raise ZeroDivisionError("no idea")
"""

IN_A_THREAD = """
import sys, threading
from tengen import arena

thinking = threading.Event()

def hang(turn):
    thinking.set()
    threading.Event().wait()

arguments = {{"name": "net", "address": sys.argv[1], "max_game_count": 2}}
threading.Thread(target=arena.serve, args=[hang], kwargs=arguments, daemon=True).start()
assert thinking.wait(20)
{end}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A directory with agents."""
    tmp_path.joinpath("my_agents.py").write_text(MY_AGENTS)
    return tmp_path


@contextlib.contextmanager
def started(*words: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Starts a Python process, and kills it at the end if it is still running."""
    process = subprocess.Popen(
        [sys.executable, "-W", "error", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def agent_words(fake: FakeArena, *words: str) -> list[str]:
    return ["-m", "tengen.arena", "agent", "--address", fake.address, "--name", "net", *words]


@pytest.mark.parametrize("words", [["--help"], ["agent", "--help"], ["watch", "--help"]])
def test_help_teaches(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)

    output = capsys.readouterr().out
    assert caught.value.code == 0
    assert "usage: python -m tengen.arena" in output
    assert max(map(len, output.splitlines())) <= 100


def test_help_names_every_policy(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["agent", "--help"])

    output = capsys.readouterr().out
    assert all(name in output for name in policies.POLICIES)


def test_agent_plays_a_function_of_a_module(fake: FakeArena, folder: Path) -> None:
    words = agent_words(fake, "--policy", "my_agents:choose", "--games", "1")
    with started(*words, folder=folder) as process:
        stream = fake.accept()
        stream.begin()
        assert stream.answer() == ("cup/0", 0, 9)
        stream.send(game_end=game_end())
        output, errors = process.communicate(timeout=WAIT_SECONDS)

    assert (process.returncode, errors) == (0, "")
    assert output.splitlines() == [
        f"net has joined at {fake.address}; waiting for games",
        "cup/0 started: BLACK against other",
        "cup/0 ended: B+1.5 (passes)",
        "1 games: 1 won, 0 drawn, 0 lost, 0 void",
    ]


@pytest.mark.parametrize(
    ("words", "encodings"),
    [
        (["--policy", "my_agents:Passer"], ["tactical"]),
        (
            ["--policy", "my_agents:Passer", "--encodings", "pgx-17,tactical"],
            ["pgx-17", "tactical"],
        ),
        (["--policy", "tactical"], ["tactical"]),
        (["--policy", "random"], []),
        ([], []),
    ],
)
@pytest.mark.full
def test_agent_observes_what_its_policy_needs(
    words: list[str], encodings: list[str], fake: FakeArena, folder: Path
) -> None:
    with started(*agent_words(fake, "--max-games", "3", *words), folder=folder):
        join = fake.accept().join

    assert list(join.encodings) == encodings
    assert (join.name, join.max_game_count) == ("net", 3)


@pytest.mark.parametrize(
    "policy", ["best", "no_such_module:choose", "my_agents:nothing", "my_agents:"]
)
def test_agent_unknown_policy_is_named(policy: str) -> None:
    with pytest.raises(SystemExit, match=policy):
        main(["agent", "--name", "net", "--policy", policy])


def test_agent_refused_says_why(fake: FakeArena, folder: Path) -> None:
    with started(*agent_words(fake, "--name-wait", "0"), folder=folder) as process:
        fake.next_stream().cut(grpc.StatusCode.FAILED_PRECONDITION, "AGENT_NAME_TAKEN")
        output, errors = process.communicate(timeout=WAIT_SECONDS)

    assert (process.returncode, output) == (1, "")
    assert errors == "the test says AGENT_NAME_TAKEN (FAILED_PRECONDITION / AGENT_NAME_TAKEN)\n"


def test_agent_interrupted_once_finishes_its_games(fake: FakeArena, folder: Path) -> None:
    words = agent_words(fake, "--policy", "my_agents:choose")
    with started(*words, folder=folder) as process:
        stream = fake.accept()
        stream.begin()
        assert stream.answer() == ("cup/0", 0, 9)
        process.send_signal(signal.SIGINT)
        assert stream.has_left()
        stream.send(turn=turn(actions=[9, 4], move_number=2))
        assert stream.answer() == ("cup/0", 2, 9)
        stream.send(game_end=game_end())
        stream.finish()
        output, errors = process.communicate(timeout=WAIT_SECONDS)

    assert (process.returncode, errors) == (0, "")
    assert output.splitlines()[-1] == "1 games: 1 won, 0 drawn, 0 lost, 0 void"


@pytest.mark.full
def test_agent_interrupted_twice_while_it_thinks_ends_at_once(
    fake: FakeArena, folder: Path
) -> None:
    with started(*agent_words(fake, "--policy", "my_agents:hang"), folder=folder) as process:
        stream = fake.accept()
        stream.begin()
        assert process.stdout is not None
        while process.stdout.readline() != "thinking\n":
            pass
        process.send_signal(signal.SIGINT)
        assert stream.has_left()
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=WAIT_SECONDS)

    assert (process.returncode, errors) == (0, "")
    assert output.splitlines()[-1] == "0 games: 0 won, 0 drawn, 0 lost, 0 void"
    assert stream.ended.wait(WAIT_SECONDS)


def test_agent_that_raises_ends_with_its_error(fake: FakeArena, folder: Path) -> None:
    with started(*agent_words(fake, "--policy", "my_agents:fail"), folder=folder) as process:
        stream = fake.accept()
        stream.begin()
        _, errors = process.communicate(timeout=WAIT_SECONDS)

    assert process.returncode == 1
    assert errors.endswith("ZeroDivisionError: no idea\n")


@pytest.mark.full
@pytest.mark.parametrize(("end", "code"), [("", 0), ("raise SystemExit(7)", 7)])
def test_process_ends_while_an_agent_thinks_in_a_thread(
    end: str, code: int, fake: FakeArena, folder: Path
) -> None:
    with started("-c", IN_A_THREAD.format(end=end), fake.address, folder=folder) as process:
        stream = fake.accept()
        stream.begin()
        output, errors = process.communicate(timeout=WAIT_SECONDS)

    assert (process.returncode, output, errors) == (code, "", "")
    assert stream.ended.wait(WAIT_SECONDS)


STANDINGS = arena_pb2.Standings(
    rows=[arena_pb2.StandingsRow(rank=1, player="greedy", game_count=2, win_count=2)],
    crosstable=[0],
    game_counts=[0],
    superiority=[0.5],
    confidence=0.95,
)


def test_standings_text_of_the_server_cannot_control_the_terminal(
    fake: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile = arena_pb2.Standings()
    hostile.CopyFrom(STANDINGS)
    hostile.rows[0].player = "a\x1b[2J\u202eb"
    fake.answers["GetStandings"] = arena_pb2.GetStandingsResponse(standings=hostile)

    assert main(["standings", "cup", "--address", fake.address]) == 0
    out = capsys.readouterr().out
    assert r"a\x1b[2J\u202eb" in out
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_standings_are_printed(fake: FakeArena, capsys: pytest.CaptureFixture[str]) -> None:
    fake.answers["GetStandings"] = arena_pb2.GetStandingsResponse(standings=STANDINGS)

    assert main(["standings", "cup", "--address", fake.address]) == 0

    assert capsys.readouterr().out.splitlines()[1].split() == [
        *("1", "greedy", "+0", "[+0,", "+0]", "2", "2", "0", "0")
    ]


def test_watch_prints_a_line_for_each_change(
    fake: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    running = arena_pb2.Tournament(
        state=arena_pb2.TOURNAMENT_STATE_RUNNING,
        played_by=arena_pb2.TOURNAMENT_PLAYED_BY_THIS_SERVER,
        running_game_count=1,
        game_count=2,
        missing_agents=["net"],
    )
    ended = arena_pb2.Tournament(
        state=arena_pb2.TOURNAMENT_STATE_ENDED,
        ended_game_count=2,
        sprt=arena_pb2.SprtStatus(log_likelihood_ratio=2.95, verdict=arena_pb2.SPRT_VERDICT_ELO1),
    )
    fake.answers["WatchTournament"] = [
        arena_pb2.WatchTournamentResponse(tournament=running),
        arena_pb2.WatchTournamentResponse(tournament=ended, standings=STANDINGS),
    ]

    assert main(["watch", "cup", "--address", fake.address]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [
        "running: 0 of 2 games, 1 running, waiting for net to join",
        "ended: 2 games, 0 running, LLR +2.95 elo1, greedy leads",
    ]
    assert len(lines) == 4


@pytest.mark.parametrize(
    ("played_by", "words"),
    [
        (
            "NOBODY",
            "nobody plays it: start `tengen arena worker` for its store, or restart the server",
        ),
        ("OTHER_PROCESS", "another server or worker plays it"),
    ],
)
def test_watch_says_that_the_server_does_not_play(
    played_by: str, words: str, fake: FakeArena, capsys: pytest.CaptureFixture[str]
) -> None:
    waiting = arena_pb2.Tournament(
        state=arena_pb2.TOURNAMENT_STATE_RUNNING,
        played_by=f"TOURNAMENT_PLAYED_BY_{played_by}",
        game_count=2,
        missing_agents=["net"],
    )
    ended = arena_pb2.Tournament(
        state=arena_pb2.TOURNAMENT_STATE_ENDED,
        played_by=arena_pb2.TOURNAMENT_PLAYED_BY_NOBODY,
        ended_game_count=2,
    )
    fake.answers["WatchTournament"] = [
        arena_pb2.WatchTournamentResponse(tournament=waiting),
        arena_pb2.WatchTournamentResponse(tournament=ended, standings=STANDINGS),
    ]

    assert main(["watch", "cup", "--address", fake.address]) == 0

    assert capsys.readouterr().out.splitlines()[:2] == [
        f"running: 0 of 2 games, 0 running, {words}",
        "ended: 2 games, 0 running, greedy leads",
    ]


@pytest.mark.full
@pytest.mark.parametrize("end", [ServerProcess.stop, ServerProcess.kill])
def test_watch_waits_for_a_server_that_restarts(
    end: Callable[[ServerProcess], None], tmp_path: Path
) -> None:
    options = ("--arena", str(tmp_path / "arena.db"))
    spec = tournament_spec("absent", "greedy")
    server = ServerProcess(*options)
    address = server.address
    words = ("-m", "tengen.arena", "watch", spec.name, "--address", address)
    with Arena(address) as client:
        client.create_tournament(spec)
    with started(*words, folder=tmp_path) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            end(server)
            server = ServerProcess(*options, port=int(address.rpartition(":")[2]))
            assert process.stdout.readline() == line
            with Arena(address) as client:
                client.cancel_tournament(spec.name)
            output, errors = process.communicate(timeout=WAIT_SECONDS)
        finally:
            server.stop()

    assert "waiting for absent" in line
    assert "cancelled: " in output
    assert errors.startswith(f"waiting up to 300 s for {address}: ")
    assert (process.returncode, len(errors.splitlines())) == (0, 1)


def test_command_without_a_server_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", "cup", "--address", "127.0.0.1:1"]) == 1

    assert "127.0.0.1:1" in capsys.readouterr().err
