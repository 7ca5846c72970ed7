"""KaTrain's own engine code, from PyPI, drives `tengen analysis` and shows what it answers."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from server_process import command_line

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.full

# pysgf imports chardet. KaTrain's window needs more; its engine code asks for the platform only.
PACKAGES = ("katrain==1.20.0", "pysgf==1.0.0", "chardet==5.2.0")
INSTALL_SECONDS = 300
DIALOGUE_SECONDS = 600

WINDOW_STAND_INS = {
    "kivy/__init__.py": "",
    "kivy/utils.py": "platform = 'linux'\n",
    "kivy/_event.py": "class Observable:\n    def __init__(self, **options):\n        pass\n",
}

DIALOGUE = """
import json
import sys
import time

from katrain.core.constants import OUTPUT_ERROR
from katrain.core.engine import KataGoEngine
from katrain.core.game_node import GameNode
from pysgf import Move


class Window:
    def __init__(self):
        self.errors = []

    def log(self, message, level=0):
        if level == OUTPUT_ERROR:
            self.errors.append(str(message))

    def __call__(self, *message):
        self.errors.append(str(message))

    def update_state(self):
        pass


def wait_for(condition):
    deadline = time.time() + 300
    while not condition():
        if time.time() > deadline:
            raise TimeoutError(window.errors)
        time.sleep(0.01)


window = Window()
engine = KataGoEngine(
    window,
    {
        "backend": "custom",
        "altcommand": sys.argv[1],
        "max_visits": 120,
        "fast_visits": 25,
        "max_time": 1000.0,
        "wide_root_noise": 0.04,
        "_enable_ownership": True,
        "model": "",
        "config": "",
    },
)
root = GameNode(properties={"SZ": ["5"], "KM": ["7"], "RU": ["chinese"]})
node = root.play(Move.from_gtp("C3", "B"))
for position in (root, node):
    position.analyze(engine)
wait_for(lambda: root.analysis_complete and node.analysis_complete)

# What a click on "continuous analysis" does: an endless query with reports, then its termination.
pondered = GameNode(properties={"SZ": ["5"], "KM": ["7"], "RU": ["japanese"]})
pondered.analyze(engine, ponder=True)
wait_for(lambda: pondered.analysis_exists)
engine.stop_pondering()
wait_for(lambda: engine.is_idle())

print(
    json.dumps(
        {
            "errors": window.errors,
            "moves": [[move["move"], move["visits"], move["pv"]] for move in node.candidate_moves],
            "visits": node.root_visits,
            "score": node.format_score(),
            "winrate": node.format_winrate(),
            "values": [node.score, node.winrate],
            "ownership": node.ownership,
            "comment": node.comment(details=True, interactive=False),
            "pondered": pondered.root_visits,
        }
    )
)
engine.shutdown(finish=None)
"""


@pytest.fixture(scope="module")
def katrain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder with KaTrain and stand-ins for its window."""
    folder = tmp_path_factory.mktemp("katrain")
    if sys.version_info < (3, 11):
        pytest.skip("KaTrain needs Python 3.11")
    modules = folder / "modules"
    pip = [str(folder / "venv/bin/python"), "-m", "pip", "install", "--quiet", "--no-deps"]
    for command in (
        [sys.executable, "-m", "venv", str(folder / "venv")],
        [*pip, "--target", str(modules), *PACKAGES],
    ):
        run = subprocess.run(
            command, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False
        )
        if run.returncode != 0:
            reason = (run.stderr or run.stdout).strip()[-300:]
            pytest.skip(f"{', '.join(PACKAGES)} cannot be had: {reason}")
    for name, text in WINDOW_STAND_INS.items():
        (modules / name).parent.mkdir(exist_ok=True)
        (modules / name).write_text(text)
    return modules


def test_katrain_games_of_two_positions_shows_their_analysis(katrain: Path) -> None:
    command = shlex.join([*command_line(), "analysis", "--threads", "2"])

    run = subprocess.run(
        [sys.executable, "-c", DIALOGUE, command],
        capture_output=True,
        text=True,
        timeout=DIALOGUE_SECONDS,
        check=False,
        env={**os.environ, "PYTHONPATH": str(katrain)},
    )

    assert run.returncode == 0, run.stderr
    shown = json.loads(run.stdout.splitlines()[-1])
    assert shown["errors"] == []
    assert shown["visits"] == 120
    assert sum(visits for _, visits, _ in shown["moves"]) == 120
    assert all(variation[0] == move for move, _, variation in shown["moves"])
    assert "C3" not in [move for move, _, _ in shown["moves"]]
    score, winrate = shown["values"]
    assert shown["score"] == f"{'B' if score >= 0 else 'W'}+{abs(score):.1f}"
    assert shown["winrate"] == f"{'B' if winrate > 0.5 else 'W'} {max(winrate, 1 - winrate):.1%}"
    assert len(shown["ownership"]) == 25
    # Under area rules the owners without komi add up to the score: both are Black's.
    assert sum(shown["ownership"]) - 7 == pytest.approx(score)
    assert "Predicted top move was" in shown["comment"]
    assert shown["pondered"] > 0
