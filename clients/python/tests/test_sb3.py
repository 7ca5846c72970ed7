"""The environment for Stable-Baselines3. Skipped where Stable-Baselines3 is not installed."""

from __future__ import annotations

import copy
import pickle
import time
import warnings
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces

import tengen

torch = pytest.importorskip("torch")
pytest.importorskip("stable_baselines3")
sb3_contrib = pytest.importorskip("sb3_contrib")

from stable_baselines3 import DQN, PPO  # noqa: E402
from stable_baselines3.common.evaluation import evaluate_policy  # noqa: E402
from stable_baselines3.common.monitor import Monitor  # noqa: E402
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv  # noqa: E402

from tengen.sb3 import PlanesExtractor, TengenVecEnv  # noqa: E402

if TYPE_CHECKING:
    from faulty_proxy import FaultyProxy

    from tengen.words import ObservationLayoutWord

pytestmark = pytest.mark.full

COUNT = 5
INFO_KEYS = {
    "TimeLimit.truncated",
    "action",
    "end_reason",
    "illegal_reason",
    "margin",
    "move_number",
    "player_to_move",
    "state_hash",
    "winner",
}


class PlanesOnly(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Removes the action mask from the observation, and the dict if only planes remain."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        parts = {
            name: part for name, part in env.observation_space.items() if name != "action_mask"
        }
        self.observation_space = spaces.Dict(parts) if len(parts) > 1 else parts["observation"]

    def observation(self, observation: Any) -> Any:
        if isinstance(self.observation_space, spaces.Dict):
            return {name: observation[name] for name in self.observation_space}
        return observation["observation"]


def dummy(address: str, **arguments: Any) -> DummyVecEnv:
    makers = [lambda: Monitor(PlanesOnly(tengen.GoEnv(address=address, **arguments)))] * COUNT
    return DummyVecEnv(makers)


def assert_same(ours: Any, theirs: Any) -> None:
    """Compares observations, which are arrays or dicts of arrays."""
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys()
        for name in theirs:
            assert_same(ours[name], theirs[name])
    else:
        assert ours.dtype == theirs.dtype
        assert np.array_equal(ours, theirs)


def pickled(envs: Any) -> Any:
    return pickle.loads(pickle.dumps(envs))


def compared(info: dict[str, Any]) -> dict[str, Any]:
    return {key: info[key] for key in INFO_KEYS & info.keys()}


@pytest.mark.parametrize(
    "arguments",
    [
        {"size": 5, "opponent": "random", "komi": 0.5},
        {"size": 3, "opponent": None, "max_moves": 7},
        {"size": (4, 6), "agent_color": "white", "reward_mode": "area-delta", "max_moves": 12},
        {"size": 4, "encoding": "katago-v7", "score_on_truncation": True, "max_moves": 10},
        {"size": 5, "observation_layout": "hwc", "symmetry": "rotate-90", "max_moves": 20},
        {"size": 3, "illegal_action_policy": "ignore", "illegal_action_penalty": 0.25},
    ],
    ids=str,
)
def test_step_does_what_dummy_vec_env_does(arguments: dict[str, Any], address: str) -> None:
    ours = TengenVecEnv(num_envs=COUNT, address=address, **arguments)
    theirs = dummy(address, **arguments)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    random = np.random.default_rng(3)
    for envs in (ours, theirs):
        envs.seed(11)
    assert_same(ours.reset(), theirs.reset())
    ended = truncated = illegal = 0
    for _ in range(150):
        masks = np.stack(ours.env_method("action_masks"))
        assert np.array_equal(masks, np.stack(theirs.env_method("action_masks")))
        actions = tengen.sample_actions(masks, random)
        draws = random.random(COUNT)
        actions[draws < 0.03] = random.integers(0, masks.shape[1])
        actions[draws > 0.97] = tengen.RESIGN
        mine, rewards, dones, infos = ours.step(actions)
        others, their_rewards, their_dones, their_infos = theirs.step(actions)
        assert_same(mine, others)
        assert rewards.dtype == their_rewards.dtype
        assert np.allclose(rewards, their_rewards)
        assert dones.dtype == their_dones.dtype
        assert np.array_equal(dones, their_dones)
        for info, other in zip(infos, their_infos, strict=True):
            assert compared(info) == compared(other)
            assert info["action_mask"].tolist() == other["action_mask"].tolist()
            assert ("terminal_observation" in info) == ("terminal_observation" in other)
            illegal += "illegal_reason" in info
            if "terminal_observation" in other:
                assert_same(info["terminal_observation"], other["terminal_observation"])
                # Monitor rounds the return to six digits.
                assert info["episode"]["r"] == pytest.approx(other["episode"]["r"], abs=1e-5)
                assert info["episode"]["l"] == other["episode"]["l"]
                assert 0 < info["episode"]["t"] < 1000
                ended += 1
                truncated += info["TimeLimit.truncated"]
        for info, other in zip(ours.reset_infos, theirs.reset_infos, strict=True):
            assert info["state_hash"] == other["state_hash"]
            assert info["episode_number"] == other["episode_number"]
            assert "TimeLimit.truncated" not in info
    ours.close()
    theirs.close()

    assert ended > 20
    assert illegal > 0
    assert truncated > 10 or "max_moves" not in arguments


def test_parts_are_chosen_by_indices(address: str) -> None:
    with_close = TengenVecEnv(5, 3, address=address, opponent=None)
    with_close.reset()
    with_close.step(np.array([0, 1, 2]))
    everything = np.stack(with_close.env_method("action_masks"))

    assert np.array_equal(with_close.env_method("action_masks", indices=1), everything[1:2])
    assert np.array_equal(with_close.env_method("action_masks", indices=[2, 0]), everything[[2, 0]])
    assert everything[:, :3].tolist() == (1 - np.eye(3)).tolist()
    (mask,) = with_close.get_attr("action_masks", indices=2)
    assert mask().tolist() == everything[2].tolist()
    assert with_close.get_attr("render_mode") == [None] * 3
    assert with_close.has_attr("action_masks")
    assert not with_close.has_attr("envs_of_nobody")
    assert with_close.env_is_wrapped(Monitor) == [True] * 3
    assert with_close.env_is_wrapped(gymnasium.Wrapper, indices=0) == [True]
    assert with_close.env_is_wrapped(gymnasium.wrappers.TimeLimit) == [False] * 3
    with pytest.raises(AttributeError, match="envs_of_nobody"):
        with_close.get_attr("envs_of_nobody")
    with pytest.raises(AttributeError, match="komi cannot be set"):
        with_close.set_attr("komi", 0.5)
    with pytest.raises(AttributeError, match="not play"):
        with_close.env_method("play")
    with_close.close()


def test_seeds_are_used_once(address: str) -> None:
    envs = TengenVecEnv(5, 2, address=address)
    assert envs.seed(41) == [41, 42]
    envs.reset()
    first = [info["seed"] for info in envs.reset_infos]
    envs.reset()

    assert first == [41, 42]
    assert all("seed" not in info for info in envs.reset_infos)
    envs.set_options({"handicap": 2})
    with pytest.raises(tengen.InvalidArgumentError, match="handicap"):
        envs.reset()
    envs.close()


@pytest.mark.parametrize("name", ["autoreset_mode", "batch_size", "copy", "terminal_mask", "komy"])
def test_arguments_that_are_not_its_own_raise(name: str, address: str) -> None:
    with pytest.raises(TypeError, match=name):
        TengenVecEnv(5, 2, address=address, **{name: 1})


def test_packed_planes_raise(address: str) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="packed"):
        TengenVecEnv(5, 2, address=address, array_format="packed")


def test_render_tiles_the_boards(address: str) -> None:
    envs = TengenVecEnv(5, 4, address=address, render_mode="rgb_array", opponent=None)
    envs.reset()
    envs.step(np.array([0, 1, 2, 3]))
    image = envs.render()
    (single,) = envs.env_method("render", indices=2)
    envs.close()

    assert image is not None
    assert image.shape == (528, 528, 3)
    assert np.array_equal(image[264:, :264], single)

    silent = TengenVecEnv(5, 4, address=address)
    silent.reset()
    with pytest.raises(ValueError, match="rgb_array"):
        silent.get_images()
    silent.close()


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickled])
def test_copy_is_a_new_environment_with_the_same_arguments(duplicate: Any, address: str) -> None:
    envs = TengenVecEnv((4, 3), 2, address=address, komi=0.5, opponent=None)
    envs.reset()
    other = duplicate(envs)
    assert isinstance(other, VecEnv)
    assert other.observation_space == envs.observation_space
    with pytest.raises(gymnasium.error.ResetNeeded):
        other.step(np.array([0, 1]))
    other.reset()
    other.close()
    *_, infos = envs.step(np.array([2, 3]))
    envs.close()

    assert [info["move_number"] for info in infos] == [1, 1]


def test_lost_connection_raises_and_reset_makes_new_boards(proxy: FaultyProxy) -> None:
    envs = TengenVecEnv(5, 2, address=proxy.address, opponent=None)
    envs.reset()
    proxy.drop_connections()

    with pytest.raises(tengen.LanesLostError):
        envs.step(np.array([1, 2]))
    envs.reset()
    *_, infos = envs.step(np.array([1, 2]))
    envs.close()
    assert [info["move_number"] for info in infos] == [1, 1]


@pytest.mark.parametrize("layout", ["chw", "hwc"])
@pytest.mark.parametrize("encoding", ["alphazero-17", "katago-v7"])
def test_extractor_takes_every_space(
    layout: ObservationLayoutWord, encoding: str, address: str
) -> None:
    envs = TengenVecEnv((7, 5), 3, address=address, encoding=encoding, observation_layout=layout)
    extractor = PlanesExtractor(envs.observation_space, 16, layout=layout, layer_count=3)
    observations = envs.reset()
    parts = observations if isinstance(observations, dict) else {"observation": observations}
    tensors = {name: torch.as_tensor(part) for name, part in parts.items()}
    features = extractor(tensors if len(tensors) > 1 else tensors["observation"])
    envs.close()

    assert features.shape == (3, 16)
    assert features.dtype == torch.float32
    assert (len(tensors) > 1) == (encoding == "katago-v7")


def test_extractor_sees_the_same_in_both_layouts() -> None:
    planes = torch.as_tensor(np.random.default_rng(1).integers(0, 2, (4, 17, 6, 5), np.uint8))
    one = PlanesExtractor(spaces.Box(0, 1, (17, 6, 5), np.uint8))
    other = PlanesExtractor(spaces.Box(0, 1, (6, 5, 17), np.uint8), layout="hwc")
    other.load_state_dict(one.state_dict())

    assert torch.equal(one(planes), other(planes.permute(0, 2, 3, 1)))


@pytest.mark.parametrize(
    "space",
    [
        spaces.Box(0, 1, (25,), np.uint8),
        spaces.Dict(planes=spaces.Box(0, 1, (17, 5, 5), np.uint8)),
        spaces.Discrete(3),
    ],
    ids=str,
)
def test_extractor_of_another_space_raises(space: Any) -> None:
    with pytest.raises((TypeError, AssertionError)):
        PlanesExtractor(space)


@pytest.mark.parametrize("encoding", ["alphazero:history=1", "katago-v7"])
def test_maskable_ppo_trains_and_is_evaluated_without_warnings(encoding: str, address: str) -> None:
    envs = TengenVecEnv(5, 8, address=address, encoding=encoding, komi=0.5, opponent="random")
    policy = "MultiInputPolicy" if encoding == "katago-v7" else "CnnPolicy"
    model = sb3_contrib.MaskablePPO(
        policy,
        envs,
        n_steps=16,
        batch_size=64,
        n_epochs=1,
        seed=1,
        policy_kwargs=PlanesExtractor.policy_kwargs(channel_count=8),
    )
    before = [parameter.clone() for parameter in model.policy.parameters()]
    model.learn(3 * 16 * 8)
    after = list(model.policy.parameters())

    assert any(not torch.equal(one, other) for one, other in zip(before, after, strict=True))
    assert len(model.ep_info_buffer) > 10
    assert all(info["l"] > 0 for info in model.ep_info_buffer)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mean, _ = evaluate_policy(model, envs, n_eval_episodes=16)
    assert -1 <= mean <= 1
    envs.close()


def test_ppo_and_dqn_train_without_masks(address: str) -> None:
    options = {"policy_kwargs": {"net_arch": [16]}, "seed": 1}
    envs = TengenVecEnv(3, 4, address=address, komi=0.5, opponent="random")
    PPO("MlpPolicy", envs, n_steps=16, batch_size=32, n_epochs=1, **options).learn(128)
    DQN("MlpPolicy", envs, buffer_size=500, learning_starts=40, **options).learn(200)
    envs.close()


@pytest.mark.long
def test_rollout_is_twenty_times_as_fast_as_a_single_environment(address: str) -> None:
    # With several threads on a busy machine, PyTorch spends most of its time waiting for them.
    torch.set_num_threads(1)
    ratios = []
    for _ in range(3):
        single = DummyVecEnv(
            [lambda: tengen.make("Go5x5-v1", opponent="random", komi=0.5, address=address)]
        )
        slow = rollout_steps_per_second(single, "MultiInputPolicy", n_steps=400)
        many = TengenVecEnv(5, 256, opponent="random", komi=0.5, address=address)
        policy_kwargs = PlanesExtractor.policy_kwargs()
        fast = rollout_steps_per_second(many, "CnnPolicy", n_steps=64, policy_kwargs=policy_kwargs)
        ratios.append(fast / slow)
        print(f"{slow:.0f} and {fast:.0f} steps/s, ratio {ratios[-1]:.0f}")

    assert np.median(ratios) >= 20


def rollout_steps_per_second(envs: VecEnv, policy: str, *, n_steps: int, **options: Any) -> float:
    """Returns the speed of the rollouts of MaskablePPO, without updates of the network."""
    model = sb3_contrib.MaskablePPO(policy, envs, n_steps=n_steps, seed=1, device="cpu", **options)
    model.train = lambda: None
    count = n_steps * envs.num_envs
    model.learn(count)
    start = time.perf_counter()
    model.learn(2 * count)
    speed: float = 2 * count / (time.perf_counter() - start)
    envs.close()
    return speed
