#!/usr/bin/env python3
"""Compares other Go environments with the rules, and keeps the table of what they do differently.

    fault_table.py list                       the environments and findings
    fault_table.py show pettingzoo/tie        plays one finding and prints what is shown
    fault_table.py check [ENVIRONMENT...]     plays all findings; exit code 1: one has changed
    fault_table.py search [ENVIRONMENT...]    searches the smallest positions and records them
    fault_table.py games [ENVIRONMENT...]     plays random games with the conformance kit
    fault_table.py page [--check]             writes the results into the page, or compares it

Each environment is installed from PyPI, with pinned versions, into a virtual environment below
`target/faults`. Only `games` needs Java and the server. The first run creates the virtual
environment of the client, as `check.py --environment` does. The page is
docs/reference/conformance.md.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
CLIENT_PYTHON = ROOT / "target/venv/bin/python"


def main() -> int:
    """Runs the command line and returns the exit code."""
    if importlib.util.find_spec("tengen") is None:
        if Path(sys.executable) == CLIENT_PYTHON:
            sys.exit("tengen is missing in clients/python/target/venv; run check.py --environment")
        subprocess.run([sys.executable, ROOT / "check.py", "--environment"], check=True)
        os.execv(CLIENT_PYTHON, [str(CLIENT_PYTHON), __file__, *sys.argv[1:]])
    from faults.commands import COMMANDS  # noqa: PLC0415 - needs the client.

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all environments")
    parser.add_argument(
        "--venvs",
        type=Path,
        default=ROOT / "target/faults",
        help="the folder of the virtual environments (default: target/faults)",
    )
    parser.add_argument(
        "--python", type=Path, help="a Python that has the environment; nothing is installed"
    )
    parser.add_argument("--games", type=int, default=20, help="games of each run of the kit")
    parser.add_argument("--check", action="store_true", help="page: compare, write nothing")
    options = parser.parse_args()
    try:
        return COMMANDS[options.command](options)
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    sys.exit(main())
