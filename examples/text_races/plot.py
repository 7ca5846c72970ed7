"""The picture of learning curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib.figure import Figure

from text_races.results import IMITATION, POLICY_GRADIENT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


def draw(rows: Sequence[Mapping[str, str]], picture: Path) -> None:
    """Plots the regret of each seed, one panel for each phase. Equal rows give an equal file."""
    mpl.rcParams.update({"svg.hashsalt": "tengen", "svg.fonttype": "none"})
    figure = Figure(figsize=(8, 4), layout="constrained")
    panels = figure.subplots(1, 2, sharey=True, width_ratios=(3, 1))
    for axes, phase in zip(panels, (IMITATION, POLICY_GRADIENT), strict=True):
        for seed in dict.fromkeys(row["seed"] for row in rows):
            own = [row for row in rows if row["seed"] == seed]
            chosen = [(int(row["step"]), row) for row in own if row["phase"] == phase]
            if phase == POLICY_GRADIENT:
                # It starts from the last network of the imitation.
                chosen.insert(0, (0, [row for row in own if row["phase"] == IMITATION][-1]))
            steps = [step for step, _ in chosen]
            regrets = [float(row["regret"]) for _, row in chosen]
            axes.plot(steps, regrets, marker="o", markersize=2, label=f"seed {seed}")
        axes.set_xlabel(f"steps of {phase}")
        axes.grid(alpha=0.3)
    panels[0].set_ylabel("mean regret on test races")
    panels[0].set_ylim(bottom=0)
    panels[0].legend(frameon=False)
    figure.savefig(picture, format="svg", metadata={"Date": None})
