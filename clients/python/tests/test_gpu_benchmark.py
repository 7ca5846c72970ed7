"""The benchmark of machines with a GPU, rehearsed on the processor."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from processes import run_to_end

pytestmark = pytest.mark.full

SCRIPT = Path(__file__).resolve().parents[3] / "ops/benchmarks/gpu/measure.py"
NEEDS = {
    "check": ["torch"],
    "boards": [],
    "torch": ["torch"],
    "search": ["torch"],
    "jax": ["jax"],
    "pgx": ["jax", "pgx"],
    "pgx-network": ["jax", "pgx"],
}
"""The modules beside `tengen` that each part needs."""

FIGURES = {
    "check": ["equal tensors on"],
    "boards": ["boards, server, 2 groups"],
    "torch": ["network alone", "network steering boards, server, 2 groups"],
    "search": ["network with a value alone", "simulations of self-play, server, 2 groups"],
    "jax": ["network alone", "network steering boards, server, 2 groups"],
    "pgx": ["Pgx, boards alone"],
    "pgx-network": ["Pgx, network steering boards"],
}
"""Words of the figures of each part."""


def measure(
    folder: Path, *words: str, variables: dict[str, str] | None = None
) -> tuple[int, str, dict[str, Any]]:
    """Returns the exit code, the output and the figures of a rehearsal."""
    file = folder / "figures.json"
    done = run_to_end(
        sys.executable,
        SCRIPT,
        "--rehearse",
        "--json",
        file,
        *words,
        timeout=1300,
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": "1", **(variables or {})},
    )
    return done.returncode, done.stdout, json.loads(file.read_text())


def test_rehearsal_measures_what_is_installed_and_names_what_is_not(tmp_path: Path) -> None:
    code, output, figures = measure(tmp_path)

    parts = {part["part"]: part for part in figures["parts"]}
    assert parts.keys() == NEEDS.keys()
    for name, part in parts.items():
        missing = [each for each in NEEDS[name] if importlib.util.find_spec(each) is None]
        if missing:
            assert part["end"] == f"skipped: no {', '.join(missing)}"
            assert f"| {name} | skipped: no {', '.join(missing)} |" in output
            continue
        assert part["end"] == "done", part["errors"]
        for words in FIGURES[name]:
            (figure, *_) = [each for each in part["figures"] if words in each["what"]]
            assert name == "check" or figure["steps_per_second"] > 0
            assert f"| {name} | {figure['what']} |" in output
    assert code == 0


def test_part_that_fails_is_reported(tmp_path: Path) -> None:
    variables = {"TENGEN_JAR": str(tmp_path / "missing.jar")}
    code, output, figures = measure(tmp_path, "--only", "boards", variables=variables)

    (part,) = figures["parts"]
    assert code == 1
    assert part["end"].startswith("failed: ")
    assert "missing.jar" in part["end"]
    assert f"| boards | {part['end']} |" in output
