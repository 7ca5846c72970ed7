"""Maps files of the repository to pages of the site, and links to files to links to pages.

`README.md` is the front page. A page below `docs` keeps its place. Any other file that a page links
to gets a page below `source` that shows its content; a folder gets a page that lists its files. So
links work in a checkout, and the site needs no other host.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from tools.notebook_pages import markdown_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Pages of the site that are files at the root of the repository.
ROOT_PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
}
SOURCES = "source"
LANGUAGES = {
    ".cc": "cpp",
    ".cs": "csharp",
    ".go": "go",
    ".h": "cpp",
    ".java": "java",
    ".js": "javascript",
    ".json": "json",
    ".proto": "protobuf",
    ".py": "python",
    ".rs": "rust",
    ".sql": "sql",
    ".toml": "toml",
    ".ts": "typescript",
    ".xml": "xml",
    ".yaml": "yaml",
}

# Generated files, and folders that tools make.
SKIPPED = re.compile(
    r"^\.|__pycache__|node_modules|^(?:generated|target)$|_pb2|\.pb\.go$|\.egg-info$"
)
FENCED = re.compile(r"^ {0,3}(`{3,}|~{3,}).*?(?:^ {0,3}\1[`~]*[ \t]*$|\Z)", re.M | re.S)
CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", re.S)
# The target of an inline link or image, or of a link reference definition.
LINK = re.compile(r"(?<=\]\()[^()\s]+(?=(?: \"[^\"]*\")?\))|(?<=\]: )\S+(?=$)", re.M)
ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|#|/")


class RepositoryPages:
    """The pages of the site that show files of the repository at `root`."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def page_of(self, path: str) -> str:
        """Returns the page for a file or folder of the repository."""
        if path in ROOT_PAGES:
            return ROOT_PAGES[path]
        if path.startswith("docs/"):
            return path.removeprefix("docs/")
        if path.endswith(".ipynb"):
            return path.removesuffix(".ipynb") + ".md"
        if (self._root / path).is_dir():
            return f"{SOURCES}/{path}/index.md"
        return f"{SOURCES}/{path}" if path.endswith(".md") else f"{SOURCES}/{path}.md"

    def generated(self) -> dict[str, str]:
        """Returns the pages that are not files below `docs`, with their content."""
        pages = {}
        waiting = sorted(ROOT_PAGES) + [
            file.relative_to(self._root).as_posix()
            for file in sorted((self._root / "docs").rglob("*.md"))
        ]
        seen = set(waiting)
        while waiting:
            path = waiting.pop(0)
            found = self._contained(path)
            waiting += sorted(found - seen)
            seen |= found
            if not path.startswith("docs/"):
                pages[self.page_of(path)] = self._content(path)
        return pages

    def with_page_links(self, markdown: str, path: str) -> str:
        """Returns the Markdown of the file at `path` with links that are relative to its page.

        A link to a file that does not exist stays as it is, for MkDocs to report.
        """

        def replaced(match: re.Match[str]) -> str:
            found, anchor = target(path, match.group())
            exists = found is not None and (self._root / found).exists()
            return self._link(path, found) + anchor if exists else match.group()

        return "".join(
            LINK.sub(replaced, part) if is_text else part
            for part, is_text in text_and_code(markdown)
        )

    def _link(self, path: str, found: str) -> str:
        return posixpath.relpath(self.page_of(found), posixpath.dirname(self.page_of(path)) or ".")

    def _contained(self, path: str) -> set[str]:
        """Returns the files and folders that a page links to, or that a folder holds."""
        file = self._root / path
        if file.is_dir():
            return {f"{path}/{name}" for name in self._names(path)}
        if not path.endswith((".md", ".ipynb")):
            return set()
        found = targets(self._markdown(path), path)
        return {
            name for name in found if not name.startswith("docs/") and (self._root / name).exists()
        }

    def _markdown(self, path: str) -> str:
        text = (self._root / path).read_text(encoding="utf-8")
        return markdown_of(text) if path.endswith(".ipynb") else text

    def _names(self, path: str) -> list[str]:
        return sorted(
            child.name for child in (self._root / path).iterdir() if not SKIPPED.search(child.name)
        )

    def _content(self, path: str) -> str:
        file = self._root / path
        if path.endswith((".md", ".ipynb")):
            return self.with_page_links(self._markdown(path), path)
        head = f"---\nsearch:\n  exclude: true\n---\n\n# {file.name}\n\n`{path}`\n\n"
        if file.is_dir():
            entries = (
                f"- [{name}]({self._link(path, f'{path}/{name}')})\n" for name in self._names(path)
            )
            return head + "".join(entries)
        language = LANGUAGES.get(file.suffix, "text")
        text = file.read_text(encoding="utf-8").rstrip()
        return f"{head}~~~~~{language}\n{text}\n~~~~~\n"


def target(path: str, link: str) -> tuple[str | None, str]:
    """Returns the file that a link in the file at `path` names, and its anchor with the "#".

    The file is None if the link leads to another host or into the same page.
    """
    if ELSEWHERE.match(link):
        return None, ""
    name, hash_sign, anchor = link.partition("#")
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name)), hash_sign + anchor


def targets(markdown: str, path: str) -> list[str]:
    """Returns the files that the file at `path` links to."""
    found = (
        target(path, match.group())[0]
        for part, is_text in text_and_code(markdown)
        if is_text
        for match in LINK.finditer(part)
    )
    return [name for name in found if name is not None]


def text_and_code(markdown: str) -> Iterator[tuple[str, bool]]:
    """Yields the parts of a text in order, each with whether it is text and not code."""
    end = 0
    for block in FENCED.finditer(markdown):
        yield from _split(markdown[end : block.start()], CODE_SPAN)
        yield block.group(), False
        end = block.end()
    yield from _split(markdown[end:], CODE_SPAN)


def _split(text: str, code: re.Pattern[str]) -> Iterator[tuple[str, bool]]:
    end = 0
    for match in code.finditer(text):
        yield text[end : match.start()], True
        yield match.group(), False
        end = match.end()
    yield text[end:], True
