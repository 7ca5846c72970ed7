from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import tengen

PACKAGE = Path(__file__).resolve().parents[1]
EXAMPLES = PACKAGE.parents[1] / "examples" / "python"


def readme_programs(address: str) -> list[str]:
    """Returns the Python programs of the README, talking to the server at `address`."""
    readme = (PACKAGE / "README.md").read_text()
    programs = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    return [program.replace("127.0.0.1:9019", address) for program in programs]


def test_random_agent_plays_a_game(address: str) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "random_agent.py"), address],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    assert " moves, " in done.stdout


def test_readme_programs_run(address: str, client: tengen.Client) -> None:
    quick_start, *others = readme_programs(address)
    exec(quick_start, {})

    assert len(others) == 2
    with client.create_session(9) as session:
        for program in others:
            exec(program, {"tengen": tengen, "client": client, "session": session})
