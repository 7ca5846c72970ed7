"""Folders of games: merging, splitting, conversion, verification and recording."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tengen
from tengen.data import (
    AreaReplayer,
    DataFileError,
    Games,
    GameWriter,
    Replayer,
    convert,
    convert_to_katago,
    joined,
    katago_rows,
    merge,
    read_games,
    split,
    stats,
    verify,
    write_games,
)
from tengen.data.command import main, needs_python
from tengen.v1 import rollout_pb2, timestep_pb2

if TYPE_CHECKING:
    from pathlib import Path

GAME_COUNT = 24
SGF = """(;GM[1]FF[4]SZ[5]KM[0.5]RE[B+R];B[cc];W[bb];B[dd])
(;GM[1]FF[4]SZ[5]KM[0.5]RE[B+24.5];B[cc];W[];B[])
(;GM[1]FF[4]SZ[5]KM[0.5]RE[W+3.5];B[cc];W[];B[])
(;GM[1]FF[4]SZ[5]KM[0.5]RE[W+T];B[cc];W[bb])
(;GM[1]FF[4]SZ[5]KM[0.5]RE[B+2];B[cc];W[bb])
(;GM[1]FF[4]SZ[5]KM[0.5]AB[aa]RE[B+R];W[bb])
(;GM[1]FF[4]SZ[7]KM[6.5]RE[W+R];B[cc];W[bb])
"""


@pytest.fixture(scope="module")
def rolled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rollouts in Parquet on 5x5."""
    out = tmp_path_factory.mktemp("rolled")
    for seed in (1, 2):
        tengen.rollout(
            GAME_COUNT // 2,
            out / str(seed),
            size=5,
            seed=seed,
            games_per_file=4,
            format="parquet",
            black="greedy",
        )
    return out


def all_games(folder: Path) -> list[bytes]:
    result = []
    for file in sorted(folder.glob("games-*")):
        games = read_games(file)
        result += [moves.tobytes() for moves in np.split(games.moves, games.offsets[1:-1])]
    return result


@pytest.mark.full
def test_merge_and_split_keep_every_game(rolled: Path, tmp_path: Path, address: str) -> None:
    folders = [rolled / "1", rolled / "2"]
    before = [game for folder in folders for game in all_games(folder)]

    assert merge(folders, tmp_path / "all", format="npz", games_per_file=10) == GAME_COUNT
    outs = [tmp_path / "train", tmp_path / "test"]
    counts = split(tmp_path / "all", outs, [3, 1], seed=5)

    assert all_games(tmp_path / "all") == before
    assert sum(counts) == GAME_COUNT
    assert min(counts) > 0
    assert sorted(all_games(outs[0]) + all_games(outs[1])) == sorted(before)
    for folder in (tmp_path / "all", *outs):
        assert verify(folder, address=address).is_good
    again = split(tmp_path / "all", [tmp_path / "a", tmp_path / "b"], [3, 1], seed=5)
    assert again == counts
    assert all_games(tmp_path / "a") == all_games(outs[0])
    with pytest.raises(FileExistsError, match="is not empty"):
        merge(folders, tmp_path / "all")


def test_stats_count_games(rolled: Path) -> None:
    values = stats(rolled / "1")

    manifest = json.loads((rolled / "1" / "_manifest.json").read_text())
    assert values["games"] == GAME_COUNT // 2
    assert {name: values[name] for name in manifest["counts"]} == manifest["counts"]
    assert values["distinct_games"] == len(set(all_games(rolled / "1")))


@pytest.mark.parametrize("file_format", ["parquet", "npz", "moves"])
def test_each_damaged_file_gets_one_line(
    rolled: Path, tmp_path: Path, address: str, file_format: str
) -> None:
    folder = tmp_path / "games"
    merge([rolled / "1", rolled / "2"], folder, format=file_format, games_per_file=4)
    files = sorted(folder.glob("games-*"))
    assert len(files) == 6
    data = files[0].read_bytes()
    files[0].write_bytes(data[: len(data) * 2 // 3])
    flipped = bytearray(files[1].read_bytes())
    flipped[len(flipped) // 3] ^= 4
    files[1].write_bytes(bytes(flipped))
    files[2].write_bytes(b"These are no games." * 10)
    games = read_games(files[3])
    games.header.format_version = 2
    write_games(games, files[3])
    shutil.copy(files[4], folder / f"games-000099{files[4].suffix}")

    problems: list[str] = []
    result = verify(folder, address=address, on_problem=problems.append)

    assert [line.split(": ")[0] for line in problems] == [
        str(file) for file in (*files[:4], folder / f"games-000099{files[4].suffix}")
    ]
    assert all("\n" not in line for line in problems)
    words = [line.split(": ")[1] for line in problems]
    allowed = ("truncated", "damaged", "foreign", "differs", "wrong")
    assert words[0] == "truncated"
    assert words[1] in allowed
    assert words[2].startswith("foreign")
    assert words[3] == "newer"
    assert words[4] == "foreign"
    assert (result.games, result.bad_files) == (8, 5)


def test_a_game_against_the_rules_is_named(rolled: Path, tmp_path: Path, address: str) -> None:
    folder = tmp_path / "games"
    merge([rolled / "1"], folder, games_per_file=4)
    file = folder / "games-000001.pb"
    games = read_games(file)
    games.moves[games.offsets[2] + 2] = games.moves[games.offsets[2]]
    write_games(games, file)

    problems: list[str] = []
    verify(folder, address=address, on_problem=problems.append)

    assert problems == [f"{file}: wrong: game 6: a move is illegal"]


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"end_reason": 4}, "the end is not that of the last move"),
        ({"winner": 0}, "the winner is not that of the last position"),
        ({"black_margin": 77.5}, "the margin is not that of the last position"),
    ],
)
def test_a_wrong_result_is_named(
    rolled: Path, tmp_path: Path, address: str, wrong: dict[str, float], problem: str
) -> None:
    folder = tmp_path / "games"
    merge([rolled / "1"], folder, games_per_file=4)
    games = read_games(folder / "games-000001.pb")
    for column, value in wrong.items():
        getattr(games, column)[1] = value
    write_games(games, folder / "games-000001.pb")

    problems: list[str] = []
    verify(folder, address=address, on_problem=problems.append)

    assert problems == [f"{folder / 'games-000001.pb'}: wrong: game 5: {problem}"]


def test_a_resignation_that_the_wrong_player_lost_is_named(tmp_path: Path, address: str) -> None:
    folder = tmp_path / "games"
    tengen.rollout(2, folder, size=5, games_per_file=1)
    games = read_games(folder / "games-000001.pb")
    games.offsets[1] = 3
    games.end_reason[0] = timestep_pb2.END_REASON_RESIGNATION
    games.winner[0] = 2
    write_games(Games(**(vars(games) | {"moves": games.moves[:3]})), folder / "games-000001.pb")

    problems: list[str] = []
    verify(folder, address=address, on_problem=problems.append)

    name = folder / "games-000001.pb"
    assert problems == [f"{name}: wrong: game 1: the winner is not that of its end"]


@pytest.mark.full
def test_sgf_rollout_is_verified(tmp_path: Path, address: str) -> None:
    folder, other = tmp_path / "games", tmp_path / "other"
    options: dict[str, Any] = {"size": 3, "games_per_file": 2, "format": "sgf", "max_moves": 14}
    tengen.rollout(12, folder, seed=1, **options)
    tengen.rollout(12, other, seed=2, **options)
    assert verify(folder, address=address).is_good
    files = sorted(folder.glob("games-*"))
    files[0].write_bytes(files[0].read_bytes()[:-9])
    files[1].write_text(re.sub(r"RE\[[^]]*\]", "RE[B+0.5]", files[1].read_text()))
    shutil.copy(other / files[2].name, files[2])
    files[3].unlink()

    problems: list[str] = []
    result = verify(folder, address=address, on_problem=problems.append)

    found = [line.removeprefix(f"{folder}/").split(": ")[:2] for line in problems]
    words = ["truncated", "wrong", "foreign", "missing"]
    assert found == [[file.name, word] for file, word in zip(files, words, strict=False)]
    assert (result.games, result.bad_files, result.missing_files) == (4, 4, 1)


@pytest.mark.full
def test_manifest_of_another_rollout_is_foreign(tmp_path: Path, address: str) -> None:
    for seed in (1, 2):
        tengen.rollout(2, tmp_path / str(seed), size=3, seed=seed)
    shutil.copy(tmp_path / "1" / "_manifest.json", tmp_path / "2")

    problems: list[str] = []
    verify(tmp_path / "2", address=address, on_problem=problems.append)

    assert problems[0].endswith("_manifest.json: foreign: the manifest of another rollout")


@pytest.mark.full
def test_sgf_games_that_the_rules_explain_are_taken(tmp_path: Path, address: str) -> None:
    file = tmp_path / "games.sgf"
    file.write_text(SGF)
    skipped: list[str] = []

    count = convert([file], tmp_path / "games", on_skip=skipped.append)

    assert count == 4
    assert [line.split(": ")[1] for line in skipped] == ["game 3", "game 5", "game 6"]
    assert "stones may be dead" in skipped[0]
    assert "do not end it" in skipped[1]
    assert "empty board" in skipped[2]
    first, second = (read_games(path) for path in sorted((tmp_path / "games").glob("*.pb")))
    assert first.winner.tolist() == [1, 1, 2]
    assert first.black_margin.tolist()[1] == 24.5
    assert (second.header.width, second.header.rules.komi) == (7, 6.5)
    assert verify(tmp_path / "games", address=address).is_good


@pytest.mark.full
def test_strict_conversion_skips_records_that_break_the_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bracket.sgf"
    file.write_text("(;GM[1]SZ[9]KM[7]US[joe[3d]]RE[B+R];B[ee];W[cc])")
    warnings: list[str] = []
    problems: list[str] = []

    count = convert([file], tmp_path / "read", on_warning=warnings.append)
    convert([file], tmp_path / "no", strict=True, skip_damaged=True, on_damaged=problems.append)
    code = main(["convert", "--strict", str(file), "--out", str(tmp_path / "none")])

    assert count == 1
    assert warnings[0].startswith(f"{file}: line 1, column 27: US: ")
    assert len(problems) == 1
    assert "line 1, column 28" in problems[0]
    assert code == 1
    assert "line 1, column 28" in capsys.readouterr().err


def test_damaged_files_stop_a_conversion_unless_they_are_skipped(
    rolled: Path, tmp_path: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = tmp_path / "games", tmp_path / "out"
    count = merge([rolled / "1"], folder, games_per_file=4)
    names = ["games-000000.pb", "games-000001.pb"]
    whole = sum(len(read_games(folder / name)) for name in names)
    moves = sum(read_games(folder / name).position_count for name in names)
    moves = stats(folder)["moves"] - moves
    assert count > whole
    for name in names:
        (folder / name).write_bytes((folder / name).read_bytes()[:-3])

    for words in (["convert", "--format=npz"], ["convert", "--format=katago"], ["merge"]):
        assert main([*words, str(folder), "--out", str(out)]) == 1
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 3
        for name, line in zip(names, lines, strict=False):
            assert line.startswith(f"tengen: {folder / name}: truncated: ")
            assert line.endswith("or leave it out with --skip-damaged")
        assert lines[2] == "tengen: 2 files cannot be used; nothing is written"
        assert not out.exists()
    assert main(["split", str(folder), "--part", f"{out}=1"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 3
    assert not out.exists()

    assert main(["convert", str(folder), "--format=npz", "--skip-damaged", "--out", str(out)]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[:2] for line in lines] == [
        ["tengen", f"skipping {folder / name}"] for name in names
    ]
    assert stats(out)["games"] == count - whole
    with pytest.warns(UserWarning, match="skipping"):
        rows = convert_to_katago(folder, tmp_path / "rows", skip_damaged=True, address=address)
    assert rows == moves
    with pytest.raises(DataFileError, match=names[0]):
        merge([folder], tmp_path / "strict")
    with pytest.warns(UserWarning, match="skipping"):
        assert split(folder, [tmp_path / "part"], [1], skip_damaged=True) == [count - whole]


@pytest.mark.full
def test_damaged_sgf_files_stop_a_conversion_unless_they_are_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad, out = tmp_path / "good.sgf", tmp_path / "bad.sgf", tmp_path / "out"
    good.write_text(SGF)
    bad.write_text("no game")
    missing = tmp_path / "missing.sgf"
    words = ["convert", str(bad), str(good), str(missing), "--out", str(out)]

    assert main(words) == 1
    lines = capsys.readouterr().err.splitlines()
    named = [line for line in lines if line.endswith("or leave it out with --skip-damaged")]
    assert [line.split(": ")[1] for line in named] == [str(bad), str(missing)]
    assert lines[-1] == "tengen: 2 of 3 files cannot be used; nothing is written"
    assert not out.exists()

    assert main([*words, "--skip-damaged"]) == 0
    shown = capsys.readouterr()
    assert shown.out == f"4 games in {out}; 5 skipped\n"
    assert f"skipping {bad}: " in shown.err
    assert stats(out)["games"] == 4


def test_katago_rows_have_the_planes_and_targets_of_their_positions(
    rolled: Path, tmp_path: Path, address: str
) -> None:
    games = read_games(rolled / "1" / "games-000000.parquet")
    everything = np.arange(len(games))
    areas = AreaReplayer(address=address)
    with Replayer("katago-v7", address=address) as replayer:
        positions = replayer.replay(games, everything)
        planes = replayer.planes(positions.packed, games.header)
        rows = katago_rows(games, everything, replayer, areas)
    owners = areas.owners(games, everything)
    areas.close()
    count = len(games.moves)
    packed = rows["binaryInputNCHWPacked"]
    assert packed.shape == (count, 22, 4)
    unpacked = np.unpackbits(packed, axis=2, count=25).reshape(planes.shape)
    assert np.array_equal(unpacked, planes)
    assert positions.globals is not None
    assert np.array_equal(rows["globalInputNC"], positions.globals)
    policy = rows["policyTargetsNCMove"]
    assert np.array_equal(policy[:, 0].argmax(axis=1), games.moves)
    assert (policy[:, 0].sum(axis=1) == 1).all()
    targets = rows["globalTargetsNC"]
    assert (rows["scoreDistrN"].sum(axis=1) == 100).all()
    bins = np.arange(170) - 85 + 0.5
    # The bins around the score have it as their mean.
    means = (rows["scoreDistrN"] * bins).sum(axis=1) / 100
    assert np.allclose(means, targets[:, 20], atol=0.01)
    values = rows["valueTargetsNCHW"]
    for row in range(count):
        game, move = positions.game[row], positions.move[row]
        sign = 1 if move % 2 == 0 else -1
        assert targets[row, 0] == (games.winner[game] == (1 if sign > 0 else 2))
        assert targets[row, 20] == sign * games.black_margin[game]
        assert np.array_equal(values[row, 0], sign * owners[game])
        assert np.array_equal(values[row, 4], 120 * sign * owners[game].astype(int))
        is_last = row + 1 == count or positions.game[row + 1] != game
        assert targets[row, 28] == (not is_last)
        if not is_last:
            assert policy[row, 1].argmax() == games.moves[row + 1]
        if row + 8 < count and positions.game[row + 8] == game:
            seen = planes[row + 8, 1].astype(int) - planes[row + 8, 2]
            assert np.array_equal(values[row, 2], seen)

    written = convert_to_katago(rolled / "1", tmp_path / "rows", rows_per_file=100, address=address)
    files = sorted((tmp_path / "rows").glob("*.npz"))
    total = 0
    for file in files:
        with np.load(file) as arrays:
            assert {name: arrays[name].dtype for name in arrays.files} == {
                name: array.dtype for name, array in rows.items()
            }
            total += len(arrays["globalTargetsNC"])
    assert total == written == stats(rolled / "1")["moves"]


def test_writers_round_trip(rolled: Path, tmp_path: Path) -> None:
    games = read_games(rolled / "1" / "games-000001.parquet")
    for suffix in ("pb", "npz", "parquet"):
        write_games(games, tmp_path / f"a.{suffix}")
        write_games(games, tmp_path / f"b.{suffix}")
        other = read_games(tmp_path / f"a.{suffix}")
        for name in ("number", "moves", "offsets", "end_reason", "winner", "black_margin"):
            assert np.array_equal(getattr(games, name), getattr(other, name))
        assert (tmp_path / f"a.{suffix}").read_bytes() == (tmp_path / f"b.{suffix}").read_bytes()
    halves = [games.select(np.array([0, 1])), games.select(np.array([2, 3]))]
    assert np.array_equal(joined(halves).moves, games.moves)
    with pytest.raises(ValueError, match="suffix"):
        write_games(games, tmp_path / "a.txt")


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_the_recorder_writes_what_is_played(tmp_path: Path, address: str, mode: Any) -> None:
    env = tengen.TengenVectorEnv(5, 8, opponent=None, autoreset_mode=mode, address=address)
    played: list[list[int]] = [[] for _ in range(8)]
    ended: list[bytes] = []
    with tengen.record(env, tmp_path / "games", games_per_file=5) as recorder:
        recorder.reset(seed=1)
        random = np.random.default_rng(1)
        mask = env.action_masks()
        for _ in range(250):
            actions = tengen.sample_actions(mask, random)
            result = recorder.step(actions)
            mask = env.action_masks()
            is_over = result.terminations | result.truncations
            fresh = result.infos.get("_episode_number", np.zeros(8, np.bool_))
            for lane in range(8):
                if mode == "SameStep" or not fresh[lane]:
                    played[lane].append(int(actions[lane]))
                if is_over[lane]:
                    ended.append(np.array(played[lane], np.uint16).tobytes())
                    played[lane] = []
            if mode == "Disabled" and is_over.any():
                recorder.reset(options={"reset_mask": is_over})
                mask = env.action_masks()
        assert recorder.game_count == len(ended) > 10

    assert all_games(tmp_path / "games") == ended
    assert verify(tmp_path / "games", address=address).is_good


@pytest.mark.parametrize("agent_color", ["black", "white"])
def test_the_recorder_writes_the_moves_of_opponents(
    tmp_path: Path, address: str, agent_color: Any
) -> None:
    options: dict[str, Any] = {"opponent": "greedy", "agent_color": agent_color, "komi": 0.5}
    expected = []
    for lane in range(6):
        with tengen.GoEnv(5, address=address, **options) as single:
            random = np.random.default_rng(lane)
            moves, is_over = list(single.reset(seed=10 + lane)[1]["actions"]), False
            while not is_over:
                action = random.choice(np.flatnonzero(single.action_masks()))
                _, _, terminated, truncated, info = single.step(action)
                moves += info["actions"]
                is_over = terminated or truncated
            expected.append(np.array(moves, np.uint16).tobytes())
    env = tengen.TengenVectorEnv(5, 6, address=address, autoreset_mode="Disabled", **options)
    generators = [np.random.default_rng(lane) for lane in range(6)]
    with tengen.record(env, tmp_path / "games") as recorder:
        recorder.reset(seed=10)
        ended = np.zeros(6, np.bool_)
        while not ended.all():
            result = recorder.step(
                [
                    tengen.NO_ACTION if ended[lane] else random.choice(np.flatnonzero(mask))
                    for lane, (mask, random) in enumerate(
                        zip(env.action_masks(), generators, strict=True)
                    )
                ]
            )
            ended = result.terminations | result.truncations

    assert sorted(all_games(tmp_path / "games")) == sorted(expected)


@pytest.mark.parametrize("agent_color", ["black", "white"])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.full
def test_recorded_games_with_opponents_are_legal(
    tmp_path: Path, address: str, mode: Any, agent_color: Any
) -> None:
    env = tengen.TengenVectorEnv(
        5,
        8,
        opponent="eye-safe-random",
        agent_color=agent_color,
        autoreset_mode=mode,
        max_moves=40,
        address=address,
    )
    random = np.random.default_rng(1)
    end_count, was_over = 0, np.zeros(8, np.bool_)
    with tengen.record(env, tmp_path / "games", games_per_file=5) as recorder:
        recorder.reset(seed=1)
        for _ in range(150):
            actions = tengen.sample_actions(env.action_masks(), random)
            draws = random.random(8)
            actions[draws < 0.05] = tengen.NO_ACTION
            actions[draws > 0.98] = tengen.RESIGN
            actions[(draws > 0.9) & (draws < 0.92)] = 3
            result = recorder.step(actions)
            is_over = result.terminations | result.truncations
            end_count += int((is_over & ~was_over).sum())
            was_over = is_over & (mode == "NextStep")
            if mode == "Disabled" and is_over.any():
                recorder.reset(options={"reset_mask": is_over})
        game_count = recorder.game_count
    first = read_games(tmp_path / "games/games-000000.npz")

    # A game without a move is not recorded: the agent as Black may resign at once.
    assert end_count - (agent_color == "black") * 10 <= game_count <= end_count
    assert game_count > 40
    assert verify(tmp_path / "games", address=address).is_good
    names = [first.header.black, first.header.white]
    assert names == ["agent", "eye-safe-random"][:: 1 if agent_color == "black" else -1]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"rules": {"dead_stones": "agreement"}}, "agree on dead stones"),
        ({"agent_color": "white", "max_moves": 1}, "first move ends the episode"),
        ({"symmetry": "rotate-90"}, "through a symmetry"),
        ({"lane_arguments": [{"komi": 1.5}, {"komi": 2.5}]}, "different arguments"),
    ],
    ids=str,
)
def test_the_recorder_rejects_what_it_cannot_record(
    tmp_path: Path, address: str, options: dict[str, Any], problem: str
) -> None:
    with (
        tengen.TengenVectorEnv(5, 2, address=address, **options) as env,
        pytest.raises(tengen.InvalidArgumentError, match=problem),
    ):
        tengen.record(env, tmp_path / "games")


def test_commands(rolled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert needs_python(["stats", "anything"])
    assert needs_python(["--help"])
    assert not needs_python(["read-sgf", "games.sgf"])
    out = str(tmp_path / "all")
    assert main(["merge", str(rolled / "1"), str(rolled / "2"), "--out", out]) == 0
    assert main(["stats", out, "--json"]) == 0
    assert f'"games": {GAME_COUNT}' in capsys.readouterr().out
    assert main(["merge", str(rolled / "1"), "--out", out]) == 1
    assert "is not empty" in capsys.readouterr().err


def test_a_writer_separates_kinds_of_games(rolled: Path, tmp_path: Path) -> None:
    games = read_games(rolled / "1" / "games-000000.parquet")
    header = rollout_pb2.RolloutHeader()
    header.CopyFrom(games.header)
    header.black = "someone"
    other = Games(**(vars(games) | {"header": header}))
    with GameWriter(tmp_path / "games") as writer:
        for part in (games, other, games):
            writer.add(part)

    assert writer.game_count == 3 * len(games)
    assert [
        read_games(file).header.black for file in sorted((tmp_path / "games").glob("*.pb"))
    ] == [
        "greedy",
        "someone",
        "greedy",
    ]


def test_folder_of_parquet_files_is_read_by_pandas(rolled: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    pandas = pytest.importorskip("pandas")
    merge([rolled / "1"], tmp_path / "merged", format="parquet", games_per_file=4)

    assert len(pandas.read_parquet(tmp_path / "merged")) == GAME_COUNT // 2


def test_folder_of_parquet_files_is_read_by_other_programs(rolled: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    merged = tmp_path / "merged"
    merge([rolled / "1"], merged, format="parquet", games_per_file=4)
    played = tmp_path / "played"
    tengen.rollout(10, played, size=5, seed=3, games_per_file=4, format="parquet")

    for folder, count in ((merged, GAME_COUNT // 2), (played, 10)):
        table = parquet.read_table(folder)

        assert table.num_rows == count
        others = {file.name for file in folder.iterdir()} - {f.name for f in folder.glob("games-*")}
        assert others <= {"_manifest.json", "_rollout.json", "_rollout.lock"}
        assert "_manifest.json" in others


@pytest.mark.parametrize("file_format", ["parquet", "moves", "sgf"])
@pytest.mark.full
def test_folder_of_an_earlier_version_is_verified_resumed_and_read(
    tmp_path: Path, address: str, file_format: str
) -> None:
    folder = tmp_path / "old"
    options: dict[str, Any] = {"size": 5, "seed": 3, "games_per_file": 4, "format": file_format}
    tengen.rollout(10, folder, **options)
    expected = {file.name.removeprefix("_"): file.read_bytes() for file in folder.iterdir()}
    for name in ("_rollout.json", "_manifest.json", "_rollout.lock"):
        (folder / name).rename(folder / name.removeprefix("_"))

    assert verify(folder, address=address).complete
    assert verify(folder, address=address).is_good
    sorted(folder.glob("games-*"))[1].unlink()
    (folder / "manifest.json").unlink()
    assert tengen.rollout(10, folder, **options).played == 4

    written = {file.name.removeprefix("_"): file.read_bytes() for file in folder.iterdir()}
    assert written == expected
    assert (folder / "rollout.json").exists()
    assert not (folder / "_rollout.json").exists()
