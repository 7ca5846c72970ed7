"""Agents for tests, and a runner for them."""

from __future__ import annotations

import contextlib
import subprocess
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from fake_arena import WAIT_SECONDS

from tengen import arena

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fake_arena import FakeArena, FakeStream


@contextlib.contextmanager
def running(words: list[str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Runs a process in a folder, with both outputs in one, and kills it at the end."""
    with subprocess.Popen(
        words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


class Served:
    """Runs `serve` in a separate thread."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._threads = ThreadPoolExecutor(1)
        self.stop = threading.Event()
        self.future: Future[arena.Tally]

    def __call__(self, agent: Any, **options: Any) -> None:
        known: dict[str, Any] = {"name": "net", "address": self._address, "stop": self.stop}
        self.future = self._threads.submit(arena.serve, agent, **(known | options))

    def tally(self) -> arena.Tally:
        """Waits until `serve` returns, and returns its result."""
        return self.future.result(WAIT_SECONDS)

    def close(self) -> None:
        self.stop.set()
        self._threads.shutdown()


class Recorder:
    """An agent that plays the first legal point and records all calls."""

    def __init__(self) -> None:
        self.turns: list[arena.Turn] = []
        self.events: list[str] = []
        self.games: list[arena.Game] = []
        self.endings: list[arena.GameEnding] = []

    def game_start(self, game: arena.Game) -> None:
        self.games.append(game)
        self.events.append(f"start {game.game_id}")

    def choose(self, turn: arena.Turn) -> int:
        self.turns.append(turn)
        self.events.append(f"choose {turn.game_id} {turn.move_number}")
        return int(turn.legal_actions[0])

    def game_end(self, game: arena.Game, ending: arena.GameEnding) -> None:
        self.endings.append(ending)
        self.events.append(f"end {game.game_id}")


def begin(fake: FakeArena, served: Served, agent: Any, **options: Any) -> FakeStream:
    """Returns a stream on which an agent has one open turn."""
    served(agent, **options)
    stream = fake.accept()
    stream.begin()
    return stream
