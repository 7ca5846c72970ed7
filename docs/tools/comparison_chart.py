"""Draws the chart of the front page: steps per second of each environment of its table.

    python3 docs/tools/comparison_chart.py > docs/images/comparison.svg

The figures are those of the table in README.md.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| ([^|]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|", re.M)

WIDTH, LEFT, BAR, GAP, TOP = 780, 270, 12, 12, 34
SCALE = 400  # Pixels of the longest bar.
TEXT, OWN, OTHER, PALE = "#37474f", "#00796b", "#78909c", 0.5


class Rate(NamedTuple):
    """The rates of an environment.

    Attributes:
      name: The environment, and how many boards it steps.
      small: Steps per second on 9x9.
      large: Steps per second on 19x19.
      is_own: Whether it is Tengen.
    """

    name: str
    small: int
    large: int
    is_own: bool


def main() -> None:
    """Writes the chart."""
    print(chart(rates((ROOT / "README.md").read_text(encoding="utf-8"))), end="")


def rates(page: str) -> list[Rate]:
    """Returns the rows of the table of a page, the fastest on 9x9 first."""
    rows = []
    for name, boards, small, large in ROW.findall(page):
        plain = re.sub(r"\*|\s*\(.*\)|, in process", "", name).strip()
        count = f"{boards} board" + ("" if boards == "1" else "s")
        rows.append(Rate(f"{plain}, {count}", number(small), number(large), "Tengen" in name))
    return sorted(rows, key=lambda row: -row.small)


def number(text: str) -> int:
    """Returns the number of digits with commas."""
    return int(text.replace(",", ""))


def chart(rows: list[Rate]) -> str:
    """Returns the picture of bars, one pair for each row."""
    longest = max(row.small for row in rows)
    step = 2 * BAR + GAP
    height = TOP + step * len(rows) + 6
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    font = f'font-family="sans-serif" font-size="13" fill="{TEXT}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>',
        "<title>Steps per second of one Python process, random legal play</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="{LEFT}" y="20">steps per second on 9x9, and paler on 19x19</text>',
    ]
    for index, row in enumerate(rows):
        y = TOP + step * index
        weight = ' font-weight="bold"' if row.is_own else ""
        parts.append(
            f'<text x="{LEFT - 10}" y="{y + BAR + 4}" text-anchor="end"{weight}>{row.name}</text>'
        )
        for line, value in enumerate((row.small, row.large)):
            parts.append(bar(y + BAR * line, value, longest, row.is_own, is_pale=line == 1))
    return "\n".join([*parts, "</svg>"]) + "\n"


def bar(y: int, value: int, longest: int, is_own: bool, *, is_pale: bool) -> str:
    """Returns a bar with its number."""
    width = max(1, round(SCALE * value / longest))
    opacity = f' fill-opacity="{PALE}"' if is_pale else ""
    return (
        f'<rect x="{LEFT}" y="{y}" width="{width}" height="{BAR - 1}" '
        f'fill="{OWN if is_own else OTHER}"{opacity}/>'
        f'<text x="{LEFT + width + 6}" y="{y + BAR - 2}" font-size="11">{value:,}</text>'
    )


if __name__ == "__main__":
    main()
