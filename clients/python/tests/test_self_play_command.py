from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tengen.data import GameFolder, folder_files, verify
from tengen.data.games import joined
from tengen.search import __main__ as command
from tengen.search import checkpoints, game_files

if TYPE_CHECKING:
    from collections.abc import Callable

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
    assert {tuple(file["shape"]) for file in files} == {(17, 5, 5)}
    assert {str(file["encoding"]) for file in files} == {"alphazero-17"}
    names = set(files[0].files) - {"shape", "encoding"}
    return {name: np.concatenate([file[name] for file in files]) for name in names}


def assert_equal_games(arrays: dict[str, Any], others: dict[str, Any]) -> None:
    """Asserts that two runs have the same games, if in another order."""
    order = np.lexsort((arrays["numbers"], arrays["slots"]))
    other_order = np.lexsort((others["numbers"], others["slots"]))
    for name in ("slots", "numbers", "move_counts", "margins", "winners"):
        np.testing.assert_array_equal(arrays[name][order], others[name][other_order])
    moves, other_moves = (
        np.split(each["actions"], np.cumsum(each["move_counts"])[:-1]) for each in (arrays, others)
    )
    for one, other in zip(order, other_order, strict=True):
        np.testing.assert_array_equal(moves[one], other_moves[other])


def contents(folder: Path) -> dict[str, bytes]:
    """Returns the bytes of the files of a folder with games, by name."""
    return {file.name: file.read_bytes() for file in sorted(folder.glob("games-*"))}


def kill_at(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes a run end abruptly at its write number `count`, from 1, before or after it."""
    writes = itertools.count(1)
    replace = folder_files.replace_file

    def killed(path: Path, write: Callable[[Path], None]) -> None:
        number = next(writes)
        if number == count and count % 2:
            raise Killed
        replace(path, write)
        if number == count:
            raise Killed

    for module in (checkpoints, game_files):
        monkeypatch.setattr(module, "replace_file", killed)


class Killed(BaseException):
    """Stands for a death of the process: nothing catches it."""


@pytest.mark.parametrize(
    "count",
    [2, *(pytest.param(count, marks=pytest.mark.full) for count in (1, 3, 4, 5, 6))],
)
def test_command_continues_after_a_death(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    words = ("--games-per-file", "3", "--rollout")
    assert run(address, tmp_path / "whole", *words, str(tmp_path / "whole-moves")) == 0
    folder, moves = tmp_path / "killed", tmp_path / "killed-moves"

    with monkeypatch.context() as context:
        kill_at(count, context)
        with pytest.raises(Killed):
            run(address, folder, *words, str(moves))
    assert run(address, folder, *words, str(moves)) == 0

    assert contents(folder) == contents(tmp_path / "whole")
    assert contents(moves) == contents(tmp_path / "whole-moves")
    assert verify(moves, address=address).games == 10
    assert run(address, folder, *words, str(tmp_path / "other")) == command.USAGE


def test_command_other_arguments_do_not_continue(
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with monkeypatch.context() as context:
        kill_at(2, context)
        with pytest.raises(Killed):
            run(address, tmp_path)

    assert run(address, tmp_path, "--leaves", "2") == command.USAGE
    assert "has a run with --leaves 1, which does not continue with 2" in capsys.readouterr().err
    assert run(address, tmp_path, "--rollout", "moves") == command.USAGE
    assert "--rollout None, which does not continue with moves" in capsys.readouterr().err


@pytest.mark.parametrize("length", [0, 2, 200])
def test_command_damaged_checkpoint_is_refused(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], length: int
) -> None:
    file = tmp_path / checkpoints.FILE_NAME
    checkpoints.Checkpoint({}, seed=4, slots=(b"state",)).write(tmp_path)
    file.write_bytes(file.read_bytes()[:length])

    assert run(address, tmp_path) == command.USAGE
    assert "is not a checkpoint" in capsys.readouterr().err


def test_command_writes_the_games_of_a_seed(address: str, tmp_path: Path) -> None:
    assert run(address, tmp_path / "a", "--games-per-file", "4") == 0
    assert run(address, tmp_path / "b", "--groups", "1") == 0
    assert run(address, tmp_path / "c", "--groups", "1") == 0

    files = sorted((tmp_path / "a").glob("games-*.npz"))
    assert [len(np.load(file)["slots"]) for file in files] == [4, 4, 2]
    arrays, others, again = (read(tmp_path / name) for name in "abc")
    count = int(arrays["move_counts"].sum())
    assert arrays["packed"].shape == (count, (17 * 25 + 7) // 8)
    assert arrays["policies"].shape == (count, 26)
    for name in others:
        np.testing.assert_array_equal(others[name], again[name])
    # Other groups end games in another order.
    assert_equal_games(arrays, others)


def test_command_rollout_has_the_games(address: str, tmp_path: Path) -> None:
    folder = tmp_path / "rollout"
    assert run(address, tmp_path / "a", "--rollout", str(folder), "--games-per-file", "4") == 0

    verification = verify(folder, address=address)
    assert verification.is_good
    arrays = read(tmp_path / "a")
    games = joined(list(GameFolder(folder)))
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


@pytest.mark.long
@pytest.mark.parametrize("where", ["network", "embedded"])
def test_thousand_games_killed_ten_times_give_equal_files(tmp_path: Path, where: str) -> None:
    assert play_thousand(tmp_path / "whole", "network").wait() == 0

    for lifetime in np.random.default_rng(5).uniform(4, 8, 10):
        process = play_thousand(tmp_path / "killed", where)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(lifetime)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert play_thousand(tmp_path / "killed", where).wait() == 0

    files = contents(tmp_path / "killed")
    assert files == contents(tmp_path / "whole")
    counts = [len(np.load(file)["slots"]) for file in (tmp_path / "killed").glob("games-*.npz")]
    assert sum(counts) == 1_000


def play_thousand(folder: Path, where: str) -> subprocess.Popen[bytes]:
    """Starts a run of 1,000 games of 9x9, with its server in its process group."""
    words = [
        *("-m", "tengen.search", "hashed_network:hashed", "--priors", "probabilities"),
        *("--games", "1000", "--games-per-file", "25", "--seed", "3", "--out", str(folder)),
    ]
    if where == "embedded":
        words += ["--address", "embedded"]
    return subprocess.Popen(
        [sys.executable, *words],
        cwd=Path(__file__).parent,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
