"""`tengen.record`: writes the games that a vector environment plays."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import VectorWrapper

from tengen import _arguments as arguments
from tengen.data.collecting import GAMES_PER_FILE, GameWriter
from tengen.data.games import Games
from tengen.enums import Color
from tengen.v1 import rollout_pb2, timestep_pb2
from tengen.vector import TengenVectorEnv

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    from numpy.typing import NDArray
    from typing_extensions import Self

    from tengen.vector.responses import VectorStep

FIRST_CAPACITY = 256
END_NUMBERS = {
    name.removeprefix("END_REASON_").lower().replace("_", "-"): number
    for name, number in timestep_pb2.EndReason.items()
}
"""The numbers of the protobuf enum by the strings of infos."""


class Recorder(VectorWrapper):
    """A vector environment whose games are written to a folder. See `record`.

    `step`, `reset`, `send` and `recv` are those of the environment. `close`, or the end of `with`,
    writes the last games and the manifest, and closes the environment. Games in progress at the end
    are dropped. Not thread-safe.

    Attributes:
      game_count: The number of games that ended so far.
    """

    def __init__(self, env: TengenVectorEnv, writer: GameWriter) -> None:
        super().__init__(env)
        self._board = env
        self._writer = writer
        self._header = _header(env)
        self._pass = self._header.width * self._header.height
        self._moves = np.zeros((env.num_envs, FIRST_CAPACITY), np.uint16)
        self._lengths = np.zeros(env.num_envs, np.int64)
        self._is_over = np.ones(env.num_envs, np.bool_)
        self._ended: list[tuple[NDArray[Any], ...]] = []
        self._ended_count = 0
        self.game_count = 0
        self._queue: queue.Queue[Games | None] = queue.Queue(maxsize=4)
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._write, name="recorder", daemon=True)
        self._thread.start()

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Resets the environment. Games of the boards that have not ended are dropped."""
        observations, infos = self._board.reset(seed=seed, options=options)
        self._start(infos, slice(None))
        return observations, infos

    def step(self, actions: Any, **more: Any) -> VectorStep:  # type: ignore[override]
        """Steps the environment and records the moves.

        Raises:
          OSError: A file could not be written.
        """
        result = self._board.step(actions, **more)
        self._add(result, slice(None))
        return result

    def recv(self) -> VectorStep:
        """Receives a result of the environment and records the moves.

        Raises:
          OSError: A file could not be written.
        """
        result = self._board.recv()
        self._add(result, result.infos["env_id"])
        return result

    def send(self, actions: Any, env_id: Any = None, **more: Any) -> None:
        """Sends actions to the environment."""
        self._board.send(actions, env_id, **more)

    def async_reset(self, **more: Any) -> None:
        """Resets boards of the environment without waiting."""
        self._board.async_reset(**more)

    def close(self, **more: Any) -> None:
        """Writes the last games and the manifest, and closes the environment.

        Raises:
          OSError: A file could not be written.
        """
        if not self._board.closed:
            try:
                self._flush()
                self._queue.put(None)
                self._thread.join()
                self._check()
                self._writer.close()
            finally:
                self._board.close(**more)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _start(self, infos: dict[str, Any], lanes: Any) -> None:
        """Begins the games of the boards that were reset."""
        is_reset = infos.get("_episode_number")
        if is_reset is None:
            return
        chosen = np.arange(self._board.num_envs)[lanes][is_reset]
        self._lengths[chosen] = 0
        self._is_over[chosen] = False

    def _add(self, result: VectorStep, lanes: Any) -> None:
        infos = result.infos
        rows = np.arange(self._board.num_envs)[lanes]
        moves = _moves_of(infos)
        if moves is None:
            self._start(infos, lanes)
            return
        actions, is_played = moves
        is_played &= ~self._is_over[rows]
        played = rows if is_played.all() else rows[is_played]
        lengths = self._lengths[played]
        if len(lengths) and lengths.max() >= self._moves.shape[1]:
            self._moves = np.concatenate([self._moves, np.zeros_like(self._moves)], axis=1)
        self._moves[played, lengths] = actions if played is rows else actions[is_played]
        self._lengths[played] = lengths + 1
        is_over = result.terminations | result.truncations
        if is_over.any():
            is_new = is_over & ~self._is_over[rows]
            ended = np.flatnonzero(is_new)
            final = infos.get("final_info")
            if final is None:
                self._end(rows[ended], ended, infos)
            elif len(ended):
                self._end(rows[ended], ended, final)
                # The boards have new games.
                self._lengths[rows[ended]] = 0
                self._is_over[rows[ended]] = False
        if "_episode_number" in infos and infos.get("final_info") is None:
            self._start(infos, lanes)

    def _end(
        self, lanes: NDArray[np.int64], rows: NDArray[np.int64], infos: dict[str, Any]
    ) -> None:
        """Keeps games that have ended."""
        lengths = self._lengths[lanes]
        # A game without a move is none.
        is_game = lengths > 0
        self._is_over[lanes] = True
        if not is_game.all():
            lanes, rows, lengths = lanes[is_game], rows[is_game], lengths[is_game]
        if not len(lanes):
            return
        reasons = [END_NUMBERS[name] for name in infos["end_reason"][rows].tolist()]
        winners = infos["winner"][rows] if "winner" in infos else np.zeros(len(rows), np.int64)
        flat = self._moves[lanes][np.arange(self._moves.shape[1]) < lengths[:, None]]
        self._ended.append(
            (
                flat,
                lengths,
                np.array(reasons, np.int8),
                winners.astype(np.int8),
                infos["margin"][rows],
            )
        )
        self._ended_count += len(lanes)
        self.game_count += len(lanes)
        if self._ended_count >= GAMES_PER_FILE:
            self._flush()

    def _flush(self) -> None:
        self._check()
        if not self._ended:
            return
        columns = [np.concatenate(parts) for parts in zip(*self._ended, strict=True)]
        moves, lengths, end_reason, winner, margin = columns
        self._queue.put(
            Games(
                file=str(self._writer.folder),
                header=self._header,
                number=np.arange(len(lengths), dtype=np.uint64),
                moves=moves,
                offsets=np.concatenate([[0], np.cumsum(lengths)]),
                end_reason=end_reason,
                winner=winner,
                black_margin=margin.astype(np.float64),
            )
        )
        self._ended = []
        self._ended_count = 0

    def _write(self) -> None:
        """Writes files in a thread of its own: compression does not hold up Python."""
        while (games := self._queue.get()) is not None:
            if self._error is None:
                try:
                    self._writer.add(games)
                except BaseException as e:
                    self._error = e

    def _check(self) -> None:
        if self._error is not None:
            raise self._error


def _moves_of(infos: dict[str, Any]) -> tuple[NDArray[np.int64], NDArray[np.bool_]] | None:
    """Returns the action of each row, and whether it was played; None if there was no action."""
    moves = None
    if "action" in infos:
        moves = infos["action"], _is_played(infos)
    final = infos.get("final_info")
    if final is not None and "action" in final:
        # A row that has a new episode already has its last action here.
        is_last = _is_played(final)
        if moves is None:
            return final["action"], is_last
        moves = np.where(is_last, final["action"], moves[0]), is_last | moves[1]
    return moves


def _is_played(infos: dict[str, Any]) -> NDArray[np.bool_]:
    is_played: NDArray[np.bool_] = infos["_action"] & (infos["action"] >= 0)
    if "illegal_reason" in infos:
        is_played &= infos["illegal_reason"] == 0
    return is_played


def record(
    env: TengenVectorEnv,
    out: str | Path,
    *,
    format: str = "npz",  # noqa: A002 - the name of the option of the command line.
    games_per_file: int = GAMES_PER_FILE,
) -> Recorder:
    """Returns an environment that writes every game that it plays to a folder.

    The games can be read by `tengen.data`. They have the numbers in which they ended.

    Args:
      env: A vector environment in self-play (`opponent=None`), with equal boards, without symmetry.
      out: A folder that does not exist, or is empty.
      format: "npz", "moves" or "parquet".
      games_per_file: The number of games in a file.

    Raises:
      InvalidArgumentError: The environment is not of that kind.
      FileExistsError: The folder has files.
      ImportError: The format is "parquet", and pyarrow is not installed.
    """
    _header(env)
    source = {"kind": "record", "boards": env.num_envs}
    writer = GameWriter(out, format=format, games_per_file=games_per_file, source=source)
    return Recorder(env, writer)


def _header(env: TengenVectorEnv) -> rollout_pb2.RolloutHeader:
    """Returns a header without numbers.

    Raises:
      InvalidArgumentError: The boards are not equal, or not in self-play.
    """
    specs = env.board_specs()
    spec = specs[0]
    setup = spec.setup
    is_set_up = bool(setup.black_points or setup.white_points or setup.player_to_move > 1)
    for is_wrong, problem in (
        (any(other != spec for other in specs), "has boards with different arguments"),
        (spec.HasField("opponent"), "has an opponent; only self-play (opponent=None) is recorded"),
        (is_set_up, "does not start on the empty board with Black"),
        (bool(spec.task), "has a task"),
        (spec.symmetry > 1, "shows its boards through a symmetry"),
    ):
        if is_wrong:
            raise arguments.invalid_value("env", env, problem)
    return rollout_pb2.RolloutHeader(
        format="tengen-rollout",
        format_version=1,
        width=spec.width,
        height=spec.height,
        rules=spec.rules,
        max_moves=spec.max_moves,
        black=Color.BLACK.name.lower(),
        white=Color.WHITE.name.lower(),
    )
