"""The class archive: Java's classes of a first game in one file, which halves the time to start.

The file is beside the server's jar, and fits that jar, one Java and one JPype. Java checks the jar
and itself, and loads classes as usual if they have changed. `python -m tengen.class_archive` writes
the file; the server inside the process uses it if it is there.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

CHILD_MODULE = "tengen._java.first_game"
"""The module that plays the game whose classes are archived."""

QUIET = ("-Xlog:cds=off", "-Xlog:cds+dynamic=off")
"""Java would report to standard output why it does not use an archive."""


def archive_file(java: str, jar: Path) -> Path:
    """Returns the path of the class archive of a java executable and a jar."""
    home = Path(java).resolve().parent.parent
    try:
        release = (home / "release").read_bytes()
    except OSError:
        release = b""
    parts = (os.fsencode(home), release, os.fsencode(bridge_jar()))
    return jar.with_name(f"classes-{hashlib.sha256(bytes(1).join(parts)).hexdigest()[:16]}.jsa")


def archive_options(java: str, jar: Path) -> list[str]:
    """Returns the options of Java with which it uses the archive, if there is one."""
    file = archive_file(java, jar)
    return [f"-XX:SharedArchiveFile={file}", *QUIET] if file.is_file() else []


def write_archive(java: str, jar: Path) -> Path:
    """Plays a game in a process of its own, and archives the classes that it has loaded.

    Args:
      java: The java executable.
      jar: The server's jar.

    Returns:
      The path of the archive.

    Raises:
      OSError: The folder of the jar cannot be written to.
      subprocess.CalledProcessError: A process failed. Its output is in the error.
    """
    file = archive_file(java, jar)
    # The process would use an archive that is there.
    file.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(prefix="classes-", dir=jar.parent) as folder:
        names, made = Path(folder) / "names", Path(folder) / file.name
        run(sys.executable, "-m", CHILD_MODULE, names, jar=jar, java=java)
        run(
            java,
            "-Xshare:dump",
            *QUIET,
            f"-XX:SharedClassListFile={names}",
            f"-XX:SharedArchiveFile={made}",
            f"-Djava.class.path={os.pathsep.join(map(str, (jar, bridge_jar())))}",
            jar=jar,
            java=java,
        )
        made.replace(file)
    return file


def bridge_jar() -> Path:
    """Returns the path of JPype's jar, which JPype adds to the class path."""
    spec = importlib.util.find_spec("jpype")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).resolve().parent.parent / "org.jpype.jar"


def run(*words: str | Path, jar: Path, java: str) -> None:
    """Runs a process with this jar and this Java, and waits for its end."""
    variables = {"TENGEN_JAR": str(jar), "TENGEN_JAVA": java}
    subprocess.run(
        [str(word) for word in words],
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **variables},
    )
