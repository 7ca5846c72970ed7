"""A reference implementation of PUCT: a tree of objects, and one selection after another."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import tengen
    from tengen.search import PolicyValue
    from tengen.trees import Nodes

EXPLORATION = 1.25
Path = list[tuple["ReferenceNode", int]]


class ReferenceNode:
    """A visited position. Its arrays have one entry per legal action."""

    def __init__(self, handle: int, mask: Any, result: float | None) -> None:
        self.handle = handle
        self.is_over = result is not None
        self.value = result or 0.0
        self.actions = np.flatnonzero(mask)
        self.priors = np.zeros(len(self.actions), np.float32)
        self.visits = np.zeros(len(self.actions), np.float32)
        self.totals = np.zeros(len(self.actions))
        self.children: list[ReferenceNode | None] = [None] * len(self.actions)

    def child(self, action: int) -> ReferenceNode:
        child = self.children[int(np.argmax(self.actions == action))]
        assert child is not None
        return child

    def best(self) -> int:
        means = self.totals / np.maximum(self.visits, 1)
        # In the same precision as in PuctSearch.
        weight = np.float32(EXPLORATION) * np.sqrt(np.float32(max(self.visits.sum(), 1)))
        bounds = self.priors * weight / (1 + self.visits)
        return int(np.argmax(means + bounds))


class ReferenceSearch:
    """The search that `tengen.search.PuctSearch` must agree with, and counts of special cases."""

    def __init__(
        self, forest: tengen.Forest, policy_value: PolicyValue, leaves_per_round: int
    ) -> None:
        self.forest = forest
        self.policy_value = policy_value
        self.leaves_per_round = leaves_per_round
        self.ended_count = 0
        self.duplicate_count = 0

    def plant(self, *roots: tengen.TreeRoot) -> list[ReferenceNode]:
        return self.evaluated(self.forest.plant(*roots))

    def run(self, root: ReferenceNode, visit_count: int) -> None:
        while visit_count:
            paths, ended_count = self.select(root, min(visit_count, self.leaves_per_round))
            visit_count -= len(paths) + ended_count
            if paths:
                self.expand(paths)

    def select(self, root: ReferenceNode, count: int) -> tuple[list[Path], int]:
        paths: list[Path] = []
        ended_count = 0
        while len(paths) + ended_count < count:
            path: Path = []
            node: ReferenceNode | None = root
            while node is not None and not node.is_over:
                index = node.best()
                node.visits[index] += 1
                node.totals[index] -= 1
                path.append((node, index))
                node = node.children[index]
            if node is not None:
                back_up(path, node.value)
                ended_count += 1
            elif any(path[-1] == other[-1] for other in paths):
                for visited, index in path:
                    visited.visits[index] -= 1
                    visited.totals[index] += 1
                self.duplicate_count += 1
                break
            else:
                paths.append(path)
        self.ended_count += ended_count
        return paths, ended_count

    def expand(self, paths: list[Path]) -> None:
        parents = [path[-1][0].handle for path in paths]
        actions = [int(path[-1][0].actions[path[-1][1]]) for path in paths]
        nodes = self.evaluated(self.forest.expand(parents, actions))
        for path, node in zip(paths, nodes, strict=True):
            parent, index = path[-1]
            parent.children[index] = node
            back_up(path, node.value)

    def evaluated(self, made: Nodes) -> list[ReferenceNode]:
        masks, planes = made.action_mask(), made.planes()
        nodes = []
        for row in range(len(made)):
            node = ReferenceNode(int(made.handles[row]), masks[row], result_of(made, row))
            if not node.is_over:
                policies, values = self.policy_value(planes[row : row + 1], masks[row : row + 1])
                legal = np.asarray(policies[0], np.float64)[node.actions]
                node.priors[:] = legal / legal.sum()
                node.value = float(values[0])
            nodes.append(node)
        return nodes


def result_of(made: Nodes, row: int) -> float | None:
    if not made.is_over[row]:
        return None
    winner = made.winners[row]
    if winner == 0:
        return 0.0
    return 1.0 if winner == made.players_to_move[row] else -1.0


def back_up(path: Path, value: float) -> None:
    for (node, index), sign in zip(reversed(path), itertools.cycle((-1, 1)), strict=False):
        node.totals[index] += 1 + sign * value
