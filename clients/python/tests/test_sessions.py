"""Sessions that several clients share, and sessions that expire."""

from __future__ import annotations

import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest
from server_process import ServerProcess

import tengen

if TYPE_CHECKING:
    from pathlib import Path

    from faulty_proxy import FaultyProxy

SLOW_ENGINE = """
import sys, time

for line in sys.stdin:
    number, name, *words = line.split()
    text = ""
    if name == "list_commands":
        text = "boardsize\\nclear_board\\nkomi\\nplay\\ngenmove\\nquit"
    if name == "genmove":
        time.sleep(float(sys.argv[1]))
        text = "pass"
    print(f"={number} {text}\\n", flush=True)
"""


def test_info_names_the_episode_in_every_call(session: tengen.Session) -> None:
    first = session.step(0).info
    _, reset = session.reset()
    second = session.step(0).info

    assert [info["episode_number"] for info in (first, reset, second)] == [0, 1, 1]
    assert [info["current_episode"] for info in (first, reset, second)] == [0, 1, 1]
    assert session.state().episode == 1
    assert next(session.watch()).info["episode_number"] == 1
    with session.fork() as fork:
        assert fork.step(1).info["episode_number"] == 1


def test_step_after_a_reset_by_another_client_raises_wrong_episode(
    address: str, session: tengen.Session
) -> None:
    known = session.state()
    with tengen.connect(address) as other:
        other.attach_session(session.session_id).reset()

    with pytest.raises(tengen.WrongEpisodeError) as caught:
        session.step(4, expected_move_number=known.move_number, expected_episode=known.episode)
    result = session.step(4, expected_move_number=0, expected_episode=1)

    assert (caught.value.status, caught.value.reason) == ("ABORTED", "WRONG_EPISODE")
    assert caught.value.metadata == {"field": "expected_episode", "value": "0", "allowed": "1"}
    assert result.info["episode_number"] == 1


def test_propose_dead_stones_other_state_raises(client: tengen.Client) -> None:
    with client.create_session(3, rules="blog-2011") as session:
        for action in (4, 9, 9, 9):
            result = session.step(action)
        assert result.info["is_agreement"]

        with pytest.raises(tengen.WrongEpisodeError):
            session.propose_dead_stones([4], expected_episode=1)
        with pytest.raises(tengen.WrongMoveNumberError):
            session.propose_dead_stones([4], expected_episode=0, expected_move_number=0)

        number = result.info["move_number"]
        proposed = session.propose_dead_stones([4], expected_episode=0, expected_move_number=number)
        assert proposed.info["move_number"] == number + 1


@pytest.mark.parametrize("value", [-1, 2**64])
def test_step_expected_episode_out_of_range_raises(session: tengen.Session, value: int) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="expected_episode"):
        session.step(0, expected_episode=value)


@pytest.mark.full
def test_step_retry_after_a_reset_names_both_episodes(
    proxy: FaultyProxy, client: tengen.Client
) -> None:
    retry = tengen.RetryPolicy(attempt_timeout_seconds=2.0)
    with client.create_session(3) as session, tengen.connect(proxy.address, retry=retry) as shaky:
        attached = shaky.attach_session(session.session_id)
        # The first answer arrives too late, and another client resets the session before the retry.
        proxy.hold_answer(seconds=2.5)
        timer = threading.Timer(1.0, session.reset)
        timer.start()

        result = attached.step(4)

        timer.join()
        assert proxy.fault_count == 1
        assert (result.info["episode_number"], result.info["current_episode"]) == (0, 1)
        assert result.info["move_number"] == 1
        assert result.observation[1].sum() == 1
        assert session.state().actions == ()


def test_idle_timeout_of_each_way_to_open_a_session_is_the_sessions(
    client: tengen.Client,
) -> None:
    with client.create_session(3, idle_timeout_seconds=70) as session:
        listed = {entry.session_id: entry for entry in client.list_sessions()}
        attached = client.attach_session(session.session_id)
        snapshot = session.snapshot()
        record = session.export_record()
        opened = [
            session.fork(),
            session.fork(idle_timeout_seconds=0.0005),
            client.restore(snapshot),
            client.restore(snapshot, idle_timeout_seconds=71),
            client.import_record(record),
            client.import_record(record, idle_timeout_seconds=72.5),
        ]

        assert session.idle_timeout_seconds == 70
        assert attached.idle_timeout_seconds == 70
        assert session.state().idle_timeout_seconds == 70
        assert listed[session.session_id].idle_timeout_seconds == 70
        longest = client.server_info().limits.idle_timeout_seconds
        timeouts = [each.idle_timeout_seconds for each in opened]
        assert timeouts == [70, 0.001, longest, 71, longest, 72.5]
        for each in opened:
            each.close()


@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf"), 1e9, 1e30])
def test_idle_timeout_out_of_range_raises(client: tengen.Client, value: float) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="idle_timeout"):
        client.create_session(3, idle_timeout_seconds=value)


def test_idle_timeout_not_a_number_raises(client: tengen.Client) -> None:
    with pytest.raises(TypeError, match="idle_timeout_seconds"):
        client.create_session(3, idle_timeout_seconds="1")  # type: ignore[call-overload]


def test_expired_session_raises_session_expired(client: tengen.Client) -> None:
    session = client.create_session(3, idle_timeout_seconds=0.01)
    time.sleep(0.1)

    with pytest.raises(tengen.SessionExpiredError) as caught:
        session.step(0)
    with pytest.raises(tengen.SessionExpiredError), client.open_forest(3) as forest:
        forest.plant(tengen.TreeRoot.session(session))

    assert (caught.value.status, caught.value.reason) == ("NOT_FOUND", "SESSION_EXPIRED")
    session.close()  # There is nothing left to close.


@pytest.mark.parametrize(
    ("idle", "thinking"), [(1, 2), pytest.param(2, 10, marks=pytest.mark.long)]
)
@pytest.mark.full
def test_step_opponent_thinks_for_longer_than_the_idle_timeout(
    tmp_path: Path, idle: float, thinking: float
) -> None:
    script = tmp_path / "engine.py"
    script.write_text(SLOW_ENGINE)
    engine = f"slow='{sys.executable}' '{script}' {thinking}"
    with (
        ServerProcess("--engine", engine) as server,
        tengen.connect(server.address, timeout_seconds=60) as client,
    ):
        session = client.create_session(
            3, opponent=tengen.Opponent("gtp:slow", tengen.Color.WHITE), idle_timeout_seconds=idle
        )
        start = time.monotonic()

        result = session.step(4)

        assert time.monotonic() - start > thinking
        assert result.info["actions"] == (4, 9)
        assert session.state().move_number == 2
        time.sleep(idle + 0.1)
        with pytest.raises(tengen.SessionExpiredError):
            session.state()


def test_seats_play_one_session() -> None:
    with ServerProcess() as server, tengen.connect(server.address) as owner:
        session = owner.create_session(3, seats=True, spectator=True)
        tokens = session.seat_tokens
        assert tokens is not None
        with (
            tengen.connect(server.address, token=tokens.black) as black_client,
            tengen.connect(server.address, token=tokens.white) as white_client,
            tengen.connect(server.address, token=tokens.spectator) as spectator_client,
        ):
            black = black_client.attach_session()
            white = white_client.attach_session()

            with pytest.raises(tengen.TengenError, match="Black is to move") as early:
                white.step(0)
            assert black.step(0).info["move_number"] == 1
            assert white.step(1).info["move_number"] == 2
            with pytest.raises(tengen.TengenError) as denied:
                black.undo(1)

            assert (early.value.status, early.value.reason) == (
                "FAILED_PRECONDITION",
                "NOT_YOUR_TURN",
            )
            assert denied.value.reason == "PERMISSION_DENIED"
            assert spectator_client.attach_session().state().actions == (0, 1)
            session.close()
            with pytest.raises(tengen.TengenError) as ended:
                black.legal_actions()
            assert ended.value.status == "UNAUTHENTICATED"


def test_seat_tokens_are_hidden_and_only_made_on_request(client: tengen.Client) -> None:
    with client.create_session(3, spectator=True) as session:
        tokens = session.seat_tokens
        assert tokens is not None
        assert (tokens.black, tokens.white) == (None, None)
        assert str(tokens.spectator).startswith("tengen-seat_")
        assert repr(tokens) == "SeatTokens()"
    with client.create_session(3) as session:
        assert session.seat_tokens is None
    with pytest.raises(tengen.InvalidArgumentError, match="seats"):
        client.create_session(3, seats=True, opponent=tengen.Opponent("random"))
