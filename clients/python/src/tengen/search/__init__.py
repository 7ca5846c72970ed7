"""A PUCT search (Monte Carlo tree search with a policy-value function) over trees at a server.

    import numpy as np
    import tengen
    from tengen.search import PuctSearch

    def policy_value(observations, masks):
        return masks / masks.sum(axis=1, keepdims=True), np.zeros(len(masks))

    with tengen.launch() as client, client.open_forest(9) as forest:
        search = PuctSearch(forest, policy_value, seed=1)
        (tree,) = search.plant(tengen.TreeRoot.start(9))
        while not tree.is_over:
            search.run([tree], 200)
            search.advance(tree, tree.best_action())

Each round selects some leaves in every tree, expands them with one message, and evaluates them with
one call of `policy_value`. Until the value of a leaf is known, the actions that lead to it carry a
virtual loss, so that the next selection takes another path. Search many trees at the same time, one
per game, to fill large batches: selection is vectorized over trees, so that a hundred trees cost
little more than one.
"""

from tengen.search.evaluations import PriorKind
from tengen.search.games import SelfPlayGame
from tengen.search.leaves import Evaluator, Leaves, PendingEvaluations
from tengen.search.positions import Position, PositionResult, Search
from tengen.search.puct import PolicyValue, PuctSearch, SearchTree
from tengen.search.self_play import SelfPlay, SelfPlayState
from tengen.search.settings import Gumbel, Puct, Temperature

__all__ = [
    "Evaluator",
    "Gumbel",
    "Leaves",
    "PendingEvaluations",
    "PolicyValue",
    "Position",
    "PositionResult",
    "PriorKind",
    "Puct",
    "PuctSearch",
    "Search",
    "SearchTree",
    "SelfPlay",
    "SelfPlayGame",
    "SelfPlayState",
    "Temperature",
]
