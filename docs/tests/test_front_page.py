"""Tests of the front page: it is short, and its figures are those of the measurements."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BENCHMARKS = (ROOT / "docs/design/benchmarks.md").read_text(encoding="utf-8")


def test_comparison_everyFigure_isAMeasuredOne() -> None:
    rows = re.findall(r"^\| \S.*in process \|.*|^\| \*\*Tengen\*\*.*", README, re.M)

    assert len(rows) == 6
    for row in rows:
        *_, small, large, _, _ = (cell.strip() for cell in row.strip("|").split("|"))
        assert f"| {small} |" in BENCHMARKS
        assert f"| {large} |" in BENCHMARKS


def test_frontPage_isOneScreenOfText() -> None:
    assert len(README.splitlines()) < 90
