"""Checks that the package can be installed beside other frameworks. Installs nothing.

    python3 resolve.py WHEEL              beside each framework of the list below
    python3 resolve.py WHEEL jax torch    beside these requirements, one at a time

For each one, pip looks for versions that fit together. Prints the versions that matter, and exits
with code 1 if there are none. Requires pip 23 or later and access to PyPI.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

FRAMEWORKS = (
    "stable-baselines3",
    "sb3-contrib",
    "torchrl",
    "ray[rllib]",
    "pettingzoo",
    "open_spiel",
    "pgx",
)
SHARED = ("gymnasium", "grpcio", "numpy", "protobuf")
"""The requirements of the package that frameworks also have."""

TIMEOUT_SECONDS = 600


def main() -> None:
    """Resolves the package beside each framework, and exits with code 1 if one does not fit."""
    if len(sys.argv) == 1:
        sys.exit(__doc__)
    wheel = Path(sys.argv[1])
    failed = [name for name in sys.argv[2:] or FRAMEWORKS if not resolve(wheel, name)]
    if failed:
        sys.exit(f"{wheel.name} cannot be installed beside {', '.join(failed)}")


def resolve(wheel: Path, framework: str) -> bool:
    """Returns whether pip finds versions for a wheel and a framework, and prints them."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = (sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed")
        done = subprocess.run(
            [*command, "--quiet", "--report", str(report), str(wheel), framework],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=TIMEOUT_SECONDS,
        )
        if done.returncode != 0:
            print(f"{framework}: {done.stdout.strip()}")
            return False
        installed = [item["metadata"] for item in json.loads(report.read_text())["install"]]
    versions = {item["name"].lower().replace("_", "-"): item["version"] for item in installed}
    name = framework.split("[", maxsplit=1)[0].lower().replace("_", "-")
    shared = ", ".join(f"{package} {versions[package]}" for package in SHARED)
    print(f"{framework} {versions[name]}: {shared}", flush=True)
    return True


if __name__ == "__main__":
    main()
