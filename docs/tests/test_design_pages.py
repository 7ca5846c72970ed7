"""Tests of the pages on the design: they stay short, and each of them is found from the index."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
DESIGN = ROOT / "docs/design"
DECISIONS = DESIGN / "decisions"
INDEX = (DECISIONS / "index.md").read_text(encoding="utf-8")
NAVIGATION = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
PAGES = sorted(page.name for page in DECISIONS.glob("*.md") if page.name != "index.md")


@pytest.mark.parametrize("page", PAGES)
def test_decision_isShort(page: str) -> None:
    assert len((DECISIONS / page).read_text(encoding="utf-8").splitlines()) <= 60


def test_index_namesEachDecisionOnceInTheOrderOfTheNavigation() -> None:
    named = re.findall(r"^- \[[^]]+\]\(([a-z-]+\.md)\)", INDEX, re.M)

    assert sorted(named) == PAGES
    assert re.findall(r"design/decisions/(?!index)([a-z-]+\.md)$", NAVIGATION, re.M) == named


@pytest.mark.parametrize("page", ["benchmarks.md", "testing.md"])
def test_page_sayingWhatHoldsToday_isShort(page: str) -> None:
    assert len((DESIGN / page).read_text(encoding="utf-8").splitlines()) <= 200


def test_results_haveTheDateInTheirNames() -> None:
    dated = re.compile(r"2\d{3}-[01]\d-[0-3]\d-[a-z0-9-]+")

    assert all(dated.fullmatch(page.stem) for page in (DESIGN / "results").iterdir())
