from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tengen.data import GameFolder, verify
from tengen.search import __main__ as command

if TYPE_CHECKING:
    from pathlib import Path

NETWORK = "exact_network:evaluate"


def run(address: str, folder: Path, *words: str) -> int:
    """Plays ten games of 5x5 to a folder, and returns the exit code."""
    return command.main(
        [
            *(NETWORK, "--games", "10", "--out", str(folder), "--size", "5", "--seed", "4"),
            *("--simulations", "8", "--slots", "5", "--address", address, *words),
        ]
    )


def read(folder: Path) -> dict[str, Any]:
    """Returns the arrays of all files of a folder, joined."""
    files = [np.load(file) for file in sorted(folder.glob("games-*.npz"))]
    return {name: np.concatenate([file[name] for file in files]) for name in files[0].files}


def test_command_writes_the_games_of_a_seed(address: str, tmp_path: Path) -> None:
    assert run(address, tmp_path / "a", "--games-per-file", "4") == 0
    assert run(address, tmp_path / "b", "--groups", "1") == 0
    assert run(address, tmp_path / "c", "--groups", "1") == 0

    assert len(list((tmp_path / "a").iterdir())) == 3
    arrays, others, again = (read(tmp_path / name) for name in "abc")
    count = int(arrays["move_counts"].sum())
    assert arrays["packed"].shape == (count, (17 * 25 + 7) // 8)
    assert arrays["policies"].shape == (count, 26)
    for name in others:
        np.testing.assert_array_equal(others[name], again[name])
    # Other groups end games in another order.
    order = np.lexsort((arrays["numbers"], arrays["slots"]))
    other_order = np.lexsort((others["numbers"], others["slots"]))
    for name in ("move_counts", "margins", "winners"):
        np.testing.assert_array_equal(arrays[name][order], others[name][other_order])


def test_command_rollout_has_the_games(address: str, tmp_path: Path) -> None:
    folder = tmp_path / "rollout"
    assert run(address, tmp_path / "a", "--rollout", str(folder), "--games-per-file", "4") == 0

    verification = verify(folder, address=address)
    assert verification.is_good
    arrays = read(tmp_path / "a")
    (games,) = GameFolder(folder)
    np.testing.assert_array_equal(games.moves, arrays["actions"])
    np.testing.assert_array_equal(np.diff(games.offsets), arrays["move_counts"])
    is_won = games.winner != 0  # Not the games that their number of moves has ended.
    assert is_won.any()
    np.testing.assert_array_equal(games.winner[is_won], arrays["winners"][is_won])
    np.testing.assert_array_equal(games.black_margin, arrays["margins"])
    assert run(address, tmp_path / "b", "--rollout", str(folder)) == 2


def test_command_gumbel_with_several_leaves(address: str, tmp_path: Path) -> None:
    assert run(address, tmp_path, "--gumbel", "--leaves", "4") == 0
    assert len(read(tmp_path)["slots"]) == 10


def test_command_folder_with_games_is_refused(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games-00000.npz").touch()

    assert run(address, tmp_path) == command.USAGE
    assert "has games already" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["exact_network", "exact_network:none", "no_module:evaluate", ":"])
def test_command_unknown_evaluator_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    words = [name, "--games", "1", "--out", str(tmp_path)]

    assert command.main(words) == command.USAGE
    assert "give MODULE:FUNCTION" in capsys.readouterr().err


def test_command_wrong_number_is_an_error(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(address, tmp_path, "--simulations", "0") == command.FAILED
    assert "simulation_count" in capsys.readouterr().err
