"""The command line of `tengen.conformance`."""

from __future__ import annotations

import argparse
import json
import sys

import tengen
from tengen.conformance.adapters import make_adapter
from tengen.conformance.check import check_environment


def main() -> int:
    """Returns 0 where no fault was found, 1 where one was."""
    parser = argparse.ArgumentParser(
        prog="python -m tengen.conformance",
        description="Compares a Go environment with the exact rules in random games.",
    )
    parser.add_argument("environment", help="gymnasium:ID or pettingzoo:MODULE")
    parser.add_argument("--games", type=int, default=20, help="games to play (default: 20)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game (default: 0)")
    parser.add_argument("--komi", type=float, help="komi there (default: its argument, or 7.5)")
    parser.add_argument("--size", help="WIDTHxHEIGHT (default: a square)")
    parser.add_argument("--arguments", default="{}", help="arguments of the environment, as JSON")
    parser.add_argument("--address", help="a server that runs (default: starts one)")
    options = parser.parse_args()
    try:
        environment = make_adapter(options.environment, json.loads(options.arguments))
        width, _, height = (options.size or "").partition("x")
        size = (int(width), int(height)) if options.size else None
    except (ValueError, ImportError, tengen.TengenError) as error:
        parser.error(str(error))
    with tengen.connect(options.address) if options.address else tengen.launch() as client:
        report = check_environment(
            environment,
            game_count=options.games,
            seed=options.seed,
            komi=options.komi,
            size=size,
            client=client,
        )
    environment.close()
    print(report.text)
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
