from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv
from processes import run_to_end

import tengen
from tengen import GoEnv
from tengen.server.shared import shared_server


def state_hash_after_reset(env: GoEnv) -> int:
    _, info = env.reset(seed=5)
    env.close()
    return int(info["state_hash"])


def make_small(address: str | None) -> gymnasium.Env[Any, Any]:
    return tengen.make("Go5x5-v1", address=address)


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
)
@pytest.mark.parametrize("size", [5, 9, 19, (7, 9)])
def test_copy_is_a_new_environment_with_the_same_arguments(
    duplicate: Any, size: Any, address: str
) -> None:
    with GoEnv(size, agent_color="white", komi=0.5, address=address) as env:
        assert callable(duplicate)
        with duplicate(env) as other:
            assert other.session.spec == env.session.spec
            assert other.session.session_id != env.session.session_id
            with pytest.raises(gymnasium.error.ResetNeeded):
                other.step(0)


def test_spec_makes_the_environment_again(address: str) -> None:
    with tengen.make("tengen/Go-v1", size=(7, 9), komi=0.5, address=address) as env:
        assert env.spec is not None
        text = env.spec.to_json()
        with gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(text)) as other:
            expected = env.reset(seed=2)[1]["state_hash"]
            assert other.reset(seed=2)[1]["state_hash"] == expected


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copy_keeps_the_spec_of_gymnasium(duplicate: Any, address: str) -> None:
    with tengen.make("Go5x5-v1", komi=0.5, address=address) as env, duplicate(env) as other:
        assert other.spec == env.spec
        assert other.unwrapped.spec is not None
        assert other.unwrapped.spec.kwargs["komi"] == 0.5


def test_pickle_to_a_spawned_process_plays_at_the_same_server(address: str) -> None:
    env = GoEnv(5, address=address)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        other = pool.apply(state_hash_after_reset, (env,))

    assert other == state_hash_after_reset(env)


def test_fork_reset_in_the_child_uses_a_session_of_its_own(address: str) -> None:
    with GoEnv(5, address=address) as env:
        env.reset(seed=1)
        child = os.fork()
        if child == 0:
            # pytest must not run in the child.
            code = 1
            try:
                env.reset(seed=1)
                env.step(0)
                env.close()
                code = 0
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)

        assert os.waitstatus_to_exitcode(status) == 0
        env.step(0)


def test_fork_close_in_the_child_leaves_the_parents_session(address: str) -> None:
    with GoEnv(5, address=address) as env:
        env.reset(seed=1)
        child = os.fork()
        if child == 0:
            env.close()
            os._exit(0)
        os.waitpid(child, 0)

        env.step(0)


@pytest.mark.full
def test_reset_after_the_launched_server_has_gone_starts_another() -> None:
    with GoEnv(5) as env:
        env.reset(seed=1)
        shared_server().close()

        env.reset(seed=1)
        env.step(0)


@pytest.mark.parametrize("call", ["make('tengen:{id}')", "make_vec('tengen:{id}', num_envs=2)"])
@pytest.mark.full
def test_gymnasium_makes_the_environment_without_an_import(call: str, address: str) -> None:
    words = call.format(id="tengen/Go5x5-v1")[:-1] + f", address={address!r})"
    program = (
        "import sys, gymnasium\n"
        "assert 'tengen' not in sys.modules\n"
        f"env = gymnasium.{words}\n"
        "env.reset(seed=1)\n"
        "env.close()\n"
        "print(env.spec.id)\n"
    )
    done = run_to_end(sys.executable, "-W", "error", "-c", program)

    assert (done.stdout, done.stderr) == ("tengen/Go5x5-v1\n", "")


def test_sync_vector_plays(address: str) -> None:
    envs = SyncVectorEnv([lambda: make_small(address)] * 3)
    play_vector(envs)


@pytest.mark.full
@pytest.mark.parametrize("context", ["fork", "spawn"])
def test_async_vector_plays(context: str, address: str) -> None:
    envs = AsyncVectorEnv([lambda: make_small(address)] * 2, context=context)
    play_vector(envs)


def test_async_vector_forked_uses_the_launched_server() -> None:
    tengen.launch().close()
    envs = AsyncVectorEnv([lambda: make_small(None)] * 2, context="fork")
    play_vector(envs)


def play_vector(envs: gymnasium.vector.VectorEnv[Any, Any, Any]) -> None:
    random = np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    end_count = 0
    for _ in range(120):
        actions = [random.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]]
        _, _, terminations, truncations, infos = envs.step(np.array(actions))
        end_count += int((terminations | truncations).sum())
    envs.close()

    assert end_count > 0


def played(env: Any, first: int, count: int) -> list[Any]:
    """Plays legal actions until the end of the episode, and returns what the steps return."""
    results = []
    for number in range(first, first + count):
        legal = np.flatnonzero(env.action_masks())
        observation, reward, terminated, truncated, info = env.step(legal[number % len(legal)])
        results.append(
            (
                observation["observation"].tobytes(),
                observation["action_mask"].tobytes(),
                reward,
                terminated,
                truncated,
                int(info["state_hash"]),
                info["actions"],
            )
        )
        if terminated or truncated:
            break
    return results


DUPLICATES = [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]


@pytest.mark.parametrize("duplicate", DUPLICATES)
@pytest.mark.parametrize(
    "arguments",
    [
        {"opponent": "random", "agent_color": "white", "reward_mode": "area-delta"},
        {"opponent": None, "symmetry": "drawn", "render_mode": "ansi", "copy": False},
        {"opponent": "oracle", "task": "race-class0", "size": 9},
    ],
)
def test_copy_within_an_episode_continues_it(
    duplicate: Any, arguments: dict[str, Any], address: str
) -> None:
    with GoEnv(**{"size": 5, "address": address, **arguments}) as env:
        env.reset(seed=11)
        env.action_space.seed(5)
        # A single mistake can decide a task.
        move_count = 0 if "task" in arguments else 3
        played(env, 0, move_count)
        with duplicate(env) as other:
            assert other.session.session_id != env.session.session_id
            assert other.agent_color == env.agent_color
            if env.render_mode is not None:
                assert other.render() == env.render()
            assert other.action_space.sample() == env.action_space.sample()
            assert played(other, move_count, 6) == played(env, move_count, 6)
            # Both are on their own now, and continue the same chain of seeds.
            assert other.reset()[1]["seed"] == env.reset()[1]["seed"]


def test_copy_before_the_first_step_pays_the_opening_move(address: str) -> None:
    arguments: dict[str, Any] = {"reward_mode": "area-delta", "agent_color": "white"}
    with GoEnv(5, address=address, opponent="random", **arguments) as env:
        env.reset(seed=3)
        with copy.deepcopy(env) as other:
            assert other.step(0)[1] == env.step(0)[1]


def test_copy_after_the_end_is_at_its_end(address: str) -> None:
    with GoEnv(3, address=address, opponent=None) as env:
        env.reset(seed=3)
        env.step(9)
        env.step(9)
        with copy.deepcopy(env) as other:
            with pytest.raises(tengen.EpisodeOverError):
                other.step(0)
            other.reset()


def test_copies_leave_no_session_behind(client: tengen.Client, address: str) -> None:
    before = {each.session_id for each in client.list_sessions()}
    with GoEnv(5, address=address) as env:
        env.reset(seed=1)
        for _ in range(3):
            copy.deepcopy(env).close()
        assert len({each.session_id for each in client.list_sessions()} - before) == 1


def test_copy_of_an_environment_whose_session_is_gone_says_so(
    client: tengen.Client, address: str
) -> None:
    with GoEnv(5, address=address) as env:
        env.reset(seed=1)
        client.attach_session(env.session.session_id).close()
        with pytest.raises(tengen.SessionNotFoundError):
            copy.deepcopy(env)
