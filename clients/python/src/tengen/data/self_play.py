"""Games of a self-play as games of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tengen import _requests as requests
from tengen.data.files import FORMAT, FORMAT_VERSION
from tengen.data.games import END_NUMBERS, Games
from tengen.enums import Color, DeadStonesRule, EndReason
from tengen.spec import Setup
from tengen.v1 import rollout_pb2

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tengen.search import SelfPlayGame

EMPTY_BOARD = Setup(player_to_move=Color.BLACK)


def self_play_games(games: Sequence[SelfPlayGame], *, player: str = "self-play") -> list[Games]:
    """Returns games of a self-play in the form that `GameWriter.add` takes.

    They have the moves and the results. Policies and values of the searches are not in such files.

    Args:
      games: Games of `tengen.search.SelfPlay`.
      player: The name of both players in the files.

    Returns:
      The games in their order; those of other rules, boards or move limits are apart.

    Raises:
      ValueError: A game does not begin on the empty board with Black, or its players agree on dead
        stones, which is no move.
    """
    kinds: dict[bytes, list[SelfPlayGame]] = {}
    for game in games:
        header = _header(game, player).SerializeToString(deterministic=True)
        kinds.setdefault(header, []).append(game)
    return [_games(header, kind) for header, kind in kinds.items()]


def _header(game: SelfPlayGame, player: str) -> rollout_pb2.RolloutHeader:
    spec = game.spec
    if spec.setup != EMPTY_BOARD:
        raise ValueError(f"{game!r} does not begin on the empty board with Black")
    if spec.rules.dead_stones is DeadStonesRule.AGREEMENT:
        raise ValueError(f"{game!r} has rules under which players agree on dead stones")
    return rollout_pb2.RolloutHeader(
        format=FORMAT,
        format_version=FORMAT_VERSION,
        width=spec.width,
        height=spec.height,
        rules=requests.rules_message(spec.rules),
        max_moves=spec.max_moves,
        black=player,
        white=player,
    )


def _games(header: bytes, games: Sequence[SelfPlayGame]) -> Games:
    # In a rollout, a game that its number of moves ends has no winner.
    winners = [0 if game.end_reason is EndReason.MAX_MOVES else game.winner or 0 for game in games]
    return Games(
        file="a self-play",
        header=rollout_pb2.RolloutHeader.FromString(header),
        number=np.zeros(len(games), np.uint64),
        moves=np.concatenate([game.actions for game in games]),
        offsets=np.cumsum([0, *map(len, games)], dtype=np.int64),
        end_reason=np.array([END_NUMBERS[str(game.end_reason)] for game in games], np.int8),
        winner=np.array(winners, np.int8),
        black_margin=np.array([game.margin for game in games]),
    ).renumbered(0)
