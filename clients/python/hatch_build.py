"""The build hook: generates the protobuf classes, and adds the server's jar to the wheel.

The classes are written to `src/tengen/v1`, for editable installs and for wheels. The proto files
are read from the repository; a source distribution contains a copy.

The jar is the file that TENGEN_JAR names, or else the jar of the checkout. Without a jar the build
fails. With TENGEN_JAR=none it builds a wheel without a server, for clients of running servers. A
source distribution never contains the jar, and an editable install uses the jar of the checkout.
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
        "rollout",
        "tree",
        "search",
        "analysis",
        "agent",
        "arena",
    )
)
JAR_IN_PACKAGE = "tengen/_java/tengen.jar"
NO_JAR = "none"
"""The value of TENGEN_JAR that builds a wheel without a server."""


class ContractBuildHook(BuildHookInterface[Any]):
    """Generates `*_pb2`, `*_pb2_grpc` and types for each proto file, and adds the server's jar."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generates the classes, or adds the proto files to a source distribution."""
        contract_root = find_contract_root(Path(self.root))
        if self.target_name == "sdist":
            build_data["force_include"][str(contract_root)] = "proto"
        else:
            generate(contract_root, Path(self.root) / "src")
            if version != "editable":
                self.add_server(build_data)

    def add_server(self, build_data: dict[str, Any]) -> None:
        """Adds the server's jar to a wheel, unless TENGEN_JAR is none."""
        jar = find_jar(Path(self.root), os.environ.get("TENGEN_JAR", ""))
        if jar is not None:
            build_data["force_include"][str(jar)] = JAR_IN_PACKAGE


def find_contract_root(root: Path) -> Path:
    """Returns the directory of the proto files, in the repository or the source distribution.

    Raises:
      FileNotFoundError: A proto file is missing in both.
    """
    candidates = [root / "../../proto/src/main/proto", root / "proto"]
    for candidate in candidates:
        if all((candidate / file).is_file() for file in CONTRACT):
            return candidate.resolve()
    raise FileNotFoundError(
        f"{', '.join(CONTRACT)} not found in {' or '.join(str(path) for path in candidates)}"
    )


def find_jar(root: Path, named: str) -> Path | None:
    """Returns the path of the server's jar, or None if it is named "none".

    Args:
      root: The directory of this file.
      named: The value of TENGEN_JAR. Empty: the jar of the checkout.

    Raises:
      FileNotFoundError: There is no such file.
    """
    if named == NO_JAR:
        return None
    jar = Path(named or root / "../../clients/cli/target/tengen.jar").resolve()
    if jar.is_file():
        return jar
    cause = f"TENGEN_JAR names {named}" if named else f"TENGEN_JAR is not set, and {jar} is missing"
    raise FileNotFoundError(
        f"the wheel of tengen-go needs the server's jar: {cause}. Install the wheel from PyPI; or"
        " build the jar in a checkout with ./tengen --version,"
        " or mvn -q -pl clients/cli -am package"
        " -DskipTests; or set TENGEN_JAR to a tengen.jar. TENGEN_JAR=none builds a wheel without a"
        " server, which can only connect to running servers."
    )


def generate(contract_root: Path, destination: Path) -> None:
    """Runs the protocol buffer compiler.

    Raises:
      RuntimeError: The compiler failed. It has printed the errors.
    """
    from grpc_tools import protoc  # noqa: PLC0415 - a source distribution does not need it.

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
    """Returns the path of a script that is installed with this Python or on the PATH.

    Raises:
      FileNotFoundError: The script is not installed.
    """
    folders = [sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)]
    path = shutil.which(name, path=os.pathsep.join(folders))
    if path is None:
        raise FileNotFoundError(f"{name} is not installed")
    return path
