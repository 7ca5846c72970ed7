"""Hooks of MkDocs: the pages and sections that the site has beside the files below `docs`.

- Files of the repository that pages link to; see `repository_pages.py`.
- A page for each public module of the Python package.
- A page that leads to the Javadoc, which `docs/build` writes into the folder `java`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File, InclusionLevel

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "docs"))

from tools.repository_pages import SOURCES, RepositoryPages

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

PACKAGE = ROOT / "clients/python/src/tengen"
PAGES = RepositoryPages(ROOT)

JAVA_PAGE = """# Java API

The <a href="java/index.html">Javadoc of the library modules</a> is part of the site that
`docs/build` builds.
"""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Adds the API references to the navigation."""
    python = [{name: f"python/{name}.md"} for name in python_modules(PACKAGE)]
    config.nav = [*(config.nav or []), {"Python API": python}, {"Java API": "java.md"}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages that are not files below `docs`."""
    pages = PAGES.generated()
    pages["index.md"] = "---\nhide: [navigation]\n---\n\n" + pages["index.md"]
    pages |= {f"python/{name}.md": python_page(name) for name in python_modules(PACKAGE)}
    pages["java.md"] = JAVA_PAGE
    for page, content in pages.items():
        is_source = page.startswith(SOURCES + "/")
        level = InclusionLevel.NOT_IN_NAV if is_source else InclusionLevel.INCLUDED
        files.append(File.generated(config, page, content=content, inclusion=level))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Returns a page below `docs` with its links to other files as links to their pages."""
    del config, files
    if page.file.generated_by is not None:
        return markdown
    return PAGES.with_page_links(markdown, f"docs/{page.file.src_uri}")


def python_modules(package: Path) -> list[str]:
    """Returns the names of the public modules of a Python package, the package first."""
    files = (file.relative_to(package.parent) for file in package.rglob("*.py"))
    names = (".".join(file.with_suffix("").parts).removesuffix(".__init__") for file in files)
    return sorted(
        name
        for name in names
        if not any(part.startswith("_") or part == "v1" for part in name.split("."))
    )


def python_page(name: str) -> str:
    """Returns the page of a module of the Python package."""
    return f"# {name}\n\n::: {name}\n"
