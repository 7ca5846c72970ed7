"""The command line of `tengen.arena`."""

from __future__ import annotations

import argparse
import logging
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

import tengen
from tengen._command_exit import exit_with
from tengen._terminal import visible
from tengen.arena.client import DEFAULT_ADDRESS, Arena
from tengen.arena.enums import ErrorPolicy, TournamentPlayedBy, TournamentState
from tengen.arena.network import NetworkAgent, NetworkError, load_evaluator
from tengen.arena.policies import POLICIES, find_policy
from tengen.arena.serving import serve
from tengen.search import Puct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tengen.arena.tournaments import Tournament, TournamentUpdate

EXAMPLES = """
examples:
  tengen serve --arena arena.db
      start a server with an arena, in another window
  python -m tengen.arena agent --name tac --policy tactical
      play all games that tournaments assign to the agent "tac"
  python -m tengen.arena agent --name net --policy my_agents:choose --max-games 4
      run your own agent: `def choose(turn)` in my_agents.py returns an action, such as
      turn.random.choice(turn.legal_actions)
  python -m tengen.arena agent --name net --network network.pt --simulations 400 --max-games 16
      play with a network in TorchScript or ONNX, and the search of a server
  python -m tengen.arena watch cup
      follow the tournament "cup" until it is over
  python -m tengen.arena standings cup
      print its standings

To create a tournament, use tengen.arena.Arena. See docs/guide/arena-agents.md.
"""


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command and returns the exit code: 0, or 1 after an error."""
    options = make_parser().parse_args(words)
    try:
        commands = {"agent": run_agent, "standings": print_standings, "watch": watch}
        commands[options.command](options)
    except (tengen.TengenError, NetworkError) as error:
        print(visible(error), file=sys.stderr)
        return 1
    return 0


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tengen.arena",
        description="Plays in the arena of a Tengen server, and shows its tournaments.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    add_agent(commands.add_parser("agent", help="play the games of an agent until Ctrl-C"))
    for name, meaning in {
        "standings": "print the standings of a tournament",
        "watch": "print the progress of a tournament until it is over",
    }.items():
        command = commands.add_parser(name, help=meaning, description=meaning.capitalize() + ".")
        command.add_argument("tournament", help="the name of the tournament")
        add_target(command)
    return parser


def add_agent(command: argparse.ArgumentParser) -> None:
    """Adds the options of the command `agent`."""
    command.description = (
        "Plays the games that tournaments assign to an agent. Ctrl-C once: the agent finishes its"
        " games and takes no further one. Ctrl-C again: it leaves at once, and forfeits its games"
        " after a timeout. If the connection is lost, the agent reconnects and resumes its games;"
        " with --key-file also after a restart."
    )
    add = command.add_argument
    add("--name", required=True, help="the agent's name in tournaments")
    players = command.add_mutually_exclusive_group()
    players.add_argument(
        "--policy",
        metavar="POLICY",
        help=f"{', '.join(POLICIES)}, or MODULE:NAME, which names a function that takes a turn and"
        " returns an action, an object with a method choose or choose_batch, or a class of such"
        " objects"
        " (default: random)",
    )
    players.add_argument(
        "--network",
        metavar="FILE",
        help="plays with the search of a server and a network that returns logits and a value:"
        " TorchScript, or ONNX if the name ends in .onnx",
    )
    add_search(command.add_argument_group("with --network"))
    add(
        "--encodings",
        metavar="NAMES",
        help="comma-separated encodings of the observations (default: the attribute `encodings` of"
        " the policy, or else none); with --network, the one that it sees (default: alphazero-17)",
    )
    add("--max-games", type=int, default=1, help="maximum number of concurrent games (default: 1)")
    add(
        "--threads",
        type=int,
        metavar="COUNT",
        help="maximum number of threads that call the policy (default: one for each game); with 1,"
        " the policy need not be thread-safe",
    )
    add("--games", type=int, help="leave when this many games have started (default: never)")
    add(
        "--on-error",
        choices=[policy.value for policy in ErrorPolicy],
        default=ErrorPolicy.RAISE.value,
        help="if the policy raises an error: exit with the error, or resign that game and continue"
        " (default: raise)",
    )
    add(
        "--key-file",
        metavar="FILE",
        help="keeps the agent's key, with which a restarted agent resumes its games at once",
    )
    add(
        "--name-wait",
        type=float,
        default=60.0,
        metavar="SECONDS",
        help="how long to wait while another agent has the name, or had it and may return"
        " (default: 60)",
    )
    add(
        "--wait",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="how long to wait for a server on this machine that is not there yet (default: 0)",
    )
    add("--description", default="", help="a description of the agent for people")
    add(
        "--agent-version",
        default="",
        metavar="VERSION",
        help="the agent's version; on a ladder, each version is a player of its own",
    )
    add("--link", default="", metavar="URL", help="a page about the agent")
    add_target(command)


def add_search(group: argparse._ArgumentGroup) -> None:
    """Adds the options of an agent with a network."""
    add = group.add_argument
    add("--simulations", type=int, default=200, help="simulations of a move (default: 200)")
    add("--exploration", type=float, help="weight of priors against values, c_puct (default: 1.25)")
    add("--leaves", type=int, default=1, help="leaves of a game in a batch (default: 1)")
    add(
        "--temperature",
        type=float,
        default=0.0,
        help="temperature of the first moves; 0 plays the best one (default: 0)",
    )
    add("--temperature-moves", type=int, default=8, help="the number of these moves (default: 8)")
    add(
        "--reserve",
        type=float,
        default=1.0,
        metavar="SECONDS",
        help="a search ends early if less time is left (default: 1)",
    )
    add("--priors", choices=["logits", "probabilities"], default="logits", help="default: logits")
    add(
        "--device",
        help="PyTorch's device, such as cuda:1 (default: the first GPU, if there is one)",
    )
    add("--search-seed", type=int, default=0, help="the seed of the search (default: 0)")
    add(
        "--search-address",
        metavar="ADDRESS",
        help="the server of the search (default: starts one on this machine)",
    )


def add_target(command: argparse.ArgumentParser) -> None:
    """Adds the option that names the server."""
    command.add_argument(
        "--address",
        default=DEFAULT_ADDRESS,
        help=f"the server's address, host:port or unix:path (default: {DEFAULT_ADDRESS})",
    )


def run_agent(options: argparse.Namespace) -> None:
    """Plays games, and prints the results at the end."""
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)
    with ExitStack() as stack:
        named = None if options.encodings is None else options.encodings.split(",")
        if options.network is None:
            try:
                policy = find_policy(options.policy or "random")
            except ValueError as error:
                sys.exit(str(error))
            agent, encodings = policy.agent, policy.encodings if named is None else named
        else:
            # The search has observations of its own.
            agent, encodings = stack.enter_context(network_agent(options, named)), ()
        tally = serve(
            agent,
            name=options.name,
            address=options.address,
            encodings=encodings,
            max_game_count=options.max_games,
            max_thread_count=options.threads,
            game_count=options.games,
            on_error=options.on_error,
            description=options.description,
            version=options.agent_version,
            link=options.link,
            key_file=options.key_file,
            name_wait_seconds=options.name_wait,
            wait_seconds=options.wait,
        )
    print(
        f"{tally.game_count} games: {tally.win_count} won, {tally.draw_count} drawn,"
        f" {tally.loss_count} lost, {tally.void_count} void"
    )


def network_agent(options: argparse.Namespace, encodings: list[str] | None) -> NetworkAgent:
    """Returns the agent with the network of the options."""
    if encodings is not None and len(encodings) != 1:
        raise NetworkError(f"--network sees one encoding, not {len(encodings)}: --encodings NAME")
    return NetworkAgent(
        load_evaluator(options.network, options.device),
        encoding=(encodings or ["alphazero-17"])[0],
        simulation_count=options.simulations,
        search=Puct(
            initial_exploration=options.exploration,
            leaves_per_round=options.leaves,
        ),
        temperature=options.temperature,
        temperature_move_count=options.temperature_moves,
        reserve_seconds=options.reserve,
        prior_kind=options.priors,
        seed=options.search_seed,
        address=options.search_address,
    )


def print_standings(options: argparse.Namespace) -> None:
    """Prints the standings of a tournament."""
    with Arena(options.address) as arena:
        print(visible(arena.standings(options.tournament)))


def watch(options: argparse.Namespace) -> None:
    """Prints a line for each change of a tournament, and the standings at the end."""
    with Arena(options.address) as arena:
        update = None
        for update in arena.watch(options.tournament):
            print(visible(describe(update)), flush=True)
    if update is not None:
        print(visible(update.standings))


def describe(update: TournamentUpdate) -> str:
    """Returns the progress of a tournament in one line."""
    tournament = update.tournament
    total = "" if tournament.game_count is None else f" of {tournament.game_count}"
    words = f"{tournament.state}: {tournament.ended_game_count}{total} games"
    words += f", {tournament.running_game_count} running"
    if tournament.sprt is not None:
        words += f", LLR {tournament.sprt.log_likelihood_ratio:+.2f} {tournament.sprt.verdict}"
    if update.standings.rows:
        words += f", {update.standings.rows[0].player} leads"
    return words + waiting(tournament)


def waiting(tournament: Tournament) -> str:
    """Returns why the games of a tournament may not continue here; empty if they do."""
    if tournament.state is not TournamentState.RUNNING:
        return ""
    if tournament.played_by is TournamentPlayedBy.NOBODY:
        return ", nobody plays it: start `tengen arena worker` for its store, or restart the server"
    if tournament.played_by is TournamentPlayedBy.OTHER_PROCESS:
        return ", another server or worker plays it"
    if tournament.missing_agents:
        return f", waiting for {', '.join(tournament.missing_agents)} to join"
    return ""


if __name__ == "__main__":
    exit_with(main)
