from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tengen

PACKAGE = Path(__file__).resolve().parents[1]
REPOSITORY = PACKAGE.parents[1]
EXAMPLES = REPOSITORY / "examples" / "python"


def programs(page: Path) -> list[str]:
    """Returns the Python programs of a page."""
    return re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)


def run_example(name: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout


def test_random_agent_plays_a_game(address: str) -> None:
    assert " moves, " in run_example("random_agent.py", address)


def test_front_page_agent_plays_a_game(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    (agent,) = programs(REPOSITORY / "README.md")

    exec(agent.replace("127.0.0.1:9019", address), {})

    assert re.fullmatch(r"-?[01]\.0 ([BW]\+[0-9.]+|Draw)\n", capsys.readouterr().out)


def test_gymnasium_agent_plays_games() -> None:
    assert run_example("gymnasium_agent.py").count(" moves, ") == 3


def test_pettingzoo_agents_play_a_game() -> None:
    output = run_example("pettingzoo_agents.py")

    assert "A B C D E" in output
    assert "black_0" in output


def test_vector_agents_play_games() -> None:
    output = run_example("vector_agents.py")

    assert re.fullmatch(r"\d{2,} games, of which Black won \d+\n", output)


def test_readme_programs_run(client: tengen.Client) -> None:
    quick_start, sessions, *others = programs(PACKAGE / "README.md")
    exec(quick_start, {})
    exec(sessions, {})

    assert len(others) == 2
    with client.create_session(9) as session:
        for program in others:
            exec(program, {"tengen": tengen, "client": client, "session": session})


@pytest.mark.parametrize("number", range(8))
def test_page_programs_run(number: int) -> None:
    page = programs(REPOSITORY / "docs" / "python.md")

    assert len(page) == 8
    exec(page[number], {})
