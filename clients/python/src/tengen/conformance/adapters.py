"""The environments that are checked, behind one face."""

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
    """Where an environment stands when it waits for an action.

    Attributes:
      planes: What it shows the player to move. None: no array.
      action_mask: The actions it allows, as bools. None: it does not tell.
      rewards: What the last call paid Black and White.
      terminated: The rules ended the episode.
      truncated: A limit ended the episode.
      actions: What the last call played, the opponent's moves as well.
    """

    planes: NDArray[Any] | None
    action_mask: NDArray[np.bool_] | None
    rewards: tuple[float, float]
    terminated: bool
    truncated: bool
    actions: tuple[int, ...]


class EnvironmentAdapter(ABC):
    """An environment of Go whose actions are `row * width + column` and, last, the pass."""

    name: str
    arguments: dict[str, Any]
    action_count: int

    @abstractmethod
    def reset(self, seed: int) -> Timestep:
        """Starts an episode."""

    @abstractmethod
    def step(self, action: int, mover: Color) -> Timestep:
        """Plays an action for `mover`, whose timestep it is."""

    @abstractmethod
    def close(self) -> None:
        """Frees the environment."""


class GymnasiumAdapter(EnvironmentAdapter):
    """An environment of Gymnasium: self-play, or one that lists all moves in `info["actions"]`.

    The reward is taken for that of the player who acted, unless `info["rewards"]` has both.

    Args:
      name: An id that `gymnasium.make` knows.
      arguments: Keyword arguments for it.
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
        """Frees the environment."""
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
    """An AEC environment of PettingZoo; the agent that starts is Black.

    Args:
      module: A module with a function `env`.
      arguments: Keyword arguments for it.
    """

    def __init__(self, module: str, arguments: dict[str, Any] | None = None) -> None:
        self.name = f"pettingzoo:{module}"
        self.arguments = arguments or {}
        with warnings.catch_warnings():
            # PettingZoo prefers its registry by now, which not every environment is in.
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
        """Frees the environment."""
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
    """Returns the environment for `gymnasium:ID` or `pettingzoo:MODULE`.

    Raises:
      ValueError: The text is neither.
    """
    kind, _, name = text.partition(":")
    if kind == "gymnasium" and name:
        return GymnasiumAdapter(name, arguments)
    if kind == "pettingzoo" and name:
        return PettingZooAdapter(name, arguments)
    raise ValueError(f"{text!r} is neither gymnasium:ID nor pettingzoo:MODULE")


def parts_of(
    observation: Any, info: dict[str, Any]
) -> tuple[NDArray[Any] | None, NDArray[np.bool_] | None]:
    """Returns planes and action mask, wherever an environment puts them."""
    planes, mask = observation, info.get("action_mask")
    if isinstance(observation, dict):
        planes = observation.get("observation")
        mask = observation.get("action_mask", mask)
    return (
        planes if isinstance(planes, np.ndarray) else None,
        None if mask is None else np.asarray(mask, np.bool_),
    )


def discrete_count(space: Any) -> int:
    """Returns how many actions there are.

    Raises:
      ValueError: The space of actions is not Discrete.
    """
    if not isinstance(space, gymnasium.spaces.Discrete):
        raise ValueError(f"the action space {space} is not Discrete")
    return int(space.n)
