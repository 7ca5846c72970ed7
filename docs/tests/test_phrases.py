"""Tests of the phrase check: planted phrases are found where they are prose, and only there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.phrases import find, find_in_text, read_phrases

KNOWN = read_phrases()
CHECK = Path(__file__).resolve().parent.parent / "check.py"


def found(name: str, text: str) -> list[tuple[int, str]]:
    """Returns the lines and the words that the check finds in a text."""
    return [(finding.line, finding.found) for finding in find_in_text(name, text, KNOWN)]


@pytest.mark.parametrize(
    "sentence",
    [
        "The server tells the client.",
        "That is told in rules.md.",
        "It could not be foretold.",
        "The game goes on after a pass.",
        "The game went on.",
        "A listener is let go.",
        "It lets the oldest one go.",
        "Those who look on see the board.",
        "Whoever asks gets an answer.",
        "It is the same whatever the size.",
        "Be it what it may.",
        "Throws likewise.",
        "Every lane has one of its own.",
        "What becomes of a game.",
        "What comes of it is a score.",
        "What stands in the file.",
        "What is left of a tournament.",
        "The rooms of the house.",
        "It grows by and by.",
        "A fault of the server.",
        "Lists sessions, those made first first.",
        "Empty points are left aside.",
        "It keeps places for nodes.",
    ],
)
def test_phrase_sentenceOfTheOldStyle_isFound(sentence: str) -> None:
    assert found("page.md", sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "A stone goes on the board.",
        "The stone that went on a point was captured.",
        "It has a thread of its own.",
        "Going online takes a second.",
        "An intellect.",
        "Whichever comes first.",
    ],
)
def test_phrase_plainSentence_isNotFound(sentence: str) -> None:
    assert not found("page.md", sentence)


def test_java_commentsAndStrings_areReadAndCodeIsNot() -> None:
    text = '''
/** Tells the caller. */
class A {
  // It goes
  // on here.
  String tells = told("likewise",
      "A fault " + "of the server", \'x\');
  String block = """
      by and
      by""";
}
'''
    assert found("A.java", text) == [
        (2, "Tells"),
        (4, "goes on"),
        (6, "likewise"),
        (7, "fault of the"),
        (9, "by and by"),
    ]


def test_java_twoStringsApart_areNotReadAsOne() -> None:
    assert not found("A.java", 'call("it goes", x, "on and off");')


def test_proto_wrappedComment_isFoundAtItsFirstLine() -> None:
    text = "// The episode goes\n  // on.\nmessage tell {}\n"
    assert found("a.proto", text) == [(1, "goes on")]


def test_python_docstringsCommentsAndMessages_areReadAndNamesAreNot() -> None:
    text = '"""Tells."""\ntold = f(\'likewise\')  # let\n# go\nr"whoever"\n'
    assert found("a.py", text) == [(1, "Tells"), (2, "likewise"), (2, "let go"), (4, "whoever")]


def test_javascript_templates_areRead() -> None:
    assert found("a.js", "const tell = `a game goes on`;") == [(1, "goes on")]


def test_markdown_quotesAndLineBreaks_areReadThrough() -> None:
    assert found("a.md", "> It goes\n> on.\n") == [(1, "goes on")]


def test_patterns_areLowerCase() -> None:
    assert all(phrase.pattern.pattern.islower() for phrase in KNOWN)


def test_find_tree_readsProseAndSkipsWhatIsMade(tmp_path: Path) -> None:
    for name in ("a/A.java", "a/target/B.java", "node_modules/c.js", "d_pb2.py", "e.csv", "f.md"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("// told\n")
    (tmp_path / "script").write_text("#!/bin/sh\n# told\n")
    (tmp_path / "data").write_text("told\n")

    assert [(f.path, f.line) for f in find(tmp_path, [tmp_path], KNOWN)] == [
        ("a/A.java", 1),
        ("f.md", 1),
        ("script", 2),
    ]


def test_command_plantedSentence_failsAndNamesThePlace(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Title\n\nThe server tells the client.\n")

    red = subprocess.run(
        [sys.executable, CHECK, "--phrases", page], capture_output=True, text=True, check=False
    )
    page.write_text("# Title\n\nThe server reports the state.\n")
    green = subprocess.run(
        [sys.executable, CHECK, "--phrases", page], capture_output=True, text=True, check=False
    )

    assert red.returncode == 1
    assert f"{page}:3: tells: write report, return" in red.stdout
    assert green.returncode == 0
    assert green.stdout == ""
