"""The command line of `tengen.arena`."""

from __future__ import annotations

import argparse
import logging
import sys
from typing import TYPE_CHECKING

import tengen
from tengen.arena.client import DEFAULT_TARGET, Arena
from tengen.arena.enums import ErrorPolicy
from tengen.arena.policies import POLICIES, find_policy
from tengen.arena.serving import serve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tengen.arena.tournaments import TournamentUpdate

INTERRUPTED = 130
"""The exit code of a program that Ctrl-C has ended."""

EXAMPLES = """
examples:
  ./tengen serve --arena arena.db
      a server with an arena, in another window
  python -m tengen.arena agent --name tac --policy tactical
      an agent that plays whatever tournaments have for "tac"
  python -m tengen.arena agent --name net --policy my_agents:choose --max-games 4
      one of your own: `def choose(turn)` in my_agents.py returns an action, as in
      turn.random.choice(turn.legal_actions)
  python -m tengen.arena watch cup
      how the tournament "cup" goes, until it is over
  python -m tengen.arena standings cup
      who is ahead

A program creates tournaments with tengen.arena.Arena; docs/guide/arena-agents.md tells more.
"""


def main(words: Sequence[str] | None = None) -> int:
    """Returns 0 where all went well, 1 where the server refused or was not there."""
    options = make_parser().parse_args(words)
    try:
        commands = {"agent": run_agent, "standings": print_standings, "watch": watch}
        commands[options.command](options)
    except tengen.TengenError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tengen.arena",
        description="Plays in the arena of a Tengen server, and tells how its tournaments stand.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    add_agent(commands.add_parser("agent", help="play games under a name, until Ctrl-C"))
    for name, meaning in {
        "standings": "print the standings of a tournament",
        "watch": "print how a tournament goes, until it is over",
    }.items():
        command = commands.add_parser(name, help=meaning, description=meaning.capitalize() + ".")
        command.add_argument("tournament", help="name of the tournament")
        add_target(command)
    return parser


def add_agent(command: argparse.ArgumentParser) -> None:
    """Adds the options of the command that plays."""
    command.description = (
        "Plays the games that tournaments have for a name, until Ctrl-C. A lost connection is made"
        " again, and the games go on. Games in hand when it leaves are lost after a while."
    )
    command.add_argument("--name", required=True, help="by which tournaments ask for the agent")
    command.add_argument(
        "--policy",
        default="random",
        metavar="POLICY",
        help=f"{', '.join(POLICIES)}, or MODULE:NAME: a function that takes a turn and returns an"
        " action, an object with a method choose, or a class of such (default: random)",
    )
    command.add_argument(
        "--encodings",
        metavar="NAMES",
        help="encodings that turns observe, with commas between them (default: what the policy"
        " says by an attribute `encodings`, else none)",
    )
    command.add_argument(
        "--max-games", type=int, default=1, help="games to play at once (default: 1)"
    )
    command.add_argument("--games", type=int, help="games after which to leave (default: never)")
    command.add_argument(
        "--on-error",
        choices=[policy.value for policy in ErrorPolicy],
        default=ErrorPolicy.RAISE.value,
        help="where the policy raises: end with its error, or resign that game and go on"
        " (default: raise)",
    )
    command.add_argument("--description", default="", help="what the agent is, for people")
    add_target(command)


def add_target(command: argparse.ArgumentParser) -> None:
    """Adds the option that names the server."""
    command.add_argument(
        "--target",
        default=DEFAULT_TARGET,
        help=f"the server, host:port or unix:path (default: {DEFAULT_TARGET})",
    )


def run_agent(options: argparse.Namespace) -> None:
    """Plays, and prints at the end what came of it."""
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)
    try:
        policy = find_policy(options.policy)
    except ValueError as error:
        sys.exit(str(error))
    named = options.encodings
    tally = serve(
        policy.agent,
        name=options.name,
        target=options.target,
        encodings=policy.encodings if named is None else named.split(","),
        max_games=options.max_games,
        games=options.games,
        on_error=options.on_error,
        description=options.description,
    )
    print(
        f"{tally.game_count} games: {tally.win_count} won, {tally.draw_count} drawn,"
        f" {tally.loss_count} lost, {tally.void_count} void"
    )


def print_standings(options: argparse.Namespace) -> None:
    """Prints the standings of a tournament."""
    with Arena(options.target) as arena:
        print(arena.standings(options.tournament))


def watch(options: argparse.Namespace) -> None:
    """Prints a line for each change of a tournament, and the standings at the end."""
    with Arena(options.target) as arena:
        update = None
        for update in arena.watch(options.tournament):
            print(describe(update), flush=True)
    if update is not None:
        print(update.standings)


def describe(update: TournamentUpdate) -> str:
    """Returns how a tournament stands, in a line."""
    tournament = update.tournament
    total = "" if tournament.game_count is None else f" of {tournament.game_count}"
    words = f"{tournament.state}: {tournament.ended_game_count}{total} games"
    words += f", {tournament.running_game_count} played now"
    if tournament.sprt is not None:
        words += f", LLR {tournament.sprt.log_likelihood_ratio:+.2f} {tournament.sprt.verdict}"
    if update.standings.rows:
        words += f", {update.standings.rows[0].player} ahead"
    if tournament.missing_agents:
        words += f", waiting for {', '.join(tournament.missing_agents)}"
    return words


if __name__ == "__main__":
    sys.exit(main())
