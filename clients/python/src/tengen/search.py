"""Search by PUCT over trees at a server, many leaves at once.

    import numpy as np
    import tengen
    from tengen.search import Search

    def policy_value(observations, masks):
        return masks / masks.sum(axis=1, keepdims=True), np.zeros(len(masks))

    with tengen.launch() as client, client.open_forest(9) as forest:
        search = Search(forest, policy_value, seed=1)
        (tree,) = search.plant(tengen.TreeRoot.start(9))
        while not tree.is_over:
            search.run([tree], 200)
            search.advance(tree, tree.best_action())

Each round chooses some leaves in every tree, expands them with one message, and judges them with
one call of `policy_value`. Actions on the way to a leaf count as visited and lost until its value
is known, so that the next descent goes elsewhere. Several trees, each of a game of its own, fill a
batch better than one.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tengen import _arguments as arguments

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


class Node:
    """A position that has been visited. Its arrays have a place for each legal action.

    Attributes:
      handle: Its handle in the forest.
      value: What it was judged, for the player to move; the result where the episode is over.
      is_over: Whether the episode is over.
      actions: Legal actions.
      priors: What the policy makes of them.
      visits: How often each was taken.
      totals: The sum of what each led to, for the player to move here.
      children: The nodes they lead to, where they have been made.
    """

    __slots__ = ("actions", "children", "handle", "is_over", "priors", "totals", "value", "visits")

    def __init__(self, handle: int, mask: NDArray[np.uint8], result: float | None) -> None:
        self.handle = handle
        self.is_over = result is not None
        self.value = result or 0.0
        self.actions = np.flatnonzero(mask)
        self.priors = np.zeros(len(self.actions))
        self.visits = np.zeros(len(self.actions))
        self.totals = np.zeros(len(self.actions))
        self.children: list[Node | None] = [None] * len(self.actions)

    def judge(self, policy: NDArray[Any], value: float) -> None:
        """Takes over what a policy-value function says."""
        priors = np.asarray(policy, np.float64)[self.actions]
        total = priors.sum()
        self.priors = priors / total if total > 0 else np.full(len(priors), 1 / len(priors))
        self.value = float(value)

    def best(self, exploration: float) -> int:
        """Returns the place of the action with the greatest upper bound."""
        means = self.totals / np.maximum(self.visits, 1)
        bounds = exploration * self.priors * np.sqrt(max(self.visits.sum(), 1)) / (1 + self.visits)
        return int(np.argmax(means + bounds))


@dataclass
class Leaf:
    """An action that leads out of a tree, and the way to it: nodes, and places of actions."""

    way: list[tuple[Node, int]]

    @property
    def parent(self) -> Node:
        """The node in the tree."""
        return self.way[-1][0]

    @property
    def place(self) -> int:
        """The place of the action."""
        return self.way[-1][1]


class SearchTree:
    """What a search knows of one position; `Search.plant` makes it.

    Attributes:
      root: The position.
    """

    def __init__(self, root: Node, action_count: int) -> None:
        self.root = root
        self._action_count = action_count

    @property
    def is_over(self) -> bool:
        """Whether the episode is over at the root."""
        return self.root.is_over

    @property
    def visit_counts(self) -> NDArray[np.int64]:
        """How often each action of the root was taken."""
        counts = np.zeros(self._action_count, np.int64)
        counts[self.root.actions] = self.root.visits
        return counts

    @property
    def value(self) -> float:
        """The mean of what visits led to, for the player to move; the root's own counts once."""
        total = self.root.value + self.root.totals.sum()
        return float(total / (1 + self.root.visits.sum()))

    def best_action(self) -> int:
        """Returns the action taken most often; of several, that with the greatest prior.

        Raises:
          ValueError: No action was taken: the episode is over, or nothing was searched.
        """
        if not self.root.visits.any():
            raise ValueError("no action was taken; search first, while the episode goes on")
        return int(self.root.actions[np.lexsort((self.root.priors, self.root.visits))[-1]])


class Search:
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

    def plant(self, *roots: TreeRoot) -> list[SearchTree]:
        """Plants trees and judges their roots. Raises as `Forest.plant` does."""
        nodes = self._judged(self._forest.plant(*roots))
        return [SearchTree(node, self._forest.action_count) for node in nodes]

    def run(self, trees: Sequence[SearchTree], visit_count: int) -> None:
        """Visits leaves, `visit_count` in each tree whose episode goes on.

        Raises:
          ResourceExhaustedError: The forest has no room. The trees are as they were, but for the
            rounds that were done.
        """
        left = {tree: visit_count for tree in trees if not tree.is_over}
        if self._noise_alpha is not None:
            for tree in left:
                self._add_noise(tree.root, self._noise_alpha)
        while any(left.values()):
            leaves: list[Leaf] = []
            for tree, count in left.items():
                found, ended_count = self._choose(tree.root, min(count, self._leaves_per_round))
                leaves += found
                left[tree] -= len(found) + ended_count
            self._expand(leaves)

    def _add_noise(self, root: Node, alpha: float) -> None:
        noise = self._random.dirichlet(np.full(len(root.actions), alpha))
        root.priors = (1 - self._noise_fraction) * root.priors + self._noise_fraction * noise

    def _choose(self, root: Node, count: int) -> tuple[list[Leaf], int]:
        """Returns leaves, at most `count`, and how many descents came to the end of an episode."""
        leaves: list[Leaf] = []
        chosen: set[tuple[int, int]] = set()
        ended_count = 0
        while len(leaves) + ended_count < count:
            way, end = self._descend(root)
            if end is not None:
                back_up(way, end.value)
                ended_count += 1
                continue
            leaf = Leaf(way)
            key = (leaf.parent.handle, leaf.place)
            if key in chosen:
                # What is asked for already has to be known before there is more to choose.
                take_back(way)
                break
            chosen.add(key)
            leaves.append(leaf)
        return leaves, ended_count

    def _descend(self, root: Node) -> tuple[list[tuple[Node, int]], Node | None]:
        """Returns a way out of the tree, or to a node where the episode is over.

        Each action on it counts as visited, and lost.
        """
        way: list[tuple[Node, int]] = []
        node: Node | None = root
        while node is not None and not node.is_over:
            place = node.best(self._exploration)
            node.visits[place] += 1
            node.totals[place] -= 1
            way.append((node, place))
            node = node.children[place]
        return way, node

    def _expand(self, leaves: list[Leaf]) -> None:
        if not leaves:
            return
        try:
            made = self._forest.expand(
                [leaf.parent.handle for leaf in leaves],
                [int(leaf.parent.actions[leaf.place]) for leaf in leaves],
            )
        except BaseException:
            for leaf in leaves:
                take_back(leaf.way)
            raise
        for leaf, node in zip(leaves, self._judged(made), strict=True):
            leaf.parent.children[leaf.place] = node
            back_up(leaf.way, node.value)

    def _judged(self, made: Nodes) -> list[Node]:
        """Returns nodes with their priors and values."""
        masks = made.action_mask()
        nodes = [
            Node(int(made.handles[row]), masks[row], result_of(made, row))
            for row in range(len(made))
        ]
        going_on = np.flatnonzero(~made.is_over)
        if len(going_on):
            policies, values = self._policy_value(made.planes()[going_on], masks[going_on])
            for row, policy, value in zip(going_on, policies, values, strict=True):
                nodes[row].judge(policy, value)
        return nodes

    def advance(self, tree: SearchTree, action: int) -> None:
        """Makes a move: what is below it is kept, all else is released.

        Raises:
          InvalidArgumentError: The action is illegal.
        """
        places = np.flatnonzero(tree.root.actions == action)
        if not len(places):
            raise arguments.invalid_value("action", action, "is illegal")
        child = tree.root.children[places[0]]
        if child is None:
            child = self._judged(self._forest.expand([tree.root.handle], [action]))[0]
        self._forest.reroot([child.handle])
        tree.root = child

    def release(self, *trees: SearchTree) -> None:
        """Releases trees, which must not be used afterwards."""
        self._forest.release([tree.root.handle for tree in trees])


def result_of(made: Nodes, row: int) -> float | None:
    """Returns the result for the player to move, 0 for a tie or none; None while it goes on."""
    if not made.is_over[row]:
        return None
    winner = made.winners[row]
    if winner == 0:
        return 0.0
    return 1.0 if winner == made.players_to_move[row] else -1.0


def back_up(way: list[tuple[Node, int]], value: float) -> None:
    """Puts a value in place of the losses on the way to it.

    Args:
      way: The way.
      value: What its end is worth to the player to move there.
    """
    signs = itertools.cycle((-1, 1))
    for (node, place), sign in zip(reversed(way), signs, strict=False):
        node.totals[place] += 1 + sign * value


def take_back(way: list[tuple[Node, int]]) -> None:
    """Makes a way as if nobody had gone it."""
    for node, place in way:
        node.visits[place] -= 1
        node.totals[place] += 1
