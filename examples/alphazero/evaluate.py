"""Evaluates a trained agent in games against a built-in player.

    python -m alphazero.evaluate runs/5x5/checkpoint.pt --against monte-carlo:playouts=200

Each opening consists of two random stones and is played twice, once with each color.
"""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import tengen
from alphazero.learner import Learner, load_checkpoint
from alphazero.network import evaluator_of
from alphazero.settings import number_type
from tengen.search import Search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alphazero.network import Network
    from alphazero.settings import Settings
    from tengen import Client, Session
    from tengen.search import Position

DEVIATIONS = 1.96
"""The number of standard deviations that contain 95 % of a normal distribution."""
MAX_PENDING_CALLS = 8
"""The maximum number of concurrent calls of a match."""


class MatchGame(NamedTuple):
    """A game of a match: a session, in which the opponent moves, and the agent's position."""

    color: tengen.Color
    session: Session
    position: Position
    seed: int

    @property
    def is_agents_turn(self) -> bool:
        """Whether the agent is to move."""
        return self.position.player_to_move == self.color

    @property
    def value(self) -> float:
        """The result for the agent: 1, -1, or 0 if the move limit has truncated the game."""
        return self.position.game_result * (1 if self.is_agents_turn else -1)


def play_match(
    client: Client,
    network: Network,
    settings: Settings,
    opponent: str,
    openings: Sequence[Sequence[int]],
    *,
    visits: int,
    seed: int,
) -> list[MatchGame]:
    """Plays each opening twice, once with each color, and returns the finished games.

    All games are played concurrently. The agent plays the most visited move of its search. The
    opponent is seeded.

    Args:
      client: The client of a server.
      network: The network of the agent.
      settings: The settings of its training.
      opponent: The name of a built-in player.
      openings: The first moves of the games.
      visits: The number of simulations before each move of the agent.
      seed: The seed of the opponent.
    """
    size = settings.size
    with (
        Search(
            evaluator_of(network, size),
            size,
            address=client.address,
            encoding=settings.encoding,
            seed=seed,
        ) as search,
        ThreadPoolExecutor(MAX_PENDING_CALLS) as pool,
    ):

        def begin(opening: Sequence[int], color: tengen.Color, number: int) -> MatchGame:
            session = client.create_session(
                size, komi=settings.komi, max_moves=settings.max_moves, encodings=[]
            )
            for action in opening:
                session.step(action)
            (position,) = search.add(tengen.TreeRoot.session(session))
            return MatchGame(color, session, position, seed + number)

        def agent_moves(movers: list[MatchGame]) -> list[int]:
            positions = [game.position for game in movers]
            search.run(positions, visits)
            return [found.best_action for found in search.read(positions, max_action_count=1)]

        def opponent_move(game: MatchGame) -> int:
            return game.session.choose_action(opponent, seed=game.seed)

        games = [
            begin(opening, color, number)
            for number, opening in enumerate(openings)
            for color in (tengen.Color.BLACK, tengen.Color.WHITE)
        ]
        is_agent = True
        while going_on := [game for game in games if not game.position.is_over]:
            movers = [game for game in going_on if game.is_agents_turn == is_agent]
            actions = agent_moves(movers) if is_agent else list(pool.map(opponent_move, movers))
            list(pool.map(lambda game, action: game.session.step(action), movers, actions))
            search.advance([game.position for game in movers], actions)
            is_agent = not is_agent
        list(pool.map(lambda game: game.session.close(), games))
    return games


def win_rate(games: list[MatchGame]) -> float:
    """Returns the fraction of games won."""
    return sum(game.value > 0 for game in games) / len(games)


def draw_openings(size: int, count: int, seed: int) -> list[list[int]]:
    """Returns distinct random openings with one stone of each color.

    Raises:
      ValueError: There are fewer than `count` openings.
    """
    points = size * size
    most = points * (points - 1)
    if not 0 < count <= most:
        raise ValueError(f"openings {count} is outside [1, {most}]")
    rows = np.random.default_rng(seed).choice(most, size=count, replace=False)
    # The second stone skips the point of the first.
    pairs = [divmod(int(row), points - 1) for row in rows]
    return [[first, second + (second >= first)] for first, second in pairs]


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command line: plays the games and prints the result."""
    parser = make_parser()
    arguments = parser.parse_args(words)
    checkpoint = load_checkpoint(arguments.checkpoint)
    settings, seed = checkpoint["settings"], arguments.seed
    if arguments.games % 2:
        parser.error(f"--games {arguments.games} is odd: each opening is played with both colors")
    openings = draw_openings(settings.size, arguments.games // 2, seed)
    learner = Learner(settings)
    learner.load(checkpoint["learner"])
    given = {"visits": arguments.visits or settings.visits, "seed": seed}
    with open_client(arguments.address) as client:
        games = play_match(client, learner.network, settings, arguments.against, openings, **given)
    won = Counter(game.color for game in games if game.value > 0)
    low, high = interval(won.total(), len(games))
    print(
        f"won {win_rate(games):.1%} of {len(games)} games against {arguments.against}"
        f" (95 % interval {low:.1%} to {high:.1%}):"
        f" {won[tengen.Color.BLACK]} as Black, {won[tengen.Color.WHITE]} as White;"
        f" {sum(game.value < 0 for game in games)} lost,"
        f" {sum(game.value == 0 for game in games)} truncated"
    )


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m alphazero.evaluate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("checkpoint", type=Path, help="the checkpoint of a training run")
    add("--against", default="eye-safe-random", help="the name of a built-in player")
    add("--games", type=int, default=200, help="number of games; must be even")
    add("--visits", type=number_type(int, 1), help="simulations before a move")
    add("--seed", type=int, default=1000, help="seed of openings and opponent")
    add("--address", help="the server's address (default: starts a server)")
    return parser


def open_client(address: str | None) -> tengen.Client:
    """Returns a client of the server at an address, or of a local server if there is none."""
    return tengen.connect(address) if address else tengen.launch()


def interval(wins: int, games: int) -> tuple[float, float]:
    """Returns the 95 % Wilson score interval of the win probability."""
    share, square = wins / games, DEVIATIONS**2
    middle = share + square / (2 * games)
    width = DEVIATIONS * (share * (1 - share) / games + square / (4 * games**2)) ** 0.5
    return (middle - width) / (1 + square / games), (middle + width) / (1 + square / games)


if __name__ == "__main__":
    main()
