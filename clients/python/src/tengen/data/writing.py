"""Writes files of games. docs/guide/data.md documents the formats."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.data.files import FORMAT, PLANES_KEY, crc32c
from tengen.data.folder_files import replace_file
from tengen.data.games import COLUMNS
from tengen.v1 import rollout_pb2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.data.games import Games
    from tengen.data.packed import PackedPlanes

ROW_GROUP_BYTES = 16 << 20
"""A row group of a Parquet file has about so many bytes before compression."""

ZIP_TIME = (1980, 1, 1, 0, 0, 0)
ZIP_LEVEL = 3
"""The default, 6, takes five times as long for moves, and saves one percent."""
VARINT_SHIFT = 7


def writer_name(extension: str) -> str:
    """Returns the library that determines the bytes of a file, with its version.

    Raises:
      ImportError: The extension is "parquet", and pyarrow is not installed.
    """
    if extension == "parquet":
        import pyarrow as pa  # noqa: PLC0415 - an optional dependency.

        return f"pyarrow {pa.__version__}"
    return f"zlib {zlib.ZLIB_RUNTIME_VERSION}" if extension == "npz" else ""


def write_games(games: Games, file: str | Path, *, planes: PackedPlanes | None = None) -> None:
    """Writes games to a file, which appears complete or not at all.

    Args:
      games: Games with consecutive numbers, as their header says.
      file: A path with the suffix ".pb", ".parquet" (requires pyarrow) or ".npz".
      planes: Planes and masks beside the moves. Only for Parquet.

    Raises:
      ImportError: The file is Parquet, and pyarrow is not installed.
      ValueError: The suffix is another one, or does not fit to `planes`.
      OSError: The file cannot be written.
    """
    path = Path(file)
    if planes is not None and path.suffix != ".parquet":
        raise ValueError(f"{path}: only Parquet has planes")
    if path.suffix == ".parquet":
        replace_file(path, lambda draft: _write_parquet(games, draft, planes))
    elif path.suffix == ".npz":
        replace_file(path, lambda draft: _write_npz(games, draft))
    elif path.suffix == ".pb":
        replace_file(path, lambda draft: _write_messages(games, draft))
    else:
        raise ValueError(f"{path}: the suffix is not one of .pb, .parquet, .npz")


def _write_messages(games: Games, path: Path) -> None:
    moves = games.moves.tolist()
    bounds = games.offsets.tolist()
    columns = (games.number, games.end_reason, games.winner, games.black_margin)
    bodies = [
        rollout_pb2.RolloutGame(
            number=number,
            moves=moves[bounds[row] : bounds[row + 1]],
            end_reason=end_reason,
            winner=winner,
            black_margin=margin,
        ).SerializeToString()
        for row, (number, end_reason, winner, margin) in enumerate(
            zip(*(column.tolist() for column in columns), strict=True)
        )
    ]
    header = games.header.SerializeToString()
    sums = crc32c([header, *bodies]).tolist()
    frames = [rollout_pb2.RolloutFrame(crc32c=sums[0], header=header)]
    frames += [
        rollout_pb2.RolloutFrame(crc32c=value, game=body)
        for value, body in zip(sums[1:], bodies, strict=True)
    ]
    with path.open("wb") as file:
        for frame in frames:
            text = frame.SerializeToString()
            file.write(_varint(len(text)))
            file.write(text)


def _varint(value: int) -> bytes:
    result = bytearray()
    while value >> VARINT_SHIFT:
        result.append(value & 0x7F | 0x80)
        value >>= VARINT_SHIFT
    result.append(value)
    return bytes(result)


def _write_parquet(games: Games, path: Path, planes: PackedPlanes | None) -> None:
    import pyarrow as pa  # noqa: PLC0415 - an optional dependency.
    from pyarrow import parquet  # noqa: PLC0415 - an optional dependency.

    offsets = pa.array(games.offsets, pa.int32())
    columns: dict[str, Any] = {"number": pa.array(games.number)}
    columns["moves"] = pa.ListArray.from_arrays(offsets, pa.array(games.moves, pa.uint16()))
    for name in list(COLUMNS)[1:]:
        columns[name] = pa.array(getattr(games, name))
    metadata = {FORMAT: games.header.SerializeToString()}
    if planes is not None:
        metadata[PLANES_KEY] = planes.encoding.encode()
        for name, rows in planes.columns().items():
            columns[name] = pa.ListArray.from_arrays(offsets, _binary(rows))
    table = pa.table(columns).replace_schema_metadata(metadata)
    bytes_per_game = max(1, table.nbytes // max(1, len(games)))
    parquet.write_table(
        table,
        path,
        row_group_size=max(1, ROW_GROUP_BYTES // bytes_per_game),
        compression="zstd",
        use_dictionary=False,
        write_page_checksum=True,
    )


def _binary(rows: NDArray[np.uint8]) -> Any:
    import pyarrow as pa  # noqa: PLC0415 - an optional dependency.

    data = np.ascontiguousarray(rows)
    kind = pa.binary(data.shape[1])
    return pa.FixedSizeBinaryArray.from_buffers(kind, len(data), [None, pa.py_buffer(data)])


def _write_npz(games: Games, path: Path) -> None:
    header = np.frombuffer(games.header.SerializeToString(), np.uint8)
    arrays: dict[str, NDArray[Any]] = {
        "header": header,
        "moves": games.moves,
        "offsets": games.offsets,
    }
    arrays |= {name: getattr(games, name) for name in COLUMNS}
    write_npz(path, arrays)


def write_npz(path: Path, arrays: dict[str, NDArray[Any]]) -> None:
    """Writes an archive whose bytes depend on the arrays only: unlike `np.savez`, without times."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, np.ascontiguousarray(array), allow_pickle=False)
            info = zipfile.ZipInfo(f"{name}.npy", ZIP_TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, member.getvalue(), compresslevel=ZIP_LEVEL)
