"""Rollout folders in an object store. Skipped where fsspec is not installed."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("fsspec")

from tengen.data.mirror import (
    BROKEN,
    FOREIGN,
    ForeignRolloutError,
    MirroredCommand,
    RolloutMirror,
    main,
)

if TYPE_CHECKING:
    from pathlib import Path

PLAY = """
import pathlib, sys
folder, shard, shards, files, spec = sys.argv[1:]
path = pathlib.Path(folder)
if not (path / "_rollout.json").exists():
    (path / "_rollout.json").write_text(spec)
if (path / "_rollout.json").read_text() != spec:
    sys.exit(2)
for file in range(int(files)):
    name = path / f"games-{file:06d}.pb"
    if file % int(shards) == int(shard) and not name.exists():
        journal = path / f"games-{file:06d}.journal"
        journal.write_text(f"games of file {file}")
        journal.replace(name)
        with (path / "played").open("a") as log:
            log.write(f"{file}\\n")
if len(list(path.glob("*.pb"))) == int(files):
    (path / "_manifest.json").write_text("all")
"""
"""A command that does with files what `tengen rollout` does."""


def command(folder: Path, shard: int, shards: int, spec: str = "spec") -> list[str]:
    return [sys.executable, "-c", PLAY, str(folder), str(shard), str(shards), "6", spec]


def test_shards_without_a_common_folder_complete_the_rollout(tmp_path: Path) -> None:
    store = tmp_path / "store"

    def play(shard: int) -> int:
        folder = tmp_path / f"shard-{shard}"
        mirror = RolloutMirror(store.as_uri(), folder)
        return MirroredCommand(mirror, command(folder, shard, 3), poll_seconds=0.1).run()

    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(play, range(3))) == [0, 0, 0]

    files = {file.name: file.read_text() for file in store.iterdir() if file.name != "played"}
    expected = {f"games-{file:06d}.pb": f"games of file {file}" for file in range(6)}
    assert files == {**expected, "_rollout.json": "spec", "_manifest.json": "all"}


def test_stored_files_are_not_played_again(tmp_path: Path) -> None:
    store = tmp_path / "store"
    for folder in (tmp_path / "first", tmp_path / "second"):
        mirror = RolloutMirror(store.as_uri(), folder)
        assert MirroredCommand(mirror, command(folder, 0, 2)).run() == 0

    assert (tmp_path / "first/played").read_text().split() == ["0", "2", "4"]
    # The log itself is a file of the folder, so that the second command would extend it.
    assert (tmp_path / "second/played").read_text().split() == ["0", "2", "4"]
    assert not (store / "games-000000.journal").exists()


def test_another_rollout_in_the_store_is_refused(tmp_path: Path) -> None:
    store = tmp_path / "store"
    one = RolloutMirror(store.as_uri(), tmp_path / "one")
    (tmp_path / "one/_rollout.json").write_text("one")
    assert one.store() == ["_rollout.json"]
    other = RolloutMirror(store.as_uri(), tmp_path / "other")
    (tmp_path / "other/_rollout.json").write_text("other")

    with pytest.raises(ForeignRolloutError, match="another rollout"):
        other.fetch()

    assert (store / "_rollout.json").read_text() == "one"


def test_command_line_returns_the_exit_code_of_the_command(tmp_path: Path) -> None:
    store, folder = (tmp_path / "store").as_uri(), tmp_path / "folder"
    assert main([store, str(folder), "--", sys.executable, "-c", "raise SystemExit(7)"]) == 7


def test_command_line_refuses_another_rollout(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, folder = tmp_path / "store", tmp_path / "folder"
    folder.mkdir()
    (folder / "_rollout.json").write_text("here")
    store.mkdir()
    (store / "_rollout.json").write_text("there")

    assert main([store.as_uri(), str(folder), "--", "true"]) == FOREIGN
    assert "another rollout" in capsys.readouterr().err


def test_command_line_reports_a_store_that_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("no folder")
    url = (tmp_path / "file").as_uri() + "/below"
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "_rollout.json").write_text("spec")

    assert main([url, str(folder), "--", "true"]) == BROKEN
    assert url in capsys.readouterr().err


def test_command_line_wrong_poll_seconds_exits(tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main(["--poll-seconds", "0", tmp_path.as_uri(), str(tmp_path), "--", "true"])
