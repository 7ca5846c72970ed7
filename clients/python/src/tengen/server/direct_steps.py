"""Steps of a session of the server inside this process, without messages."""

from __future__ import annotations

import struct
import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import _responses as responses
from tengen.enums import Color, ObservationLayout
from tengen.results import StepResult
from tengen.server.java_machine import attach_thread
from tengen.v1 import environment_pb2

if TYPE_CHECKING:
    from tengen.spec import EnvironmentSpec

NUMBERS = struct.Struct("<QQqddiiiiii")
"""The numbers of a row; see the Java class `EmbeddedSession`."""

ROW, MESSAGE = 0, 1
"""The results of its method `step`."""

COLORS = {int(color): color for color in Color}


class DirectSteps:
    """The steps of one session. It is thread-safe.

    Args:
      session: The `EmbeddedSession`, a Java object.
      spec: The spec of the session.
    """

    def __init__(self, session: Any, spec: EnvironmentSpec) -> None:
        self._play = session.step
        self._message = session.message
        self._spec = spec
        self._lock = threading.Lock()
        # Java's buffer, which these views read in place.
        self._row = memoryview(session.row()).cast("B")
        row = np.frombuffer(self._row, np.uint8)
        self._action_count = spec.width * spec.height + 1
        planes_start = NUMBERS.size + (self._action_count + 7) // 8
        self._mask = row[NUMBERS.size : planes_start]
        self._planes = row[planes_start:]
        points = spec.width * spec.height
        plane_count = int(session.planeCount())
        self._bit_count = plane_count * points
        self._shape = (
            (plane_count, spec.height, spec.width)
            if spec.observation_layout is ObservationLayout.CHW
            else (spec.height, spec.width, plane_count)
        )
        self._symmetries = {number: responses.symmetry(number) for number in range(1, 9)}
        first = spec.setup.player_to_move or Color.BLACK
        # Whose reward a step returns, after an even and an odd number of moves. In self-play it is
        # the last mover's, and the players alternate.
        self._movers = (first.other, first)
        if spec.opponent is not None and spec.opponent.color is not None:
            self._movers = (spec.opponent.color.other, spec.opponent.color.other)

    def step(self, action: int) -> StepResult[Any] | None:
        """Plays an action. None: nothing has changed, and an ordinary call is needed."""
        attach_thread()
        if not self._lock.acquire(blocking=False):
            return None
        try:
            result = self._play(action)
            if result == ROW:
                return self._result(action)
            message = bytes(self._message()) if result == MESSAGE else None
        finally:
            self._lock.release()
        if message is None:
            return None
        response = environment_pb2.StepResponse.FromString(message)
        return responses.step_result(response, self._spec, action)

    def _result(self, action: int) -> StepResult[Any]:
        """Returns the result in the row."""
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
        ) = NUMBERS.unpack_from(self._row)
        planes = np.unpackbits(self._planes, count=self._bit_count).reshape(self._shape)
        mask = np.unpackbits(self._mask, count=self._action_count).view(np.int8)
        info = {
            "action_mask": mask,
            "player_to_move": COLORS[player],
            "episode_number": episode,
            "move_number": move_number,
            "rewards": np.array([black, white]),
            "state_hash": state_hash,
            "position_hash": position_hash,
            "action": action,
            "actions": (first, second)[:action_count],
            "end_reason": None,
            "winner": None,
            "score": None,
            "margin": None,
            "illegal_reason": None,
            "is_agreement": False,
            "end_message": None,
            "symmetry": self._symmetries[symmetry],
            "task": None,
            "globals": None,
            "current_episode": episode,
        }
        is_black = self._movers[move_number % 2] is Color.BLACK
        return StepResult(planes, black if is_black else white, False, False, info)
