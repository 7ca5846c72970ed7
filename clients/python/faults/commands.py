"""The commands of `fault_table.py`."""

from __future__ import annotations

import shlex
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import tengen
from faults.catalog import ENVIRONMENTS, PeerEnvironment
from faults.page import check_page, write_page
from faults.results import find_all, look, read_results, write_results
from faults.search import Search, allowed, is_over, move_names, play
from tengen.conformance import CommandAdapter, check_environment
from tengen.render.text import draw_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

WORKERS = Path(__file__).with_name("workers")
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
KIT_SIZE = 9
KIT_KOMI = 7.5


def start_worker(
    options: argparse.Namespace, environment: PeerEnvironment, arguments: dict[str, Any]
) -> CommandAdapter:
    """Starts the worker of an environment, and installs the environment if it is missing.

    Raises:
      ValueError: The worker runs another version than the catalog names.
    """
    python = options.python or install(options.venvs, environment)
    command = shlex.join([str(python), str(WORKERS / environment.worker)])
    worker = CommandAdapter(command, arguments)
    if environment.version not in worker.name.split():
        worker.close()
        raise ValueError(f"this is {worker.name}; the table is about {environment.version}")
    return worker


def install(folder: Path, environment: PeerEnvironment) -> Path:
    """Returns the Python of the environment's virtual environment, and creates it if necessary."""
    venv = folder / Path(environment.worker).stem
    stamp = venv / "requirements.txt"
    wanted = "\n".join(environment.requirements) + "\n"
    if not stamp.is_file() or stamp.read_text() != wanted:
        progress(f"{environment.id}: installing {' '.join(environment.requirements)}")
        subprocess.run([sys.executable, "-m", "venv", "--clear", venv], check=True)
        subprocess.run([venv / "bin/python", *PIP, *environment.requirements], check=True)
        stamp.write_text(wanted)
    return venv / "bin/python"


def named(names: list[str]) -> list[PeerEnvironment]:
    """Returns the environments with the names, or all.

    Raises:
      ValueError: There is no such environment.
    """
    known = {environment.id: environment for environment in ENVIRONMENTS}
    for name in names:
        if name not in known:
            raise ValueError(f"{name} is not one of {', '.join(known)}")
    return [known[name] for name in names or known]


def list_findings(options: argparse.Namespace) -> int:
    """Prints the environments and findings."""
    for environment in named(options.names):
        print(f"{environment.id}: {environment.name} {environment.version}")
        for finding in environment.findings:
            print(f"  {environment.id}/{finding.id} ({finding.finding_class}): {finding.title}")
    return 0


def show(options: argparse.Namespace) -> int:
    """Plays findings and prints what the environment shows and what is right."""
    is_same = True
    if not options.names:
        raise ValueError("show needs ENVIRONMENT/FINDING; `list` prints them")
    results = read_results()
    for name in options.names:
        environment_id, _, finding_id = name.partition("/")
        (environment,) = named([environment_id])
        known = [finding.id for finding in environment.findings]
        if finding_id not in known:
            raise ValueError(f"{name!r}: {environment_id} has the findings {', '.join(known)}")
        finding = environment.finding(finding_id)
        row = results[environment_id]["findings"][finding_id]
        print(f"{environment.name} {environment.version}: {finding.title}")
        if "names" in row:
            print(f"arguments: {row['arguments']}\nmoves: {row['names'] or 'none'}")
            worker = start_worker(options, environment, row["arguments"])
            print_timestep(play(worker, row["moves"])[-1], row["size"])
            worker.close()
        now = look(environment, finding, row, partial(start_worker, options))
        if now is None:
            print("no longer so")
            is_same = False
            continue
        print(f"shows: {now['seen']}\nright: {now['right']}. {finding.right}")
    return 0 if is_same else 1


def print_timestep(step: dict[str, Any], size: int) -> None:
    """Prints what a worker answered to the last move."""
    if step.get("board") is not None:
        print(draw_text(np.array(step["board"], np.uint8).reshape(size, size)))
    if step.get("mask") is not None and not is_over(step):
        print(f"allowed: {move_names(allowed(step), size)}")
    if "rewards" in step:
        print(f"rewards: {step['rewards']}, terminated: {step['terminated']}")


def check(options: argparse.Namespace) -> int:
    """Plays all recorded findings, and prints those that have changed."""
    results = read_results()
    changed = 0
    for environment in named(options.names):
        rows = results[environment.id]["findings"]
        for finding in environment.findings:
            now = look(environment, finding, rows[finding.id], partial(start_worker, options))
            is_same = now == rows[finding.id]
            changed += not is_same
            print(f"{environment.id}/{finding.id}: {'as recorded' if is_same else f'NOW {now}'}")
    return 1 if changed else 0


def search(options: argparse.Namespace) -> int:
    """Searches the smallest positions anew, and records them if they are as the catalog says."""
    code = 0
    for environment in named(options.names):
        start = partial(start_worker, options)
        finder = Search(
            environment,
            partial(start, environment),
            partial(progress_of, environment),
        )
        rows, complaints = find_all(environment, finder.run(), start)
        for complaint in complaints:
            print(f"{environment.id}: {complaint}")
        if complaints:
            code = 1
            continue
        # Another search may have written in the meantime.
        results = read_results()
        old = results.get(environment.id, {})
        results[environment.id] = {
            **old,
            "version": environment.version,
            "positions": finder.position_count,
            "findings": rows,
        }
        write_results(results)
    return code


def games(options: argparse.Namespace) -> int:
    """Plays random games with the kit under the environment's rules and Tromp-Taylor rules.

    Exit code 1: there are differences from the environment's own rules.
    """
    code = 0
    with tengen.launch() as client:
        for environment in named(options.names):
            runs: dict[str, dict[str, Any]] = {}
            for rules in (environment.preset, "tromp-taylor"):
                progress(f"{environment.id}: {options.games} games under {rules}")
                worker = start_worker(
                    options, environment, environment.arguments_for(KIT_SIZE, KIT_KOMI)
                )
                report = check_environment(
                    worker, game_count=options.games, komi=KIT_KOMI, rules=rules, client=client
                )
                worker.close()
                runs[rules] = {
                    "games": report.game_count,
                    "moves": report.move_count,
                    "faults": {
                        fault.kind: fault.count
                        for fault in report.faults.values()
                        if not fault.kind.startswith("plane")
                    },
                }
            for kind, count in runs[environment.preset]["faults"].items():
                print(f"{environment.id}: {kind}, {count} times")
                code = 1
            results = read_results()
            results.setdefault(environment.id, {})["games"] = runs
            write_results(results)
    return code


def page(options: argparse.Namespace) -> int:
    """Writes the results into the page, or compares the page with them."""
    if options.check:
        if check_page(read_results()):
            return 0
        print("the page differs from the results; run fault_table.py page")
        return 1
    write_page(read_results())
    return 0


def progress_of(environment: PeerEnvironment, line: str) -> None:
    """Prints a line of progress of an environment."""
    progress(f"{environment.id}: {line}")


def progress(line: str) -> None:
    """Prints a line of progress."""
    print(line, file=sys.stderr, flush=True)


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "list": list_findings,
    "show": show,
    "check": check,
    "search": search,
    "games": games,
    "page": page,
}
"""The functions of the commands; each returns the exit code."""
