"""Finds what the pages of a site load from other hosts. Links to other hosts are fine."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FOREIGN = re.compile(r"(?:https?:)?//", re.I)
FOREIGN_IN_STYLE = re.compile(r"(?:@import\s+|url\()[\"']?((?:https?:)?//[^\"')\s]+)", re.I)
# Elements that load the address in one of their attributes.
LOADING = {
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "img": "src",
    "object": "data",
    "script": "src",
    "source": "src",
    "video": "src",
}
LOADING_LINKS = {"icon", "modulepreload", "preconnect", "prefetch", "preload", "stylesheet"}


class LoadedResources(HTMLParser):
    """Collects the addresses on other hosts that a page loads."""

    def __init__(self) -> None:
        super().__init__()
        self.urls: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes what an element loads."""
        values = {name: value or "" for name, value in attrs}
        url = values.get(LOADING.get(tag, ""), "")
        if tag == "link" and LOADING_LINKS & set(values.get("rel", "").split()):
            url = values.get("href", "")
        if FOREIGN.match(url):
            self.urls.append(url)


def foreign(site: Path) -> list[tuple[str, str]]:
    """Returns the files of a site that load something from another host, each with the address."""
    found = []
    for file in sorted(site.rglob("*")):
        if file.suffix not in {".html", ".css"}:
            continue
        text = file.read_text(encoding="utf-8", errors="replace")
        found += [(file.relative_to(site).as_posix(), url) for url in loaded(file.suffix, text)]
    return found


def loaded(suffix: str, text: str) -> list[str]:
    """Returns the addresses on other hosts that a page or a style sheet loads."""
    if suffix == ".css":
        return FOREIGN_IN_STYLE.findall(text)
    parser = LoadedResources()
    parser.feed(text)
    return parser.urls
