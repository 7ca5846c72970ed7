"""A network whose numbers are exact in every library, so that games by all of them are equal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.search import SelfPlay

if TYPE_CHECKING:
    from tengen.search import Evaluator, Leaves, SelfPlayGame

SIZE = 5
WEIGHTS = (
    np.random.default_rng(2).integers(-8, 9, (17 * SIZE * SIZE, SIZE * SIZE + 2)) / 64
).astype(np.float32)
"""Multiples of 1/64, whose sums over planes of zeros and ones are exact."""


def evaluate(leaves: Leaves) -> tuple[Any, Any]:
    """Evaluates positions by NumPy."""
    numbers = leaves.planes.reshape(len(leaves), -1).astype(np.float32) @ WEIGHTS
    return numbers[:, :-1], np.clip(numbers[:, -1] / 8, -1, 1)


def play(
    evaluator: Evaluator, address: str, slot_count: int = 5, **options: Any
) -> list[SelfPlayGame]:
    """Returns two games of each slot of a self-play with an evaluator, by their numbers."""
    with SelfPlay(
        evaluator,
        SIZE,
        address=address,
        simulation_count=8,
        slot_count=slot_count,
        max_game_count=2 * slot_count,
        seed=4,
        **options,
    ) as self_play:
        return sorted(self_play.games(), key=lambda game: (game.slot, game.number))


def assert_equal_games(games: list[SelfPlayGame], expected: list[SelfPlayGame]) -> None:
    """Asserts that games have the same moves and values."""
    assert [repr(game) for game in games] == [repr(game) for game in expected]
    for one, other in zip(games, expected, strict=True):
        np.testing.assert_array_equal(one.actions, other.actions)
        np.testing.assert_array_equal(one.root_values, other.root_values)


def play_on_boards(evaluator: Evaluator, address: str) -> None:
    """Plays with one evaluator on boards and with layouts whose packed planes have equal sizes."""
    for size, layout in (("5x7", "chw"), ("7x5", "chw"), ("5x7", "hwc"), ("4x4", "chw")):
        with SelfPlay(
            evaluator,
            size,
            address=address,
            simulation_count=2,
            slot_count=2,
            max_game_count=2,
            max_moves=4,
            observation_layout=layout,
        ) as self_play:
            assert len(list(self_play.games())) == 2


BOARD_SHAPES = {(17, 7, 5), (17, 5, 7), (7, 5, 17), (17, 4, 4)}
"""The shapes of planes that a network then sees."""
