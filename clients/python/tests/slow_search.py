"""PUCT as one would write it down: a tree of objects, one descent after another."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import tengen
    from tengen.search import PolicyValue
    from tengen.trees import Nodes

EXPLORATION = 1.25
Way = list[tuple["SlowNode", int]]


class SlowNode:
    """A position that has been visited. Its lists have a place for each legal action."""

    def __init__(self, handle: int, mask: Any, result: float | None) -> None:
        self.handle = handle
        self.is_over = result is not None
        self.value = result or 0.0
        self.actions = np.flatnonzero(mask)
        self.priors = np.zeros(len(self.actions), np.float32)
        self.visits = np.zeros(len(self.actions), np.float32)
        self.totals = np.zeros(len(self.actions))
        self.children: list[SlowNode | None] = [None] * len(self.actions)

    def child(self, action: int) -> SlowNode:
        child = self.children[int(np.argmax(self.actions == action))]
        assert child is not None
        return child

    def best(self) -> int:
        means = self.totals / np.maximum(self.visits, 1)
        # In the precision of what it is compared with.
        weight = np.float32(EXPLORATION) * np.sqrt(np.float32(max(self.visits.sum(), 1)))
        bounds = self.priors * weight / (1 + self.visits)
        return int(np.argmax(means + bounds))


class SlowSearch:
    """What `tengen.search.PuctSearch` must agree with, and how often it met what matters."""

    def __init__(self, forest: tengen.Forest, judge: PolicyValue, leaves_per_round: int) -> None:
        self.forest = forest
        self.judge = judge
        self.leaves_per_round = leaves_per_round
        self.ended_count = 0
        self.double_count = 0

    def plant(self, *roots: tengen.TreeRoot) -> list[SlowNode]:
        return self.judged(self.forest.plant(*roots))

    def run(self, root: SlowNode, visit_count: int) -> None:
        while visit_count:
            ways, ended_count = self.choose(root, min(visit_count, self.leaves_per_round))
            visit_count -= len(ways) + ended_count
            if ways:
                self.expand(ways)

    def choose(self, root: SlowNode, count: int) -> tuple[list[Way], int]:
        ways: list[Way] = []
        ended_count = 0
        while len(ways) + ended_count < count:
            way: Way = []
            node: SlowNode | None = root
            while node is not None and not node.is_over:
                place = node.best()
                node.visits[place] += 1
                node.totals[place] -= 1
                way.append((node, place))
                node = node.children[place]
            if node is not None:
                back_up(way, node.value)
                ended_count += 1
            elif any(way[-1] == other[-1] for other in ways):
                for taken, place in way:
                    taken.visits[place] -= 1
                    taken.totals[place] += 1
                self.double_count += 1
                break
            else:
                ways.append(way)
        self.ended_count += ended_count
        return ways, ended_count

    def expand(self, ways: list[Way]) -> None:
        parents = [way[-1][0].handle for way in ways]
        actions = [int(way[-1][0].actions[way[-1][1]]) for way in ways]
        nodes = self.judged(self.forest.expand(parents, actions))
        for way, node in zip(ways, nodes, strict=True):
            parent, place = way[-1]
            parent.children[place] = node
            back_up(way, node.value)

    def judged(self, made: Nodes) -> list[SlowNode]:
        masks, planes = made.action_mask(), made.planes()
        nodes = []
        for row in range(len(made)):
            node = SlowNode(int(made.handles[row]), masks[row], result_of(made, row))
            if not node.is_over:
                policies, values = self.judge(planes[row : row + 1], masks[row : row + 1])
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


def back_up(way: Way, value: float) -> None:
    for (node, place), sign in zip(reversed(way), itertools.cycle((-1, 1)), strict=False):
        node.totals[place] += 1 + sign * value
