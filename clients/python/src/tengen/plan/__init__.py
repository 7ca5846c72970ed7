"""A capacity model: predicts rates of training and rollouts, and plans a cluster for a rate.

    python -m tengen.plan measure model.json
    python -m tengen.plan batch model.json --size 9 --lanes 1024 --round-trip-ms 1 --policy-ms 5 \
        --steps-per-second 500000
    python -m tengen.plan rollout model.json --size 13 --black greedy --white random --games 1000000

`measure` runs for some minutes on one machine, which should be idle. It fits the model to some
points and checks it on others. docs/operations/capacity.md has the formulas.
"""

from tengen.plan.batches import measure_batch
from tengen.plan.command import main
from tengen.plan.measuring import measure
from tengen.plan.model import Model, check, fit, fit_model, terms
from tengen.plan.players import measure_players
from tengen.plan.points import BatchPoint, PlayerPoint
from tengen.plan.processors import processor_seconds

__all__ = [
    "BatchPoint",
    "Model",
    "PlayerPoint",
    "check",
    "fit",
    "fit_model",
    "main",
    "measure",
    "measure_batch",
    "measure_players",
    "processor_seconds",
    "terms",
]
