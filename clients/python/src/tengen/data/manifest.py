"""Manifests: counts and checksums of the files of games in a folder."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.data.folder_files import (
    EXTENSIONS,
    MANIFEST,
    SPEC,
    file_name,
    locked,
    own_file,
    read_json,
    replace_json,
    sha256_of,
)
from tengen.enums import Color
from tengen.v1 import timestep_pb2

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tengen.data.games import Games

DATA_FORMAT = "tengen-data"
"""The format of the manifest of a folder that no rollout has written."""

DATA_FORMAT_VERSION = 1

TRUNCATIONS = (
    timestep_pb2.END_REASON_MAX_MOVES,
    timestep_pb2.END_REASON_MAX_ILLEGAL_ACTIONS,
    timestep_pb2.END_REASON_OPPONENT_REFUSED,
)


def counts_of(parts: Iterable[Games]) -> dict[str, Any]:
    """Returns counts of games, with the keys of a manifest."""
    counts = dict.fromkeys(("games", "moves", "black_wins", "white_wins", "ties", "truncations"), 0)
    reasons: dict[str, int] = {}
    for games in parts:
        truncations = int(np.isin(games.end_reason, TRUNCATIONS).sum())
        wins = [int((games.winner == color).sum()) for color in (Color.BLACK, Color.WHITE)]
        counts["games"] += len(games)
        counts["moves"] += len(games.moves)
        counts["black_wins"] += wins[0]
        counts["white_wins"] += wins[1]
        counts["truncations"] += truncations
        counts["ties"] += len(games) - sum(wins) - truncations
        for number, count in zip(*np.unique(games.end_reason, return_counts=True), strict=True):
            name = timestep_pb2.EndReason.Name(int(number)).removeprefix("END_REASON_")
            reasons[name] = reasons.get(name, 0) + int(count)
    return {**counts, "end_reasons": dict(sorted(reasons.items()))}


def entry_of(file: Path, games: Games) -> dict[str, Any]:
    """Returns what a manifest says of a file."""
    return {
        "name": file.name,
        "first_game": int(games.header.first_game),
        "games": len(games),
        "moves": len(games.moves),
        "bytes": file.stat().st_size,
        "sha256": sha256_of(file),
    }


def rollout_manifest(folder: Path, parts: list[tuple[Path, Games]]) -> dict[str, Any]:
    """Returns the manifest of a complete rollout."""
    return {
        "spec": read_json(own_file(folder, SPEC)),
        "spec_sha256": hashlib.sha256(own_file(folder, SPEC).read_bytes()).hexdigest(),
        "counts": counts_of(games for _, games in parts),
        "files": [entry_of(file, games) for file, games in parts],
    }


def data_manifest(
    source: dict[str, Any], parts: list[tuple[Path, Games]], version: str
) -> dict[str, Any]:
    """Returns the manifest of a folder whose games have several sources.

    Args:
      source: Where the games are from.
      parts: The files and their games.
      version: The version of the package.
    """
    return {
        "format": DATA_FORMAT,
        "format_version": DATA_FORMAT_VERSION,
        "tengen_version": version,
        "source": source,
        "counts": counts_of(games for _, games in parts),
        "files": [entry_of(file, games) for file, games in parts],
    }


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Replaces the manifest of a folder."""
    with locked(folder):
        replace_json(own_file(folder, MANIFEST), manifest)


def rollout_files(folder: Path, spec: dict[str, Any]) -> list[Path]:
    """Returns the files of games of a complete rollout."""
    count = -(-spec["games"] // spec["games_per_file"])
    extension = EXTENSIONS[spec["file_format"].lower()]
    return [folder / file_name(index, extension) for index in range(count)]
