"""The search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tengen import _arguments as arguments
from tengen.search.table import NO_CHILD, PENDING, NodeTable, Rows, SelectionPaths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tengen.trees import Forest, Nodes, TreeRoot

PolicyValue = Callable[[NDArray[np.uint8], NDArray[np.uint8]], tuple[Any, Any]]
"""Judges positions.

It takes observations, uint8 of shape (n, planes, height, width), in the first encoding of the
forest, and action masks, uint8 of shape (n, actions). It returns priors of shape (n, actions), 0 or
more, which need not add up to 1 and of which those of illegal actions are left aside; and values of
shape (n,) in [-1, 1] for the player to move. It is not asked about positions where the episode is
over.
"""


class SearchTree:
    """What a search knows of one position; `PuctSearch.plant` makes it.

    Its arrays have a place for each action of the widest board and are copies.

    Attributes:
      root: The row of the position in the table of the search.
    """

    def __init__(self, forest: Forest, table: NodeTable, root: int) -> None:
        self._forest = forest
        self._table = table
        self.root = root

    @property
    def handle(self) -> int:
        """The handle of the position in the forest."""
        return int(self._table.handles[self.root])

    @property
    def observation(self) -> NDArray[np.uint8]:
        """What the policy sees: planes of the first encoding, of shape (planes, height, width)."""
        planes: NDArray[np.uint8] = self._forest.planes(self._table.observations[[self.root]])[0]
        return planes

    @property
    def is_over(self) -> bool:
        """Whether the episode is over."""
        return bool(self._table.is_over[self.root])

    @property
    def legal(self) -> NDArray[np.bool_]:
        """Which actions are legal; none once the episode is over."""
        return np.array(self._table.legal[self.root])

    @property
    def priors(self) -> NDArray[np.float32]:
        """What the policy makes of each action, with the noise that was mixed in."""
        return np.array(self._table.priors[self.root])

    @property
    def visit_counts(self) -> NDArray[np.int64]:
        """How often each action was taken."""
        return np.array(self._table.visits[self.root], np.int64)

    @property
    def totals(self) -> NDArray[np.float64]:
        """The sum of what each action led to, for the player to move."""
        return np.array(self._table.totals[self.root])

    @property
    def value(self) -> float:
        """The mean of what visits led to, for the player to move; the root's own counts once.

        The result for the player to move, where the episode is over.
        """
        total = self._table.values[self.root] + self.totals.sum()
        return float(total / (1 + self.visit_counts.sum()))

    def best_action(self) -> int:
        """Returns the action taken most often; of several, that with the greatest prior.

        Raises:
          ValueError: No action was taken: the episode is over, or nothing was searched.
        """
        visits = self.visit_counts
        if not visits.any():
            raise ValueError("no action was taken; search first, while the episode goes on")
        return int(np.lexsort((self.priors, visits))[-1])


class PuctSearch:
    """PUCT over trees of a forest. The same seed, calls and judgments lead to the same trees.

    Args:
      forest: Where the trees stand. It must observe in one encoding at least.
      policy_value: What judges positions.
      exploration: How much a prior weighs against what visits led to, 0 or more.
      leaves_per_round: Leaves of one tree that are expanded together, at most. More of them fill a
        batch, and make each tree's search less sharp.
      noise_alpha: The parameter of Dirichlet noise, which is mixed into the priors of a root when
        `run` begins, above 0. None: no noise.
      noise_fraction: How much of a root's priors is noise, 0 to 1.
      seed: Seed of the noise.
    """

    def __init__(
        self,
        forest: Forest,
        policy_value: PolicyValue,
        *,
        exploration: float = 1.25,
        leaves_per_round: int = 8,
        noise_alpha: float | None = None,
        noise_fraction: float = 0.25,
        seed: int | None = None,
    ) -> None:
        self._forest = forest
        self._policy_value = policy_value
        self._exploration = arguments.real("exploration", exploration)
        self._leaves_per_round = arguments.integer(
            "leaves_per_round", leaves_per_round, (1, 2**31 - 1)
        )
        self._noise_alpha = noise_alpha
        self._noise_fraction = arguments.real("noise_fraction", noise_fraction)
        self._random = np.random.default_rng(seed)
        self._table = NodeTable(forest.action_count, forest.observation_byte_count)

    def plant(self, *roots: TreeRoot) -> list[SearchTree]:
        """Plants trees and judges their roots. Raises as `Forest.plant` does."""
        rows = self._evaluate(self._forest.plant(*roots))
        return [SearchTree(self._forest, self._table, int(row)) for row in rows]

    def run(self, trees: Sequence[SearchTree], visit_count: int) -> None:
        """Visits leaves, `visit_count` in each tree whose episode goes on.

        Raises:
          TypeError: The count is not an integer.
          InvalidArgumentError: It is below 0.
          ResourceExhaustedError: The forest has no room. The trees are as they were, but for the
            rounds that were done.
        """
        count = arguments.integer("visit_count", visit_count, (0, 2**31 - 1))
        roots = rows_of([tree for tree in dict.fromkeys(trees) if not tree.is_over])
        if self._noise_alpha is not None:
            for root in roots:
                self._add_noise(root, self._noise_alpha)
        left = np.full(len(roots), count)
        while left.any():
            self._run_round(roots, left)

    def _add_noise(self, root: int, alpha: float) -> None:
        legal = self._table.legal[root]
        noise = self._random.dirichlet(np.full(int(legal.sum()), alpha))
        priors = (1 - self._noise_fraction) * self._table.priors[root, legal]
        self._table.priors[root, legal] = priors + self._noise_fraction * noise

    def _run_round(self, roots: Rows, left: Rows) -> None:
        """Chooses leaves in all trees and expands them; takes from `left` what was visited."""
        budgets = np.minimum(left, self._leaves_per_round)
        leaves: list[tuple[SelectionPaths, NDArray[np.bool_]]] = []
        active = np.flatnonzero(budgets)
        while len(active):
            ways = SelectionPaths(self._table, roots[active], self._exploration)
            is_over = ways.ends >= 0
            ways.back_up(self._table.values[ways.ends], is_over)
            # What is asked for already has to be known before there is more to choose.
            is_double = ways.ends == PENDING
            ways.revert(is_double)
            is_leaf = ways.ends == NO_CHILD
            self._table.children[ways.parents[is_leaf], ways.actions[is_leaf]] = PENDING
            leaves.append((ways, is_leaf))
            done = active[~is_double]
            left[done] -= 1
            budgets[done] -= 1
            active = done[budgets[done] > 0]
        self._expand(leaves)

    def _expand(self, leaves: list[tuple[SelectionPaths, NDArray[np.bool_]]]) -> None:
        """Expands what ways lead to, those that are chosen of each."""
        parents = np.concatenate([ways.parents[at] for ways, at in leaves])
        actions = np.concatenate([ways.actions[at] for ways, at in leaves])
        if not len(parents):
            return
        try:
            rows = self._evaluate(self._forest.expand(self._table.handles[parents], actions))
        except BaseException:
            self._table.children[parents, actions] = NO_CHILD
            for ways, at in leaves:
                ways.revert(at)
            raise
        self._table.children[parents, actions] = rows
        ends = np.cumsum([at.sum() for _, at in leaves])
        for (ways, at), here in zip(leaves, np.split(rows, ends[:-1]), strict=True):
            values = np.zeros(len(at))
            values[at] = self._table.values[here]
            ways.back_up(values, at)

    def _evaluate(self, made: Nodes) -> Rows:
        """Returns the rows of new nodes, with their priors and values."""
        active = ~made.is_over
        policies, values = None, None
        if active.any():
            masks = made.action_mask()[active]
            policies, values = self._policy_value(made.planes()[active], masks)
        rows = self._table.add(made)
        if active.any():
            self._table.set_evaluations(rows[active], policies, values)
        return rows

    def advance(self, tree: SearchTree, action: int) -> None:
        """Makes a move: what is below it is kept, all else is released.

        Raises:
          InvalidArgumentError: The action is illegal.
        """
        self.advance_all([tree], [action])

    def advance_all(self, trees: Sequence[SearchTree], actions: Any) -> None:
        """Makes a move in each of some trees, no two of them the same, with one message.

        Raises:
          InvalidArgumentError: An action is illegal. No move was made.
        """
        if not trees:
            return
        roots, table = rows_of(trees), self._table
        for tree, action in zip(trees, actions, strict=True):
            if not 0 <= action < self._forest.action_count or not tree.legal[action]:
                raise arguments.invalid_value("action", action, "is illegal")
        taken = np.array(actions, np.int64)
        is_new = table.children[roots, taken] == NO_CHILD
        if is_new.any():
            parents, missing = roots[is_new], taken[is_new]
            made = self._evaluate(self._forest.expand(table.handles[parents], missing))
            table.children[parents, missing] = made
        children = table.children[roots, taken].astype(np.int64)
        self._forest.reroot(table.handles[children])
        table.children[roots, taken] = NO_CHILD
        table.drop(roots)
        for tree, child in zip(trees, children, strict=True):
            tree.root = int(child)

    def release(self, *trees: SearchTree) -> None:
        """Releases trees, which must not be used afterwards."""
        roots = rows_of(trees)
        self._forest.release(self._table.handles[roots])
        self._table.drop(roots)


def rows_of(trees: Sequence[SearchTree]) -> Rows:
    """Returns the rows of the roots of trees."""
    return np.array([tree.root for tree in trees], np.int64)
