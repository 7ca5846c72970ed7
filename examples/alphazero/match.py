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

    from alphazero.network import Judge
    from alphazero.settings import Settings
    from tengen import Client, Forest, Session

CALLS_UNDER_WAY = 8
"""Sessions that a match asks at the same time."""


@dataclass
class Result:
    """How a match has ended, as the agent sees it.

    Attributes:
      wins: Games won, as Black and as White.
      losses: Games lost.
      cut_off: Games that came to no end, and that nobody has won.
    """

    wins: dict[tengen.Color, int]
    losses: int = 0
    cut_off: int = 0

    @property
    def games(self) -> int:
        """How many games there were."""
        return sum(self.wins.values()) + self.losses + self.cut_off

    @property
    def win_rate(self) -> float:
        """Games won, of all."""
        return sum(self.wins.values()) / self.games


@dataclass
class MatchGame:
    """A game of a match: as a session, where the opponent moves, and as the agent's tree."""

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
    """Plays each opening twice, once with each color, all games side by side.

    The agent makes the move that its search has visited most; the opponent draws from its seed.
    """

    def __init__(self, client: Client, forest: Forest, judge: Judge, settings: Settings) -> None:
        self._client = client
        self._search = PuctSearch(
            forest, judge, exploration=settings.exploration, leaves_per_round=1
        )
        self._settings = settings

    def play(self, opponent: str, openings: list[list[int]], *, visits: int, seed: int) -> Result:
        """Returns how the match has ended.

        Args:
          opponent: Name of a built-in player.
          openings: The moves that games start with.
          visits: How many positions the agent looks at before a move.
          seed: Seed of the opponent.
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

        self._make(games, side_by_side(choose, games))

    def _make(self, games: list[MatchGame], actions: list[int]) -> None:
        def step(game: MatchGame, action: int) -> None:
            game.session.step(action)
            game.player_to_move = game.player_to_move.other

        side_by_side(step, games, actions)
        self._search.advance_all([game.tree for game in games], actions)

    def _finish(self, games: list[MatchGame], result: Result) -> list[MatchGame]:
        """Counts the games that are over, and returns the others."""
        over = [game for game in games if game.tree.is_over]
        for game in over:
            value = game.tree.value if game.is_agents_turn else -game.tree.value
            result.wins[game.color] += value > 0
            result.losses += value < 0
            result.cut_off += value == 0
            game.session.close()
        if over:
            self._search.release(*[game.tree for game in over])
        return [game for game in games if not game.tree.is_over]


def side_by_side(call: Callable[..., Any], *columns: list[Any]) -> list[Any]:
    """Returns what a call returns for each row, made from several threads: the server has more."""
    with ThreadPoolExecutor(CALLS_UNDER_WAY) as pool:
        return list(pool.map(call, *columns))


def draw_openings(size: int, count: int, seed: int) -> list[list[int]]:
    """Returns different openings of two stones each, one of each color, anywhere.

    Raises:
      ValueError: There are not as many.
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
