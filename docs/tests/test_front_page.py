"""Tests of the front page: it is short, and its figures are those of the measurements."""

import re
from pathlib import Path

from tools import comparison_chart

ROOT = Path(__file__).resolve().parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BENCHMARKS = (ROOT / "docs/design/benchmarks.md").read_text(encoding="utf-8")
# The newest complete comparison.
RESULTS = max((ROOT / "docs/design/results").glob("*-versus.md")).read_text(encoding="utf-8")


def rates(page: str) -> set[tuple[str, str]]:
    """The steps per second on 9x9 and 19x19 in each row of an environment and its boards."""
    rows = re.findall(r"^\| [^|]+\| [\d,]+ \| ([\d,]+) \| ([\d,]+) \|", page, re.M)
    return set(rows)


def test_comparison_everyFigure_isOneOfTheNewestMeasurement() -> None:
    assert len(rates(README)) == 7
    assert rates(README) <= rates(RESULTS)
    assert len(rates(BENCHMARKS)) == 8
    assert rates(BENCHMARKS) <= rates(RESULTS)


def test_chart_isMadeFromTheTable() -> None:
    made = comparison_chart.chart(comparison_chart.rates(README))

    assert (ROOT / "docs/images/comparison.svg").read_text(encoding="utf-8") == made


def test_frontPage_isOneScreenOfText() -> None:
    assert len(README.splitlines()) < 80
