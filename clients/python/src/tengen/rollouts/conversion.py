"""Converts files of moves to Parquet or npz while a rollout runs, and writes the manifest."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from tengen.data.files import read_games
from tengen.data.folder_files import EXTENSIONS, MANIFEST, SPEC, file_name, read_json
from tengen.data.manifest import rollout_files, rollout_manifest, write_manifest
from tengen.data.packed import PackedPlanes, concatenated
from tengen.data.replay import Replayer
from tengen.data.writing import write_games

if TYPE_CHECKING:
    from pathlib import Path

    from tengen.data.games import Games

PAUSE_SECONDS = 0.5
LANE_COUNT = 256


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
        spec = read_json(self._folder / SPEC)
        extension = EXTENSIONS[spec["file_format"].lower()]
        for source in sorted(self._folder.glob("games-*.pb")):
            index = int(source.stem.removeprefix("games-"))
            if index % self._count != self._index:
                continue
            target = self._folder / file_name(index, extension)
            if not target.exists():
                games = read_games(source)
                planes = self._planes(games, spec["planes"]) if spec["planes"] else None
                write_games(games, target, planes=planes)
            source.unlink(missing_ok=True)

    def finish(self) -> bool:
        """Writes the manifest if the rollout is complete. Returns whether it is.

        Raises:
          DataFileError: A file is damaged, or against the rules.
        """
        files = rollout_files(self._folder, read_json(self._folder / SPEC))
        if not all(file.exists() for file in files):
            return False
        if not (self._folder / MANIFEST).exists():
            parts = [(file, read_games(file)) for file in files]
            for _, games in parts:
                self._replay(games)
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
                if (self._folder / SPEC).exists():
                    self.convert()
        except Exception as e:
            self._error = e

    def _opened(self, encoding: str) -> Replayer:
        if self._replayer is None or self._replayer.encoding != encoding:
            if self._replayer is not None:
                self._replayer.close()
            self._replayer = Replayer(encoding, lane_count=LANE_COUNT)
        return self._replayer

    def _planes(self, games: Games, encoding: str) -> PackedPlanes:
        return packed_planes(games, self._opened(encoding))

    def _replay(self, games: Games) -> None:
        replayer = self._opened("alphazero:history=1")
        for start in range(0, len(games), LANE_COUNT):
            replayer.replay(games, np.arange(start, min(start + LANE_COUNT, len(games))))


def packed_planes(games: Games, replayer: Replayer) -> PackedPlanes:
    """Returns the planes and masks of all positions of some games.

    Raises:
      DataFileError: The games are against the rules.
    """
    parts = []
    for start in range(0, len(games), replayer.lane_count):
        rows = np.arange(start, min(start + replayer.lane_count, len(games)))
        positions = replayer.replay(games, rows)
        mask = np.packbits(positions.action_mask, axis=1)
        parts.append(PackedPlanes(replayer.encoding, positions.packed, mask, positions.globals))
    return concatenated(parts)
