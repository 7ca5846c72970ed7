"""The PUCT search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tengen import _arguments as arguments
from tengen.enums import Color
from tengen.render.markup import figure, side_by_side
from tengen.render.svg import draw_svg
from tengen.render.text import point_name
from tengen.render.tree import Branch, draw_tree
from tengen.search.table import NO_CHILD, PENDING, NodeTable, Rows, SelectionPaths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tengen.trees import Forest, Nodes, TreeRoot

DRAWN_CHILDREN = (5, 2, 1, 0)
"""How many children of a node a picture shows, by the depth of the node."""

PolicyValue = Callable[[NDArray[np.uint8], NDArray[np.uint8]], tuple[Any, Any]]
"""A function that evaluates positions, such as a neural network.

Arguments: observations, uint8 of shape (n, planes, height, width), in the first encoding of the
forest; and action masks, uint8 of shape (n, actions).

Returns: priors of shape (n, actions), which must not be negative; and values of shape (n,) in
[-1, 1] for the player to move. Priors need not sum up to 1, and those of illegal actions are
ignored.

The function is not called for positions whose episode is over.
"""


class SearchTree:
    """A search tree, returned by `PuctSearch.plant`. Its properties describe the root.

    Arrays are copies with one entry per action of the forest's largest board.

    Attributes:
      root: The row of the root in the node table of the search.
    """

    def __init__(self, forest: Forest, table: NodeTable, root: int) -> None:
        self._forest = forest
        self._table = table
        self.root = root

    def __repr__(self) -> str:
        visits = int(self.visit_counts.sum())
        return f"SearchTree({visits} visits, value={self.value:+.3f}, is_over={self.is_over})"

    def _repr_html_(self) -> str:
        """Returns the shares of visits on the board, and the most visited moves, for a notebook.

        The board has stones if the first encoding is of the family "alphazero".
        """
        width, height = self._forest.width, self._forest.height
        visits = self.visit_counts[:-1].reshape(height, width)
        passes = f", pass {self.visit_counts[-1]}" if self.visit_counts[-1] else ""
        caption = f"{int(self.visit_counts.sum())} visits{passes}, value {self.value:+.2f}"
        board = figure(draw_svg(self._stones(), values=visits), caption)
        return side_by_side([board, draw_tree(self._branch(self.root, "root", self.value, 0))])

    def _stones(self) -> NDArray[np.uint8]:
        """Returns the stones that the observation shows."""
        observation = self.observation
        board = np.zeros(observation.shape[1:], np.uint8)
        if self._forest.encodings[0].startswith("alphazero"):
            own, other = (Color.BLACK, Color.WHITE) if observation[-1].all() else (2, 1)
            board[observation[0] == 1] = own
            board[observation[1] == 1] = other
        return board

    def _branch(self, row: int, label: str, value: float, depth: int) -> Branch:
        """Returns a node with its most visited children, fewer of them the deeper it is."""
        visits, table = self._table.visits[row], self._table
        order = np.lexsort((table.priors[row], visits))[::-1][: DRAWN_CHILDREN[depth]]
        children = [
            self._branch(
                int(table.children[row, action]),
                point_name(int(action), self._forest.width, self._forest.height),
                float(table.totals[row, action] / visits[action]),
                depth + 1,
            )
            for action in order
            if table.children[row, action] >= 0 and visits[action] > 0
        ]
        count = int(visits.sum()) + 1
        return Branch(label, count, value, children)

    @property
    def handle(self) -> int:
        """The handle of the root in the forest."""
        return int(self._table.handles[self.root])

    @property
    def observation(self) -> NDArray[np.uint8]:
        """The root's observation in the first encoding: planes of shape (planes, height, width)."""
        planes: NDArray[np.uint8] = self._forest.planes(self._table.observations[[self.root]])[0]
        return planes

    @property
    def is_over(self) -> bool:
        """Whether the episode is over."""
        return bool(self._table.is_over[self.root])

    @property
    def rewards(self) -> NDArray[np.float32]:
        """Black's and White's reward for the action that led to the root.

        The rewards are those that `Session.step` would pay. They are 0 for a root that was planted.
        """
        return np.array(self._table.rewards[self.root])

    @property
    def winner(self) -> Color | None:
        """The winner. None: a tie, a truncated episode, or an episode that has not ended."""
        return (
            Color(int(self._table.winners[self.root])) if self._table.winners[self.root] else None
        )

    @property
    def margin(self) -> float:
        """The margin in points if the episode is over, otherwise 0.

        The margin is Black's points minus White's, minus handicap bonus and komi.
        """
        return float(self._table.margins[self.root])

    @property
    def legal(self) -> NDArray[np.bool_]:
        """The legal actions as bools. All False once the episode is over."""
        return np.array(self._table.legal[self.root])

    @property
    def priors(self) -> NDArray[np.float32]:
        """The prior of each action, including noise."""
        return np.array(self._table.priors[self.root])

    @property
    def visit_counts(self) -> NDArray[np.int64]:
        """The visit count of each action."""
        return np.array(self._table.visits[self.root], np.int64)

    @property
    def totals(self) -> NDArray[np.float64]:
        """The sum of the values of each action's visits, for the player to move."""
        return np.array(self._table.totals[self.root])

    @property
    def value(self) -> float:
        """The value of the root for the player to move: the mean over all visits.

        The root's own evaluation counts as one visit. If the episode is over, the value is the
        result.
        """
        total = self._table.values[self.root] + self.totals.sum()
        return float(total / (1 + self.visit_counts.sum()))

    def best_action(self) -> int:
        """Returns the most visited action. Ties are broken by the greater prior.

        Raises:
          ValueError: No action was visited: the episode is over, or `PuctSearch.run` was not
            called.
        """
        visits = self.visit_counts
        if not visits.any():
            raise ValueError(
                "no action was visited; call run first, and not after the episode's end"
            )
        return int(np.lexsort((self.priors, visits))[-1])


class PuctSearch:
    """A PUCT search over trees of a forest.

    The search is deterministic for the same seed, calls and evaluations. Not thread-safe.

    Args:
      forest: The forest that holds the trees. It needs at least one encoding.
      policy_value: The function that evaluates positions.
      exploration: The weight of priors against values, 0 or more.
      leaves_per_round: The maximum number of leaves of one tree that are expanded together. Higher
        numbers make larger batches, but weaken the search of each tree.
      noise_alpha: The concentration parameter of the Dirichlet noise that `run` mixes into the
        priors of roots, above 0. None: no noise.
      noise_fraction: The fraction of noise in the priors of roots, 0 to 1.
      seed: The seed of the noise.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: `leaves_per_round` is out of range.
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

    def __repr__(self) -> str:
        return f"PuctSearch({self._forest!r}, exploration={self._exploration:g})"

    def plant(self, *roots: TreeRoot) -> list[SearchTree]:
        """Creates trees in the forest and evaluates their roots.

        Args:
          roots: One or more roots.

        Returns:
          The trees, in the same order.

        Raises:
          InvalidArgumentError: A root is invalid, or an action that leads to it is illegal.
          SessionNotFoundError: There is no such session.
          ResourceExhaustedError: The forest is full; release some trees.
          TreesLostError: The connection was lost.
          ValueError: `policy_value` returned arrays of the wrong shape.
        """
        rows = self._evaluate(self._forest.plant(*roots))
        return [SearchTree(self._forest, self._table, int(row)) for row in rows]

    def run(self, trees: Sequence[SearchTree], visit_count: int) -> None:
        """Adds visits to trees. Trees whose episode is over are skipped.

        Args:
          trees: The trees to search.
          visit_count: The number of visits per tree, 0 or more.

        Raises:
          TypeError: The count is not an integer.
          InvalidArgumentError: The count is negative.
          ResourceExhaustedError: The forest is full. Completed rounds remain in the trees.
          TreesLostError: The connection was lost.
          ValueError: `policy_value` returned arrays of the wrong shape.
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
        """Selects and expands leaves in all trees, and subtracts the visits from `left`."""
        budgets = np.minimum(left, self._leaves_per_round)
        leaves: list[tuple[SelectionPaths, NDArray[np.bool_]]] = []
        active = np.flatnonzero(budgets)
        while len(active):
            paths = SelectionPaths(self._table, roots[active], self._exploration)
            is_over = paths.ends >= 0
            paths.back_up(self._table.values[paths.ends], is_over)
            # A tree that selects a pending leaf again gets no more leaves in this round.
            is_duplicate = paths.ends == PENDING
            paths.revert(is_duplicate)
            is_leaf = paths.ends == NO_CHILD
            self._table.children[paths.parents[is_leaf], paths.actions[is_leaf]] = PENDING
            leaves.append((paths, is_leaf))
            done = active[~is_duplicate]
            left[done] -= 1
            budgets[done] -= 1
            active = done[budgets[done] > 0]
        self._expand(leaves)

    def _expand(self, leaves: list[tuple[SelectionPaths, NDArray[np.bool_]]]) -> None:
        """Expands the leaves of paths, those marked True, and backs up their values."""
        parents = np.concatenate([paths.parents[chosen] for paths, chosen in leaves])
        actions = np.concatenate([paths.actions[chosen] for paths, chosen in leaves])
        if not len(parents):
            return
        try:
            rows = self._evaluate(self._forest.expand(self._table.handles[parents], actions))
        except BaseException:
            self._table.children[parents, actions] = NO_CHILD
            for paths, chosen in leaves:
                paths.revert(chosen)
            raise
        self._table.children[parents, actions] = rows
        ends = np.cumsum([chosen.sum() for _, chosen in leaves])
        for (paths, chosen), new in zip(leaves, np.split(rows, ends[:-1]), strict=True):
            values = np.zeros(len(chosen))
            values[chosen] = self._table.values[new]
            paths.back_up(values, chosen)

    def _evaluate(self, made: Nodes) -> Rows:
        """Evaluates new nodes, adds them to the table, and returns their rows."""
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
        """Plays an action: its subtree becomes the tree, and all other nodes are released.

        Raises:
          InvalidArgumentError: The action is illegal.
          TreesLostError: The connection was lost.
        """
        self.advance_all([tree], [action])

    def advance_all(self, trees: Sequence[SearchTree], actions: Any) -> None:
        """Plays one action in each of several different trees, with one message.

        Args:
          trees: The trees.
          actions: One action per tree.

        Raises:
          InvalidArgumentError: An action is illegal. No action was played.
          TreesLostError: The connection was lost.
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
        """Releases trees. They must not be used afterwards.

        Raises:
          TreesLostError: The connection was lost.
        """
        roots = rows_of(trees)
        self._forest.release(self._table.handles[roots])
        self._table.drop(roots)


def rows_of(trees: Sequence[SearchTree]) -> Rows:
    """Returns the rows of the roots of trees."""
    return np.array([tree.root for tree in trees], np.int64)
