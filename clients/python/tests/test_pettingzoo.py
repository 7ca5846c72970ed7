from __future__ import annotations

import copy
import functools
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, render_test, seed_test

import tengen
import tengen.pettingzoo

if TYPE_CHECKING:
    from tengen.pettingzoo import raw_env

SIZES: list[Any] = [5, 9, 19, (7, 9)]


@pytest.mark.parametrize("action", [26, 500, -1, -3])
def test_step_outside_the_action_space_raises(action: int, address: str) -> None:
    env = tengen.pettingzoo.raw_env(5, address=address)
    env.reset(seed=1)

    with pytest.raises(tengen.InvalidArgumentError, match=f"action {action} is not"):
        env.step(action)
    for word in (1.0, True, np.array([1])):
        with pytest.raises(TypeError, match="action must be an integer"):
            env.step(word)
    env.step(25)
    assert env.session.state().actions == (25,)
    env.close()


@pytest.fixture
def env(address: str) -> Any:
    with_session = tengen.pettingzoo.env(5, komi=0.5, address=address)
    yield with_session
    with_session.close()


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
# White observes this after a pass on the empty board; api_test draws actions without a seed.
@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")
@pytest.mark.parametrize("size", SIZES)
def test_api_test_accepts(size: Any, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = tengen.pettingzoo.env(size, address=address)

    api_test(env, num_cycles=300)

    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("size", SIZES)
def test_seed_test_accepts(size: Any, address: str) -> None:
    seed_test(lambda: tengen.pettingzoo.env(size, address=address), num_cycles=150)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.full
def test_render_test_accepts(size: Any, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")

    render_test(functools.partial(tengen.pettingzoo.env, size, address=address))


def test_environments_of_several_sizes_live_together(address: str) -> None:
    envs = [tengen.pettingzoo.env(size, address=address) for size in SIZES]
    for env in envs:
        env.reset(seed=1)
    random = np.random.default_rng(1)
    for _ in range(20):
        for env in envs:
            observation, _, terminated, truncated, _ = env.last()
            assert env.observation_space(env.agent_selection).contains(observation)
            assert (terminated, truncated) == (False, False)
            env.step(random.choice(np.flatnonzero(observation["action_mask"][:-1])))
    for env in envs:
        env.close()


@pytest.mark.parametrize("max_moves", [1, 4, 5])
def test_max_moves_truncates_both_agents(max_moves: int, address: str) -> None:
    env = tengen.pettingzoo.env(5, max_moves=max_moves, address=address)
    env.reset(seed=1)
    move_count = 0
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        assert not terminated
        if truncated:
            assert type(truncated) is bool
            assert reward == 0.0
            env.step(None)
        else:
            mask = observation["action_mask"].copy()
            mask[-1] = 0  # Two passes would terminate the game.
            env.step(env.action_space(agent).sample(mask))
            move_count += 1
    env.close()

    assert move_count == max_moves


def test_two_passes_pay_both_agents(env: Any) -> None:
    env.reset(seed=1)
    env.step(12)
    env.step(25)
    env.step(25)

    assert env.terminations == {"black_0": True, "white_0": True}
    assert env.rewards == {"black_0": 1.0, "white_0": -1.0}
    rewards = {}
    for agent in env.agent_iter():
        _, rewards[agent], *_ = env.last()
        env.step(None)
    assert rewards == {"black_0": 1.0, "white_0": -1.0}
    assert env.agents == []


def test_illegal_action_loses(env: Any) -> None:
    env.reset(seed=1)
    env.step(12)
    env.step(12)

    assert env.rewards == {"black_0": 1.0, "white_0": -1.0}
    assert env.terminations["white_0"] is True


def test_observe_shows_each_agent_its_own_view(env: Any) -> None:
    env.reset(seed=1)
    env.step(12)
    black, white = env.observe("black_0"), env.observe("white_0")

    assert np.flatnonzero(black["observation"][0]).tolist() == [12]
    assert np.flatnonzero(white["observation"][1]).tolist() == [12]
    assert black["observation"][16].all()
    assert not white["observation"][16].any()
    assert not black["action_mask"].any()
    assert white["action_mask"].sum() == 25
    assert env.observation_space("white_0").contains(white)


def test_observe_other_agent_equals_what_it_sees_after_a_pass(env: Any) -> None:
    random = np.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(12):
        env.step(random.choice(np.flatnonzero(env.last()[0]["action_mask"][:-1])))
        other = "white_0" if env.agent_selection == "black_0" else "black_0"
        before = env.observe(other)["observation"]
        env.step(25)
        after = env.last()[0]["observation"]

        # After a pass, the board appears again as the newest one, and the others move by one.
        assert np.array_equal(after[:2], before[:2])
        assert np.array_equal(after[2:16], before[:14])


def test_state_is_the_view_of_the_agent_to_move(env: Any) -> None:
    env.reset(seed=1)
    env.step(12)

    assert np.array_equal(env.state(), env.last()[0]["observation"])
    assert env.state_space.contains(env.state())


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
)
@pytest.mark.parametrize("size", SIZES)
def test_copy_is_a_new_environment(duplicate: Any, size: Any, address: str) -> None:
    env: raw_env = tengen.pettingzoo.raw_env(size, komi=0.5, address=address)
    other = duplicate(env)

    assert other.session.spec == env.session.spec
    assert other.session.session_id != env.session.session_id
    for use in (other.step, lambda _: other.observe("black_0")):
        with pytest.raises(ResetNeeded):
            use(1)
    env.close()
    other.reset(seed=1)
    other.step(0)
    other.close()


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copy_in_wrappers_waits_for_a_reset(duplicate: Any, env: Any) -> None:
    other = duplicate(env)

    with pytest.raises(AttributeError, match="before reset"):
        other.last()
    env.reset(seed=1)
    env.step(12)
    other.reset(seed=1)
    other.step(0)
    assert not np.array_equal(env.state(), other.state())
    other.close()


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
)
def test_copy_within_an_episode_continues_it(duplicate: Any, address: str) -> None:
    env: raw_env = tengen.pettingzoo.raw_env(3, reward_mode="area-delta", address=address)
    env.reset(seed=1)
    env.step(0)
    other = duplicate(env)
    assert other.session.session_id != env.session.session_id
    for action in (4, 8, 9, 9):
        for agent in env.possible_agents:
            assert np.array_equal(
                env.observe(agent)["observation"], other.observe(agent)["observation"]
            )
        assert other.agent_selection == env.agent_selection
        env.step(action)
        other.step(action)
        _, *ours, info = env.last()
        _, *theirs, other_info = other.last()
        assert ours == theirs
        assert info["state_hash"] == other_info["state_hash"]
    assert all(other.terminations.values())
    other.step(None)
    other.step(None)
    assert other.agents == []
    assert env.agents != []
    env.close()
    other.close()


def test_copy_in_wrappers_continues_the_episode(env: Any) -> None:
    env.reset(seed=1)
    env.step(12)
    other = copy.deepcopy(env)

    env.step(0)
    other.step(0)
    assert np.array_equal(env.state(), other.state())
    other.close()


def test_step_too_many_ignored_actions_truncate(address: str) -> None:
    env = tengen.pettingzoo.raw_env(
        3,
        illegal_action_policy="ignore",
        illegal_action_penalty=0.5,
        max_illegal_actions=1,
        address=address,
    )
    env.reset(seed=1)
    env.step(4)
    env.step(4)

    assert env.truncations == {"black_0": True, "white_0": True}
    assert env.terminations == {"black_0": False, "white_0": False}
    assert env.rewards == {"black_0": 0.0, "white_0": -0.5}
    env.close()


def test_reset_without_seed_follows_from_the_seed_before(address: str) -> None:
    seeds = []
    for _ in range(2):
        env = tengen.pettingzoo.raw_env(5, address=address)
        env.reset(seed=4)
        env.reset()
        seeds.append(env.infos["black_0"]["seed"])
        env.close()

    assert seeds[0] == seeds[1]


@pytest.mark.parametrize("keys", [(), ("move_number",), ["player_to_move", "end_reason", "margin"]])
def test_info_keys_are_the_only_keys(keys: Any, address: str) -> None:
    env = tengen.pettingzoo.raw_env(5, komi=0.5, address=address, info_keys=keys)
    everything = tengen.pettingzoo.raw_env(5, komi=0.5, address=address)
    for one in (env, everything):
        one.reset(seed=1)
        for action in (12, 25, 25):
            one.step(action)
    start = tengen.pettingzoo.raw_env(5, address=address, info_keys=keys)
    start.reset(seed=1)

    assert all(everything.terminations.values())
    infos: dict[str, Any] = dict(env.infos)
    for agent, info in everything.infos.items():
        assert infos[agent] == {key: value for key, value in info.items() if key in keys}
        assert len(infos[agent]) == len(keys)
    assert set(start.infos["black_0"]) == set(keys) - {"end_reason", "margin"}
    assert not start.infos["white_0"]
    for one in (env, everything, start):
        one.close()


@pytest.mark.parametrize("keys", ["move_number", 3, [1]])
def test_info_keys_of_another_type_raise(keys: Any, address: str) -> None:
    with pytest.raises(TypeError, match="info_keys"):
        tengen.pettingzoo.raw_env(5, address=address, info_keys=keys)
