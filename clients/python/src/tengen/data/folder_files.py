"""Names and durable writes of the files in a folder of games."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SPEC = "_rollout.json"
MANIFEST = "_manifest.json"
LOCK = "_rollout.lock"
# Readers of folders of Parquet files skip names that begin with an underscore or a dot.

EXTENSIONS = {"moves": "pb", "sgf": "sgf", "parquet": "parquet", "npz": "npz"}
"""The extensions of files of games by format."""


def own_file(folder: Path, name: str) -> Path:
    """Returns the path of a file of a folder that has no games: `SPEC`, `MANIFEST` or `LOCK`.

    Earlier versions wrote these files without the underscore. A folder that has such a file keeps
    its name.
    """
    old = folder / plain_name(name)
    return old if old.exists() else folder / name


def plain_name(name: str) -> str:
    """Returns the name that earlier versions gave to a file, such as "rollout.json"."""
    return name.removeprefix("_")


def file_name(index: int, extension: str) -> str:
    """Returns the name of a file of games."""
    return f"games-{index:06}.{extension}"


def replace_file(path: Path, write: Callable[[Path], None]) -> None:
    """Replaces a file in one step. A death leaves the old file, or none.

    Args:
      path: The file.
      write: Writes the new content to the path that it gets.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        write(draft)
        descriptor = os.open(draft, os.O_RDWR)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def replace_json(path: Path, value: dict[str, Any]) -> None:
    """Replaces a file by JSON. Equal values give equal bytes."""
    text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    replace_file(path, lambda draft: _write_text(draft, text))


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def read_json(path: Path) -> dict[str, Any]:
    """Returns the object in a file.

    Raises:
      OSError: The file cannot be read.
      ValueError: The file is not a JSON object.
    """
    value = json.loads(path.read_bytes())
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    return value


def sha256_of(path: Path) -> str:
    """Returns the SHA-256 of a file in hexadecimal digits."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds the lock of a folder, which `tengen rollout` takes, too."""
    try:
        import fcntl  # noqa: PLC0415 - not on Windows.
    except ImportError:
        yield
        return
    with own_file(folder, LOCK).open("ab") as file:
        fcntl.lockf(file, fcntl.LOCK_EX)
        yield
