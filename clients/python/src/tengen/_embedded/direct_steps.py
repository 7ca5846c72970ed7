"""Frequent calls on a session of the server inside this process, without messages."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import _responses as responses
from tengen._java.machine import attach_thread
from tengen._lazy_infos import LazyInfos
from tengen.enums import Color, ObservationFormat, ObservationLayout
from tengen.results import StepResult
from tengen.v1 import environment_pb2

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tengen.spec import EnvironmentSpec

NUMBERS = struct.Struct("<diiQQqQddiiiii")
"""The numbers of a row; see the Java class `EmbeddedRow`."""

read_first = struct.Struct("<di").unpack_from
"""Returns the first two of them: the reward and the flags."""

SEED_INDEX = 6

TERMINATED, TRUNCATED, SPECIAL = 1, 2, 4
"""The flags of a row."""

ENDS = [(bool(flags & TERMINATED), bool(flags & TRUNCATED)) for flags in range(8)]
"""Whether an episode terminated, and whether it was truncated, by the flags of the row."""

COLORS = {int(color): color for color in Color}

new_tuple: Callable[..., Any] = tuple.__new__
"""Makes a `NamedTuple` in half the time of its constructor."""

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
}
"""The keys of an info in their usual order, with the values that all ordinary steps have."""


class DirectRow:
    """The row into which Java writes the results of calls. A session and its forks may share it.

    Args:
      session: An `EmbeddedSession`, a Java object.
      spec: The spec of the session.
      copy: Whether results have new arrays. Otherwise they have read-only views of the row.

    Attributes:
      views: The observation and the action mask of all results, if nothing is copied and there is
        one encoding, as in most specs. None: see `arrays`.
      parts: Returns a copy of the row without planes, of which infos are made.
      info: Returns the info of a step, except for the mask.
    """

    def __init__(self, session: Any, spec: EnvironmentSpec, *, copy: bool) -> None:
        self._is_copied = copy
        self._spec = spec
        # Java's buffer, which these views read in place.
        row = memoryview(session.row()).cast("B").toreadonly()
        ranges = np.array(session.ranges()).reshape(-1, 2).tolist()
        _, mask, *parts = (slice(*each) for each in ranges)
        count = len(spec.encodings)
        places = zip(spec.encodings, parts[:count], strict=True)
        self._globals = {name: place for name, place in places if place.start < place.stop}
        self.parts = row[: parts[count - 1].stop if count else mask.stop].tobytes
        self.info = self._info
        self._mask = np.frombuffer(row[mask], np.int8)
        self._planes = [self._shaped(row[place]) for place in parts[count:]]
        self.views = None if copy or count != 1 else (self._planes[0], self._mask)

    def _shaped(self, part: memoryview) -> NDArray[Any]:
        spec = self._spec
        is_float = spec.observation_format is ObservationFormat.FLOAT32
        numbers = np.frombuffer(part, "<f4" if is_float else np.uint8)
        if spec.observation_layout is ObservationLayout.CHW:
            return numbers.reshape(-1, spec.height, spec.width)
        return numbers.reshape(spec.height, spec.width, -1)

    def arrays(self) -> tuple[Any, NDArray[np.int8]]:
        """Returns the observation and the action mask of a result."""
        planes, is_copied = self._planes, self._is_copied
        mask = self._mask.copy() if is_copied else self._mask
        if len(planes) == 1:
            return planes[0].copy() if is_copied else planes[0], mask
        each_planes = [each.copy() if is_copied else each for each in planes]
        encodings = self._spec.encodings
        return dict(zip(encodings, each_planes, strict=True)) if planes else None, mask

    def _info(self, parts: bytes, message: bytes | None, action: int | None) -> dict[str, Any]:
        """Returns the info of a step, except for the mask.

        Args:
          parts: The small parts of the row.
          message: A `StepResponse` without observations, if the numbers do not have all.
          action: The action. None: the call was no step.
        """
        (
            _,
            _,
            move_number,
            state_hash,
            position_hash,
            episode,
            _,
            black,
            white,
            player,
            symmetry,
            action_count,
            *actions,
        ) = NUMBERS.unpack_from(parts)
        if message is None:
            info = COMMON_INFO.copy()
            info["player_to_move"] = COLORS[player]
            info["episode_number"] = episode
            info["move_number"] = move_number
            info["rewards"] = np.array([black, white])
            info["state_hash"] = state_hash
            info["position_hash"] = position_hash
            info["action"] = action
            info["actions"] = tuple(actions[:action_count])
            info["symmetry"] = responses.symmetry(symmetry)
        else:
            timestep = environment_pb2.StepResponse.FromString(message).timestep
            info = responses.info(timestep, self._spec, action)
        info["globals"] = {
            name: np.frombuffer(parts[place], "<f4").astype(np.float32)
            for name, place in self._globals.items()
        } or None
        info["current_episode"] = episode
        return info

    def reset_info(self, parts: bytes, message: bytes | None) -> dict[str, Any]:
        """Returns the info of a reset, except for the mask."""
        info = self._info(parts, message, None)
        episode = info.pop("current_episode")
        info["seed"] = NUMBERS.unpack_from(parts)[SEED_INDEX]
        info["current_episode"] = episode
        return info


class DirectSteps:
    """The frequent calls on one session. It is thread-safe.

    A call that Java cannot do changes nothing, such as one of a closed session, one in a forked
    child, or one of another thread or a signal handler while the row is in use.

    Args:
      session: The `EmbeddedSession`, a Java object.
      spec: The spec of the session.
      row: The row that Java writes, in a list. It is taken out while it is in use.
      copy: Whether results have new arrays, so that forks may share the row.

    Attributes:
      session_id: The id of the session.
    """

    def __init__(
        self, session: Any, spec: EnvironmentSpec, row: list[DirectRow], *, copy: bool
    ) -> None:
        self._session = session
        self._is_copied = copy
        self._play, self._reset = session.step, session.reset
        self._spec = spec
        self._row = row

    @property
    def session_id(self) -> str:
        """The id of the session."""
        attach_thread()
        return str(self._session.id())

    def step(self, action: int) -> StepResult[Any] | None:
        """Plays an action. None: nothing has changed, and an ordinary call is needed."""
        if not attach_thread():
            return None
        try:
            row = self._row.pop()
        except IndexError:
            return None
        # An interrupt right here loses the row. All later calls are ordinary ones then.
        try:
            if not self._play(action):
                return None
            parts = row.parts()
            reward, flags = read_first(parts)
            observation, mask = row.views or row.arrays()
            message = None if flags == 0 else self._message(flags)
            infos = LazyInfos()
            infos.build, infos.arguments = row.info, (parts, message, action)
            infos["action_mask"] = mask
            is_terminated, is_truncated = ENDS[flags]
            result: StepResult[Any] = new_tuple(
                StepResult, (observation, reward, is_terminated, is_truncated, infos)
            )
            return result
        except OverflowError:
            return None  # It is no int of Java.
        finally:
            self._row.append(row)

    def reset(self, seed: int | None) -> tuple[Any, Any] | None:
        """Starts an episode. None: nothing has changed, and an ordinary call is needed.

        Args:
          seed: The seed of the episode, 64 bits, unsigned. None: the next one.
        """
        if not attach_thread():
            return None
        # Java's numbers are signed.
        given = () if seed is None else (seed - ((seed >> 63) << 64),)
        try:
            row = self._row.pop()
        except IndexError:
            return None
        try:
            if not self._reset(*given):
                return None
            parts = row.parts()
            _, flags = read_first(parts)
            observation, mask = row.arrays()
            infos = LazyInfos.of(row.reset_info, parts, self._message(flags))
            infos["action_mask"] = mask
            return observation, infos
        finally:
            self._row.append(row)

    def _message(self, flags: int) -> bytes | None:
        """Returns the message that Java has left. None: the numbers of the row have all."""
        return bytes(self._session.message()) if flags & SPECIAL else None

    def fork(self) -> DirectSteps | None:
        """Returns the calls on a new copy of the session. None: an ordinary call has to make it."""
        if not attach_thread():
            return None
        session = self._session.fork(self._is_copied)
        if session is None:
            return None
        row = self._row if self._is_copied else [DirectRow(session, self._spec, copy=False)]
        return DirectSteps(session, self._spec, row, copy=self._is_copied)

    def close(self) -> bool:
        """Closes the session. Returns False if an ordinary call has to close it."""
        return attach_thread() and bool(self._session.close())
