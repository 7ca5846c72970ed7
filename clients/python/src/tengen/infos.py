"""The infos of sessions and environments, as types: editors complete keys, and checkers check them.

At run time an info is a plain `dict`. A type that has a key does not say that the key is always
there: some keys come only with a reset, with a step or with the end of an episode, and a program
that reads one knows which call it made. Only the keys that may be missing even then, and
`final_info`, are `NotRequired`, so that pyright asks for `"winner" in info` or
`info.get("winner")`. The page "One name per idea" of the documentation lists the keys with the
calls that bring them.

A function that takes any of these infos declares `Mapping[str, Any]`: a type with known keys is no
`dict[str, Any]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typing_extensions import NotRequired, TypedDict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tengen.enums import Color, EndReason, IllegalReason
    from tengen.results import Score
    from tengen.symmetry import Symmetry
    from tengen.tasks import TaskInfo
    from tengen.words import EndReasonText, IllegalReasonText, SymmetryText

__all__ = ["GoInfo", "SessionInfo", "VectorInfos"]


class SessionInfo(TypedDict):
    """The info of `tengen.Session`, which documents its keys.

    Values of an episode that has not ended, such as `score`, are None. So are the `globals` of a
    session whose encodings have none.
    """

    action_mask: NDArray[np.int8]
    player_to_move: Color
    episode_number: int
    move_number: int
    rewards: NDArray[np.float64]
    state_hash: int
    position_hash: int
    action: int | None
    actions: tuple[int, ...]
    end_reason: EndReason | None
    winner: Color | None
    score: Score | None
    margin: float | None
    illegal_reason: IllegalReason | None
    is_agreement: bool
    end_message: str | None
    symmetry: Symmetry
    task: TaskInfo | None
    globals: dict[str, NDArray[np.float32]]
    current_episode: int
    seed: int


class GoInfo(TypedDict):
    """The info of `tengen.GoEnv`, and of `tengen.pettingzoo` for the agent to move.

    Colors are 1 for Black and 2 for White. The keys from `task_id` on come with a task.
    """

    action_mask: NDArray[np.int8]
    player_to_move: int
    move_number: int
    state_hash: np.uint64
    position_hash: np.uint64
    is_agreement: bool
    actions: tuple[int, ...]
    # After a reset.
    seed: np.uint64
    episode_number: int
    # After a step.
    action: int
    rewards: NDArray[np.float64]
    # At the end.
    end_reason: EndReasonText
    score: Score
    margin: float
    winner: NotRequired[int]
    end_message: NotRequired[str]
    illegal_reason: NotRequired[IllegalReasonText]
    symmetry: NotRequired[SymmetryText]
    task_id: str
    task_class: str
    split: str
    agent_color: int
    first_player: int
    optimal_value: int
    obtained_value: int
    regret: int
    is_oracle_optimal: NotRequired[bool]
    liberty_margin: NotRequired[int]
    is_mask_restricted: bool


class VectorInfos(TypedDict):
    """The infos of `tengen.TengenVectorEnv`: one value per row of the observations.

    The key with a leading underscore says which rows have a value. Rows without one have 0, or None
    among objects, which are strings.
    """

    action_mask: NDArray[np.int8]
    _action_mask: NDArray[np.bool_]
    player_to_move: NDArray[np.int64]
    _player_to_move: NDArray[np.bool_]
    move_number: NDArray[np.int64]
    _move_number: NDArray[np.bool_]
    state_hash: NDArray[np.uint64]
    _state_hash: NDArray[np.bool_]
    # After a reset.
    episode_number: NDArray[np.int64]
    _episode_number: NDArray[np.bool_]
    seed: NDArray[np.uint64]
    _seed: NDArray[np.bool_]
    # After a step.
    rewards: NDArray[np.float64]
    _rewards: NDArray[np.bool_]
    action: NDArray[np.int64]
    _action: NDArray[np.bool_]
    opponent_action: NDArray[np.int64]
    _opponent_action: NDArray[np.bool_]
    # In a step that ends an episode.
    end_reason: NDArray[np.object_]
    _end_reason: NDArray[np.bool_]
    margin: NDArray[np.float64]
    _margin: NDArray[np.bool_]
    winner: NotRequired[NDArray[np.int64]]
    _winner: NDArray[np.bool_]
    illegal_reason: NotRequired[NDArray[np.object_]]
    _illegal_reason: NDArray[np.bool_]
    symmetry: NotRequired[NDArray[np.object_]]
    _symmetry: NDArray[np.bool_]
    # Under rules by which the players agree on dead stones.
    is_agreement: NDArray[np.bool_]
    _is_agreement: NDArray[np.bool_]
    # With a task.
    agent_color: NDArray[np.int64]
    _agent_color: NDArray[np.bool_]
    optimal_value: NDArray[np.int64]
    _optimal_value: NDArray[np.bool_]
    regret: NDArray[np.int64]
    _regret: NDArray[np.bool_]
    is_oracle_optimal: NotRequired[NDArray[np.bool_]]
    _is_oracle_optimal: NDArray[np.bool_]
    # In a step that ends an episode, under the autoreset mode "same-step".
    final_obs: NDArray[Any]
    _final_obs: NDArray[np.bool_]
    final_info: NotRequired[VectorInfos]
    _final_info: NDArray[np.bool_]
    # From `recv`.
    env_id: NDArray[np.int64]
    # From several servers, one of which was lost.
    is_lost: NotRequired[NDArray[np.bool_]]
    _is_lost: NDArray[np.bool_]
