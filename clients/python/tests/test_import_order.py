"""Modules of the package import each other one way, in functions too."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import tengen

PACKAGE = Path(tengen.__file__).parent


def imported_names(path: Path) -> set[str]:
    """Returns what a file imports when it is run, without what only type checkers read."""
    names = set()
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        waiting += ast.iter_child_nodes(node)
    return names


def imports(package: Path) -> dict[str, set[str]]:
    """Returns which modules of a package each of them loads. The package itself is left out."""
    files = {
        ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(
            ".__init__"
        ): path
        for path in package.rglob("*.py")
    }
    del files[package.name]
    loaded = {}
    for module, path in files.items():
        names = imported_names(path) & files.keys()
        # A module is loaded after the packages around it.
        around = {name.rpartition(".")[0] for name in names} & files.keys()
        loaded[module] = {name for name in names | around if not module.startswith(name)}
    return loaded


def test_modules_import_each_other_one_way() -> None:
    assert list(TopologicalSorter(imports(PACKAGE)).static_order())


def test_circle_is_found(tmp_path: Path) -> None:
    package = tmp_path / "circle"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "first.py").write_text("def late():\n    import circle.second\n")
    (package / "second.py").write_text("from circle import first\n")

    with pytest.raises(ValueError, match="cycle"):
        list(TopologicalSorter(imports(package)).static_order())
