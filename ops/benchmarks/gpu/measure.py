"""Measures boards and a network on a machine with a GPU, in less than eight minutes.

    python ops/benchmarks/gpu/measure.py --json figures.json

Needs the package `tengen-go` in the Python that runs it, and Java. PyTorch, JAX and Pgx are used
where they are installed; a part without its library is skipped with a line. Nothing is downloaded.
Each part is a process with a time limit; the figures that it has printed until then count.

| part | what it measures |
|---|---|
| `check` | that tensors on the device have the numbers of `tengen.make_vec` |
| `boards` | random play of Tengen, without a network |
| `torch` | a network in PyTorch alone, and steering boards of Tengen, in turns |
| `search` | a network with a value alone, and self-play with search by it, in turns |
| `jax` | the same network in JAX alone, and steering boards of Tengen, in turns |
| `pgx` | random play of Pgx, compiled on the device |
| `pgx-network` | the same network in JAX, steering boards of Pgx on the device |

The network has 6 residual blocks of 96 channels, in bfloat16. `--rehearse` runs all parts within
seconds, on tiny boards, with a tiny network, and on any device.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
TOTAL_SECONDS = 470
REHEARSAL_SECONDS = 1200
"""A rehearsal is for a processor that other programs may keep busy."""


@dataclass(frozen=True)
class Part:
    """A process that prints figures.

    Attributes:
      name: Its name.
      program: The file that it runs.
      packages: The modules that it imports.
      limit_seconds: Its time limit.
    """

    name: str
    program: str
    packages: tuple[str, ...]
    limit_seconds: int


PARTS = (
    Part("check", "tengen_boards.py", ("tengen", "torch"), 50),
    Part("boards", "tengen_boards.py", ("tengen",), 50),
    Part("torch", "torch_network.py", ("tengen", "torch"), 100),
    Part("search", "torch_search.py", ("tengen", "torch"), 100),
    Part("jax", "jax_network.py", ("tengen", "jax"), 80),
    Part("pgx", "jax_network.py", ("jax", "pgx"), 50),
    Part("pgx-network", "jax_network.py", ("jax", "pgx"), 40),
)


def missing_packages(part: Part) -> list[str]:
    """Returns the modules of a part that are not installed."""
    return [name for name in part.packages if importlib.util.find_spec(name) is None]


def run(part: Part, options: argparse.Namespace, limit: float) -> dict[str, Any]:
    """Runs a part, and returns its figures and how it ended."""
    words = [sys.executable, str(FOLDER / part.program), part.name]
    words += ["--seconds", str(options.seconds), *(["--rehearse"] if options.rehearse else [])]
    # JAX would take most of the memory of the device before it needs it.
    variables = {**os.environ, "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
    start = time.perf_counter()
    process = subprocess.Popen(
        words, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    errors: list[str] = []
    assert process.stdout is not None
    assert process.stderr is not None
    # A full pipe that nobody reads would block the process.
    reader = threading.Thread(target=lambda: errors.extend(process.stderr or ()), daemon=True)
    reader.start()
    timer = threading.Timer(limit, process.kill)
    timer.start()
    figures = []
    for line in process.stdout:
        if line.startswith("{"):
            figures.append(json.loads(line))
            print_figure(part.name, figures[-1])
    code = process.wait()
    is_late = not timer.is_alive() and code != 0
    timer.cancel()
    reader.join(10)
    end = "done"
    if is_late:
        end = f"stopped after {limit:.0f} s"
    elif code != 0:
        end = f"failed: {(errors or ['no message'])[-1].strip()}"
    return {
        "part": part.name,
        "end": end,
        "seconds": round(time.perf_counter() - start, 1),
        "figures": figures,
        "errors": [] if code == 0 else [line.rstrip() for line in errors[-20:]],
    }


def print_figure(part: str, figure: dict[str, Any]) -> None:
    """Prints a row of the table."""
    value = figure["steps_per_second"]
    cells = (
        part,
        figure["what"],
        f"{figure['size']}x{figure['size']}",
        f"{figure['boards']:,}",
        "" if value is None else f"{value:,.0f}",
        figure.get("note", ""),
    )
    print(f"| {' | '.join(cells)} |", flush=True)


def machine() -> dict[str, Any]:
    """Returns the device, if there is one, and the versions of everything that is installed."""
    found: dict[str, Any] = {
        "cores": len(os.sched_getaffinity(0)),
        "python": platform.python_version(),
    }
    for name in ("torch", "jax", "pgx", "tengen", "jpype"):
        if importlib.util.find_spec(name) is not None:
            program = f"import {name}; print({name}.__version__)"
            done = subprocess.run(
                [sys.executable, "-c", program], capture_output=True, text=True, check=False
            )
            found[name] = done.stdout.strip() or done.stderr.strip().splitlines()[-1]
    try:
        done = subprocess.run(
            ["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"],
            capture_output=True,
            text=True,
            check=True,
        )
        found["gpu"] = done.stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        found["gpu"] = None
    return found


def main() -> int:
    """Measures, and prints a table. Returns 1 if a part has failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [part.name for part in PARTS]
    parser.add_argument("--only", choices=names, nargs="+", default=names, metavar="PART")
    parser.add_argument("--seconds", type=float, default=3, help="of a run, default 3")
    parser.add_argument("--json", type=Path, help="a file for all figures")
    parser.add_argument("--rehearse", action="store_true", help="tiny sizes, on any device")
    options = parser.parse_args()
    if options.rehearse:
        options.seconds = min(options.seconds, 0.2)
    about = machine()
    print(" ".join(f"{name}={value}" for name, value in about.items()), flush=True)
    print("| part | what | size | boards | steps/s | note |\n|---|---|---|---|---|---|", flush=True)
    start = time.monotonic()
    total = REHEARSAL_SECONDS if options.rehearse else TOTAL_SECONDS
    results = []
    for part in PARTS:
        if part.name not in options.only:
            continue
        missing = missing_packages(part)
        left = total - (time.monotonic() - start)
        if missing:
            result = {"part": part.name, "end": f"skipped: no {', '.join(missing)}", "figures": []}
        elif left < 1:
            result = {"part": part.name, "end": "skipped: no time is left", "figures": []}
        else:
            limit = total if options.rehearse else part.limit_seconds
            result = run(part, options, min(limit, left))
        results.append(result)
        if result["end"] != "done":
            print(f"| {part.name} | {result['end']} | | | | |", flush=True)
    if options.json:
        options.json.write_text(json.dumps({"machine": about, "parts": results}, indent=1) + "\n")
    print(f"{time.monotonic() - start:.0f} s")
    return int(any(result["end"].startswith("failed") for result in results))


if __name__ == "__main__":
    sys.exit(main())
