"""Converts files of moves to Parquet or npz while a rollout runs, and writes the manifest."""

from __future__ import annotations

import itertools
import threading
from typing import TYPE_CHECKING

import numpy as np

from tengen.data.files import read_games
from tengen.data.folder_files import EXTENSIONS, MANIFEST, SPEC, file_name, own_file, read_json
from tengen.data.games import joined
from tengen.data.manifest import rollout_files, rollout_manifest, write_manifest
from tengen.data.packed import PackedPlanes, concatenated
from tengen.data.replay import PLAIN_ENCODING, Replayer, replay_problems
from tengen.data.writing import write_games

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tengen.data.games import Games

PAUSE_SECONDS = 0.5
CHECKED_LANES = 1024
"""The number of games that are replayed at once for the manifest."""

PLANE_LANES = 256
"""The number of games at once whose planes are kept in memory."""


class Converter:
    """Converts the files of a shard. One thread at a time may use it.

    Args:
      folder: The folder of the rollout.
      shard: The index of the shard and the number of shards.
    """

    def __init__(self, folder: Path, shard: tuple[int, int]) -> None:
        self._folder = folder
        self._index, self._count = shard
        self._replayer: Replayer | None = None
        self._stop = threading.Event()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._watch, name="rollout-converter", daemon=True)

    def start(self) -> None:
        """Starts to convert files in the background as they become complete."""
        self._thread.start()

    def stop(self) -> None:
        """Ends the background thread.

        Raises:
          Exception: The conversion failed.
        """
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._error is not None:
            raise self._error

    def convert(self) -> None:
        """Converts the files of the shard that are complete and wait for it.

        Raises:
          DataFileError: A file is damaged, or against the rules.
        """
        spec = read_json(own_file(self._folder, SPEC))
        extension = EXTENSIONS[spec["file_format"].lower()]
        waiting: list[tuple[Path, Path]] = []
        for source in sorted(self._folder.glob("games-*.pb")):
            index = int(source.stem.removeprefix("games-"))
            if index % self._count != self._index:
                continue
            target = self._folder / file_name(index, extension)
            if target.exists():
                source.unlink(missing_ok=True)
            else:
                waiting.append((source, target))
        size = max(1, PLANE_LANES // spec["games_per_file"])
        for start in range(0, len(waiting), size):
            self._write(waiting[start : start + size], spec["planes"])

    def _write(self, files: list[tuple[Path, Path]], encoding: str | None) -> None:
        """Converts some files, whose games are replayed at once if their planes are wanted."""
        parts = [read_games(source) for source, _ in files]
        planes: list[PackedPlanes | None] = [None] * len(parts)
        if encoding:
            planes = split_planes(parts, self._opened(encoding, PLANE_LANES))
        for (source, target), games, own in zip(files, parts, planes, strict=True):
            write_games(games, target, planes=own)
            source.unlink(missing_ok=True)

    def finish(self) -> bool:
        """Writes the manifest if the rollout is complete. Returns whether it is.

        Raises:
          DataFileError: A file is damaged, or against the rules.
        """
        files = rollout_files(self._folder, read_json(own_file(self._folder, SPEC)))
        if not all(file.exists() for file in files):
            return False
        if not own_file(self._folder, MANIFEST).exists():
            parts = [(file, read_games(file)) for file in files]
            replayer = self._opened(PLAIN_ENCODING, CHECKED_LANES)
            for problem in replay_problems(replayer, [games for _, games in parts]).values():
                raise problem
            write_manifest(self._folder, rollout_manifest(self._folder, parts))
        return True

    def close(self) -> None:
        """Ends the thread and the replay."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._replayer is not None:
            self._replayer.close()

    def _watch(self) -> None:
        try:
            while not self._stop.wait(PAUSE_SECONDS):
                if own_file(self._folder, SPEC).exists():
                    self.convert()
        except Exception as e:
            self._error = e

    def _opened(self, encoding: str, lane_count: int) -> Replayer:
        kind = (encoding, lane_count)
        if self._replayer is None or kind != (self._replayer.encoding, self._replayer.lane_count):
            if self._replayer is not None:
                self._replayer.close()
            self._replayer = Replayer(encoding, lane_count=lane_count)
        return self._replayer


def split_planes(parts: Sequence[Games], replayer: Replayer) -> list[PackedPlanes | None]:
    """Returns the planes and masks of all positions of the games of each file.

    Raises:
      DataFileError: The games are against the rules.
    """
    games = joined(parts)
    replayed = []
    for start in range(0, len(games), replayer.lane_count):
        rows = np.arange(start, min(start + replayer.lane_count, len(games)))
        positions = replayer.replay(games, rows)
        mask = np.packbits(positions.action_mask, axis=1)
        replayed.append(PackedPlanes(replayer.encoding, positions.packed, mask, positions.globals))
    everything = concatenated(replayed)
    bounds = np.cumsum([0, *(len(part.moves) for part in parts)])
    return [everything.select(np.arange(first, last)) for first, last in itertools.pairwise(bounds)]
