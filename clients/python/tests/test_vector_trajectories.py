"""A vector environment behaves like Gymnasium's SyncVectorEnv of single environments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import tengen
from tengen import GoEnv, TengenVectorEnv

if TYPE_CHECKING:
    from collections.abc import Mapping

    import gymnasium

COUNT = 5
SEED = 7
KEYS = [
    "action_mask",
    "player_to_move",
    "move_number",
    "state_hash",
    "rewards",
    "action",
    "episode_number",
    "end_reason",
    "margin",
    "winner",
    "illegal_reason",
]
MODES = list(AutoresetMode)

Infos = dict[str, Any]


def make_pair(
    address: str, mode: AutoresetMode, **arguments: Any
) -> tuple[TengenVectorEnv, gymnasium.vector.VectorEnv[Any, Any, Any]]:
    envs = TengenVectorEnv(num_envs=COUNT, address=address, autoreset_mode=mode, **arguments)
    each = arguments.pop("lane_arguments", [{}] * COUNT)
    makers = [lambda one=one: GoEnv(address=address, **(arguments | one)) for one in each]
    return envs, SyncVectorEnv(makers, autoreset_mode=mode)


def assert_same_observations(ours: Any, theirs: Any) -> None:
    assert ours.keys() == theirs.keys()
    for key, array in theirs.items():
        assert ours[key].dtype == array.dtype
        assert np.array_equal(ours[key], array), key


def assert_same_infos(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> None:
    for key in KEYS:
        assert (key in ours) == (key in theirs), key
        if key in theirs:
            assert np.array_equal(ours[f"_{key}"], theirs[f"_{key}"]), key
            assert (
                np.allclose(ours[key], theirs[key])
                if key == "rewards"
                else (np.array_equal(ours[key], theirs[key]))
            ), key
    assert ("final_obs" in ours) == ("final_obs" in theirs)
    if "final_obs" in theirs:
        assert np.array_equal(ours["_final_obs"], theirs["_final_obs"])
        assert np.array_equal(ours["_final_info"], theirs["_final_info"])
        for mine, other in zip(ours["final_obs"], theirs["final_obs"], strict=True):
            assert (mine is None) == (other is None)
            if other is not None:
                assert_same_observations(mine, other)
        assert_same_infos(ours["final_info"], theirs["final_info"])
    if "score" in theirs:
        margins = [None if score is None else score.margin for score in theirs["score"]]
        received = zip(ours["margin"], ours["_margin"], strict=True)
        assert [margin if is_set else None for margin, is_set in received] == margins


def choose(mask: Any, random: np.random.Generator) -> Any:
    """Returns legal actions, and sometimes an illegal action or a resignation."""
    actions = tengen.sample_actions(mask, random)
    draws = random.random(len(actions))
    actions[draws < 0.02] = random.integers(0, mask.shape[1])
    actions[draws > 0.99] = tengen.RESIGN
    return actions


def play(
    ours: TengenVectorEnv, theirs: gymnasium.vector.VectorEnv[Any, Any, Any], step_count: int
) -> int:
    """Plays both, compares everything, and returns the number of ended episodes."""
    random = np.random.default_rng(SEED)
    observations, infos = ours.reset(seed=SEED)
    their_observations, their_infos = theirs.reset(seed=SEED)
    assert_same_observations(observations, their_observations)
    assert_same_infos(infos, their_infos)
    assert np.array_equal(infos["seed"], their_infos["seed"])
    end_count = 0
    for _ in range(step_count):
        actions = choose(observations["action_mask"], random)
        observations, rewards, terminations, truncations, infos = ours.step(actions)
        result = theirs.step(actions)
        assert_same_observations(observations, result[0])
        assert rewards.dtype == np.float64
        assert np.allclose(rewards, result[1])
        assert np.array_equal(terminations, result[2])
        assert np.array_equal(truncations, result[3])
        assert_same_infos(infos, result[4])
        is_over = terminations | truncations
        end_count += int(is_over.sum())
        if ours.metadata["autoreset_mode"] is AutoresetMode.DISABLED and is_over.any():
            observations, infos = ours.reset(options={"reset_mask": is_over.copy()})
            their_observations, their_infos = theirs.reset(options={"reset_mask": is_over.copy()})
            assert_same_observations(observations, their_observations)
            assert_same_infos(infos, their_infos)
    ours.close()
    theirs.close()
    return end_count


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("opponent", [None, "eye-safe-random"])
@pytest.mark.parametrize(
    "size",
    [3, (4, 6), *(pytest.param(size, marks=pytest.mark.full) for size in (5, 9))],
)
def test_step_does_what_single_environments_do(
    size: Any, opponent: str | None, mode: AutoresetMode, address: str
) -> None:
    ours, theirs = make_pair(address, mode, size=size, opponent=opponent, max_moves=60)

    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.single_action_space == theirs.single_action_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert play(ours, theirs, 120) > 5


@pytest.mark.parametrize("mode", MODES)
def test_step_large_board_does_what_single_environments_do(
    mode: AutoresetMode, address: str
) -> None:
    ours, theirs = make_pair(address, mode, size=19, opponent=None, max_moves=40)

    assert play(ours, theirs, 50) > 5


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "arguments",
    [
        {"reward_mode": "margin", "score_on_truncation": True},
        {"reward_mode": "margin-per-point", "komi": 2.5},
        {"reward_mode": "area-delta", "agent_color": "white", "komi": 0.5},
        {"illegal_action_policy": "ignore", "illegal_action_penalty": 0.25, "opponent": None},
        {"terminal_mask": "none", "opponent": None},
        {"terminal_mask": "all"},
        {"setup": tengen.Setup([6, 7], [8], tengen.Color.WHITE), "opponent": None},
    ],
    ids=str,
)
@pytest.mark.full
def test_step_arguments_mean_the_same(
    arguments: dict[str, Any], mode: AutoresetMode, address: str
) -> None:
    ours, theirs = make_pair(address, mode, size=4, max_moves=30, **arguments)

    assert play(ours, theirs, 100) > 5


def test_step_boards_with_arguments_of_their_own(address: str) -> None:
    each: list[dict[str, Any]] = [
        {"komi": 0.5},
        {"komi": 7.5, "agent_color": "white"},
        {"opponent": None, "rules": "tromp-taylor", "max_moves": 9},
        {"opponent": None, "reward_mode": "margin"},
        {"opponent": "random", "reward_mode": "area-delta"},
    ]
    ours, theirs = make_pair(address, AutoresetMode.NEXT_STEP, size=5, lane_arguments=each)

    assert play(ours, theirs, 150) > 5


def test_same_step_ends_an_episode_that_the_opening_move_ended_in_the_next_step(
    address: str,
) -> None:
    # The seed decides who moves first. If the opponent does, its first move is the last one.
    ours, theirs = make_pair(
        address,
        AutoresetMode.SAME_STEP,
        size=9,
        task="race-class0",
        opponent="random",
        max_moves=1,
    )
    observations, infos = ours.reset(seed=SEED)
    theirs.reset(seed=SEED)
    # The row of a reset reports its own end, and single environments report it at their next step.
    compared = infos["move_number"] == 0
    assert compared.any()
    opened_count = 0
    is_opened = np.zeros(COUNT, np.bool_)
    for _ in range(30):
        assert (observations["action_mask"].max(axis=1) == 1).all()
        actions = observations["action_mask"].argmax(axis=1)
        observations, rewards, terminations, truncations, infos = ours.step(actions)
        result = theirs.step(actions)
        for lane in np.flatnonzero(compared):
            assert rewards[lane] == result[1][lane]
            assert terminations[lane] == result[2][lane]
            assert truncations[lane] == result[3][lane]
            assert terminations[lane] or truncations[lane]
            assert infos["state_hash"][lane] == result[4]["state_hash"][lane]
            assert_same_observations(infos["final_obs"][lane], result[4]["final_obs"][lane])
            for key in ("state_hash", "end_reason", "margin"):
                assert infos["final_info"][key][lane] == result[4]["final_info"][key][lane]
        opened_count += int((is_opened & compared).sum())
        is_opened = infos["move_number"] == 1
    ours.close()
    theirs.close()
    assert opened_count > 10
