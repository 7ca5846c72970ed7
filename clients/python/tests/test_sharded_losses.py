"""A vector environment at several servers loses one of them, or waits for a slow one."""

from __future__ import annotations

import os
import signal
import threading
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from faulty_proxy import FaultyProxy
from processes import free_port
from results_of_envs import assert_same
from server_process import ServerProcess

import tengen
from tengen import _channel
from tengen._address import EMBEDDED
from tengen.vector.sharded import servers as sharded_servers

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BOARDS = 8
FIRST, SECOND = np.arange(4), np.arange(4, 8)
SEEDS = list(range(20, 20 + BOARDS))

FAST_KEEPALIVE = (
    ("grpc.keepalive_time_ms", 2_000),
    ("grpc.keepalive_timeout_ms", 2_000),
    ("grpc.http2.ping_timeout_ms", 2_000),
    ("grpc.http2.max_pings_without_data", 0),
)


@pytest.fixture
def other(address: str) -> Iterator[FaultyProxy]:
    """A proxy in front of the server, which stands for a second server."""
    if address == EMBEDDED:
        pytest.skip("the embedded server has no network")
    with FaultyProxy(address) as made:
        yield made


def make(addresses: list[str], **arguments: Any) -> tengen.TengenVectorEnv:
    settings: dict[str, Any] = {"opponent": "eye-safe-random", "max_moves": 30} | arguments
    return tengen.make_vec(4, BOARDS, address=addresses, **settings)


class Player:
    """Plays random actions, which depend on the board and its mask alone, with send and recv."""

    def __init__(self, envs: tengen.TengenVectorEnv) -> None:
        self.envs = envs
        self._generators = [np.random.default_rng(board) for board in range(BOARDS)]
        self.hashes: list[list[int]] = [[] for _ in range(BOARDS)]

    def reset(self) -> None:
        """Starts an episode on all boards, and plays the first action on each."""
        self.envs.async_reset(seed=SEEDS)
        for _ in self.envs.servers:
            self.continue_one()

    def continue_one(self) -> np.ndarray[Any, Any]:
        """Receives one result, plays on its boards, and returns them."""
        observations, *_, infos = self.envs.recv()
        boards: np.ndarray[Any, Any] = infos["env_id"]
        for board, state_hash in zip(boards, infos["state_hash"], strict=True):
            self.hashes[board].append(int(state_hash))
        actions = [
            int(tengen.sample_actions(mask[None], self._generators[board])[0])
            for board, mask in zip(boards, observations["action_mask"], strict=True)
        ]
        self.envs.send(actions, boards)
        return boards


def undisturbed(address: str, steps: int) -> list[list[int]]:
    """Returns the hashes of each board in its first steps at one server."""
    with make([address]) as envs:
        player = Player(envs)
        player.reset()
        for _ in range(steps):
            player.continue_one()
        return player.hashes


def assert_are_starts(hashes: list[list[int]], expected: list[list[int]]) -> None:
    for some, every in zip(hashes, expected, strict=True):
        assert some == every[: len(some)]


def test_lost_server_raises_and_the_other_boards_continue(address: str, other: FaultyProxy) -> None:
    with make([address]) as whole, make([address, other.address]) as envs:
        whole.reset(seed=SEEDS)
        envs.reset(seed=SEEDS)
        actions = np.arange(BOARDS)
        other.drop_connections()

        with pytest.raises(tengen.LanesLostError) as caught:
            envs.step(actions)

        assert caught.value.lanes is not None
        assert caught.value.lanes.tolist() == SECOND.tolist()
        assert f"server {other.address}, boards 4 to 7" in str(caught.value)
        assert caught.value.metadata["server"] == other.address
        with pytest.raises(gymnasium.error.AlreadyPendingCallError):
            envs.step(actions)
        expected, result = whole.step(actions), envs.recv()
        assert result.infos["env_id"].tolist() == FIRST.tolist()
        assert_same(result.infos["state_hash"], expected.infos["state_hash"][FIRST])
        assert_same(result.observations["observation"], expected.observations["observation"][FIRST])
        with pytest.raises(tengen.LanesLostError):
            envs.step(actions)
        with pytest.raises(tengen.LanesLostError):
            envs.send(actions[SECOND], SECOND)
        with pytest.raises(tengen.LanesLostError):
            envs.recv()
        envs.send(actions[FIRST] + 4, FIRST)
        expected = whole.step(np.concatenate([actions[FIRST] + 4, np.full(4, tengen.NO_ACTION)]))
        assert_same(envs.recv().infos["state_hash"], expected.infos["state_hash"][FIRST])


def test_lost_boards_are_opened_again_by_their_reset(address: str, other: FaultyProxy) -> None:
    with make([address]) as whole, make([address, other.address]) as envs:
        whole.reset(seed=SEEDS)
        envs.reset(seed=SEEDS)
        other.drop_connections()
        with pytest.raises(tengen.LanesLostError):
            envs.step(np.arange(BOARDS))
        envs.recv()
        assert_same(whole.step(np.arange(BOARDS)).infos["state_hash"].shape, (BOARDS,))

        envs.async_reset(seed=SEEDS, env_id=SECOND[:3])

        starts = envs.recv()
        mask = np.isin(np.arange(BOARDS), SECOND[:3])
        expected = whole.reset(seed=SEEDS, options={"reset_mask": mask})[1]
        assert starts.infos["env_id"].tolist() == SECOND[:3].tolist()
        assert_same(starts.infos["state_hash"], expected["state_hash"][SECOND[:3]])
        with pytest.raises(tengen.LanesLostError):
            envs.step(np.zeros(BOARDS, int))
        envs.async_reset(seed=SEEDS, env_id=SECOND[3:])
        envs.recv()
        whole.reset(seed=SEEDS, options={"reset_mask": np.arange(BOARDS) == 7})
        actions = np.arange(BOARDS)[::-1]
        assert_same(envs.step(actions).infos["state_hash"], whole.step(actions).infos["state_hash"])


def test_reset_of_all_opens_all_boards_at_their_servers(address: str, other: FaultyProxy) -> None:
    with make([address]) as whole, make([address, other.address]) as envs:
        envs.reset(seed=1)
        other.drop_connections()
        with pytest.raises(tengen.LanesLostError):
            envs.step(np.arange(BOARDS))

        assert_same(envs.reset(seed=SEEDS)[0], whole.reset(seed=SEEDS)[0])

        assert [server.address for server in envs.servers] == [address, other.address]


def test_silent_server_does_not_delay_the_others(address: str, other: FaultyProxy) -> None:
    expected = undisturbed(address, 30)
    with make([address, other.address], batch_size=4) as envs:
        player = Player(envs)
        player.reset()
        other.silence_connections()
        # Results that the proxy has forwarded before may still come.
        seen = [player.continue_one().tolist() for _ in range(20)]

        assert seen.count(SECOND.tolist()) <= 2

        assert_are_starts(player.hashes, expected)


def receive_and_interrupt(envs: tengen.TengenVectorEnv) -> None:
    """Presses Ctrl-C while the caller waits for a result."""
    threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT)).start()
    envs.recv()


def test_ctrl_c_during_recv_loses_nothing(address: str, other: FaultyProxy) -> None:
    with make([address]) as whole, make([address, other.address]) as envs:
        envs.reset(seed=SEEDS)
        whole.reset(seed=SEEDS)
        other.silence_connections()
        envs.send(np.zeros(4, int), SECOND)

        with pytest.raises(KeyboardInterrupt):
            receive_and_interrupt(envs)

        with pytest.raises(gymnasium.error.AlreadyPendingCallError):
            envs.send(np.zeros(4, int), SECOND)
        envs.send(np.arange(4), FIRST)
        expected = whole.step(np.arange(BOARDS)).infos["state_hash"][FIRST]
        assert_same(envs.recv().infos["state_hash"], expected)


def test_close_in_flight_ends_at_once_and_leaves_no_thread(
    address: str, other: FaultyProxy
) -> None:
    before = set(threading.enumerate())
    envs = make([address, other.address])
    envs.reset(seed=1)
    other.silence_connections()
    envs.send(np.arange(BOARDS))

    envs.close()

    left = {thread for thread in set(threading.enumerate()) - before if "boards" in thread.name}
    assert not left
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        envs.recv()


@pytest.mark.parametrize("mode", ["next-step", "same-step", "disabled"])
def test_reopened_boards_are_truncated_and_start_again(
    mode: str, address: str, other: FaultyProxy
) -> None:
    policy = {"autoreset_mode": mode, "lost_board_policy": "reopen"}
    with (
        make([address], autoreset_mode=mode) as whole,
        make([other.address, address], **policy) as envs,
    ):
        actions = np.arange(BOARDS)
        whole.reset(seed=SEEDS)
        envs.reset(seed=SEEDS)
        before = whole.step(actions)
        assert_same(envs.step(actions), before)
        other.drop_connections()

        result = envs.step(actions + 4)

        expected = whole.step(actions + 4)
        assert result.infos["is_lost"].tolist() == [True] * 4 + [False] * 4
        assert result.truncations.tolist() == [True] * 4 + expected.truncations[4:].tolist()
        assert not result.terminations[:4].any()
        assert not result.rewards[:4].any()
        assert [server.address for server in envs.servers] == [address, address]
        last = result.observations
        if mode == "same-step":
            final = result.infos["final_obs"][:4]
            last = {key: np.array([each[key] for each in final]) for key in final[0]}
            assert result.infos["move_number"][:4].tolist() <= [1] * 4
        kept = before.observations["observation"][:4]
        assert_same(last["observation"][:4], kept)
        assert last["action_mask"][:4].sum(axis=1).tolist() == [1] * 4
        for key in ("state_hash", "move_number", "player_to_move"):
            assert_same(result.infos[key][4:], expected.infos[key][4:])
        if mode == "disabled":
            with pytest.raises(tengen.EpisodeOverError):
                envs.step(actions)
            mask = actions < 4
            starts = envs.reset(seed=SEEDS, options={"reset_mask": mask})
            whole.reset(seed=SEEDS, options={"reset_mask": mask})
            assert "is_lost" not in starts[1]
        elif mode == "next-step":
            result = envs.step(actions)
            whole.step(actions)
            assert "is_lost" not in result.infos
            assert result.infos["_episode_number"].tolist() == [True] * 4 + [False] * 4
            assert not result.truncations[:4].any()
            assert result.infos["move_number"].max() < 8
        for _ in range(40):
            drawn = tengen.sample_actions(
                whole.action_masks() & envs.action_masks(), np.random.default_rng(1)
            )
            if mode == "disabled":
                drawn = np.where(result.terminations | result.truncations, tengen.NO_ACTION, drawn)
                break
            result, expected = envs.step(drawn), whole.step(drawn)
            assert_same(result.infos["state_hash"][4:], expected.infos["state_hash"][4:])


def test_reopened_board_without_an_action_stays_truncated(address: str, other: FaultyProxy) -> None:
    with make([other.address, address], lost_board_policy="reopen") as envs:
        envs.reset(seed=SEEDS)
        other.drop_connections()
        envs.step(np.arange(BOARDS))

        stay = np.full(BOARDS, tengen.NO_ACTION)
        stay[0] = 3
        result = envs.step(stay)

        assert result.truncations.tolist() == [False] + [True] * 3 + [False] * 4
        assert result.infos["_episode_number"].tolist() == [True] + [False] * 7
        assert not result.rewards.any()


def test_boards_without_a_request_are_reported_with_their_next_one(
    address: str, other: FaultyProxy
) -> None:
    with make([other.address, address], lost_board_policy="reopen", opponent=None) as envs:
        envs.reset(seed=SEEDS)
        other.drop_connections()
        envs.send([1], [0])
        first = envs.recv()
        envs.send([1, 2], [3, 5])
        second = envs.recv()
        envs.send([1, 2], [0, 3])
        third = envs.recv()

        assert first.infos["is_lost"].tolist() == [True]
        assert second.infos["is_lost"].tolist() == [True, False]
        assert "is_lost" not in third.infos
        assert third.infos["move_number"].tolist() == [0, 0]


def test_no_server_takes_the_boards_raises(
    address: str, other: FaultyProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharded_servers, "REOPEN_TIMEOUT_SECONDS", 0.0)
    with make([other.address, address], lost_board_policy="reopen") as envs:
        envs.reset(seed=SEEDS)

        def refuse(*_: Any, **__: Any) -> Any:
            raise tengen.ResourceExhaustedError("TOO_MANY_LANES", "full", "RESOURCE_EXHAUSTED")

        monkeypatch.setattr(sharded_servers.Servers, "open", refuse)
        other.drop_connections()

        with pytest.raises(tengen.LanesLostError, match="no server takes the boards: full; full"):
            envs.step(np.arange(BOARDS))
        assert envs.recv().infos["env_id"].tolist() == SECOND.tolist()


def test_error_that_the_caller_caused_is_not_reopened(address: str, other: FaultyProxy) -> None:
    rules = {"dead_stones": "agreement"}
    with make(
        [other.address, address], lost_board_policy="reopen", opponent=None, rules=rules
    ) as envs:
        envs.reset(seed=SEEDS)

        with pytest.raises(tengen.LanesLostError, match="boards 0 to 3") as caught:
            envs.step(np.full(BOARDS, 16), dead_points={0: [0, 0]})

        assert caught.value.status == "INVALID_ARGUMENT"
        assert envs.recv().infos["env_id"].tolist() == SECOND.tolist()


@pytest.mark.full
def test_killed_server_comes_back(address: str) -> None:
    port = free_port()
    server = ServerProcess(port=port)
    with make([address, server.address]) as envs, make([address]) as whole:
        envs.reset(seed=SEEDS)
        server.kill()
        with pytest.raises(tengen.LanesLostError) as caught:
            envs.step(np.arange(BOARDS))
        assert caught.value.metadata["server"] == server.address
        envs.recv()
        for _ in range(20):
            envs.send(np.full(4, tengen.DRAWN_ACTION), FIRST)
            envs.recv()
        envs.async_reset(seed=SEEDS, env_id=SECOND)
        envs.recv()
        assert [each.address for each in envs.servers] == [address, address]
        with ServerProcess(port=port) as again, make([address, again.address]) as new:
            assert_same(new.reset(seed=SEEDS)[0], whole.reset(seed=SEEDS)[0])


@pytest.mark.full
def test_killed_server_with_a_journal_continues_with_equal_hashes(tmp_path: Path) -> None:
    stores = [str(tmp_path / f"{name}.db") for name in "ab"]
    port = free_port()
    with ServerProcess("--store", stores[0]) as first:
        second = ServerProcess("--store", stores[1], port=port)
        with make([first.address, second.address], journal="run", batch_size=4) as envs:
            player = Player(envs)
            player.reset()
            for kill in range(2):
                for _ in range(40 + kill):
                    player.continue_one()
                second.kill()
                seen = [player.continue_one() for _ in range(2)]
                while seen[-1].tolist() != FIRST.tolist():
                    seen.append(player.continue_one())
                for _ in range(20):
                    assert player.continue_one().tolist() == FIRST.tolist()
                second = ServerProcess("--store", stores[1], port=port)
                while player.continue_one().tolist() != SECOND.tolist():
                    pass
            lengths = [len(hashes) for hashes in player.hashes]
            assert min(lengths) > 20
            assert envs.sequence >= 20
        assert_are_starts(player.hashes, undisturbed(first.address, max(lengths)))
        with make([first.address, second.address], journal="run") as resumed:
            assert resumed.is_resumed
            resumed.resume()
            resumed.step(np.full(BOARDS, tengen.DRAWN_ACTION))
            resumed.finish()
        with make([first.address, second.address], journal="run") as new:
            assert not new.is_resumed
        second.stop()


@pytest.mark.full
def test_journal_of_other_servers_is_refused(tmp_path: Path) -> None:
    stores = [str(tmp_path / f"{name}.db") for name in "abc"]
    with (
        ServerProcess("--store", stores[0]) as first,
        ServerProcess("--store", stores[1]) as second,
        ServerProcess("--store", stores[2]) as third,
    ):
        make([first.address, second.address], journal="run").close()
        with pytest.raises(tengen.InvalidArgumentError, match=r"boards \d to \d: .*journal"):
            make([first.address, second.address], weights=[3, 1], journal="run")
        with pytest.raises(tengen.InvalidArgumentError, match=f"but {third.address} has none"):
            make([first.address, third.address], journal="run")
        with make([second.address, third.address], journal="run") as envs:
            assert not envs.is_resumed  # The refused environment has left no journal.


@pytest.mark.full
def test_frozen_server_delays_only_its_boards(address: str) -> None:
    expected = undisturbed(address, 200)
    with (
        ServerProcess() as frozen,
        make([address, frozen.address], batch_size=4) as envs,
    ):
        player = Player(envs)
        player.reset()
        frozen.freeze()
        seen = [player.continue_one() for _ in range(2)]
        while seen[-1].tolist() != FIRST.tolist():
            seen.append(player.continue_one())
        for _ in range(50):
            assert player.continue_one().tolist() == FIRST.tolist()
        frozen.thaw()
        while player.continue_one().tolist() != SECOND.tolist():
            pass
        assert_are_starts(player.hashes, expected)


@pytest.mark.full
def test_frozen_server_loses_its_boards_to_another(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_channel, "KEEPALIVE_OPTIONS", FAST_KEEPALIVE)
    with (
        ServerProcess() as frozen,
        make([frozen.address, address], batch_size=4, lost_board_policy="reopen") as envs,
    ):
        envs.reset(seed=SEEDS)
        frozen.freeze()
        envs.send(np.zeros(4, int), FIRST)
        while True:
            envs.send(np.full(4, tengen.DRAWN_ACTION), SECOND)
            result = envs.recv()
            if result.infos["env_id"].tolist() == FIRST.tolist():
                break
            assert "is_lost" not in result.infos
        frozen.thaw()

        assert result.infos["is_lost"].all()
        assert result.truncations.all()
        assert [each.address for each in envs.servers] == [address, address]
