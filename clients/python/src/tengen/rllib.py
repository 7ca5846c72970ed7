"""Environments and a network with action masks for RLlib's new API stack.

RLlib makes `tengen.TengenVectorEnv` itself, by the id of a Gymnasium environment, so that an env
runner steps all its boards over one stream:

    from ray.rllib.algorithms.ppo import PPOConfig
    from tengen.rllib import masked_module_spec

    config = (
        PPOConfig()
        .environment("tengen:tengen/Go5x5-v1", env_config={"opponent": "random"})
        .env_runners(num_envs_per_env_runner=64, gym_env_vectorize_mode="vector_entry_point")
        .rl_module(rl_module_spec=masked_module_spec())
    )

`GoMultiAgentEnv` has both players as agents, for self-play.

Requires the extra `rllib`: `pip install "tengen-go[rllib]"`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium

from tengen._environment import opponent_view
from tengen.enums import Color
from tengen.gym import GoEnv

try:
    import torch
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.apis import ValueFunctionAPI
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.core.rl_module.torch import TorchRLModule
    from ray.rllib.env.multi_agent_env import MultiAgentEnv

    from tengen._networks import PlanesNetwork
except ImportError:
    raise gymnasium.error.DependencyNotInstalled(
        'RLlib or PyTorch is not installed: pip install "tengen-go[rllib]"'
    ) from None

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tengen.enums import ObservationLayout
    from tengen.infos import GoInfo
    from tengen.words import ObservationLayoutWord

__all__ = ["GoMultiAgentEnv", "MaskedPlanesModule", "masked_module_spec"]

Observations = dict[str, dict[str, Any]]

AGENTS = {Color.BLACK: "black_0", Color.WHITE: "white_0"}

NETWORK = "planes_network"
"""The key of the network's arguments in a model configuration, to which RLlib adds keys."""

MASKED_LOGIT = -1e9
"""The logit of an illegal action. It is finite, so that no gradient is undefined."""


class GoMultiAgentEnv(MultiAgentEnv):
    """Go for the agents `black_0` and `white_0`, which take turns. For self-play in RLlib.

    An observation is the dict of `tengen.GoEnv`: `observation` with the planes, `action_mask`, and
    `globals` for encodings with global features. Only the agent to move gets an observation and an
    info, and only that agent acts. At the end of the game both agents get an observation. Both
    agents get a reward after each move.

    An illegal action loses by default.

    Args:
      config: The arguments of `tengen.GoEnv` except `opponent` and `agent_color`, by name. RLlib
        passes the `env_config` of the algorithm. Give it the `address` of a server if there are
        several env runners: otherwise each one starts a server.

    Raises:
      TypeError: An argument is of the wrong type or unknown.
      InvalidArgumentError: A value is out of range, or a name is unknown.
      LaunchError: No address is given, and no server can be started.
      TengenError: The server does not answer, or the call failed.
    """

    metadata: ClassVar[dict[str, Any]] = GoEnv.metadata

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        keywords = dict(config or {})
        for name in ("opponent", "agent_color"):
            if name in keywords:
                raise TypeError(f"GoMultiAgentEnv has no argument {name}: both players are agents")
        self._encoding = keywords.get("encoding", "alphazero-17")
        self._env = GoEnv(opponent=None, **keywords)
        self.possible_agents = list(AGENTS.values())
        self.agents = self.possible_agents[:]
        self.observation_spaces = dict.fromkeys(self.agents, self._env.observation_space)
        self.action_spaces = dict.fromkeys(self.agents, self._env.action_space)
        self.render_mode = self._env.render_mode
        self._to_move = AGENTS[Color.BLACK]
        super().__init__()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, GoInfo]]:
        """Starts a new episode. See `tengen.GoEnv.reset` for the arguments and errors.

        Returns:
          The observation and the info of the agent to move, by its name.
        """
        observation, info = self._env.reset(seed=seed, options=options)
        self.agents = self.possible_agents[:]
        self._to_move = AGENTS[Color(info["player_to_move"])]
        return {self._to_move: observation}, {self._to_move: info}

    def step(
        self, action_dict: dict[str, Any]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], dict[str, GoInfo]]:
        """Plays the action of the agent to move.

        Args:
          action_dict: The action of the agent to move, by its name.

        Returns:
          Observations, rewards, whether the episode terminated, whether it was truncated, and
          infos, by agent. The key `__all__` of the ends stands for both agents.

        Raises:
          KeyError: `action_dict` is not the action of the agent to move alone.
          gymnasium.error.ResetNeeded: The environment has not been reset.
          EpisodeOverError: The episode is over.
        """
        if set(action_dict) != {self._to_move}:
            raise KeyError(f"expected an action of {self._to_move}, not of {sorted(action_dict)}")
        observation, _, terminated, truncated, info = self._env.step(action_dict[self._to_move])
        self._to_move = AGENTS[Color(info["player_to_move"])]
        observations = {self._to_move: observation}
        infos = {self._to_move: info}
        if terminated or truncated:
            planes = opponent_view(observation["observation"], self._encoding)
            for agent in self.possible_agents:
                observations.setdefault(agent, {**observation, "observation": planes})
                infos.setdefault(agent, info)
            self.agents = []
        rewards = {AGENTS[color]: float(info["rewards"][color - 1]) for color in AGENTS}
        return observations, rewards, {"__all__": terminated}, {"__all__": truncated}, infos

    def render(self) -> Any:
        """Returns the board as text or as an image, as the argument `render_mode` says."""
        return self._env.render()

    def close(self) -> None:
        """Closes the session. This method is idempotent."""
        self._env.close()


class MaskedPlanesModule(TorchRLModule, ValueFunctionAPI):
    """A convolutional network with a policy over legal actions and a value, for PPO and others.

    Observations are those of `tengen.GoEnv`, of `tengen.TengenVectorEnv` and of `GoMultiAgentEnv`.
    Make it with `masked_module_spec`. RLlib calls its methods.
    """

    def setup(self) -> None:
        """Creates the layers."""
        network = self.model_config[NETWORK]
        self._body = PlanesNetwork(self.observation_space, **network)
        features_dim = network["features_dim"]
        self._policy = torch.nn.Linear(features_dim, int(self.action_space.n))
        self._value = torch.nn.Linear(features_dim, 1)
        # The first policy is close to uniform.
        torch.nn.init.orthogonal_(self._policy.weight, 0.01)
        torch.nn.init.zeros_(self._policy.bias)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Returns the logits of the actions, in every phase."""
        observations = batch[Columns.OBS]
        features = self._body(observations)
        logits = self._policy(features)
        is_illegal = observations["action_mask"] == 0
        logits = logits.masked_fill(is_illegal, MASKED_LOGIT)
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: features}

    def _forward_inference(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Returns the logits of the actions, without the features."""
        logits = self._forward(batch)[Columns.ACTION_DIST_INPUTS]
        return {Columns.ACTION_DIST_INPUTS: logits}

    def _forward_exploration(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Returns the logits of the actions, without the features."""
        return self._forward_inference(batch)

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        """Returns the values of a batch, float32 of shape (batch,).

        Args:
          batch: The batch.
          embeddings: The features of the batch, if they are known.
        """
        features = self._body(batch[Columns.OBS]) if embeddings is None else embeddings
        return self._value(features).squeeze(-1)


def masked_module_spec(
    *,
    features_dim: int = 128,
    channel_count: int = 32,
    layer_count: int = 2,
    layout: ObservationLayout | ObservationLayoutWord = "chw",
) -> RLModuleSpec:
    """Returns the argument `rl_module_spec` of an algorithm that uses `MaskedPlanesModule`.

    Args:
      features_dim: The number of features, which policy and value are linear in.
      channel_count: The number of channels of each convolution.
      layer_count: The number of convolutions, at least 1.
      layout: The layout of the planes, as in the argument `observation_layout` of environments.
    """
    network = {
        "features_dim": features_dim,
        "channel_count": channel_count,
        "layer_count": layer_count,
        "layout": layout,
    }
    return RLModuleSpec(module_class=MaskedPlanesModule, model_config={NETWORK: network})
