"""Adapters that give Gymnasium and PettingZoo environments a common interface for the check."""

from __future__ import annotations

import importlib
import warnings
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from tengen.enums import Color

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Timestep:
    """The state of an environment after a reset or a step.

    Attributes:
      planes: The observation of the player to move. None: it is not an array.
      action_mask: The allowed actions, as bools. None: the environment has no mask.
      rewards: The rewards of the last call for Black and White.
      terminated: Whether the rules ended the episode.
      truncated: Whether a limit ended the episode.
      actions: The actions that the last call played, including the opponent's.
    """

    planes: NDArray[Any] | None
    action_mask: NDArray[np.bool_] | None
    rewards: tuple[float, float]
    terminated: bool
    truncated: bool
    actions: tuple[int, ...]


class EnvironmentAdapter(ABC):
    """The adapter of a Go environment with the actions `row * width + column` and, last, the pass.

    Attributes:
      name: The name of the environment.
      arguments: The arguments that it was created with.
      action_count: The number of its actions.
    """

    name: str
    arguments: dict[str, Any]
    action_count: int

    @abstractmethod
    def reset(self, seed: int) -> Timestep:
        """Starts an episode."""

    @abstractmethod
    def step(self, action: int, mover: Color) -> Timestep:
        """Plays an action for `mover`, the player to move."""

    @abstractmethod
    def close(self) -> None:
        """Closes the environment."""


class GymnasiumAdapter(EnvironmentAdapter):
    """The adapter of a Gymnasium environment.

    The environment is for self-play, or reports all moves in `info["actions"]`. Its reward counts
    as that of the player who acted, unless `info["rewards"]` has both rewards.

    Args:
      name: An id for `gymnasium.make`.
      arguments: Keyword arguments for `gymnasium.make`.

    Raises:
      ValueError: The action space is not Discrete.
    """

    def __init__(self, name: str, arguments: dict[str, Any] | None = None) -> None:
        self.name = f"gymnasium:{name}"
        self.arguments = arguments or {}
        self._env: gymnasium.Env[Any, Any] = gymnasium.make(name, **self.arguments)
        self.action_count = discrete_count(self._env.action_space)

    def reset(self, seed: int) -> Timestep:
        """Starts an episode."""
        observation, info = self._env.reset(seed=seed)
        actions = tuple(info.get("actions", ()))
        return self._timestep(
            observation, (0.0, 0.0), is_over=(False, False), actions=actions, info=info
        )

    def step(self, action: int, mover: Color) -> Timestep:
        """Plays an action."""
        observation, reward, terminated, truncated, info = self._env.step(action)
        gain = float(reward) if mover is Color.BLACK else -float(reward)
        black, white = info.get("rewards", (gain, -gain))
        return self._timestep(
            observation,
            (float(black), float(white)),
            is_over=(bool(terminated), bool(truncated)),
            actions=tuple(info.get("actions", (action,))),
            info=info,
        )

    def close(self) -> None:
        """Closes the environment."""
        self._env.close()

    def _timestep(
        self,
        observation: Any,
        rewards: tuple[float, float],
        *,
        is_over: tuple[bool, bool],
        actions: tuple[int, ...],
        info: dict[str, Any],
    ) -> Timestep:
        planes, mask = parts_of(observation, info)
        if mask is None and hasattr(self._env.unwrapped, "action_masks"):
            mask = np.asarray(self._env.unwrapped.action_masks(), np.bool_)
        return Timestep(planes, mask, rewards, *is_over, actions)


class PettingZooAdapter(EnvironmentAdapter):
    """The adapter of a PettingZoo environment (AEC). The first agent is Black.

    Args:
      module: The name of a module with a function `env`.
      arguments: Keyword arguments for that function.

    Raises:
      ValueError: The action space is not Discrete.
    """

    def __init__(self, module: str, arguments: dict[str, Any] | None = None) -> None:
        self.name = f"pettingzoo:{module}"
        self.arguments = arguments or {}
        with warnings.catch_warnings():
            # PettingZoo prefers its registry, which does not contain every environment.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._env: Any = importlib.import_module(module).env(**self.arguments)
        self._black, self._white = self._env.possible_agents
        self.action_count = discrete_count(self._env.action_space(self._black))

    def reset(self, seed: int) -> Timestep:
        """Starts an episode."""
        self._env.reset(seed=seed)
        return self._timestep(())

    def step(self, action: int, mover: Color) -> Timestep:
        """Plays an action."""
        del mover
        self._env.step(action)
        return self._timestep((action,))

    def close(self) -> None:
        """Closes the environment."""
        self._env.close()

    def _timestep(self, actions: tuple[int, ...]) -> Timestep:
        observation, _, terminated, truncated, info = self._env.last()
        planes, mask = parts_of(observation, info)
        rewards = self._env.rewards
        return Timestep(
            planes,
            mask,
            (float(rewards[self._black]), float(rewards[self._white])),
            bool(terminated),
            bool(truncated),
            actions,
        )


def make_adapter(text: str, arguments: dict[str, Any]) -> EnvironmentAdapter:
    """Returns the adapter for `gymnasium:ID` or `pettingzoo:MODULE`.

    Raises:
      ValueError: The text is neither.
    """
    kind, _, name = text.partition(":")
    if kind == "gymnasium" and name:
        return GymnasiumAdapter(name, arguments)
    if kind == "pettingzoo" and name:
        return PettingZooAdapter(name, arguments)
    raise ValueError(f"{text!r} is not gymnasium:ID, pettingzoo:MODULE or command:PROGRAM")


def parts_of(
    observation: Any, info: dict[str, Any]
) -> tuple[NDArray[Any] | None, NDArray[np.bool_] | None]:
    """Returns the planes and the action mask in an observation or an info."""
    planes, mask = observation, info.get("action_mask")
    if isinstance(observation, dict):
        planes = observation.get("observation")
        mask = observation.get("action_mask", mask)
    return (
        planes if isinstance(planes, np.ndarray) else None,
        None if mask is None else np.asarray(mask, np.bool_),
    )


def discrete_count(space: Any) -> int:
    """Returns the number of actions of a space.

    Raises:
      ValueError: The space is not Discrete.
    """
    if not isinstance(space, gymnasium.spaces.Discrete):
        raise ValueError(f"the action space {space} is not Discrete")
    return int(space.n)
