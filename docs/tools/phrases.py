"""Finds phrases to avoid in prose: documentation, comments, docstrings, messages.

`phrases.toml` lists the phrases and what to write instead. Needs nothing but Python's standard
library.
"""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LIST = Path(__file__).with_name("phrases.toml")

SKIPPED_FOLDERS = {".git", "__pycache__", "generated", "node_modules", "target"}
# Files of the compiler, the list of the phrases itself, and the test that plants phrases.
SKIPPED_FILES = (
    "*_pb2.py",
    "*_pb2_grpc.py",
    "*_pb2.pyi",
    "*.pb.go",
    "phrases.toml",
    "test_phrases.py",
    "package-lock.json",
)

STRING = r'"(?:\\.|[^"\\\n])*"'
BLOCK = r'"""(?:\\.|[^\\])*?"""'
C_TOKENS = re.compile(
    rf"{BLOCK}|{STRING}|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|//[^\n]*|/\*.*?\*/", re.S
)
PYTHON_TOKENS = re.compile(
    rf"{BLOCK}|'''(?:\\.|[^\\])*?'''|{STRING}|'(?:\\.|[^'\\\n])*'|#[^\n]*", re.S
)
# What stands around the prose: quotes, comment signs, the asterisks and bars down the left side.
MARKS = re.compile(r"/\*+|\*+/|//+|^[ \t]*(?:\*+|#+|>+|--+)(?=\s)|[\"'`#]|\\[nt]", re.M)
# Between two literals that make one text.
JOINTS = re.compile(r"[\s+()]*")
# Stands for code, which no phrase reaches across.
CODE = "\0"
WORD = re.compile(r"[\w-]")
# Unlike str.lower, this never changes the length of a text.
LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
SPACE = r"[ \t\r\n]+"

TOKENS = {
    ".cc": C_TOKENS,
    ".cs": C_TOKENS,
    ".css": C_TOKENS,
    ".go": C_TOKENS,
    ".h": C_TOKENS,
    ".java": C_TOKENS,
    ".js": C_TOKENS,
    ".proto": C_TOKENS,
    ".py": PYTHON_TOKENS,
    ".rs": C_TOKENS,
    ".ts": C_TOKENS,
}
# Files that count as prose from the first character to the last.
TEXT_SUFFIXES = {
    ".md",
    ".yaml",
    ".yml",
    ".xml",
    ".html",
    ".sql",
    ".sh",
    ".toml",
    ".properties",
    ".txt",
}
TEXT_NAMES = {"Dockerfile", ".gitignore", ".dockerignore", ".editorconfig"}


@dataclass(frozen=True)
class Phrase:
    """A phrase to avoid, and what to write instead."""

    pattern: re.Pattern[str]
    write: str

    def matches(self, text: str) -> Iterator[re.Match[str]]:
        """Yields where lower-case text holds the phrase, as whole words."""
        for match in self.pattern.finditer(text):
            if not WORD.match(text[match.start() - 1 : match.start()]):
                yield match


@dataclass(frozen=True)
class Finding:
    """A phrase at a line of a file."""

    path: str
    line: int
    found: str
    write: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.found}: write {self.write}"


def read_phrases() -> list[Phrase]:
    """Returns the phrases to avoid."""
    content = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return [Phrase(compile_phrase(entry["pattern"]), entry["write"]) for entry in content["phrase"]]


def compile_phrase(pattern: str) -> re.Pattern[str]:
    """Returns a pattern for lower-case text, whose spaces match line breaks, too.

    That the phrase starts a word is not part of it: without, the search is ten times as fast.
    """
    spaced = pattern.replace(" ", SPACE)
    return re.compile(rf"(?:{spaced})(?![\w-])")


def prose(name: str, text: str) -> str:
    """Returns `text` with its code blanked. Offsets stay the same."""
    tokens = TOKENS.get(Path(name).suffix)
    if tokens is None:
        return MARKS.sub(blank, text)
    parts: list[str] = []
    end = 0
    for match in tokens.finditer(text):
        between = text[end : match.start()]
        parts.append(blank_code(between))
        parts.append(MARKS.sub(blank, match.group()))
        end = match.end()
    parts.append(blank_code(text[end:]))
    return "".join(parts)


def blank(match: re.Match[str]) -> str:
    """Returns as many spaces as the match has characters, with its line breaks."""
    return re.sub(r"[^\n]", " ", match.group())


def blank_code(code: str) -> str:
    """Returns the code as spaces if it only joins two literals, otherwise as `CODE`."""
    filler = " " if JOINTS.fullmatch(code) else CODE
    return re.sub(r"[^\n]", filler, code)


def find(root: Path, paths: Iterable[Path], known: Iterable[Phrase]) -> list[Finding]:
    """Returns the phrases in the files and folders `paths`."""
    return [
        finding
        for file in sorted(set(files(paths)))
        for finding in find_in_text(name_below(root, file), read(file), known)
    ]


def find_in_text(name: str, text: str, known: Iterable[Phrase]) -> list[Finding]:
    """Returns the phrases in one text, in order."""
    readable = prose(name, text)
    lower = readable.translate(LOWER)
    found = []
    for phrase in known:
        for match in phrase.matches(lower):
            words = " ".join(readable[match.start() : match.end()].split())
            line = text.count("\n", 0, match.start()) + 1
            found.append((match.start(), Finding(name, line, words, phrase.write)))
    return [finding for _, finding in sorted(found, key=lambda pair: pair[0])]


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yields the files below `paths` that hold prose."""
    for path in paths:
        if path.is_file():
            yield path
            continue
        for folder, names, leaves in os.walk(path):
            names[:] = sorted(set(names) - SKIPPED_FOLDERS)
            yield from (Path(folder, leaf) for leaf in leaves if holds_prose(Path(folder, leaf)))


def holds_prose(file: Path) -> bool:
    """Returns whether a file is one of those that are read."""
    if any(fnmatch(file.name, pattern) for pattern in SKIPPED_FILES):
        return False
    if file.suffix in TOKENS or file.suffix in TEXT_SUFFIXES or file.name in TEXT_NAMES:
        return True
    return file.suffix == "" and is_script(file)


def is_script(file: Path) -> bool:
    """Returns whether a file without a suffix starts like a script."""
    with file.open("rb") as stream:
        return stream.read(2) == b"#!"


def name_below(root: Path, file: Path) -> str:
    """Returns the path of a file from the root, with slashes; outside the root as it is."""
    resolved = file.resolve()
    return (resolved.relative_to(root) if resolved.is_relative_to(root) else file).as_posix()


def read(file: Path) -> str:
    """Returns the text of a file."""
    return file.read_text(encoding="utf-8", errors="replace")
