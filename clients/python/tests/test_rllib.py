"""The adapters for RLlib. Skipped where RLlib is not installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest

import tengen

torch = pytest.importorskip("torch")
ray = pytest.importorskip("ray")
pytest.importorskip("ray.rllib")

from ray.rllib.algorithms.ppo import PPOConfig  # noqa: E402
from ray.rllib.core.columns import Columns  # noqa: E402
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec  # noqa: E402
from ray.rllib.env.multi_agent_env import MultiAgentEnv  # noqa: E402
from ray.rllib.utils.pre_checks.env import check_multiagent_environments  # noqa: E402

from tengen.rllib import AGENTS, GoMultiAgentEnv, masked_module_spec  # noqa: E402

if TYPE_CHECKING:
    from tengen.words import ObservationLayoutWord

# Ray warns about its own use of deprecated parts.
pytestmark = [pytest.mark.full, pytest.mark.filterwarnings("default")]


def config() -> Any:
    """Returns small settings of PPO without other processes."""
    return (
        PPOConfig()
        .env_runners(num_env_runners=0)
        .training(
            train_batch_size_per_learner=256, minibatch_size=64, num_epochs=1, use_kl_loss=False
        )
        .debugging(seed=1)
    )


def test_multi_agent_env_is_accepted_by_the_checker(address: str) -> None:
    env = GoMultiAgentEnv({"size": 5, "address": address})

    assert isinstance(env, MultiAgentEnv)
    check_multiagent_environments(env)
    env.close()


@pytest.mark.parametrize(
    "options",
    [
        {"size": 5, "komi": 0.5},
        {"size": (3, 4), "reward_mode": "area-delta", "max_moves": 9},
        {"size": 4, "encoding": "katago-v7"},
    ],
    ids=str,
)
def test_multi_agent_env_does_what_pettingzoo_does(options: dict[str, Any], address: str) -> None:
    pettingzoo = pytest.importorskip("tengen.pettingzoo")
    ours = GoMultiAgentEnv({"address": address, **options})
    theirs = pettingzoo.raw_env(address=address, **options)
    random = np.random.default_rng(1)
    end_count = turn_count = 0
    for seed in range(6):
        observations, infos = ours.reset(seed=seed)
        theirs.reset(seed=seed)
        totals = dict.fromkeys(AGENTS.values(), 0.0)
        is_over = False
        while not is_over:
            (agent,) = observations
            assert agent == theirs.agent_selection
            assert infos.keys() == observations.keys()
            observation, expected = observations[agent], theirs.observe(agent)
            assert observation.keys() == expected.keys()
            for key in expected:
                assert np.array_equal(observation[key], expected[key])
            assert ours.observation_spaces[agent].contains(observation)
            (action,) = tengen.sample_actions(observation["action_mask"][None], random)
            if random.random() < 0.02:
                action = random.integers(0, len(observation["action_mask"]))
            observations, rewards, terminated, truncated, infos = ours.step({agent: action})
            theirs.step(action)
            turn_count += 1
            assert rewards == theirs.rewards
            for name, reward in rewards.items():
                totals[name] += reward
            assert terminated == {"__all__": theirs.terminations[agent]}
            assert truncated == {"__all__": theirs.truncations[agent]}
            is_over = terminated["__all__"] or truncated["__all__"]
        end_count += 1
        assert set(observations) == set(AGENTS.values())
        assert ours.agents == []
        for name, observation in observations.items():
            assert np.array_equal(observation["observation"], theirs.observe(name)["observation"])
        if "reward_mode" not in options:
            assert sum(totals.values()) == 0
    ours.close()
    theirs.close()

    assert end_count == 6
    assert turn_count > 40


def test_multi_agent_env_wrong_agents_raise(address: str) -> None:
    env = GoMultiAgentEnv({"size": 5, "address": address})
    env.reset(seed=1)

    with pytest.raises(KeyError, match="black_0"):
        env.step({"white_0": 1})
    with pytest.raises(KeyError, match="black_0"):
        env.step({"black_0": 1, "white_0": 2})
    with pytest.raises(KeyError, match="black_0"):
        env.step({})
    observations, *_ = env.step({"black_0": 1})
    env.close()
    assert list(observations) == ["white_0"]


@pytest.mark.parametrize("name", ["opponent", "agent_color", "boards"])
def test_multi_agent_env_other_arguments_raise(name: str, address: str) -> None:
    with pytest.raises(TypeError, match=name):
        GoMultiAgentEnv({"address": address, name: "random"})


@pytest.mark.usefixtures("cluster")
def test_ppo_steps_the_vector_environment(address: str) -> None:
    algorithm = (
        config()
        .environment(
            "tengen:tengen/Go5x5-v1",
            env_config={"opponent": "random", "komi": 0.5, "address": address},
        )
        .env_runners(num_envs_per_env_runner=8, gym_env_vectorize_mode="vector_entry_point")
        .rl_module(rl_module_spec=masked_module_spec(channel_count=8))
        .build_algo()
    )
    runner = algorithm.env_runner
    assert isinstance(runner.env.unwrapped, tengen.TengenVectorEnv)
    before = weights(algorithm.get_module())
    results = algorithm.train()
    after = weights(algorithm.get_module())
    episodes = runner.sample(num_timesteps=400, random_actions=False)
    algorithm.stop()

    assert results["env_runners"]["num_env_steps_sampled"] >= 256
    assert any(not np.array_equal(one, other) for one, other in zip(before, after, strict=True))
    finished = [episode for episode in episodes if episode.is_done]
    assert len(finished) > 5
    # Illegal actions would lose.
    assert {episode.get_infos(-1)["end_reason"] for episode in finished} <= {"passes", "max-moves"}


@pytest.mark.usefixtures("cluster")
def test_remote_env_runner_steps_the_vector_environment(address: str) -> None:
    algorithm = (
        config()
        .environment("tengen:tengen/Go5x5-v1", env_config={"address": address})
        .env_runners(
            num_env_runners=1,
            num_envs_per_env_runner=4,
            gym_env_vectorize_mode="vector_entry_point",
        )
        .rl_module(rl_module_spec=masked_module_spec(channel_count=8))
        .build_algo()
    )
    results = algorithm.train()
    algorithm.stop()

    assert results["env_runners"]["num_env_steps_sampled"] >= 256


@pytest.mark.usefixtures("cluster")
def test_ppo_plays_itself(address: str) -> None:
    spec = masked_module_spec(channel_count=8, layer_count=1)
    algorithm = (
        config()
        .environment(GoMultiAgentEnv, env_config={"size": 3, "komi": 0.5, "address": address})
        .env_runners(num_envs_per_env_runner=2)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda *_, **__: "shared")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"shared": spec}))
        .build_algo()
    )
    before = weights(algorithm.get_module("shared"))
    algorithm.train()
    after = weights(algorithm.get_module("shared"))
    episodes = algorithm.env_runner.sample(num_timesteps=200, random_actions=False)
    algorithm.stop()

    assert any(not np.array_equal(one, other) for one, other in zip(before, after, strict=True))
    finished = [episode for episode in episodes if episode.is_done]
    assert len(finished) > 3
    for episode in finished:
        returns = [one.get_return() for one in episode.agent_episodes.values()]
        assert len(returns) == 2
        assert sum(returns) == 0


def weights(module: Any) -> list[Any]:
    return [parameter.detach().numpy().copy() for parameter in module.parameters()]


@pytest.mark.parametrize("layout", ["chw", "hwc"])
@pytest.mark.parametrize("encoding", ["alphazero:history=1", "katago-v7"])
def test_module_never_chooses_an_illegal_action(
    encoding: str, layout: ObservationLayoutWord, address: str
) -> None:
    with tengen.make_vec(
        4, 32, encoding=encoding, observation_layout=layout, address=address, opponent=None
    ) as envs:
        spec = masked_module_spec(layout=layout, features_dim=16)
        spec.observation_space = envs.single_observation_space
        spec.action_space = envs.single_action_space
        module = spec.build()
        observations, _ = envs.reset(seed=1)
        banned = 0
        for _ in range(30):
            batch = {name: torch.as_tensor(part) for name, part in observations.items()}
            outputs = module.forward_exploration({Columns.OBS: batch})
            values = module.compute_values({Columns.OBS: batch})
            policy = torch.softmax(outputs[Columns.ACTION_DIST_INPUTS], 1).detach().numpy()
            assert values.shape == (32,)
            assert np.allclose(policy.sum(axis=1), 1)
            assert (policy[observations["action_mask"] == 0] == 0).all()
            banned += int((observations["action_mask"] == 0).sum())
            actions = tengen.sample_actions(policy > 0, np.random.default_rng(1))
            observations, *_, infos = envs.step(actions)
            assert "illegal_reason" not in infos

    assert banned > 500


def test_other_arguments_of_the_network_raise() -> None:
    with pytest.raises(TypeError):
        masked_module_spec(channels=8)  # type: ignore[call-arg]
    spec = masked_module_spec(channel_count=0)
    spec.observation_space = gymnasium.spaces.Box(0, 1, (3, 5, 5), np.uint8)
    spec.action_space = gymnasium.spaces.Discrete(26)
    with pytest.raises(tengen.InvalidArgumentError, match="channel_count 0"):
        spec.build()
