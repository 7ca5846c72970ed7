"""The self-play of the AlphaZero example on Ray. Skipped where Ray or PyTorch is not installed."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from processes import descendants, name_of

ray = pytest.importorskip("ray")
torch = pytest.importorskip("torch")
pytest.importorskip("jpype")

from alphazero import train  # noqa: E402
from alphazero.actors import actor_player  # noqa: E402
from alphazero.learner import load_checkpoint  # noqa: E402
from alphazero.settings import Settings  # noqa: E402
from alphazero.train import CHECKPOINT, Training  # noqa: E402

if TYPE_CHECKING:
    from pathlib import Path

    import tengen

# Ray warns about its own use of deprecated parts.
pytestmark = [
    pytest.mark.full,
    pytest.mark.filterwarnings("default"),
    pytest.mark.usefixtures("cluster"),
]

SETTINGS = Settings(
    size=3,
    komi=2.5,
    iterations=4,
    games=24,
    groups=3,
    positions=240,
    visits=8,
    fast_visits=4,
    temperature_plies=2,
    blocks=1,
    channels=8,
    buffer=2_000,
    evaluate_every=4,
    openings=2,
    opponents="random",
)
TIMES = ("wall_seconds", "processor_seconds")


def assert_same(one: Path, other: Path) -> None:
    """Asserts that two runs have the same data, games and network."""
    first, second = load_checkpoint(one / CHECKPOINT), load_checkpoint(other / CHECKPOINT)
    assert len(first["rows"]) == len(second["rows"]) == SETTINGS.iterations
    for row, expected in zip(first["rows"], second["rows"], strict=True):
        for name in row.keys() - set(TIMES):
            assert row[name] == expected[name], name
    assert first["states"] == second["states"]
    learners = [saved["learner"] for saved in (first, second)]
    for name, column in learners[0]["buffer"].items():
        assert (column == learners[1]["buffer"][name]).all()
    assert len(learners[0]["buffer"]["values"]) > 50
    for name, weights in learners[0]["network"].items():
        assert torch.equal(weights, learners[1]["network"][name])


def test_actors_give_the_same_data_as_one_process(client: tengen.Client, tmp_path: Path) -> None:
    alone = Training(client, tmp_path / "alone", SETTINGS)
    spread = Training(client, tmp_path / "spread", SETTINGS, actor_player(SETTINGS, 2))
    while not alone.is_done:
        alone.iterate()
    while not spread.is_done:
        spread.iterate()
        if len(spread.rows) == 2:
            for process in descendants(os.getpid()):
                if "SelfPlayActor" in name_of(process):
                    os.kill(process, 9)
                    break

    assert_same(tmp_path / "alone", tmp_path / "spread")


def test_groups_change_the_random_numbers(client: tengen.Client, tmp_path: Path) -> None:
    lengths = []
    for groups in (1, 3):
        training = Training(client, tmp_path / str(groups), replace(SETTINGS, groups=groups))
        training.iterate()
        lengths.append(training.rows[-1]["mean_length"])

    assert lengths[0] != lengths[1]


def test_more_groups_than_games_raise(client: tengen.Client, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="groups 3 is more than games 2"):
        Training(client, tmp_path, replace(SETTINGS, games=2))


@pytest.mark.parametrize(
    "words", [["--actors", "2"], ["--actors", "-1"], ["--actors", "3", "--groups", "2"]]
)
def test_more_actors_than_groups_exit(words: list[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="--groups"):
        train.main([str(tmp_path / "run"), *words])
