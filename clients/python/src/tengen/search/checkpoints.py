"""The place where a run of `python -m tengen.search` continues after it was killed."""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tengen.data.folder_files import replace_file
from tengen.search.self_play import SelfPlayState

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = "_checkpoint.npz"


class Checkpoint(NamedTuple):
    """What a run has written, and where its games stand.

    Attributes:
      settings: The arguments of the run on which its games and files depend.
      seed: The seed of all games.
      file_count: The number of files of games that are complete.
      game_count: The number of games in them.
      rollout_file_count: The number of files of the rollout that are complete.
      slots: The state of each slot; empty at the start of the run.
    """

    settings: dict[str, Any]
    seed: int
    file_count: int = 0
    game_count: int = 0
    rollout_file_count: int = 0
    slots: tuple[bytes, ...] = ()

    @property
    def state(self) -> SelfPlayState | None:
        """Where the self-play continues; None at the start of the run."""
        return SelfPlayState(self.seed, self.slots) if self.slots else None

    def write(self, folder: Path) -> None:
        """Replaces the checkpoint of a folder in one step.

        Raises:
          OSError: The file cannot be written.
        """
        header = self._asdict()
        del header["slots"]
        lengths = np.array([len(slot) for slot in self.slots], np.int64)

        def save(draft: Path) -> None:
            with draft.open("wb") as file:
                np.savez(
                    file,
                    header=np.array(json.dumps(header)),
                    slot_lengths=lengths,
                    slots=np.frombuffer(b"".join(self.slots), np.uint8),
                )

        replace_file(folder / FILE_NAME, save)


def read_checkpoint(folder: Path) -> Checkpoint | None:
    """Returns the checkpoint of a folder. None: it has no run that was left.

    Raises:
      OSError: The file cannot be read.
      ValueError: It is not such a file.
    """
    path = folder / FILE_NAME
    if not path.exists():
        return None
    try:
        # NumPy leaves a damaged file open that it has opened itself.
        with path.open("rb") as file, np.load(file) as arrays:
            header = json.loads(str(arrays["header"]))
            ends = np.cumsum(arrays["slot_lengths"])
            joined = arrays["slots"].tobytes()
        starts = [0, *ends[:-1]]
        slots = tuple(joined[start:end] for start, end in zip(starts, ends, strict=False))
        return Checkpoint(**header, slots=slots)
    except (KeyError, ValueError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} is not a checkpoint: {error}") from error


def remove_checkpoint(folder: Path) -> None:
    """Removes the checkpoint of a folder whose run is complete."""
    (folder / FILE_NAME).unlink()
