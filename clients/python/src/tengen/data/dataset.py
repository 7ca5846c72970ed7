"""Batches of positions from folders of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.data.files import read_planes
from tengen.data.folder import GameFolder
from tengen.data.games import DataFileError, Games
from tengen.data.replay import AreaReplayer, Positions, Replayer
from tengen.data.returns import margins, outcomes, signs
from tengen.symmetry import Symmetry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from tengen.data.packed import PackedPlanes
    from tengen.security import TlsChoice
    from tengen.v1 import rollout_pb2

Batch = dict[str, Any]
"""Arrays by name, each contiguous and with one row per position."""

NO_ROWS = np.zeros(0, np.int64)
SYMMETRIES = tuple(symmetry for symmetry in Symmetry if symmetry is not Symmetry.DRAWN)


class PositionDataset:
    """Batches of the positions of recorded games, with planes that are rebuilt from the moves.

    Each iteration is an epoch. Without weights and `positions_per_game`, it has each position
    exactly once; the last batch may be smaller. Files are visited in a random order. The positions
    of `lane_count` games of a file are shuffled together with those left from the games before.
    Equal arguments, epochs and files give equal batches.

    A batch has `observation` (rows, planes, height, width) of zeros and ones, `action_mask`,
    `policy` (the move played, an action), `outcome` (1, 0 or -1) and `score` (the margin), both
    from the view of the player to move, `game` (its number), `move` (the number of earlier moves),
    `symmetry` (its index in `tengen.data.SYMMETRIES`); `globals` if the encoding has them,
    `ownership` if requested (1 for the player to move, -1 for the opponent, 0), and `targets`.

    Args:
      folder: A folder, or its path.
      encoding: The name of any encoding of the catalog.
      batch_size: The number of positions in a batch.
      address: The address of a server, "embedded", or None to start one.
      tls: How to encrypt, as in `tengen.connect`. None: the environment variables decide.
      token: The token that proves who calls. None: the environment variable decides.
      lane_count: The number of games that are replayed at once.
      dtype: The type of observations: uint8 or float32.
      is_rebuilt: Whether planes are rebuilt also for Parquet files that have them. Ready planes are
        not checked against the rules.
      is_turned: Whether each position is seen through a random symmetry of the board.
      has_ownership: Whether batches have `ownership`. It needs a second replay.
      targets: More arrays by name: functions that return one number per move of the games.
      weights: A function that returns a weight per game, at least 0: a priority, or `recency`. An
        epoch then draws as many games as the folder has, in proportion to their weights, with
        repetitions. All files are read first. None: each game once.
      positions_per_game: Maximum number of random positions of each game. None: all.
      seed: The seed, at least 0.

    Raises:
      FileNotFoundError: The folder has no files of games.
      ValueError: A value is out of range.
    """

    def __init__(
        self,
        folder: GameFolder | str | Path,
        *,
        encoding: str = "alphazero-17",
        batch_size: int = 256,
        address: str | None = None,
        tls: TlsChoice = None,
        token: str | None = None,
        lane_count: int = 256,
        dtype: type[np.uint8] | type[np.float32] = np.uint8,
        is_rebuilt: bool = False,
        is_turned: bool = True,
        has_ownership: bool = False,
        targets: Mapping[str, Callable[[Games], NDArray[Any]]] | None = None,
        weights: Callable[[Games], NDArray[Any]] | None = None,
        positions_per_game: int | None = None,
        seed: int = 0,
    ) -> None:
        least = 1 if positions_per_game is None else positions_per_game
        for name, value, minimum in (
            ("batch_size", batch_size, 1),
            ("lane_count", lane_count, 1),
            ("positions_per_game", least, 1),
            ("seed", seed, 0),
        ):
            if value < minimum:
                raise ValueError(f"{name} {value} is less than {minimum}")
        self.folder = folder if isinstance(folder, GameFolder) else GameFolder(folder)
        self.encoding = encoding
        self.batch_size = batch_size
        self.epoch = 0
        self._address = address
        self._tls = tls
        self._token = token
        self._lane_count = lane_count
        self._dtype = dtype
        self._is_rebuilt = is_rebuilt
        self._is_turned = is_turned
        self._has_ownership = has_ownership
        self._targets = dict(targets or {})
        self._weights = weights
        self._positions_per_game = positions_per_game
        self._seed = seed

    def __iter__(self) -> Iterator[Batch]:
        """Yields the batches of the next epoch."""
        return self.part(0, 1)

    def part(self, index: int, count: int) -> Iterator[Batch]:
        """Yields the batches of the next epoch from every `count`-th file, from file `index` on.

        Raises:
          DataFileError: A file cannot be used, and the folder is strict.
          TengenError: The server does not answer, or does not know the encoding.
        """
        epoch = self.epoch
        self.epoch += 1
        return self._batches(index, count, epoch)

    def _batches(self, index: int, count: int, epoch: int) -> Iterator[Batch]:
        random = np.random.default_rng([self._seed, epoch, index, count])
        replayer = Replayer(
            self.encoding,
            lane_count=self._lane_count,
            address=self._address,
            tls=self._tls,
            token=self._token,
        )
        areas = AreaReplayer(
            lane_count=self._lane_count, address=self._address, tls=self._tls, token=self._token
        )
        pool: Batch = {}
        header: rollout_pb2.RolloutHeader | None = None
        drawn = None if self._weights is None else self._drawn_games(epoch)
        try:
            for file in random.permutation(np.array(self.folder.files[index::count], dtype=object)):
                games = self.folder.read(file)
                if games is None or not len(games.moves):
                    continue
                if header is not None and _size(header) != _size(games.header):
                    sizes = f"its boards are {_size(games.header)}, not {_size(header)}"
                    self.folder.reject(file, DataFileError(f"{file}: foreign: {sizes}"))
                    continue
                header = games.header
                try:
                    ready = None if self._is_rebuilt else read_planes(file, self.encoding)
                except DataFileError as e:
                    self.folder.reject(file, e)
                    continue
                rows = random.permutation(
                    np.arange(len(games)) if drawn is None else drawn.get(file, NO_ROWS)
                )
                for start in range(0, len(rows), self._lane_count):
                    try:
                        fresh = self._positions(
                            replayer,
                            areas,
                            games,
                            ready,
                            rows=rows[start : start + self._lane_count],
                            random=random,
                        )
                    except DataFileError as e:
                        self.folder.reject(file, e)
                        break
                    pool = _shuffled(pool, fresh, random)
                    full = len(pool["policy"]) // self.batch_size * self.batch_size
                    for first in range(0, full, self.batch_size):
                        chosen = slice(first, first + self.batch_size)
                        yield self._batch(replayer, header, pool, chosen, random)
                    pool = {name: array[full:] for name, array in pool.items()}
            if header is not None and pool and len(pool["policy"]):
                yield self._batch(replayer, header, pool, slice(None), random)
        finally:
            replayer.close()
            areas.close()

    def _drawn_games(self, epoch: int) -> dict[Path, NDArray[np.int64]]:
        """Returns drawn rows by file. All parts of an epoch draw the same rows."""
        assert self._weights is not None
        sizes: dict[Path, int] = {}
        parts = []
        for file in self.folder.files:
            games = self.folder.read(file)
            if games is None:
                continue
            weights = np.asarray(self._weights(games), np.float64)
            is_valid = weights.shape == (len(games),) and bool(np.isfinite(weights).all())
            if not is_valid or (weights < 0).any():
                raise ValueError(f"weights must return {len(games)} finite numbers of at least 0")
            sizes[file] = len(games)
            parts.append(weights)
        everything = np.concatenate([*parts, np.zeros(0)])
        if everything.sum() <= 0:
            raise ValueError("weights must not be 0 for all games")
        random = np.random.default_rng([self._seed, epoch])
        share = everything / everything.sum()
        chosen = np.sort(random.choice(len(share), len(share), p=share))
        bounds = np.cumsum([0, *sizes.values()])
        return {
            file: chosen[(chosen >= bounds[index]) & (chosen < bounds[index + 1])] - bounds[index]
            for index, file in enumerate(sizes)
        }

    def _positions(
        self,
        replayer: Replayer,
        areas: AreaReplayer,
        games: Games,
        ready: PackedPlanes | None,
        *,
        rows: NDArray[np.int64],
        random: np.random.Generator,
    ) -> Batch:
        """Returns the chosen positions of some games, still packed."""
        positions = (
            replayer.replay(games, rows) if ready is None else ready_positions(ready, games, rows)
        )
        lengths = games.offsets[rows + 1] - games.offsets[rows]
        chosen = np.arange(len(positions.game))
        if self._positions_per_game is not None:
            # The first places of a random order within each game.
            order = np.lexsort(
                (random.random(len(chosen)), np.repeat(np.arange(len(rows)), lengths))
            )
            chosen = np.sort(order[positions.move < self._positions_per_game])
        game, move = positions.game[chosen], positions.move[chosen]
        places = games.offsets[game] + move
        arrays = {
            "observation": positions.packed[chosen],
            "action_mask": positions.action_mask[chosen],
            "policy": games.moves[places].astype(np.int64),
            "outcome": outcomes(games)[places],
            "score": margins(games)[places],
            "game": games.number[game],
            "move": move,
        }
        if positions.globals is not None:
            arrays["globals"] = positions.globals[chosen]
        if self._has_ownership:
            lanes = np.repeat(np.arange(len(rows)), lengths)[chosen]
            owners = areas.owners(games, rows)[lanes]
            arrays["ownership"] = owners * signs(games)[places].astype(np.int8)[:, None, None]
        for name, target in self._targets.items():
            values = np.asarray(target(games))
            if name in arrays or values.shape != games.moves.shape:
                raise ValueError(
                    f"target {name!r} must have a name of its own, and {len(games.moves)} numbers"
                )
            arrays[name] = values[places]
        return arrays

    def _batch(
        self,
        replayer: Replayer,
        header: rollout_pb2.RolloutHeader,
        pool: Batch,
        chosen: slice,
        random: np.random.Generator,
    ) -> Batch:
        """Returns rows of the pool, unpacked and turned."""
        width, height = header.width, header.height
        batch = {name: array[chosen] for name, array in pool.items()}
        batch["observation"] = replayer.planes(batch["observation"], header)
        choices = SYMMETRIES if width == height else [s for s in SYMMETRIES if not s.swaps_sides]
        count = len(batch["policy"])
        batch["symmetry"] = np.zeros(count, np.int64)
        if self._is_turned:
            drawn = random.integers(len(choices), size=count)
            for index, symmetry in enumerate(choices):
                rows = np.flatnonzero(drawn == index)
                if symmetry is not Symmetry.IDENTITY and len(rows):
                    _turn(batch, rows, symmetry, width, height)
                batch["symmetry"][rows] = SYMMETRIES.index(symmetry)
        batch["observation"] = batch["observation"].astype(self._dtype, copy=False)
        return {name: np.ascontiguousarray(array) for name, array in batch.items()}


def ready_positions(ready: PackedPlanes, games: Games, rows: NDArray[np.int64]) -> Positions:
    """Returns the positions of some games from the planes in their file."""
    lengths = games.offsets[rows + 1] - games.offsets[rows]
    starts = np.concatenate([[0], np.cumsum(lengths)])
    move = np.arange(starts[-1]) - np.repeat(starts[:-1], lengths)
    places = np.repeat(games.offsets[rows], lengths) + move
    action_count = games.header.width * games.header.height + 1
    mask = np.unpackbits(ready.action_mask[places], axis=1, count=action_count)
    return Positions(
        game=np.repeat(rows, lengths),
        move=move,
        packed=ready.planes[places],
        action_mask=mask.view(np.int8),
        globals=None if ready.globals is None else ready.globals[places],
        final=np.zeros((0, ready.planes.shape[1]), np.uint8),
    )


def _size(header: rollout_pb2.RolloutHeader) -> str:
    return f"{header.width}x{header.height}"


def _shuffled(pool: Batch, fresh: Batch, random: np.random.Generator) -> Batch:
    joined = {
        name: np.concatenate([pool[name], array]) if pool else array
        for name, array in fresh.items()
    }
    order = random.permutation(len(joined["policy"]))
    return {name: array[order] for name, array in joined.items()}


def _turn(
    batch: Batch, rows: NDArray[np.int64], symmetry: Symmetry, width: int, height: int
) -> None:
    """Turns some rows in place. Rows that are views of the pool are not used again."""
    batch["observation"][rows] = symmetry.transform_planes(batch["observation"][rows])
    mask = symmetry.transform_policy(batch["action_mask"][rows], width, height)
    batch["action_mask"][rows] = mask
    batch["policy"][rows] = symmetry.transform_actions(batch["policy"][rows], width, height)
    if "ownership" in batch:
        batch["ownership"][rows] = symmetry.transform_planes(batch["ownership"][rows])


def recency(half_life_games: float, newest: int) -> Callable[[Games], NDArray[np.float64]]:
    """Returns weights that halve with each `half_life_games` games before the newest one.

    Args:
      half_life_games: A number greater than 0.
      newest: The number of the newest game.

    Raises:
      ValueError: `half_life_games` is not greater than 0.
    """
    if not half_life_games > 0:
        raise ValueError(f"half_life_games {half_life_games} is not greater than 0")

    def weights(games: Games) -> NDArray[np.float64]:
        return np.exp2((games.number.astype(np.float64) - newest) / half_life_games)

    return weights
