"""The worker loop of all benchmark programs.

Each line on standard input is a duration in seconds. After a run of that duration, the program prints
the result as one line of JSON. When it is ready for the first run, it prints a line of JSON that
describes it.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def serve(run: Callable[[float], dict[str, Any]], description: dict[str, Any]) -> None:
    """Runs the worker loop until the end of standard input.

    Args:
      run: A function that runs for a number of seconds and returns the result.
      description: The description to print first.
    """
    write(description)
    for line in sys.stdin:
        write(run(float(line)))


def write(values: dict[str, Any]) -> None:
    """Prints values as one line of JSON."""
    print(json.dumps(values), flush=True)
