"""Build hook: makes the classes of the contract `tengen.v1` before the package is built.

They go to `src/tengen/v1`, for editable installs as for wheels. The contract is read from the
repository; a source distribution carries its own copy.
"""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CONTRACT = "tengen/v1/environment.proto"


class ContractBuildHook(BuildHookInterface[Any]):
    """Generates `environment_pb2`, `environment_pb2_grpc` and their types."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generates the classes, or puts the contract into a source distribution."""
        del version
        contract_root = find_contract_root(Path(self.root))
        if self.target_name == "sdist":
            build_data["force_include"][str(contract_root)] = "proto"
        else:
            generate(contract_root, Path(self.root) / "src")


def find_contract_root(root: Path) -> Path:
    """Returns the folder that holds the contract: the repository's or the sdist's."""
    candidates = [root / "../../proto/src/main/proto", root / "proto"]
    for candidate in candidates:
        if (candidate / CONTRACT).is_file():
            return candidate.resolve()
    raise FileNotFoundError(f"{CONTRACT} is in none of {[str(path) for path in candidates]}")


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
        CONTRACT,
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
