"""Rebuilds planes and masks from moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.spaces import Dict
from gymnasium.vector import AutoresetMode

from tengen import _responses as responses
from tengen._client_cache import shared_client
from tengen._closing import CloseOnExit
from tengen.data.games import DataFileError, Games, joined
from tengen.security import choose_for_environment
from tengen.spec import Rules
from tengen.v1 import timestep_pb2
from tengen.vector.boards import BOARD_ENCODING
from tengen.vector.environment import TengenVectorEnv
from tengen.vector.infos import END_REASONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from tengen.security import TlsChoice
    from tengen.v1 import rollout_pb2

PLAIN_ENCODING = "alphazero:history=1"
"""The smallest encoding, for replays whose planes are not used."""

OUTSIDE_ENDS = (
    timestep_pb2.END_REASON_RESIGNATION,
    timestep_pb2.END_REASON_ILLEGAL_ACTION,
    timestep_pb2.END_REASON_OPPONENT_REFUSED,
    timestep_pb2.END_REASON_OPPONENT_TIMEOUT,
    timestep_pb2.END_REASON_OPPONENT_FAILED,
)
"""Why a game ended whose moves do not end it."""


@dataclass(frozen=True, eq=False)
class Positions:
    """The positions of games in which a move was played, game after game.

    Attributes:
      game: The row of the game in its `Games`, int64.
      move: The number of moves before the position, int64.
      packed: Planes as bits, uint8 of shape (positions, bytes).
      action_mask: int8 of shape (positions, actions).
      globals: float32 of shape (positions, numbers), or None if the encoding has none.
      final: Packed planes of the last position of each game.
    """

    game: NDArray[np.int64]
    move: NDArray[np.int64]
    packed: NDArray[np.uint8]
    action_mask: NDArray[np.int8]
    globals: NDArray[np.float32] | None
    final: NDArray[np.uint8]


class Replayer(CloseOnExit):
    """Replays recorded games in a batch at the server: one lane per game.

    It keeps a batch between calls as long as board and rules are the same. Not thread-safe.

    Args:
      encoding: The name of an encoding.
      lane_count: The number of games that are replayed at once.
      address: The address of a server, "embedded", or None to start one.
      tls: How to encrypt, as in `tengen.connect`. None: the environment variables decide.
      token: The token that proves who calls. None: the environment variable decides.
    """

    def __init__(
        self,
        encoding: str = "alphazero-17",
        *,
        lane_count: int = 256,
        address: str | None = None,
        tls: TlsChoice = None,
        token: str | None = None,
    ) -> None:
        self.encoding = encoding
        self.lane_count = lane_count
        self._address = address
        self._tls = tls
        self._token = token
        self._key = b""
        self._plane_count: int | None = None
        self._batch: TengenVectorEnv | None = None

    def replay(self, games: Games, rows: NDArray[np.int64]) -> Positions:
        """Returns the positions of some games.

        Args:
          games: The games of a file.
          rows: At most `lane_count` rows of games.

        Raises:
          DataFileError: The rules forbid a move, or imply another end, winner or margin.
          TengenError: The server does not answer, or does not know the encoding.
        """
        lengths = games.offsets[rows + 1] - games.offsets[rows]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        count = int(starts[-1])
        space = self._open(games.header).single_observation_space
        assert isinstance(space, Dict)
        room = {
            name: np.empty((count, *(part.shape or ())), part.dtype) for name, part in space.items()
        }
        packed, masks, features = room["observation"], room["action_mask"], room.get("globals")
        final = np.empty((len(rows), packed.shape[1]), np.uint8)
        for move, active, is_at_end, parts in self._steps(games, rows):
            final[active[is_at_end]] = parts["observation"][is_at_end]
            playing = active[~is_at_end]
            targets = starts[playing] + move
            packed[targets] = parts["observation"][: len(playing)]
            masks[targets] = parts["action_mask"][: len(playing)]
            if features is not None:
                features[targets] = parts["globals"][: len(playing)]
        return Positions(
            game=np.repeat(rows, lengths),
            move=np.arange(count) - np.repeat(starts[:-1], lengths),
            packed=packed,
            action_mask=masks,
            globals=features,
            final=final,
        )

    def check(self, games: Games, rows: NDArray[np.int64]) -> None:
        """Replays games as `replay` does, and keeps no position."""
        for _ in self._steps(games, rows):
            pass

    def _steps(
        self, games: Games, rows: NDArray[np.int64]
    ) -> Iterator[tuple[int, NDArray[np.int64], NDArray[np.bool_], Any]]:
        """Replays games, and checks each move.

        Yields:
          The number of moves so far; the indices in `rows` of the games that had as many, in the
          order of their lengths, longest first; whether each has ended; and their observations.
        """
        if len(rows) > self.lane_count:
            raise ValueError(f"{len(rows)} games are more than lane_count, {self.lane_count}")
        batch = self._open(games.header)
        lengths = games.offsets[rows + 1] - games.offsets[rows]
        begins = games.offsets[rows]
        is_outside = np.isin(games.end_reason[rows], OUTSIDE_ENDS)
        active = np.argsort(-lengths, kind="stable")
        batch.async_reset(env_id=np.arange(len(rows)))
        for move in range(int(lengths.max(initial=0)) + 1):
            step = batch.recv()
            is_at_end = lengths[active] == move
            self._check(games, rows[active], is_at_end & ~is_outside[active], step)
            yield move, active, is_at_end, step.observations
            # Games are in the order of their lengths: those that continue are the first ones.
            active = active[~is_at_end]
            if len(active):
                batch.send(games.moves[begins[active] + move], np.arange(len(active)))

    def planes(self, packed: NDArray[np.uint8], header: rollout_pb2.RolloutHeader) -> NDArray[Any]:
        """Returns packed planes as zeros and ones: uint8 of shape (rows, planes, height, width)."""
        points = header.width * header.height
        plane_count = self.plane_count
        bits = np.unpackbits(packed, axis=1, count=plane_count * points)
        return bits.reshape(-1, plane_count, header.height, header.width)

    @property
    def plane_count(self) -> int:
        """The number of planes of the encoding."""
        if self._plane_count is None:
            security = choose_for_environment(self._address, self._tls, self._token)
            info = shared_client(self._address, security).server_info(self.encoding)
            spec = info.encoding(self.encoding)
            assert spec is not None
            self._plane_count = len(spec.planes)
        return self._plane_count

    def close(self) -> None:
        """Closes the batch."""
        if self._batch is not None:
            self._batch.close()
        self._batch = None

    def _open(self, header: rollout_pb2.RolloutHeader) -> TengenVectorEnv:
        board = (header.width, header.height, header.max_moves)
        key = repr(board).encode() + header.rules.SerializeToString(deterministic=True)
        if self._batch is None or key != self._key:
            self.close()
            self._batch = TengenVectorEnv(
                (header.width, header.height),
                self.lane_count,
                address=self._address,
                tls=self._tls,
                token=self._token,
                opponent=None,
                rules=responses.convert(header.rules, Rules),
                max_moves=header.max_moves,
                encoding=self.encoding,
                array_format="packed",
                autoreset_mode=AutoresetMode.DISABLED,
                copy=False,
            )
            self._key = key
        return self._batch

    @staticmethod
    def _check(
        games: Games, rows: NDArray[np.int64], must_end: NDArray[np.bool_], step: Any
    ) -> None:
        """Checks the last moves of games against the rules and the record.

        Args:
          games: The games of a file.
          rows: The rows of those that have not ended before.
          must_end: Whether the record says that the last move has ended the game.
          step: The result of the last moves.
        """
        is_over = step.terminations | step.truncations
        problems = [(is_over != must_end, "its moves do not end it where the record does")]
        if "illegal_reason" in step.infos:
            problems.insert(0, (step.infos["_illegal_reason"], "a move is illegal"))
        if "margin" in step.infos:
            is_other = step.infos["margin"] != games.black_margin[rows]
            is_wrong = is_over & must_end & is_other
            problems.append((is_wrong, "the margin is not that of the last position"))
            reasons = END_REASONS[games.end_reason[rows]]
            is_wrong = is_over & must_end & (step.infos["end_reason"] != reasons)
            problems.append((is_wrong, "the end is not that of the last move"))
            winners = step.infos.get("winner", np.zeros(len(rows), np.int64))
            is_wrong = is_over & must_end & (winners != games.winner[rows])
            problems.append((is_wrong, "the winner is not that of the last position"))
        for is_bad, problem in problems:
            if is_bad.any():
                number = games.number[rows[np.argmax(is_bad)]]
                raise DataFileError(f"{games.file}: wrong: game {number}: {problem}")


def replay_problems(replayer: Replayer, files: Sequence[Games]) -> dict[int, DataFileError]:
    """Replays the games of files, of several files at once if these are small.

    Returns:
      The first problem of each file that has one, by its index.

    Raises:
      TengenError: The server does not answer.
    """
    problems: dict[int, DataFileError] = {}
    for group in _groups(files, replayer.lane_count):
        if _problem(replayer, joined([files[index] for index in group])) is None:
            continue
        # One of them is wrong: find out which.
        for index in group:
            problem = _problem(replayer, files[index])
            if problem is not None:
                problems[index] = problem
    return problems


def _problem(replayer: Replayer, games: Games) -> DataFileError | None:
    """Returns why games are against the rules; None if they are not."""
    try:
        for start in range(0, len(games), replayer.lane_count):
            replayer.check(games, np.arange(start, min(start + replayer.lane_count, len(games))))
    except DataFileError as e:
        return e
    return None


def _groups(files: Sequence[Games], limit: int) -> Iterator[list[int]]:
    """Yields the indices of consecutive files of one kind: one file, or at most so many games."""
    group: list[int] = []
    count = 0
    for index, games in enumerate(files):
        if group and (count + len(games) > limit or not files[group[0]].has_kind_of(games)):
            yield group
            group, count = [], 0
        group.append(index)
        count += len(games)
    if group:
        yield group


class AreaReplayer:
    """Replays recorded games for the owners of points in their last positions.

    Args:
      lane_count: See `Replayer`.
      address: See `Replayer`.
      tls: See `Replayer`.
      token: See `Replayer`.
    """

    def __init__(
        self,
        *,
        lane_count: int = 256,
        address: str | None = None,
        tls: TlsChoice = None,
        token: str | None = None,
    ) -> None:
        self._replayer = Replayer(
            BOARD_ENCODING, lane_count=lane_count, address=address, tls=tls, token=token
        )

    def owners(self, games: Games, rows: NDArray[np.int64]) -> NDArray[np.int8]:
        """Returns 1 for Black's points, -1 for White's, 0 for others: (games, height, width).

        A point belongs to the color of its stone. An empty point belongs to a color if its empty
        region reaches only that color. No stone counts as dead, as under area scoring by computer.

        Raises:
          DataFileError: See `Replayer.replay`.
        """
        final = self._replayer.replay(games, rows).final
        planes = self._replayer.planes(final, games.header).astype(np.bool_)
        lengths = games.offsets[rows + 1] - games.offsets[rows]
        is_black = (lengths % 2 == 0)[:, None, None]
        own, other = planes[:, 0], planes[:, 1]
        black, white = np.where(is_black, own, other), np.where(is_black, other, own)
        empty = ~(black | white)
        by_black, by_white = reached(black, empty), reached(white, empty)
        return by_black.astype(np.int8) - by_white.astype(np.int8)

    def close(self) -> None:
        """Closes the batch."""
        self._replayer.close()


def reached(stones: NDArray[np.bool_], empty: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Returns the stones, and the empty points that are connected to one by empty points."""
    region = stones.copy()
    while True:
        wider = region.copy()
        wider[:, 1:] |= region[:, :-1]
        wider[:, :-1] |= region[:, 1:]
        wider[:, :, 1:] |= region[:, :, :-1]
        wider[:, :, :-1] |= region[:, :, 1:]
        wider &= empty | stones
        if np.array_equal(wider, region):
            return region
        region = wider
