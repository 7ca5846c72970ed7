"""Finds the server's jar, and compares what a caller asks for with the server that runs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from tengen import _arguments as arguments
from tengen.errors import LaunchError

if TYPE_CHECKING:
    from collections.abc import Sequence

PACKAGED_JAR = Path(__file__).resolve().parent / "tengen.jar"


def find_jar(jar: str | os.PathLike[str] | None) -> Path:
    """Returns the path of the server's jar.

    Args:
      jar: The path. None: the value of TENGEN_JAR; else the jar in the package; else, in an
        editable installation, the jar of the checkout.

    Raises:
      LaunchError: There is no such file.
    """
    named = jar or os.environ.get("TENGEN_JAR")
    if named:
        path = Path(named)
        if not path.is_file():
            origin = "the argument jar" if jar else "TENGEN_JAR"
            raise launch_error("JAR_NOT_FOUND", f"{origin} names {path}, which is not a file")
        return path.resolve()
    for path in (PACKAGED_JAR, *checkout_jar()):
        if path.is_file():
            return path
    raise launch_error(
        "JAR_NOT_FOUND",
        f"this installation does not include the server ({PACKAGED_JAR} is missing); set TENGEN_JAR"
        " to a tengen.jar, or pass the address of a running server; in a checkout, build the jar"
        " with mvn -q -pl clients/cli -am package -DskipTests",
    )


def checkout_jar() -> list[Path]:
    """Returns the path of the checkout's jar in an editable installation, otherwise nothing."""
    parents = PACKAGED_JAR.parents
    sources = 2
    if len(parents) <= sources + 3 or parents[sources].name != "src":
        return []
    return [parents[sources + 3] / "clients" / "cli" / "target" / "tengen.jar"]


def check_options(name: str, asked: Sequence[str] | None, running: Sequence[str]) -> None:
    """Checks that options are those of the server that runs already. None means any.

    Raises:
      TypeError: The options are no sequence of strings.
      LaunchError: They differ.
    """
    if asked is not None and arguments.texts(name, asked) != list(running):
        raise launch_error(
            "OTHER_OPTIONS_RUN",
            f"the server of this process runs with {name}={list(running)}, not {list(asked)}; start"
            " another one with tengen.LocalServer",
        )


def launch_error(reason: str, message: str) -> LaunchError:
    """Returns the error for a server that cannot be started."""
    return LaunchError(reason, message, "UNAVAILABLE")
