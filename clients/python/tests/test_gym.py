from __future__ import annotations

import gc
import pickle
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordEpisodeStatistics

import tengen
from tengen import Color, GoEnv

if TYPE_CHECKING:
    from collections.abc import Callable

    from tengen.words import ColorWord, TerminalMaskWord

SIZES = [5, 9, 19, (7, 9)]
OPPONENTS = [None, "eye-safe-random"]


def random_game(env: GoEnv, seed: int, *, pass_only_last: bool = True) -> list[tuple[Any, ...]]:
    """Plays a random game with the mask, and returns the result of each step."""
    random = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    steps = []
    is_over = False
    while not is_over:
        actions = np.flatnonzero(info["action_mask"])
        if pass_only_last and len(actions) > 1:
            actions = actions[:-1]
        observation, reward, terminated, truncated, info = env.step(random.choice(actions))
        steps.append((observation, reward, terminated, truncated, info))
        is_over = terminated or truncated
    return steps


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("opponent", OPPONENTS)
def test_check_env_accepts(size: Any, opponent: str | None, address: str) -> None:
    env = tengen.make("tengen/Go-v1", size=size, opponent=opponent, address=address)

    check_env(env.unwrapped)
    env.close()


def test_check_env_accepts_white_agent_and_area_delta(address: str) -> None:
    env = tengen.make("Go5x5-v1", agent_color="white", reward_mode="area-delta", address=address)

    check_env(env.unwrapped)
    env.close()


def test_wrappers_of_gymnasium_read_and_extend_infos(address: str) -> None:
    made = gymnasium.make("tengen/Go5x5-v1", opponent=None, address=address, max_episode_steps=7)
    with RecordEpisodeStatistics(made) as env:
        env.reset(seed=1)
        infos = [env.step(action)[4] for action in range(7)]

    assert infos[-1]["episode"]["l"] == 7
    for number, info in enumerate(infos):
        assert isinstance(info, dict)
        assert info["move_number"] == number + 1
        assert pickle.loads(pickle.dumps(info)).keys() == {**info}.keys()


@pytest.mark.parametrize("size", [5, 7, 9, 13, 19])
def test_make_named_size(size: int, address: str) -> None:
    with gymnasium.make(f"tengen/Go{size}x{size}-v1", address=address) as env:
        observation, info = env.reset(seed=1)

        assert observation["observation"].shape == (17, size, size)
        assert observation["observation"].dtype == np.uint8
        assert observation["action_mask"].tolist() == info["action_mask"].tolist()
        assert info["action_mask"].dtype == np.int8
        assert env.action_space == gymnasium.spaces.Discrete(size * size + 1)


@pytest.mark.parametrize("size", [11, (7, 4)])
def test_make_size(size: int | tuple[int, int], address: str) -> None:
    with tengen.make(size, address=address) as env:
        width, height = size if isinstance(size, tuple) else (size, size)

        assert env.reset(seed=1)[0]["observation"].shape == (17, height, width)
        assert env.spec is not None
        assert env.spec.id == "tengen/Go-v1"


@pytest.mark.parametrize("name", ["Go11x11-v1", "tengen/Go9x9-v2"])
def test_make_unknown_id_names_the_ids_and_the_way_to_other_sizes(name: str) -> None:
    makers: tuple[Callable[[str], object], ...] = (tengen.make, tengen.make_vec)
    for make in makers:
        with pytest.raises(gymnasium.error.UnregisteredEnv) as caught:
            make(name)

        assert name in str(caught.value)
        assert "tengen/Go19x19-v1, tengen/Go5x5-v1" in str(caught.value)
        assert "with size=(width, height)" in str(caught.value)


@pytest.mark.skipif("config.getoption('embedded')", reason="it needs a server in another process")
def test_make_without_address_launches_a_server() -> None:
    with tengen.make("Go9x9-v1") as env, tengen.launch() as client:
        env.reset(seed=1)
        session = env.session

        assert client.attach_session(session.session_id).width == 9


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_step_masked_games_stay_in_the_space(opponent: str | None, address: str) -> None:
    with GoEnv(5, opponent=opponent, address=address) as env:
        for seed in range(5):
            steps = random_game(env, seed)
            assert all(env.observation_space.contains(step[0]) for step in steps)
            last_mask = steps[-1][4]["action_mask"]
            assert env.action_masks().tolist() == last_mask.astype(bool).tolist()
            assert env.action_masks().dtype == np.bool_


def test_environments_of_several_sizes_live_together(address: str) -> None:
    envs = [GoEnv(size, address=address) for size in (5, 9, (7, 9), 19)]
    for env in envs:
        env.reset(seed=1)
    for env in reversed(envs):
        observation, *_ = env.step(0)
        assert env.observation_space.contains(observation)
        env.close()


def test_reset_same_seed_repeats_games_and_the_seeds_after(address: str) -> None:
    games = []
    for _ in range(2):
        with GoEnv(5, address=address) as env:
            first = random_game(env, seed=3)
            _, info = env.reset()
            games.append(([step[4]["state_hash"] for step in first], info["seed"]))

    assert games[0] == games[1]


def test_step_before_reset_raises_reset_needed(address: str) -> None:
    with GoEnv(5, address=address) as env, pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_step_after_the_end_raises_episode_over(address: str) -> None:
    with GoEnv(5, address=address) as env:
        env.reset(seed=1)
        env.step(tengen.RESIGN)

        with pytest.raises(tengen.EpisodeOverError):
            env.step(0)


@pytest.mark.parametrize(
    ("terminal_mask", "expected"), [("pass", [0] * 9 + [1]), ("none", [0] * 10), ("all", [1] * 10)]
)
def test_terminal_mask(terminal_mask: TerminalMaskWord, expected: list[int], address: str) -> None:
    with GoEnv(3, terminal_mask=terminal_mask, address=address) as env:
        env.reset(seed=1)
        observation, _, terminated, _, info = env.step(tengen.RESIGN)

        assert terminated
        assert observation["action_mask"].tolist() == expected
        assert info["action_mask"].tolist() == expected
        assert env.action_masks().astype(int).tolist() == expected


def test_step_illegal_action_loses_by_default(address: str) -> None:
    with GoEnv(5, opponent=None, address=address) as env:
        env.reset(seed=1)
        env.step(0)
        _, reward, terminated, truncated, info = env.step(0)

        assert (reward, terminated, truncated) == (-1.0, True, False)
        assert info["end_reason"] == "illegal-action"
        assert info["rewards"].tolist() == [1.0, -1.0]


def test_step_illegal_action_is_rejected_on_request(address: str) -> None:
    with GoEnv(5, opponent=None, illegal_action_policy="reject", address=address) as env:
        env.reset(seed=1)
        env.step(0)

        with pytest.raises(tengen.IllegalActionError):
            env.step(0)


def test_step_self_play_pays_who_just_acted(address: str) -> None:
    with GoEnv(3, opponent=None, komi=0.5, address=address) as env:
        env.reset(seed=1)
        env.step(4)
        env.step(9)
        _, reward, terminated, _, info = env.step(9)

        assert terminated
        assert reward == 1.0
        assert info["winner"] == Color.BLACK
        assert env.agent_color is None


@pytest.mark.parametrize("color", list(Color)[1:])
def test_step_single_agent_gets_its_own_reward(color: Color, address: str) -> None:
    with GoEnv(5, agent_color=color, reward_mode="margin", address=address) as env:
        for seed in range(3):
            *_, (_, reward, _, truncated, info) = random_game(env, seed)
            margin = 0 if truncated else info["score"].margin

            assert reward == (margin if color == Color.BLACK else -margin)
            assert env.agent_color == color


@pytest.mark.parametrize("color", ["black", "white"])
def test_step_area_delta_adds_up_to_the_margin_with_the_opening(
    color: ColorWord, address: str
) -> None:
    with GoEnv(
        5, agent_color=color, reward_mode="area-delta", komi=2.5, max_moves=-1, address=address
    ) as env:
        steps = random_game(env, 4)
        margin = steps[-1][4]["score"].margin

        assert sum(step[1] for step in steps) == (margin if color == "black" else -margin)
        assert sum(step[4]["rewards"] for step in steps).tolist() == [margin, -margin]


def test_reset_opening_that_ends_the_episode_comes_with_the_first_step(address: str) -> None:
    with GoEnv(
        3, agent_color="white", max_moves=1, score_on_truncation=True, address=address
    ) as env:
        _, start = env.reset(seed=1)
        _, reward, terminated, truncated, info = env.step(0)

        assert "rewards" not in start
        assert (reward, terminated, truncated) == (info["rewards"][1], False, True)
        assert abs(reward) == 1.0


def test_step_too_many_ignored_actions_truncate(address: str) -> None:
    with GoEnv(
        3,
        illegal_action_policy="ignore",
        illegal_action_penalty=0.5,
        max_illegal_actions=2,
        reward_mode="area-delta",
        komi=0.5,
        setup=tengen.Setup([4], [], tengen.Color.BLACK),
        address=address,
    ) as env:
        env.reset(seed=1)
        _, first, *_ = env.step(4)
        _, reward, terminated, truncated, info = env.step(4)

        # The last step also pays the margin of the start: nine points minus komi.
        assert (first, reward) == (-0.5, 8.0)
        assert (terminated, truncated) == (False, True)
        assert info["end_reason"] == "max-illegal-actions"


def test_reset_after_expiry_makes_a_new_session(address: str) -> None:
    with GoEnv(5, address=address) as env, tengen.connect(address) as client:
        env.reset(seed=1)
        client.attach_session(env.session.session_id).close()

        with pytest.raises(tengen.SessionNotFoundError):
            env.step(0)
        env.reset(seed=1)
        env.step(0)


def test_close_ends_the_session(address: str) -> None:
    env = GoEnv(5, address=address)
    session_id = env.session.session_id
    env.close()
    env.close()

    with tengen.connect(address) as client, pytest.raises(tengen.SessionNotFoundError):
        client.attach_session(session_id)


OUTSIDE = [26, 500, -1, -3, -4, 2**31]
NO_INTEGERS: list[Any] = [1.0, True, np.float32(1), np.bool_(True), np.array([1]), "1", None]


@pytest.mark.parametrize("policy", ["lose", "ignore", "reject"])
def test_step_outside_the_action_space_raises(policy: Any, address: str) -> None:
    with GoEnv(5, illegal_action_policy=policy, address=address) as env:
        env.reset(seed=1)
        for action in OUTSIDE:
            with pytest.raises(tengen.InvalidArgumentError, match=f"action {action} is"):
                env.step(action)
        for word in NO_INTEGERS:
            with pytest.raises(TypeError, match="action must be an integer"):
                env.step(word)

        assert env.step(np.array(0))[4]["actions"][0] == 0  # type: ignore[arg-type]
        assert env.step(tengen.RESIGN)[4]["end_reason"] == "resignation"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": 26}, "26"),
        ({"opponent": "nobody"}, "nobody"),
        ({"agent_color": "red"}, "red"),
        ({"terminal_mask": "some"}, "some"),
        ({"render_mode": "smell"}, "smell"),
        ({"encoding": "unknown"}, "unknown"),
        ({"komi": 0.3}, "0.3"),
    ],
)
def test_bad_argument_raises(arguments: dict[str, Any], message: str, address: str) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match=message):
        GoEnv(**{"address": address, **arguments})


def test_reset_options_raise(address: str) -> None:
    with (
        GoEnv(5, address=address) as env,
        pytest.raises(tengen.InvalidArgumentError, match="options"),
    ):
        env.reset(options={"handicap": 2})


def test_dropped_environment_frees_its_session_when_the_next_is_made(address: str) -> None:
    env = GoEnv(5, address=address)
    session_id = env.session.session_id
    del env
    gc.collect()

    with (
        GoEnv(5, address=address),
        tengen.connect(address) as client,
        pytest.raises(tengen.SessionNotFoundError),
    ):
        client.attach_session(session_id)


@pytest.mark.parametrize("make", [tengen.make, tengen.make_vec])
def test_size_that_is_not_that_of_the_name_is_refused(
    make: Callable[..., Any], address: str
) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match=r'size 5 is not that of "tengen/Go9x9'):
        make("Go9x9-v1", size=5, address=address)
    make("Go9x9-v1", size="9x9", address=address).close()
