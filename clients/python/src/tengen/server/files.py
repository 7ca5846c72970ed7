"""Where Java and the server's jar are."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tengen.errors import LaunchError

PACKAGED_JAR = Path(__file__).resolve().parent / "tengen.jar"

JAVA_HINT = (
    "install Java 17 or later (on Debian or Ubuntu: apt-get install openjdk-17-jre-headless;"
    " with conda: conda install openjdk), or set JAVA_HOME to where it is"
)


def find_jar(jar: str | os.PathLike[str] | None) -> Path:
    """Returns the server's jar: the argument, or TENGEN_JAR, or that of the package or checkout.

    Raises:
      LaunchError: There is none.
    """
    named = jar or os.environ.get("TENGEN_JAR")
    if named:
        path = Path(named)
        if not path.is_file():
            origin = "the argument jar" if jar else "TENGEN_JAR"
            raise launch_error("JAR_NOT_FOUND", f"{origin} names {path}, which is no file")
        return path.resolve()
    for path in (PACKAGED_JAR, *checkout_jar()):
        if path.is_file():
            return path
    raise launch_error(
        "JAR_NOT_FOUND",
        f"this installation came without the server ({PACKAGED_JAR} is missing); set TENGEN_JAR to"
        " a tengen.jar, or give the address of a server that runs; in a checkout"
        " mvn -q -pl cli -am package -DskipTests makes the jar",
    )


def checkout_jar() -> list[Path]:
    """Returns where an editable installation has the jar: none of a package that is a copy."""
    parents = PACKAGED_JAR.parents
    sources = 2
    if len(parents) <= sources + 3 or parents[sources].name != "src":
        return []
    return [parents[sources + 3] / "cli" / "target" / "tengen.jar"]


def find_java() -> str:
    """Returns the command that runs Java: that of JAVA_HOME, or the one on the search path.

    Raises:
      LaunchError: There is none.
    """
    home = os.environ.get("JAVA_HOME")
    place = f"JAVA_HOME is {home}" if home else "there is no java on the PATH"
    java = shutil.which("java", path=str(Path(home) / "bin") if home else None)
    if java is None:
        raise launch_error("JAVA_NOT_FOUND", f"no Java: {place}; {JAVA_HINT}")
    return java


def launch_error(reason: str, message: str) -> LaunchError:
    """Returns the error for a server that cannot be started."""
    return LaunchError(reason, message, "UNAVAILABLE")
