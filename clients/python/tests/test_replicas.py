"""Clients of two servers that share a store: they follow sessions, and leave servers that fail."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import pytest
from fake_replica import FakeReplica, Health

import tengen
from tengen import RetryPolicy
from tengen._replicas import AnswerTimes, ReplicaTable, Route
from tengen.arena import Arena
from tengen.v1 import environment_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.full


PATIENCE_SECONDS = 1.5


class Pair:
    """Two replicas, and a session that a client of both has opened.

    Attributes:
      first: A replica.
      second: The other replica.
      address: The addresses of both.
      client: The client.
      session: The session, 3x3.
    """

    def __init__(self, server_address: str) -> None:
        self.owners: dict[str, str] = {}
        self.first = FakeReplica(server_address, self.owners)
        self.second = FakeReplica(server_address, self.owners)
        self.address = f"{self.first.address},{self.second.address}"
        patient = RetryPolicy(attempt_timeout_seconds=PATIENCE_SECONDS)
        self.client = tengen.connect(self.address, retry=patient)
        self.session = self.client.create_session(3, seed=1)

    def owner(self) -> FakeReplica:
        """Returns the replica that has the session."""
        is_first = self.owners[self.session.session_id] == self.first.address
        return self.first if is_first else self.second

    def other(self) -> FakeReplica:
        """Returns the replica that has not."""
        return self.second if self.owner() is self.first else self.first

    def move(self) -> None:
        """Gives the session to the other replica."""
        self.owners[self.session.session_id] = self.other().address

    def stop(self) -> None:
        """Stops everything."""
        self.client.close()
        self.first.stop()
        self.second.stop()


@pytest.fixture
def pair(address: str, client: tengen.Client) -> Iterator[Pair]:
    """Two replicas in front of a real server."""
    # The first calls of a server that has just started may take longer than a client waits.
    with client.create_session(3) as session:
        session.step(4)
    made = Pair(address)
    yield made
    made.stop()


def test_attempt_timeout_follows_slow_answers_within_bounds() -> None:
    times = AnswerTimes()
    assert times.timeout(0.4) == 0.4

    times.add(0.7)
    assert times.timeout(0.4) == pytest.approx(2.1)
    for _ in range(60):
        times.add(0.005)
    assert times.timeout(0.4) == 0.4
    for _ in range(20):
        times.add(3600.0)
    assert times.timeout(0.4) == pytest.approx(16 * 0.4)


def test_slow_answer_of_a_server_lengthens_the_next_attempt() -> None:
    """Slow servers were taken for dead again and again, and handed sessions back and forth."""
    table = ReplicaTable(("a:1", "b:2"), random.Random(1))
    request = environment_pb2.GetSessionRequest(session_id="s")
    first = Route(table, "GetSession", request, 0.4)
    assert first.timeout_seconds(10.0) == 0.4

    table.answered("a:1", "s", 0.7)

    assert Route(table, "GetSession", request, 0.4).timeout_seconds(10.0) == pytest.approx(2.1)


def test_step_session_moved_follows_without_report(pair: Pair) -> None:
    pair.move()

    result = pair.session.step(4, expected_move_number=0)

    assert result.info["move_number"] == 1
    assert pair.first.reports + pair.second.reports == []


def test_step_owner_gone_other_takes_session(pair: Pair) -> None:
    gone, heir = pair.owner(), pair.other()
    gone.stop()

    result = pair.session.step(4, expected_move_number=0)

    assert result.info["move_number"] == 1
    assert pair.owner() is heir
    assert heir.reports == [gone.address]


def test_step_owner_silent_goes_to_other_and_acts_once(pair: Pair) -> None:
    silent, heir = pair.owner(), pair.other()
    silent.health = Health.SILENT

    start_seconds = time.monotonic()
    result = pair.session.step(4, expected_move_number=0)
    taken_seconds = time.monotonic() - start_seconds

    assert result.info["move_number"] == 1
    assert heir.reports == [silent.address]
    assert taken_seconds > 0.9 * PATIENCE_SECONDS
    assert pair.session.state().actions == (4,)


def test_state_owner_silent_goes_to_other_after_default_time(pair: Pair) -> None:
    with tengen.connect(pair.address) as client:
        session = client.attach_session(pair.session.session_id)
        pair.owner().health = Health.SILENT

        start_seconds = time.monotonic()
        state = session.state()
        taken_seconds = time.monotonic() - start_seconds

    assert state.actions == ()
    assert 0.35 < taken_seconds < 4.0


def test_step_owner_without_store_goes_to_other(pair: Pair) -> None:
    heir = pair.other()
    pair.owner().health = Health.WITHOUT_STORE

    pair.session.step(4, expected_move_number=0)

    assert pair.owner() is heir


def test_create_session_one_server_gone_opens_at_other(pair: Pair) -> None:
    gone, heir = pair.owner(), pair.other()
    gone.stop()

    with tengen.connect(pair.address) as client:
        session = client.create_session(3)

    assert pair.owners[session.session_id] == heir.address


def test_wait_until_ready_one_server_gone_returns(pair: Pair) -> None:
    pair.first.stop()

    # A fake replica knows neither the health service nor GetServerInfo, which counts as an answer.
    with pytest.raises(tengen.TengenError, match="no Tengen server"):
        tengen.connect(pair.address, wait_seconds=10.0)


def test_step_both_gone_fails_after_deadline(pair: Pair) -> None:
    with tengen.connect(pair.address, timeout_seconds=1.0) as client:
        session = client.attach_session(pair.session.session_id)
        pair.first.stop()
        pair.second.stop()

        with pytest.raises(tengen.UnavailableError):
            session.step(4)


def test_step_owner_has_other_name_is_found_among_given_addresses(pair: Pair) -> None:
    pair.move()
    pair.first.alias = pair.second.alias = "game-0.example:9019"

    assert pair.session.step(4, expected_move_number=0).info["move_number"] == 1


def test_step_owner_is_no_given_address_fails_and_names_it(pair: Pair, address: str) -> None:
    with (
        FakeReplica(address, pair.owners) as third,
        tengen.connect(pair.address, timeout_seconds=1.0) as client,
    ):
        session = client.attach_session(pair.session.session_id)
        pair.owners[session.session_id] = third.address

        with pytest.raises(tengen.UnavailableError) as caught:
            session.step(4)

    assert caught.value.reason == "SESSION_ELSEWHERE"
    assert caught.value.metadata["owner"] == third.address


def test_step_one_address_does_not_follow(pair: Pair) -> None:
    with tengen.connect(pair.owner().address) as client:
        session = client.attach_session(pair.session.session_id)
        pair.move()

        with pytest.raises(tengen.UnavailableError) as caught:
            session.step(4)

    assert caught.value.reason == "SESSION_ELSEWHERE"


def test_watch_session_moved_follows(pair: Pair) -> None:
    pair.move()

    watching = pair.session.watch()
    state = next(watching)
    watching.close()

    assert state.info["move_number"] == 0


@pytest.mark.parametrize("address", ["a:1,b", "a:1,", "a:1,a:1", "a:1,unix:x", "a:1,embedded"])
def test_connect_invalid_addresses_are_rejected(address: str) -> None:
    with pytest.raises(tengen.InvalidArgumentError):
        tengen.connect(address)


def test_connect_token_and_one_remote_address_is_rejected() -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="encryption"):
        tengen.connect("127.0.0.1:1,game.example:2", tls=False, token="secret")


def test_arena_several_addresses_are_rejected() -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="one server"):
        Arena("127.0.0.1:1,127.0.0.1:2")


def test_table_all_suspected_takes_the_oldest_fault() -> None:
    table = ReplicaTable(["a:1", "b:1", "c:1"], random.Random(1))
    table.answered("a:1", "s")
    for address in ("b:1", "a:1", "c:1"):
        table.failed(address)

    choice = table.choose("s", None, set())

    assert choice.address == "b:1"
    assert choice.unreachable == ("a:1", "c:1")
