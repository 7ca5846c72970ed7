"""`tengen.record`: writes the games that a vector environment plays."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import VectorWrapper

from tengen import _arguments as arguments
from tengen._closing import CloseOnExit
from tengen._move_log import MoveLog
from tengen.data.collecting import GAMES_PER_FILE, GameWriter
from tengen.data.files import FORMAT, FORMAT_VERSION
from tengen.data.games import END_NUMBERS, Games
from tengen.enums import Color
from tengen.errors import VersionMismatchError
from tengen.v1 import rollout_pb2, rules_pb2

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from tengen.infos import VectorInfos
    from tengen.v1 import spec_pb2
    from tengen.vector import TengenVectorEnv
    from tengen.vector.responses import VectorStep

__all__ = ["Recorder", "record"]

AGENT = "agent"
"""The name of a player who plays against an opponent inside the environment."""


class Recorder(CloseOnExit, VectorWrapper):
    """A vector environment whose games are written to a folder. See `record`.

    `step`, `reset`, `send` and `recv` are those of the environment. `close`, or the end of `with`,
    writes the last games and the manifest, and closes the environment. Games in progress at the end
    are dropped. Not thread-safe.
    """

    def __init__(self, env: TengenVectorEnv, writer: GameWriter) -> None:
        super().__init__(env)
        self._board = env
        self._writer = writer
        self._header = _header(env)
        self._has_opponent = env.board_specs()[0].HasField("opponent")
        self._rows = np.arange(env.num_envs)
        self._log = MoveLog(env.num_envs)
        self._flushed_count = 0
        # The games that have ended since, with those without a move.
        self._waiting_count = 0
        self._queue: queue.Queue[Games | None] = queue.Queue(maxsize=4)
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._write, name="recorder", daemon=True)
        self._thread.start()

    def reset(  # type: ignore[override]  # Infos with known keys.
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, VectorInfos]:
        """Resets the environment. Games of the boards that have not ended are dropped."""
        observations, infos = self._board.reset(seed=seed, options=options)
        self._start(infos, slice(None))
        return observations, infos

    def step(  # type: ignore[override]  # Infos with known keys.
        self, actions: Any, **more: Any
    ) -> VectorStep:
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

    def _start(self, infos: VectorInfos, lanes: Any) -> None:
        """Begins the games of the boards that were reset, with the opponent's first move."""
        is_reset = infos.get("_episode_number")
        if is_reset is not None:
            self._log.start(self._rows[lanes][is_reset])
            if self._has_opponent:
                self._add_opponents(infos, lanes, is_reset)

    def _add_opponents(self, infos: VectorInfos, lanes: Any, is_chosen: NDArray[np.bool_]) -> None:
        """Adds the opponents' moves on some of the boards.

        Raises:
          VersionMismatchError: The server does not report them.
        """
        if "opponent_action" not in infos:
            raise VersionMismatchError(
                "SERVER_TOO_OLD",
                "the server does not report the opponent's moves: update it, or record self-play",
                "UNIMPLEMENTED",
            )
        moves = infos["opponent_action"]
        is_move = infos["_opponent_action"] & is_chosen & (moves >= 0)
        if is_move.any():
            self._log.add(lanes, moves, is_move)

    def _add(self, result: VectorStep, lanes: Any) -> None:
        infos = result.infos
        moves = _moves_of(infos)
        if moves is None:
            self._start(infos, lanes)
            return
        self._log.add(lanes, *moves)
        is_over = result.terminations | result.truncations
        final = infos.get("final_info")
        if self._has_opponent:
            self._add_replies(infos, lanes, len(is_over))
        if is_over.any():
            ended = np.flatnonzero(is_over & self._log.is_live(lanes))
            if len(ended):
                rows = self._rows[lanes][ended]
                self._end(rows, ended, infos if final is None else final)
        self._start(infos, lanes)

    def _add_replies(self, infos: VectorInfos, lanes: Any, count: int) -> None:
        """Adds the opponents' replies to the moves of a step."""
        is_reset = infos.get("_episode_number", np.zeros(count, np.bool_))
        if not is_reset.all():
            self._add_opponents(infos, lanes, ~is_reset)
        if "final_info" in infos:
            # The reply that ended an episode. The other one is the first move of the next episode.
            self._add_opponents(infos["final_info"], lanes, is_reset)

    def _end(self, lanes: NDArray[np.int64], rows: NDArray[np.int64], infos: VectorInfos) -> None:
        """Ends games.

        Args:
          lanes: The boards.
          rows: The rows of the boards in the infos.
          infos: The infos of the ends.
        """
        winners = infos["winner"][rows] if "winner" in infos else np.zeros(len(rows), np.int64)
        self._log.end(lanes, infos["end_reason"][rows], winners, infos["margin"][rows])
        self._waiting_count += len(rows)
        if self._waiting_count >= GAMES_PER_FILE:
            self._flush()

    @property
    def game_count(self) -> int:
        """The number of games that have ended so far. A game without a move is none."""
        return self._flushed_count + self._log.count()

    def _flush(self) -> None:
        self._check()
        self._waiting_count = 0
        games = self._log.take()
        if games is None:
            return
        count = len(games.lengths)
        self._flushed_count += count
        self._queue.put(
            Games(
                file=str(self._writer.folder),
                header=self._header,
                number=np.arange(count, dtype=np.uint64),
                moves=games.moves,
                offsets=np.concatenate([[0], np.cumsum(games.lengths)]).astype(np.int64),
                end_reason=np.array([END_NUMBERS[name] for name in games.end_reasons], np.int8),
                winner=games.winners.astype(np.int8),
                black_margin=games.margins.astype(np.float64),
            )
        )

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


def _moves_of(infos: VectorInfos) -> tuple[NDArray[np.int64], NDArray[np.bool_]] | None:
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


def _is_played(infos: VectorInfos) -> NDArray[np.bool_]:
    is_played: NDArray[np.bool_] = infos["_action"] & (infos["action"] >= 0)
    if "illegal_reason" in infos:
        is_played &= ~infos["_illegal_reason"]
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
      env: A vector environment with equal boards, without symmetry and task, that starts on the
        empty board. In the files, its opponent has its name, and the agent is "agent".
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
      InvalidArgumentError: Games of such boards do not follow from their moves.
    """
    specs = env.board_specs()
    spec = specs[0]
    setup = spec.setup
    is_set_up = bool(setup.black_points or setup.white_points or setup.player_to_move > 1)
    black, white = _players(spec)
    is_agreed = spec.rules.dead_stones == rules_pb2.DEAD_STONES_RULE_AGREEMENT
    is_ended_at_start = spec.max_moves == 1 and white == AGENT
    for is_wrong, problem in (
        (any(other != spec for other in specs), "has boards with different arguments"),
        (is_agreed, "has rules under which players agree on dead stones, which are no moves"),
        (is_ended_at_start, "has an opponent whose first move ends the episode"),
        (is_set_up, "does not start on the empty board with Black"),
        (bool(spec.task), "has a task"),
        (spec.symmetry > 1, "shows its boards through a symmetry"),
    ):
        if is_wrong:
            raise arguments.invalid_value("env", env, problem)
    return rollout_pb2.RolloutHeader(
        format=FORMAT,
        format_version=FORMAT_VERSION,
        width=spec.width,
        height=spec.height,
        rules=spec.rules,
        max_moves=spec.max_moves,
        black=black,
        white=white,
    )


def _players(spec: spec_pb2.EnvironmentSpec) -> tuple[str, str]:
    """Returns the names of the players with the black and with the white stones."""
    if not spec.HasField("opponent"):
        return Color.BLACK.name.lower(), Color.WHITE.name.lower()
    opponent = spec.opponent
    if int(opponent.color) == Color.BLACK:
        return opponent.player, AGENT
    return AGENT, opponent.player
