"""Searches at the server, which has the boards and the trees. The caller has the network.

    import tengen
    from tengen.search import Leaves, Search, SelfPlay

    def evaluate(leaves: Leaves):
        return network(leaves.planes)  # Logits and values.

    with SelfPlay(evaluate, 9, max_game_count=1_000) as play:
        for game in play.games():
            replay.add(game.packed, game.policies, game.outcomes())

    with Search(evaluate, 9) as search:
        (position,) = search.add(tengen.TreeRoot.start(9))
        search.run([position], 800)
        (found,) = search.read([position])

`SelfPlay` plays thousands of games of a network against itself. `Search` searches positions that
the caller names. Both send their leaves in batches, so that many games or positions at the same
time keep a device busy.
"""

from tengen.search.evaluations import PriorKind
from tengen.search.game_files import write_games
from tengen.search.games import SelfPlayGame
from tengen.search.leaves import Evaluator, Leaves, PendingEvaluations
from tengen.search.positions import Position, PositionResult, Search
from tengen.search.self_play import SelfPlay, SelfPlayState
from tengen.search.settings import Gumbel, Puct, Temperature

__all__ = [
    "Evaluator",
    "Gumbel",
    "Leaves",
    "PendingEvaluations",
    "Position",
    "PositionResult",
    "PriorKind",
    "Puct",
    "Search",
    "SelfPlay",
    "SelfPlayGame",
    "SelfPlayState",
    "Temperature",
    "write_games",
]
