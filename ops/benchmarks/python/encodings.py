"""Compares the planes of another environment with those of Tengen, number by number, in random games.

Requires the `tengen` client and the peer in one Python environment, and a running server. Every
position is observed in the encoding with the peer's name, in the peer's layout. Passes are drawn, too.
Actions are mapped if the peer counts rows from the bottom. Exit code 1: a position differs.
"""

from __future__ import annotations

import argparse
import random
import sys
from typing import TYPE_CHECKING

import numpy as np
from boards import OpenSpielBoard, PettingZooBoard, PgxBoard

import tengen

if TYPE_CHECKING:
    from boards import Board


PEERS = {
    "pettingzoo-v5": PettingZooBoard,
    "openspiel-4": OpenSpielBoard,
    "pgx-17": PgxBoard,
}
"""The peers, by the encoding that reproduces their planes."""


def play_game(
    board: Board, session: tengen.Session, spec: tengen.EncodingSpec, draw: random.Random
) -> tuple[int, int]:
    """Plays a game in both, and returns the number of positions, and how many of them differ."""
    board.reset()
    session.reset()
    compared = different = 0
    is_over = False
    while not is_over and compared < 2 * session.width * session.height:
        theirs, legal = board.observe()
        ours = spec.peer.tensor(session.observe(spec.name)[spec.name])
        compared += 1
        different += not np.array_equal(np.asarray(theirs, dtype=np.uint8).ravel(), ours.ravel())
        action = int(draw.choice(legal))
        is_over = board.step(action)
        session.step(spec.peer.peer_action(action, session.width, session.height))
    return compared, different


def compare(
    client: tengen.Client, name: str, size: int, games: int, draw: random.Random
) -> tuple[int, int]:
    """Plays games of one size, and returns the number of positions, and how many of them differ."""
    (spec,) = (spec for spec in client.server_info().encodings if spec.name == name)
    board = PEERS[name](size)
    # All actions that the peer allows must be legal in the session.
    with client.create_session(size, ko="none", encodings=(), max_moves=-1) as session:
        results = [play_game(board, session, spec, draw) for _ in range(games)]
    compared, different = (sum(column) for column in zip(*results, strict=True))
    return compared, different


def main() -> None:
    """Runs the command line, and exits with code 1 if a position differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("encoding", nargs="+", choices=PEERS)
    parser.add_argument("--address", default="127.0.0.1:9019", help="the server's address")
    parser.add_argument("--size", type=int, nargs="+", default=[9, 19])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    total = 0
    with tengen.connect(arguments.address) as client:
        for name in arguments.encoding:
            for size in arguments.size:
                draw = random.Random(arguments.seed)
                compared, different = compare(client, name, size, arguments.games, draw)
                total += different
                print(f"{name} {size}x{size}: {compared} positions, {different} differ", flush=True)
    sys.exit(1 if total else 0)


if __name__ == "__main__":
    main()
