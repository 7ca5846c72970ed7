"""The node table of a search, and the selection of paths through it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tengen.trees import Nodes

Rows = NDArray[np.int64]

NO_CHILD = -1
"""There is no node for the action."""
PENDING = -2
"""There is no node for the action yet, but a path of the current round has selected it."""
MIN_CAPACITY = 64


class NodeTable:
    """The nodes of all trees of a search, as arrays with one row per node.

    Arrays grow on demand. Rows of dropped nodes are reused.

    Attributes:
      handles: The handles in the forest.
      observations: The packed observations.
      values: The values for the player to move; the results of nodes whose episode is over.
      is_over: Whether the episode is over.
      rewards: Black's and White's reward for the action that leads to the node; 0 for roots.
      winners: Numbers of `Color`: the winner of a terminated episode; otherwise 0.
      margins: The margin if the episode is over, otherwise 0.
      legal: Whether each action is legal.
      priors: The prior of each action; 0 for illegal actions.
      visits: The visit count of each action.
      totals: The sum of the values of each action's visits, for the player to move at the node.
      children: The row of each action's child, or NO_CHILD or PENDING.
    """

    def __init__(self, action_count: int, observation_byte_count: int) -> None:
        self._action_count = action_count
        self.handles = np.zeros(0, np.uint64)
        self.observations = np.zeros((0, observation_byte_count), np.uint8)
        self.values = np.zeros(0)
        self.is_over = np.zeros(0, np.bool_)
        self.rewards = np.zeros((0, 2), np.float32)
        self.winners = np.zeros(0, np.uint8)
        self.margins = np.zeros(0, np.float32)
        self.legal = np.zeros((0, action_count), np.bool_)
        self.priors = np.zeros((0, action_count), np.float32)
        # Exact up to 16 million visits.
        self.visits = np.zeros((0, action_count), np.float32)
        self.totals = np.zeros((0, action_count))
        self.children = np.zeros((0, action_count), np.int32)
        self._free = np.zeros(0, np.int64)

    def add(self, made: Nodes) -> Rows:
        """Adds new nodes and returns their rows. `set_evaluations` must follow."""
        rows = self._take(len(made))
        self.handles[rows] = made.handles
        self.observations[rows] = made.observations
        self.is_over[rows] = made.is_over
        self.rewards[rows] = made.rewards
        self.winners[rows] = made.winners
        self.margins[rows] = made.margins
        self.values[rows] = results_of(made)
        self.legal[rows] = made.action_mask()
        self.priors[rows] = 0
        self.visits[rows] = 0
        self.totals[rows] = 0
        self.children[rows] = NO_CHILD
        return rows

    def _take(self, count: int) -> Rows:
        if len(self._free) < count:
            self._grow(count)
        kept, taken = np.split(self._free, [len(self._free) - count])
        self._free = kept
        return taken[::-1]

    def _grow(self, count: int) -> None:
        """Doubles the capacity, or increases it by `count` if that is more."""
        start = len(self.handles)
        more = max(start, count, MIN_CAPACITY)
        for name, array in vars(self).items():
            if isinstance(array, np.ndarray) and name != "_free":
                added = np.zeros((more, *array.shape[1:]), array.dtype)
                setattr(self, name, np.concatenate([array, added]))
        self._free = np.concatenate([np.arange(start + more - 1, start - 1, -1), self._free])

    def drop(self, rows: Rows) -> None:
        """Frees the rows of nodes and of all their descendants."""
        while len(rows):
            self._free = np.concatenate([self._free, rows])
            children = self.children[rows]
            rows = children[children >= 0].astype(np.int64)

    def set_evaluations(self, rows: Rows, policies: Any, values: Any) -> None:
        """Stores the results of a policy-value function for nodes.

        Raises:
          ValueError: A result has the wrong shape.
        """
        priors = np.asarray(policies, np.float64)
        new_values = np.asarray(values, np.float64)
        shape = (len(rows), self._action_count)
        if priors.shape != shape or new_values.shape != shape[:1]:
            raise ValueError(
                f"policy_value must return arrays of shape {shape} and {shape[:1]}, not"
                f" {priors.shape} and {new_values.shape}"
            )
        legal = self.legal[rows]
        priors = np.where(legal, priors, 0)
        totals = priors.sum(axis=1, keepdims=True)
        is_positive = totals > 0
        # A policy that is zero for all legal actions becomes uniform.
        priors = np.where(is_positive, priors, legal) / np.where(
            is_positive, totals, legal.sum(axis=1, keepdims=True)
        )
        self.priors[rows] = priors
        self.values[rows] = new_values

    def best_actions(self, rows: Rows, exploration: float) -> Rows:
        """Returns the legal action of each node with the greatest PUCT score."""
        visits = self.visits[rows]
        sqrt_of_sum = np.sqrt(np.maximum(visits.sum(axis=1, keepdims=True), 1))
        bounds = self.totals[rows] / np.maximum(visits, 1)
        bounds += self.priors[rows] * (exploration * sqrt_of_sum) / (1 + visits)
        bounds[~self.legal[rows]] = -np.inf
        best: Rows = bounds.argmax(axis=1)
        return best


@dataclass
class Step:
    """One step of several paths: the indices of the paths, their nodes and their actions."""

    paths: Rows
    nodes: Rows
    actions: Rows


class SelectionPaths:
    """The selection phase of the search: one path down each of several different trees.

    A path ends with an action that has no node yet, or at a node whose episode is over. Its actions
    carry a virtual loss until the path is backed up or reverted.

    Args:
      table: The node table.
      starts: The rows of the nodes where the paths start.
      exploration: The weight of priors against values.

    Attributes:
      ends: The end of each path: the row of a node, `NO_CHILD` or `PENDING`.
      parents: The row of the last node of each path that is in the tree.
      actions: The last action of each path.
    """

    def __init__(self, table: NodeTable, starts: Rows, exploration: float) -> None:
        self._table = table
        self._steps: list[Step] = []
        self._lengths = np.zeros(len(starts), np.int64)
        self.ends = starts.copy()
        self.parents = starts.copy()
        self.actions = np.zeros(len(starts), np.int64)
        paths = np.arange(len(starts))
        while len(paths):
            paths = self._descend(paths, exploration)

    def _descend(self, paths: Rows, exploration: float) -> Rows:
        """Extends some paths by one action, and returns those that have not ended."""
        table, nodes = self._table, self.ends[paths]
        actions = table.best_actions(nodes, exploration)
        table.visits[nodes, actions] += 1
        table.totals[nodes, actions] -= 1
        self._steps.append(Step(paths, nodes, actions))
        self._lengths[paths] += 1
        self.parents[paths] = nodes
        self.actions[paths] = actions
        ends = table.children[nodes, actions]
        self.ends[paths] = ends
        return paths[(ends >= 0) & ~table.is_over[ends]]

    def back_up(self, values: NDArray[np.float64], chosen: NDArray[np.bool_]) -> None:
        """Replaces the virtual losses on some paths by the values of their ends.

        Args:
          values: The value of each path's end, for the player to move there.
          chosen: Whether to back up each path.
        """
        for depth, step in enumerate(self._steps):
            here = chosen[step.paths]
            paths = step.paths[here]
            is_opponent = (self._lengths[paths] - depth) % 2 == 1
            gains = np.where(is_opponent, -values[paths], values[paths])
            self._table.totals[step.nodes[here], step.actions[here]] += 1 + gains

    def revert(self, chosen: NDArray[np.bool_]) -> None:
        """Removes the visits and virtual losses of some paths."""
        for step in self._steps:
            here = chosen[step.paths]
            self._table.visits[step.nodes[here], step.actions[here]] -= 1
            self._table.totals[step.nodes[here], step.actions[here]] += 1


def results_of(made: Nodes) -> NDArray[np.float64]:
    """Returns the results for the players to move; 0 for a tie, and if the episode is not over."""
    results = np.where(made.winners == made.players_to_move, 1.0, -1.0)
    results[~made.is_over | (made.winners == 0)] = 0
    return results
