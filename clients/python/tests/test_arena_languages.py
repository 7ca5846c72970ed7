"""Agents in Python and Java, an engine and a built-in player in one tournament."""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from arena_tournament import play_out, serving
from fake_arena import WAIT_SECONDS
from server_process import BUILT_JAR, ServerProcess, java

from tengen import arena
from tengen.arena.policies import choose_tactical

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.full

CENTER = Path(__file__).resolve().parents[3] / "examples" / "java" / "CenterAgent.java"
GNU_GO = Path("/usr/games/gnugo")
GNU_GO_OPTIONS = (
    "--mode gtp --level 1 --chinese-rules --positional-superko --allow-suicide --never-resign"
    " --play-out-aftermath --capture-all-dead"
)
PYTHON_OPTIONS = {"max_game_count": 4, "encodings": ["tactical"]}


@contextlib.contextmanager
def java_agent(address: str) -> Iterator[None]:
    """Runs the Java example as documented."""
    jar = os.environ.get("TENGEN_JAR", str(BUILT_JAR))
    agent = subprocess.Popen([java(), "-cp", jar, str(CENTER), address])
    try:
        yield
    finally:
        agent.kill()
        agent.wait()


@pytest.mark.skipif(not GNU_GO.exists(), reason=f"{GNU_GO} is not installed (Debian package gnugo)")
def test_agents_in_python_and_java_play_an_engine_and_a_built_in_player(tmp_path: Path) -> None:
    options = (
        "--arena",
        str(tmp_path / "arena.db"),
        "--engine",
        f"gnugo={GNU_GO} {GNU_GO_OPTIONS}",
    )
    names = {"python": "agent", "center": "agent", "gnugo": "gtp:gnugo", "greedy": "greedy"}
    players = [arena.ArenaPlayer(name, kind) for name, kind in names.items()]
    spec = arena.TournamentSpec(
        "languages", players, format=arena.RoundRobin(1), width=7, height=7, concurrency=4
    )
    with (
        ServerProcess(*options) as server,
        java_agent(server.address),
        serving(server.address, python=(choose_tactical, PYTHON_OPTIONS)),
        arena.Arena(server.address, timeout_seconds=WAIT_SECONDS) as arena_client,
    ):
        games = play_out(arena_client, spec)

    assert sorted({(game.black, game.white) for game in games}) == sorted(
        (one, other) for one in names for other in names if one != other
    )
    assert len(games) == 12
    verdicts = {game.ending.verdict for game in games if game.ending}
    assert verdicts == {arena.GameVerdict.PASSES}
    assert all(game.move_number > 10 for game in games)
