"""Draws the picture of the front page: a board, and its planes one behind another.

    ./tengen planes clients/cli/src/main/resources/games/gnugo-l1-9x9-000.sgf --move 40 --json \
        | python3 docs/tools/front_picture.py > docs/images/board-and-planes.svg

The input is one position of `alphazero-17`, Black to move: the planes 0 and 1 are its stones.
"""

from __future__ import annotations

import json
import sys

CELL = 22
MARGIN = 20
# A plane is seen from the side: narrower, and sheared downward to the right.
SCALE, SHEAR, STEP = 0.42, 0.20, 44
LINE, WOOD, BLACK, WHITE, ONE = "#b9a77c", "#f0dfb4", "#212121", "#fff", "#1976d2"

Rows = list[list[int]]


def main() -> None:
    """Reads the JSON of a position and writes the picture."""
    position = json.load(sys.stdin)
    planes: list[Rows] = position["planes"]
    count = len(planes[0])
    side = CELL * count
    shear = side * SHEAR
    left = MARGIN + side + 70
    width = left + STEP * (len(planes) - 1) + side * SCALE + MARGIN
    height = side + shear + 2 * MARGIN + 26
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif" font-size="15">'
    )
    print("<title>A position of 9x9 and the 17 planes of alphazero-17</title>")
    print(f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fff"/>')
    top = MARGIN + shear / 2
    print(f'<g transform="translate({MARGIN} {top:.0f})">{board(planes[0], planes[1])}</g>')
    middle = top + side / 2
    print(
        f'<path d="M{MARGIN + side + 16} {middle:.0f}h30m-8 -7l8 7l-8 7" fill="none" '
        'stroke="#546e7a" stroke-width="2"/>'
    )
    for index in reversed(range(len(planes))):
        x = left + STEP * index
        transform = f"matrix({SCALE} {SHEAR} 0 1 {x:.0f} {MARGIN})"
        print(f'<g transform="{transform}">{plane(planes[index])}</g>')
    label = "the last eight boards: own stones, opponent's stones; and the color to move"
    x = left + (width - left - MARGIN) / 2
    print(
        f'<text x="{x:.0f}" y="{height - 12:.0f}" text-anchor="middle" fill="#37474f">{label}'
        "</text>\n</svg>"
    )


def board(black: Rows, white: Rows) -> str:
    """Returns the board with its stones."""
    count = len(black)
    half, side = CELL / 2, CELL * count
    lines = "".join(
        f"M{half} {half + CELL * i}H{side - half}M{half + CELL * i} {half}V{side - half}"
        for i in range(count)
    )
    parts = [
        f'<rect width="{side}" height="{side}" fill="{WOOD}" stroke="{LINE}"/>',
        f'<path d="{lines}" stroke="{LINE}" fill="none"/>',
    ]
    for rows, fill in ((black, BLACK), (white, WHITE)):
        parts += [
            f'<circle cx="{CELL * x + half}" cy="{CELL * y + half}" r="{half - 1}" '
            f'fill="{fill}" stroke="{BLACK}" stroke-width=".7"/>'
            for x, y in ones(rows)
        ]
    return "".join(parts)


def plane(rows: Rows) -> str:
    """Returns a plane: a square for each one."""
    side = CELL * len(rows)
    squares = "".join(f"M{CELL * x} {CELL * y}h{CELL}v{CELL}h-{CELL}z" for x, y in ones(rows))
    return (
        f'<rect width="{side}" height="{side}" fill="#fff" stroke="#546e7a"/>'
        f'<path d="{squares}" fill="{ONE}" stroke="#fff" stroke-width=".8"/>'
    )


def ones(rows: Rows) -> list[tuple[int, int]]:
    """Returns column and row of each one."""
    return [(x, y) for y, row in enumerate(rows) for x, value in enumerate(row) if value]


if __name__ == "__main__":
    main()
