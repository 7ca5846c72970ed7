"""Tests of the diagram of the modules: it says what the POMs say, and cannot go stale."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tools import modules

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parent.parent.parent
POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <artifactId>{name}</artifactId><packaging>{packaging}</packaging>
  <description>The
    {name}.</description>
  <modules>{modules}</modules><dependencies>{dependencies}</dependencies>
</project>"""
DEPENDENCY = "<dependency><artifactId>{}</artifactId><scope>{}</scope></dependency>"


def write_poms(root: Path, poms: Mapping[str, tuple[str, Mapping[str, str]]]) -> None:
    """Writes modules: name to packaging and dependencies, each with its scope."""
    names = "".join(f"<module>{name}</module>" for name in poms)
    parent = POM.format(name="parent", packaging="pom", modules=names, dependencies="")
    (root / "pom.xml").write_text(parent)
    for name, (packaging, uses) in poms.items():
        dependencies = "".join(DEPENDENCY.format(*use) for use in uses.items())
        folder = root / name
        folder.mkdir(exist_ok=True)
        (folder / "pom.xml").write_text(
            POM.format(name=name, packaging=packaging, modules="", dependencies=dependencies)
        )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_poms(
        tmp_path,
        {
            "core": ("jar", {"guava": "compile"}),
            "server": ("jar", {"core": "compile"}),
            "cli": ("jar", {"core": "compile", "server": "compile"}),
            "client": ("jar", {"core": "compile", "server": "test"}),
            "python": ("pom", {"cli": "test"}),
        },
    )
    (tmp_path / "docs/design").mkdir(parents=True)
    page = f"# Architecture\n\n{modules.BEGIN}{modules.END}\n"
    (tmp_path / modules.PAGE).write_text(page)
    modules.write(tmp_path)
    return tmp_path


def drawn(svg: str) -> list[tuple[str, str]]:
    """Returns the edges that a diagram shows."""
    return re.findall(r"<title>(\S+) uses (\S+)</title>", svg)


def test_edges_mainDependencies_withoutThoseThatFollow(root: Path) -> None:
    assert modules.edges(modules.read_modules(root)) == [
        ("server", "core"),
        ("cli", "server"),
        ("client", "core"),
        ("python", "cli"),
    ]


def test_diagram_shows_modulesAndEdges(root: Path) -> None:
    svg = (root / modules.DIAGRAM).read_text()

    assert drawn(svg) == modules.edges(modules.read_modules(root))
    boxes = re.findall(r">([a-z]+)</text>", svg)
    assert sorted(boxes) == ["cli", "client", "core", "python", "server"]


def test_table_namesDescriptionsAndAllDependencies(root: Path) -> None:
    page = (root / modules.PAGE).read_text()

    assert "| `core` | The core. | nothing |\n" in page
    assert "| `cli` | The cli. | `core`, `server` |\n" in page
    assert "| `python` | The python. | its checks: `cli` |\n" in page


def test_stale_writtenJustNow_isNothing(root: Path) -> None:
    assert modules.stale(root) == []


def test_stale_newDependencyInAPom_namesDiagramAndPage(root: Path) -> None:
    pom = root / "server/pom.xml"
    dependency = DEPENDENCY.format("client", "compile")
    pom.write_text(pom.read_text().replace("</dependencies>", f"{dependency}</dependencies>"))

    assert modules.stale(root) == [modules.DIAGRAM, modules.PAGE]


def test_repository_diagramAndTable_followThePoms() -> None:
    assert modules.stale(ROOT) == [], "docs/check.py --modules writes them"
