"""`tengen rollout` with Python policies, and with the formats that Python writes."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tengen._terminal import visible
from tengen.data.folder_files import MANIFEST, own_file
from tengen.errors import InvalidArgumentError, TengenError
from tengen.rollouts.policies import is_policy_name, load_policy
from tengen.rollouts.process import SEE_STANDARD_ERROR, USAGE_EXIT_CODE, RolloutError
from tengen.rollouts.run import CONVERTED, parse_shard, run_rollout

if TYPE_CHECKING:
    from collections.abc import Callable


def option(arguments: list[str], name: str, default: str = "") -> str:
    """Returns the last value of an option."""
    value = default
    for index, word in enumerate(arguments):
        if word == name and index + 1 < len(arguments):
            value = arguments[index + 1]
        elif word.startswith(f"{name}="):
            value = word[len(name) + 1 :]
    return value


def needs_python(arguments: list[str]) -> bool:
    """Whether the arguments after `tengen rollout` ask for something that only Python does."""
    is_help = any(word in ("--help", "-h") for word in arguments)
    players = (option(arguments, "--black"), option(arguments, "--white"))
    file_format = option(arguments, "--format").lower()
    return not is_help and (file_format in CONVERTED or any(map(is_policy_name, players)))


def load_policies(arguments: list[str]) -> dict[str, Callable[..., Any]]:
    """Returns the policies that the arguments name, by name.

    Raises:
      InvalidArgumentError: There is no such policy.
    """
    policies = {}
    for player in ("--black", "--white"):
        name = option(arguments, player)
        if is_policy_name(name):
            try:
                policies[name] = load_policy(name)
            except (ImportError, ValueError) as e:
                message = f'{player} "{name}": {e}'
                raise InvalidArgumentError("INVALID_ARGUMENT", message, "INVALID_ARGUMENT") from e
    return policies


def main(arguments: list[str]) -> int:
    """Runs `tengen rollout` with the given arguments and returns the exit code."""
    # A console script does not find the modules of the current folder otherwise.
    sys.path.insert(0, "")
    is_json = "--json" in arguments
    try:
        policies = load_policies(arguments)
        summary = run_rollout(
            arguments,
            Path(option(arguments, "--out")),
            option(arguments, "--format", "moves").lower(),
            parse_shard(option(arguments, "--shard", "0/1")),
            policies,
            is_shown=True,
        )
    except RolloutError as e:
        return e.exit_code if e.exit_code > 0 else 1
    except TengenError as e:
        if e.message != SEE_STANDARD_ERROR:
            print(visible(f"tengen: {e.message}"), file=sys.stderr)
        return USAGE_EXIT_CODE
    except (ImportError, ValueError) as e:
        print(visible(f"tengen: {e}"), file=sys.stderr)
        return 1
    if is_json:
        print(json.dumps(asdict(summary)))
        return 0
    print(
        f"{summary.played} games played in {summary.seconds:.1f} s"
        f" ({summary.games_per_second:.1f} games/s, {summary.moves_per_second:.0f} moves/s);"
        f" {summary.games} games of shard {summary.shard} in {summary.folder}"
    )
    manifest = own_file(Path(summary.folder), MANIFEST)
    print(f"Complete: {manifest}" if summary.complete else "Other shards are not complete yet.")
    return 0
