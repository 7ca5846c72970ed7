from __future__ import annotations

import pickle
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from server_process import BUILT_JAR, java

from tengen import Color, ObservationFormat
from tengen.data import (
    SYMMETRIES,
    AreaReplayer,
    DataFileError,
    GameFolder,
    Games,
    PositionDataset,
    Replayer,
    lambda_returns,
    n_step_returns,
    outcomes,
    read_games,
    recency,
)
from tengen.data.files import crc32c
from tengen.v1 import rollout_pb2

if TYPE_CHECKING:
    from pathlib import Path

    from tengen import Client

GAME_COUNT = 24


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that `tengen rollout` wrote: 24 games on 5x5 in files of 8."""
    out = tmp_path_factory.mktemp("data") / "games"
    options = f"--games {GAME_COUNT} --games-per-file 8 --size 5 --seed 7 --out {out}"
    players = "--black greedy --white random"
    command = [java(), "-jar", str(BUILT_JAR), "rollout", *options.split(), *players.split()]
    subprocess.run(command, check=True, capture_output=True)
    return out


def keys(batch: dict[str, Any]) -> list[tuple[int, int]]:
    return list(zip(batch["game"].tolist(), batch["move"].tolist(), strict=True))


def npz_of(games: Games, path: Path) -> None:
    header = np.frombuffer(games.header.SerializeToString(), np.uint8)
    names = ("number", "moves", "offsets", "end_reason", "winner", "black_margin")
    np.savez(path, header=header, **{name: getattr(games, name) for name in names})


def changed_header(source: Path, target: Path, **changes: Any) -> None:
    """Copies the first frame with other values in its header, and a valid checksum."""
    games = read_games(source)
    for name, value in changes.items():
        setattr(games.header, name, value)
    header = games.header.SerializeToString()
    frame = rollout_pb2.RolloutFrame(header=header, crc32c=int(crc32c([header])[0]))
    body = frame.SerializeToString()
    assert 128 <= len(body) < 1 << 14
    target.write_bytes(bytes([len(body) & 0x7F | 0x80, len(body) >> 7]) + body)


def test_crc32c_is_castagnoli() -> None:
    # The check value of the polynomial's specification, and texts of other lengths beside it.
    assert crc32c([b"", b"123456789", b"\0" * 32]).tolist() == [0, 0xE3069283, 0x8A9136AA]


@pytest.mark.full
def test_planes_equal_a_session_for_every_encoding(
    folder: Path, client: Client, address: str
) -> None:
    games = next(iter(GameFolder(folder, is_strict=True)))
    row = int(np.argmax(np.diff(games.offsets)))
    names = [spec.name for spec in client.server_info().encodings]
    replays = {}
    for name in names:
        with Replayer(name, address=address) as replayer:
            positions = replayer.replay(games, np.array([row, 0]))
            replays[name] = positions, replayer.planes(positions.packed, games.header)

    assert len(names) >= 10
    for start in range(0, len(names), 8):
        some = names[start : start + 8]
        with client.create_session(
            5,
            komi=games.header.rules.komi,
            max_moves=games.header.max_moves,
            encodings=some,
            observation_format=ObservationFormat.BITS,
        ) as session:
            observation, info = session.reset()
            for index, move in enumerate(games.moves[games.offsets[row] : games.offsets[row + 1]]):
                for name in some:
                    positions, planes = replays[name]
                    seen = observation[name] if isinstance(observation, dict) else observation
                    assert seen is not None
                    assert np.array_equal(planes[index], seen), (name, index)
                    assert np.array_equal(positions.action_mask[index], info["action_mask"])
                    features = (info.get("globals") or {}).get(name)
                    assert (features is None) == (positions.globals is None)
                    if positions.globals is not None and features is not None:
                        assert np.array_equal(positions.globals[index], features)
                observation, _, _, _, info = session.step(int(move))


def test_each_position_once_and_symmetries_turn_planes(folder: Path, address: str) -> None:
    given: dict[str, Any] = {"address": address, "batch_size": 32, "lane_count": 5}
    plain = list(PositionDataset(folder, is_turned=False, has_ownership=True, **given))
    turned = list(PositionDataset(folder, has_ownership=True, **given))
    by_key = {
        key: {name: array[row] for name, array in batch.items()}
        for batch in plain
        for row, key in enumerate(keys(batch))
    }

    all_keys = [key for batch in turned for key in keys(batch)]
    expected = {
        (int(number), move)
        for games in GameFolder(folder)
        for number, length in zip(games.number, np.diff(games.offsets), strict=True)
        for move in range(length)
    }
    assert len(all_keys) == len(expected)
    assert set(all_keys) == expected
    assert {len(batch["policy"]) for batch in turned[:-1]} == {32}
    seen = set()
    for batch in turned:
        assert all(array.flags.c_contiguous for array in batch.values())
        for row, key in enumerate(keys(batch)):
            before = by_key[key]
            symmetry = SYMMETRIES[batch["symmetry"][row]]
            seen.add(symmetry)
            for name in ("observation", "ownership"):
                expected_planes = symmetry.transform_planes(before[name])
                assert np.array_equal(batch[name][row], expected_planes)
            mask = symmetry.transform_policy(before["action_mask"], 5, 5)
            assert np.array_equal(batch["action_mask"][row], mask)
            assert batch["action_mask"][row][batch["policy"][row]]
            action = symmetry.transform_action(int(before["policy"]), 5, 5)
            assert batch["policy"][row] == action
            assert batch["outcome"][row] == before["outcome"]
    assert seen == set(SYMMETRIES)


def test_seed_repeats_batches_and_epochs_differ(folder: Path, address: str) -> None:
    def epochs(seed: int) -> list[list[dict[str, Any]]]:
        dataset = PositionDataset(folder, address=address, seed=seed)
        return [list(dataset), list(dataset)]

    first, again, other = epochs(1), epochs(1), epochs(2)

    for one, two in zip(first, again, strict=True):
        for batch, same in zip(one, two, strict=True):
            assert all(np.array_equal(batch[name], same[name]) for name in batch)
    assert keys(first[0][0]) != keys(first[1][0])
    assert keys(first[0][0]) != keys(other[0][0])


def test_ownership_and_margin_agree(folder: Path, address: str) -> None:
    areas = AreaReplayer(address=address)
    for games in GameFolder(folder):
        owners = areas.owners(games, np.arange(len(games)))
        komi = games.header.rules.komi
        assert np.array_equal(owners.sum(axis=(1, 2)) - komi, games.black_margin)
    areas.close()


def test_weights_and_positions_per_game_choose(folder: Path, address: str) -> None:
    few = PositionDataset(folder, address=address, positions_per_game=2)
    newest = PositionDataset(folder, address=address, weights=recency(0.01, GAME_COUNT - 1))

    drawn = [key for batch in few for key in keys(batch)]
    counts = np.bincount([game for game, _ in drawn], minlength=GAME_COUNT)
    assert counts.tolist() == [2] * GAME_COUNT
    assert len(set(drawn)) == len(drawn)
    assert {game for batch in newest for game, _ in keys(batch)} == {GAME_COUNT - 1}


def test_returns_equal_plain_loops(folder: Path) -> None:
    games = next(iter(GameFolder(folder)))
    values = np.random.default_rng(3).uniform(-1, 1, len(games.moves))
    steps, mixed = n_step_returns(games, values, 3, 0.9), lambda_returns(games, values, 0.7, 0.9)
    z = outcomes(games)

    for game in range(len(games)):
        begin, end = int(games.offsets[game]), int(games.offsets[game + 1])
        follow = 0.0
        black = {Color.BLACK: 1, Color.WHITE: -1}.get(Color(games.winner[game]), 0)
        for place in reversed(range(begin, end)):
            mover = 1 if (place - begin) % 2 == 0 else -1
            assert z[place] == black * mover
            left = end - 1 - place
            expected = -(0.9**3) * values[place + 3] if left >= 3 else z[place] * 0.9**left
            assert steps[place] == pytest.approx(expected, abs=1e-6)
            follow = z[place] if not left else -0.9 * (0.3 * values[place + 1] + 0.7 * follow)
            assert mixed[place] == pytest.approx(follow, abs=1e-6)


def test_npz_equals_messages(folder: Path, tmp_path: Path) -> None:
    games = read_games(folder / "games-000001.pb")
    npz_of(games, tmp_path / "games.npz")

    same = read_games(tmp_path / "games.npz")

    assert same.header == games.header
    for name in ("number", "moves", "offsets", "end_reason", "winner", "black_margin"):
        assert np.array_equal(getattr(same, name), getattr(games, name))


def test_parquet_equals_messages(folder: Path, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet  # noqa: PLC0415 - an optional dependency.

    games = read_games(folder / "games-000001.pb")
    columns = {
        "number": games.number,
        "moves": pyarrow.ListArray.from_arrays(
            pyarrow.array(games.offsets, pyarrow.int32()), pyarrow.array(games.moves)
        ),
        **{name: getattr(games, name) for name in ("end_reason", "winner", "black_margin")},
    }
    table = pyarrow.table(columns).replace_schema_metadata(
        {"tengen-rollout": games.header.SerializeToString()}
    )
    parquet.write_table(table, tmp_path / "games.parquet", row_group_size=3)

    same = read_games(tmp_path / "games.parquet")

    assert same.header == games.header
    for name in ("number", "moves", "offsets", "end_reason", "winner", "black_margin"):
        assert np.array_equal(getattr(same, name), getattr(games, name))


@pytest.mark.parametrize("kind", ["truncated", "flipped", "foreign", "newer", "no npz"])
def test_bad_files_are_named_and_others_stay_usable(
    kind: str, folder: Path, tmp_path: Path, address: str
) -> None:
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    bad = tmp_path / "games-000001.pb"
    data = bytearray(bad.read_bytes())
    if kind == "truncated":
        bad.write_bytes(data[: len(data) // 2])
    elif kind == "flipped":
        data[len(data) // 2] ^= 4
        bad.write_bytes(data)
    elif kind == "foreign":
        bad.write_bytes(b"PNG\r\nnot a rollout")
    elif kind == "newer":
        changed_header(folder / bad.name, bad, format_version=2)
    else:
        bad.unlink()
        bad = tmp_path / "games-000001.npz"
        bad.write_bytes(b"not an archive")
    word = {"flipped": "damaged", "no npz": "foreign"}.get(kind, kind)

    with pytest.warns(UserWarning, match=word) as warned:
        batches = list(PositionDataset(tmp_path, address=address))

    message = str(warned[0].message)
    assert len(warned) == 1
    assert str(bad) in message
    assert "\n" not in message
    assert {game // 8 for batch in batches for game, _ in keys(batch)} == {0, 2}
    with pytest.raises(DataFileError, match=word):
        list(PositionDataset(GameFolder(tmp_path, is_strict=True), address=address))


def test_cut_at_any_byte_is_an_error(folder: Path, tmp_path: Path) -> None:
    data = (folder / "games-000000.pb").read_bytes()
    cut = tmp_path / "cut.pb"
    for length in range(len(data)):
        cut.write_bytes(data[:length])
        with pytest.raises(DataFileError, match=str(cut)):
            read_games(cut)


@pytest.mark.parametrize("change", ["move", "margin", "end"])
def test_a_game_against_the_rules_is_an_error(
    change: str, folder: Path, tmp_path: Path, address: str
) -> None:
    games = read_games(folder / "games-000000.pb")
    if change == "move":
        games.moves[games.offsets[3] + 2] = games.moves[games.offsets[3]]
    elif change == "margin":
        games.black_margin[3] += 1
    else:
        games.moves[games.offsets[4] - 1] = np.setdiff1d(
            np.arange(26), games.moves[games.offsets[3] : games.offsets[4]]
        )[0]
    npz_of(games, tmp_path / "games.npz")

    with pytest.raises(DataFileError, match="wrong: game 3: "):
        list(PositionDataset(GameFolder(tmp_path, is_strict=True), address=address))


def test_a_file_with_other_boards_is_skipped(folder: Path, tmp_path: Path, address: str) -> None:
    games = read_games(folder / "games-000000.pb")
    npz_of(games, tmp_path / "a.npz")
    games.header.width = 6
    npz_of(games, tmp_path / "b.npz")

    with pytest.warns(UserWarning, match=r"[ab]\.npz: (foreign: its boards are|wrong: game)"):
        list(PositionDataset(tmp_path, address=address))


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no files"):
        GameFolder(tmp_path)


@pytest.mark.parametrize("pipe_bytes", [0, 2 << 20], ids=["shared memory", "pipe"])
def test_batches_cross_processes_unchanged(
    monkeypatch: pytest.MonkeyPatch, pipe_bytes: int
) -> None:
    torch = pytest.importorskip("torch")
    from torch.utils.data import DataLoader  # noqa: PLC0415 - an optional dependency.

    from tengen.data.torch import TensorBatch  # noqa: PLC0415

    # Workers are forked.
    monkeypatch.setattr("tengen.data.torch.PIPE_BYTES", pipe_bytes)
    batch = TensorBatch(
        observation=torch.arange(2 * 3 * 5 * 5, dtype=torch.uint8).view(2, 3, 5, 5),
        outcome=torch.tensor([0.5, -1.0]),
        policy=torch.tensor([7, 25]),
        empty=torch.zeros((0, 4), dtype=torch.int16),
    )

    (received,) = DataLoader([batch], batch_size=None, num_workers=1)

    assert list(received) == list(batch)
    for name, tensor in batch.items():
        assert received[name].dtype == tensor.dtype
        assert torch.equal(received[name], tensor)
        assert received[name].is_shared() == (pipe_bytes == 0)
        received[name].fill_(1)


def test_data_loader_with_two_workers_has_each_position_once(folder: Path, address: str) -> None:
    pytest.importorskip("torch")
    if address == "embedded":
        pytest.skip("workers cannot share a machine inside this process")
    from torch.utils.data import DataLoader  # noqa: PLC0415 - an optional dependency.

    from tengen.data.torch import TorchPositions  # noqa: PLC0415

    dataset = PositionDataset(folder, address=address, batch_size=16)
    loader = DataLoader(TorchPositions(dataset), batch_size=None, num_workers=2)

    seen = [key for batch in loader for key in keys(batch)]

    expected = [key for batch in dataset for key in keys(batch)]
    assert len(seen) == len(set(seen))
    assert set(seen) == set(expected)


def ranks_keys(loaders: list[Any]) -> list[list[tuple[int, int]]]:
    return [[key for batch in loader for key in keys(batch)] for loader in loaders]


@pytest.mark.parametrize("worker_count", [0, 2])
def test_ranks_share_the_positions(
    worker_count: int, folder: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each rank of distributed training had all positions."""
    pytest.importorskip("torch")
    if worker_count and address == "embedded":
        pytest.skip("workers cannot share a machine inside this process")
    from torch.utils.data import DataLoader  # noqa: PLC0415 - an optional dependency.

    from tengen.data.torch import TorchPositions  # noqa: PLC0415

    dataset = PositionDataset(folder, address=address, batch_size=16)
    expected = [key for batch in dataset for key in keys(batch)]
    seen = []
    counts = []
    for rank in range(2):
        monkeypatch.setenv("RANK", str(rank))
        monkeypatch.setenv("WORLD_SIZE", "2")
        part = TorchPositions(dataset, num_workers=worker_count)
        loader = DataLoader(part, batch_size=None, num_workers=worker_count)
        batches = list(loader)
        counts.append((len(loader), len(batches)))
        seen.append([key for batch in batches for key in keys(batch)])

    assert sorted(seen[0] + seen[1]) == sorted(expected)
    assert seen[0]
    assert seen[1]
    for length, count in counts:
        assert length == count


def test_ranks_of_a_process_group_share_the_positions(
    folder: Path, address: str, tmp_path: Path
) -> None:
    torch = pytest.importorskip("torch")
    if not torch.distributed.is_available():
        pytest.skip("this PyTorch has no distributed training")
    from tengen.data.torch import TorchPositions  # noqa: PLC0415

    dataset = PositionDataset(folder, address=address, batch_size=16)
    torch.distributed.init_process_group(
        "gloo", init_method=f"file://{tmp_path / 'group'}", rank=0, world_size=1
    )
    try:
        positions = TorchPositions(dataset, num_workers=0)
        sent = pickle.loads(pickle.dumps(TorchPositions(folder_only(dataset), num_workers=0)))
        assert len(list(positions)) == len(positions)
    finally:
        torch.distributed.destroy_process_group()

    assert sent.__dict__["_place"] == (0, 1)


def folder_only(dataset: PositionDataset) -> PositionDataset:
    return PositionDataset(dataset.folder, batch_size=16)


def test_rank_that_is_given_is_that_rank(folder: Path, address: str) -> None:
    pytest.importorskip("torch")
    from tengen.data.torch import TorchPositions  # noqa: PLC0415

    dataset = PositionDataset(folder, address=address, batch_size=16)
    expected = sorted(key for batch in dataset for key in keys(batch))
    parts = [TorchPositions(dataset, rank=rank, world_size=3) for rank in range(3)]

    seen = ranks_keys(parts)

    assert sorted(seen[0] + seen[1] + seen[2]) == expected
    with pytest.raises(ValueError, match="rank 3 is outside"):
        TorchPositions(dataset, rank=3, world_size=3)
    with pytest.raises(ValueError, match="together"):
        TorchPositions(dataset, rank=1)
    with pytest.raises(TypeError, match="unknown without num_workers"):
        len(parts[0])


def test_batch_count_is_that_of_an_epoch(folder: Path, address: str) -> None:
    for arguments in ({}, {"positions_per_game": 3}, {"batch_size": 7}):
        options: dict[str, Any] = {"batch_size": 16, **arguments}
        dataset = PositionDataset(folder, address=address, **options)

        assert dataset.batch_count() == len(list(dataset)) == len(dataset)
        assert dataset
        assert dataset.batch_count(1, 2) == len(list(dataset.part(1, 2)))
    weighted = PositionDataset(folder, address=address, weights=lambda games: games.number + 1.0)
    with pytest.raises(TypeError, match="weights"):
        weighted.batch_count()
    with pytest.raises(TypeError, match="drawn by weights"):
        len(weighted)
