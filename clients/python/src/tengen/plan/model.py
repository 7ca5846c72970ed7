"""The capacity model: its formulas, its fit, and the errors of its predictions."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from tengen.plan.points import BatchPoint, PlayerPoint

ONE_BYTE_ACTIONS = 128
"""Moves below this number take one byte in a file of games, others two."""


@dataclass
class Model:
    """The coefficients of a machine.

    Attributes:
      cycle: Seconds of a step of a batch without pauses: fixed, for each lane, for each point of
        each lane, and for the latter times the lanes.
      after_pause: Seconds of a step after a pause for a policy or a network, without the pause:
        fixed, for each lane, for each point of each lane.
      link: Seconds that a network adds to its round trip: fixed, for each byte.
      processor: Processor seconds of a step without pauses, with the terms of `after_pause`.
      bytes_per_step: Bytes on the network for a board: fixed, for each point.
      players: By pair of players, the points of each measured board and the seconds of a move.
      moves: Moves of a game by pair of players: a factor, and the power of the number of points.
      bytes_per_game: Bytes of a game, apart from its moves.
      bytes_per_file: Bytes of a file, apart from its games.
      held_back: The relative error of each prediction of a held-back point.
    """

    cycle: list[float]
    after_pause: list[float]
    link: list[float]
    processor: list[float]
    bytes_per_step: list[float]
    players: dict[str, list[list[float]]]
    moves: dict[str, list[float]]
    bytes_per_game: float
    bytes_per_file: float
    held_back: dict[str, float] = field(default_factory=dict)

    def batch_seconds(
        self, size: int, lanes: int, *, round_trip: float = 0.0, policy: float = 0.0
    ) -> float:
        """Returns the time of a step of all boards of one process that waits for each answer."""
        if not round_trip and not policy:
            return float(np.dot(self.cycle, cycle_terms(size, lanes)))
        seconds = float(np.dot(self.after_pause, terms(size, lanes))) + round_trip + policy
        if round_trip:
            seconds += self.link[0] + self.link[1] * lanes * self.batch_bytes(size)
        return seconds

    def batch_processor_seconds(self, size: int, lanes: int) -> float:
        """Returns the processor time of such a step, client and server, without the policy.

        It is that of busy cores. On a core that pauses, a step takes more.
        """
        return float(np.dot(self.processor, terms(size, lanes)))

    def batch_bytes(self, size: int) -> float:
        """Returns the bytes on the network for a step of one board, both ways."""
        return self.bytes_per_step[0] + self.bytes_per_step[1] * size**2

    def steps_per_second(
        self,
        size: int,
        lanes: int,
        *,
        processes: int,
        cores: int,
        round_trip: float = 0.0,
        policy: float = 0.0,
    ) -> float:
        """Returns the steps per second of processes that share the cores of a machine.

        Either each process waits for its own answers, or all wait for the cores.
        """
        waiting = (
            processes
            * lanes
            / self.batch_seconds(size, lanes, round_trip=round_trip, policy=policy)
        )
        return min(waiting, cores * lanes / self.batch_processor_seconds(size, lanes))

    def seconds_per_move(self, size: int, black: str, white: str) -> float:
        """Returns the time of a move of a rollout.

        For players that were not measured together, that is the mean of their own games.

        Raises:
          KeyError: A player was not measured.
        """
        pairs = _measured_pairs(self.players, black, white)
        return statistics.mean(interpolate(self.players[pair], size**2) for pair in pairs)

    def moves_per_game(self, size: int, black: str, white: str) -> float:
        """Returns the mean number of moves of a game.

        Players that were not measured together have games as long as the shorter of their own: a
        game ends soon after one player has nothing left to play for.

        Raises:
          KeyError: A player was not measured.
        """
        powers = [self.moves[pair] for pair in _measured_pairs(self.moves, black, white)]
        return float(min(factor * float(size**2) ** power for factor, power in powers))

    def game_bytes(self, size: int, black: str, white: str, games_per_file: int) -> float:
        """Returns the bytes of a game in the files of a rollout."""
        moves = self.moves_per_game(size, black, white)
        own = self.bytes_per_game + self.bytes_per_file / games_per_file
        return own + bytes_per_move(size) * moves

    def games_per_second(self, size: int, black: str, white: str, *, cores: int) -> float:
        """Returns the games per second of a rollout on some cores."""
        game = self.moves_per_game(size, black, white) * self.seconds_per_move(size, black, white)
        return cores / game


def pair_name(black: str, white: str) -> str:
    """Returns the key of two players. A strong player's games are longer with one of the colors."""
    return f"{black} {white}"


def _measured_pairs(measured: Collection[str], black: str, white: str) -> list[str]:
    """Returns the pair if it was measured, otherwise the pair of each player with itself.

    Raises:
      KeyError: A player was not measured.
    """
    pair = pair_name(black, white)
    if pair in measured:
        return [pair]
    for name in (black, white):
        if pair_name(name, name) not in measured:
            raise KeyError(name)
    return [pair_name(name, name) for name in (black, white)]


def interpolate(curve: Sequence[Sequence[float]], points: float) -> float:
    """Returns the value of a curve, which between two measured sizes is a power of the points.

    Args:
      curve: Pairs of a number of points and a positive value, by rising points; two or more.
        Outside, the nearest power holds.
      points: The number of points.
    """
    at, values = np.log(np.array(curve, float)).T
    right = int(np.clip(np.searchsorted(at, math.log(points)), 1, len(at) - 1))
    slope = (values[right] - values[right - 1]) / (at[right] - at[right - 1])
    return math.exp(values[right] + slope * (math.log(points) - at[right]))


def bytes_per_move(size: int) -> float:
    """Returns the mean bytes of a move in a file of games, of moves spread evenly over points."""
    actions = size**2 + 1
    return 1 + max(0, actions - ONE_BYTE_ACTIONS) / actions


def terms(size: int, lanes: int) -> list[float]:
    """Returns what the coefficients of a batch are multiplied with."""
    return [1.0, float(lanes), float(lanes * size**2)]


def cycle_terms(size: int, lanes: int) -> list[float]:
    """Returns what the coefficients of a batch without pauses are multiplied with.

    The last term is for the share of large batches that the processor's caches do not hold. After
    a pause they hold little of any batch.
    """
    return [*terms(size, lanes), float(lanes**2 * size**2)]


def fit(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Returns non-negative coefficients with the least squared relative errors.

    Args:
      rows: The terms of each point.
      values: The positive value of each point.

    Raises:
      ValueError: There are fewer points than coefficients.
    """
    matrix, target = np.array(rows, float), np.array(values, float)
    if len(matrix) < matrix.shape[1]:
        raise ValueError(f"{len(matrix)} points do not determine {matrix.shape[1]} coefficients")
    scaled = matrix / target[:, None]
    used = np.ones(matrix.shape[1], np.bool_)
    result: NDArray[Any] = np.zeros(matrix.shape[1])
    while used.any():
        found = np.linalg.lstsq(scaled[:, used], np.ones(len(target)), rcond=None)[0]
        if (found >= 0).all():
            result[used] = found
            break
        # The most negative term explains nothing: drop it.
        used[np.flatnonzero(used)[found.argmin()]] = False
    return [float(one) for one in result]


def fit_power(points: Sequence[float], values: Sequence[float]) -> list[float]:
    """Returns the factor and the exponent of the power of `points` closest to positive `values`."""
    exponent, logarithm = np.polyfit(np.log(points), np.log(values), 1)
    return [float(np.exp(logarithm)), float(exponent)]


def fit_model(batches: Sequence[BatchPoint], players: Sequence[PlayerPoint]) -> Model:
    """Returns the model of measured points.

    Args:
      batches: Points without a pause, points with a policy, and points with a round trip.
      players: Each player's games against itself, and games of two players, all on the same two
        sizes or more.
    """
    alone = [point for point in players if point.black == point.white]
    by_pair: dict[str, list[PlayerPoint]] = {}
    for one in players:
        by_pair.setdefault(pair_name(one.black, one.white), []).append(one)
    busy = [point for point in batches if not point.round_trip and not point.policy]
    pausing = [point for point in batches if point.round_trip or point.policy]
    after_pause = fit(
        [terms(point.size, point.lanes) + _network_terms(point) for point in pausing],
        [point.seconds - point.round_trip - point.policy for point in pausing],
    )
    overheads = fit(
        [[1.0, 1 / point.games_per_file] for point in alone],
        [
            point.bytes_per_game - bytes_per_move(point.size) * point.moves_per_game
            for point in alone
        ],
    )
    return Model(
        cycle=fit(
            [cycle_terms(point.size, point.lanes) for point in busy],
            [point.seconds for point in busy],
        ),
        after_pause=after_pause[:3],
        link=after_pause[3:],
        processor=fit(
            [terms(point.size, point.lanes) for point in busy],
            [point.processor_seconds for point in busy],
        ),
        bytes_per_step=fit(
            [[1.0, point.size**2] for point in batches if point.bytes_per_step],
            [point.bytes_per_step for point in batches if point.bytes_per_step],
        ),
        players={
            name: sorted([float(point.size**2), point.seconds_per_move] for point in points)
            for name, points in by_pair.items()
        },
        moves={
            name: fit_power(
                [point.size**2 for point in points], [point.moves_per_game for point in points]
            )
            for name, points in by_pair.items()
        },
        bytes_per_game=overheads[0],
        bytes_per_file=overheads[1],
    )


def _network_terms(point: BatchPoint) -> list[float]:
    """Returns what the coefficients of a network are multiplied with."""
    if not point.round_trip:
        return [0.0, 0.0]
    return [1.0, point.bytes_per_step * point.lanes]


def check(
    model: Model, batches: Sequence[BatchPoint], players: Sequence[PlayerPoint]
) -> dict[str, float]:
    """Returns the relative error of each prediction of points that the model was not fitted to."""
    errors = {}
    for point in batches:
        predicted = model.batch_seconds(
            point.size, point.lanes, round_trip=point.round_trip, policy=point.policy
        )
        name = (
            f"{point.size}x{point.size}, {point.lanes} lanes,"
            f" round trip {1e3 * point.round_trip:g} ms, policy {1e3 * point.policy:g} ms"
        )
        errors[f"{name}: steps/s"] = point.seconds / predicted - 1
        if point.bytes_per_step:
            errors[f"{name}: bytes"] = model.batch_bytes(point.size) / point.bytes_per_step - 1
    for one in players:
        name = f"{one.size}x{one.size}, {one.black} and {one.white}"
        move = model.seconds_per_move(one.size, one.black, one.white)
        errors[f"{name}: moves/s"] = one.seconds_per_move / move - 1
        size = model.game_bytes(one.size, one.black, one.white, one.games_per_file)
        errors[f"{name}: bytes of a game"] = size / one.bytes_per_game - 1
    return errors
