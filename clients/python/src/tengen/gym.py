"""The Gymnasium environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tengen import _arguments as arguments
from tengen._environment import (
    actions_on_board,
    agent_color_argument,
    environment_repr,
    observation_of,
    observation_space,
    opponent_of,
    public_info,
    terminal_action_mask,
)
from tengen._lazy_infos import LazyInfos
from tengen._session_environment import SessionEnvironment
from tengen.keywords import GO_DEFAULTS, completed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tengen.enums import Color
    from tengen.infos import GoInfo
    from tengen.keywords import GoKeywords

__all__ = ["GoEnv"]

Observation = dict[str, NDArray[Any]]

NO_REWARDS = np.zeros(2)
"""Stands for no rewards of an opening move."""


class GoEnv(SessionEnvironment, gymnasium.Env[Observation, np.int64]):
    """Go for one agent, against a built-in player, or in self-play with `opponent=None`.

    The observation is a dict: `observation` holds the planes of one encoding, uint8 of shape
    (planes, height, width), and `action_mask` is int8, 1 for each legal action, pass last. For
    encodings with global features, `globals` holds them, float32. `info` holds the action mask and
    the keys of `tengen.Session`, except for values that are None.

    The reward is the agent's reward; in self-play, the reward of the player who just acted.
    `info["rewards"]` has both, Black's and White's. The reward of an opponent's opening move is
    added to that of the first step.

    A copy or a pickled copy has the same arguments and is at the same address. Within an episode it
    continues that episode, in a session of its own; before the first reset, it must be reset first.
    A pickle has the moves, so that another process or a later one can continue.

    Args:
      size: The width and height of the board in points, 1 to 25; or (width, height); or "9x7".
      address: The server's address. None: a server inside this process if the extra `embedded` is
        installed, otherwise one that this process starts; see `tengen.launch`.
      tls: How to encrypt, as in `tengen.connect`. None: the environment variables decide.
      token: The token that proves who calls; copies and pickles have it, too. None: the environment
        variable `TENGEN_TOKEN` decides.
      opponent: The name of a built-in player. None: self-play.
      agent_color: The agent's color: "black", "white" or a `Color`. None: black, or with a task the
        color of each episode. Ignored in self-play.
      rules: The name of a preset, `Rules`, or a dict of attributes of `Rules`.
      komi: Points given to White. None: the komi of the rules.
      setup: The position at the start of every episode. None: empty board, Black to move.
      max_moves: The number of moves after which an episode is truncated. 0: three times the number
        of points. -1: unlimited.
      reward_mode: How rewards are computed.
      score_on_truncation: Whether a truncated episode is rewarded as if it had ended there.
      illegal_action_policy: What an illegal action does. The default "lose" suits samplers that
        ignore masks.
      illegal_action_penalty: The penalty of the mover under the policy "ignore".
      max_illegal_actions: The number of illegal actions after which an episode is truncated under
        the policy "ignore". 0: as many as `max_moves`. -1: unlimited.
      encoding: The encoding of the observation.
      observation_layout: "chw", or "hwc" for planes of shape (height, width, planes).
      symmetry: The `tengen.Symmetry` that transforms the agent's observations and actions. "drawn"
        draws one for each episode; `info["symmetry"]` names it unless it is the identity.
      task: The name of a task, such as "race-class0:split=test", that defines the episodes and adds
        keys to `info`; see docs/reference/tasks.md. None: whole games.
      terminal_mask: The action mask after the end of an episode: "pass", "none" or "all".
      copy: Whether each observation has new arrays. Otherwise the planes and the action mask of an
        observation, and the mask of its info, are valid only until the next call, and may be
        read-only. False saves time with a server inside this process.
      render_mode: "ansi", "rgb_array", "human" or None.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range, or a name is unknown.
      LaunchError: No address is given, and no server can be started.
      TengenError: The server does not answer, or the call failed.
    """

    EPISODE_ATTRIBUTES = (
        "_agent_color",
        "_ended_by_opening",
        "_mask",
        "_np_random",
        "_np_random_seed",
        "_opening_rewards",
        "action_space",
    )

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["ansi", "rgb_array", "human"],
        "render_fps": 4,
    }

    def __init__(
        self, size: int | tuple[int, int] | str = 9, **keywords: Unpack[GoKeywords]
    ) -> None:
        given = completed(GoEnv, GO_DEFAULTS, keywords)
        SessionEnvironment.__init__(self, size, **given)
        opponent = given["opponent"]
        color = agent_color_argument(given["agent_color"], given["task"])
        self._agent_color = None if opponent is None else color
        self._is_self_play = opponent is None
        self._open(
            size,
            given,
            self.metadata,
            observation_layout=given["observation_layout"],
            copy=given["copy"],
            opponent=None if opponent is None else opponent_of(opponent, color),
        )
        space = observation_space(self._managed_session, given["encoding"])
        self.observation_space: spaces.Space[Any] = space
        self._has_globals = "globals" in space.spaces
        action_count = self._managed_session.session.action_count
        self.action_space: spaces.Discrete = spaces.Discrete(action_count)
        self._is_copied: bool = given["copy"]
        self._mask: NDArray[np.int8] | None = None
        # The rewards of the opponent's opening move, and the end of an episode that it ended.
        self._opening_rewards = NO_REWARDS
        self._ended_by_opening: tuple[Observation, GoInfo] | None = None

    @property
    def agent_color(self) -> Color | None:
        """The agent's color. None in self-play, and before the first episode of a task."""
        return self._agent_color

    def reset(  # type: ignore[override]  # An info with known keys.
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, GoInfo]:
        """Starts a new episode. If the opponent moves first, its move is included.

        Args:
          seed: The seed of the episode, 64 bits, unsigned. None: derived from the seed of the last
            episode; the first one is random. `info["seed"]` has it.
          options: With a task, a dict that selects the episode, with the optional keys `task_id`,
            `agent_color` and `first_player`. Otherwise None or empty.

        Returns:
          The observation and the info.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: The seed is out of range, or an option is invalid.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
        """
        self._managed_session.check_not_closed()
        # Seeds of infos are integers of NumPy, which Gymnasium refuses.
        number = None if seed is None else arguments.integer("seed", seed, arguments.UINT64)
        super().reset(seed=number)
        planes, details = self._managed_session.reset(number, options)
        if details["task"] is not None and not self._is_self_play:
            self._agent_color = details["task"].agent_color
        self._opening_rewards = details.pop("rewards")
        is_over = details["end_reason"] is not None
        observation, info = self._convert(planes, details, is_over=is_over)
        self._ended_by_opening = (observation, info) if is_over else None
        if self.render_mode is not None:
            self._view.reset(actions_on_board(details, self._managed_session.session))
            self._show()
        return observation, info

    def step(  # type: ignore[override]  # An info with known keys.
        self, action: np.int64 | int
    ) -> tuple[Observation, float, bool, bool, GoInfo]:
        """Plays an action, followed by the opponent's reply.

        Args:
          action: An action of `action_space`, or `tengen.RESIGN`.

        Returns:
          The observation, the reward, whether the episode terminated, whether it was truncated, and
          the info.

        Raises:
          TypeError: The action is not an integer.
          InvalidArgumentError: The action is outside the action space, under every policy for
            illegal actions. Nothing changes.
          gymnasium.error.ResetNeeded: The environment has not been reset.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
          EpisodeOverError: The episode is over.
          IllegalActionError: The action is illegal, and the policy is "reject".
        """
        if self._mask is None:
            self._check_reset("step")
        if self._ended_by_opening is not None:
            return self._end_by_opening(*self._ended_by_opening)
        planes, reward, terminated, truncated, details = self._managed_session.step(action)
        opening_rewards, self._opening_rewards = self._opening_rewards, NO_REWARDS
        if opening_rewards is not NO_REWARDS and self._agent_color is not None:
            details["rewards"] += opening_rewards
            reward = float(details["rewards"][self._agent_color - 1])
        observation, info = self._convert(planes, details, is_over=terminated or truncated)
        if self.render_mode is not None:
            self._view.play(actions_on_board(details, self._managed_session.session))
            self._show()
        return observation, reward, terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the action mask as bools, as sb3-contrib's MaskablePPO expects.

        Raises:
          gymnasium.error.ResetNeeded: The environment has not been reset.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
        """
        return self._check_reset("action_masks").astype(np.bool_)

    def close(self) -> None:
        """Closes the session and the window. This method is idempotent.

        Every later call and property that needs the session raises ClosedEnvironmentError.
        """
        super().close()
        self._mask = None

    def __exit__(self, *_: object) -> Literal[False]:
        """Closes the environment. Exceptions are raised, which type checkers learn here."""
        self.close()
        return False

    def __repr__(self) -> str:
        return environment_repr(self, self._managed_session)

    def _check_reset(self, name: str) -> NDArray[np.int8]:
        """Returns the action mask, which an environment has from its first reset until its end."""
        self._managed_session.check_not_closed()
        if self._mask is None:
            raise gymnasium.error.ResetNeeded(f"call reset before {name}")
        return self._mask

    def _convert(self, planes: Any, details: Any, *, is_over: bool) -> tuple[Observation, Any]:
        """Returns the observation, and the info, which is built when it is read."""
        mask: NDArray[np.int8] = details["action_mask"]
        if is_over:
            mask = terminal_action_mask(len(mask), self._terminal_mask)
        parts = {"observation": planes}
        if self._has_globals:
            parts = observation_of(planes, details, has_globals=True)
        parts["action_mask"] = mask
        # The caller may write to the arrays of the observation and of the info.
        self._mask = kept = mask.copy() if self._is_copied else mask
        infos = LazyInfos()
        infos.build, infos.arguments = info_with_mask, (details, kept)
        return parts, infos

    def _end_by_opening(
        self, observation: Observation, info: GoInfo
    ) -> tuple[Observation, float, bool, bool, GoInfo]:
        """Returns the end of an episode that the opponent's opening move has ended."""
        assert self._agent_color is not None
        self._ended_by_opening = None
        rewards, self._opening_rewards = self._opening_rewards, NO_REWARDS
        is_truncated = info["end_reason"] in ("max-moves", "opponent-refused")
        reward = float(rewards[self._agent_color - 1])
        return observation, reward, not is_truncated, is_truncated, {**info, "rewards": rewards}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def info_with_mask(details: dict[str, Any], mask: NDArray[np.int8]) -> dict[str, Any]:
    """Returns the info for the info of a session, with a copy of an action mask."""
    info = public_info(details)
    info["action_mask"] = mask.copy()
    return info
