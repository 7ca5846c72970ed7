"""Conversions shared by the Gymnasium, PettingZoo and vector environments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from tengen import _arguments as arguments
from tengen.enums import Color, IllegalReason, TerminalMask
from tengen.keywords import EPISODE_DEFAULTS
from tengen.spec import Opponent
from tengen.symmetry import Symmetry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from tengen._managed_session import ManagedSession
    from tengen.results import Planes
    from tengen.server_info import FeatureSpec
    from tengen.session import Session
    from tengen.tasks import TaskInfo


ENUM_KEYS = frozenset({"player_to_move", "end_reason", "winner", "illegal_reason", "symmetry"})
"""The keys of a session's info whose values are members of enums."""


def environment_repr(env: Any, managed: ManagedSession) -> str:
    """Returns the repr of an environment: its id if it has one, and its size."""
    name = "" if env.spec is None else f"{env.spec.id!r}, "
    return f"{type(env).__name__}({name}{managed.width}x{managed.height})"


def agent_color_argument(agent_color: Any, task: Any) -> Color | None:
    """Returns the agent's color; None if each episode of a task decides."""
    if agent_color is None:
        return Color.BLACK if task is None else None
    return arguments.color("agent_color", agent_color)


def opponent_of(player: str, agent_color: Color | None) -> Opponent:
    """Returns the opponent of an agent with a color."""
    name = arguments.text("opponent", player)
    return Opponent(name, None if agent_color is None else agent_color.other)


def session_options(given: dict[str, Any]) -> dict[str, Any]:
    """Returns the arguments of `Client.create_session` among those of an environment."""
    options = {name: given[name] for name in EPISODE_DEFAULTS}
    options["encodings"] = (arguments.text("encoding", given["encoding"]),)
    return options


def observation_space(managed: ManagedSession, encoding: str) -> spaces.Dict:
    """Returns the observation space: planes, action mask, and global features if there are any."""
    session = managed.session
    (planes,) = session.observe(encoding).values()
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0, 1, planes.shape, np.uint8),
        "action_mask": spaces.Box(0, 1, (session.action_count,), np.int8),
    }
    if session.observe_globals(encoding):
        parts["globals"] = globals_space(managed.encoding(encoding).globals)
    return spaces.Dict(parts)


def globals_space(features: Sequence[FeatureSpec]) -> spaces.Box:
    """Returns the space of the global features of an encoding, with the range of each."""
    low, high = np.array([[each.min, each.max] for each in features], np.float32).T
    return spaces.Box(low, high, dtype=np.float32)


def observation_of(
    observation: Any, details: dict[str, Any], *, has_globals: bool
) -> dict[str, NDArray[Any]]:
    """Returns the observation of a session with one encoding, without the action mask.

    Moves the global features from the info to the observation, if the encoding has any.
    """
    parts: dict[str, NDArray[Any]] = {"observation": planes_of(observation)}
    if has_globals:
        (parts["globals"],) = details.pop("globals").values()
    return parts


def actions_on_board(details: Mapping[str, Any], session: Session) -> list[int]:
    """Returns the actions that a call has played, with the episode's symmetry undone."""
    inverse: Symmetry = details["symmetry"].inverse
    actions = inverse.transform_actions(details["actions"], session.width, session.height)
    return [int(action) for action in actions]


def planes_of(observation: Any) -> Planes:
    """Returns the observation of a session with one encoding."""
    assert isinstance(observation, np.ndarray)
    return observation


def terminal_action_mask(action_count: int, terminal_mask: TerminalMask) -> NDArray[np.int8]:
    """Returns the action mask after the end of an episode."""
    mask = np.zeros(action_count, np.int8)
    if terminal_mask is TerminalMask.ALL:
        mask[:] = 1
    elif terminal_mask is TerminalMask.PASS:
        mask[-1] = 1
    return mask


def public_info(details: dict[str, Any]) -> dict[str, Any]:
    """Returns a session's info as the info of an environment, without entries that are None.

    Gymnasium's vector environments turn each entry into an array, with the type of the first value.
    Enum members therefore become strings or integers, and unsigned 64-bit numbers become NumPy's.
    Only the info of a reset has `episode_number`, because Gymnasium's checker requires that equal
    steps of two episodes have equal infos. The key `current_episode` is left out, because no other
    client resets the session, and so is the identity symmetry.
    """
    info = {name: value for name, value in details.items() if value is not None}
    del info["current_episode"]
    if "seed" in info:
        info["seed"] = np.uint64(info["seed"])
    else:
        del info["episode_number"]
    info["state_hash"] = np.uint64(info["state_hash"])
    info["position_hash"] = np.uint64(info["position_hash"])
    for name in ENUM_KEYS & info.keys():
        member = info[name]
        info[name] = str(member) if isinstance(member, IllegalReason) else member.value
    if details["symmetry"] is Symmetry.IDENTITY:
        del info["symmetry"]
    task = info.pop("task", None)
    return info if task is None else info | task_entries(task)


def task_entries(task: TaskInfo | None) -> dict[str, Any]:
    """Returns the info entries of a task, without those that are None."""
    values = {} if task is None else vars(task)
    return {
        name: int(value) if isinstance(value, Color) else value
        for name, value in values.items()
        if value is not None
    }


def opponent_view(planes: Planes, encoding: str) -> Planes:
    """Returns planes from the perspective of the player that is not to move.

    Only planes of `alphazero-17` and its family are converted; others are returned unchanged.
    """
    if not encoding.startswith("alphazero"):
        return planes
    own, other, to_move = planes[0:-1:2], planes[1:-1:2], planes[-1:]
    pairs = np.stack([other, own], axis=1).reshape(-1, *planes.shape[1:])
    return np.concatenate([pairs, 1 - to_move])
