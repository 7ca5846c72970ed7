"""Plots the learning curve of a run.

python -m alphazero.plot runs/5x5/log.csv curve.svg
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib.figure import Figure

from alphazero.log import read_log

if TYPE_CHECKING:
    from collections.abc import Sequence

FIXED = ("iteration", "games", "positions", "visits", "mean_length", "mean_black_result")
LOSSES = ("policy_loss", "value_loss")
TIMES = ("wall_seconds", "processor_seconds")


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command line."""
    arguments = make_parser().parse_args(words)
    draw_curve(read_log(arguments.log), arguments.picture)


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m alphazero.plot",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("log", type=Path, help="the CSV log of a run")
    parser.add_argument("picture", type=Path, help="the SVG file to write")
    return parser


def draw_curve(rows: list[dict[str, str]], picture: Path) -> None:
    """Plots win rates and losses over processor time. The same rows give an identical file."""
    mpl.rcParams.update({"svg.hashsalt": "tengen", "svg.fonttype": "none"})
    figure = Figure(figsize=(8, 6), layout="constrained")
    wins, losses = figure.subplots(2, 1, sharex=True)
    known = {*FIXED, *LOSSES, *TIMES}
    for opponent in dict.fromkeys(name for row in rows for name in row if name not in known):
        wins.plot(*points(rows, opponent, 100), marker="o", markersize=3, label=opponent)
    for name in LOSSES:
        losses.plot(*points(rows, name), linewidth=1, label=name.replace("_", " "))
    wins.set_ylabel("games won, %")
    wins.set_ylim(-2, 102)
    losses.set_ylabel("loss")
    losses.set_xlabel("processor time, minutes")
    for axes in (wins, losses):
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
    figure.savefig(picture, format="svg", metadata={"Date": None})


def points(
    rows: list[dict[str, str]], column: str, scale: float = 1.0
) -> tuple[list[float], list[float]]:
    """Returns minutes of processor time and the values of a column, for rows that have a value."""
    filled = [row for row in rows if row[column]]
    minutes = [float(row["processor_seconds"]) / 60 for row in filled]
    return minutes, [scale * float(row[column]) for row in filled]


if __name__ == "__main__":
    main()
