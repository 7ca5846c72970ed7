"""The capacity model."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import asdict, replace
from pathlib import Path

import pytest

import tengen
from tengen._java.runtime import java_command
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
from tengen.plan.model import cycle_terms, interpolate
from tengen.plan.processors import seconds_without_compilers

CYCLE, PROCESSOR = [4e-4, 5e-7, 9e-9, 3e-12], [3e-4, 7e-7, 1e-8]
AFTER_PAUSE, LINK = [5e-4, 2e-6, 1.2e-8], [3e-4, 1e-9]
LENGTHS = {"random": 0.9, "greedy": 0.8}
COSTS = {"random": (3e-8, 0.5), "greedy": (1e-7, 1.1)}
GAMES_PER_FILE = {"random": 256, "greedy": 32}


def batch(size: int, lanes: int, round_trip: float = 0.0, policy: float = 0.0) -> BatchPoint:
    """Returns a point of a machine that the model describes exactly."""
    parts = terms(size, lanes)
    seconds = sum(a * b for a, b in zip(CYCLE, cycle_terms(size, lanes), strict=True))
    processor = sum(a * b for a, b in zip(PROCESSOR, parts, strict=True))
    bytes_per_step = 30 + 2.5 * size**2
    if round_trip or policy:
        seconds = sum(a * b for a, b in zip(AFTER_PAUSE, parts, strict=True))
        seconds += round_trip + policy
        processor *= 1.5
    if round_trip:
        seconds += LINK[0] + LINK[1] * lanes * bytes_per_step
    counted = bytes_per_step if round_trip else 0.0
    return BatchPoint(size, lanes, round_trip, policy, seconds, processor, counted)


def player(size: int, black: str, white: str) -> PlayerPoint:
    cost = sum(COSTS[name][0] * size ** (2 * COSTS[name][1]) for name in (black, white)) / 2
    moves = min(LENGTHS[name] * size**2.2 for name in (black, white))
    actions = size**2 + 1
    per_file = min(GAMES_PER_FILE[name] for name in (black, white))
    stored = 40 + 270 / per_file + moves * (1 + max(0, actions - 128) / actions)
    return PlayerPoint(size, black, white, per_file, cost, moves, stored)


def exact_batches() -> list[BatchPoint]:
    return [
        batch(size, lanes, *pause)
        for size in (9, 19)
        for lanes in (16, 256, 1024)
        for pause in ((), (0.002,), (0.0, 0.003))
    ]


def exact_model() -> Model:
    return fit_model(
        exact_batches(), [player(size, name, name) for size in (9, 19) for name in COSTS]
    )


def test_fit_finds_coefficients_and_drops_negative_ones() -> None:
    rows = [[1.0, x] for x in (1.0, 2.0, 5.0)]
    assert fit(rows, [3.0, 5.0, 11.0]) == pytest.approx([1.0, 2.0])
    assert fit(rows, [1.0, 3.0, 9.0])[0] == 0
    with pytest.raises(ValueError, match="1 points do not determine 2"):
        fit([[1.0, 2.0]], [1.0])


def test_model_predicts_points_that_it_has_not_seen() -> None:
    model = exact_model()

    batches = [batch(13, 128), batch(13, 300, 0.0, 0.01), batch(9, 777, 0.005, 0.003)]
    errors = check(model, batches, [player(13, "random", "greedy"), player(11, "random", "random")])

    assert len(errors) == 8
    assert max(map(abs, errors.values())) < 1e-6
    assert model.processor == pytest.approx(PROCESSOR)


def test_measured_pair_has_its_own_curve_between_sizes() -> None:
    pairs = [("random", "random"), ("greedy", "greedy"), ("greedy", "random")]
    points = [player(size, *pair) for size in (9, 13, 19) for pair in pairs]
    slow = replace(points[5], seconds_per_move=3 * points[5].seconds_per_move)
    assert (slow.size, slow.black, slow.white) == (13, "greedy", "random")
    model = fit_model(exact_batches(), [*points[:5], slow, *points[6:]])

    own = [model.seconds_per_move(13, name, name) for name in COSTS]
    assert model.seconds_per_move(13, "greedy", "random") == pytest.approx(1.5 * sum(own))
    # With the colors swapped, they were not measured.
    assert model.seconds_per_move(13, "random", "greedy") == pytest.approx(0.5 * sum(own))
    between = [model.seconds_per_move(size, "greedy", "random") for size in (9, 11, 13)]
    assert between == sorted(between)
    with pytest.raises(KeyError, match="nobody"):
        model.seconds_per_move(13, "greedy", "nobody")


def test_curve_is_a_power_between_and_beyond_its_points() -> None:
    curve = [[10.0, 2.0], [100.0, 20.0], [400.0, 320.0]]
    assert interpolate(curve, 10) == pytest.approx(2)
    assert interpolate(curve, 50) == pytest.approx(10)
    assert interpolate(curve, 200) == pytest.approx(80)
    assert interpolate(curve, 5) == pytest.approx(1)
    assert interpolate(curve, 800) == pytest.approx(1280)


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
    assert plan["bytes"] == pytest.approx(1000 * (40 + 270 / 16 + 0.9 * 9**2.2))

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


@pytest.mark.full
def test_points_are_measured() -> None:
    with tengen.LocalServer(transport="tcp") as server:
        near = measure_batch(server, 5, 8)
        far = measure_batch(server, 5, 8, round_trip=0.03, policy=0.02)
    assert far.seconds >= 0.05
    assert far.bytes_per_step > 5 * 5 * 17 / 8
    assert near.processor_seconds > 0
    assert near.bytes_per_step == 0


@pytest.mark.full
def test_players_are_measured_after_a_while() -> None:
    point = measure_players(5, "random", "greedy", 32, warm_up=1.0, window=0.5)
    assert point.bytes_per_game > point.moves_per_game > 5
    assert 1e-8 < point.seconds_per_move < 0.01

    with pytest.raises(RuntimeError, match="nobody"):
        measure_players(5, "random", "nobody", 32)


def test_time_of_compilers_does_not_count() -> None:
    command = java_command(["gtp", "--player", "greedy"])
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"genmove b\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"=")
        # The process waits now, and its compiler has worked.
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        everything = sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
        assert 0 < seconds_without_compilers(process.pid) < everything
        process.stdin.close()
