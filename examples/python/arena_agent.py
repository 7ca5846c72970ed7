"""An arena agent that captures as much as it can. It needs `./tengen serve --arena arena.db`.

Optional arguments: the server's address, and the number of games to play.
"""

import sys

import numpy as np

from tengen import arena


def choose(turn: arena.Turn) -> int:
    """Returns the point that captures most, but no self-atari and no settled point, or a pass."""
    planes = np.asarray(turn.observation).reshape(-1, turn.pass_action)
    captured = np.arange(1, 5) @ planes[15:19]
    is_sound = ~planes[[11, 23, 29, 30]].any(axis=0)
    values = np.where(turn.action_mask[:-1] & (is_sound | (captured > 0)), captured, -1)
    points = np.flatnonzero(values == values.max(initial=0))
    return int(turn.random.choice(points)) if len(points) else turn.pass_action


address, *rest = sys.argv[1:] or ["127.0.0.1:9019"]
games = int(rest[0]) if rest else None
print(arena.serve(choose, name="captor", address=address, encodings=["tactical"], game_count=games))
