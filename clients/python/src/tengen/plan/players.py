"""Measures players: moves of `tengen rollout` in one thread."""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tengen._java.runtime import java_command
from tengen.data.files import read_games
from tengen.plan.points import PlayerPoint
from tengen.plan.processors import seconds_without_compilers

if TYPE_CHECKING:
    from collections.abc import Callable

WARM_UP_SECONDS = 4.0
"""After this time, Java has compiled what matters: the time of a move falls by 3 % at most."""

WINDOW_SECONDS = 2.5
POLL_SECONDS = 0.02
FILES = 10_000
"""More files than any machine plays during a measurement."""


def measure_players(
    size: int,
    black: str,
    white: str,
    games_per_file: int,
    *,
    warm_up: float = WARM_UP_SECONDS,
    window: float = WINDOW_SECONDS,
) -> PlayerPoint:
    """Measures `tengen rollout` in one thread, and stops it.

    The time of a move is the processor time between the ends of two files, divided by the moves
    of the files between them. Both lie after the warm-up, and the threads of Java's compiler do
    not count: what they do ends some time, but not at the same time in each run.

    Args:
      size: The side of the board.
      black: The black player.
      white: The white player.
      games_per_file: The games of a file, which should take well below a second.
      warm_up: The seconds before the first of the two ends.
      window: The least seconds between them.

    Raises:
      RuntimeError: The command fails, or plays all its files before the end.
    """
    with tempfile.TemporaryDirectory() as scratch:
        folder, messages = Path(scratch, "games"), Path(scratch, "messages")
        words = [f"--size={size}", f"--black={black}", f"--white={white}", f"--out={folder}"]
        words += [f"--games={FILES * games_per_file}", f"--games-per-file={games_per_file}"]
        with messages.open("w") as file:
            process = subprocess.Popen(
                java_command(["rollout", *words, "--concurrency=1", "--seed=5", "--json"]),
                stdout=subprocess.DEVNULL,
                stderr=file,
            )
        try:

            def count() -> int:
                if process.poll() is not None:
                    raise RuntimeError(messages.read_text().strip() or "the rollout ended early")
                return len(_files(folder))

            first = _next_file(count, after=warm_up)
            begin = seconds_without_compilers(process.pid)
            last = _next_file(count, after=window)
            used = seconds_without_compilers(process.pid) - begin
        finally:
            process.kill()
            process.wait()
        files = _files(folder)[:last]
        moves = [read_games(file).position_count for file in files]
        games = games_per_file * last
        return PlayerPoint(
            size=size,
            black=black,
            white=white,
            games_per_file=games_per_file,
            seconds_per_move=used / sum(moves[first:]),
            moves_per_game=sum(moves) / games,
            bytes_per_game=sum(file.stat().st_size for file in files) / games,
        )


def _files(folder: Path) -> list[Path]:
    """Returns the complete files. One thread completes them in order."""
    return sorted(folder.glob("games-*.pb"))


def _next_file(count: Callable[[], int], *, after: float) -> int:
    """Waits for a time, then until another file is complete. Returns the number of files."""
    time.sleep(after)
    before = count()
    while (now := count()) == before:
        time.sleep(POLL_SECONDS)
    return now
