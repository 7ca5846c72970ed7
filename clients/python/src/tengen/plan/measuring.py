"""Measures a machine: the points that the model is fitted to, and those that it predicts."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from tengen.plan.batches import measure_batches
from tengen.plan.model import Model, check, fit_model
from tengen.plan.players import measure_players

if TYPE_CHECKING:
    from collections.abc import Callable

FITTED_BATCHES = [(size, lanes) for size in (9, 19) for lanes in (16, 64, 256, 1024)]
"""Sizes and lanes that the model is fitted to."""

FEW_LANES = 64
"""Measured without a pause only, for the curve between 16 and 256."""

FITTED_PAUSES: list[dict[str, float]] = [{}, {"round_trip": 0.002}, {"policy": 0.003}]
"""What a step of each of them waits for."""

HELD_BACK_BATCHES: list[dict[str, Any]] = [
    {"size": 13, "lanes": 128},
    {"size": 13, "lanes": 1024},
    {"size": 9, "lanes": 768, "policy": 0.004},
    {"size": 9, "lanes": 512, "round_trip": 0.005},
    {"size": 13, "lanes": 256, "round_trip": 0.01, "policy": 0.005},
]
PLAYERS = ("random", "greedy", "monte-carlo:playouts=20")
FITTED_PLAYERS = [
    (size, *pair)
    for size in (9, 15, 19)
    for pair in itertools.combinations_with_replacement(PLAYERS, 2)
]
HELD_BACK_PLAYERS = [
    (13, "random", "random"),
    (13, "greedy", "greedy"),
    (13, "random", "greedy"),
    (13, "random", "monte-carlo:playouts=20"),
    (13, "greedy", "monte-carlo:playouts=20"),
]
GAMES_PER_FILE = {"random": 256, "greedy": 32, "monte-carlo:playouts=20": 4}
"""How many games of a player a file has, so that it takes well below a second."""


def measure(say: Callable[[str], None]) -> Model:
    """Measures this machine, fits the model, and checks it on the held-back points."""
    fitted: list[dict[str, Any]] = [
        {"size": size, "lanes": lanes, **pause}
        for size, lanes in FITTED_BATCHES
        for pause in FITTED_PAUSES
        if not pause or lanes != FEW_LANES
    ]
    batches = measure_batches([*fitted, *HELD_BACK_BATCHES])
    for batch in batches:
        say(str(batch))
    points = []
    for size, black, white in [*FITTED_PLAYERS, *HELD_BACK_PLAYERS]:
        games = min(GAMES_PER_FILE[black], GAMES_PER_FILE[white])
        points.append(measure_players(size, black, white, games))
        say(str(points[-1]))
    model = fit_model(batches[: len(fitted)], points[: len(FITTED_PLAYERS)])
    model.held_back = check(model, batches[len(fitted) :], points[len(FITTED_PLAYERS) :])
    return model
