"""Pieces of HTML and SVG: well-formed XML, in which no text of other people is markup."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not allow, not even escaped."""


@dataclass(frozen=True, repr=False)
class Picture:
    """A picture for a notebook, which shows the HTML. Everything else shows the text.

    Attributes:
      html: One element of HTML, which is also well-formed XML. It needs no other files.
      text: The same in plain text.
    """

    html: str
    text: str

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text


def escaped(text: object) -> str:
    """Returns a text for content and attributes. Characters that XML forbids become U+FFFD."""
    return escape(NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", str(text)))


def number(value: float) -> str:
    """Returns a coordinate with at most two decimals, as short as possible."""
    return f"{round(float(value), 2) + 0.0:g}"


def figure(content: str, caption: str = "") -> str:
    """Returns an element with a picture, given as markup, and a text below it."""
    below = f'<div style="margin-top:4px">{escaped(caption)}</div>' if caption else ""
    return f'<div style="display:inline-block">{content}{below}</div>'


def side_by_side(parts: Iterable[str]) -> str:
    """Returns an element with elements side by side, in as many rows as they need."""
    style = "display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start"
    return f'<div style="{style}">{"".join(parts)}</div>'


def table(head: Sequence[object], rows: Iterable[Sequence[str]], left: Sequence[int] = (0,)) -> str:
    """Returns a table. Only the cells of the last column may have several lines.

    Args:
      head: The texts of the head, one for each column.
      rows: The markup of the cells.
      left: The indices of the columns that are aligned left. The others are aligned right.
    """

    def line(name: str, cells: Iterable[str]) -> str:
        last = len(head) - 1
        return "".join(
            f'<{name} style="text-align:{"left" if column in left else "right"};padding:2px 8px;'
            f'white-space:{"normal" if column == last else "nowrap"}">{cell}</{name}>'
            for column, cell in enumerate(cells)
        )

    body = "".join(f"<tr>{line('td', row)}</tr>" for row in rows)
    return (
        '<table style="border-collapse:collapse">'
        f"<thead><tr>{line('th', map(escaped, head))}</tr></thead><tbody>{body}</tbody></table>"
    )
