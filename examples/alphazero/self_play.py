"""Self-play: many concurrent games of an agent against itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

import tengen
from tengen.search import PuctSearch, SearchTree

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from alphazero.network import Evaluator
    from alphazero.settings import Settings
    from tengen import Forest


@dataclass
class Sample:
    """A position to learn from.

    Attributes:
      planes: The input of the network.
      policy: The target of the policy: the search's visit distribution.
      value: The target of the value: the discounted result for the player to move. Set when the
        game ends.
      ply: The number of moves before the position.
    """

    planes: NDArray[np.uint8]
    policy: NDArray[np.float32]
    value: float
    ply: int


@dataclass
class Game:
    """An unfinished game. It can be stored, because its tree is rebuilt from its actions."""

    random_plies: int
    actions: list[int] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)


@dataclass
class SelfPlayData:
    """The data of one iteration of self-play.

    Attributes:
      samples: The positions of the games that ended.
      lengths: The lengths of these games in moves.
      black_results: Their results: 1 if Black won, -1 if White won, 0 otherwise.
    """

    samples: list[Sample] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    black_results: list[float] = field(default_factory=list)


class SelfPlay:
    """Plays games concurrently: one message and one network call make one visit in every game.

    All random numbers come from `random`, and the games are the only state that is kept. An
    iteration is therefore reproducible from the same games.
    """

    def __init__(
        self, forest: Forest, evaluator: Evaluator, settings: Settings, random: np.random.Generator
    ) -> None:
        self._settings = settings
        self._random = random
        self._search = PuctSearch(
            forest,
            evaluator,
            exploration=settings.exploration,
            leaves_per_round=1,
            noise_alpha=settings.noise_alpha,
            seed=int(random.integers(2**63)),
        )
        self._start = tengen.TreeRoot.start(
            settings.size, komi=settings.komi, max_moves=settings.max_moves
        )

    def play(self, games: list[Game]) -> SelfPlayData:
        """Makes some moves in each game, and replaces games that end by new ones."""
        data = SelfPlayData()
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
            over = [index for index, tree in enumerate(trees) if tree.is_over]
            for index in over:
                add_finished_game(games[index], trees[index], self._settings.discount, data)
                games[index] = new_game(self._settings, self._random)
            self._replant(trees, over)
        self._search.release(*trees)
        return data

    def _move(self, game: Game, tree: SearchTree) -> int:
        """Chooses an action, adds it and the sample to the game, and returns it."""
        ply = len(game.actions)
        if ply < game.random_plies:
            # A pass would not diversify the opening.
            action = draw(self._random, tree.legal[:-1] if tree.legal[:-1].any() else tree.legal)
        else:
            visits = tree.visit_counts
            policy = (visits / visits.sum()).astype(np.float32)
            game.samples.append(Sample(tree.observation, policy, 0.0, ply))
            has_temperature = ply < game.random_plies + self._settings.temperature_plies
            action = draw(self._random, visits) if has_temperature else tree.best_action()
        game.actions.append(action)
        return action

    def _replant(self, trees: list[SearchTree], indices: list[int]) -> None:
        if not indices:
            return
        self._search.release(*[trees[index] for index in indices])
        planted = self._search.plant(*[self._start] * len(indices))
        for index, tree in zip(indices, planted, strict=True):
            trees[index] = tree


def new_game(settings: Settings, random: np.random.Generator) -> Game:
    """Returns a new game."""
    return Game(random_plies=int(random.integers(settings.random_plies + 1)))


def add_finished_game(game: Game, tree: SearchTree, discount: float, data: SelfPlayData) -> None:
    """Adds a finished game to the data, with its discounted result in each of its samples.

    Without the discount, a winning player would have no reason to finish the game, and a losing
    player none to resist.
    """
    ply_count = len(game.actions)
    for sample in game.samples:
        left = ply_count - sample.ply
        # The value of the tree is for the player who would be to move.
        sample.value = (tree.value if left % 2 == 0 else -tree.value) * discount**left
    data.samples += game.samples
    data.lengths.append(ply_count)
    data.black_results.append(tree.value if ply_count % 2 == 0 else -tree.value)


def draw(random: np.random.Generator, weights: NDArray[Any]) -> int:
    """Returns a random index, drawn in proportion to its weight."""
    return int(random.choice(len(weights), p=weights / weights.sum()))
