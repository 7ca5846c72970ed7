from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils import performance
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import tengen
from tengen import TengenVectorEnv

if TYPE_CHECKING:
    from conftest import MakeVec

    from tengen.words import TerminalMaskWord

SHAPE = (17, 5, 5)


def random_steps(envs: TengenVectorEnv, step_count: int, seed: int = 1) -> list[tuple[Any, ...]]:
    """Plays legal actions, and returns copies of the results of each step."""
    random = np.random.default_rng(seed)
    observations, _ = envs.reset(seed=seed)
    steps = []
    for _ in range(step_count):
        actions = tengen.sample_actions(observations["action_mask"], random)
        observations, *others = envs.step(actions)
        copies = {key: array.copy() for key, array in observations.items()}
        steps.append((copies, *others))
    return steps


@pytest.mark.parametrize("name_or_size", ["Go5x5-v1", "tengen/Go5x5-v1", 5, (5, 5)])
def test_make_vec_takes_names_and_sizes(name_or_size: Any, vec: MakeVec) -> None:
    with_spec = vec(name_or_size, 3, opponent=None)
    observations, _ = with_spec.reset(seed=1)

    assert isinstance(with_spec, TengenVectorEnv)
    assert with_spec.spec is not None
    assert observations["observation"].shape == (3, *SHAPE)


def test_gymnasium_make_vec_makes_one(address: str) -> None:
    envs = gymnasium.make_vec("tengen/Go9x9-v1", num_envs=2, address=address)

    assert isinstance(envs, TengenVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    envs.close()


def test_make_vec_without_address_launches_a_server() -> None:
    envs = tengen.make_vec(5, 2)
    envs.reset(seed=1)
    envs.step(np.array([0, 1]))
    envs.close()


@pytest.mark.full
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_benchmark_vector_step_of_gymnasium_runs(mode: AutoresetMode, address: str) -> None:
    if not hasattr(performance, "benchmark_vector_step"):
        pytest.skip("Gymnasium 1.4 is the first that has this benchmark")
    envs = TengenVectorEnv(5, 4, address=address, autoreset_mode=mode)

    assert performance.benchmark_vector_step(envs, target_duration=1, seed=1) > 0
    envs.close()


# Before Gymnasium 1.3, DictInfoToList does not take the infos of RecordEpisodeStatistics.
def test_gymnasium_episode_statistics_work(address: str) -> None:
    wrapped = RecordEpisodeStatistics(TengenVectorEnv(3, 4, address=address, opponent=None))
    random = np.random.default_rng(1)
    observations, _ = wrapped.reset(seed=1)
    lengths = []
    for _ in range(60):
        actions = tengen.sample_actions(observations["action_mask"], random)
        observations, *_, infos = wrapped.step(actions)
        if "episode" in infos:
            assert infos["_episode"].tolist() == infos["_end_reason"].tolist()
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    wrapped.close()

    assert len(lengths) > 5
    assert min(lengths) > 1


def test_gymnasium_dict_info_to_list_works(address: str) -> None:
    wrapped = DictInfoToList(TengenVectorEnv(3, 4, address=address, opponent=None))
    random = np.random.default_rng(1)
    observations, _ = wrapped.reset(seed=1)
    ends = []
    for _ in range(60):
        actions = tengen.sample_actions(observations["action_mask"], random)
        observations, *_, infos = wrapped.step(actions)
        assert len(infos) == 4
        ends += [info["end_reason"] for info in infos if "end_reason" in info]
    wrapped.close()

    assert len(ends) > 5
    assert set(ends) <= set(tengen.EndReason)


@pytest.mark.parametrize("size", [5, 9, 19])
def test_formats_agree(size: int, vec: MakeVec) -> None:
    games: dict[tuple[Any, bool], list[Any]] = {}
    for array_format in tengen.ArrayFormat:
        for copy in (True, False):
            envs = vec(size, 70, opponent=None, max_moves=20, array_format=array_format, copy=copy)
            steps = random_steps(envs, 25)
            assert envs.observation_space.contains(steps[-1][0])
            games[array_format, copy] = [step[0]["observation"] for step in steps]

    expected = games["uint8", True]
    bit_count = 17 * size * size
    for (kind, _), game in games.items():
        for planes, reference in zip(game, expected, strict=True):
            if kind == "packed":
                bits = np.unpackbits(planes, axis=1, count=bit_count)
                assert np.array_equal(bits, reference.reshape(70, -1))
            else:
                assert planes.dtype == kind.value
                assert np.array_equal(planes, reference)


def test_step_copy_gives_arrays_that_stay(vec: MakeVec) -> None:
    envs = vec(5, 2, opponent=None)
    observations, _ = envs.reset(seed=1)
    before = observations["observation"].copy()
    envs.step(np.array([3, 4]))

    assert np.array_equal(observations["observation"], before)


@pytest.mark.parametrize("copy", [True, False])
def test_step_packed_observations_are_writable_copies(copy: bool, vec: MakeVec) -> None:
    envs = vec(5, 2, opponent=None, array_format="packed", copy=copy)
    observations, _ = envs.reset(seed=1)

    assert observations["observation"].flags.writeable is copy


def test_step_without_copy_fills_one_array(vec: MakeVec) -> None:
    envs = vec(5, 2, opponent=None, copy=False)
    observations, _ = envs.reset(seed=1)
    first = observations["observation"]
    observations, *_ = envs.step(np.array([3, 4]))

    assert np.shares_memory(observations["observation"], first)


@pytest.mark.parametrize(
    ("terminal_mask", "expected"), [("pass", [0] * 9 + [1]), ("none", [0] * 10), ("all", [1] * 10)]
)
def test_terminal_mask(terminal_mask: TerminalMaskWord, expected: list[int], vec: MakeVec) -> None:
    envs = vec(3, 2, opponent=None, terminal_mask=terminal_mask)
    envs.reset(seed=1)
    observations, _, terminations, _, infos = envs.step(np.array([tengen.RESIGN, 4]))

    assert terminations.tolist() == [True, False]
    assert observations["action_mask"][0].tolist() == expected
    assert infos["action_mask"][0].tolist() == expected
    assert envs.action_masks().astype(int)[0].tolist() == expected
    assert infos["action_mask"][1].sum() == 9


def test_terminal_mask_of_a_new_episode_is_its_own(vec: MakeVec) -> None:
    envs = vec(3, 1, opponent=None, autoreset_mode="SameStep")
    envs.reset(seed=1)
    *_, infos = envs.step(np.array([tengen.RESIGN]))

    assert infos["action_mask"].tolist() == [[1] * 10]
    assert infos["final_obs"][0]["action_mask"].tolist() == [0] * 9 + [1]
    assert infos["final_info"]["rewards"].tolist() == [[-1, 1]]


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_reset_mask_leaves_the_masks_of_other_boards(mode: AutoresetMode, vec: MakeVec) -> None:
    envs = vec(
        3, 3, opponent=None, setup=tengen.Setup([0], [8]), autoreset_mode=mode, terminal_mask="all"
    )
    start, _ = envs.reset(seed=1)
    envs.step(np.array([4, 4, 4]))
    before, *_ = envs.step(np.array([tengen.RESIGN, 3, 3]))
    after, _ = envs.reset(options={"reset_mask": np.array([False, True, False])})

    assert np.array_equal(after["action_mask"][[0, 2]], before["action_mask"][[0, 2]])
    assert np.array_equal(after["action_mask"][1], start["action_mask"][1])


def test_step_no_action_leaves_the_board(vec: MakeVec) -> None:
    envs = vec(5, 2, opponent=None)
    _, before = envs.reset(seed=1)
    *_, infos = envs.step(np.array([tengen.NO_ACTION, 3]))

    assert infos["state_hash"][0] == before["state_hash"][0]
    assert infos["move_number"].tolist() == [0, 1]


def test_step_drawn_action_is_reported(vec: MakeVec) -> None:
    envs = vec(5, 8, opponent=None)
    envs.reset(seed=1)
    *_, infos = envs.step(np.full(8, tengen.DRAWN_ACTION))

    assert (infos["action"] >= 0).all()
    assert len(set(infos["action"].tolist())) > 1
    assert infos["move_number"].tolist() == [1] * 8


def test_step_rejected_action_is_reported_and_the_others_step(vec: MakeVec) -> None:
    envs = vec(5, 3, opponent=None, illegal_action_policy="reject")
    envs.reset(seed=1)
    envs.step(np.array([0, 1, 2]))
    _, rewards, terminations, _, infos = envs.step(np.array([0, 3, 2]))

    assert infos["illegal_reason"].tolist() == ["occupied", None, "occupied"]
    assert infos["_illegal_reason"].tolist() == [True, False, True]
    assert infos["move_number"].tolist() == [1, 2, 1]
    assert not rewards.any()
    assert not terminations.any()


@pytest.mark.parametrize("action", [26, 99, 2**40, -4, -(2**40)])
def test_step_no_such_action_names_the_board_and_sends_nothing(address: str, action: int) -> None:
    with tengen.make_vec(5, 3, address=address, opponent=None) as envs:
        envs.reset(seed=1)
        envs.step([0, 1, 2])

        with pytest.raises(tengen.InvalidArgumentError) as caught:
            envs.step([3, action, 4])

        assert str(caught.value).startswith(
            f"actions {action} of board 1 is not [0, 25], tengen.NO_ACTION (-1),"
            " tengen.RESIGN (-2) or tengen.DRAWN_ACTION (-3)"
        )
        assert caught.value.metadata["lane"] == "1"
        assert caught.value.metadata["value"] == str(action)
        _, _, _, _, infos = envs.step([3, 3, 4])
        assert infos["move_number"].tolist() == [2, 2, 2]
        assert "illegal_reason" not in infos


def test_send_no_such_action_names_the_board_of_the_request(address: str) -> None:
    with tengen.make_vec(5, 4, address=address, opponent=None) as envs:
        envs.reset(seed=1)

        with pytest.raises(tengen.InvalidArgumentError, match="actions 26 of board 3 is not"):
            envs.send(np.array([25, 26], np.uint8), [1, 3])

        envs.send(np.array([25, 24], np.uint8), [1, 3])
        _, _, _, _, infos = envs.recv()
        assert infos["move_number"].tolist() == [1, 1]


def test_step_named_constants_are_accepted(address: str) -> None:
    with tengen.make_vec(5, 4, address=address, opponent=None) as envs:
        envs.reset(seed=1)
        actions = [tengen.NO_ACTION, tengen.RESIGN, tengen.DRAWN_ACTION, 25]

        _, _, terminations, _, infos = envs.step(actions)

        assert infos["move_number"].tolist() == [0, 0, 1, 1]
        assert terminations.tolist() == [False, True, False, False]


@pytest.mark.parametrize("action", [3, 25, tengen.RESIGN, tengen.DRAWN_ACTION])
def test_step_finished_board_raises_until_its_reset(action: int, vec: MakeVec) -> None:
    envs = vec(5, 2, opponent=None, autoreset_mode="Disabled")
    envs.reset(seed=1)
    envs.step(np.array([tengen.RESIGN, 0]))

    with pytest.raises(tengen.EpisodeOverError, match="the episode of board 0 is over") as caught:
        envs.step(np.array([action, 3]))
    assert caught.value.metadata["lane"] == "0"
    with pytest.raises(tengen.EpisodeOverError, match="the episode of board 0 is over"):
        envs.send([action], env_id=[0])
    _, rewards, terminations, _, infos = envs.step(np.array([tengen.NO_ACTION, 3]))

    assert terminations.tolist() == [True, False]
    assert rewards.tolist() == [0, 0]
    assert infos["move_number"].tolist() == [0, 2]
    _, infos = envs.reset(options={"reset_mask": np.array([True, False])})
    assert infos["_move_number"].tolist() == [True, False]
    _, _, terminations, _, infos = envs.step(np.array([3, 4]))
    assert not terminations.any()
    assert infos["move_number"].tolist() == [1, 3]


def test_reset_mask_at_random(vec: MakeVec) -> None:
    count = 16
    envs = vec(4, count, opponent=None, autoreset_mode="Disabled")
    random = np.random.default_rng(1)
    observations, _ = envs.reset(seed=1)
    expected = np.zeros(count, np.int64)
    is_over = np.zeros(count, np.bool_)
    for _ in range(300):
        mask = random.random(count) < random.random() ** 3
        if mask.any():
            before = observations
            observations, infos = envs.reset(options={"reset_mask": mask})
            expected[mask] = 0
            assert infos["_move_number"].tolist() == mask.tolist()
            assert not observations["observation"][mask][:, :16].any()
            kept = {key: array[~mask] for key, array in observations.items()}
            assert all(np.array_equal(kept[key], before[key][~mask]) for key in kept)
            is_over[mask] = False
        actions = tengen.sample_actions(observations["action_mask"], random)
        actions[is_over] = tengen.NO_ACTION
        observations, _, terminations, truncations, infos = envs.step(actions)
        expected += ~is_over
        assert infos["move_number"].tolist() == expected.tolist()
        assert np.array_equal(envs.action_masks(), observations["action_mask"].astype(bool))
        assert (terminations | truncations)[is_over].all()
        is_over = terminations | truncations


def test_reset_seeds_boards_one_after_another(vec: MakeVec) -> None:
    envs = vec(5, 3, agent_color="white")
    observations, infos = envs.reset(seed=11)
    others, other_infos = envs.reset(seed=[11, 12, 13])

    assert infos["seed"].tolist() == [11, 12, 13]
    assert np.array_equal(observations["observation"], others["observation"])
    assert infos["state_hash"].tolist() == other_infos["state_hash"].tolist()
    _, infos = envs.reset(seed=[11, None, 13])
    assert infos["seed"][[0, 2]].tolist() == [11, 13]
    assert "seed" not in envs.reset()[1]


@pytest.mark.parametrize("given", [[2, 7], [1, 2, 3, 4], []])
def test_reset_wrong_number_of_seeds_names_both_numbers(address: str, given: list[int]) -> None:
    """The message took the number of seeds for a seed: "seed 2 is not the number of boards, 3"."""
    with (
        tengen.make_vec(5, 3, address=address) as envs,
        pytest.raises(tengen.InvalidArgumentError) as caught,
    ):
        envs.reset(seed=given)

    assert caught.value.message == (
        f"the number of seeds {len(given)} is not the number of boards, 3"
    )


def test_reset_same_seed_repeats_games(vec: MakeVec) -> None:
    games = []
    for _ in range(2):
        envs = vec(5, 6, max_moves=20)
        games.append([step[4]["state_hash"].tolist() for step in random_steps(envs, 60)])

    assert games[0] == games[1]


def test_step_boards_of_other_komi_pay_by_their_own(vec: MakeVec) -> None:
    each = [{"komi": komi} for komi in (-30.0, 0.0, 30.0)]
    envs = vec(5, 3, opponent=None, reward_mode="margin", lane_arguments=each)
    envs.reset(seed=1)
    envs.step(np.full(3, 25))
    _, rewards, _, _, infos = envs.step(np.full(3, 25))

    # White has acted.
    assert rewards.tolist() == [-30, 0, 30]
    assert infos["margin"].tolist() == [30, 0, -30]
    assert infos["rewards"].tolist() == [[30, -30], [0, 0], [-30, 30]]
    assert infos["winner"].tolist() == [1, 0, 2]
    assert infos["_winner"].tolist() == [True, False, True]
    assert infos["end_reason"].tolist() == ["passes"] * 3


def test_too_many_ignored_actions_truncate_a_board(vec: MakeVec) -> None:
    envs = vec(
        3,
        2,
        opponent=None,
        illegal_action_policy="ignore",
        illegal_action_penalty=0.5,
        lane_arguments=[{"max_illegal_actions": 1}, {"max_illegal_actions": 2}],
    )
    envs.reset(seed=1)
    envs.step(np.array([4, 4]))
    _, rewards, terminations, truncations, infos = envs.step(np.array([4, 4]))

    assert rewards.tolist() == [-0.5, -0.5]
    assert (terminations.tolist(), truncations.tolist()) == ([False] * 2, [True, False])
    assert infos["end_reason"].tolist() == ["max-illegal-actions", None]


def test_opening_that_ends_the_episode_is_reported_by_the_reset(vec: MakeVec) -> None:
    envs = vec(3, 1, agent_color="white", max_moves=1, score_on_truncation=True)
    _, start = envs.reset(seed=1)
    _, rewards, terminations, truncations, infos = envs.step(np.array([0]))

    assert start["end_reason"].tolist() == infos["end_reason"].tolist() == ["max-moves"]
    assert infos["episode_number"].tolist() == [start["episode_number"][0] + 1]
    assert (terminations.tolist(), truncations.tolist()) == ([False], [True])
    assert np.abs(rewards).tolist() == [1.0]
