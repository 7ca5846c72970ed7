"""The PettingZoo environment (AEC): two agents that take turns.

Requires the extra `pettingzoo`: `pip install "tengen-go[pettingzoo]"`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, overload

import gymnasium
import numpy as np
from numpy.typing import NDArray

from tengen import _arguments as arguments
from tengen._environment import (
    actions_on_board,
    observation_of,
    observation_space,
    opponent_view,
    public_info,
    terminal_action_mask,
)
from tengen._session_environment import SessionEnvironment
from tengen.enums import Color
from tengen.keywords import PETTING_ZOO_DEFAULTS, completed

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise gymnasium.error.DependencyNotInstalled(
        'PettingZoo is not installed: pip install "tengen-go[pettingzoo]"'
    ) from None

if TYPE_CHECKING:
    from gymnasium import spaces
    from typing_extensions import Unpack

    from tengen.infos import GoInfo
    from tengen.keywords import PettingZooKeywords

__all__ = ["WrappedEnv", "env", "raw_env"]

Observation = dict[str, NDArray[Any]]

AGENTS = {"black_0": Color.BLACK, "white_0": Color.WHITE}
AGENT_NAMES = {color: agent for agent, color in AGENTS.items()}


class TypedTurns:
    """What type checkers learn about the attributes that PettingZoo defines."""

    if TYPE_CHECKING:
        agents: list[str]
        possible_agents: list[str]
        agent_selection: str
        rewards: dict[str, float]
        terminations: dict[str, bool]
        truncations: dict[str, bool]
        infos: dict[str, GoInfo]

        @overload
        def last(
            self, observe: Literal[True] = True
        ) -> tuple[Observation, float, bool, bool, GoInfo]: ...

        @overload
        def last(self, observe: Literal[False]) -> tuple[None, float, bool, bool, GoInfo]: ...

        def last(self, observe: bool = True) -> Any:
            """Returns what the agent to move may know; see PettingZoo's `AECEnv.last`."""


class WrappedEnv(TypedTurns, wrappers.OrderEnforcingWrapper):
    """`raw_env` in PettingZoo's usual wrappers: errors for calls in the wrong order.

    Args:
      env: The environment.
    """

    def __init__(self, env: raw_env) -> None:
        super().__init__(wrappers.AssertOutOfBoundsWrapper(env))


def env(
    size: int | tuple[int, int] | str = 9, **keywords: Unpack[PettingZooKeywords]
) -> WrappedEnv:
    """Returns `raw_env` in PettingZoo's usual wrappers.

    Args:
      size: The width and height of the board in points, 1 to 25; or (width, height); or "9x7".
      keywords: The other arguments of `raw_env`.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range, or a name is unknown.
      LaunchError: No address is given, and no server can be started.
      TengenError: The server does not answer, or the call failed.
    """
    return WrappedEnv(raw_env(size, **keywords))


class raw_env(SessionEnvironment, TypedTurns, AECEnv[str, Observation, Any]):  # noqa: N801 - PettingZoo's convention.
    """Go for the agents `black_0` and `white_0`.

    An observation is a dict: `observation` holds the planes of one encoding, uint8 of shape
    (planes, height, width), from the agent's perspective, and `action_mask` is int8, 1 for each
    legal action, pass last. The mask of the agent that is not to move is all zero. For encodings
    with global features, `globals` holds those of the agent to move, float32.

    Both agents receive rewards. An illegal action loses by default. `infos` of the agent to move
    has the keys of the info of `tengen.GoEnv`.

    A copy or a pickled copy has the same arguments and continues the episode, as in `tengen.GoEnv`.

    The following arguments are those of `tengen.GoEnv`, for both agents: address, tls, token,
    rules, komi, setup, max_moves, reward_mode, score_on_truncation, illegal_action_policy,
    illegal_action_penalty, max_illegal_actions, encoding, symmetry, task, terminal_mask,
    render_mode. Except for "alphazero-17" and its family, both agents observe the perspective of
    the agent to move.

    Args:
      size: The width and height of the board in points, 1 to 25; or (width, height); or "9x7".
      info_keys: The only keys that `infos` may have. None: all. Some frameworks accept no key that
        is missing after a reset, or no value that is not a number; see docs/guide/frameworks.md.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range, or a name is unknown.
      LaunchError: No address is given, and no server can be started.
      TengenError: The server does not answer, or the call failed.
    """

    EPISODE_ATTRIBUTES = (
        "_cumulative_rewards",
        "_is_over",
        "_is_reset",
        "_mask",
        "_parts",
        "_planes",
        "_player_to_move",
        "_skip_agent_selection",
        "action_spaces",
        "agent_selection",
        "agents",
        "infos",
        "rewards",
        "terminations",
        "truncations",
    )

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi", "rgb_array", "human"],
        "render_fps": 4,
        "name": "tengen_go_v1",
        "is_parallelizable": False,
    }

    def __init__(
        self, size: int | tuple[int, int] | str = 9, **keywords: Unpack[PettingZooKeywords]
    ) -> None:
        given = completed(raw_env, PETTING_ZOO_DEFAULTS, keywords)
        SessionEnvironment.__init__(self, size, **given)
        AECEnv.__init__(self)
        info_keys = given["info_keys"]
        keys = None if info_keys is None else arguments.texts("info_keys", info_keys)
        self._info_keys = None if keys is None else frozenset(keys)
        self._open(size, given, self.metadata)
        self.possible_agents = list(AGENTS)
        self.agents = []
        count = self._managed_session.session.action_count
        (self._encoding,) = self._managed_session.session.spec.encodings
        self.observation_spaces = {
            agent: observation_space(self._managed_session, given["encoding"]) for agent in AGENTS
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(count) for agent in AGENTS}
        self.state_space = self.observation_spaces["black_0"]["observation"]
        self._has_globals = "globals" in self.observation_spaces["black_0"].spaces
        self._is_reset = False
        self._parts: Observation = {}
        self._planes: NDArray[np.uint8] = np.zeros(self.state_space.shape or (), np.uint8)
        self._mask: NDArray[np.int8] = np.zeros(count, np.int8)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Returns the space of an agent's actions: the points and the pass."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new episode.

        Args:
          seed: The seed of the episode, 64 bits, unsigned. None: derived from the seed of the last
            episode; the first one is random.
          options: Ignored. PettingZoo's tests pass unknown options, so they must not raise errors.

        Raises:
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
        """
        del options
        observation, details = self._managed_session.reset(seed)
        self._is_reset = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._view.reset()
        del details["rewards"]
        self._update(observation, details)

    def step(self, action: Any) -> None:
        """Plays an action for `agent_selection`. After the end, each agent must step with None.

        Args:
          action: An action of `action_space`, or `tengen.RESIGN`.

        Raises:
          TypeError: The action is not an integer.
          InvalidArgumentError: The action is outside the action space.
          gymnasium.error.ResetNeeded: The environment has not been reset.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
          IllegalActionError: The action is illegal, and the policy is "reject".
        """
        self._check_reset("step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        result = self._managed_session.step(action)
        black, white = result.info["rewards"]
        self.rewards = {"black_0": float(black), "white_0": float(white)}
        self.terminations = dict.fromkeys(self.agents, result.terminated)
        self.truncations = dict.fromkeys(self.agents, result.truncated)
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self._view.play(actions_on_board(result.info, self._managed_session.session))
        self._update(result.observation, result.info)

    def observe(self, agent: str) -> Observation:
        """Returns an agent's observation and action mask.

        Raises:
          gymnasium.error.ResetNeeded: The environment has not been reset.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
        """
        self._check_reset("observe")
        planes, mask = self._planes.copy(), self._mask.copy()
        if AGENTS[agent] is not self._player_to_move:
            planes = opponent_view(planes, self._encoding)
            if not self._is_over:
                mask[:] = 0
        return {**self._parts, "observation": planes, "action_mask": mask}

    def state(self) -> NDArray[np.uint8]:
        """Returns the planes of the agent to move. They contain the information of both agents.

        Raises:
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
        """
        self._managed_session.check_not_closed()
        return self._planes.copy()

    def __repr__(self) -> str:
        size = f"{self._managed_session.width}x{self._managed_session.height}"
        return f"tengen.pettingzoo.raw_env({size})"

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _check_reset(self, name: str) -> None:
        self._managed_session.check_not_closed()
        if not self._is_reset:
            raise gymnasium.error.ResetNeeded(f"call reset before {name}")

    def _update(self, observation: Any, details: Any) -> None:
        """Stores the observation and info of the session as the current position."""
        self._parts = observation_of(observation, details, has_globals=self._has_globals)
        self._planes = self._parts["observation"]
        self._player_to_move: Color = details["player_to_move"]
        self._is_over = details["end_reason"] is not None
        self._mask = details["action_mask"]
        if self._is_over:
            self._mask = terminal_action_mask(len(self._mask), self._terminal_mask)
        self.agent_selection = AGENT_NAMES[self._player_to_move]
        info = public_info(details)
        informed = self.agents if self._is_over else [self.agent_selection]
        infos: dict[str, Any] = {agent: {} for agent in self.agents}
        for agent in informed:
            infos[agent] = self._chosen({**info, "action_mask": self._mask.copy()})
        self.infos = infos
        if self.render_mode == "human":
            self.render()

    def _chosen(self, info: dict[str, Any]) -> dict[str, Any]:
        """Returns the entries of an info that the argument `info_keys` allows."""
        if self._info_keys is None:
            return info
        return {key: value for key, value in info.items() if key in self._info_keys}
