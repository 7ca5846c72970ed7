"""Tests of `tengen arena connect`: GTP engines as agents."""

from __future__ import annotations

import json
import shlex
import signal
import sys
import time
from typing import TYPE_CHECKING

import pytest
from arena_agents import running
from arena_tournament import finished, tournament_spec, verdicts_of
from fake_arena import WAIT_SECONDS
from processes import run_to_end
from server_process import ServerProcess, command_line

from tengen import arena

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

REFUSING_ENGINE = """
import sys

for line in sys.stdin:
    number, name = line.split()[:2]
    answer = f"?{number} illegal move" if name == "play" else f"={number}"
    print(answer, "pass" if name == "genmove" else "", end="\\n\\n", flush=True)
"""
"""An engine that rejects every move of its opponent."""

BY_RULES = {("passes", False), ("repetition", False), ("move-limit", False)}


def connected(
    address: str, folder: Path, *options: str, engine: Sequence[str] = ()
) -> AbstractContextManager[subprocess.Popen[str]]:
    """Runs a command that brings an engine to an arena, and kills it at the end."""
    command = shlex.join(engine or [*command_line(), "gtp", "--player", "eye-safe-random"])
    words = ["arena", "connect", "--name", "gtp", "--engine", command, "--address", address]
    return running([*command_line(), *words, *options], folder)


def read_until(process: subprocess.Popen[str], text: str) -> list[str]:
    """Returns the lines of a process up to one with this text."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if text in line:
            return lines
    raise AssertionError(f"no line has {text!r}: {lines}")


@pytest.mark.full
def test_engine_plays_a_gauntlet_and_leaves_at_the_first_interrupt(
    target: str, arena_client: arena.Arena, tmp_path: Path
) -> None:
    spec = tournament_spec(
        "gtp", "greedy", "random", format=arena.Gauntlet("gtp", 1), time_control="1m+3x20s"
    )
    arena_client.create_tournament(spec)
    with connected(target, tmp_path) as process:
        games = finished(arena_client, spec.name)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=WAIT_SECONDS)

    assert process.returncode == 0, output
    assert len(games) == 4
    assert set(verdicts_of(games, "gtp")) <= BY_RULES
    assert output.splitlines()[-1] == "gtp has left."
    assert "gtp" not in [agent.name for agent in arena_client.agents()]


@pytest.mark.full
def test_engine_that_rejects_a_legal_move_loses_by_resignation(
    target: str, arena_client: arena.Arena, tmp_path: Path
) -> None:
    spec = tournament_spec("gtp", "greedy")
    arena_client.create_tournament(spec)
    program = tmp_path / "engine.py"
    program.write_text(REFUSING_ENGINE)
    engine = [sys.executable, str(program)]
    with connected(target, tmp_path, engine=engine) as process:
        games = finished(arena_client, spec.name)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=WAIT_SECONDS)

    assert verdicts_of(games, "gtp") == [("resignation", True)] * 2
    assert output.count("the engine rejected a legal move, so the game is lost: ") == 2


@pytest.mark.full
def test_engine_killed_and_connected_again_resumes_its_game(tmp_path: Path) -> None:
    spec = tournament_spec("gtp", "greedy", pairs=2, width=9, height=9)
    options = ["--arena", str(tmp_path / "arena.db"), "--arena-reconnect-seconds", "60"]
    with ServerProcess(*options) as server, arena.Arena(server.address) as client:
        client.create_tournament(spec)
        for _ in range(2):
            with connected(server.address, tmp_path, "--key-file", "gtp.key") as process:
                read_until(process, " against greedy")
                process.kill()
        with connected(server.address, tmp_path, "--key-file", "gtp.key"):
            games = finished(client, spec.name)

    assert len(games) == 4
    assert set(verdicts_of(games, "gtp")) <= BY_RULES


LADDER = """
players:
  - {name: anchor, player: "gtp:anchor", rating: 500}
engines:
  anchor: {command: %s}
format: {ladder: {games_each: 1}}
size: 5
clock: 20s/move
"""


def rated_rows(client: arena.Arena) -> dict[str, arena.LadderRow]:
    """Returns the rows of a ladder when every player has a rating, which is estimated later."""
    end = time.monotonic() + WAIT_SECONDS
    while True:
        rows = {row.player: row for row in client.ladder().rows}
        if all(row.rating is not None for row in rows.values()) or time.monotonic() > end:
            return rows
        time.sleep(0.1)


@pytest.mark.full
def test_versions_of_an_engine_are_players_of_a_ladder_whose_anchor_is_an_engine(
    tmp_path: Path,
) -> None:
    settings = tmp_path / "ladder.yaml"
    anchor = shlex.join([*command_line(), "gtp", "--player", "random"])
    settings.write_text(LADDER % json.dumps(anchor), encoding="utf-8")
    options = ["--arena", str(tmp_path / "arena.db"), "--ladder", str(settings)]
    link = "https://example.org/gtp"
    with ServerProcess(*options) as server, arena.Arena(server.address) as client:
        for version in ("1", "2"):
            words = ["--agent-version", version, "--link", link]
            with connected(server.address, tmp_path, *words) as process:
                read_until(process, " against anchor")
                process.send_signal(signal.SIGINT)  # It finishes its game.
                output, _ = process.communicate(timeout=WAIT_SECONDS)
            assert process.returncode == 0, output
        rows = rated_rows(client)

    assert rows.keys() == {"anchor", "gtp@1", "gtp@2"}
    assert rows["anchor"].is_anchor
    assert rows["anchor"].rating is not None
    assert rows["anchor"].rating.elo == 500
    for version in ("1", "2"):
        row = rows[f"gtp@{version}"]
        assert (row.agent, row.version, row.link, row.game_count) == ("gtp", version, link, 1)


def test_engine_that_cannot_start_is_refused_before_it_joins(target: str, tmp_path: Path) -> None:
    words = ["arena", "connect", "--name", "gtp", "--engine", "no-such-engine", "--address", target]
    done = run_to_end(*command_line(), *words, cwd=tmp_path, timeout=60)

    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("tengen: gtp could not be started: ")
    assert "joins" not in done.stderr
