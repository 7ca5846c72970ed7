"""Tests of the check of the search."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tools.search import missing

if TYPE_CHECKING:
    from pathlib import Path


def site_with(folder: Path, **titles: str) -> Path:
    """Writes the index of a site with one heading on each page, and returns its folder."""
    docs = [
        {"location": f"{page}.html#part", "title": title, "text": "superko"}
        for page, title in titles.items()
    ]
    (folder / "search").mkdir()
    (folder / "search/search_index.json").write_text(json.dumps({"docs": docs}))
    return folder


def test_word_isInAHeadingOfItsPage_isFound(tmp_path: Path) -> None:
    site = site_with(tmp_path, rules="Superko and ko", other="Seeds")

    assert missing(site, {"superko": "rules.html"}) == {}


def test_word_isOnlyInTextOrOnAnotherPage_isMissing(tmp_path: Path) -> None:
    words = {"superko": "rules.html", "seed": "rules.html", "mask": "no.html"}

    assert missing(site_with(tmp_path, rules="Ko", other="Seeds"), words) == words
