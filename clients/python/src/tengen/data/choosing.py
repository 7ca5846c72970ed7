"""Games that are chosen from files, to be replayed at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.data.games import Games, joined
from tengen.data.packed import PackedPlanes, concatenated
from tengen.data.replay import Positions

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class ChosenGames:
    """Games of one or more files, all of one kind.

    Attributes:
      games: The games.
      file: The file of each game.
      ready: The planes in the files, or None if they are rebuilt.
      targets: One number for each move of the games, by name.
    """

    games: Games
    file: NDArray[Any]
    ready: PackedPlanes | None
    targets: dict[str, NDArray[Any]]

    @staticmethod
    def of_file(
        file: Path,
        games: Games,
        ready: PackedPlanes | None,
        targets: dict[str, NDArray[Any]],
    ) -> ChosenGames:
        """Returns all games of a file."""
        files = np.full(len(games), file, dtype=object)
        return ChosenGames(games, files, ready, targets)

    def __len__(self) -> int:
        return len(self.games)

    def select(self, rows: NDArray[np.int64]) -> ChosenGames:
        """Returns some of the games, in the order of `rows`."""
        places = self.games.places(rows)
        return ChosenGames(
            games=self.games.select(rows),
            file=self.file[rows],
            ready=None if self.ready is None else self.ready.select(places),
            targets={name: values[places] for name, values in self.targets.items()},
        )

    def fits(self, other: ChosenGames) -> bool:
        """Whether the games of both can be replayed at once."""
        same_source = (self.ready is None) == (other.ready is None)
        return same_source and self.games.has_kind_of(other.games)

    def ready_positions(self) -> Positions:
        """Returns the positions of the games from the planes in their files."""
        assert self.ready is not None
        games = self.games
        action_count = games.header.width * games.header.height + 1
        mask = np.unpackbits(self.ready.action_mask, axis=1, count=action_count)
        lengths = np.diff(games.offsets)
        return Positions(
            game=np.repeat(np.arange(len(games)), lengths),
            move=np.arange(len(games.moves)) - np.repeat(games.offsets[:-1], lengths),
            packed=self.ready.planes,
            action_mask=mask.view(np.int8),
            globals=self.ready.globals,
            final=np.zeros((0, self.ready.planes.shape[1]), np.uint8),
        )


def joined_choice(parts: Sequence[ChosenGames]) -> ChosenGames:
    """Returns the games of all parts, which must fit to each other."""
    ready = [part.ready for part in parts if part.ready is not None]
    return ChosenGames(
        games=joined([part.games for part in parts]),
        file=np.concatenate([part.file for part in parts]),
        ready=concatenated(ready) if ready else None,
        targets={
            name: np.concatenate([part.targets[name] for part in parts])
            for name in parts[0].targets
        },
    )
