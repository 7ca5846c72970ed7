"""The programs of two pages and of examples/frameworks, with installed frameworks only.

`check.py --frameworks` installs all of them.
"""

from __future__ import annotations

import csv
import importlib.util
import os
import re
import sys
from pathlib import Path

import pytest
from processes import run_to_end

REPOSITORY = Path(__file__).resolve().parents[3]
EXAMPLES = REPOSITORY / "examples"
PAGES = [REPOSITORY / "docs" / "guide" / name for name in ("frameworks.md", "devices.md", "jax.md")]
CURVES = REPOSITORY / "docs" / "guide"
NEEDS = {
    "sb3_contrib": "sb3_contrib",
    "stable_baselines3": "stable_baselines3",
    "ray": "ray",
    "torchrl": "torchrl",
    "tianshou": "tianshou",
    "supersuit": "supersuit",
    "tengen.pettingzoo": "pettingzoo",
    "torch": "torch",
    "jax": "jax",
    "pgx": "pgx",
    "mctx": "mctx",
}
"""The modules that programs name, each with the package that they need."""

PROGRAMS = {
    "sb3": ("sb3_ppo", "sb3_contrib"),
    "rllib": ("rllib_ppo", "ray"),
    "rllib-self-play": ("rllib_ppo --self-play", "ray"),
    "rllib-actors": ("rllib_ppo --self-play --actors", "ray"),
    "torchrl": ("torchrl_ppo", "torchrl"),
    "cleanrl": ("cleanrl_ppo", "torch"),
}
"""The learning programs by the name of their curve, each with the package that it needs."""

GOAL = 180
MAX_PROCESSOR_SECONDS = 600


def is_installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def page_programs() -> list[tuple[str, str]]:
    """Returns the programs of the pages, each with the output that the page shows, or nothing."""
    texts = "\n".join(page.read_text() for page in PAGES)
    return re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", texts, flags=re.DOTALL)


def run(*words: str, folder: Path) -> str:
    """Returns the output of a Python process."""
    done = run_to_end(sys.executable, *words, timeout=900, cwd=folder, env=os.environ)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.parametrize(
    ("program", "shown"),
    page_programs(),
    ids=[" ".join(program.splitlines()[:2]) for program, _ in page_programs()],
)
@pytest.mark.full
def test_program_of_the_page_runs(program: str, shown: str, tmp_path: Path) -> None:
    for word, package in NEEDS.items():
        if re.search(rf"\b{re.escape(word)}\b", program) and not is_installed(package):
            pytest.skip(f"{package} is not installed")

    output = run("-c", program, folder=tmp_path)

    assert shown in ("", output)


def test_pages_have_a_program_for_each_framework() -> None:
    text = "\n".join(program for program, _ in page_programs())

    assert len(page_programs()) > 7
    assert [word for word in NEEDS if word not in text] == []


@pytest.mark.parametrize("name", PROGRAMS)
def test_published_curve_reaches_the_goal(name: str) -> None:
    with (CURVES / f"frameworks-{name}.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))

    assert int(rows[0]["steps"]) == 0
    assert int(rows[0]["won"]) < GOAL / 2
    assert {row["games"] for row in rows} == {"200"}
    reached = next(row for row in rows if int(row["won"]) >= GOAL)
    assert float(reached["processor_seconds"]) < MAX_PROCESSOR_SECONDS
    assert int(rows[-1]["won"]) >= GOAL


def curve(name: str, folder: Path, *, stages: int) -> list[dict[str, str]]:
    """Returns the learning curve of a program that runs now."""
    program, package = PROGRAMS[name]
    if not is_installed(package):
        pytest.skip(f"{package} is not installed")
    file = folder / "curve.csv"
    words = ["-m", *f"frameworks.{program}".split()]
    run(*words, "--stages", str(stages), "--curve", str(file), folder=EXAMPLES)
    with file.open(newline="") as opened:
        return list(csv.DictReader(opened))


def test_ppo_in_one_file_learns(tmp_path: Path) -> None:
    before, after = curve("cleanrl", tmp_path, stages=1)

    assert int(after["steps"]) == 16384
    assert int(after["won"]) > int(before["won"]) + 40


@pytest.mark.long
@pytest.mark.parametrize("name", PROGRAMS)
def test_program_reaches_the_goal(name: str, tmp_path: Path) -> None:
    rows = curve(name, tmp_path, stages=8)

    for row in rows:
        print(row)
    reached = [row for row in rows if int(row["won"]) >= GOAL]
    assert reached
    assert float(reached[0]["processor_seconds"]) < MAX_PROCESSOR_SECONDS
