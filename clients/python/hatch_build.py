"""Build hook: makes the classes of the contract `tengen.v1`, and brings the server into the wheel.

The classes go to `src/tengen/v1`, for editable installs as for wheels. The contract is read from
the repository; a source distribution carries its own copy.

The server is the jar that TENGEN_JAR names, or else that of the checkout. A wheel that is built
without one has no server; the build says so, and `tengen.launch` then needs to be told of a jar. A
source distribution never has it, and an editable install uses the checkout's.
"""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CONTRACT = tuple(
    f"tengen/v1/{name}.proto"
    for name in (
        "rules",
        "spec",
        "task",
        "timestep",
        "observation",
        "environment",
        "batch",
        "tree",
        "analysis",
        "agent",
        "arena",
    )
)
JAR_IN_PACKAGE = "tengen/server/tengen.jar"


class ContractBuildHook(BuildHookInterface[Any]):
    """Generates `*_pb2`, `*_pb2_grpc` and types for each file of the contract; adds the server."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generates the classes, or puts the contract into a source distribution."""
        contract_root = find_contract_root(Path(self.root))
        if self.target_name == "sdist":
            build_data["force_include"][str(contract_root)] = "proto"
        else:
            generate(contract_root, Path(self.root) / "src")
            if version != "editable":
                self.add_server(build_data)

    def add_server(self, build_data: dict[str, Any]) -> None:
        """Puts the server's jar into a wheel, or says that there is none."""
        jar = find_jar(Path(self.root))
        if jar is None:
            self.app.display_warning("no tengen.jar: this wheel comes without the server")
        else:
            build_data["force_include"][str(jar)] = JAR_IN_PACKAGE


def find_contract_root(root: Path) -> Path:
    """Returns the folder that holds the contract: the repository's or the sdist's."""
    candidates = [root / "../../proto/src/main/proto", root / "proto"]
    for candidate in candidates:
        if all((candidate / file).is_file() for file in CONTRACT):
            return candidate.resolve()
    raise FileNotFoundError(
        f"{', '.join(CONTRACT)}: in none of {[str(path) for path in candidates]}"
    )


def find_jar(root: Path) -> Path | None:
    """Returns the server's jar, or None where it has not been built.

    Raises:
      FileNotFoundError: TENGEN_JAR names a file that is not there.
    """
    named = os.environ.get("TENGEN_JAR")
    jar = Path(named) if named else root / "../../cli/target/tengen.jar"
    if jar.is_file():
        return jar.resolve()
    if named:
        raise FileNotFoundError(f"TENGEN_JAR names {named}, which is no file")
    return None


def generate(contract_root: Path, destination: Path) -> None:
    """Runs the protocol buffer compiler.

    Raises:
      RuntimeError: The compiler failed; it has printed why.
    """
    from grpc_tools import protoc  # noqa: PLC0415 - not needed for a source distribution.

    arguments = [
        "protoc",
        f"--proto_path={contract_root}",
        f"--plugin=protoc-gen-mypy_grpc={find_script('protoc-gen-mypy_grpc')}",
        f"--python_out={destination}",
        f"--pyi_out={destination}",
        f"--grpc_python_out={destination}",
        f"--mypy_grpc_out=quiet:{destination}",
        *CONTRACT,
    ]
    if protoc.main(arguments) != 0:
        raise RuntimeError(f"protoc failed: {arguments}")


def find_script(name: str) -> str:
    """Returns the path of a script that is installed beside this Python or on the search path."""
    folders = [sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)]
    path = shutil.which(name, path=os.pathsep.join(folders))
    if path is None:
        raise FileNotFoundError(f"{name} is not installed")
    return path
