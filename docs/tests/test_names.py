"""Tests that pages name only classes and methods that exist, so that a rename reaches the pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.repository_pages import text_and_code

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = (
    "*.cc",
    "*.cs",
    "*.go",
    "*.java",
    "*.js",
    "*.proto",
    "*.py",
    "*.rs",
    "*.ts",
    "alerts.yaml",
)
PAGES = sorted(
    page.relative_to(ROOT).as_posix()
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
    # Decisions and results name what was tried and left.
    if not {"decisions", "results"} & set(page.parts)
)
# Names of other programs: frameworks of Python, KataGo, Kubernetes, Logback, Maven, PostgreSQL,
# the JVM.
FOREIGN = {
    "ShapeDtypeStruct",
    "DgenerateBackupPoms",
    "DnewVersion",
    "DummyVectorEnv",
    "EvalCallback",
    "GymEnv",
    "MaxRAMPercentage",
    "MultiAgentOffPolicyAlgorithm",
    "NatureCNN",
    "PettingZooEnv",
    "PettingZooWrapper",
    "ReadWriteMany",
    "TransformedEnv",
    "UsePerfData",
    "VecNormalize",
    "alwaysComputePassAliveUnderSuicideRules",
    "completionMode",
    "currentSchema",
    "failIfNoSpecifiedTests",
    "formattedMessage",
    "kvpList",
    "loggerName",
    "outputTimestamp",
    "threadName",
}
LISTINGS = ("```java", "```python")
CAMEL_CASE = re.compile(r"\b(?:[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[a-z]+[A-Z][A-Za-z0-9]+)\b")


@pytest.fixture(scope="module")
def words() -> set[str]:
    """All words of the sources."""
    folders = [child for child in ROOT.iterdir() if child.is_dir() and child.name != "target"]
    return {
        word
        for folder in folders
        for pattern in SOURCES
        for file in folder.rglob(pattern)
        if not {"generated", "node_modules", "target"} & set(file.parts)
        for word in re.findall(r"\w+", file.read_text(encoding="utf-8", errors="replace"))
    }


@pytest.mark.parametrize("page", PAGES)
def test_names_inCode_exist(page: str, words: set[str]) -> None:
    named = {
        name
        for code, is_text in text_and_code((ROOT / page).read_text(encoding="utf-8"))
        if not is_text and (not code.startswith("```") or code.startswith(LISTINGS))
        for name in CAMEL_CASE.findall(code)
    }

    assert named - words - FOREIGN == set()
