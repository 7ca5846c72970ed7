"""Tests of the check that pages load nothing from other hosts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tools.resources import foreign, loaded

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "element",
    [
        '<script src="https://a.example/b.js"></script>',
        '<link rel="stylesheet" href="//a.example/b">',
        '<link rel="preconnect" href="https://a.example/b" crossorigin>',
        '<img src="http://a.example/b.png">',
        '<iframe src="https://a.example/b"></iframe>',
    ],
)
def test_html_loadsFromAnotherHost_isFound(element: str) -> None:
    assert len(loaded(".html", element)) == 1


@pytest.mark.parametrize(
    "element",
    [
        '<a href="https://a.example/b">a link</a>',
        '<link rel="canonical" href="https://a.example/b">',
        '<script src="../assets/b.js"></script>',
        '<img src="data:image/png;base64,AAAA">',
    ],
)
def test_html_loadsNothingFromAnotherHost_isNotFound(element: str) -> None:
    assert not loaded(".html", element)


def test_styleSheet_importsAndUrls_areFound() -> None:
    style = '@import "https://a.example/a.css"; p{background:url(//a.example/b)} i{src:url(c)}'

    assert loaded(".css", style) == ["https://a.example/a.css", "//a.example/b"]


def test_foreign_site_namesThePage(tmp_path: Path) -> None:
    (tmp_path / "guide").mkdir()
    (tmp_path / "guide/page.html").write_text('<script src="https://a.example/b.js"></script>')
    (tmp_path / "index.html").write_text("<p>text</p>")

    assert foreign(tmp_path) == [("guide/page.html", "https://a.example/b.js")]
