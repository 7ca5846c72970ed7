"""Games of a self-play in the form of files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import exact_network
import numpy as np
import pytest

import tengen
from tengen.data import GameWriter, PositionDataset, self_play_games, verify

if TYPE_CHECKING:
    from pathlib import Path

    from tengen.search import SelfPlayGame


def play(address: str, **options: Any) -> list[SelfPlayGame]:
    return exact_network.play(exact_network.evaluate, address, 4, **options)


def test_games_of_several_rules_and_ends_are_right(address: str, tmp_path: Path) -> None:
    games = play(
        address,
        max_moves=40,
        resign_threshold=-0.5,
        slot_arguments=[{"komi": 0.5}, {"komi": 7.5}, {"rules": "chinese"}, {"max_moves": 12}],
    )
    ends = {str(game.end_reason) for game in games}
    assert ends >= {"max-moves", "resignation"}

    with GameWriter(tmp_path, games_per_file=3) as writer:
        for kind in self_play_games(games, player="net"):
            writer.add(kind)

    assert verify(tmp_path, address=address).games == 8
    rows = list(PositionDataset(tmp_path, address=address, batch_size=64, is_turned=False))
    assert sum(len(batch["policy"]) for batch in rows) == sum(map(len, games))


def test_games_that_files_cannot_have_raise(address: str) -> None:
    second = tengen.Setup(player_to_move=tengen.Color.WHITE)
    with pytest.raises(ValueError, match="does not begin on the empty board"):
        self_play_games(play(address, max_moves=4, setup=second))
    with pytest.raises(ValueError, match="agree on dead stones"):
        self_play_games(play(address, max_moves=4, rules=tengen.Rules(dead_stones="agreement")))
    assert self_play_games([]) == []
    assert np.all(self_play_games(play(address, max_moves=4))[0].winner == 0)
