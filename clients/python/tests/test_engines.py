"""Engines as opponents. A fake engine makes two moves, and then does what its name says."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from server_process import ServerProcess

import tengen
from tengen import EndReason

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENGINE = """
import sys

moves = ["A1", "B1", sys.argv[1]]
for line in sys.stdin:
    number, name, *words = line.split()
    text = ""
    if name == "list_commands":
        text = "boardsize\\nclear_board\\nkomi\\nplay\\ngenmove\\nquit"
    if name == "genmove":
        text = moves.pop(0)
    if text == "die":
        sys.exit("no more ideas")
    refuses = sys.argv[1] == "refuse" and name == "play" and not moves[1:]
    print(f"?{number} no\\n" if refuses else f"={number} {text}\\n", flush=True)
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with one engine per way to end."""
    script: Path = tmp_path_factory.mktemp("an engine") / "engine.py"
    script.write_text(ENGINE)
    options: list[str] = []
    for end in ("resign", "die", "refuse"):
        options += ["--engine", f"{end}='{sys.executable}' '{script}' {end}"]
    with ServerProcess(*options) as server:
        yield server.address


@pytest.fixture
def client(address: str) -> Iterator[tengen.Client]:
    """A client of that server."""
    with tengen.connect(address) as connected:
        yield connected


@pytest.mark.full
def test_server_info_engines_are_players(client: tengen.Client) -> None:
    names = [player.name for player in client.server_info().players]

    assert names[-3:] == ["gtp:resign", "gtp:die", "gtp:refuse"]


@pytest.mark.parametrize(
    ("name", "end", "winner", "message"),
    [
        ("resign", EndReason.RESIGNATION, tengen.Color.BLACK, None),
        ("die", EndReason.OPPONENT_FAILED, tengen.Color.BLACK, "no more ideas"),
        ("refuse", EndReason.OPPONENT_REFUSED, None, "move 5"),
    ],
)
def test_step_engine_replies_until_its_end(
    client: tengen.Client,
    name: str,
    end: EndReason,
    winner: tengen.Color | None,
    message: str | None,
) -> None:
    with client.create_session(5, opponent=tengen.Opponent(f"gtp:{name}")) as session:
        session.reset()

        first = session.step(12)
        session.step(2)
        last = session.step(4)
        state = session.state()

    assert first.info["actions"] == (12, 20)
    assert first.info["end_message"] is None
    assert last.info["end_reason"] is end
    assert last.info["winner"] is winner
    assert last.truncated == (end is EndReason.OPPONENT_REFUSED)
    assert (last.info["end_message"] is None) == (message is None)
    assert message is None or message in str(last.info["end_message"])
    assert state.end_message == last.info["end_message"]


def test_go_env_engine_as_opponent_ends_the_episode(address: str) -> None:
    with tengen.GoEnv(5, opponent="gtp:die", address=address) as env:
        env.reset(seed=1)
        env.step(12)
        env.step(2)
        _, reward, terminated, truncated, info = env.step(4)

    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["end_reason"] == "opponent-failed"
    assert "no more ideas" in info["end_message"]
