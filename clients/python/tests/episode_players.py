"""Plays whole episodes on several threads, each with its own session, until standard input ends.

Run it as `python episode_players.py ADDRESS COUNT SEED`. It prints "ready" once each thread has a
session, and at the end a JSON object: `episodes`, `steps`, `failures`, and `slowest_seconds`, the
longest time that a call took.
"""

from __future__ import annotations

import json
import random
import sys
import threading
import time

import tengen

TIMEOUT_SECONDS = 30.0


class Player:
    """Plays random legal actions in a session until it is stopped.

    Attributes:
      episode_count: The number of episodes that it has played to the end.
      step_count: The number of its steps.
      slowest_seconds: The longest time that a call took.
      failures: Why it ended early.
    """

    def __init__(self, client: tengen.Client, seed: int) -> None:
        self._session = client.create_session(5, seed=seed, encodings=())
        self._random = random.Random(seed)
        self.episode_count = 0
        self.step_count = 0
        self.slowest_seconds = 0.0
        self.failures: list[str] = []

    def play(self, stopped: threading.Event) -> None:
        """Plays whole episodes until `stopped` is set. Each step expects the move number before."""
        try:
            while not stopped.is_set():
                self._play_episode()
        except tengen.TengenError as error:
            self.failures.append(repr(error))

    def _play_episode(self) -> None:
        start_seconds = time.monotonic()
        _, info = self._session.reset()
        self._measure(start_seconds)
        is_over = False
        move_number = 0
        while not is_over:
            actions = info["action_mask"].nonzero()[0]
            action = int(actions[self._random.randrange(len(actions))])
            start_seconds = time.monotonic()
            result = self._session.step(action, expected_move_number=move_number)
            self._measure(start_seconds)
            info = result.info
            is_over = result.terminated or result.truncated
            move_number += 1
            self.step_count += 1
        self.episode_count += 1

    def _measure(self, start_seconds: float) -> None:
        self.slowest_seconds = max(self.slowest_seconds, time.monotonic() - start_seconds)


def main(address: str, count: int, seed: int) -> None:
    """Plays until standard input ends."""
    stopped = threading.Event()
    with tengen.connect(address, timeout_seconds=TIMEOUT_SECONDS) as client:
        players = [Player(client, seed * 1000 + number) for number in range(count)]
        threads = [threading.Thread(target=player.play, args=(stopped,)) for player in players]
        for thread in threads:
            thread.start()
        print("ready", flush=True)
        sys.stdin.read()
        stopped.set()
        for thread in threads:
            thread.join()
    result = {
        "episodes": sum(player.episode_count for player in players),
        "steps": sum(player.step_count for player in players),
        "failures": [failure for player in players for failure in player.failures],
        "slowest_seconds": max(player.slowest_seconds for player in players),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
