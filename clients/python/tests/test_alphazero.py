"""The AlphaZero example learns, resumes after a kill, and is reproducible.

These tests need PyTorch; `check.py` looks for it. They use a 3x3 board and a tiny network.
"""

from __future__ import annotations

import csv
import math
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from alphazero import evaluate, plot, train  # noqa: E402 - they need PyTorch.
from alphazero.checkpoint import Checkpoint  # noqa: E402
from alphazero.match import Match, Result, draw_openings  # noqa: E402
from alphazero.network import Evaluator, Network  # noqa: E402
from alphazero.replay import ReplayBuffer  # noqa: E402
from alphazero.self_play import Game, Sample, SelfPlay, new_game  # noqa: E402
from alphazero.settings import Settings  # noqa: E402
from alphazero.training import CHECKPOINT, Training  # noqa: E402

if TYPE_CHECKING:
    import tengen

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
RUN_TIMEOUT_SECONDS = 300

SMALL = Settings(
    size=3,
    komi=2.5,
    iterations=15,
    games=64,
    visits=24,
    random_plies=2,
    temperature_plies=3,
    blocks=2,
    channels=16,
    buffer=10_000,
    evaluate_every=15,
    openings=4,
    opponents="random",
)
TINY = replace(SMALL, iterations=5, games=16, visits=8, evaluate_every=4, openings=2)

# The columns that differ between equal runs.
TIMES = ("wall_seconds", "processor_seconds")


def trained(client: tengen.Client, folder: Path, settings: Settings) -> Training:
    training = Training(client, folder, settings)
    while not training.is_done:
        training.iterate()
    return training


def match(client: tengen.Client, network: Network, opponent: str, visits: int) -> Result:
    """Returns the result of 100 games from 50 openings."""
    with client.open_forest(SMALL.size, encodings=[SMALL.encoding]) as forest:
        openings = draw_openings(SMALL.size, 50, seed=7)
        players = Match(client, forest, Evaluator(network), SMALL)
        return players.play(opponent, openings, visits=visits, seed=7)


def chance_of(wins: int, games: int) -> float:
    """Returns the probability of winning at least that many games by coin flips."""
    return float(sum(math.comb(games, count) for count in range(wins, games + 1)) / 2**games)


def outcome(folder: Path) -> tuple[list[dict[str, Any]], dict[str, Any], list[Game]]:
    """Returns the log of a run without times, its weights and its games."""
    saved = Checkpoint.load(folder / CHECKPOINT)
    rows = [{name: row[name] for name in row if name not in TIMES} for row in saved.rows]
    return rows, saved.learner["network"], saved.games


def assert_same(one: Path, other: Path) -> None:
    """Asserts that two runs are identical."""
    rows, weights, games = outcome(one)
    other_rows, other_weights, other_games = outcome(other)
    assert rows == other_rows
    assert weights.keys() == other_weights.keys()
    assert all(torch.equal(weights[name], other_weights[name]) for name in weights)
    assert [game.actions for game in games] == [game.actions for game in other_games]


def command(name: str, *words: str) -> subprocess.Popen[str]:
    """Starts a program of the example."""
    return subprocess.Popen(
        [sys.executable, "-m", f"alphazero.{name}", *words],
        cwd=EXAMPLES,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def run(name: str, *words: str, code: int = 0) -> str:
    """Returns the output of a program of the example."""
    process = command(name, *words)
    output, _ = process.communicate(timeout=RUN_TIMEOUT_SECONDS)
    assert process.returncode == code, output
    return output


def options(settings: Settings) -> list[str]:
    """Returns the command-line options for settings."""
    return [f"--{name.replace('_', '-')}={value}" for name, value in vars(settings).items()]


def test_training_on_3x3_beats_random_players(client: tengen.Client, tmp_path: Path) -> None:
    training = Training(client, tmp_path, SMALL)
    before = match(client, training.learner.network, "eye-safe-random", visits=1)
    while not training.is_done:
        training.iterate()
    network = training.learner.network

    # With one visit it plays the move with the greatest prior, so only the network can have won.
    alone = match(client, network, "eye-safe-random", visits=1)
    searching = match(client, network, "eye-safe-random", visits=SMALL.visits)
    against_random = match(client, network, "random", visits=SMALL.visits)

    assert before.win_rate < 0.5
    for result in (alone, searching, against_random):
        assert result.games == 100
        assert chance_of(sum(result.wins.values()), result.games) < 0.001
        assert min(result.wins.values()) > 0
    assert training.rows[-1]["value_loss"] < training.rows[1]["value_loss"]


def test_the_same_seed_trains_the_same_network(client: tengen.Client, tmp_path: Path) -> None:
    for name, settings in (("one", TINY), ("two", TINY), ("three", replace(TINY, seed=2))):
        trained(client, tmp_path / name, settings)

    assert_same(tmp_path / "one", tmp_path / "two")
    assert outcome(tmp_path / "one")[0] != outcome(tmp_path / "three")[0]


def test_killed_run_resumes_as_if_never_killed(client: tengen.Client, tmp_path: Path) -> None:
    settings = replace(TINY, iterations=12)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    trained(client, whole, settings)
    process = command("train", str(killed), *options(settings))
    deadline = time.monotonic() + RUN_TIMEOUT_SECONDS
    while logged(killed) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert 2 <= logged(killed) < settings.iterations
    assert "add --resume" in run("train", str(killed), code=1)
    assert Training.resume(client, killed).settings == settings

    run("train", str(killed), "--resume")

    assert logged(killed) == settings.iterations
    assert_same(whole, killed)
    assert "games won" in (killed / "curve.svg").read_text()


def logged(folder: Path) -> int:
    """Returns the number of iterations in the log of a run."""
    try:
        with (folder / "log.csv").open(newline="") as file:
            return len(list(csv.DictReader(file)))
    except FileNotFoundError:
        return 0


def test_resume_without_a_run_says_so(tmp_path: Path) -> None:
    assert "has no checkpoint" in run("train", str(tmp_path), "--resume", code=1)


def test_evaluate_plays_with_both_colors(client: tengen.Client, tmp_path: Path) -> None:
    trained(client, tmp_path, replace(TINY, iterations=1))
    path = str(tmp_path / CHECKPOINT)

    output = run("evaluate", path, "--against", "monte-carlo:playouts=20", "--games", "12")

    assert "of 12 games against monte-carlo:playouts=20" in output
    with pytest.raises(SystemExit, match="--games 7 is odd"):
        evaluate.main([path, "--games", "7"])


def test_help_lists_every_setting() -> None:
    output = run("train", "--help")

    assert [option for option in options(SMALL) if option.split("=")[0] not in output] == []


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--games", "0"], "--games: 0 is below 1"),
        (["--komi", "much"], "--komi: invalid float value: 'much'"),
        (["--discount", "nan"], "--discount: nan is below 0"),
    ],
)
def test_settings_out_of_range_are_reported(
    words: list[str], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        train.make_parser().parse_args(["run", *words])

    assert error in capsys.readouterr().err


def test_games_end_with_results_that_both_players_agree_on(client: tengen.Client) -> None:
    torch.manual_seed(1)
    with client.open_forest(3, encodings=[SMALL.encoding]) as forest:
        random = np.random.default_rng(1)
        player = SelfPlay(forest, Evaluator(Network(5, 8, 1)), SMALL, random)
        games = [new_game(SMALL, random) for _ in range(32)]
        data = player.play(games)
    assert len(data.lengths) > 10
    assert len(data.samples) <= sum(data.lengths)
    for game in games:
        assert len(game.samples) == max(len(game.actions) - game.random_plies, 0)
    for sample in data.samples:
        assert abs(sample.policy.sum() - 1) < 1e-5
    last_of_games = [sample for sample in data.samples if abs(sample.value) == SMALL.discount]
    assert [sample.ply + 1 for sample in last_of_games] == data.lengths
    assert [sample.value if sample.ply % 2 == 0 else -sample.value for sample in last_of_games] == [
        result * SMALL.discount for result in data.black_results
    ]
    for sample, after in zip(data.samples, data.samples[1:], strict=False):
        if abs(sample.value) != SMALL.discount:
            assert after.ply == sample.ply + 1
            assert sample.value == pytest.approx(-after.value * SMALL.discount)


def test_batches_transform_positions_with_their_policies() -> None:
    buffer = ReplayBuffer(capacity=2, planes=1, size=3)
    for point in (8, 1, 1):
        planes = np.zeros((1, 3, 3), np.uint8)
        planes[0, point // 3, point % 3] = 1
        policy = np.zeros(10, np.float32)
        policy[point] = 1
        buffer.add([Sample(planes, policy, 0.5, 0)])
    assert len(buffer) == 2

    planes, policies, values = buffer.sample(np.random.default_rng(1), 200)

    assert torch.equal(planes.flatten(1), policies[:, :-1])
    assert sorted(set(policies.argmax(1).tolist())) == [1, 3, 5, 7]
    assert values.tolist() == [0.5] * 200


def test_evaluator_agrees_with_the_network() -> None:
    network = Network(5, 8, 2)
    planes = torch.from_numpy(np.random.default_rng(1).integers(0, 2, (40, 5, 4, 4), np.uint8))
    for _ in range(3):
        network(planes.float())
    logits, values = network.eval()(planes.float())
    masks = np.ones((40, 17), np.uint8)
    masks[:, 3] = 0

    priors, judged = Evaluator(network)(planes.numpy(), masks)

    expected = torch.softmax(logits, 1).detach().numpy() * masks
    assert np.allclose(priors, expected / expected.sum(1, keepdims=True), atol=1e-5)
    assert np.allclose(judged, values.detach().numpy(), atol=1e-5)


def test_openings_are_different_and_of_two_stones() -> None:
    openings = draw_openings(5, 100, seed=1)

    assert len({tuple(opening) for opening in openings}) == 100
    assert all(len(set(opening)) == 2 for opening in openings)
    with pytest.raises(ValueError, match=r"openings 73 is outside \[1, 72\]"):
        draw_openings(3, 73, seed=1)


def test_interval_is_wilsons() -> None:
    low, high = evaluate.interval(60, 100)

    assert (round(low, 3), round(high, 3)) == (0.502, 0.691)


@pytest.mark.parametrize(
    "page", [EXAMPLES / "alphazero/README.md", EXAMPLES / "../docs/guide/learning.md"]
)
def test_commands_of_the_pages_are_understood(page: Path) -> None:
    parsers = {
        "train": train.make_parser(),
        "evaluate": evaluate.make_parser(),
        "plot": plot.make_parser(),
    }
    commands = re.findall(r"^python -m alphazero\.(\w+) ([^#\n]*)", page.read_text(), re.MULTILINE)

    assert {name for name, _ in commands} == parsers.keys()
    for name, words in commands:
        parsers[name].parse_args(shlex.split(words))
