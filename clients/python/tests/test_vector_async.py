"""Several pending requests at the same time, as in EnvPool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest

import tengen

if TYPE_CHECKING:
    from conftest import MakeVec

COUNT = 24


def play_blocks(address: str, batch_size: int, seed: int) -> dict[int, list[int]]:
    """Plays with send and recv, and returns the state hashes of each board in order."""
    envs = tengen.make_vec(5, COUNT, address=address, batch_size=batch_size, max_moves=25)
    randoms = [np.random.default_rng(lane) for lane in range(COUNT)]
    hashes: dict[int, list[int]] = {lane: [] for lane in range(COUNT)}
    envs.async_reset(seed=seed)
    for _ in range(40 * (COUNT // batch_size)):
        observations, rewards, terminations, truncations, infos = envs.recv()
        lanes = infos["env_id"]
        masks = observations["action_mask"]
        assert len(lanes) == len(masks) == len(rewards) == len(terminations) == len(truncations)
        actions = [
            int(tengen.sample_actions(masks[row : row + 1], randoms[lane])[0])
            for row, lane in enumerate(lanes)
        ]
        for lane, state_hash in zip(lanes, infos["state_hash"], strict=True):
            hashes[lane].append(int(state_hash))
        envs.send(np.array(actions), lanes)
    envs.close()
    return hashes


@pytest.mark.parametrize("batch_size", [1, 8, 12])
def test_send_recv_gives_each_board_the_same_game(batch_size: int, address: str) -> None:
    assert play_blocks(address, batch_size, 3) == play_blocks(address, COUNT, 3)


@pytest.mark.parametrize("mode", list(gymnasium.vector.AutoresetMode))
def test_send_recv_shuffled_boards_equal_step(mode: Any, address: str) -> None:
    arguments = {"address": address, "max_moves": 12, "autoreset_mode": mode, "opponent": None}
    whole = tengen.make_vec(4, COUNT, **arguments)
    parts = tengen.make_vec(4, COUNT, **arguments)
    random = np.random.default_rng(2)
    observations, _ = whole.reset(seed=1)
    parts.reset(seed=1)
    final_count = 0
    is_over = np.zeros(COUNT, np.bool_)
    for _ in range(40):
        actions = tengen.sample_actions(observations["action_mask"], random)
        if mode is gymnasium.vector.AutoresetMode.DISABLED:
            actions[is_over] = tengen.NO_ACTION
        order = random.permutation(COUNT)
        groups = np.split(order, sorted(random.choice(range(1, COUNT), 3, replace=False)))
        for lanes in groups:
            parts.send(actions[lanes], lanes)
        observations, rewards, terminations, truncations, infos = whole.step(actions)
        is_over = terminations | truncations
        for lanes in groups:
            seen, *others, received = parts.recv()
            assert received["env_id"].tolist() == lanes.tolist()
            assert np.array_equal(seen["observation"], observations["observation"][lanes])
            for part, array in zip(others, (rewards, terminations, truncations), strict=True):
                assert np.array_equal(part, array[lanes])
            assert received["state_hash"].tolist() == infos["state_hash"][lanes].tolist()
            if "final_obs" in received:
                final_count += int(received["_final_obs"].sum())
                is_final = infos["_final_obs"][lanes]
                assert received["_final_obs"].tolist() == is_final.tolist()
                final = infos["final_info"]
                for key in ("state_hash", "rewards", "end_reason", "margin"):
                    assert np.array_equal(received["final_info"][key], final[key][lanes])
    assert (final_count > 0) == (mode is gymnasium.vector.AutoresetMode.SAME_STEP)
    whole.close()
    parts.close()


def test_async_reset_of_some_boards(vec: MakeVec) -> None:
    envs = vec(5, 4, opponent=None)
    envs.reset(seed=1)
    envs.step(np.arange(4))
    envs.async_reset(env_id=[3, 1], seed=20)
    envs.send(np.array([9, 9]), [0, 2])
    _, rewards, _, _, first = envs.recv()
    *_, second = envs.recv()

    assert first["env_id"].tolist() == [3, 1]
    assert first["move_number"].tolist() == [0, 0]
    assert first["seed"].tolist() == [23, 21]
    assert rewards.tolist() == [0, 0]
    assert second["env_id"].tolist() == [0, 2]
    assert second["move_number"].tolist() == [2, 2]


def test_many_pending_requests(vec: MakeVec) -> None:
    envs = vec(19, 256, batch_size=1, opponent=None)
    envs.async_reset(seed=1)
    for _ in range(2000):
        observations, *_, infos = envs.recv()
        actions = observations["action_mask"].argmax(axis=1)
        envs.send(actions, infos["env_id"])
    for _ in range(256):
        envs.recv()


def test_send_board_with_a_pending_request_raises(vec: MakeVec) -> None:
    envs = vec(5, 4, opponent=None)
    envs.reset(seed=1)
    envs.send([1, 2], [0, 1])

    with pytest.raises(gymnasium.error.AlreadyPendingCallError):
        envs.send([1, 2], [1, 2])
    with pytest.raises(gymnasium.error.AlreadyPendingCallError):
        envs.step(np.zeros(4, np.int64))
    with pytest.raises(gymnasium.error.AlreadyPendingCallError):
        envs.reset()
    with pytest.raises(gymnasium.error.AlreadyPendingCallError):
        envs.async_reset()
    envs.send([3, 4], [2, 3])
    assert envs.recv()[4]["env_id"].tolist() == [0, 1]
    assert envs.recv()[4]["move_number"].tolist() == [1, 1]


def test_recv_without_a_request_raises(vec: MakeVec) -> None:
    envs = vec(5, 2)

    with pytest.raises(gymnasium.error.NoAsyncCallError):
        envs.recv()


@pytest.mark.parametrize(
    ("env_id", "error"),
    [
        ([0, 0], tengen.InvalidArgumentError),
        ([4], tengen.InvalidArgumentError),
        ([-1], tengen.InvalidArgumentError),
        ([], TypeError),
        ([0.5], TypeError),
        (0, TypeError),
    ],
)
def test_send_bad_env_id_raises(env_id: Any, error: type[Exception], vec: MakeVec) -> None:
    envs = vec(5, 4, opponent=None)
    envs.reset(seed=1)

    with pytest.raises(error, match="env_id"):
        envs.send([1], env_id)
    envs.step(np.zeros(4, np.int64))


def test_reset_mask_after_a_part_raises(vec: MakeVec) -> None:
    envs = vec(5, 2, opponent=None)
    envs.reset(seed=1)
    envs.send([1], [0])
    envs.recv()

    with pytest.raises(tengen.InvalidArgumentError, match="async_reset"):
        envs.reset(options={"reset_mask": np.array([True, False])})
