"""What a search knows of its nodes, and its ways through them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tengen.trees import Nodes

Rows = NDArray[np.int64]

NO_CHILD = -1
"""No node has been made for the action."""
PENDING = -2
"""The action leads out of the tree, and a descent of this round has chosen it."""
MIN_CAPACITY = 64


class NodeTable:
    """Nodes of all trees of a search: a row for each node, and a column for each action.

    Rows of nodes that are dropped serve again. All arrays have as many rows, some of them free.

    Attributes:
      handles: Handles in the forest.
      observations: Packed observations.
      values: What nodes were judged, for the player to move; the result where the episode is over.
      is_over: Whether the episode is over.
      legal: Which actions are legal.
      priors: What the policy makes of them; 0 where illegal.
      visits: How often each was taken.
      totals: The sum of what each led to, for the player to move at the node.
      children: Rows of the nodes that they lead to, or one of the negative numbers above.
    """

    def __init__(self, action_count: int, observation_byte_count: int) -> None:
        self._action_count = action_count
        self.handles = np.zeros(0, np.uint64)
        self.observations = np.zeros((0, observation_byte_count), np.uint8)
        self.values = np.zeros(0)
        self.is_over = np.zeros(0, np.bool_)
        self.legal = np.zeros((0, action_count), np.bool_)
        self.priors = np.zeros((0, action_count), np.float32)
        # Exact up to 16 million visits.
        self.visits = np.zeros((0, action_count), np.float32)
        self.totals = np.zeros((0, action_count))
        self.children = np.zeros((0, action_count), np.int32)
        self._free = np.zeros(0, np.int64)

    def add(self, made: Nodes) -> Rows:
        """Returns rows for new nodes, which are yet to be judged."""
        rows = self._take(len(made))
        self.handles[rows] = made.handles
        self.observations[rows] = made.observations
        self.is_over[rows] = made.is_over
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
        """Makes room for as many nodes again, or for `count` if that is more."""
        start = len(self.handles)
        more = max(start, count, MIN_CAPACITY)
        for name, array in vars(self).items():
            if isinstance(array, np.ndarray) and name != "_free":
                room = np.zeros((more, *array.shape[1:]), array.dtype)
                setattr(self, name, np.concatenate([array, room]))
        self._free = np.concatenate([np.arange(start + more - 1, start - 1, -1), self._free])

    def drop(self, rows: Rows) -> None:
        """Frees the rows of nodes and of all below them."""
        while len(rows):
            self._free = np.concatenate([self._free, rows])
            children = self.children[rows]
            rows = children[children >= 0].astype(np.int64)

    def set_evaluations(self, rows: Rows, policies: Any, values: Any) -> None:
        """Takes over what a policy-value function says of nodes.

        Raises:
          ValueError: It does not say it of each, or not of each action.
        """
        priors = np.asarray(policies, np.float64)
        judged = np.asarray(values, np.float64)
        shape = (len(rows), self._action_count)
        if priors.shape != shape or judged.shape != shape[:1]:
            raise ValueError(
                f"policy_value must return arrays of shape {shape} and {shape[:1]}, not"
                f" {priors.shape} and {judged.shape}"
            )
        legal = self.legal[rows]
        priors = np.where(legal, priors, 0)
        totals = priors.sum(axis=1, keepdims=True)
        knows = totals > 0
        priors = np.where(knows, priors, legal) / np.where(
            knows, totals, legal.sum(axis=1, keepdims=True)
        )
        self.priors[rows] = priors
        self.values[rows] = judged

    def best_actions(self, rows: Rows, exploration: float) -> Rows:
        """Returns the legal action of each node with the greatest upper bound."""
        visits = self.visits[rows]
        root_of_sum = np.sqrt(np.maximum(visits.sum(axis=1, keepdims=True), 1))
        bounds = self.totals[rows] / np.maximum(visits, 1)
        bounds += self.priors[rows] * (exploration * root_of_sum) / (1 + visits)
        bounds[~self.legal[rows]] = -np.inf
        best: Rows = bounds.argmax(axis=1)
        return best


@dataclass
class Step:
    """A step of several ways at once: which ways they are, and where each goes on."""

    ways: Rows
    nodes: Rows
    actions: Rows


class SelectionPaths:
    """SelectionPaths down from nodes, one from each, side by side.

    Each leads out of the tree, or to a node where the episode is over. Until it is backed up or
    taken back, the actions on it count as visited and lost. No two start in the same tree.

    Attributes:
      ends: What is at the end of each: the row of a node, or `NO_CHILD` or `PENDING`.
      parents: The last node of each that is in the tree.
      actions: The last action of each.
    """

    def __init__(self, table: NodeTable, starts: Rows, exploration: float) -> None:
        self._table = table
        self._steps: list[Step] = []
        self._lengths = np.zeros(len(starts), np.int64)
        self.ends = starts.copy()
        self.parents = starts.copy()
        self.actions = np.zeros(len(starts), np.int64)
        ways = np.arange(len(starts))
        while len(ways):
            ways = self._descend(ways, exploration)

    def _descend(self, ways: Rows, exploration: float) -> Rows:
        """Makes a step on some ways, and returns which of them have not come to their end."""
        table, nodes = self._table, self.ends[ways]
        actions = table.best_actions(nodes, exploration)
        table.visits[nodes, actions] += 1
        table.totals[nodes, actions] -= 1
        self._steps.append(Step(ways, nodes, actions))
        self._lengths[ways] += 1
        self.parents[ways] = nodes
        self.actions[ways] = actions
        ends = table.children[nodes, actions]
        self.ends[ways] = ends
        return ways[(ends >= 0) & ~table.is_over[ends]]

    def back_up(self, values: NDArray[np.float64], chosen: NDArray[np.bool_]) -> None:
        """Puts values in place of the losses on some ways.

        Args:
          values: What the end of each is worth to the player to move there.
          chosen: Which ways.
        """
        for depth, step in enumerate(self._steps):
            here = chosen[step.ways]
            ways = step.ways[here]
            is_opponent = (self._lengths[ways] - depth) % 2 == 1
            gains = np.where(is_opponent, -values[ways], values[ways])
            self._table.totals[step.nodes[here], step.actions[here]] += 1 + gains

    def revert(self, chosen: NDArray[np.bool_]) -> None:
        """Makes some ways as if nobody had gone them."""
        for step in self._steps:
            here = chosen[step.ways]
            self._table.visits[step.nodes[here], step.actions[here]] -= 1
            self._table.totals[step.nodes[here], step.actions[here]] += 1


def results_of(made: Nodes) -> NDArray[np.float64]:
    """Returns results for the players to move: 0 for a tie or none, and while it goes on."""
    results = np.where(made.winners == made.players_to_move, 1.0, -1.0)
    results[~made.is_over | (made.winners == 0)] = 0
    return results
