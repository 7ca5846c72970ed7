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
from alphazero.evaluate import MatchGame, draw_openings, play_match  # noqa: E402
from alphazero.learner import Learner, load_checkpoint  # noqa: E402
from alphazero.network import Network, evaluator_of, traced  # noqa: E402
from alphazero.self_play import play_group  # noqa: E402
from alphazero.settings import Settings  # noqa: E402
from alphazero.train import CHECKPOINT, Training  # noqa: E402

import tengen  # noqa: E402
from tengen.search import Leaves, SelfPlay  # noqa: E402
from tengen.search.games import GameForm  # noqa: E402

if TYPE_CHECKING:
    from tengen.search import SelfPlayState

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
RUN_TIMEOUT_SECONDS = 300

SMALL = Settings(
    size=3,
    komi=2.5,
    iterations=15,
    games=64,
    positions=1024,
    visits=24,
    fast_visits=8,
    temperature_plies=2,
    blocks=2,
    channels=16,
    buffer=10_000,
    evaluate_every=15,
    openings=4,
    opponents="random",
)
TINY = replace(SMALL, iterations=5, games=16, positions=128, visits=8, evaluate_every=4, openings=2)

# The columns that differ between equal runs.
TIMES = ("wall_seconds", "processor_seconds")


def trained(client: tengen.Client, folder: Path, settings: Settings) -> Training:
    training = Training(client, folder, settings)
    while not training.is_done:
        training.iterate()
    return training


def match(client: tengen.Client, network: Network, opponent: str, visits: int) -> list[MatchGame]:
    """Returns 100 games from 50 openings."""
    openings = draw_openings(SMALL.size, 50, seed=7)
    return play_match(client, network, SMALL, opponent, openings, visits=visits, seed=7)


def wins(games: list[MatchGame], *colors: tengen.Color) -> int:
    """Returns the number of games won, or of those with some colors."""
    return sum(game.value > 0 for game in games if not colors or game.color in colors)


def chance_of(wins: int, games: int) -> float:
    """Returns the probability of winning at least that many games by coin flips."""
    return float(sum(math.comb(games, count) for count in range(wins, games + 1)) / 2**games)


def outcome(
    folder: Path,
) -> tuple[list[dict[str, Any]], dict[str, Any], list[SelfPlayState | None]]:
    """Returns the log of a run without times, its weights and its games in progress."""
    saved = load_checkpoint(folder / CHECKPOINT)
    rows = [{name: row[name] for name in row if name not in TIMES} for row in saved["rows"]]
    return rows, saved["learner"]["network"], saved["states"]


def assert_same(one: Path, other: Path) -> None:
    """Asserts that two runs are identical."""
    rows, weights, states = outcome(one)
    other_rows, other_weights, other_states = outcome(other)
    assert rows == other_rows
    assert weights.keys() == other_weights.keys()
    assert all(torch.equal(weights[name], other_weights[name]) for name in weights)
    assert states == other_states


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

    assert wins(before) < 50
    for games in (alone, searching, against_random):
        assert len(games) == 100
        assert chance_of(wins(games), len(games)) < 0.001
        assert all(wins(games, color) for color in (tengen.Color.BLACK, tengen.Color.WHITE))
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
    assert Training(client, killed).settings == settings

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


def test_evaluate_plays_with_both_colors(
    client: tengen.Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trained(client, tmp_path, replace(TINY, iterations=1))
    path = str(tmp_path / CHECKPOINT)

    output = run("evaluate", path, "--against", "monte-carlo:playouts=20", "--games", "12")

    assert "of 12 games against monte-carlo:playouts=20" in output
    with pytest.raises(SystemExit):
        evaluate.main([path, "--games", "7"])
    assert "--games 7 is odd" in capsys.readouterr().err


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


def test_group_continues_from_its_state_with_the_same_games(client: tengen.Client) -> None:
    torch.manual_seed(1)
    network = Network(5, 8, 1)
    whole = play_group(TINY, network, 0, None, client.address)
    more = play_group(TINY, network, 0, whole.state, client.address)

    again = play_group(TINY, network, 0, whole.state, client.address)
    other_group = play_group(replace(TINY, groups=2), network, 1, None, client.address)

    assert sum(map(len, whole.games)) >= TINY.positions
    names = [(game.slot, game.number) for game in whole.games + more.games]
    assert len(set(names)) == len(names)
    assert more.state == again.state != whole.state
    for game, same in zip(more.games, again.games, strict=True):
        assert np.array_equal(game.actions, same.actions)
    assert len(other_group.state.slots) == TINY.games // 2
    assert other_group.state.seed != whole.state.seed


def test_batches_transform_positions_with_their_policies(client: tengen.Client) -> None:
    settings = replace(TINY, buffer=200, history=1)
    learner = Learner(settings)

    def policy_is_a_stone(leaves: Any) -> Any:
        priors = np.full((len(leaves), 10), -20.0)
        priors[:, 0] = 0
        return priors, np.zeros(len(leaves))

    with SelfPlay(
        policy_is_a_stone,
        3,
        address=client.address,
        encoding=settings.encoding,
        simulation_count=4,
        full_share=0.5,
        slot_count=8,
        max_game_count=24,
        seed=1,
    ) as play:
        games = list(play.games())
    assert learner.add(games) == sum(map(len, games)) > settings.buffer
    rows = {
        name: np.concatenate([getattr(game, name) for game in games])[-settings.buffer :]
        for name in ("planes", "policies", "is_full")
    }
    symmetries = [each for each in tengen.Symmetry if each is not tengen.Symmetry.DRAWN]
    known = {
        planes.tobytes() + policy.tobytes() + is_full.tobytes()
        for symmetry in symmetries
        for planes, policy, is_full in zip(
            symmetry.transform_planes(rows["planes"]).astype(np.float32),
            symmetry.transform_policy(rows["policies"], 3, 3),
            rows["is_full"],
            strict=True,
        )
    }

    planes, policies, values, is_full = learner.sample(np.random.default_rng(1), 400)

    drawn = {
        planes[row].numpy().tobytes()
        + policies[row].numpy().tobytes()
        + is_full[row].numpy().tobytes()
        for row in range(400)
    }
    assert drawn <= known
    assert len(drawn) > settings.buffer
    assert 0.3 < is_full.float().mean() < 0.7
    assert 0 < values.abs().max() <= settings.discount


def test_fast_searches_teach_values_only() -> None:
    settings = replace(TINY, batch=2)
    planes = torch.rand(2, 5, 3, 3)
    values, is_full = torch.zeros(2), torch.tensor([True, False])
    policies = torch.zeros(2, 10)
    policies[:, 3] = 1
    changed = policies.clone()
    changed[1] = torch.tensor([0.1] * 10)

    losses = []
    for targets in (policies, changed):
        torch.manual_seed(2)
        learner = Learner(settings)
        losses.append(learner.step(planes, targets, values, is_full))

    assert torch.equal(*losses)


def test_evaluator_agrees_with_the_network() -> None:
    network = Network(5, 8, 2)
    planes = torch.from_numpy(np.random.default_rng(1).integers(0, 2, (40, 5, 4, 4), np.uint8))
    for _ in range(3):
        network(planes.float())
    logits, values = network.eval()(planes.float())
    network.train()

    leaves = Leaves(
        0,
        GameForm((5, 4, 4), 17, (4, 4)),
        64,
        {
            "observations": np.packbits(planes.numpy().reshape(40, -1), axis=1),
            "action_masks": np.full((40, 3), 255, np.uint8),
            "globals": np.zeros((40, 0), np.float32),
            "symmetries": np.zeros(40, np.uint8),
            "slots": np.arange(40, dtype=np.uint32),
        },
    )
    priors, judged = evaluator_of(network, 4)(leaves).result()

    assert network.training
    assert np.allclose(priors, logits.detach(), atol=1e-5)
    assert np.allclose(judged, values.detach(), atol=1e-5)
    for size in (4, 6):
        rows = torch.rand(3, 5, size, size)
        with torch.inference_mode():
            script, module = traced(network, 4)(rows), network.eval()(rows)
        assert torch.allclose(script[0], module[0], atol=1e-5)


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
