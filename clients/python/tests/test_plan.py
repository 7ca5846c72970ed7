"""The capacity model."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import pytest

import tengen
from tengen.plan import (
    BatchPoint,
    Model,
    PlayerPoint,
    check,
    fit,
    fit_model,
    main,
    measure_batch,
    measure_players,
    terms,
)

if TYPE_CHECKING:
    from pathlib import Path

CYCLE, PROCESSOR = [4e-4, 5e-7, 9e-9], [3e-4, 7e-7, 1e-8]
LENGTHS = {"random": 0.9, "greedy": 0.8}
COSTS = {"random": (3e-7, 2e-9), "greedy": (1e-6, 5e-8)}


def batch(size: int, lanes: int, round_trip: float = 0.0, policy: float = 0.0) -> BatchPoint:
    """Returns a point of a machine that the model describes exactly."""
    parts = terms(size, lanes)
    return BatchPoint(
        size,
        lanes,
        round_trip,
        policy,
        sum(a * b for a, b in zip(CYCLE, parts, strict=True)) + round_trip + policy,
        sum(a * b for a, b in zip(PROCESSOR, parts, strict=True)),
        30 + 2.5 * size**2,
    )


def player(size: int, black: str, white: str) -> PlayerPoint:
    cost = sum(COSTS[name][0] + COSTS[name][1] * size**2 for name in (black, white)) / 2
    moves = min(LENGTHS[name] * size**2.2 for name in (black, white))
    actions = size**2 + 1
    return PlayerPoint(
        size, black, white, cost, moves, 40 + moves * (1 + max(0, actions - 128) / actions)
    )


def exact_model() -> Model:
    batches = [batch(size, lanes) for size in (9, 19) for lanes in (16, 256, 1024)]
    return fit_model(batches, [player(size, name, name) for size in (9, 19) for name in COSTS])


def test_fit_finds_coefficients_and_drops_negative_ones() -> None:
    rows = [[1.0, x] for x in (1.0, 2.0, 5.0)]
    assert fit(rows, [3.0, 5.0, 11.0]) == pytest.approx([1.0, 2.0])
    assert fit(rows, [1.0, 3.0, 9.0])[0] == 0
    with pytest.raises(ValueError, match="1 points do not determine 2"):
        fit([[1.0, 2.0]], [1.0])


def test_model_predicts_points_that_it_has_not_seen() -> None:
    model = exact_model()

    batches = [batch(13, 128), batch(9, 777, 0.005, 0.003)]
    errors = check(model, batches, [player(13, "random", "greedy"), player(11, "random", "random")])

    assert len(errors) == 8
    assert max(map(abs, errors.values())) < 1e-6


def test_check_reports_what_the_model_does_not_describe() -> None:
    point = batch(13, 128)
    slow = BatchPoint(**{**asdict(point), "seconds": 2 * point.seconds})

    assert max(check(exact_model(), [slow], []).values()) == pytest.approx(1)


def test_processes_share_cores() -> None:
    model = exact_model()

    one = model.steps_per_second(9, 256, processes=1, cores=64, round_trip=0.01)
    many = model.steps_per_second(9, 256, processes=1000, cores=4, round_trip=0.01)

    assert one == pytest.approx(256 / model.batch_seconds(9, 256, round_trip=0.01))
    assert many == pytest.approx(4 * 256 / model.batch_processor_seconds(9, 256))


def test_commands_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "model.json"
    file.write_text(json.dumps(asdict(exact_model())))
    words = ["--size", "9", "--lanes", "256", "--steps-per-second", "1e6", "--policy-ms", "4"]
    assert main(["batch", str(file), *words]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert plan["processes"] == -(-1e6 // plan["steps_per_second_of_a_process"])
    assert 0.5 < plan["share_of_time_waiting_for_policy_and_network"] < 1

    assert main(["rollout", str(file), "--size", "9", "--games", "1000"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert plan["moves_per_game"] == pytest.approx(0.9 * 9**2.2)
    assert plan["bytes"] == pytest.approx(1000 * (40 + 0.9 * 9**2.2))

    assert main(["rollout", str(file), "--size", "9", "--games", "1", "--black", "nobody"]) == 2
    assert "nobody" in capsys.readouterr().err


def test_files_that_are_no_models_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "old.json"
    old.write_text('{"cycle": [1, 2, 3]}')
    for file, problem in ((old, "no model of this version"), (tmp_path / "none.json", "No such")):
        assert main(["rollout", str(file), "--size", "9", "--games", "1"]) == 2
        assert problem in capsys.readouterr().err


def test_points_are_measured() -> None:
    with tengen.LocalServer(transport="tcp") as server:
        near = measure_batch(server, 5, 8, seconds=0.1)
        far = measure_batch(server, 5, 8, round_trip=0.03, policy=0.02, seconds=0.1)
    assert far.seconds >= 0.05
    assert far.bytes_per_step > 5 * 5 * 17 / 8
    assert near.processor_seconds > 0
    assert near.bytes_per_step == 0

    point = measure_players(5, "random", "greedy", 32)
    assert point.bytes_per_game > point.moves_per_game > 5
    # A few games take less time than Java's compiler, so the time of a move has any sign.
    assert abs(point.seconds_per_move) < 0.1
