"""Every sentence of SECURITY.md that says what holds names a test that fails if it is false."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "SECURITY.md"
SECTIONS = ("Threat model", "What is promised", "What is not promised")

# A comment that names tests ends the sentence before it.
_TESTS = re.compile(r"<!-- tests:\s(.*?) -->", re.DOTALL)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)")
_LABEL = re.compile(r"\*\*\w+\.\*\*\s*")
_METHOD = r"(?:void|Stream<DynamicTest>)\s+{}\("


def claims(page: str) -> list[tuple[str, list[str]]]:
    """Returns the sentences of the sections, with the tests named behind each."""
    found: list[tuple[str, list[str]]] = []
    for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        if title not in SECTIONS:
            continue
        end = 0
        for comment in _TESTS.finditer(body):
            sentences = _sentences(body[end : comment.start()])
            found += [(sentence, []) for sentence in sentences[:-1]]
            names = [name.strip() for name in comment[1].split(",")]
            found.append((sentences[-1] if sentences else "", names))
            end = comment.end()
        found += [(sentence, []) for sentence in _sentences(body[end:])]
    return found


def _sentences(text: str) -> list[str]:
    plain = _LABEL.sub("", re.sub(r"^- ", "", text.strip(), flags=re.MULTILINE))
    return [" ".join(part.split()) for part in _SENTENCE_END.split(plain) if part.strip()]


def exists(name: str) -> bool:
    """Returns whether a test has this name: 'Class.method' or, in Python, 'test_file.test_name'."""
    owner, _, method = name.partition(".")
    if owner.startswith("test_"):
        return any(
            re.search(rf"^def {re.escape(method)}\(", file.read_text(), re.MULTILINE)
            for file in _sources(f"{owner}.py")
        )
    return any(
        re.search(_METHOD.format(re.escape(method)), file.read_text())
        for file in _sources(f"{owner}.java")
    )


def _sources(name: str) -> list[Path]:
    folders = ("*/*/src/test/java", "ops/hostile/java", "*/python/tests", "docs/tests")
    return [file for folder in folders for root in ROOT.glob(folder) for file in root.rglob(name)]


@pytest.mark.parametrize(("sentence", "tests"), claims(PAGE.read_text()))
def test_sentence_each_hasATest(sentence: str, tests: list[str]) -> None:
    assert tests, f"no test is named behind: {sentence}"
    assert [name for name in tests if not exists(name)] == []


def test_page_allSections_haveSentences() -> None:
    page = PAGE.read_text()

    assert all(f"\n## {section}\n" in page for section in SECTIONS)
    assert len(claims(page)) >= 25


def test_claims_sentenceWithoutTests_isFound() -> None:
    page = (
        "## Other\n\nNo claim.\n\n## What is promised\n\n"
        "- One. Two\n  lines. <!-- tests: A.b,\n C.d -->\n- Three.\n"
    )

    assert claims(page) == [("One.", []), ("Two lines.", ["A.b", "C.d"]), ("Three.", [])]


def test_exists_unknownMethod_isNot() -> None:
    assert not exists("AuthorizationTableTest.page_shows")
    assert not exists("NoSuchTest.page_showsTheTable")
    assert exists("AuthorizationTableTest.page_showsTheTable")
    assert exists("test_security.test_exists_unknownMethod_isNot")
