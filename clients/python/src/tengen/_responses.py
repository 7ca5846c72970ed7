"""Converts protobuf responses to the types of the public interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import analysis, enums, server_info, spec, tasks
from tengen import symmetry as symmetries
from tengen._messages import MessageConverter, enum_member
from tengen.enums import RESIGN, Color, EndReason, IllegalReason, ObservationLayout
from tengen.results import LegalActions, Score, SessionState, StepResult, WatchedState
from tengen.spec import EnvironmentSpec, Setup
from tengen.symmetry import Symmetry
from tengen.tasks import TaskInfo
from tengen.v1 import (
    environment_pb2,
    observation_pb2,
    spec_pb2,
    task_pb2,
    timestep_pb2,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from tengen.results import Planes


convert = MessageConverter(analysis, enums, server_info, spec, symmetries, tasks).convert

LAYOUTS = {
    number: enum_member(ObservationLayout, observation_pb2.ObservationLayout.DESCRIPTOR, number)
    for number in observation_pb2.ObservationLayout.values()
}
SYMMETRIES = {
    number: enum_member(Symmetry, observation_pb2.Symmetry.DESCRIPTOR, number)
    for number in observation_pb2.Symmetry.values()
}


def environment_spec(message: spec_pb2.EnvironmentSpec) -> EnvironmentSpec:
    """Returns the environment spec of a message, which has every default filled in."""
    return convert(message, EnvironmentSpec, setup=setup(message.setup))


def setup(message: spec_pb2.Setup) -> Setup:
    """Returns the starting position of a message."""
    return convert(message, Setup, player_to_move=color(message.player_to_move) or Color.BLACK)


def layout(value: int) -> ObservationLayout:
    """Returns the layout for a protobuf value."""
    return LAYOUTS[value]


def symmetry(value: int) -> Symmetry:
    """Returns the symmetry for a protobuf value; IDENTITY if it is unspecified."""
    return SYMMETRIES[value]


def color(value: int) -> Color | None:
    """Returns the player's color for a protobuf value; None if it is unspecified."""
    return Color(value) if value else None


def end_reason(value: int) -> EndReason | None:
    """Returns why an episode ended; None if it has not, UNKNOWN for a reason not known here."""
    return enum_member(EndReason, timestep_pb2.EndReason.DESCRIPTOR, value) if value else None


def bits(packed: bytes, count: int) -> NDArray[np.uint8]:
    """Returns the first `count` of packed bits as a new array of zeros and ones."""
    return np.unpackbits(np.frombuffer(packed, np.uint8), count=count)


def action_mask(packed: bytes, spec: EnvironmentSpec) -> NDArray[np.int8]:
    """Returns an action mask from packed bits."""
    return bits(packed, spec.width * spec.height + 1).view(np.int8)


def point_values(values: bytes, spec: EnvironmentSpec) -> NDArray[np.uint8]:
    """Returns one value per point, as a new array of shape (height, width)."""
    return np.frombuffer(values, np.uint8).reshape(spec.height, spec.width).copy()


def planes(message: observation_pb2.Observation) -> Planes:
    """Returns the planes of one observation as a new array."""
    shape = (message.plane_count, message.height, message.width)
    if layout(message.layout) is ObservationLayout.HWC:
        shape = (*shape[1:], shape[0])
    if message.format == observation_pb2.OBSERVATION_FORMAT_FLOAT32:
        return np.frombuffer(message.planes, "<f4").astype(np.float32).reshape(shape)
    if message.format == observation_pb2.OBSERVATION_FORMAT_UINT8:
        return np.frombuffer(message.planes, np.uint8).reshape(shape).copy()
    return bits(message.planes, shape[0] * shape[1] * shape[2]).reshape(shape)


def planes_by_encoding(messages: Iterable[observation_pb2.Observation]) -> dict[str, Planes]:
    """Returns the planes of several observations by encoding."""
    return {message.encoding: planes(message) for message in messages}


def globals_by_encoding(
    messages: Iterable[observation_pb2.Observation],
) -> dict[str, NDArray[np.float32]]:
    """Returns the global features of observations that have any, as new arrays by encoding."""
    return {
        message.encoding: np.frombuffer(message.globals, "<f4").astype(np.float32)
        for message in messages
        if message.globals
    }


def observation(observations: Sequence[observation_pb2.Observation]) -> Any:
    """Returns the observation of a timestep or turn, of the type that the encodings determine.

    See `tengen.results.Observation`.
    """
    if not observations:
        return None
    if len(observations) == 1:
        return planes(observations[0])
    return planes_by_encoding(observations)


def overlays_by_name(
    messages: Iterable[observation_pb2.Overlay], spec: EnvironmentSpec
) -> dict[str, NDArray[np.int32]]:
    """Returns several overlays by name, as new arrays of shape (height, width)."""
    return {
        message.name: np.frombuffer(message.values, "<i4")
        .astype(np.int32)
        .reshape(spec.height, spec.width)
        for message in messages
    }


def score(
    message: timestep_pb2.Score,
    spec: EnvironmentSpec,
    overlays: Iterable[observation_pb2.Overlay] = (),
) -> Score:
    """Returns the score of a message."""
    return convert(
        message,
        Score,
        owner=point_values(message.owner, spec),
        overlays=overlays_by_name(overlays, spec),
    )


def legal_actions(
    message: environment_pb2.LegalActionsResponse, spec: EnvironmentSpec
) -> LegalActions:
    """Returns the legal actions of a message."""
    return LegalActions(
        action_mask=action_mask(message.action_mask, spec),
        illegal_reasons=np.frombuffer(message.illegal_reasons, np.uint8).copy(),
        legal_count=message.legal_count,
        move_number=message.move_number,
        player_to_move=Color(message.player_to_move),
        state_hash=message.state_hash,
        symmetry=symmetry(message.symmetry),
    )


def step_result(
    message: environment_pb2.StepResponse
    | environment_pb2.ProposeDeadStonesResponse
    | environment_pb2.UndoResponse,
    spec: EnvironmentSpec,
    action: int | None = None,
) -> StepResult[Any]:
    """Returns the result of a step or a proposal with an action, or of an undo."""
    timestep = message.timestep
    details = info(timestep, spec, action)
    details["current_episode"] = message.current_episode
    return StepResult(
        observation=observation(timestep.observations),
        reward=float(details["rewards"][rewarded_player(timestep, spec) - 1]),
        terminated=timestep.terminated,
        truncated=timestep.truncated,
        info=details,
    )


def rewarded_player(timestep: timestep_pb2.Timestep, spec: EnvironmentSpec) -> Color:
    """Returns whose reward a step returns: the agent's, or in self-play that of the last mover.

    The last mover follows from the move number, because the players alternate. A resignation and an
    illegal action do not change the move number.
    """
    if spec.opponent is not None:
        if spec.opponent.color is None or spec.task:
            return Color(timestep.task.agent_color)
        return spec.opponent.color.other
    is_move = not timestep.illegal_reason and RESIGN not in timestep.actions
    first = Color(timestep.task.first_player) if spec.task else spec.setup.player_to_move
    first = first or Color.BLACK
    return first if (timestep.move_number - is_move) % 2 == 0 else first.other


def info(timestep: timestep_pb2.Timestep, spec: EnvironmentSpec, action: int | None = None) -> Any:
    """Returns a `SessionInfo` of a reset, or of a step with an action, as a dict to complete."""
    final = score(timestep.score, spec) if timestep.HasField("score") else None
    return {
        "action_mask": action_mask(timestep.action_mask, spec),
        "player_to_move": Color(timestep.player_to_move),
        "episode_number": timestep.episode,
        "move_number": timestep.move_number,
        "rewards": np.array([timestep.reward_black, timestep.reward_white]),
        "state_hash": timestep.state_hash,
        "position_hash": timestep.position_hash,
        "action": action,
        "actions": tuple(timestep.actions),
        "end_reason": end_reason(timestep.end_reason),
        "winner": color(timestep.winner),
        "score": final,
        "margin": None if final is None else final.margin,
        "illegal_reason": illegal_reason(timestep.illegal_reason),
        "is_agreement": timestep.is_agreement,
        "end_message": timestep.end_message or None,
        "symmetry": symmetry(timestep.symmetry),
        "task": task_info(timestep.task) if timestep.HasField("task") else None,
        "globals": globals_by_encoding(timestep.observations) or None,
    }


def illegal_reason(number: int) -> IllegalReason | None:
    """Returns the reason of a number of the protobuf enum. None: the action was legal."""
    if number == IllegalReason.LEGAL:
        return None
    is_known = number in timestep_pb2.IllegalReason.values()
    return IllegalReason(number) if is_known else IllegalReason.UNKNOWN


def task_info(message: task_pb2.TaskInfo) -> TaskInfo:
    """Returns the task info of a message."""
    return TaskInfo(
        task_id=message.task_id,
        task_class=message.task_class,
        split=message.split,
        agent_color=Color(message.agent_color),
        first_player=Color(message.first_player),
        optimal_value=message.optimal_value,
        obtained_value=message.obtained_value if message.HasField("obtained_value") else None,
        regret=message.regret if message.HasField("regret") else None,
        is_oracle_optimal=message.is_oracle_optimal
        if message.HasField("is_oracle_optimal")
        else None,
        liberty_margin=(message.liberty_margin if message.HasField("liberty_margin") else None),
        is_mask_restricted=message.is_mask_restricted,
    )


def watched_state(message: environment_pb2.WatchResponse, spec: EnvironmentSpec) -> WatchedState:
    """Returns the state of a watched session."""
    return WatchedState(
        board=point_values(message.board, spec),
        info=info(message.timestep, spec),
    )


def session_state(message: environment_pb2.GetSessionResponse) -> SessionState:
    """Returns the state of a session."""
    spec = environment_spec(message.spec)
    timestep = message.timestep
    details = info(timestep, spec)
    details["episode"] = details.pop("episode_number")
    for name in ("action", "margin", "illegal_reason", "globals"):
        del details[name]
    return SessionState(
        session_id=message.session_id,
        spec=spec,
        idle_timeout_seconds=message.idle_timeout_ms / 1000,
        seed=message.seed,
        pass_count=timestep.pass_count,
        terminated=timestep.terminated,
        truncated=timestep.truncated,
        **(details | {"actions": tuple(message.actions)}),
    )
