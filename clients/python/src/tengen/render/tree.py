"""Draws search trees: the most visited moves, from the root on the left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tengen.render.markup import escaped, number
from tengen.render.svg import ACCENT, document

if TYPE_CHECKING:
    from collections.abc import Sequence

ROW = 24
"""The height of a leaf."""
COLUMN = 158
"""The distance between a node and its children."""
BOX = 128
"""The width of a node."""


@dataclass(frozen=True)
class Branch:
    """A node of a drawn tree.

    Attributes:
      label: What leads to the node, such as the name of a move.
      visit_count: The number of visits of the node.
      value: The value of the move for the player who made it, or of the root for the player to
        move.
      children: The children to draw, most visited first.
    """

    label: str
    visit_count: int
    value: float
    children: Sequence[Branch] = ()

    @property
    def height(self) -> int:
        """The number of leaves below the node, at least 1."""
        return sum(child.height for child in self.children) or 1

    @property
    def depth(self) -> int:
        """The number of nodes on the longest path."""
        return 1 + max((child.depth for child in self.children), default=0)


def draw_tree(root: Branch) -> str:
    """Returns a tree as an SVG document. The thicker a line, the more visits the move has."""
    parts: list[str] = []
    place(root, 0.0, 0, max(root.visit_count, 1), parts)
    width = COLUMN * (root.depth - 1) + BOX + 2
    return document(width, ROW * root.height, "The most visited moves", "".join(parts))


def place(branch: Branch, top: float, depth: int, total: int, parts: list[str]) -> float:
    """Adds a node and all nodes below it, and returns the y of its center."""
    below, centers = top, []
    for child in branch.children:
        centers.append(place(child, below, depth + 1, total, parts))
        below += ROW * child.height
    middle = (centers[0] + centers[-1]) / 2 if centers else top + ROW / 2
    left = 1 + COLUMN * depth
    for child, center in zip(branch.children, centers, strict=True):
        start, end = left + BOX, left + COLUMN
        bend = (start + end) / 2
        thickness = number(1 + 5 * child.visit_count / total)
        parts.append(
            f'<path d="M{start} {number(middle)}C{number(bend)} {number(middle)} {number(bend)}'
            f' {number(center)} {end} {number(center)}" fill="none" stroke="{ACCENT}"'
            f' stroke-opacity=".7" stroke-width="{thickness}"/>'
        )
    share = number((BOX - 2) * min(branch.visit_count / total, 1.0))
    text = f"{branch.label} \N{MIDDLE DOT} {branch.visit_count} \N{MIDDLE DOT} {branch.value:+.2f}"
    parts.append(
        f'<g transform="translate({left} {number(middle - 9)})">'
        f'<rect width="{share}" height="18" rx="3" fill="{ACCENT}" fill-opacity=".28"/>'
        f'<rect width="{BOX}" height="18" rx="3" fill="none" stroke="currentColor"'
        ' stroke-opacity=".35"/>'
        f'<text x="{BOX // 2}" y="9" dy=".35em" font-size="11" text-anchor="middle"'
        f' fill="currentColor">{escaped(text)}</text></g>'
    )
    return middle
