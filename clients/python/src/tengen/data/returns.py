"""Targets for values: outcomes, n-step returns and lambda returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tengen.enums import Color

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.data.games import Games


def outcomes(games: Games) -> NDArray[np.float32]:
    """Returns the outcome for each move: 1 if its player won, -1 if it lost, otherwise 0."""
    lengths = np.diff(games.offsets)
    black = np.where(games.winner == Color.BLACK, 1, np.where(games.winner == Color.WHITE, -1, 0))
    return (np.repeat(black, lengths) * signs(games)).astype(np.float32)


def margins(games: Games) -> NDArray[np.float32]:
    """Returns the final margin for each move, from the view of its player."""
    return (np.repeat(games.black_margin, np.diff(games.offsets)) * signs(games)).astype(np.float32)


def signs(games: Games) -> NDArray[np.int64]:
    """Returns 1 for each move of Black and -1 for each move of White."""
    return 1 - 2 * (move_numbers(games) % 2)


def move_numbers(games: Games) -> NDArray[np.int64]:
    """Returns the number of earlier moves in its game for each move."""
    starts = np.repeat(games.offsets[:-1], np.diff(games.offsets))
    return np.arange(len(games.moves)) - starts


def n_step_returns(
    games: Games, values: NDArray[np.floating], n: int, discount: float = 1.0
) -> NDArray[np.float32]:
    """Returns the n-step return for each move, from the view of its player.

    It is the outcome, discounted once for each later move, if the game ends within n moves, this
    one included. Otherwise it is the discounted value of the position after n moves.

    Args:
      games: The games.
      values: The value of the position before each move, from the view of its player.
      n: The number of moves, at least 1.
      discount: The factor per move.

    Raises:
      ValueError: `n` is less than 1, or there is not one value per move.
    """
    _check_values(games, values)
    if n < 1:
        raise ValueError(f"n {n} is less than 1")
    count = len(games.moves)
    places = np.arange(count)
    ends = np.repeat(games.offsets[1:], np.diff(games.offsets))
    later = places + n
    is_inside = later < ends
    bootstrap = (
        values[np.minimum(later, max(count - 1, 0))] * discount**n * (1 if n % 2 == 0 else -1)
    )
    rest = outcomes(games) * discount ** (ends - 1 - places)
    return np.where(is_inside, bootstrap, rest).astype(np.float32)


def lambda_returns(
    games: Games, values: NDArray[np.floating], lambda_: float, discount: float = 1.0
) -> NDArray[np.float32]:
    """Returns the lambda return for each move, from the view of its player.

    That of the last move is the outcome. Any other is the discounted, negated mean of the next
    position's value (weight `1 - lambda_`) and lambda return (weight `lambda_`).

    Args:
      games: The games.
      values: The value of the position before each move, from the view of its player.
      lambda_: The weight, 0 to 1. With 1, the result is the discounted outcome.
      discount: The factor per move.

    Raises:
      ValueError: `lambda_` is outside [0, 1], or there is not one value per move.
    """
    _check_values(games, values)
    if not 0 <= lambda_ <= 1:
        raise ValueError(f"lambda_ {lambda_} is outside [0, 1]")
    result = outcomes(games).astype(np.float64)
    lengths = np.diff(games.offsets)
    # The loop runs over moves from the end; each step covers all games.
    for back in range(2, int(lengths.max(initial=0)) + 1):
        places = games.offsets[1:][lengths >= back] - back
        mean = (1 - lambda_) * values[places + 1] + lambda_ * result[places + 1]
        result[places] = -discount * mean
    return result.astype(np.float32)


def _check_values(games: Games, values: NDArray[np.floating]) -> None:
    if values.shape != games.moves.shape:
        raise ValueError(f"values has the shape {values.shape}, not {games.moves.shape}")
