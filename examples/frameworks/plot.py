"""Plots learning curves: `python -m frameworks.plot curves.svg sb3.csv rllib.csv ...`.

The name of a curve is that of its file.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import matplotlib as mpl
from alphazero.log import read_log
from matplotlib.figure import Figure


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("picture", type=Path, help="the SVG file to write")
    parser.add_argument("curves", type=Path, nargs="+", help="CSV files of learning curves")
    arguments = parser.parse_args()
    draw({curve.stem: read_log(curve) for curve in arguments.curves}, arguments.picture)


def draw(curves: dict[str, list[dict[str, str]]], picture: Path) -> None:
    """Plots games won over processor time. The same curves give an identical file."""
    mpl.rcParams.update({"svg.hashsalt": "tengen", "svg.fonttype": "none"})
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    for name, rows in curves.items():
        seconds = [float(row["processor_seconds"]) for row in rows]
        won = [100 * float(row["won"]) / float(row["games"]) for row in rows]
        axes.plot(seconds, won, marker="o", markersize=3, label=name)
    axes.axhline(90, color="gray", linewidth=0.8, linestyle="--")
    axes.set_xlabel("processor time of learner and server, seconds")
    axes.set_ylabel("games won against random, %")
    axes.set_ylim(-2, 102)
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(picture, format="svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
