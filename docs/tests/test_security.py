"""Every sentence of SECURITY.md names a test of CI that fails if what it says is false."""

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
_CLASS = re.compile(r"^(?:\w+ )*class ", re.MULTILINE)

# Tests that CI does not run.
_SKIPPED = re.compile(r'@Disabled|@Tag\("long"\)|@pytest\.mark\.(?:long|skip)\b')


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
    """Returns whether CI runs a test: 'Class.method' or, in Python, 'test_file.test_name'."""
    owner, _, method = name.partition(".")
    if owner.startswith("test_"):
        suffix, pattern = "py", rf"^def {re.escape(method)}\("
    else:
        suffix, pattern = "java", _METHOD.format(re.escape(method))
    return any(runs(file.read_text(), pattern) for file in _sources(f"{owner}.{suffix}"))


def runs(source: str, pattern: str) -> bool:
    """Returns whether a source has a test, and neither the test nor its class is skipped."""
    test = re.search(pattern, source, re.MULTILINE)
    if test is None:
        return False
    of_class = _CLASS.search(source)
    heads = (source[: test.start()], source[: of_class.start()] if of_class else "")
    return not any(_SKIPPED.search(head.rpartition("\n\n")[2]) for head in heads)


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


@pytest.mark.parametrize("skipped", ["@Disabled", '@Tag("long")'])
def test_runs_skipped_doesNot(skipped: str) -> None:
    first = "class A {\n    @Test\n    void first() {}\n\n"
    second = "    @Test\n    void second() {}\n}\n"

    assert runs(f"import a;\n\n{first}{second}", r"void\s+second\(")
    assert not runs(f"import a;\n\n{first}    {skipped}\n{second}", r"void\s+second\(")
    assert runs(f"import a;\n\n{first}    {skipped}\n{second}", r"void\s+first\(")
    assert not runs(f"import a;\n\n{skipped}\n{first}{second}", r"void\s+second\(")
