"""Runs a command that writes a rollout to a folder, and mirrors the folder to an object store.

    python -m tengen.data.mirror s3://bucket/games /scratch/games -- \
        tengen rollout --games 100000 --shard 3/8 --out /scratch/games

Processes on machines without a common disk share a rollout through the store. Each one fetches what
the store has, so that the command skips it, and stores each file when it is complete. The process
that finds all files in the store writes the manifest: it fetches them and repeats the command.

The store is any URL of fsspec: s3://, gs://, abfs://, file:///. Requires the extra `store`, and the
package of fsspec for the store, such as s3fs.
"""

from __future__ import annotations

import argparse
import secrets
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

try:
    import fsspec
except ImportError:
    raise ImportError('fsspec is not installed: pip install "tengen-go[store]"') from None

from tengen._command_exit import DRAIN_SECONDS, TERMINATED, exit_with, exit_within
from tengen.data.folder_files import MANIFEST, SPEC, own_file, plain_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["ForeignRolloutError", "RolloutMirror"]

SPECS = {SPEC, plain_name(SPEC)}
"""The first file of a rollout, which describes it, in this and in earlier versions."""

MANIFESTS = {MANIFEST, plain_name(MANIFEST)}
"""The last file of a rollout. It is stored after all others."""

DRAFT_SUFFIX = ".draft"
UNFINISHED_SUFFIXES = (".journal", ".lock", DRAFT_SUFFIX)

POLL_SECONDS = 5.0
"""The time between two searches for complete files."""

BROKEN = 3
"""The exit code if the store fails; `tengen rollout` returns the same if a folder fails."""

FOREIGN = 2
"""The exit code if the store has another rollout, as of `tengen rollout` for a folder."""


class ForeignRolloutError(ValueError):
    """The store and the folder have files of different rollouts."""


class RolloutMirror:
    """A folder of a rollout, and its copy in an object store. Not thread-safe.

    A file of a rollout never changes once it is complete, and its content does not depend on the
    process that made it. So processes need no lock: two that store the same file store the same
    bytes.

    Args:
      url: The folder in the store, such as "s3://bucket/games".
      folder: The local folder. It is created if it does not exist.
      options: Arguments of the file system of fsspec.
    """

    def __init__(self, url: str, folder: Path, **options: Any) -> None:
        self._url = url
        self._store, self._root = fsspec.url_to_fs(url, use_listings_cache=False, **options)
        self._folder = folder
        self._stored: set[str] = set()
        folder.mkdir(parents=True, exist_ok=True)

    def fetch(self) -> list[str]:
        """Copies complete files that the folder has not yet, and returns their names.

        Raises:
          ForeignRolloutError: The store has another rollout than the folder.
          OSError: The store or the folder fails.
        """
        there = self._names_in_store()
        for name in SPECS & there:
            self._check_spec(name)
        missing = sorted(there - set(self._names_in_folder()))
        for name in missing:
            draft = self._folder / f".{name}{DRAFT_SUFFIX}"
            draft.write_bytes(self._store.cat_file(self._path(name)))
            draft.replace(self._folder / name)
        self._stored |= there
        return missing

    def store(self) -> list[str]:
        """Copies complete files that the store has not yet, and returns their names.

        The manifest is copied after the others.

        Raises:
          ForeignRolloutError: The store has another rollout than the folder.
          OSError: The store or the folder fails.
        """
        names = sorted(set(self._names_in_folder()) - self._stored, key=_storing_order)
        for name in names:
            self._put(name)
            if name in SPECS:
                # Another process may have stored its own at the same time.
                self._check_spec(name)
            self._stored.add(name)
        return names

    def _put(self, name: str) -> None:
        content, path = (self._folder / name).read_bytes(), self._path(name)
        if "file" not in self._protocols():
            # An object appears when it is complete.
            self._store.pipe_file(path, content)
            return
        # Containers on several machines may have the same process id.
        draft = self._path(f".{name}.{secrets.token_hex(8)}{DRAFT_SUFFIX}")
        self._store.makedirs(self._root, exist_ok=True)
        self._store.pipe_file(draft, content)
        Path(draft).replace(path)

    def _protocols(self) -> tuple[str, ...]:
        protocol = self._store.protocol
        return (protocol,) if isinstance(protocol, str) else tuple(protocol)

    def _path(self, name: str) -> str:
        return f"{self._root.rstrip('/')}/{name}"

    def _check_spec(self, name: str) -> None:
        local = own_file(self._folder, SPEC)
        if local.is_file() and local.read_bytes() != self._store.cat_file(self._path(name)):
            raise ForeignRolloutError(
                f"{self._url} has another rollout than {self._folder}: their files {name} differ;"
                " choose another place in the store, or repeat the options of the first command"
            )

    def _names_in_store(self) -> set[str]:
        try:
            entries = self._store.ls(self._root, detail=True, refresh=True)
        except FileNotFoundError:
            return set()
        files = (entry["name"] for entry in entries if entry["type"] == "file")
        return {name for name in (path.rsplit("/", 1)[-1] for path in files) if _is_complete(name)}

    def _names_in_folder(self) -> Iterator[str]:
        return (
            file.name
            for file in self._folder.iterdir()
            if _is_complete(file.name) and file.is_file()
        )


def _is_complete(name: str) -> bool:
    return not name.startswith(".") and not name.endswith(UNFINISHED_SUFFIXES)


def _storing_order(name: str) -> tuple[int, str]:
    """Sorts names so that the spec comes first and the manifest last."""
    return (0 if name in SPECS else 2 if name in MANIFESTS else 1), name


class MirroredCommand:
    """A command that writes a rollout to the folder of a mirror. SIGTERM and SIGINT end it.

    Args:
      mirror: The mirror.
      words: The command.
      poll_seconds: The time between two searches for complete files.
    """

    def __init__(
        self, mirror: RolloutMirror, words: Sequence[str], *, poll_seconds: float = POLL_SECONDS
    ) -> None:
        self._mirror = mirror
        self._words = list(words)
        self._poll_seconds = poll_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._is_stopped = threading.Event()

    def run(self) -> int:
        """Runs the command until the store has all it can have, and returns its exit code.

        Raises:
          ForeignRolloutError: The store has another rollout than the folder.
          OSError: The store, the folder or the command fails.
        """
        self._mirror.fetch()
        while True:
            exit_code = self._run_once()
            self._mirror.store()
            # With the files of other processes, the command may be able to write the manifest.
            if exit_code != 0 or self._is_stopped.is_set() or not self._mirror.fetch():
                return exit_code

    def _run_once(self) -> int:
        if self._is_stopped.is_set():
            return TERMINATED
        self._process = process = subprocess.Popen(self._words)
        try:
            while True:
                if self._is_stopped.is_set():
                    process.terminate()
                try:
                    return process.wait(timeout=self._poll_seconds)
                except subprocess.TimeoutExpired:
                    self._mirror.store()
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()

    def stop(self) -> None:
        """Ends the command. May be called from a signal handler."""
        self._is_stopped.set()
        if self._process is not None:
            self._process.terminate()


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command line, and returns the exit code: that of the command, 2 or 3."""
    parser = make_parser()
    arguments = parser.parse_args(words)
    if not arguments.poll_seconds > 0:
        parser.error(f"--poll-seconds {arguments.poll_seconds:g} is not positive")
    try:
        mirror = RolloutMirror(arguments.url, arguments.folder)
        command = MirroredCommand(mirror, arguments.command, poll_seconds=arguments.poll_seconds)
        with _SignalHandlers(command.stop):
            exit_code = command.run()
    except ForeignRolloutError as error:
        print(f"tengen.data.mirror: {error}", file=sys.stderr)
        return FOREIGN
    except Exception as error:  # The libraries of stores have their own exceptions.
        reason = f"{type(error).__name__}: {error}"
        print(f"tengen.data.mirror: {arguments.url}: {reason}", file=sys.stderr)
        return BROKEN
    # The exit code of a process that a signal has ended, as a shell reports it.
    return exit_code if exit_code >= 0 else 128 - exit_code


class _SignalHandlers:
    """Calls a function on SIGTERM and SIGINT, and ends the process soon after."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._earlier: dict[int, Any] = {}

    def __enter__(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            self._earlier[number] = signal.signal(number, self._handle)

    def __exit__(self, *_: object) -> None:
        for number, handler in self._earlier.items():
            signal.signal(number, handler)

    def _handle(self, *_: object) -> None:
        # The store may not answer.
        exit_within(DRAIN_SECONDS)
        self._stop()


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tengen.data.mirror",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("url", help="the folder in the store, such as s3://bucket/games")
    parser.add_argument("folder", type=Path, help="the folder that the command writes to")
    parser.add_argument(
        "--poll-seconds",
        type=float,
        default=POLL_SECONDS,
        metavar="SECONDS",
        help=f"time between two searches for complete files (default: {POLL_SECONDS:g})",
    )
    parser.add_argument("command", nargs="+", help="the command, after --")
    return parser


if __name__ == "__main__":
    exit_with(main)
