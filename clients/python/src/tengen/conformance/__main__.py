"""The command line of `tengen.conformance`."""

from __future__ import annotations

import argparse
import json
from typing import Any

import tengen
from tengen._command_exit import exit_with
from tengen.conformance.adapters import EnvironmentAdapter, make_adapter
from tengen.conformance.check import check_environment
from tengen.conformance.command import CommandAdapter, CommandError


def main() -> int:
    """Runs the command line and returns the exit code: 0 without faults, 1 with faults."""
    parser = argparse.ArgumentParser(
        prog="python -m tengen.conformance",
        description="Compares a Go environment with the exact rules in random games.",
    )
    add = parser.add_argument
    add(
        "environment",
        help="the environment to check: gymnasium:ID, pettingzoo:MODULE or command:PROGRAM",
    )
    add("--games", type=int, default=20, help="games to play (default: 20)")
    add("--seed", type=int, default=0, help="the seed of the first game (default: 0)")
    add(
        "--komi",
        type=float,
        help="the environment's komi (default: its argument komi, or else 7.5)",
    )
    add(
        "--rules",
        default="tromp-taylor",
        help="the preset that the environment should follow (default: tromp-taylor)",
    )
    add("--size", help="the board size, WIDTHxHEIGHT (default: a square)")
    add("--arguments", default="{}", help="arguments of the environment, as a JSON object")
    add("--address", help="the server's address (default: starts a server)")
    options = parser.parse_args()
    try:
        environment = adapter(options.environment, json.loads(options.arguments))
        width, _, height = (options.size or "").partition("x")
        size = (int(width), int(height)) if options.size else None
    except (ValueError, ImportError, OSError, CommandError, tengen.TengenError) as error:
        parser.error(str(error))
    with tengen.connect(options.address) if options.address else tengen.launch() as client:
        report = check_environment(
            environment,
            game_count=options.games,
            seed=options.seed,
            komi=options.komi,
            rules=options.rules,
            size=size,
            client=client,
        )
    environment.close()
    print(report.text)
    return 1 if report.faults else 0


def adapter(text: str, arguments: dict[str, Any]) -> EnvironmentAdapter:
    """Returns the adapter for `gymnasium:ID`, `pettingzoo:MODULE` or `command:PROGRAM`."""
    kind, _, command = text.partition(":")
    if kind == "command" and command:
        return CommandAdapter(command, arguments)
    return make_adapter(text, arguments)


if __name__ == "__main__":
    exit_with(main)
