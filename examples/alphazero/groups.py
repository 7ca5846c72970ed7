"""Groups of self-play games: the unit that can be played in another process.

The games of a group depend on the group, the network, the settings and the group's random numbers
alone. Where a group is played, or how often it was begun, makes no difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from alphazero.network import Evaluator
from alphazero.self_play import SelfPlay

if TYPE_CHECKING:
    import numpy as np

    from alphazero.network import Network
    from alphazero.self_play import Game, SelfPlayData
    from alphazero.settings import Settings
    from tengen import Client


@dataclass
class GroupResult:
    """What a group of games has become in an iteration.

    Attributes:
      games: The unfinished games.
      data: The data of the games that ended.
      visit_count: The number of positions that the network evaluated.
    """

    games: list[Game]
    data: SelfPlayData
    visit_count: int


class GroupPlayer(Protocol):
    """Plays the groups of an iteration."""

    def play(
        self, network: Network, groups: list[tuple[list[Game], np.random.Generator]]
    ) -> list[GroupResult]:
        """Returns the result of each group of games, which has its own random numbers."""


class LocalGroupPlayer:
    """Plays the groups in this process, one after the other.

    Args:
      client: The client of a server.
      settings: The settings of the run.
    """

    def __init__(self, client: Client, settings: Settings) -> None:
        self._client, self._settings = client, settings

    def play(
        self, network: Network, groups: list[tuple[list[Game], np.random.Generator]]
    ) -> list[GroupResult]:
        """Returns the result of each group of games, which has its own random numbers."""
        return [play_group(self._client, network, self._settings, *group) for group in groups]


def play_group(
    client: Client,
    network: Network,
    settings: Settings,
    games: list[Game],
    random: np.random.Generator,
) -> GroupResult:
    """Plays one group, and returns its result."""
    evaluator = Evaluator(network)
    with client.open_forest(settings.size, encodings=[settings.encoding]) as forest:
        data = SelfPlay(forest, evaluator, settings, random).play(games)
    return GroupResult(games, data, evaluator.visit_count)


def split_games(games: list[Game], count: int) -> list[list[Game]]:
    """Returns the games in `count` groups, whose sizes differ by at most one."""
    bounds = [len(games) * group // count for group in range(count + 1)]
    return [games[first:end] for first, end in pairwise(bounds)]
