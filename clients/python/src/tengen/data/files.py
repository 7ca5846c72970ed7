"""Reads files of games: protocol buffers, Parquet and npz. See docs/guide/data.md."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from google.protobuf.message import DecodeError

from tengen.data.games import COLUMNS, DataFileError, Games
from tengen.data.packed import PackedPlanes
from tengen.v1 import rollout_pb2, rules_pb2, timestep_pb2

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

FORMAT = "tengen-rollout"
FORMAT_VERSION = 1
PLANES_KEY = "tengen-planes"
"""The key of a Parquet file's metadata with the name of the encoding of its planes."""

PLANES_COLUMNS = ("planes", "action_mask", "globals")
SUFFIXES = (".pb", ".parquet", ".npz")
MAX_SIDE = 25
VARINT_SHIFT = 7
MAX_VARINT_BYTES = 5


def read_games(file: str | Path) -> Games:
    """Reads a file of games.

    Args:
      file: A file with the suffix ".pb", ".parquet" (requires pyarrow) or ".npz".

    Raises:
      ImportError: The file is Parquet, and pyarrow is not installed.
      DataFileError: The file is truncated, damaged, foreign or newer, or cannot be read. The
        message is one line: the file, one of these words, and the reason.
    """
    path = Path(file)
    readers = {".pb": _read_messages, ".parquet": _read_parquet, ".npz": _read_npz}
    if path.suffix not in readers:
        raise DataFileError(
            f"{path}: foreign: the suffix is {path.suffix!r}, not one of {', '.join(SUFFIXES)}"
        )
    try:
        games = readers[path.suffix](path)
        _check(games)
    except OSError as e:
        raise DataFileError(f"{path}: cannot be read: {e.strerror or e}") from e
    except _FileProblemError as e:
        raise DataFileError(f"{path}: {e}") from e
    return games


class _FileProblemError(Exception):
    """What is wrong with a file: a word, and the reason."""


def _read_messages(path: Path) -> Games:
    data = path.read_bytes()
    frames = _frames(data)
    if not frames or frames[0].WhichOneof("content") != "header":
        raise _FileProblemError("foreign: it does not begin with the header of a rollout")
    _check_checksums([frames[0].header], [frames[0].crc32c], "header")
    header = _header(frames[0].header)
    bodies = [frame.game for frame in frames[1:]]
    if len(bodies) < header.game_count:
        raise _FileProblemError(f"truncated: it has {len(bodies)} of {header.game_count} games")
    _check_checksums(bodies, [frame.crc32c for frame in frames[1:]], "game")
    try:
        games = [rollout_pb2.RolloutGame.FromString(body) for body in bodies]
    except DecodeError as e:
        raise _FileProblemError("damaged: a game is not a message") from e
    lengths = [len(game.moves) for game in games]
    moves = np.array([move for game in games for move in game.moves], np.int64)
    if (moves >= 1 << 16).any():
        raise _FileProblemError(f"damaged: move {moves.max()} is not an action of the board")
    columns: dict[str, Any] = {
        name: np.array([getattr(game, name) for game in games], kind)
        for name, kind in COLUMNS.items()
    }
    offsets = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    return Games(
        file=str(path), header=header, moves=moves.astype(np.uint16), offsets=offsets, **columns
    )


def _frames(data: bytes) -> list[rollout_pb2.RolloutFrame]:
    frames: list[rollout_pb2.RolloutFrame] = []
    start = 0
    while start < len(data):
        length = 0
        for index in range(MAX_VARINT_BYTES):
            if start >= len(data):
                raise _FileProblemError("truncated: it ends within a length")
            byte = data[start]
            start += 1
            length |= (byte & 0x7F) << (VARINT_SHIFT * index)
            if byte < 1 << VARINT_SHIFT:
                break
        else:
            raise _FileProblemError(
                "damaged: a length has too many bytes" if frames else "foreign: no rollout"
            )
        if start + length > len(data):
            # A foreign file begins with bytes that are no length.
            name = (
                f"truncated: it ends within frame {len(frames)}"
                if frames
                else "foreign or truncated: no header"
            )
            raise _FileProblemError(name)
        try:
            frames.append(rollout_pb2.RolloutFrame.FromString(data[start : start + length]))
        except DecodeError as e:
            name = (
                f"damaged: frame {len(frames)} is not a message" if frames else "foreign: no header"
            )
            raise _FileProblemError(name) from e
        start += length
    return frames


def _header(data: bytes) -> rollout_pb2.RolloutHeader:
    try:
        header = rollout_pb2.RolloutHeader.FromString(data)
    except DecodeError as e:
        raise _FileProblemError("damaged: the header is not a message") from e
    if header.format != FORMAT:
        raise _FileProblemError("foreign: not a file of a rollout")
    if header.format_version > FORMAT_VERSION:
        raise _FileProblemError(
            f"newer: format version {header.format_version}; this version reads up to"
            f" {FORMAT_VERSION}"
        )
    if not (1 <= header.width <= MAX_SIDE and 1 <= header.height <= MAX_SIDE):
        raise _FileProblemError(
            f"damaged: size {header.width}x{header.height} is outside [1, {MAX_SIDE}]"
        )
    return header


def _read_parquet(path: Path) -> Games:
    from pyarrow import ArrowException, parquet  # noqa: PLC0415 - an optional dependency.

    try:
        with parquet.ParquetFile(path, page_checksum_verification=True) as file:
            metadata = file.schema_arrow.metadata or {}
            if FORMAT.encode() not in metadata:
                raise _FileProblemError(f"foreign: its metadata has no key {FORMAT}")
            header = _header(metadata[FORMAT.encode()])
            table = file.read(columns=[*COLUMNS, "moves"]).combine_chunks()
        moves = table.column("moves").combine_chunks()
        lengths = moves.value_lengths().to_numpy(zero_copy_only=False)
        columns = {name: table.column(name).to_numpy() for name in COLUMNS}
        flat = moves.flatten().to_numpy(zero_copy_only=False)
    except (ArrowException, KeyError) as e:
        raise _container_problem(path, e) from e
    return _games(path, header, columns, flat, np.concatenate([[0], np.cumsum(lengths)]))


def read_planes(file: str | Path, encoding: str) -> PackedPlanes | None:
    """Returns the planes that a Parquet file has beside the moves.

    Args:
      file: A path.
      encoding: The encoding of the planes.

    Returns:
      The planes, or None if the file has none in that encoding.

    Raises:
      DataFileError: The file is damaged.
    """
    path = Path(file)
    if path.suffix != ".parquet":
        return None
    from pyarrow import ArrowException, parquet  # noqa: PLC0415 - an optional dependency.

    try:
        with parquet.ParquetFile(path, page_checksum_verification=True) as opened:
            metadata = opened.schema_arrow.metadata or {}
            if metadata.get(PLANES_KEY.encode()) != encoding.encode():
                return None
            names = [name for name in PLANES_COLUMNS if name in opened.schema_arrow.names]
            table = opened.read(columns=names).combine_chunks()
    except OSError as e:
        raise DataFileError(f"{path}: cannot be read: {e.strerror or e}") from e
    except ArrowException as e:
        raise DataFileError(f"{path}: damaged: {str(e).splitlines()[0]}") from e
    rows = {name: _byte_rows(table.column(name).combine_chunks().flatten()) for name in names}
    features = rows.get("globals")
    return PackedPlanes(
        encoding=encoding,
        planes=rows["planes"],
        action_mask=rows["action_mask"],
        globals=None if features is None else features.view("<f4"),
    )


def _byte_rows(column: Any) -> NDArray[np.uint8]:
    """Returns the values of a column of binary values of one length."""
    width = column.type.byte_width
    data = np.frombuffer(column.buffers()[1], np.uint8)
    start = column.offset * width
    return data[start : start + len(column) * width].reshape(len(column), width)


def _read_npz(path: Path) -> Games:
    try:
        # NumPy would leave a file that is no archive open.
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            if "header" not in file:
                raise _FileProblemError("foreign: it has no array header")
            header = _header(file["header"].tobytes())
            columns = {name: file[name] for name in COLUMNS}
            return _games(path, header, columns, file["moves"], file["offsets"])
    except (zipfile.BadZipFile, EOFError, ValueError, KeyError, zlib.error) as e:
        raise _container_problem(path, e) from e


def _container_problem(path: Path, error: Exception) -> _FileProblemError:
    """Returns what is wrong with a Parquet file or an archive that cannot be read."""
    data = path.read_bytes()
    kind, mark = ("Parquet file", b"PAR1") if path.suffix == ".parquet" else ("archive", b"PK")
    if data and not data.startswith(mark):
        return _FileProblemError(f"foreign: no {kind}")
    is_whole = data.endswith(mark) if path.suffix == ".parquet" else zipfile.is_zipfile(path)
    if not is_whole:
        return _FileProblemError(f"truncated: the {kind} has no end")
    return _FileProblemError(f"damaged: {str(error).splitlines()[0]}")


def _games(
    path: Path,
    header: rollout_pb2.RolloutHeader,
    columns: dict[str, NDArray[Any]],
    moves: NDArray[Any],
    offsets: NDArray[Any],
) -> Games:
    for name, kind in COLUMNS.items():
        if columns[name].dtype != kind:
            raise _FileProblemError(
                f"foreign: column {name} is {columns[name].dtype}, not {np.dtype(kind)}"
            )
    if moves.dtype != np.uint16:
        raise _FileProblemError(f"foreign: column moves is {moves.dtype}, not uint16")
    return Games(
        file=str(path), header=header, moves=moves, offsets=offsets.astype(np.int64), **columns
    )


def _check(games: Games) -> None:
    """Checks what later steps rely on; the server checks the rules when games are replayed."""
    count = len(games)
    if count != games.header.game_count:
        raise _FileProblemError(f"truncated: it has {count} of {games.header.game_count} games")
    columns = (games.end_reason, games.winner, games.black_margin)
    if len(games.offsets) != count + 1 or any(len(column) != count for column in columns):
        raise _FileProblemError("damaged: its columns differ in length")
    if (
        games.offsets[0] != 0
        or games.offsets[-1] != len(games.moves)
        or (np.diff(games.offsets) < 0).any()
    ):
        raise _FileProblemError("damaged: offsets do not divide the moves among the games")
    expected = np.arange(count, dtype=np.uint64) + np.uint64(games.header.first_game)
    if not np.array_equal(games.number, expected):
        raise _FileProblemError("damaged: the games do not have consecutive numbers")
    action_count = games.header.width * games.header.height + 1
    if len(games.moves) and games.moves.max() >= action_count:
        raise _FileProblemError(
            f"damaged: move {games.moves.max()} is outside [0, {action_count - 1}]"
        )
    if not np.isin(games.winner, rules_pb2.Color.values()).all():
        raise _FileProblemError("damaged: a winner is not a color")
    if not np.isin(games.end_reason, timestep_pb2.EndReason.values()).all():
        raise _FileProblemError("newer: a game has an end reason that this version does not know")
    if not np.isfinite(games.black_margin).all():
        raise _FileProblemError("damaged: a margin is not a number")


def _crc_table() -> NDArray[np.uint32]:
    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        table = np.where(table & 1, (table >> 1) ^ np.uint32(0x82F63B78), table >> 1)
    return table


CRC_TABLE = _crc_table()
"""CRC-32C, the Castagnoli polynomial, of each byte."""


def crc32c(texts: Sequence[bytes]) -> NDArray[np.uint32]:
    """Returns the CRC-32C of each text. The loop runs over bytes; each step covers all texts."""
    lengths = np.array([len(text) for text in texts], np.int64)
    order = np.argsort(-lengths, kind="stable")
    data = np.zeros((int(lengths.max(initial=0)), len(texts)), np.uint8)
    for column, index in enumerate(order):
        data[: lengths[index], column] = np.frombuffer(texts[index], np.uint8)
    # In column order, the texts that are longer than `row` come first.
    counts = np.searchsorted(-lengths[order], -np.arange(len(data)), side="left")
    state = np.full(len(texts), 0xFFFFFFFF, np.uint32)
    for row, count in enumerate(counts):
        part = state[:count]
        state[:count] = CRC_TABLE[(part ^ data[row, :count]) & 0xFF] ^ (part >> 8)
    result = np.empty_like(state)
    result[order] = ~state
    return result


def _check_checksums(texts: Sequence[bytes], expected: Sequence[int], name: str) -> None:
    wrong = np.flatnonzero(crc32c(texts) != np.array(expected, np.uint32))
    if len(wrong):
        raise _FileProblemError(f"damaged: the checksum of {name} {wrong[0]} in the file is wrong")
