"""A vector environment and a network for Stable-Baselines3 and sb3-contrib.

Stable-Baselines3 has an interface of its own for vector environments. `TengenVecEnv` implements it
over one stream to the server, so that PPO and MaskablePPO step hundreds of boards at once:

    from sb3_contrib import MaskablePPO
    from tengen.sb3 import PlanesExtractor, TengenVecEnv

    envs = TengenVecEnv(5, 64, opponent="random", komi=0.5)
    model = MaskablePPO("CnnPolicy", envs, policy_kwargs=PlanesExtractor.policy_kwargs())
    model.learn(100_000)

Requires the extra `sb3`: `pip install "tengen-go[sb3]"`.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from tengen import _arguments as arguments
from tengen._copies import CopiedByArguments
from tengen.enums import ArrayFormat, ObservationLayout, TerminalMask
from tengen.vector import TengenVectorEnv

try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from stable_baselines3.common.vec_env import VecEnv

    from tengen._networks import PlanesNetwork
except ImportError:
    raise gymnasium.error.DependencyNotInstalled(
        'Stable-Baselines3 is not installed: pip install "tengen-go[sb3]"'
    ) from None

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from tengen.words import ObservationLayoutWord

__all__ = ["PlanesExtractor", "TengenVecEnv"]

FIXED_ARGUMENTS = ("autoreset_mode", "batch_size", "copy", "terminal_mask")
"""The arguments of `TengenVectorEnv` that Stable-Baselines3 determines."""

MASKS = "action_masks"
"""The method of an environment that MaskablePPO calls."""


class TengenVecEnv(VecEnv, CopiedByArguments):
    """Many boards of Go, stepped together over one stream, for Stable-Baselines3.

    Observations, rewards, ends and infos are those of Stable-Baselines3's `DummyVecEnv` over as
    many `tengen.GoEnv`, with two differences. An observation has the planes alone, uint8 of shape
    (boards, planes, height, width); or, for encodings with global features, a dict of `observation`
    and `globals`. And the infos have the keys of `tengen.TengenVectorEnv`.

    `env_method("action_masks")` returns one mask per board, as MaskablePPO expects. When an episode
    ends, the next one starts in the same step. The info of the ended episode then has these keys:

    - `terminal_observation`: its last observation.
    - `TimeLimit.truncated`: whether a limit ended it. Other infos have this key with False.
    - `episode`: its return `r`, its length `l` in steps, and `t`, the seconds since this
      environment was made, as `stable_baselines3.common.monitor.Monitor` reports them.

    `reset_infos` has the infos of the resets. A copy or a pickled copy is a new environment with
    the same arguments. Not thread-safe.

    Args:
      size: The width and height of the boards in points, 1 to 25; or (width, height); or "9x7".
      num_envs: The number of boards.
      keywords: The other arguments of `tengen.TengenVectorEnv`, except `autoreset_mode`,
        `batch_size`, `copy` and `terminal_mask`. `array_format` must not be "packed".

    Raises:
      TypeError: An argument is of the wrong type or unknown.
      InvalidArgumentError: A value is out of range, or a name is unknown.
      ResourceExhaustedError: The server has reached its limit of boards.
      LaunchError: No address is given, and no server can be started.
      TengenError: The server does not answer, or the call failed.
    """

    def __init__(
        self, size: int | tuple[int, int] | str = 9, num_envs: int = 1, **keywords: Any
    ) -> None:
        CopiedByArguments.__init__(self, size, num_envs, **keywords)
        for name in FIXED_ARGUMENTS:
            if name in keywords:
                raise TypeError(f"TengenVecEnv has no argument {name}")
        array_format = keywords.get("array_format", ArrayFormat.UINT8)
        kind = arguments.enum_member("array_format", array_format, ArrayFormat)
        if kind is ArrayFormat.PACKED:
            raise arguments.invalid_value(
                "array_format", kind.value, "is not one of uint8, float32"
            )
        self._envs = TengenVectorEnv(
            size,
            num_envs,
            autoreset_mode=AutoresetMode.SAME_STEP,
            terminal_mask=TerminalMask.PASS,
            **keywords,
        )
        space = self._envs.single_observation_space
        assert isinstance(space, spaces.Dict)
        parts = {name: part for name, part in space.items() if name != "action_mask"}
        self._is_dict = len(parts) > 1
        observation_space = spaces.Dict(parts) if self._is_dict else parts["observation"]
        self._start = time.monotonic()
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)
        super().__init__(num_envs, observation_space, self._envs.single_action_space)

    def reset(self) -> Any:
        """Starts a new episode on all boards, with the seeds of `seed` if it was called.

        Returns:
          The observations.

        Raises:
          InvalidArgumentError: Options were set, of which there are none.
          LanesLostError: The connection was lost. A second call creates new boards.
        """
        if any(self._options):
            raise arguments.invalid_value("options", self._options, "is not empty")
        seeds = None if all(seed is None for seed in self._seeds) else self._seeds
        observations, infos = self._envs.reset(seed=seeds)
        self._reset_seeds()
        self._reset_options()
        self._returns[:] = 0.0
        self._lengths[:] = 0
        self.reset_infos = rows_of_infos(infos, self.num_envs)
        return self._observation(observations)

    def step_async(self, actions: NDArray[Any]) -> None:
        """Sends one action per board to the server, without waiting for the result.

        Raises:
          TypeError: The actions are not integers.
          InvalidArgumentError: The number of actions is not the number of boards.
          gymnasium.error.ResetNeeded: The environment has not been reset.
          gymnasium.error.AlreadyPendingCallError: The result of a step was not received.
          LanesLostError: The connection was lost. `reset` creates new boards.
        """
        self._envs.send(actions)

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Waits for the result of `step_async`.

        Returns:
          The observations, the rewards, whether each episode ended, and one info per board.

        Raises:
          gymnasium.error.NoAsyncCallError: No step is pending.
          LanesLostError: The connection was lost. `reset` creates new boards.
        """
        observations, rewards, terminated, truncated, infos_of_rows = self._envs.recv()
        vector_infos: Any = infos_of_rows
        del vector_infos["env_id"]
        self._returns += rewards
        self._lengths += 1
        dones = terminated | truncated
        finals = vector_infos.pop("final_obs", None)
        final_infos = vector_infos.pop("final_info", {})
        infos = rows_of_infos(vector_infos, self.num_envs)
        for info in infos:
            info["TimeLimit.truncated"] = False
        seconds = round(time.monotonic() - self._start, 6)
        ended = np.flatnonzero(dones)
        for row, final in zip(ended, rows_of_infos(final_infos, self.num_envs, ended), strict=True):
            self.reset_infos[row] = infos[row]
            del self.reset_infos[row]["TimeLimit.truncated"]
            final["TimeLimit.truncated"] = bool(truncated[row])
            final["terminal_observation"] = self._observation(finals[row])
            final["episode"] = {
                "r": float(self._returns[row]),
                "l": int(self._lengths[row]),
                "t": seconds,
            }
            infos[row] = final
        self._returns[ended] = 0.0
        self._lengths[ended] = 0
        return self._observation(observations), rewards.astype(np.float32), dones, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the action masks of all boards, of shape (boards, actions).

        Raises:
          gymnasium.error.ResetNeeded: The environment has not been reset.
        """
        return self._envs.action_masks()

    def close(self) -> None:
        """Closes the boards at the server. This method is idempotent."""
        self._envs.close()

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """Returns one image per board. `render` returns one image of all.

        Raises:
          ValueError: The render mode is not "rgb_array".
          gymnasium.error.ResetNeeded: The environment has not been reset.
        """
        if self.render_mode != "rgb_array":
            raise ValueError(f'images need render_mode="rgb_array", not {self.render_mode!r}')
        images: tuple[NDArray[np.uint8], ...] = self._envs.render()
        return images

    def has_attr(self, attr_name: str) -> bool:
        """Returns whether `get_attr` knows an attribute."""
        return attr_name == MASKS or hasattr(self._envs, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Returns an attribute of each board: those of `tengen.TengenVectorEnv`, equal for all.

        `action_masks` is a function for each board, which returns the mask of that board.

        Raises:
          AttributeError: There is no such attribute.
        """
        chosen = self._get_indices(indices)
        if attr_name == MASKS:
            return [partial(self._mask, lane) for lane in chosen]
        value = getattr(self._envs, attr_name)
        return [value for _ in chosen]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Raises AttributeError: the boards have no attributes that can be set."""
        del value, indices
        raise AttributeError(f"{attr_name} cannot be set: make an environment with other arguments")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Returns one result per board of `action_masks` or `render`.

        Raises:
          AttributeError: There is no other method of a single board.
          gymnasium.error.ResetNeeded: The environment has not been reset.
        """
        if method_name == "render":
            pictures = self._envs.render(*method_args, **method_kwargs) or (None,) * self.num_envs
            return [pictures[lane] for lane in self._get_indices(indices)]
        if method_name != MASKS:
            raise AttributeError(
                f"a board has the methods action_masks and render, not {method_name}"
            )
        masks = self.action_masks(*method_args, **method_kwargs)
        return list(masks if indices is None else masks[list(self._get_indices(indices))])

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Returns whether each board has a wrapper's effect: that of `Monitor`, and no other."""
        return [issubclass(Monitor, wrapper_class) for _ in self._get_indices(indices)]

    def _mask(self, lane: int) -> NDArray[np.bool_]:
        mask: NDArray[np.bool_] = self.action_masks()[lane]
        return mask

    def _observation(self, parts: dict[str, NDArray[Any]]) -> Any:
        """Returns an observation, of all boards or of one, without the action mask."""
        if not self._is_dict:
            return parts["observation"]
        return {name: part for name, part in parts.items() if name != "action_mask"}


def rows_of_infos(
    infos: Mapping[str, Any], count: int, rows: NDArray[np.int64] | None = None
) -> list[dict[str, Any]]:
    """Returns the infos of a vector environment as one dict per board, with Python's numbers.

    Args:
      infos: The infos.
      count: The number of boards.
      rows: The indices of the boards to return. None: all.
    """
    chosen = np.arange(count) if rows is None else rows
    listed: list[dict[str, Any]] = [{} for _ in chosen]
    for key, array in infos.items():
        if key.startswith("_"):
            continue
        is_set = infos[f"_{key}"][chosen]
        # Arrays, such as masks, stay arrays.
        values = array[chosen].tolist() if array.ndim == 1 else list(array[chosen])
        if is_set.all():
            for info, value in zip(listed, values, strict=True):
                info[key] = value
        else:
            for place in np.flatnonzero(is_set):
                listed[place][key] = values[place]
    return listed


class PlanesExtractor(BaseFeaturesExtractor):
    """A convolutional network for planes of Go, for boards of any size.

    Stable-Baselines3's own convolutional network is made for images of 36 pixels and more. This one
    has layers of 3x3 convolutions that keep the size of the board, and a linear layer over all
    points. Global features, if there are any, are added before the linear layer.

    Args:
      observation_space: The space of `TengenVecEnv`: planes, or a dict with the keys `observation`
        and `globals`.
      features_dim: The number of features.
      channel_count: The number of channels of each convolution.
      layer_count: The number of convolutions, at least 1.
      layout: The layout of the planes, as in the argument `observation_layout` of `TengenVecEnv`.

    Raises:
      TypeError: The space is another one.
      InvalidArgumentError: A number is not positive, or the layout is unknown.
    """

    def __init__(
        self,
        observation_space: spaces.Space[Any],
        features_dim: int = 128,
        channel_count: int = 32,
        layer_count: int = 2,
        layout: ObservationLayout | ObservationLayoutWord = "chw",
    ) -> None:
        network = PlanesNetwork(
            observation_space,
            features_dim=features_dim,
            channel_count=channel_count,
            layer_count=layer_count,
            layout=layout,
        )
        super().__init__(observation_space, features_dim)
        self._network = network

    @classmethod
    def policy_kwargs(cls, **keywords: Any) -> dict[str, Any]:
        """Returns the argument `policy_kwargs` of an algorithm that uses this network.

        The policy and the value are linear in the features. The algorithm does not divide the
        planes by 255, as it would do with images.

        Args:
          keywords: The arguments of the constructor from `features_dim` on.
        """
        return {
            "features_extractor_class": cls,
            "features_extractor_kwargs": keywords,
            "net_arch": [],
            "normalize_images": False,
        }

    def forward(self, observations: Any) -> Any:
        """Returns the features of a batch of observations, float32 of shape (batch, features)."""
        return self._network(observations)
