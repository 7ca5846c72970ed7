"""`tengen data merge`, `split`, `convert` and `stats`."""

from __future__ import annotations

import base64
import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen._java.runtime import java_command
from tengen.data.collecting import GAMES_PER_FILE, GameWriter
from tengen.data.folder import GameFolder
from tengen.data.games import DataFileError, Games
from tengen.data.manifest import counts_of
from tengen.v1 import rollout_pb2, timestep_pb2

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

SALT = np.uint64(0x9E3779B97F4A7C15)


def merge(
    folders: Sequence[str | Path],
    out: str | Path,
    *,
    format: str = "moves",  # noqa: A002 - the name of the option of the command line.
    games_per_file: int = GAMES_PER_FILE,
    skip_damaged: bool = False,
) -> int:
    """Writes the games of several folders to a new one and returns their number.

    Args:
      folders: The folders.
      out: The new folder.
      format: "moves", "parquet" or "npz".
      games_per_file: The number of games in a file.
      skip_damaged: Whether files that cannot be used are skipped with a warning each.

    Raises:
      FileNotFoundError: A folder has no files of games.
      FileExistsError: `out` has files.
      DataFileError: A file cannot be used, unless `skip_damaged`.
    """
    opened = [GameFolder(folder, is_strict=not skip_damaged) for folder in folders]
    source = {"kind": "merge", "folders": [str(folder) for folder in folders]}
    with GameWriter(out, format=format, games_per_file=games_per_file, source=source) as writer:
        for folder in opened:
            for games in folder:
                writer.add(games)
    return writer.game_count


def split(
    folder: str | Path,
    outs: Sequence[str | Path],
    shares: Sequence[float],
    *,
    seed: int = 0,
    format: str = "moves",  # noqa: A002 - the name of the option of the command line.
    games_per_file: int = GAMES_PER_FILE,
    skip_damaged: bool = False,
) -> list[int]:
    """Divides the games of a folder at random among new ones.

    The part of a game depends on its number and the seed alone. All positions of a game are in one
    part, so that a validation set shares no game with the training set.

    Args:
      folder: The folder.
      outs: The new folders.
      shares: The part of the games of each, in any unit.
      seed: The seed, at least 0.
      format: The format of the new files.
      games_per_file: The number of games in a file.
      skip_damaged: Whether files that cannot be used are skipped with a warning each.

    Returns:
      The number of games of each new folder.

    Raises:
      ValueError: There is not one share greater than 0 for each folder.
      FileNotFoundError: The folder has no files of games.
      FileExistsError: A new folder has files.
      DataFileError: A file cannot be used, unless `skip_damaged`.
    """
    if len(outs) != len(shares) or not outs or min(shares) <= 0:
        raise ValueError(f"shares {list(shares)} must be one number above 0 for each new folder")
    opened = GameFolder(folder, is_strict=not skip_damaged)
    ends = np.cumsum(np.asarray(shares, np.float64) / np.sum(shares))
    writers = []
    for out, share in zip(outs, shares, strict=True):
        source = {"kind": "split", "folder": str(folder), "share": share, "seed": seed}
        writers.append(GameWriter(out, format=format, games_per_file=games_per_file, source=source))
    for games in opened:
        draws = _uniform(games.number, seed)
        parts = np.minimum(np.searchsorted(ends, draws, side="right"), len(outs) - 1)
        for index, writer in enumerate(writers):
            rows = np.flatnonzero(parts == index)
            if len(rows):
                writer.add(games.select(rows))
    for writer in writers:
        writer.close()
    return [writer.game_count for writer in writers]


def _uniform(numbers: np.ndarray[Any, np.dtype[np.uint64]], seed: int) -> Any:
    """Returns a number of [0, 1) for each game, with the mixing function of SplitMix64."""
    with np.errstate(over="ignore"):
        z = numbers + SALT * np.uint64(seed + 1)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
    return (z >> np.uint64(11)).astype(np.float64) * 2.0**-53


def convert(
    sources: Sequence[str | Path],
    out: str | Path,
    *,
    format: str = "moves",  # noqa: A002 - the name of the option of the command line.
    games_per_file: int = GAMES_PER_FILE,
    on_skip: Callable[[str], None] | None = None,
    on_damaged: Callable[[str], None] | None = None,
    skip_damaged: bool = False,
    on_warning: Callable[[str], None] | None = None,
    strict: bool = False,
) -> int:
    """Writes games of SGF files to a new folder and returns their number.

    A game is taken if it begins on the empty board, its moves are legal under its rules, and it
    ends by passes with the recorded winner, by a resignation, or by time.

    Args:
      sources: SGF files. Each may have many games; the main line of each is taken.
      out: The new folder.
      format: "moves", "parquet" or "npz".
      games_per_file: The number of games in a file.
      on_skip: Called with one line for each game that is skipped.
      on_damaged: Called with one line for each file that is no SGF or cannot be read.
      skip_damaged: Whether such files are skipped. Otherwise, nothing is written if there is one.
      on_warning: Called with one line for each oddity of a record, such as a guessed charset.
      strict: Whether to skip records that break the format even if their moves are intact.

    Raises:
      DataFileError: Files are no SGF or cannot be read, unless `skip_damaged`.
      FileExistsError: `out` has files.
      LaunchError: There is no Java 17 or later, or no jar.
      RuntimeError: The files cannot be read.
    """
    source = {"kind": "sgf", "files": [str(file) for file in sources]}
    strictness = ["--strict"] if strict else []
    kinds: dict[str, list[dict[str, Any]]] = {}
    damaged = 0
    for value in _read_sgf(*strictness, *map(str, sources)):
        place = f"game {value['game']}: " if value["game"] else ""
        if "warnings" in value:
            warnings = [f"{value['file']}: {place}{warning}" for warning in value["warnings"]]
            if on_warning is not None:
                for warning in warnings:
                    on_warning(warning)
        elif "error" in value:
            damaged += not value["game"]
            report = on_skip if value["game"] else on_damaged
            if report is not None:
                report(f"{value['file']}: {place}{value['error']}")
        else:
            kinds.setdefault(value["header"], []).append(value)
    if damaged and not skip_damaged:
        raise DataFileError(f"{damaged} of {len(sources)} files cannot be used; nothing is written")
    with GameWriter(out, format=format, games_per_file=games_per_file, source=source) as writer:
        for values in kinds.values():
            writer.add(_games(values))
    return writer.game_count


def read_sgf_rollout(folder: str | Path) -> tuple[dict[str, Games], dict[str, str]]:
    """Reads the SGF files of a rollout.

    Returns:
      The games of each file by its name, and the problems of files that cannot be used: of those
      that are missing, too, and of the spec.

    Raises:
      LaunchError: There is no Java 17 or later, or no jar.
      RuntimeError: The folder cannot be read.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    problems: dict[str, str] = {}
    for value in _read_sgf(str(folder)):
        name = Path(value["file"]).name
        if "error" in value:
            problems[name] = value["error"]
        else:
            found.setdefault(name, []).append(value)
    games = {name: _games(values) for name, values in found.items() if name not in problems}
    return games, problems


def _read_sgf(*arguments: str) -> Iterator[dict[str, Any]]:
    """Yields what `tengen data read-sgf` prints: a game, its warnings, or an error."""
    command = java_command(["data", "read-sgf", *arguments])
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield from map(json.loads, process.stdout)
    if process.returncode:
        raise RuntimeError(f"tengen data read-sgf ended with exit code {process.returncode}")


def _games(values: list[dict[str, Any]]) -> Games:
    header = rollout_pb2.RolloutHeader.FromString(base64.b64decode(values[0]["header"]))
    reasons = [f"END_REASON_{value['end_reason']}" for value in values]
    lengths = [len(value["moves"]) for value in values]
    return Games(
        file=values[0]["file"],
        header=header,
        number=np.arange(len(values), dtype=np.uint64) + np.uint64(header.first_game),
        moves=np.concatenate([np.array(value["moves"], np.uint16) for value in values]),
        offsets=np.cumsum([0, *lengths]).astype(np.int64),
        end_reason=np.array([timestep_pb2.EndReason.Value(name) for name in reasons], np.int8),
        winner=np.array([value["winner"] for value in values], np.int8),
        black_margin=np.array([value["black_margin"] for value in values], np.float64),
    )


def stats(folder: str | Path) -> dict[str, Any]:
    """Returns counts of a folder's games, and means of their lengths and margins.

    Raises:
      FileNotFoundError: The folder has no files of games.
    """
    opened = GameFolder(folder)
    parts = list(opened)
    counts = counts_of(parts)
    lengths = np.concatenate([np.diff(part.offsets) for part in parts] or [np.zeros(0, np.int64)])
    margins = np.concatenate([part.black_margin for part in parts] or [np.zeros(0)])
    boards = sorted({f"{part.header.width}x{part.header.height}" for part in parts})
    sizes = sum(file.stat().st_size for file in opened.files)
    firsts = np.concatenate([part.moves[part.offsets[:-1]] for part in parts if len(part.moves)])
    return {
        "folder": str(folder),
        "files": len(opened.files),
        "bad_files": len(opened.problems),
        "bytes": sizes,
        "bytes_per_game": sizes / max(1, counts["games"]),
        "boards": boards,
        **counts,
        "moves_per_game": {
            "mean": float(lengths.mean()) if len(lengths) else 0.0,
            "min": int(lengths.min(initial=0)) if not len(lengths) else int(lengths.min()),
            "max": int(lengths.max(initial=0)),
        },
        "black_margin_mean": float(margins.mean()) if len(margins) else 0.0,
        "first_moves": len(np.unique(firsts)),
        "distinct_games": len(
            {
                part.moves[part.offsets[row] : part.offsets[row + 1]].tobytes()
                for part in parts
                for row in range(len(part))
            }
        ),
    }
