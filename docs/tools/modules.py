"""Draws the Maven modules from the POMs: a diagram and a table for the page on the architecture.

The diagram shows what the main code of a module depends on, without the dependencies that follow
from others. A module that has no Java of its own, such as the Python client, has a dashed line to
the modules that its checks need.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.etree import ElementTree

if TYPE_CHECKING:
    from pathlib import Path

DIAGRAM = "docs/design/modules.svg"
PAGE = "docs/design/architecture.md"
BEGIN, END = "<!-- modules: begin -->\n", "<!-- modules: end -->"

POM = {"m": "http://maven.apache.org/POM/4.0.0"}
BOX_WIDTH, BOX_HEIGHT, GAP, ROW_HEIGHT, MARGIN = 156, 34, 24, 78, 16
# An edge that passes a row takes less room than a box.
LANE_WIDTH = 28


@dataclass(frozen=True)
class Module:
    """A module: its folder, what it is, and the folders of the modules it depends on."""

    folder: str
    description: str
    has_java: bool
    uses: frozenset[str]


def read_modules(root: Path) -> list[Module]:
    """Returns the modules of the parent POM, in its order."""
    parent = ElementTree.parse(root / "pom.xml").getroot()
    folders = [element.text or "" for element in parent.findall("m:modules/m:module", POM)]
    poms = {folder: ElementTree.parse(root / folder / "pom.xml").getroot() for folder in folders}
    by_artifact = {text(pom, "m:artifactId"): folder for folder, pom in poms.items()}
    modules = []
    for folder, pom in poms.items():
        has_java = text(pom, "m:packaging") != "pom"
        uses = frozenset(
            by_artifact[text(dependency, "m:artifactId")]
            for dependency in pom.findall("m:dependencies/m:dependency", POM)
            if text(dependency, "m:artifactId") in by_artifact
            and (text(dependency, "m:scope") != "test" or not has_java)
        )
        modules.append(Module(folder, text(pom, "m:description"), has_java, uses))
    return modules


def text(element: ElementTree.Element, path: str) -> str:
    """Returns the text of a child as one line, "" if there is none."""
    return " ".join((element.findtext(path, "", POM) or "").split())


def edges(modules: list[Module]) -> list[tuple[str, str]]:
    """Returns the dependencies that do not follow from others."""
    uses = {module.folder: module.uses for module in modules}

    def reach(folder: str) -> set[str]:
        return set(uses[folder]).union(*(reach(used) for used in uses[folder]))

    return [
        (module.folder, used)
        for module in modules
        for used in sorted(module.uses)
        if not any(used in reach(other) for other in module.uses - {used})
    ]


def table(modules: list[Module]) -> str:
    """Returns the modules as a table in Markdown."""
    lines = ["| module | content | depends on |", "|---|---|---|"]
    for module in modules:
        uses = [other.folder for other in modules if other.folder in module.uses]
        names = ", ".join(f"`{name}`" for name in uses) or "nothing"
        what = names if module.has_java or not uses else f"its checks: {names}"
        lines.append(f"| `{module.folder}` | {module.description} | {what} |")
    return "\n".join(lines) + "\n"


def with_table(page: str, modules: list[Module]) -> str:
    """Returns a page with the table between its two marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        message = f"{PAGE} lacks {BEGIN.strip()} or {END}"
        raise ValueError(message)
    return f"{before}{BEGIN}\n{table(modules)}\n{END}{after}"


@dataclass
class Node:
    """A box, or the place where a long edge passes a row."""

    row: int
    name: str | None = None
    below: list[Node] = field(default_factory=list)
    above: list[Node] = field(default_factory=list)
    x: float = 0

    @property
    def width(self) -> int:
        """Returns how much of the row the node takes."""
        return BOX_WIDTH if self.name else LANE_WIDTH


def diagram(modules: list[Module]) -> str:
    """Returns the diagram as SVG."""
    drawn = edges(modules)
    nodes, paths = layers([module.folder for module in modules], drawn)
    rows = ordered_rows(nodes)
    place(rows)
    width = max(row[-1].x + row[-1].width / 2 for row in rows) + MARGIN
    height = len(rows) * ROW_HEIGHT - (ROW_HEIGHT - BOX_HEIGHT) + 2 * MARGIN
    dashed = {module.folder for module in modules if not module.has_java}
    top = len(rows) - 1
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
            f'width="{width:.0f}" height="{height}" font-family="sans-serif" font-size="14">'
        ),
        "<title>Modules and what they depend on</title>",
        "<desc>Made from the POMs by docs/check.py.</desc>",
        (
            '<marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
            'orient="auto"><path d="M0 0L8 4L0 8z" fill="#546e7a"/></marker>'
        ),
        f'<rect width="{width:.0f}" height="{height}" fill="#fff"/>',
    ]
    for (start, end), path in zip(drawn, paths, strict=True):
        dash = ' stroke-dasharray="5 4"' if start in dashed else ""
        lines.append(
            f'<path d="{curve(path, top)}" fill="none" stroke="#546e7a" stroke-width="1.4"{dash} '
            f'marker-end="url(#tip)"><title>{start} uses {end}</title></path>'
        )
    for node in (node for row in rows for node in row if node.name):
        left, y = node.x - BOX_WIDTH / 2, row_top(node.row, top)
        fill, dash = ("#fff", ' stroke-dasharray="5 4"') if node.name in dashed else ("#e0f2f1", "")
        lines.append(
            f'<rect x="{left:.0f}" y="{y}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="4" '
            f'fill="{fill}" stroke="#00796b"{dash}/><text x="{node.x:.0f}" y="{y + 22}" '
            f'text-anchor="middle" fill="#212121">{node.name}</text>'
        )
    return "\n".join([*lines, "</svg>\n"])


def layers(folders: list[str], drawn: list[tuple[str, str]]) -> tuple[list[Node], list[list[Node]]]:
    """Returns the nodes, each in the row above all that it uses, and the nodes along each edge."""

    def row(folder: str) -> int:
        return 1 + max((row(end) for start, end in drawn if start == folder), default=-1)

    linked = {folder for edge in drawn for folder in edge}
    top = max(row(folder) for folder in folders)
    boxes = {folder: Node(row(folder) if folder in linked else top, folder) for folder in folders}
    nodes = list(boxes.values())
    paths = []
    for start, end in drawn:
        between = [Node(level) for level in range(boxes[start].row - 1, boxes[end].row, -1)]
        path = [boxes[start], *between, boxes[end]]
        for upper, lower in itertools.pairwise(path):
            upper.below.append(lower)
            lower.above.append(upper)
        nodes += between
        paths.append(path)
    return nodes, paths


def ordered_rows(nodes: list[Node]) -> list[list[Node]]:
    """Returns the rows from the bottom, in an order in which few edges cross."""
    rows = [
        [node for node in nodes if node.row == level]
        for level in range(1 + max(node.row for node in nodes))
    ]
    best = cost(rows)
    improves = True
    while improves:
        improves = False
        for row, (left, right) in ((r, pair) for r in rows for pair in pairs(len(r))):
            row[left], row[right] = row[right], row[left]
            now = cost(rows)
            if now < best:
                best, improves = now, True
            else:
                row[left], row[right] = row[right], row[left]
    return rows


def pairs(count: int) -> list[tuple[int, int]]:
    """Returns the pairs of different numbers below `count`."""
    return [(low, high) for high in range(count) for low in range(high)]


def cost(rows: list[list[Node]]) -> tuple[int, float]:
    """Returns how many edges cross, and how far apart their ends are sideways."""
    place(rows)
    crossings, distance = 0, 0.0
    for row in rows:
        lines = [(node.x, lower.x) for node in row for lower in node.below]
        distance += sum(abs(upper - lower) for upper, lower in lines)
        for low, high in pairs(len(lines)):
            (a, b), (c, d) = lines[low], lines[high]
            crossings += (a - c) * (b - d) < 0
    return crossings, round(distance, 3)


def place(rows: list[list[Node]]) -> None:
    """Centers the nodes of each row."""
    widths = [sum(node.width for node in row) + GAP * (len(row) - 1) for row in rows]
    middle = MARGIN + max(widths) / 2
    for row, width in zip(rows, widths, strict=True):
        left = middle - width / 2
        for node in row:
            node.x = left + node.width / 2
            left += node.width + GAP


def row_top(row: int, top: int) -> int:
    """Returns the upper side of the boxes of a row, counted from the bottom."""
    return MARGIN + (top - row) * ROW_HEIGHT


def curve(path: list[Node], top: int) -> str:
    """Returns the path of an edge, which leaves and enters boxes spread over their sides."""
    first, last = path[0], path[-1]
    x = first.x + port(first.below, path[1])
    y = row_top(first.row, top) + BOX_HEIGHT
    words = [f"M{x:.0f} {y}"]
    for node in path[1:]:
        end_x = node.x + (port(last.above, path[-2]) if node is last else 0)
        end_y = row_top(node.row, top)
        half = (y + end_y) / 2
        words.append(f"C{x:.0f} {half:.0f} {end_x:.0f} {half:.0f} {end_x:.0f} {end_y}")
        if node is not last:
            words.append(f"V{end_y + BOX_HEIGHT}")
        x, y = end_x, end_y + BOX_HEIGHT
    return "".join(words)


def port(others: list[Node], other: Node) -> float:
    """Returns how far from the middle of a box the edge to `other` touches it."""
    order = sorted(others, key=lambda node: node.x)
    step = min(24.0, (BOX_WIDTH - 24) / len(order))
    return (order.index(other) - (len(order) - 1) / 2) * step


def stale(root: Path) -> list[str]:
    """Returns the files that differ from what the POMs say."""
    wanted = contents(root)
    return [
        name
        for name, content in wanted.items()
        if not (root / name).is_file() or (root / name).read_text(encoding="utf-8") != content
    ]


def write(root: Path) -> None:
    """Writes the diagram and the table."""
    for name, content in contents(root).items():
        (root / name).write_text(content, encoding="utf-8")


def contents(root: Path) -> dict[str, str]:
    """Returns the files with the diagram and the table, as they should be."""
    modules = read_modules(root)
    page = (root / PAGE).read_text(encoding="utf-8")
    return {DIAGRAM: diagram(modules), PAGE: with_table(page, modules)}
