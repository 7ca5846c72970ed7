"""A page is short enough to be read; a longer one has several topics."""

from __future__ import annotations

from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[1]
MAX_LINES = 300
# References of many entries.
LONGER = {"encodings.md", "protocol.md"}
PAGES = sorted(
    page
    for folder in ("guide", "operations", "reference")
    for page in (DOCS / folder).glob("*.md")
    if page.name not in LONGER
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page_hasFewLines(page: Path) -> None:
    assert len(page.read_text(encoding="utf-8").splitlines()) <= MAX_LINES
