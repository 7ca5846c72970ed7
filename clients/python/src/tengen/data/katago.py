"""Training rows in KataGo's npz format, version 7 of its inputs. docs/guide/data.md has a table."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.data.folder import GameFolder
from tengen.data.folder_files import replace_file
from tengen.data.replay import AreaReplayer, Replayer
from tengen.data.returns import margins, outcomes, signs
from tengen.data.writing import write_npz
from tengen.v1 import rules_pb2, timestep_pb2

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.data.games import Games
    from tengen.security import TlsChoice

ENCODING = "katago-v7"
PLANE_COUNT = 22
GLOBAL_TARGET_COUNT = 64
VALUE_PLANE_COUNT = 5
EXTRA_SCORE_RADIUS = 60
FUTURE_MOVES = (8, 32)
HISTORY_MOVES = 5
OWNERSHIP_UNIT = 120
FORMAT_VERSION = 2.0
LANE_COUNT = 256


def katago_rows(
    games: Games,
    rows: NDArray[np.int64],
    replayer: Replayer,
    areas: AreaReplayer,
) -> dict[str, NDArray[Any]]:
    """Returns the training rows of some games, one for each move.

    Args:
      games: The games of a file.
      rows: At most `lane_count` rows of games.
      replayer: A replayer with the encoding "katago-v7".
      areas: Replays for the owners of points.

    Raises:
      DataFileError: The games are against the rules.
    """
    positions = replayer.replay(games, rows)
    header = games.header
    width, height = header.width, header.height
    planes = replayer.planes(positions.packed, header)
    count = len(planes)
    assert positions.globals is not None
    lengths = games.offsets[rows + 1] - games.offsets[rows]
    places = games.offsets[positions.game] + positions.move
    score = margins(games)[places]
    result = outcomes(games)[places]
    lane = np.repeat(np.arange(len(rows)), lengths)
    sign = signs(games)[places]
    owners = areas.owners(games, rows)[lane] * sign.astype(np.int8)[:, None, None]
    is_scored = ~np.isin(
        games.end_reason[positions.game],
        (timestep_pb2.END_REASON_RESIGNATION, timestep_pb2.END_REASON_OPPONENT_TIMEOUT),
    )
    is_truncated = games.end_reason[positions.game] == timestep_pb2.END_REASON_MAX_MOVES
    targets = _global_targets(
        games,
        positions.game,
        positions.move,
        result=result,
        score=score,
        is_scored=is_scored,
    )
    targets[:, 47] = -header.rules.komi * sign
    targets[:, 48] = header.rules.scoring == rules_pb2.SCORING_RULE_AREA
    targets[:, 52] = is_truncated
    targets[:, 62] = ~is_truncated
    flat = planes.reshape(count, PLANE_COUNT, height * width)
    return {
        "binaryInputNCHWPacked": np.packbits(flat, axis=2),
        "globalInputNC": positions.globals.astype(np.float32),
        "policyTargetsNCMove": _policy_targets(games, places, width * height + 1, lane),
        "globalTargetsNC": targets,
        "scoreDistrN": _score_distribution(score, is_scored, width * height),
        "valueTargetsNCHW": _value_targets(
            planes,
            positions.final,
            replayer,
            games=games,
            lane=lane,
            owners=owners,
            is_scored=is_scored,
        ),
    }


def _policy_targets(
    games: Games, places: NDArray[np.int64], action_count: int, lane: NDArray[np.int64]
) -> NDArray[np.int16]:
    """Returns the played move, and the next one of the opponent, as counts of one visit."""
    count = len(places)
    result = np.zeros((count, 2, action_count), np.int16)
    moves = games.moves[places].astype(np.int64)
    result[np.arange(count), 0, moves] = 1
    has_next = np.append(lane[1:] == lane[:-1], False)
    next_moves = np.append(moves[1:], 0)
    result[np.flatnonzero(has_next), 1, next_moves[has_next]] = 1
    # Without a next move, the target is uniform and its weight 0.
    result[~has_next, 1] = 1
    return result


def _global_targets(
    games: Games,
    game: NDArray[np.int64],
    move: NDArray[np.int64],
    *,
    result: NDArray[np.float32],
    score: NDArray[np.float32],
    is_scored: NDArray[np.bool_],
) -> NDArray[np.float32]:
    """Returns the global targets. A record has no search values: all values are the final one."""
    count = len(game)
    targets = np.zeros((count, GLOBAL_TARGET_COUNT), np.float32)
    values = np.stack([(1 + result) / 2, (1 - result) / 2, np.zeros(count), score * is_scored], 1)
    # The final result, and mixtures of later search values.
    targets[:, :20] = np.tile(values, 5)
    targets[:, 20] = score * is_scored
    targets[:, 25] = 1
    targets[:, 26] = 1
    targets[:, 27] = is_scored
    has_next = np.append(game[1:] == game[:-1], False)
    targets[:, 28] = has_next
    targets[:, 33] = 1
    targets[:, 34] = is_scored
    targets[:, 36 : 36 + HISTORY_MOVES] = 1
    hashes = np.array([_game_hash(games, row) for row in range(len(games))], np.uint64)[game]
    for column, shift, bits in ((0, 0, 22), (1, 22, 22), (2, 44, 20)):
        for half in range(2):
            part = (hashes[:, half] >> np.uint64(shift)) & np.uint64((1 << bits) - 1)
            targets[:, 41 + 3 * half + column] = part
    targets[:, 51] = move
    targets[:, 60] = 1
    targets[:, 63] = FORMAT_VERSION
    return targets


def _game_hash(games: Games, row: int) -> tuple[int, int]:
    moves = games.moves[games.offsets[row] : games.offsets[row + 1]]
    digest = hashlib.sha256(
        moves.astype("<u2").tobytes() + int(games.number[row]).to_bytes(8, "little")
    )
    text = digest.digest()
    return int.from_bytes(text[:8], "little"), int.from_bytes(text[8:16], "little")


def _score_distribution(
    score: NDArray[np.float32], is_scored: NDArray[np.bool_], area: int
) -> NDArray[np.int8]:
    """Returns the score as hundredths over half-integer bins from -(area + 60) + 0.5 on."""
    length = 2 * (area + EXTRA_SCORE_RADIUS)
    middle = area + EXTRA_SCORE_RADIUS
    count = len(score)
    result = np.zeros((count, length), np.int8)
    center = np.where(score >= 0, np.floor(score + 0.5), np.ceil(score - 0.5))
    upper = np.round((score - (center - 0.5)) * 100).astype(np.int64)
    index = center.astype(np.int64) + middle
    row = np.arange(count)
    result[row, np.clip(index - 1, 0, length - 1)] = 100 - upper
    result[row, np.clip(index, 0, length - 1)] += upper.astype(np.int8)
    result[~is_scored] = 0
    result[~is_scored, middle - 1] = 50
    result[~is_scored, middle] = 50
    return result


def _value_targets(
    planes: NDArray[np.uint8],
    final: NDArray[np.uint8],
    replayer: Replayer,
    *,
    games: Games,
    lane: NDArray[np.int64],
    owners: NDArray[np.int8],
    is_scored: NDArray[np.bool_],
) -> NDArray[np.int8]:
    """Returns ownership, full area without owner, the boards 8 and 32 moves later, and scoring."""
    count, _, height, width = planes.shape
    result = np.zeros((count, VALUE_PLANE_COUNT, height, width), np.int8)
    result[:, 0] = owners * is_scored[:, None, None]
    result[:, 4] = owners * (OWNERSHIP_UNIT * is_scored[:, None, None]).astype(np.int8)
    # Boards from the view of the player to move, and at the end of each game.
    boards = planes[:, 1].astype(np.int8) - planes[:, 2].astype(np.int8)
    last = replayer.planes(final, games.header)
    ends = last[:, 1].astype(np.int8) - last[:, 2].astype(np.int8)
    stops = np.searchsorted(lane, lane, side="right")
    row = np.arange(count)
    for plane, distance in zip((2, 3), FUTURE_MOVES, strict=True):
        later = row + distance
        is_inside = later < stops
        steps = np.minimum(later, stops) - row
        seen = np.where(is_inside[:, None, None], boards[np.minimum(later, count - 1)], ends[lane])
        result[:, plane] = seen * (1 - 2 * (steps % 2)).astype(np.int8)[:, None, None]
    return result


def convert_to_katago(
    folder: str | Path,
    out: str | Path,
    *,
    address: str | None = None,
    tls: TlsChoice = None,
    token: str | None = None,
    rows_per_file: int = 50_000,
    seed: int = 0,
    skip_damaged: bool = False,
) -> int:
    """Writes the games of a folder as KataGo's training rows and returns the number of rows.

    Args:
      folder: A folder of games.
      out: The folder of the new files, `rows-000000.npz` and so on.
      address: The address of a server, "embedded", or None to start one.
      tls: How to encrypt, as in `tengen.connect`. None: the environment variables decide.
      token: The token that proves who calls. None: the environment variable decides.
      rows_per_file: The maximum number of rows in a file.
      seed: The seed of the order of rows within a file.
      skip_damaged: Whether files that cannot be read are skipped with a warning each.

    Raises:
      FileNotFoundError: The folder has no files of games.
      FileExistsError: `out` has such files.
      DataFileError: A file cannot be used; with `skip_damaged`, a game is against the rules.
    """
    target = Path(out)
    target.mkdir(parents=True, exist_ok=True)
    if any(target.glob("rows-*.npz")):
        raise FileExistsError(f"{target} has files of rows")
    random = np.random.default_rng(seed)
    total = 0
    pool: list[dict[str, NDArray[Any]]] = []
    file_count = 0
    areas = AreaReplayer(lane_count=LANE_COUNT, address=address, tls=tls, token=token)
    with Replayer(
        ENCODING, lane_count=LANE_COUNT, address=address, tls=tls, token=token
    ) as replayer:
        for games in GameFolder(folder, is_strict=not skip_damaged):
            for start in range(0, len(games), LANE_COUNT):
                rows = np.arange(start, min(start + LANE_COUNT, len(games)))
                pool.append(katago_rows(games, rows, replayer, areas))
                while _row_count(pool) >= rows_per_file:
                    pool = _write_rows(target, file_count, pool, rows_per_file, random)
                    total += rows_per_file
                    file_count += 1
        rest = _row_count(pool)
        if rest:
            _write_rows(target, file_count, pool, rest, random)
    areas.close()
    return total + rest


def _row_count(pool: list[dict[str, NDArray[Any]]]) -> int:
    return sum(len(part["globalTargetsNC"]) for part in pool)


def _write_rows(
    folder: Path,
    index: int,
    pool: list[dict[str, NDArray[Any]]],
    count: int,
    random: np.random.Generator,
) -> list[dict[str, NDArray[Any]]]:
    """Writes the first rows of the pool, shuffled, and returns the others."""
    joined = {name: np.concatenate([part[name] for part in pool]) for name in pool[0]}
    order = random.permutation(count)
    arrays = {name: array[:count][order] for name, array in joined.items()}
    replace_file(folder / f"rows-{index:06}.npz", lambda draft: write_npz(draft, arrays))
    rest = {name: array[count:] for name, array in joined.items()}
    return [rest] if len(rest["globalTargetsNC"]) else []
