"""Game trees at a server, for batched tree search: one message expands nodes of many trees.

    import tengen

    with tengen.launch() as client, client.open_forest(9) as forest:
        root = forest.plant(tengen.TreeRoot.start(9)).handles[0]
        nodes = forest.expand([root, root], [40, 41])
        nodes.action_mask()         # of shape (2, 82)
        forest.reroot(nodes.handles[:1])

`tengen.search` is a PUCT search over such trees.
"""

from tengen.trees.forest import Forest
from tengen.trees.nodes import Nodes
from tengen.trees.root import TreeRoot

__all__ = ["Forest", "Nodes", "TreeRoot"]
