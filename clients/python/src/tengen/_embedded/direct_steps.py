"""Frequent calls on a session of the server inside this process, without messages."""

from __future__ import annotations

import struct
import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import _responses as responses
from tengen._java.machine import attach_thread
from tengen.enums import Color, ObservationLayout
from tengen.results import StepResult
from tengen.v1 import environment_pb2

if TYPE_CHECKING:
    from tengen.spec import EnvironmentSpec

NUMBERS = struct.Struct("<QQqddiiiiii")
"""The numbers of a row; see the Java class `EmbeddedRow`."""

REWARDS_START = 24
"""The byte at which a row has the rewards."""

ROW, MESSAGE = 0, 1
"""The results of the method `step` of `EmbeddedSession`."""

COLORS = {int(color): color for color in Color}

COMMON_INFO: dict[str, Any] = {
    "action_mask": None,
    "player_to_move": None,
    "episode_number": None,
    "move_number": None,
    "rewards": None,
    "state_hash": None,
    "position_hash": None,
    "action": None,
    "actions": None,
    "end_reason": None,
    "winner": None,
    "score": None,
    "margin": None,
    "illegal_reason": None,
    "is_agreement": False,
    "end_message": None,
    "symmetry": None,
    "task": None,
    "globals": None,
    "current_episode": None,
}
"""The keys of an info in their usual order, with the values that all ordinary steps have."""


class DirectRow:
    """The row into which Java writes the results of steps. A session and its forks share it.

    Args:
      session: An `EmbeddedSession`, a Java object.
      spec: The spec of the session.

    Attributes:
      lock: Held while the row is in use.
    """

    def __init__(self, session: Any, spec: EnvironmentSpec) -> None:
        self.lock = threading.Lock()
        self._spec = spec
        # Java's buffer, which these views read in place.
        self._numbers = memoryview(session.row()).cast("B")
        row = np.frombuffer(self._numbers, np.uint8)
        points = spec.width * spec.height
        action_count = points + 1
        plane_count = int(session.planeCount())
        planes_start = NUMBERS.size + 8 * ((action_count + 7) // 8)
        shape = (
            (plane_count, spec.height, spec.width)
            if spec.observation_layout is ObservationLayout.CHW
            else (spec.height, spec.width, plane_count)
        )
        planes = row[planes_start : planes_start + plane_count * points].reshape(shape)
        mask = row[NUMBERS.size : NUMBERS.size + action_count].view(np.int8)
        rewards = row[REWARDS_START : REWARDS_START + 16].view("<f8")
        self._copies = (planes.copy, mask.copy, rewards.copy)
        self._symmetries = {number: responses.symmetry(number) for number in range(1, 9)}
        first = spec.setup.player_to_move or Color.BLACK
        # Whose reward a step returns, after an even and an odd number of moves. In self-play it is
        # the last mover's, and the players alternate.
        movers = (first.other, first)
        if spec.opponent is not None and spec.opponent.color is not None:
            movers = (spec.opponent.color.other, spec.opponent.color.other)
        self._is_black = tuple(mover is Color.BLACK for mover in movers)

    def result(self, action: int) -> StepResult[Any]:
        """Returns the result in the row, as new arrays."""
        (
            state_hash,
            position_hash,
            episode,
            black,
            white,
            move_number,
            player,
            symmetry,
            action_count,
            first,
            second,
        ) = NUMBERS.unpack_from(self._numbers)
        copy_planes, copy_mask, copy_rewards = self._copies
        info = COMMON_INFO.copy()
        info["action_mask"] = copy_mask()
        info["player_to_move"] = COLORS[player]
        info["episode_number"] = info["current_episode"] = episode
        info["move_number"] = move_number
        info["rewards"] = copy_rewards()
        info["state_hash"] = state_hash
        info["position_hash"] = position_hash
        info["action"] = action
        info["actions"] = (first,) if action_count == 1 else (first, second)[:action_count]
        info["symmetry"] = self._symmetries[symmetry]
        reward = black if self._is_black[move_number & 1] else white
        return StepResult(copy_planes(), reward, False, False, info)


class DirectSteps:
    """The frequent calls on one session. It is thread-safe.

    Args:
      session: The `EmbeddedSession`, a Java object.
      spec: The spec of the session.
      row: The row of the session that this one was forked from. None: a new one.

    Attributes:
      session_id: The id of the session.
    """

    def __init__(self, session: Any, spec: EnvironmentSpec, row: DirectRow | None = None) -> None:
        self._session = session
        self._play = session.step
        self._spec = spec
        self._row = DirectRow(session, spec) if row is None else row
        self._lock = self._row.lock

    @property
    def session_id(self) -> str:
        """The id of the session."""
        attach_thread()
        return str(self._session.id())

    def step(self, action: int) -> StepResult[Any] | None:
        """Plays an action. None: nothing has changed, and an ordinary call is needed."""
        attach_thread()
        if not self._lock.acquire(blocking=False):
            return None
        try:
            result = self._play(action)
            if result == ROW:
                return self._row.result(action)
            message = bytes(self._session.message()) if result == MESSAGE else None
        finally:
            self._lock.release()
        if message is None:
            return None
        response = environment_pb2.StepResponse.FromString(message)
        return responses.step_result(response, self._spec, action)

    def fork(self) -> DirectSteps | None:
        """Returns the calls on a new copy of the session. None: an ordinary call has to make it."""
        attach_thread()
        session = self._session.fork()
        return None if session is None else DirectSteps(session, self._spec, self._row)

    def close(self) -> bool:
        """Closes the session. Returns False if an ordinary call has to close it."""
        attach_thread()
        return bool(self._session.close())
