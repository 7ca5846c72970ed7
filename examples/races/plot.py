"""Plots the learning curve of the race agent.

python -m races.plot races.csv curve.svg
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from races.tasks import TASKS


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("curve", type=Path, help="the CSV file from --curve of a run")
    parser.add_argument("picture", type=Path, help="the SVG file to write")
    arguments = parser.parse_args()
    with arguments.curve.open(newline="") as file:
        draw(list(csv.DictReader(file)), arguments.picture)


def draw(rows: list[dict[str, str]], picture: Path) -> None:
    """Plots success rates over training races. The same rows give an identical file."""
    mpl.rcParams.update({"svg.hashsalt": "tengen", "svg.fonttype": "none"})
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    races = [int(float(row["races"])) for row in rows]
    for task in TASKS:
        rates = [100 * float(row[task]) for row in rows]
        axes.plot(races, rates, marker="o", markersize=3, label=task)
    axes.set_xlabel("training races played")
    axes.set_ylabel("optimal outcomes on validation races, %")
    axes.set_ylim(-2, 102)
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(picture, format="svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
