"""Without a seed, a reset continues one chain of seeds: in sessions, environments and vectors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import tengen
import tengen.pettingzoo
from tengen import GoEnv, TengenVectorEnv

COUNT = 4


def session_seeds(client: tengen.Client, first: int, count: int) -> list[int]:
    with client.create_session(3) as session:
        seeds = [session.reset(seed=first)[1]["seed"]]
        return seeds + [session.reset()[1]["seed"] for _ in range(count - 1)]


def test_reset_without_seed_continues_the_chain_of_a_session(
    client: tengen.Client, address: str
) -> None:
    expected = session_seeds(client, 7, 4)

    with GoEnv(3, address=address) as env:
        seeds = [int(env.reset(seed=7)[1]["seed"])]
        seeds += [int(env.reset()[1]["seed"]) for _ in range(3)]
    parallel = tengen.pettingzoo.raw_env(3, address=address)
    agents = []
    for seed in (7, None, None, None):
        parallel.reset(seed)
        agents.append(int(parallel.infos["black_0"]["seed"]))
    parallel.close()

    assert seeds == expected
    assert agents == expected
    assert len(set(expected)) == 4


def test_reset_without_seed_in_a_new_session_continues_the_chain(
    client: tengen.Client, address: str
) -> None:
    expected = session_seeds(client, 7, 3)

    with GoEnv(3, address=address) as env:
        env.reset(seed=7)
        client.attach_session(env.session.session_id).close()
        seeds = [int(env.reset()[1]["seed"]) for _ in range(2)]

    assert seeds == expected[1:]


def test_reset_without_any_seed_is_random(address: str) -> None:
    with GoEnv(3, address=address) as first, GoEnv(3, address=address) as second:
        assert first.reset()[1]["seed"] != second.reset()[1]["seed"]


@pytest.mark.parametrize("symmetry", ["identity", "drawn"])
def test_later_episodes_of_one_board_are_those_of_an_environment(
    symmetry: Any, address: str
) -> None:
    """The opponent's moves are drawn from the seed, so another seed plays another game."""
    arguments: dict[str, Any] = {
        "opponent": "random",
        "agent_color": "white",
        "symmetry": symmetry,
        "address": address,
    }
    with (
        GoEnv(3, **arguments) as env,
        TengenVectorEnv(3, 1, autoreset_mode="disabled", **arguments) as envs,
    ):
        for seed in (3, None, None, None):
            observation, info = env.reset(seed=seed)
            observations, infos = envs.reset(seed=seed)
            for _ in range(8):
                assert np.array_equal(observation["observation"], observations["observation"][0])
                assert info["state_hash"] == infos["state_hash"][0]
                if "end_reason" in info:
                    break
                action = int(np.flatnonzero(info["action_mask"])[0])
                observation, _, _, _, info = env.step(action)
                observations, _, _, _, infos = envs.step(np.array([action]))


@pytest.mark.parametrize("has_mask", [False, True])
def test_reset_with_seeds_for_some_boards_is_that_of_single_environments(
    has_mask: bool, address: str
) -> None:
    arguments: dict[str, Any] = {"opponent": "random", "agent_color": "white", "address": address}
    mode = AutoresetMode.DISABLED
    ours = TengenVectorEnv(3, COUNT, autoreset_mode=mode, **arguments)
    theirs = SyncVectorEnv([lambda: GoEnv(3, **arguments)] * COUNT, autoreset_mode=mode)
    mask = np.array([True, True, False, True])
    options = {"reset_mask": mask} if has_mask else None

    ours.reset(seed=5)
    theirs.reset(seed=5)
    given_seeds: list[list[int | None]] = [
        [None, 9, None, None],
        [8, None, 7, None],
        [None] * COUNT,
    ]
    for seeds in given_seeds:
        observations, infos = ours.reset(seed=seeds, options=options)
        expected, expected_infos = theirs.reset(
            seed=seeds, options=None if options is None else {"reset_mask": mask.copy()}
        )
        assert np.array_equal(observations["observation"], expected["observation"])
        assert np.array_equal(observations["action_mask"], expected["action_mask"])
        chosen = mask if has_mask else np.ones(COUNT, np.bool_)
        assert infos["state_hash"][chosen].tolist() == expected_infos["state_hash"][chosen].tolist()
        assert infos["_episode_number"].tolist() == chosen.tolist()
        if any(seed is not None for seed in seeds):
            given = np.array([seed is not None for seed in seeds]) & chosen
            assert infos["_seed"].tolist() == given.tolist()
            assert np.array_equal(infos["seed"][given], expected_infos["seed"][given])
    ours.close()
    theirs.close()


def test_async_reset_with_seeds_for_some_boards_has_a_result_for_all(address: str) -> None:
    with (
        TengenVectorEnv(3, COUNT, address=address) as ours,
        TengenVectorEnv(3, COUNT, address=address) as other,
    ):
        ours.reset(seed=5)
        other.reset(seed=5)
        ours.async_reset(seed=[None, 9, None, 1])
        result = ours.recv()
        derived = other.reset()[1]["state_hash"]
        given = other.reset(seed=[0, 9, 0, 1])[1]["state_hash"]

    hashes = result.infos["state_hash"].tolist()
    assert hashes == [derived[0], given[1], derived[2], given[3]]
    assert result.infos["env_id"].tolist() == [0, 1, 2, 3]
