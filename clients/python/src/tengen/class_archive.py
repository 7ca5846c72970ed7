"""Writes the class archive, which halves the time to start a server inside the process.

    python -m tengen.class_archive

Run it once after each installation of the package or of a Java. It plays a game, and writes some
40 MB beside the server's jar. Environments use the file from then on. It fits one jar and one Java;
Java loads its classes as usual if one of them has changed. Needs the extra `java` or `embedded`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from tengen._java.archive import write_archive
from tengen._java.files import find_jar
from tengen._java.machine import check_requirements
from tengen._java.runtime import find_java
from tengen.errors import LaunchError

__all__ = ["main"]


def main() -> int:
    """Writes the archive, prints its path, and returns the exit code."""
    argparse.ArgumentParser(
        prog="python -m tengen.class_archive",
        description="Writes the class archive of the server inside the process.",
    ).parse_args()
    try:
        check_requirements()
        file = write_archive(find_java(), find_jar(None))
    except LaunchError as error:
        return failure(error.message)
    except OSError as error:
        return failure(f"the archive cannot be written: {error}")
    except subprocess.CalledProcessError as error:
        return failure(f"{error.cmd[0]} failed with {error.returncode}:\n{error.stdout}")
    print(f"{file}: {file.stat().st_size / 1e6:.0f} MB")
    return 0


def failure(message: str) -> int:
    """Prints why there is no archive, and returns the exit code."""
    print(f"tengen: {message}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
