"""Compares the rules of another environment with the preset of its name, in random games.

Requires the `tengen` client and the peer in one Python environment, and a running server. At every
move, the legal actions and the end of the game are compared, and at the end the rewards. Passes are
rare, so that games on small boards reach repetitions. Exit code 1: a difference was found.
"""

from __future__ import annotations

import argparse
import collections
import random
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
from boards import KOMI, MOVES_PER_POINT, OpenSpielBoard, PettingZooBoard, PgxBoard

import tengen

if TYPE_CHECKING:
    from numpy.typing import NDArray

PASS_SHARE = 0.02
LONGEST_GAME = 5000


PEERS: dict[str, Any] = {
    "openspiel": OpenSpielBoard,
    "pgx": PgxBoard,
    "pettingzoo-v5": PettingZooBoard,
}
"""The peers, by the preset that reproduces their rules."""


def actions_of(preset: str, size: int) -> NDArray[np.int64]:
    """Returns the peer's number of each action. OpenSpiel counts rows from the bottom."""
    points = np.arange(size * size).reshape(size, size)
    rows = points[::-1] if preset == "openspiel" else points
    return np.append(rows.ravel(), size * size)


def mask_of(peer: Any, theirs: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Returns the legal actions of the peer, numbered as in Tengen."""
    _, legal = peer.observe()
    return np.isin(theirs, legal)


def play_game(
    peer: Any,
    theirs: NDArray[np.int64],
    session: tengen.Session,
    draw: random.Random,
    counts: collections.Counter[str],
) -> str:
    """Plays a game in both, and returns the first difference. Empty: there is none."""
    peer.reset()
    _, info = session.reset()
    for _ in range(LONGEST_GAME):
        mask, peer_mask = np.asarray(info["action_mask"], np.bool_), mask_of(peer, theirs)
        if not np.array_equal(mask, peer_mask):
            return f"legal actions: ours {np.flatnonzero(mask)}, theirs {np.flatnonzero(peer_mask)}"
        points = np.flatnonzero(mask[:-1])
        is_pass = len(points) == 0 or draw.random() < PASS_SHARE
        action = len(mask) - 1 if is_pass else int(draw.choice(points))
        _, _, terminated, truncated, info = session.step(action)
        is_peer_over = peer.step(int(theirs[action]))
        counts["moves"] += 1
        is_over = terminated or truncated
        if is_over != is_peer_over:
            return f"the end: ours {info['end_reason']}, theirs {is_peer_over}"
        if is_over:
            counts[str(info["end_reason"])] += 1
            ours = tuple(float(reward) for reward in info["rewards"])
            return (
                "" if ours == peer.rewards() else f"rewards: ours {ours}, theirs {peer.rewards()}"
            )
    counts["cut off"] += 1
    return ""


def main() -> int:
    """Runs the comparison from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("preset", choices=sorted(PEERS))
    parser.add_argument("--address", default="127.0.0.1:9019", help="the server's address")
    parser.add_argument("--size", type=int, default=5, help="width and height of the board")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    peer = PEERS[options.preset](options.size)
    theirs = actions_of(options.preset, options.size)
    # The others end a game after so many moves, and score it.
    max_moves = -1 if options.preset == "pettingzoo-v5" else MOVES_PER_POINT * options.size**2
    counts: collections.Counter[str] = collections.Counter()
    draw = random.Random(options.seed)
    with (
        tengen.connect(options.address) as client,
        client.create_session(
            options.size,
            rules=options.preset,
            komi=KOMI,
            max_moves=max_moves,
            score_on_truncation=True,
            encodings=[],
        ) as session,
    ):
        for game in range(1, options.games + 1):
            difference = play_game(peer, theirs, session, draw, counts)
            if difference:
                print(f"{options.preset}, game {game}: {difference}")
                return 1
    print(
        f"{options.preset}, {options.size}x{options.size}: {options.games} equal games, {dict(counts)}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
