"""Checks that the search of the site leads to the right page for the words that readers look for.

The search ranks a heading with the word above all text with it. So each word has a page with such a
heading, which is checked in the index that the search loads.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

WORDS = {
    "autoreset": "guide/python-vector.html",
    "backoff": "guide/python-servers.html",
    "checkpoint": "guide/repeat-a-run.html",
    "deadline": "guide/python-servers.html",
    "encoding": "reference/encodings.html",
    "illegal": "reference/environment.html",
    "install": "guide/install.html",
    "jax": "guide/jax.html",
    "journal": "guide/python-vector.html",
    "mask": "reference/environment.html",
    "pettingzoo": "guide/python.html",
    "pickle": "guide/repeat-a-run.html",
    "quota": "operations/security.html",
    "rating": "reference/ratings.html",
    "retry": "guide/python-sessions.html",
    "reward": "reference/environment.html",
    "seed": "guide/repeat-a-run.html",
    "self-play": "guide/learning.html",
    "superko": "reference/rules.html",
    "symmetries": "reference/environment.html",
    "undo": "reference/environment.html",
}
"""Words of the field, each with the page that a search for it leads to."""


def missing(site: Path, words: dict[str, str] = WORDS) -> dict[str, str]:
    """Returns the words that no heading of their page has.

    Args:
      site: The folder of the site.
      words: Words in lower case, each with its page.
    """
    index = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))
    headings: dict[str, str] = {}
    for entry in index["docs"]:
        page = entry["location"].partition("#")[0]
        headings[page] = f"{headings.get(page, '')}\n{entry['title'].lower()}"
    return {word: page for word, page in words.items() if word not in headings.get(page, "")}
