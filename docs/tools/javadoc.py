"""Puts together the command that makes one Javadoc of all library modules."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tools import modules

if TYPE_CHECKING:
    from pathlib import Path

# Programs, and Java that the compiler of the contract writes.
NOT_LIBRARIES = {"ops/benchmarks", "clients/cli", "proto"}


def command(root: Path, jar: Path, output: Path) -> list[str]:
    """Returns the command. The jar with everything in it stands for the class path."""
    sources = [root / folder / "src/main/java" for folder in library_modules(root)]
    home = os.environ.get("JAVA_HOME")
    return [
        f"{home}/bin/javadoc" if home else "javadoc",
        *("-d", str(output)),
        *("-sourcepath", os.pathsep.join(map(str, sources))),
        *("-subpackages", "dev.tengen"),
        *("-classpath", str(jar)),
        *("-encoding", "UTF-8", "-windowtitle", "Tengen", "-doctitle", "Tengen"),
        *("-protected", "-quiet", "-notimestamp", "-Xdoclint:none", "-Werror"),
    ]


def library_modules(root: Path) -> list[str]:
    """Returns the folders of the modules that other programs may use."""
    return [
        module.folder
        for module in modules.read_modules(root)
        if module.has_java and module.folder not in NOT_LIBRARIES
    ]
