"""The opponent in `search.py`: PUCT in NumPy over trees at the server, one leaf of a tree a round.

It is what `tengen.search.PuctSearch` was until the server had the whole search, without noise and
without several leaves of a tree. All trees descend side by side, in arrays with a row for each
node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tengen import TreeRoot
    from tengen.trees import Forest, Nodes

EXPLORATION = 1.25
NO_CHILD = -1


class NumpySearch:
    """A search of many trees. A tree is named by the row of its root.

    Args:
      forest: The forest that holds the trees.
      policy_value: The function from planes and masks to priors and values.
    """

    def __init__(self, forest: Forest, policy_value: Callable[[Any, Any], tuple[Any, Any]]) -> None:
        self._forest = forest
        self._policy_value = policy_value
        actions = forest.action_count
        self._free = np.zeros(0, np.int64)
        self._arrays: dict[str, Any] = {
            "handles": np.zeros(0, np.uint64),
            "values": np.zeros(0),
            "is_over": np.zeros(0, np.bool_),
            "legal": np.zeros((0, actions), np.bool_),
            "priors": np.zeros((0, actions), np.float32),
            "visits": np.zeros((0, actions), np.float32),
            "totals": np.zeros((0, actions)),
            "children": np.zeros((0, actions), np.int32),
        }

    def plant(self, roots: Sequence[TreeRoot]) -> Any:
        """Returns new trees."""
        return self._add(self._forest.plant(*roots))

    def is_over(self, trees: Any) -> Any:
        """Returns whether the game of each tree is over."""
        return self._arrays["is_over"][trees]

    def run(self, trees: Any, simulation_count: int) -> None:
        """Adds simulations to trees whose games are not over."""
        trees = trees[~self.is_over(trees)]
        for _ in range(simulation_count):
            self._simulate(trees)

    def _simulate(self, trees: Any) -> None:
        arrays = self._arrays
        steps = []
        ends, parents, actions = (
            trees.copy(),
            trees.copy(),
            np.zeros(len(trees), np.int64),
        )
        lengths = np.zeros(len(trees), np.int64)
        paths = np.arange(len(trees))
        while len(paths):
            nodes = ends[paths]
            chosen = self._best_actions(nodes)
            steps.append((paths, nodes, chosen))
            lengths[paths] += 1
            parents[paths], actions[paths] = nodes, chosen
            ends[paths] = arrays["children"][nodes, chosen]
            paths = paths[(ends[paths] >= 0) & ~arrays["is_over"][ends[paths]]]
        is_leaf = ends == NO_CHILD
        if is_leaf.any():
            handles = arrays["handles"][parents[is_leaf]]
            made = self._add(self._forest.expand(handles, actions[is_leaf]))
            arrays["children"][parents[is_leaf], actions[is_leaf]] = made
            ends[is_leaf] = made
        values = arrays["values"][ends]
        for depth, (paths, nodes, chosen) in enumerate(steps):
            is_opponent = (lengths[paths] - depth) % 2 == 1
            arrays["visits"][nodes, chosen] += 1
            arrays["totals"][nodes, chosen] += np.where(is_opponent, -values[paths], values[paths])

    def _best_actions(self, nodes: Any) -> Any:
        arrays = self._arrays
        visits = arrays["visits"][nodes]
        root_of_sum = np.sqrt(np.maximum(visits.sum(axis=1, keepdims=True), 1))
        bounds = arrays["totals"][nodes] / np.maximum(visits, 1)
        bounds += arrays["priors"][nodes] * (EXPLORATION * root_of_sum) / (1 + visits)
        bounds[~arrays["legal"][nodes]] = -np.inf
        return bounds.argmax(axis=1)

    def advance(self, trees: Any) -> Any:
        """Plays the most visited action of each tree, and returns the trees that remain."""
        actions = self._arrays["visits"][trees].argmax(axis=1)
        children = self._arrays["children"][trees, actions].astype(np.int64)
        self._forest.reroot(self._arrays["handles"][children])
        self._arrays["children"][trees, actions] = NO_CHILD
        self._drop(trees)
        return children

    def release(self, trees: Any) -> None:
        """Drops trees."""
        self._forest.release(self._arrays["handles"][trees])
        self._drop(trees)

    def _drop(self, rows: Any) -> None:
        while len(rows):
            self._free = np.concatenate([self._free, rows])
            children = self._arrays["children"][rows]
            rows = children[children >= 0].astype(np.int64)

    def _add(self, made: Nodes) -> Any:
        """Evaluates new nodes, and returns their rows."""
        if len(self._free) < len(made):
            self._grow(len(made))
        self._free, rows = np.split(self._free, [len(self._free) - len(made)])
        arrays, masks = self._arrays, made.action_mask()
        results = np.where(made.winners == made.players_to_move, 1.0, -1.0)
        results[made.winners == 0] = 0
        active = ~made.is_over
        priors, values = self._policy_value(made.planes()[active], masks[active])
        priors = np.where(masks[active], priors, 0)
        arrays["handles"][rows] = made.handles
        arrays["is_over"][rows] = made.is_over
        arrays["values"][rows] = results
        arrays["values"][rows[active]] = values
        arrays["legal"][rows] = masks
        arrays["priors"][rows[active]] = priors / priors.sum(axis=1, keepdims=True)
        arrays["visits"][rows] = 0
        arrays["totals"][rows] = 0
        arrays["children"][rows] = NO_CHILD
        return rows

    def _grow(self, count: int) -> None:
        start = len(self._arrays["handles"])
        more = max(start, count, 64)
        for name, array in self._arrays.items():
            added = np.zeros((more, *array.shape[1:]), array.dtype)
            self._arrays[name] = np.concatenate([array, added])
        self._free = np.concatenate([np.arange(start + more - 1, start - 1, -1), self._free])
