"""Finds what the pages of a site load from other hosts. Links to other hosts are fine."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

URL = r"((?:https?:)?//[^\"')\s>]+)"
LOADED = {
    ".html": re.compile(
        rf"<(?:audio|embed|iframe|img|object|script|source|video)\b[^>]*\b(?:src|data)=[\"']?{URL}"
        rf"|<link\b(?=[^>]*rel=\"[^\"]*(?:icon|pre|stylesheet))[^>]*href=[\"']?{URL}",
        re.I,
    ),
    ".css": re.compile(rf"(?:@import\s+|url\()[\"']?{URL}", re.I),
}


def foreign(site: Path) -> list[tuple[str, str]]:
    """Returns the files of a site that load something from another host, each with the address."""
    return [
        (file.relative_to(site).as_posix(), url)
        for file in sorted(site.rglob("*"))
        if file.suffix in LOADED
        for url in loaded(file.suffix, file.read_text(encoding="utf-8", errors="replace"))
    ]


def loaded(suffix: str, text: str) -> list[str]:
    """Returns the addresses on other hosts that a page or a style sheet loads."""
    return ["".join(filter(None, match.groups())) for match in LOADED[suffix].finditer(text)]
