"""Rollouts on a Ray cluster, and their games as a data set of Ray Data.

    import ray
    import tengen.ray

    ray.init()
    tengen.ray.rollout("games", ["--games=100000", "--size=9", "--seed=7"], max_actors=8)
    print(tengen.ray.read_games("games").count())

Each actor has a Java virtual machine and plays one file of games at a time. The file comes to the
driver through Ray's object store, and the driver writes it to the folder. If an actor dies, its
file is played again by another. The folder is equal to the byte to that of `tengen rollout`.

Requires the extra `ray`: `pip install "tengen-go[ray]"`. docs/guide/rollouts.md is a guide.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tengen._command_exit import exit_with
from tengen._java.files import find_jar
from tengen._java.machine import check_requirements, start_java
from tengen.data.folder import GameFolder
from tengen.data.folder_files import SPEC, own_file, replace_file
from tengen.data.manifest import rollout_files
from tengen.errors import InvalidArgumentError, TengenError
from tengen.rollouts.command import needs_python
from tengen.rollouts.process import USAGE_EXIT_CODE, RolloutError, failure

try:
    import ray
    from ray.exceptions import RayActorError, RayTaskError
except ImportError:
    raise ImportError('Ray is not installed: pip install "tengen-go[ray]"') from None

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["Machine", "RolloutActor", "RolloutPool", "RolloutProgress", "read_games", "rollout"]

Machine = Literal["embedded", "process"]

NO_FILE = "999998/999999"
"""A shard without files: a rollout has fewer. The command only begins the folder."""

OWN_OPTIONS = ("--out", "--shard", "--json", "--concurrency")
"""The options of `tengen rollout` that this module sets."""


@dataclass(frozen=True)
class RolloutProgress:
    """The state of a rollout.

    Attributes:
      files: The number of files of games.
      done: The number of files that are in the folder.
      played: The number of files that this call has added.
      faults: The number of actors that died.
      actors: The number of actors that are ready.
    """

    files: int
    done: int
    played: int
    faults: int
    actors: int


def rollout(
    folder: str | os.PathLike[str],
    options: Sequence[str],
    *,
    min_actors: int = 1,
    max_actors: int | None = None,
    machine: Machine | None = None,
    actor_options: dict[str, Any] | None = None,
    max_faults_per_file: int = 20,
    on_progress: Callable[[RolloutProgress], None] | None = None,
) -> RolloutProgress:
    """Plays the missing games of a rollout on actors, and writes the manifest.

    Repeat the call to resume after any stop. Ray must be initialized, or starts locally.

    Args:
      folder: The folder to write to, on the machine of the driver.
      options: The options of `tengen rollout` except --out, --shard, --json and --concurrency.
      min_actors: The number of actors that are kept while games are missing, at least 1.
      max_actors: The maximum number of actors. There are never more than missing files. None: the
        number of processors of the cluster.
      machine: "embedded": each actor runs Java in its process, which requires jpype1. "process":
        each file is played by a new process. None: "process" for Python policies, Parquet and npz,
        which are not for Java alone, otherwise "embedded".
      actor_options: Options of Ray for each actor, such as {"num_cpus": 2}. Default: one processor.
      max_faults_per_file: How often the actor of a file may die before the call fails.
      on_progress: Called after each change.

    Returns:
      The last state.

    Raises:
      ValueError: A number is out of range, or the rollout needs Python and the machine is embedded.
      InvalidArgumentError: An option is invalid, or the folder has another rollout.
      RolloutError: An engine fails, or a file had too many faults.
      LaunchError: Java or the jar is missing.
    """
    words = _checked(options)
    is_python = needs_python(words)
    if is_python and machine == "embedded":
        raise ValueError('the rollout needs Python, so the machine must be "process"')
    path = Path(folder)
    _run_process([*words, f"--shard={NO_FILE}", f"--out={path}"])
    spec = own_file(path, SPEC).read_bytes()
    targets = rollout_files(path, json.loads(spec))
    files = len(targets)
    missing = deque(number for number, file in enumerate(targets) if not file.exists())
    most = (
        max_actors if max_actors is not None else max(1, int(ray.cluster_resources().get("CPU", 1)))
    )
    pool = RolloutPool(
        words,
        spec,
        files,
        min_actors=min_actors,
        max_actors=most,
        machine=machine or ("process" if is_python else "embedded"),
        actor_options=actor_options,
        max_faults_per_file=max_faults_per_file,
    )
    played = 0

    def progress() -> RolloutProgress:
        return RolloutProgress(
            files, files - len(missing) + played, played, pool.fault_count, pool.actor_count
        )

    for name, content in pool.play(missing):
        replace_file(path / name, functools.partial(_write, content))
        played += 1
        if on_progress is not None:
            on_progress(progress())
    _run_process([*words, f"--out={path}"])
    return progress()


def _checked(options: Sequence[str]) -> list[str]:
    for option in options:
        if option.split("=", 1)[0] in OWN_OPTIONS:
            raise ValueError(f"options has {option!r}; tengen.ray sets {', '.join(OWN_OPTIONS)}")
    return list(options)


def _write(content: bytes, path: Path) -> None:
    path.write_bytes(content)


def _run_process(words: Sequence[str]) -> None:
    """Runs `tengen rollout` in a process.

    Raises:
      InvalidArgumentError: An option is invalid.
      RolloutError: It fails.
    """
    command = [sys.executable, "-m", "tengen", "rollout", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise failure(done.stderr, done.returncode)


class EmbeddedCommand:
    """The command line in a Java virtual machine inside this process. Requires jpype1."""

    def __init__(self) -> None:
        check_requirements()
        self._java = start_java(find_jar(None))
        self._main = self._java.JClass("dev.tengen.cli.Main")

    def __call__(self, words: Sequence[str]) -> None:
        """Runs `tengen rollout`.

        Raises:
          InvalidArgumentError: An option is invalid.
          RolloutError: It fails.
        """
        text = self._java.java.io.StringWriter()
        writer = self._java.java.io.PrintWriter(text, True)
        line = self._main.commandLine(self._java.java.util.Map.of())
        line.setOut(self._java.java.io.PrintWriter(self._java.java.io.Writer.nullWriter()))
        line.setErr(writer)
        array = self._java.JArray(self._java.JString)(["rollout", *words])
        exit_code = int(line.execute(array))
        if exit_code != 0:
            raise failure(str(text.toString()), exit_code)


class RolloutActor:
    """Plays files of a rollout in a process of Ray. `RolloutPool` makes it.

    Args:
      words: The options of `tengen rollout`.
      spec: The content of the rollout's spec on the driver.
      files: The number of files of the rollout.
      machine: How to run the command.
    """

    def __init__(self, words: list[str], spec: bytes, files: int, machine: Machine) -> None:
        self._words, self._spec, self._files = words, spec, files
        self._run = EmbeddedCommand() if machine == "embedded" else _run_process

    def ready(self) -> int:
        """Returns the id of the process, when it can play."""
        return os.getpid()

    def play(self, file: int) -> tuple[str, bytes]:
        """Plays the games of a file, and returns its name and content.

        Raises:
          RolloutError: The command fails, or this machine has another version of Tengen.
        """
        with tempfile.TemporaryDirectory(prefix="tengen-ray-") as scratch:
            # With as many shards as files, a shard is a file.
            own = [f"--shard={file}/{self._files}", "--concurrency=1", f"--out={scratch}"]
            self._run([*self._words, *own])
            folder = Path(scratch)
            if own_file(folder, SPEC).read_bytes() != self._spec:
                raise RolloutError(
                    f"file {file}: the machine of the actor describes the rollout differently than"
                    " the driver; install the same version of Tengen, and the same engines",
                    exit_code=1,
                )
            target = rollout_files(folder, json.loads(self._spec))[file]
            return target.name, target.read_bytes()


class RolloutPool:
    """Actors that share the files of a rollout. Their number follows the work.

    There are as many actors as missing files, but at least `min_actors` and at most `max_actors`.
    An actor gets a file when it is ready, so that those that wait for a machine delay nothing; Ray
    adds machines for them, if its cluster can grow. Actors without a file are ended when no file is
    waiting, so that the cluster can shrink.

    Args:
      words: The options of `tengen rollout`.
      spec: The content of the rollout's spec.
      files: The number of files of the rollout.
      min_actors: At least 1.
      max_actors: At least `min_actors`.
      machine: How an actor runs the command.
      actor_options: Options of Ray for each actor.
      max_faults_per_file: How often the actor of a file may die.

    Attributes:
      fault_count: The number of actors that died.

    Raises:
      ValueError: A number is out of range.
    """

    def __init__(
        self,
        words: list[str],
        spec: bytes,
        files: int,
        *,
        min_actors: int,
        max_actors: int,
        machine: Machine,
        actor_options: dict[str, Any] | None,
        max_faults_per_file: int,
    ) -> None:
        if min_actors < 1:
            raise ValueError(f"min_actors {min_actors} is less than 1")
        if max_actors < min_actors:
            raise ValueError(f"max_actors {max_actors} is less than min_actors {min_actors}")
        if machine not in ("embedded", "process"):
            raise ValueError(f'machine {machine!r} is neither "embedded" nor "process"')
        if max_faults_per_file < 0:
            raise ValueError(f"max_faults_per_file {max_faults_per_file} is negative")
        self._arguments = (words, ray.put(spec), files, machine)
        self._min, self._max = min_actors, max_actors
        self._max_faults = max_faults_per_file
        self._actor = ray.remote(RolloutActor).options(**{"num_cpus": 1, **(actor_options or {})})
        self._idle: list[Any] = []
        # The actor and its file by the reference to the result. No file: the actor is starting.
        self._busy: dict[Any, tuple[Any, int | None]] = {}
        self.fault_count = 0

    @property
    def actor_count(self) -> int:
        """The number of actors that are ready."""
        return len(self._idle) + sum(file is not None for _, file in self._busy.values())

    def play(self, files: Sequence[int]) -> Iterator[tuple[str, bytes]]:
        """Plays files, and yields the name and content of each once, in the order of their ends.

        Raises:
          RolloutError: A file cannot be played, or had too many faults.
        """
        waiting = deque(files)
        faults: Counter[int | None] = Counter()
        try:
            while waiting or any(file is not None for _, file in self._busy.values()):
                self._scale(len(waiting))
                while waiting and self._idle:
                    actor, file = self._idle.pop(), waiting.popleft()
                    self._busy[actor.play.remote(file)] = actor, file
                (reference,), _ = ray.wait(list(self._busy), num_returns=1)
                actor, done = self._busy.pop(reference)
                try:
                    result = ray.get(reference)
                except RayActorError as error:
                    self.fault_count += 1
                    self._count_fault(done, faults, error)
                    if done is not None:
                        waiting.appendleft(done)
                    continue
                except RayTaskError as error:
                    raise self._cause(error) from error
                self._idle.append(actor)
                if done is None:
                    # Only actors that die one after another show that none can start.
                    faults[None] = 0
                else:
                    yield result
        finally:
            for actor in (*self._idle, *(actor for actor, _ in self._busy.values())):
                ray.kill(actor)
            self._idle.clear()
            self._busy.clear()

    def _scale(self, waiting: int) -> None:
        """Starts or ends actors."""
        working = sum(file is not None for _, file in self._busy.values())
        wanted = min(self._max, max(self._min, waiting + working))
        for _ in range(wanted - len(self._idle) - len(self._busy)):
            actor = self._actor.remote(*self._arguments)
            self._busy[actor.ready.remote()] = actor, None
        while waiting == 0 and self._idle and len(self._idle) + len(self._busy) > self._min:
            ray.kill(self._idle.pop())

    def _count_fault(self, file: int | None, faults: Counter[int | None], error: Exception) -> None:
        faults[file] += 1
        # Actors that start have no file. Each file may be the first one of an actor.
        most = self._max_faults if file is not None else self._max_faults + self._max
        if faults[file] > most:
            work = "a starting actor" if file is None else f"the actor of file {file}"
            raise RolloutError(
                f"{work} died {faults[file]} times; max_faults_per_file is {self._max_faults};"
                f" the last time: {error}",
                exit_code=1,
            ) from error

    @staticmethod
    def _cause(error: RayTaskError) -> Exception:
        cause = error.cause
        return cause if isinstance(cause, TengenError) else error


def read_games(folder: str | os.PathLike[str], *, is_strict: bool = False) -> Any:
    """Returns the games of a folder as a `ray.data.Dataset`, one row for each game.

    The columns are `number`, `moves`, `end_reason`, `winner` and `black_margin`, as in
    `tengen.data.Games`. The blocks are the files, in the order of their names. Workers read them,
    so the folder must be at the same path on every machine.

    Args:
      folder: The folder.
      is_strict: Whether a file that cannot be used raises `tengen.data.DataFileError`. Otherwise it
        is skipped with a warning.

    Raises:
      FileNotFoundError: The folder has no files of games.
    """
    from tengen._ray_datasource import GameDatasource  # noqa: PLC0415 - Ray Data is slow to load.

    return ray.data.read_datasource(GameDatasource(GameFolder(Path(folder), is_strict=is_strict)))


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command line: a rollout on a cluster. Returns the exit code of `tengen rollout`."""
    parser = argparse.ArgumentParser(
        prog="python -m tengen.ray",
        description="Plays a rollout on a Ray cluster. RAY_ADDRESS names the cluster.",
        epilog="example: python -m tengen.ray games --max-actors 8 -- --games=100000 --size=9",
    )
    add = parser.add_argument
    add("folder", help="the folder to write to, on this machine")
    add("--min-actors", type=int, default=1, help="default: 1")
    add("--max-actors", type=int, help="default: the processors of the cluster")
    add("--machine", choices=("embedded", "process"))
    add("options", nargs="+", help="the options of `tengen rollout`, after --")
    arguments = parser.parse_args(words)
    last = time.monotonic()

    def report(progress: RolloutProgress) -> None:
        nonlocal last
        if time.monotonic() - last > REPORT_SECONDS:
            last = time.monotonic()
            print(json.dumps(asdict(progress)), file=sys.stderr, flush=True)

    ray.init(log_to_driver=False)
    try:
        progress = rollout(
            arguments.folder,
            arguments.options,
            min_actors=arguments.min_actors,
            max_actors=arguments.max_actors,
            machine=arguments.machine,
            on_progress=report,
        )
    except RolloutError as error:
        print(f"tengen.ray: {error.message}", file=sys.stderr)
        return error.exit_code
    except InvalidArgumentError as error:
        print(f"tengen.ray: {error.message}", file=sys.stderr)
        return USAGE_EXIT_CODE
    except ValueError as error:
        print(f"tengen.ray: {error}", file=sys.stderr)
        return USAGE_EXIT_CODE
    print(json.dumps(asdict(progress)))
    return 0


REPORT_SECONDS = 10.0
"""The time between two lines of progress."""


if __name__ == "__main__":
    exit_with(main)
