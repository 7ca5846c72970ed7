"""Texts from outside in a terminal."""

from __future__ import annotations

import unicodedata

INVISIBLE = frozenset({"Cc", "Cf", "Cn", "Cs", "Zl", "Zp"})
"""The categories of Unicode of control, format and separator characters, and of no characters."""

KEPT = "\n\r\t"


def visible(text: object) -> str:
    """Returns the text of an object for a terminal.

    Characters that a reader cannot see, or that change what a reader sees, become the escapes
    of Python: control characters, with those that begin the sequences of a terminal, and those that
    reverse the direction of writing. Line breaks and tabs stay.
    """
    shown = str(text)
    if shown.isprintable():
        return shown
    return "".join(map(_shown, shown))


def _shown(character: str) -> str:
    if character in KEPT or unicodedata.category(character) not in INVISIBLE:
        return character
    return character.encode("unicode_escape").decode("ascii")
