from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from processes import run_to_end

import tengen
from tengen.data import PositionDataset, Replayer, read_games, verify
from tengen.rollouts import RolloutError
from tengen.rollouts.command import main, needs_python
from tengen.rollouts.policies import PolicyCaller, drawn_actions

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

GIVEN: dict[str, Any] = {"size": 5, "seed": 3, "games_per_file": 4}
PROGRAM = """
import os
import sys
import time
import numpy as np
def policy(observations, action_mask):
    time.sleep(float(os.environ.get("POLICY_SECONDS", "0")))
    stones = observations[:, 0].sum(axis=(1, 2))
    weights = action_mask * (1.0 + (np.arange(action_mask.shape[1]) + stones[:, None]) % 5)
    weights[:, -1] = 0.01
    return weights
policy.version = "1"
policy.__module__ = "kept"
if __name__ == "__main__":
    import tengen
    for shard in sys.argv[3:]:
        tengen.rollout(
            48, sys.argv[1], size=5, seed=3, games_per_file=4, black=policy, white=policy,
            format=sys.argv[2], shard=shard, lanes=5,
        )
"""


def weights(observations: NDArray[np.uint8], action_mask: NDArray[np.uint8]) -> NDArray[Any]:
    """Prefers points that depend on the position, so that a mix-up of rows changes games."""
    stones = observations[:, 0].sum(axis=(1, 2))
    result: NDArray[Any] = action_mask * (
        1.0 + (np.arange(action_mask.shape[1]) + stones[:, None]) % 5
    )
    result[:, -1] = 0.01
    return result


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


@pytest.mark.full
def test_shards_and_lanes_change_no_byte(tmp_path: Path) -> None:
    whole = tengen.rollout(24, tmp_path / "a", black=weights, white="greedy", lanes=64, **GIVEN)
    for index in (2, 0, 1):
        part = tengen.rollout(
            24, tmp_path / "b", black=weights, white="greedy", lanes=3, shard=(index, 3), **GIVEN
        )

    assert (whole.games, whole.played, whole.complete) == (24, 24, True)
    assert (part.games, part.complete) == (8, True)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


@pytest.mark.full
def test_self_play_gets_the_planes_of_its_positions(tmp_path: Path, address: str) -> None:
    seen: dict[tuple[int, int], bytes] = {}

    def policy(
        observations: NDArray[np.uint8],
        action_mask: NDArray[np.uint8],
        games: NDArray[np.uint64],
        moves: NDArray[np.uint32],
    ) -> NDArray[Any]:
        for row in range(len(games)):
            key = int(games[row]), int(moves[row])
            seen[key] = observations[row].tobytes() + action_mask[row].tobytes()
        return weights(observations, action_mask)

    tengen.rollout(6, tmp_path / "a", black=policy, white=policy, **GIVEN)

    count = 0
    for file in sorted((tmp_path / "a").glob("*.pb")):
        games = read_games(file)
        with Replayer(address=address) as replayer:
            positions = replayer.replay(games, np.arange(len(games)))
            planes = replayer.planes(positions.packed, games.header)
        for row in range(len(planes)):
            key = int(games.number[positions.game[row]]), int(positions.move[row])
            mask = positions.action_mask[row].astype(np.uint8)
            assert seen[key] == planes[row].tobytes() + mask.tobytes()
            count += 1
    assert count == len(seen) > 100


@pytest.mark.full
@pytest.mark.parametrize("file_format", ["parquet", "npz"])
def test_formats_have_the_same_games(tmp_path: Path, address: str, file_format: str) -> None:
    given = GIVEN | {"black": "greedy", "white": "random"}
    tengen.rollout(12, tmp_path / "moves", **given)
    more: dict[str, Any] = {"planes": "alphazero-17"} if file_format == "parquet" else {}
    for shard in ("1/2", "0/2"):
        summary = tengen.rollout(
            12, tmp_path / "other", format=file_format, shard=shard, **more, **given
        )

    assert summary.complete
    assert verify(tmp_path / "other", address=address).is_good
    for file in sorted((tmp_path / "moves").glob("*.pb")):
        games, other = read_games(file), read_games(tmp_path / f"other/{file.stem}.{file_format}")
        for name in ("number", "moves", "offsets", "end_reason", "winner", "black_margin"):
            assert np.array_equal(getattr(games, name), getattr(other, name)), name


@pytest.mark.full
def test_ready_planes_give_the_batches_of_rebuilt_ones(tmp_path: Path, address: str) -> None:
    tengen.rollout(
        12, tmp_path / "a", format="parquet", planes="alphazero-17", black="greedy", **GIVEN
    )
    given: dict[str, Any] = {"batch_size": 50, "address": address}
    ready = list(PositionDataset(tmp_path / "a", **given))
    rebuilt = list(PositionDataset(tmp_path / "a", is_rebuilt=True, **given))

    assert len(ready) == len(rebuilt) > 1
    for one, other in zip(ready, rebuilt, strict=True):
        assert one.keys() == other.keys()
        for name in one:
            assert np.array_equal(one[name], other[name]), name


@pytest.mark.parametrize("file_format", ["moves", "parquet"])
@pytest.mark.full
def test_killed_processes_leave_the_bytes_of_an_undisturbed_run(
    tmp_path: Path, address: str, file_format: str
) -> None:
    program = tmp_path / "play.py"
    program.write_text(PROGRAM)
    kills, wanted = 0, 4
    # So slow that the shards take longer than all kills need, on any machine.
    slow = {**os.environ, "POLICY_SECONDS": "0.03"}
    random = np.random.default_rng(1)
    waiting = ["0/3", "1/3", "2/3"]
    while waiting:
        out = str(tmp_path / "killed")
        command = [sys.executable, str(program), out, file_format, waiting[0]]
        is_killed = kills < wanted
        with subprocess.Popen(
            command, stderr=subprocess.DEVNULL, env=slow if is_killed else None
        ) as process:
            try:
                code = process.wait(random.uniform(0.8, 3.0) if is_killed else 300)
            except subprocess.TimeoutExpired:
                os.kill(process.pid, signal.SIGKILL)
                code = process.wait()
        if code == -signal.SIGKILL:
            kills += 1
        else:
            assert code == 0
            waiting.pop(0)
    subprocess.run(
        [sys.executable, str(program), str(tmp_path / "whole"), file_format, "0/1"], check=True
    )

    assert kills == wanted
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")
    if file_format != "moves":
        assert verify(tmp_path / "killed", address=address).is_good


@pytest.mark.full
def test_wrong_policies_and_arguments_are_named(tmp_path: Path) -> None:
    def illegal(observations: NDArray[Any], action_mask: NDArray[Any]) -> NDArray[Any]:
        del observations
        return np.where(action_mask.all(axis=1), 0, np.argmin(action_mask, axis=1))

    with pytest.raises(ValueError, match=r"returned the action \d+, which is illegal, in game"):
        tengen.rollout(4, tmp_path / "a", black=illegal, **GIVEN)
    with pytest.raises(tengen.InvalidArgumentError, match=r'"nobody" is not one of'):
        tengen.rollout(4, tmp_path / "b", black="nobody", **GIVEN)
    with pytest.raises(tengen.InvalidArgumentError, match="0 <= I < K"):
        tengen.rollout(4, tmp_path / "b", shard="2/2", **GIVEN)
    with pytest.raises(ImportError, match="no_such_module"):
        tengen.rollout(4, tmp_path / "b", black="no_such_module:play", **GIVEN)
    tengen.rollout(4, tmp_path / "c", **GIVEN)
    with pytest.raises(tengen.InvalidArgumentError, match="has another rollout: seed"):
        tengen.rollout(4, tmp_path / "c", **(GIVEN | {"seed": 4}))
    with pytest.raises(RolloutError, match="gtp:dead"):
        tengen.rollout(4, tmp_path / "d", black="gtp:dead", engines={"dead": "false"}, **GIVEN)


def test_a_policy_gets_full_batches_and_draws_by_seed() -> None:
    sizes = []

    def policy(observations: NDArray[Any], action_mask: NDArray[Any]) -> NDArray[Any]:
        sizes.append(len(observations))
        return action_mask.astype(np.float32)

    mask = np.array([[0, 1, 0, 1], [1, 0, 0, 0]], np.uint8)
    more = {
        "globals": np.zeros((2, 0), np.float32),
        "seeds": np.array([0, 1 << 63], np.uint64),
        "games": np.arange(2),
        "moves": np.arange(2),
    }
    actions = PolicyCaller("p", policy, 8)(np.zeros((2, 1, 1, 3), np.uint8), mask, **more)

    assert sizes == [8]
    assert actions.tolist() == [1, 0]
    seeds = np.random.default_rng(0).integers(0, 1 << 64, 4000, np.uint64)
    shares = np.tile(np.array([1.0, 5.0, 2.0, 1.0]), (4000, 1))
    legal = np.tile(np.array([1, 0, 1, 1], np.uint8), (4000, 1))
    counts = np.bincount(drawn_actions("p", shares, legal, seeds), minlength=4)
    assert counts[1] == 0
    assert np.allclose(counts / 4000, [0.25, 0, 0.5, 0.25], atol=0.03)
    with pytest.raises(ValueError, match="not finite, or less than 0, or 0"):
        drawn_actions("p", np.zeros((1, 4)), legal[:1], seeds[:1])


def test_the_command_line_knows_when_it_needs_python() -> None:
    assert needs_python(["--black", "my.module:play"])
    assert needs_python(["--white=m:f"])
    assert needs_python(["--format", "PARQUET"])
    assert not needs_python(["--black", "gtp:gnugo", "--white", "monte-carlo:playouts=10"])
    assert not needs_python(["--format", "parquet", "--help"])


@pytest.mark.full
def test_the_command_plays_a_policy_of_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PROGRAM.replace('policy.__module__ = "kept"', ""))
    command = [sys.executable, "-m", "tengen", "rollout", "--games", "8", "--size", "5", "--json"]
    start = time.monotonic()
    run = run_to_end(*command, "--black", "mine:policy", "--out", "games", cwd=tmp_path)

    assert run.returncode == 0, run.stderr
    assert '"played": 8' in run.stdout
    assert '"complete": true' in run.stdout
    assert time.monotonic() > start


@pytest.mark.parametrize(
    ("name", "problem"),
    [("nowhere:play", "No module named 'nowhere'"), ("json:play", "no callable play")],
)
def test_a_policy_that_does_not_exist_is_an_invalid_option(
    name: str, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["--games", "8", "--white", name, "--out", str(tmp_path / "games")])

    assert code == 2
    message = capsys.readouterr().err
    assert message.startswith(f'tengen: --white "{name}": ')
    assert problem in message
    assert not (tmp_path / "games").exists()


def test_rollout_error_can_be_pickled() -> None:
    error = RolloutError("gtp:dead ended", 3)

    copy = pickle.loads(pickle.dumps(error))

    assert (copy.message, copy.exit_code, str(copy)) == ("gtp:dead ended", 3, str(error))
