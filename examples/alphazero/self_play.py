"""Self-play of groups of concurrent games, and their positions to learn from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from alphazero.network import evaluator_of
from tengen.search import Puct, SelfPlay, SelfPlayGame, SelfPlayState, Temperature

if TYPE_CHECKING:
    from alphazero.network import Network
    from alphazero.settings import Settings


class Played(NamedTuple):
    """What a group of games has become in an iteration.

    Attributes:
      games: The games that have ended.
      state: The games in progress.
      evaluation_count: The number of positions that the network evaluated.
    """

    games: list[SelfPlayGame]
    state: SelfPlayState
    evaluation_count: int


GroupPlayer = Callable[["Network", Sequence["SelfPlayState | None"]], "list[Played]"]
"""Plays an iteration of all groups, each from its state, or from its start."""


def play_group(
    settings: Settings, network: Network, group: int, state: SelfPlayState | None, address: str
) -> Played:
    """Plays a group of games until those that have ended have enough positions.

    The result depends on all arguments but the address. So a group can be played anywhere, and be
    played again.
    """
    first, end = (settings.games * number // settings.groups for number in (group, group + 1))
    plies = settings.temperature_plies
    games: list[SelfPlayGame] = []
    with SelfPlay(
        evaluator_of(network, settings.size),
        settings.size,
        address=address,
        simulation_count=settings.visits,
        fast_simulation_count=settings.fast_visits,
        full_share=settings.full_share,
        search=Puct(),
        move_temperature=Temperature(settings.temperature, 0, plies, plies),
        slot_count=end - first,
        group_count=min(2, end - first),
        seed=settings.seed + (group << 32),
        encoding=settings.encoding,
        komi=settings.komi,
        max_moves=settings.max_moves,
        score_on_truncation=False,
        state=state,
    ) as self_play:
        while sum(map(len, games)) * settings.groups < settings.positions:
            games += self_play.step()
        games += self_play.pause()
        return Played(games, self_play.save(), self_play.evaluation_count)
