from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

import tengen

THREAD_COUNT = 8


def play_game(client: tengen.Client, seed: int) -> list[int]:
    """Plays a random game, and returns the state hashes."""
    random = np.random.default_rng(seed)
    hashes = []
    with client.create_session(4, max_moves=60) as session:
        _, info = session.reset(seed=seed)
        while not info["end_reason"]:
            info = session.step(random.choice(np.flatnonzero(info["action_mask"]))).info
            hashes.append(info["state_hash"])
    return hashes


def test_client_shared_by_threads_plays_as_by_one(client: tengen.Client) -> None:
    seeds = range(THREAD_COUNT)
    alone = [play_game(client, seed) for seed in seeds]

    with ThreadPoolExecutor(THREAD_COUNT) as threads:
        together = list(threads.map(lambda seed: play_game(client, seed), seeds))

    assert together == alone


def test_session_shared_by_threads_loses_no_move(client: tengen.Client) -> None:
    # These points are not adjacent, so that they are legal in any order.
    points = range(0, 80, 4)
    with client.create_session(9) as session:
        with ThreadPoolExecutor(THREAD_COUNT) as threads:
            list(threads.map(session.step, points))

        assert sorted(session.state().actions) == list(points)


def test_session_shared_by_threads_one_wins_each_move_number(client: tengen.Client) -> None:
    with client.create_session(5) as session:

        def is_first(action: int) -> bool:
            try:
                session.step(action, expected_move_number=0)
            except tengen.WrongMoveNumberError:
                return False
            return True

        with ThreadPoolExecutor(THREAD_COUNT) as threads:
            winners = list(threads.map(is_first, range(THREAD_COUNT)))

        assert winners.count(True) == 1
        assert session.state().actions == (winners.index(True),)
