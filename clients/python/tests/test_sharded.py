"""One vector environment at several servers gives the results of one server for every split."""

from __future__ import annotations

import contextlib
import copy
import os
import pickle
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from faulty_proxy import FaultyProxy
from gymnasium.vector import AutoresetMode
from results_of_envs import assert_same
from server_process import ServerProcess

import tengen
from tengen._address import EMBEDDED
from tengen.vector.link import BatchOpener
from tengen.vector.sharded.split import board_ranges

if TYPE_CHECKING:
    from collections.abc import Iterator

    from conftest import MakeVec

BOARDS = 11
SPLITS: list[list[float]] = [[1], [1, 1], [1, 2.5, 4]]

MIXED: list[dict[str, Any]] = [
    {"opponent": "eye-safe-random", "agent_color": "white"},
    {"opponent": "greedy", "symmetry": "drawn"},
    {"rules": {"dead_stones": "agreement"}, "opponent": None},
    {"opponent": None, "komi": 6.5, "max_moves": 9, "reward_mode": "area-delta"},
]
"""Boards whose keys of infos differ, so that servers have different ones."""


@pytest.fixture(scope="module")
def addresses(address: str) -> Iterator[list[str]]:
    """Three addresses of the server, as if there were three servers."""
    if address == EMBEDDED:
        pytest.skip("the embedded server has one address")
    with FaultyProxy(address) as first, FaultyProxy(address) as second:
        yield [address, first.address, second.address]


@pytest.fixture(scope="module")
def processes() -> Iterator[list[str]]:
    """The addresses of three servers."""
    with ServerProcess() as first, ServerProcess() as second, ServerProcess() as third:
        yield [first.address, second.address, third.address]


def lanes(count: int) -> list[dict[str, Any]]:
    return [MIXED[index * len(MIXED) // count] for index in range(count)]


def play_side_by_side(one: str, several: list[str], steps: int, **arguments: Any) -> dict[str, int]:
    """Plays the same actions at one server and at each split, and compares all results.

    Returns how often some things occurred at one server.
    """
    count = arguments.pop("num_envs", BOARDS)
    size = arguments.pop("size", 4)
    mode = arguments["autoreset_mode"]
    counts = {"end": 0, "illegal": 0, "agreement": 0, "final": 0}
    with contextlib.ExitStack() as stack:
        whole = stack.enter_context(tengen.make_vec(size, count, address=one, **arguments))
        split = [
            stack.enter_context(
                tengen.make_vec(
                    size, count, address=several[: len(weights)], weights=weights, **arguments
                )
            )
            for weights in SPLITS
        ]
        generator = np.random.default_rng(5)
        result: Any = whole.reset(seed=3)
        for envs in split:
            assert_same(result, envs.reset(seed=3), str(envs.servers))
        is_over = np.zeros(count, np.bool_)
        for step in range(steps):
            infos = result[-1]
            actions = generator.integers(0, size * size + 1, count)
            is_legal = generator.random(count) < 0.9
            drawn = tengen.sample_actions(result[0]["action_mask"], generator)
            actions[is_legal] = drawn[is_legal]
            if mode == "disabled":
                actions[is_over] = tengen.NO_ACTION
            actions[generator.random(count) < 0.02] = tengen.NO_ACTION
            points: dict[int, list[int]] = {}
            if "is_agreement" in infos:
                for board in np.flatnonzero(infos["is_agreement"] & ~is_over):
                    points[int(board)] = []
                    actions[board] = size * size
            counts["agreement"] += len(points)
            result = whole.step(actions, dead_points=points)
            for envs in split:
                assert_same(result, envs.step(actions, dead_points=points), f"step {step}")
            is_over = result[2] | result[3]
            counts["end"] += int(is_over.sum())
            counts["illegal"] += int(np.sum(result[4].get("_illegal_reason", 0)))
            counts["final"] += int(np.sum(result[4].get("_final_obs", 0)))
            if mode == "disabled" and (is_over.sum() > count // 2):
                options = {"reset_mask": is_over}
                seeds = [int(generator.integers(99)) if lane % 2 else None for lane in range(count)]
                result = whole.reset(seed=seeds, options=options)
                for envs in split:
                    assert_same(result, envs.reset(seed=seeds, options=options), f"reset {step}")
                is_over = np.zeros(count, np.bool_)
    return counts


@pytest.mark.parametrize("mode", ["next-step", "same-step", "disabled"])
def test_results_do_not_depend_on_the_split(mode: str, address: str, addresses: list[str]) -> None:
    counts = play_side_by_side(
        address,
        addresses,
        120,
        autoreset_mode=mode,
        lane_arguments=lanes(BOARDS),
        illegal_action_policy="reject",
    )

    assert counts["end"] > 50
    assert counts["illegal"] > 20
    assert counts["agreement"] > 0
    assert (counts["final"] > 0) == (mode == "same-step")


@pytest.mark.parametrize("mode", ["next-step", "same-step", "disabled"])
@pytest.mark.parametrize(
    "steps",
    [pytest.param(1_000, marks=pytest.mark.full), pytest.param(10_000, marks=pytest.mark.long)],
)
def test_results_at_real_servers_do_not_depend_on_the_split(
    mode: str, steps: int, processes: list[str]
) -> None:
    counts = play_side_by_side(
        processes[0], processes, steps, autoreset_mode=mode, lane_arguments=lanes(BOARDS)
    )

    assert counts["end"] > steps // 10


@pytest.mark.parametrize(
    "arguments",
    [
        {"array_format": "packed", "copy": False},
        {"array_format": "float32", "copy": False, "observation_layout": "hwc"},
        {"encoding": "katago-v7"},
        {"terminal_mask": "none"},
    ],
    ids=str,
)
def test_formats_do_not_depend_on_the_split(
    arguments: dict[str, Any], address: str, addresses: list[str]
) -> None:
    play_side_by_side(address, addresses, 20, autoreset_mode="same-step", **arguments)


def test_tasks_of_some_boards_do_not_depend_on_the_split(
    address: str, addresses: list[str]
) -> None:
    tasks = [{"task": "race-class0", "opponent": "oracle"}] * 2 + [{"opponent": None}] * 4
    play_side_by_side(
        address,
        addresses,
        30,
        autoreset_mode="next-step",
        size=9,
        num_envs=len(tasks),
        lane_arguments=tasks,
    )


def test_send_and_recv_of_shuffled_boards_equal_step(address: str, addresses: list[str]) -> None:
    arguments: dict[str, Any] = {"max_moves": 12, "autoreset_mode": "same-step"}
    generator = np.random.default_rng(2)
    with (
        tengen.make_vec(4, BOARDS, address=address, **arguments) as whole,
        tengen.make_vec(4, BOARDS, address=addresses, weights=[3, 1, 2], **arguments) as split,
    ):
        observations, _ = whole.reset(seed=1)
        split.reset(seed=1)
        for _ in range(40):
            actions = tengen.sample_actions(observations["action_mask"], generator)
            groups = np.split(generator.permutation(BOARDS), [3, 4, 8])
            for boards in groups:
                split.send(actions[boards], boards)
            observations, rewards, terminations, truncations, infos = whole.step(actions)
            seen = 0
            for _ in groups:
                part = split.recv()
                boards = part.infos["env_id"]
                assert any(boards.tolist() == group.tolist() for group in groups)
                seen += len(boards)
                for key in observations:
                    assert_same(part.observations[key], observations[key][boards])
                assert_same(part.rewards, rewards[boards])
                assert_same(part.terminations, terminations[boards])
                assert_same(part.truncations, truncations[boards])
                assert_same(part.infos["state_hash"], infos["state_hash"][boards])
                finals: dict[str, Any] = dict(infos.get("final_info", {}))
                for key, value in part.infos.get("final_info", {}).items():
                    assert_same(value, finals[key][boards])
            assert seen == BOARDS


def test_async_reset_has_no_request_about_several_servers(addresses: list[str]) -> None:
    with tengen.make_vec(3, 10, address=addresses, weights=[5, 2, 3], batch_size=4) as envs:
        envs.async_reset(seed=1)
        groups = sorted(envs.recv().infos["env_id"].tolist() for _ in range(4))

    assert groups == [[0, 1, 2, 3], [4], [5, 6], [7, 8, 9]]


def test_async_reset_without_batch_size_is_one_request(addresses: list[str]) -> None:
    with tengen.make_vec(3, 10, address=addresses) as envs:
        envs.async_reset(seed=1)
        assert envs.recv().infos["env_id"].tolist() == list(range(10))
        with pytest.raises(gymnasium.error.NoAsyncCallError):
            envs.recv()


def test_servers_are_those_of_the_list(addresses: list[str]) -> None:
    with tengen.make_vec(3, 10, address=addresses) as envs:
        assert [server.address for server in envs.servers] == addresses
        assert [server.boards for server in envs.servers] == [range(3), range(3, 7), range(7, 10)]
        assert envs.transport == "tcp"


def test_one_server_has_all_boards(vec: MakeVec, address: str) -> None:
    assert vec(3, 4).servers == ((address, range(4)),)


def test_pictures_are_those_of_one_server(address: str, addresses: list[str]) -> None:
    texts = []
    for where in (address, addresses):
        with tengen.make_vec(3, 4, address=where, opponent=None, render_mode="ansi") as envs:
            envs.reset(seed=1)
            envs.step([0, 1, 2, 3])
            texts.append(envs.render())

    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))]
)
def test_copy_has_boards_of_its_own_at_the_same_servers(
    duplicate: Any, addresses: list[str]
) -> None:
    with (
        tengen.make_vec(3, 6, address=addresses, weights=[1, 2, 3]) as envs,
        duplicate(envs) as other,
    ):
        assert other.servers == envs.servers
        assert_same(other.reset(seed=2), envs.reset(seed=2))


def test_errors_of_arguments_are_those_of_one_server(addresses: list[str]) -> None:
    with tengen.make_vec(3, 6, address=addresses) as envs:
        with pytest.raises(gymnasium.error.ResetNeeded):
            envs.step([0] * 6)
        envs.reset(seed=1)
        with pytest.raises(tengen.InvalidArgumentError, match="of board 5 is not"):
            envs.step([0, 0, 0, 0, 0, 99])
        envs.send([0], [5])
        with pytest.raises(gymnasium.error.AlreadyPendingCallError):
            envs.send([0, 0], [0, 5])
        with pytest.raises(gymnasium.error.AlreadyPendingCallError):
            envs.reset(seed=1)
        envs.recv()
        envs.step([0] * 6)
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        envs.step([0] * 6)


@pytest.mark.parametrize(
    ("count", "weights", "expected"),
    [
        (10, None, [3, 4, 3]),
        (10, [1, 1, 2], [2, 3, 5]),
        (7, [0.1, 0.1, 0.1], [2, 3, 2]),
        (65_536, [3, 1, 4], [24_576, 8_192, 32_768]),
        (3, None, [1, 1, 1]),
    ],
)
def test_boards_are_split_by_weight(count: int, weights: Any, expected: list[int]) -> None:
    ranges = board_ranges(count, ["a:1", "b:1", "c:1"], weights)

    assert [len(boards) for boards in ranges] == expected
    assert [board for boards in ranges for board in boards] == list(range(count))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"address": []}, "address"),
        ({"address": ["a:1", "a:1"]}, "twice"),
        ({"address": ["a:1", "nowhere"]}, "host:port"),
        ({"address": ["a:1", "b:1"], "num_envs": 1}, "a:1 would have no board|b:1 would have no"),
        ({"address": ["a:1", "b:1"], "weights": [1]}, "number of weights 1"),
        ({"address": ["a:1", "b:1"], "weights": [1, 0]}, "above 0"),
        ({"address": ["a:1", "b:1"], "weights": [1, float("nan")]}, "above 0"),
        ({"address": ["a:1", "b:1"], "weights": [1, 1e9]}, "a:1 would have no board"),
        ({"address": ["a:1", "b:1"], "lost_board_policy": "ignore"}, "raise, reopen"),
        (
            {"address": ["a:1", "b:1"], "lost_board_policy": "reopen", "journal": "run"},
            "journal",
        ),
        ({"address": "a:1", "weights": [1]}, "list of addresses"),
        ({"address": "a:1", "lost_board_policy": "reopen"}, "list of addresses"),
    ],
    ids=str,
)
def test_bad_argument_raises(arguments: dict[str, Any], message: str) -> None:
    count = arguments.pop("num_envs", 4)

    with pytest.raises(tengen.InvalidArgumentError, match=message):
        tengen.make_vec(3, count, **arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        {"address": [None]},
        {"address": 5},
        {"address": ["a:1", "b:1"], "weights": 3},
        {"address": ["a:1", "b:1"], "weights": "12"},
        {"address": ["a:1", "b:1"], "weights": [1, "2"]},
    ],
    ids=str,
)
def test_argument_of_another_type_raises(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        tengen.make_vec(3, 4, **arguments)


def test_server_that_does_not_answer_at_the_start_raises(addresses: list[str]) -> None:
    with pytest.raises(
        tengen.UnavailableError, match=r"server 127\.0\.0\.1:1, boards 2 to 3"
    ) as caught:
        tengen.make_vec(3, 4, address=[addresses[0], "127.0.0.1:1"])

    assert caught.value.metadata["server"] == "127.0.0.1:1"


def test_server_of_another_version_raises(
    addresses: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    open_batch = BatchOpener.open

    def open_older(self: BatchOpener, address: str, *given: Any, **more: Any) -> Any:
        batch = open_batch(self, address, *given, **more)
        if address == addresses[1]:
            object.__setattr__(batch, "version", "0.0.1")
        return batch

    monkeypatch.setattr(BatchOpener, "open", open_older)

    with pytest.raises(tengen.InvalidArgumentError, match=r"version .*boards would differ"):
        tengen.make_vec(3, 4, address=addresses[:2])


@pytest.mark.full
def test_server_with_a_lower_limit_raises(address: str) -> None:
    with (
        ServerProcess("--max-lanes", "3") as small,
        pytest.raises(tengen.TengenError, match=f"server {small.address}, boards 4 to 7: .*3"),
    ):
        tengen.make_vec(3, 8, address=[address, small.address])


@pytest.mark.full
def test_forked_child_has_boards_of_its_own_after_reset(addresses: list[str]) -> None:
    with tengen.make_vec(3, 6, address=addresses) as envs:
        before = envs.reset(seed=4)
        # gRPC cannot be used in a child if one of its threads was running at the time of the fork.
        assert any(fork_and_reset(envs) for _ in range(10))
        assert_same(envs.reset(seed=4)[0], before[0])


def fork_and_reset(envs: tengen.TengenVectorEnv) -> bool:
    child = os.fork()
    if child == 0:
        code = 1
        with contextlib.suppress(BaseException):
            with pytest.raises(gymnasium.error.ResetNeeded):
                envs.step([0] * 6)
            envs.reset(seed=4)
            code = 0
        os._exit(code)
    return os.waitpid(child, 0)[1] == 0


def test_modes_are_those_of_gymnasium(addresses: list[str]) -> None:
    for mode in AutoresetMode:
        with tengen.make_vec(3, 3, address=addresses, autoreset_mode=mode) as envs:
            assert envs.autoreset_mode is mode
            assert envs.metadata["autoreset_mode"] is mode
