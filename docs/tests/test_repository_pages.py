"""Tests of the pages that show files outside `docs`, and of the links to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tools.repository_pages import RepositoryPages

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {
        "README.md": "[guide](docs/guide/play.md#start) ![board](docs/images/board.svg)",
        "CHANGELOG.md": "[home](README.md)",
        "CONTRIBUTING.md": "",
        "docs/guide/play.md": "[board](../../core/Board.java) [examples](../../examples)",
        "docs/images/board.svg": "<svg/>",
        "core/Board.java": "class Board {}\n",
        "examples/README.md": "[play](../docs/guide/play.md) [agent](agent.py)",
        "examples/agent.py": "x = 1\n",
        "examples/__pycache__/agent.pyc": "",
        "examples/unlinked/deep.txt": "deep",
    }
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


def test_generated_linkedFilesAndFolders_havePages(root: Path) -> None:
    pages = RepositoryPages(root).generated()

    assert sorted(pages) == [
        "changelog.md",
        "contributing.md",
        "index.md",
        "source/core/Board.java.md",
        "source/examples/README.md",
        "source/examples/agent.py.md",
        "source/examples/index.md",
        "source/examples/unlinked/deep.txt.md",
        "source/examples/unlinked/index.md",
    ]
    assert "~~~~~java\nclass Board {}\n~~~~~" in pages["source/core/Board.java.md"]
    assert "- [agent.py](agent.py.md)\n" in pages["source/examples/index.md"]
    assert "- [unlinked](unlinked/index.md)\n" in pages["source/examples/index.md"]


def test_generated_linksOfShownPages_leadToPages(root: Path) -> None:
    pages = RepositoryPages(root).generated()

    assert pages["index.md"] == "[guide](guide/play.md#start) ![board](images/board.svg)"
    assert pages["changelog.md"] == "[home](index.md)"
    assert pages["source/examples/README.md"] == (
        "[play](../../guide/play.md) [agent](agent.py.md)"
    )


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("[b](../../core/Board.java)", "[b](../source/core/Board.java.md)"),
        ("[b][1]\n\n[1]: ../../core/Board.java", "[b][1]\n\n[1]: ../source/core/Board.java.md"),
        ('[b](../../README.md "t")', '[b](../index.md "t")'),
        ("[b](play.md#x) [c](#y)", "[b](play.md#x) [c](#y)"),
        ("[b](https://a.example/core)", "[b](https://a.example/core)"),
        ("`[b](../../core/Board.java)`", "`[b](../../core/Board.java)`"),
        (
            "```\n[b](../../core/Board.java)\n```\n[b](../../core/Board.java)",
            "```\n[b](../../core/Board.java)\n```\n[b](../source/core/Board.java.md)",
        ),
    ],
)
def test_withPageLinks_linkOfAPage_isRelativeToThePage(
    root: Path, markdown: str, expected: str
) -> None:
    assert RepositoryPages(root).with_page_links(markdown, "docs/guide/play.md") == expected


def test_withPageLinks_fileThatDoesNotExist_isLeftForTheStrictCheck(root: Path) -> None:
    markdown = "[a](../../core/Gone.java)"

    assert RepositoryPages(root).with_page_links(markdown, "docs/guide/play.md") == markdown
