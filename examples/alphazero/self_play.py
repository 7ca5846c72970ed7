"""Games of an agent against itself, many side by side."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

import tengen
from tengen.search import PuctSearch, SearchTree

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from alphazero.network import Judge
    from alphazero.settings import Settings
    from tengen import Forest


@dataclass
class Sample:
    """A position to learn from.

    Attributes:
      planes: What the network sees.
      policy: Shares of the visits that a search gave to each action: what the network should say.
      value: The result for the player to move, as much as it counts from here: what else it should
        say. Unknown until the end.
      ply: How many moves had been made.
    """

    planes: NDArray[np.uint8]
    policy: NDArray[np.float32]
    value: float
    ply: int


@dataclass
class Game:
    """A game that goes on. It can be kept in a file: its tree is grown anew from its actions."""

    random_plies: int
    actions: list[int] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)


@dataclass
class Harvest:
    """What an iteration of self-play has brought in.

    Attributes:
      samples: Positions of the games that have ended.
      lengths: How many moves those had.
      black_results: 1 where Black has won, -1 where White has, 0 for neither.
    """

    samples: list[Sample] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    black_results: list[float] = field(default_factory=list)


class SelfPlay:
    """Plays games side by side: one message and one call of the network for a visit in each.

    All that is drawn comes from `random`, and nothing is left over from earlier moves but the games
    themselves. So an iteration that is done again from the same games is the same.
    """

    def __init__(
        self, forest: Forest, judge: Judge, settings: Settings, random: np.random.Generator
    ) -> None:
        self._settings = settings
        self._random = random
        self._search = PuctSearch(
            forest,
            judge,
            exploration=settings.exploration,
            leaves_per_round=1,
            noise_alpha=settings.noise_alpha,
            seed=int(random.integers(2**63)),
        )
        self._start = tengen.TreeRoot.start(
            settings.size, komi=settings.komi, max_moves=settings.max_moves
        )

    def play(self, games: list[Game]) -> Harvest:
        """Makes some moves in each game, and puts a new one in the place of each that ends."""
        harvest = Harvest()
        trees = self._search.plant(*[self._start.then(game.actions) for game in games])
        for _ in range(self._settings.plies):
            searched = [
                tree
                for tree, game in zip(trees, games, strict=True)
                if len(game.actions) >= game.random_plies
            ]
            self._search.run(searched, self._settings.visits)
            pairs = zip(games, trees, strict=True)
            self._search.advance_all(trees, [self._move(game, tree) for game, tree in pairs])
            over = [place for place, tree in enumerate(trees) if tree.is_over]
            for place in over:
                harvest_game(games[place], trees[place], self._settings.discount, harvest)
                games[place] = new_game(self._settings, self._random)
            self._replant(trees, over)
        self._search.release(*trees)
        return harvest

    def _move(self, game: Game, tree: SearchTree) -> int:
        """Returns the action to make, and notes it and what the search found."""
        ply = len(game.actions)
        if ply < game.random_plies:
            # A pass would open no other position.
            action = draw(self._random, tree.legal[:-1] if tree.legal[:-1].any() else tree.legal)
        else:
            visits = tree.visit_counts
            policy = (visits / visits.sum()).astype(np.float32)
            game.samples.append(Sample(tree.observation, policy, 0.0, ply))
            is_warm = ply < game.random_plies + self._settings.warm_plies
            action = draw(self._random, visits) if is_warm else tree.best_action()
        game.actions.append(action)
        return action

    def _replant(self, trees: list[SearchTree], places: list[int]) -> None:
        if not places:
            return
        self._search.release(*[trees[place] for place in places])
        planted = self._search.plant(*[self._start] * len(places))
        for place, tree in zip(places, planted, strict=True):
            trees[place] = tree


def new_game(settings: Settings, random: np.random.Generator) -> Game:
    """Returns a game at its start."""
    return Game(random_plies=int(random.integers(settings.random_plies + 1)))


def harvest_game(game: Game, tree: SearchTree, discount: float, harvest: Harvest) -> None:
    """Adds a game that has ended, with its result in each of its samples.

    The further away the result, the less it counts. Otherwise a player who is sure to win would
    have no reason to get there, and none who is lost to hold out.
    """
    ply_count = len(game.actions)
    for sample in game.samples:
        left = ply_count - sample.ply
        # The value of the tree is that of the player who would be next.
        sample.value = (tree.value if left % 2 == 0 else -tree.value) * discount**left
    harvest.samples += game.samples
    harvest.lengths.append(ply_count)
    harvest.black_results.append(tree.value if ply_count % 2 == 0 else -tree.value)


def draw(random: np.random.Generator, weights: NDArray[Any]) -> int:
    """Returns a place, drawn in proportion to its weight."""
    return int(random.choice(len(weights), p=weights / weights.sum()))
