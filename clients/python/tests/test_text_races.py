"""The example that learns races from boards of text learns, and can be repeated.

These tests need PyTorch; `check.py` looks for it.
"""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("websockets")

from text_races import command  # noqa: E402 - it needs PyTorch.
from text_races.board import SYMMETRIES, action_of, move_of, read_position  # noqa: E402
from text_races.comparison import compare  # noqa: E402
from text_races.learner import Learner, PolicyGradient  # noqa: E402
from text_races.network import (  # noqa: E402
    POINT_COUNT,
    LineTransformer,
    board_action,
    network_action,
)
from text_races.race_server import Lane, RaceServer, Turn  # noqa: E402
from text_races.training import oracle_actions  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from text_races.board import Position
    from text_races.race_server import Race

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
TIMEOUT_SECONDS = 300

STEP_COUNT = 200
"""Steps of the policy gradient that change a small network visibly."""

SMALL = "--width 32 --layers 2 --teacher-races 160 --imitation-steps 150 --first-steps 2"
SMALL += " --gradient-steps 2 --races-per-step 16 --measure-every 75 --test-races 48"


@pytest.fixture(scope="module")
def server() -> Iterator[RaceServer]:
    with RaceServer() as races:
        yield races


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The folders of two equal runs."""
    folders = [tmp_path_factory.mktemp("runs") / name for name in ("one", "other")]
    for folder in folders:
        run("train", str(folder), *SMALL.split())
    return folders


def run(*words: str, code: int = 0) -> str:
    """Returns the output of the program."""
    done = subprocess.run(
        [sys.executable, "-m", "text_races", *words],
        cwd=EXAMPLES,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=TIMEOUT_SECONDS,
    )
    assert done.returncode == code, done.stdout
    return done.stdout


def observation(**changes: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "size": 3,
        "rows": ["XO.", "...", ".O."],
        "color": "black",
        "legal_moves": ["1,3", "2,1", "pass"],
        "last_moves": ["black 1,1", "white pass"],
    }
    return values | changes


def small_network() -> LineTransformer:
    torch.manual_seed(1)
    return LineTransformer(width=16, layers=1)


def test_position_is_read_from_the_text() -> None:
    position = read_position(observation())

    assert position.symbols.tolist() == [[2, 3, 1], [1, 1, 1], [1, 3, 1]]
    assert np.flatnonzero(position.legal).tolist() == [2, 3, 9]
    assert position.is_after_pass
    assert not read_position(observation(last_moves=["white 1,2"])).is_after_pass
    assert not read_position(observation(last_moves=[])).is_after_pass


def test_agent_with_white_sees_its_stones_as_black() -> None:
    exchanged = observation(color="white", rows=["OX.", "...", ".X."])

    assert np.array_equal(read_position(exchanged).symbols, read_position(observation()).symbols)


def test_moves_and_actions_match() -> None:
    assert [action_of(move, 9) for move in ("1,1", "1,9", "9,1", "pass")] == [0, 8, 72, 81]
    assert all(action_of(move_of(action, 9), 9) == action for action in range(82))


@pytest.mark.parametrize("size", [9, 13])
def test_actions_have_indices_in_the_output(size: int) -> None:
    indices = [network_action(action, size) for action in range(size * size + 1)]

    assert len(set(indices)) == len(indices)
    assert [board_action(index, size) for index in indices] == list(range(size * size + 1))
    assert indices[-1] == POINT_COUNT


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_legal_actions_turn_with_the_board(symmetry: Any) -> None:
    position = read_position(observation())

    turned = position.transformed(symmetry)

    moved = [symmetry.transform_action(int(action), 3, 3) for action in (2, 3, 9)]
    assert sorted(moved) == np.flatnonzero(turned.legal).tolist()


def test_network_has_about_a_million_weights() -> None:
    count = sum(weights.numel() for weights in LineTransformer().parameters())

    assert 1_050_000 < count < 1_150_000


def test_illegal_actions_have_no_probability() -> None:
    probabilities = small_network()([read_position(observation())]).exp()[0].detach()

    legal = [network_action(action, 3) for action in (2, 3, 9)]
    assert probabilities[legal].sum() == pytest.approx(1)
    assert np.count_nonzero(probabilities) == 3


def test_output_depends_on_the_order_of_the_lines_and_on_a_pass() -> None:
    every = [f"{row},{column}" for row in (1, 2, 3) for column in (1, 2, 3)]
    network = small_network()

    def output(**changes: Any) -> Any:
        return network([read_position(observation(legal_moves=every, **changes))]).detach()[0, :3]

    assert not torch.allclose(output(), output(rows=["XO.", ".O.", "..."]))
    assert not torch.allclose(output(), output(last_moves=[]))


def test_policy_gradient_prefers_moves_that_lose_less() -> None:
    learner = Learner(small_network())
    position = read_position(observation())
    turns = [Turn(position, 2, 0.0), Turn(position, 3, -2.0), Turn(position, 9, None)]
    gradient = PolicyGradient(learner, seed=1)
    before = better_share(learner, position)

    rewards = [gradient.step(turns) for _ in range(STEP_COUNT)]

    assert rewards == [-1.0] * STEP_COUNT, "a move without a reward is ignored"
    assert better_share(learner, position) > before + 0.01


def better_share(learner: Learner, position: Position) -> float:
    """Returns the probability of action 2 against action 3, averaged over symmetries."""
    shares = []
    for symmetry in SYMMETRIES:
        logs = learner.network([position.transformed(symmetry)])[0].detach()
        better, worse = (
            float(logs[network_action(symmetry.transform_action(action, 3, 3), 3)])
            for action in (2, 3)
        )
        shares.append(1 / (1 + np.exp(worse - better)))
    return float(np.mean(shares))


def test_oracle_loses_nothing(server: RaceServer) -> None:
    options = server.races("train", 5_000, 80)

    races = list(server.play(options, oracle_actions))

    assert sorted(race.index for race in races) == list(range(80))
    assert {race.regret for race in races} == {0.0}
    assert {turn.reward for race in races for turn in race.turns} == {0.0}


def test_rewards_of_a_race_add_up_to_its_regret(server: RaceServer) -> None:
    races = played_at_random(server)

    assert sum(race.regret or 0 for race in races) > 40
    for race in races:
        assert sum(turn.reward or 0 for turn in race.turns) == -(race.regret or 0)


def test_races_can_be_repeated(server: RaceServer) -> None:
    one, other = (
        [
            (race.index, race.name, race.regret, [turn.action for turn in race.turns])
            for race in played_at_random(server)
        ]
        for _ in range(2)
    )

    assert one == other


def played_at_random(server: RaceServer) -> list[Race]:
    random = np.random.default_rng(1)

    def choose(lanes: Sequence[Lane]) -> list[int]:
        return [int(random.choice(np.flatnonzero(lane.race.position.legal))) for lane in lanes]

    return list(server.play(server.races("test", 0, 80), choose))


def test_races_have_all_levels_and_both_first_players(server: RaceServer) -> None:
    races = server.races("test", 0, 200)

    assert len({race["seed"] for race in races}) == 200
    assert all("split=test" in race["task"] for race in races)
    assert len({race["task"] for race in races}) == 8
    assert len({(race["task"], race["seed"] % 2) for race in races}) == 16


def test_equal_runs_write_equal_files(runs: list[Path]) -> None:
    one, other = runs
    for name in ("curve.csv", "regrets.csv"):
        assert (one / name).read_bytes() == (other / name).read_bytes()
    weights, others = (torch.load(folder / "model.pt") for folder in runs)
    assert all(torch.equal(weights[name], others[name]) for name in weights)


def test_small_run_learns(runs: list[Path]) -> None:
    with (runs[0] / "curve.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    with (runs[0] / "regrets.csv").open(newline="") as file:
        result = compare(list(csv.DictReader(file)))

    phases = [("imitation", step) for step in ("2", "75", "150")] + [("policy gradient", "2")]
    assert [(row["phase"], row["step"]) for row in rows] == phases
    assert float(rows[0]["regret"]) == pytest.approx(result.first, abs=1e-4)
    assert float(rows[-1]["regret"]) == pytest.approx(result.last, abs=1e-4)
    assert result.last < result.first
    assert result.probability < 0.05


def test_runs_are_compared_and_drawn(runs: list[Path], tmp_path: Path) -> None:
    pictures = [tmp_path / "one.svg", tmp_path / "other.svg"]
    curve = tmp_path / "curve.csv"
    for picture in pictures:
        words = ["--curve", str(curve), "--picture", str(picture)]
        output = run("compare", *map(str, runs), *words)

    assert output.count("regret ") == 2
    assert len(curve.read_text().splitlines()) == 1 + 2 * 4
    assert "mean regret on test races" in pictures[0].read_text()
    assert pictures[0].read_bytes() == pictures[1].read_bytes()


def test_run_is_not_overwritten(runs: list[Path]) -> None:
    assert "has results" in run("train", str(runs[0]), code=1)


@pytest.mark.parametrize("value", ["0", "-1", "many"])
def test_option_must_be_positive(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["train", "run", f"--layers={value}"])

    assert "is not a positive integer" in capsys.readouterr().err


def test_permutation_test_exchanges_races_of_a_layout_together() -> None:
    same = [
        {"race": f"e1-s0-e2/eyes0-0/turn{turn}", "first": "2", "last": "0"} for turn in range(8)
    ]
    different = [
        {"race": f"e{count}-s0-e2/eyes0-0/turn0", "first": "2", "last": "0"} for count in range(20)
    ]

    assert compare(same).probability == pytest.approx(1, abs=0.01)
    assert compare(different).probability < 1e-3
    assert compare(different[:3]).probability == pytest.approx(1 / 4, abs=0.01)
