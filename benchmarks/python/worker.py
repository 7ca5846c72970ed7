"""What the programs here have in common: each runs when a line on standard input says for how long.

A line holds seconds. The answer is one JSON object a line on standard output. Before the first run
there is one, too, which says that the program is ready and what it is.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def serve(run: Callable[[float], dict[str, Any]], description: dict[str, Any]) -> None:
    """Answers lines until there are no more.

    Args:
      run: Runs for that many seconds and tells how it went.
      description: The first answer.
    """
    answer(description)
    for line in sys.stdin:
        answer(run(float(line)))


def answer(values: dict[str, Any]) -> None:
    """Prints an answer."""
    print(json.dumps(values), flush=True)
