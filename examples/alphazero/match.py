"""Matches of the agent against built-in players."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

import tengen
from tengen.search import PuctSearch, SearchTree

if TYPE_CHECKING:
    from collections.abc import Callable

    from alphazero.network import Evaluator
    from alphazero.settings import Settings
    from tengen import Client, Forest, Session

MAX_PENDING_CALLS = 8
"""The maximum number of concurrent calls of a match."""


@dataclass
class Result:
    """The result of a match, from the agent's perspective.

    Attributes:
      wins: The number of games won, as Black and as White.
      losses: The number of games lost.
      truncated: The number of games truncated by the move limit, without a winner.
    """

    wins: dict[tengen.Color, int]
    losses: int = 0
    truncated: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.wins.values()) + self.losses + self.truncated

    @property
    def win_rate(self) -> float:
        """The fraction of games won."""
        return sum(self.wins.values()) / self.games


@dataclass
class MatchGame:
    """A game of a match: a session, in which the opponent moves, and the agent's search tree."""

    session: Session
    color: tengen.Color
    tree: SearchTree
    player_to_move: tengen.Color
    seed: int

    @property
    def is_agents_turn(self) -> bool:
        """Whether the agent is to move."""
        return self.player_to_move == self.color


class Match:
    """Plays each opening twice, once with each color. All games are played concurrently.

    The agent plays the most visited move of its search. The opponent is seeded.
    """

    def __init__(
        self, client: Client, forest: Forest, evaluator: Evaluator, settings: Settings
    ) -> None:
        self._client = client
        self._search = PuctSearch(
            forest, evaluator, exploration=settings.exploration, leaves_per_round=1
        )
        self._settings = settings

    def play(self, opponent: str, openings: list[list[int]], *, visits: int, seed: int) -> Result:
        """Plays the match and returns its result.

        Args:
          opponent: The name of a built-in player.
          openings: The first moves of the games.
          visits: The number of search visits before each move of the agent.
          seed: The seed of the opponent.
        """
        result = Result({tengen.Color.BLACK: 0, tengen.Color.WHITE: 0})
        games = [
            self._start(opening, color, seed + number)
            for number, opening in enumerate(openings)
            for color in (tengen.Color.BLACK, tengen.Color.WHITE)
        ]
        while games:
            self._agent_moves([game for game in games if game.is_agents_turn], visits)
            games = self._finish(games, result)
            self._opponent_moves([game for game in games if not game.is_agents_turn], opponent)
            games = self._finish(games, result)
        return result

    def _start(self, opening: list[int], color: tengen.Color, seed: int) -> MatchGame:
        settings = self._settings
        session = self._client.create_session(
            settings.size, komi=settings.komi, max_moves=settings.max_moves, encodings=[]
        )
        for action in opening:
            session.step(action)
        (tree,) = self._search.plant(tengen.TreeRoot.session(session))
        to_move = tengen.Color.BLACK if len(opening) % 2 == 0 else tengen.Color.WHITE
        return MatchGame(session, color, tree, to_move, seed)

    def _agent_moves(self, games: list[MatchGame], visits: int) -> None:
        self._search.run([game.tree for game in games], visits)
        self._make(games, [game.tree.best_action() for game in games])

    def _opponent_moves(self, games: list[MatchGame], opponent: str) -> None:
        def choose(game: MatchGame) -> int:
            return game.session.choose_action(opponent, seed=game.seed)

        self._make(games, map_concurrently(choose, games))

    def _make(self, games: list[MatchGame], actions: list[int]) -> None:
        def step(game: MatchGame, action: int) -> None:
            game.session.step(action)
            game.player_to_move = game.player_to_move.other

        map_concurrently(step, games, actions)
        self._search.advance_all([game.tree for game in games], actions)

    def _finish(self, games: list[MatchGame], result: Result) -> list[MatchGame]:
        """Adds finished games to the result, and returns the others."""
        over = [game for game in games if game.tree.is_over]
        for game in over:
            value = game.tree.value if game.is_agents_turn else -game.tree.value
            result.wins[game.color] += value > 0
            result.losses += value < 0
            result.truncated += value == 0
            game.session.close()
        if over:
            self._search.release(*[game.tree for game in over])
        return [game for game in games if not game.tree.is_over]


def map_concurrently(call: Callable[..., Any], *columns: list[Any]) -> list[Any]:
    """Returns the results of a call for each row of arguments, made in several threads."""
    with ThreadPoolExecutor(MAX_PENDING_CALLS) as pool:
        return list(pool.map(call, *columns))


def draw_openings(size: int, count: int, seed: int) -> list[list[int]]:
    """Returns distinct random openings with one stone of each color.

    Raises:
      ValueError: There are fewer than `count` openings.
    """
    points = size * size
    most = points * (points - 1)
    if not 0 < count <= most:
        raise ValueError(f"openings {count} is outside [1, {most}]")
    pairs: Any = [
        [first, second] for first in range(points) for second in range(points) if first != second
    ]
    rows = np.random.default_rng(seed).choice(len(pairs), size=count, replace=False)
    return [pairs[row] for row in rows]
