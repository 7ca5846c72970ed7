"""Batches of positions from folders of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.data.choosing import ChosenGames, joined_choice
from tengen.data.files import read_planes
from tengen.data.folder import GameFolder
from tengen.data.games import DataFileError
from tengen.data.replay import AreaReplayer, Replayer
from tengen.data.returns import margins, outcomes, signs
from tengen.data.turning import BoardTurner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from tengen.data.games import Games
    from tengen.security import TlsChoice
    from tengen.v1 import rollout_pb2

Batch = dict[str, Any]
"""Arrays by name, each contiguous and with one row per position."""

NO_ROWS = np.zeros(0, np.int64)
OWN_NAMES = (
    *("observation", "action_mask", "policy", "outcome", "score", "game", "move", "symmetry"),
    *("globals", "ownership"),
)
"""The names of arrays that targets cannot have."""


class PositionDataset:
    """Batches of the positions of recorded games, with planes that are rebuilt from the moves.

    Each iteration is an epoch. Without weights and `positions_per_game`, it has each position
    exactly once; the last batch may be smaller. Files are visited in a random order. The positions
    of `lane_count` games, of several files if these are small, are shuffled together with those
    left from the games before. Equal arguments, epochs and files give equal batches.

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
        lane_count: int = 512,
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
        # The number of positions of an epoch in each file that was counted.
        self._position_counts: dict[Path, int] = {}

    def __iter__(self) -> Iterator[Batch]:
        """Yields the batches of the next epoch."""
        return self.part(0, 1)

    def __len__(self) -> int:
        """Returns the number of batches of an epoch, as `batch_count` does.

        Raises:
          DataFileError: A file cannot be used, and the folder is strict.
          TypeError: The games are drawn by weights, so the number differs between epochs.
        """
        return self.batch_count()

    def __bool__(self) -> bool:
        """Returns True: a truth value does not read the files."""
        return True

    def part(self, index: int, count: int) -> Iterator[Batch]:
        """Yields the batches of the next epoch from every `count`-th file, from file `index` on.

        Raises:
          DataFileError: A file cannot be used, and the folder is strict.
          TengenError: The server does not answer, or does not know the encoding.
        """
        epoch = self.epoch
        self.epoch += 1
        return self._batches(index, count, epoch)

    def batch_count(self, index: int = 0, count: int = 1) -> int:
        """Returns the number of batches that `part` yields, if all files can be used.

        The first call reads the files of the part.

        Raises:
          DataFileError: A file cannot be used, and the folder is strict.
          TypeError: The games are drawn by weights, so the number differs between epochs.
        """
        if self._weights is not None:
            raise TypeError("the number of batches is unknown if games are drawn by weights")
        total = sum(map(self._position_count, self.folder.files[index::count]))
        return -(-total // self.batch_size)

    def _position_count(self, file: Path) -> int:
        if file not in self._position_counts:
            games = self.folder.read(file)
            lengths = np.zeros(0, np.int64) if games is None else np.diff(games.offsets)
            most = self._positions_per_game
            kept = lengths if most is None else np.minimum(lengths, most)
            self._position_counts[file] = int(kept.sum())
        return self._position_counts[file]

    def _batches(self, index: int, count: int, epoch: int) -> Iterator[Batch]:
        random = np.random.default_rng([self._seed, epoch, index, count])
        files = random.permutation(np.array(self.folder.files[index::count], dtype=object))
        drawn = None if self._weights is None else self._drawn_games(epoch)
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
        turner: BoardTurner | None = None
        try:
            for chosen in self._choices(files, drawn, random):
                header = chosen.games.header
                turner = turner or BoardTurner(header.width, header.height)
                for fresh in self._positions(replayer, areas, chosen, random):
                    pool = _shuffled(pool, fresh, random)
                    full = len(pool["policy"]) // self.batch_size * self.batch_size
                    for first in range(0, full, self.batch_size):
                        rows = slice(first, first + self.batch_size)
                        yield self._batch(replayer, turner, header, pool, rows=rows, random=random)
                    pool = {name: array[full:] for name, array in pool.items()}
            if turner is not None and pool and len(pool["policy"]):
                everything = slice(None)
                yield self._batch(replayer, turner, header, pool, rows=everything, random=random)
        finally:
            replayer.close()
            areas.close()

    def _choices(
        self,
        files: NDArray[Any],
        drawn: dict[Path, NDArray[np.int64]] | None,
        random: np.random.Generator,
    ) -> Iterator[ChosenGames]:
        """Yields the games of files, `lane_count` at once as long as they fit to each other."""
        waiting: list[ChosenGames] = []
        size = ""
        for file in files:
            found = self._read(file)
            if found is None:
                continue
            if size and _size(found) != size:
                sizes = f"its boards are {_size(found)}, not {size}"
                self.folder.reject(file, DataFileError(f"{file}: foreign: {sizes}"))
                continue
            size = _size(found)
            rows = np.arange(len(found)) if drawn is None else drawn.get(file, NO_ROWS)
            if waiting and not waiting[0].fits(found):
                yield joined_choice(waiting)
                waiting = []
            waiting.append(found.select(random.permutation(rows)))
            while sum(map(len, waiting)) >= self._lane_count:
                everything = joined_choice(waiting)
                yield everything.select(np.arange(self._lane_count))
                waiting = [everything.select(np.arange(self._lane_count, len(everything)))]
        if waiting:
            yield joined_choice(waiting)

    def _read(self, file: Path) -> ChosenGames | None:
        """Returns all games of a file, or None if it has none or cannot be used."""
        games = self.folder.read(file)
        if games is None or not len(games.moves):
            return None
        try:
            ready = None if self._is_rebuilt else read_planes(file, self.encoding)
        except DataFileError as e:
            self.folder.reject(file, e)
            return None
        targets = {name: np.asarray(target(games)) for name, target in self._targets.items()}
        for name, values in targets.items():
            if name in OWN_NAMES or values.shape != games.moves.shape:
                raise ValueError(
                    f"target {name!r} must have a name of its own, and {len(games.moves)} numbers"
                )
        return ChosenGames.of_file(file, games, ready, targets)

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
        chosen: ChosenGames,
        random: np.random.Generator,
    ) -> Iterator[Batch]:
        """Yields the positions of some games, still packed: all at once unless a file is bad."""
        usable = [file not in self.folder.problems for file in chosen.file]
        if not all(usable):
            chosen = chosen.select(np.flatnonzero(usable))
        if not len(chosen):
            return
        try:
            yield self._replayed(replayer, areas, chosen, random)
        except DataFileError as e:
            files = sorted(set(chosen.file))
            if len(files) == 1:
                self.folder.reject(files[0], _named(e, chosen, files[0]))
                return
            # The server knows no files: those with a problem are found one by one.
            for file in files:
                part = chosen.select(np.flatnonzero(chosen.file == file))
                yield from self._positions(replayer, areas, part, random)

    def _replayed(
        self,
        replayer: Replayer,
        areas: AreaReplayer,
        chosen: ChosenGames,
        random: np.random.Generator,
    ) -> Batch:
        """Returns the positions of some games, still packed."""
        games, everything = chosen.games, np.arange(len(chosen))
        positions = (
            replayer.replay(games, everything) if chosen.ready is None else chosen.ready_positions()
        )
        places = np.arange(len(games.moves))
        if self._positions_per_game is not None:
            # The first places of a random order within each game.
            order = np.lexsort((random.random(len(places)), positions.game))
            places = np.sort(order[positions.move < self._positions_per_game])
        game = positions.game[places]
        arrays = {
            "observation": positions.packed[places],
            "action_mask": positions.action_mask[places],
            "policy": games.moves[places].astype(np.int64),
            "outcome": outcomes(games)[places],
            "score": margins(games)[places],
            "game": games.number[game],
            "move": positions.move[places],
        }
        if positions.globals is not None:
            arrays["globals"] = positions.globals[places]
        if self._has_ownership:
            owners = areas.owners(games, everything)[game]
            arrays["ownership"] = owners * signs(games)[places].astype(np.int8)[:, None, None]
        for name, values in chosen.targets.items():
            arrays[name] = values[places]
        return arrays

    def _batch(
        self,
        replayer: Replayer,
        turner: BoardTurner,
        header: rollout_pb2.RolloutHeader,
        pool: Batch,
        *,
        rows: slice,
        random: np.random.Generator,
    ) -> Batch:
        """Returns rows of the pool, unpacked and turned."""
        batch = {name: array[rows] for name, array in pool.items()}
        batch["observation"] = replayer.planes(batch["observation"], header)
        count = len(batch["policy"])
        symmetries = np.zeros(count, np.int64)
        if self._is_turned:
            symmetries = turner.choices[random.integers(len(turner.choices), size=count)]
            turner.turn_planes(batch["observation"], symmetries)
            batch["action_mask"] = turner.turned_policies(batch["action_mask"], symmetries)
            batch["policy"] = turner.turned_actions(batch["policy"], symmetries)
            if "ownership" in batch:
                # Rows that are views of the pool are not used again.
                turner.turn_planes(batch["ownership"], symmetries)
        batch["symmetry"] = symmetries
        batch["observation"] = batch["observation"].astype(self._dtype, copy=False)
        return {name: np.ascontiguousarray(array) for name, array in batch.items()}


def _size(chosen: ChosenGames) -> str:
    return f"{chosen.games.header.width}x{chosen.games.header.height}"


def _named(error: DataFileError, chosen: ChosenGames, file: Path) -> DataFileError:
    """Returns the error with the name of the file of the games."""
    return DataFileError(f"{file}{str(error).removeprefix(chosen.games.file)}")


def _shuffled(pool: Batch, fresh: Batch, random: np.random.Generator) -> Batch:
    joined = {
        name: np.concatenate([pool[name], array]) if pool else array
        for name, array in fresh.items()
    }
    order = random.permutation(len(joined["policy"]))
    return {name: array[order] for name, array in joined.items()}


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
