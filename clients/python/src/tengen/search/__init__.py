"""PuctSearch by PUCT over trees at a server, many trees at once.

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

Each round chooses some leaves in every tree, expands them with one message, and judges them with
one call of `policy_value`. Actions on the way to a leaf count as visited and lost until its value
is known, so that the next descent goes elsewhere. Several trees, each of a game of its own, fill a
batch better than one: all trees descend side by side, in arrays, and a hundred cost little more
than one.
"""

from tengen.search.puct import PolicyValue, PuctSearch, SearchTree

__all__ = ["PolicyValue", "PuctSearch", "SearchTree"]
