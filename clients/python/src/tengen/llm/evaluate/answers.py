"""Reads the answers of models."""

from __future__ import annotations

import re

LONGEST_MOVE = 40
"""The maximum number of characters of an unreadable answer that are sent as a move."""

# No pattern crosses the end of a line, so that matching long answers stays fast.
_LINE = re.compile(r"^[^\w\n]{0,20}(?:answer|move)[^\w\n]{0,20}[:=]([^\n]*)$", re.I | re.M)
_MARKUP = " \t\r\"'`*_.,{}[]()"


def stated(text: str) -> str:
    """Returns what an answer states: its last line ANSWER: or MOVE:, or else the only word.

    An answer that states nothing is returned as it is, without control characters and cut off, so
    that it counts as a wrong answer or as an illegal move.
    """
    lines = _LINE.findall(text)
    said = lines[-1] if lines else text
    printable = "".join(c for c in said[:1000].strip(_MARKUP + "\n") if c.isprintable())
    return printable.strip(_MARKUP)[:LONGEST_MOVE]
