"""Tests of which jar a wheel carries."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SPEC = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
assert SPEC is not None
assert SPEC.loader is not None
hatch_build = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(hatch_build)


def test_find_jar_of_the_checkout_unless_named(tmp_path: Path) -> None:
    root = tmp_path / "clients" / "python"
    jar = tmp_path / "clients" / "cli" / "target" / "tengen.jar"
    other = tmp_path / "other.jar"
    for file in (jar, other):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()

    assert hatch_build.find_jar(root, "") == jar
    assert hatch_build.find_jar(root, str(other)) == other
    assert hatch_build.find_jar(root, "none") is None


def test_find_jar_missing_is_built_in_a_checkout(tmp_path: Path) -> None:
    jar = tmp_path / "clients" / "cli" / "target" / "tengen.jar"
    root = tmp_path / "clients" / "python"
    for folder in (jar.parent, root):
        folder.mkdir(parents=True)
    launcher = tmp_path / "tengen"
    launcher.write_text(f"#!/bin/sh\necho $1 > {jar}\n")
    launcher.chmod(0o755)

    assert hatch_build.find_jar(root, "") == jar
    assert jar.read_text() == "--version\n"


def test_find_jar_that_cannot_be_built_fails(tmp_path: Path) -> None:
    root = tmp_path / "clients" / "python"
    root.mkdir(parents=True)
    launcher = tmp_path / "tengen"
    launcher.write_text("#!/bin/sh\nexit 3\n")
    launcher.chmod(0o755)

    with pytest.raises(FileNotFoundError, match="install a JDK 17 and Maven"):
        hatch_build.find_jar(root, "")


@pytest.mark.parametrize(
    ("named", "cause"),
    [("", "TENGEN_JAR is not set, and "), ("/no/such.jar", "TENGEN_JAR names /no/such.jar. ")],
)
def test_find_jar_missing_fails_and_says_what_to_do(tmp_path: Path, named: str, cause: str) -> None:
    with pytest.raises(FileNotFoundError, match="TENGEN_JAR=none builds a wheel without") as caught:
        hatch_build.find_jar(tmp_path / "clients" / "python", named)

    assert cause in str(caught.value)


def test_license_is_that_of_the_repository() -> None:
    assert (ROOT / "LICENSE").read_bytes() == (ROOT / "../../LICENSE").read_bytes()
