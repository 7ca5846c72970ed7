"""Reconnects of agents."""

from __future__ import annotations

import threading

import grpc
import pytest
from arena_agents import Recorder, Served, begin
from fake_arena import WAIT_SECONDS, FakeArena, game_end, game_start, turn

import tengen
from tengen import arena
from tengen.arena import _connection, _event_loop
from tengen.v1 import agent_pb2, arena_pb2


class Thinker(Recorder):
    """A recorder that blocks in each turn until it is released."""

    def __init__(self) -> None:
        super().__init__()
        self.is_thinking = threading.Semaphore(0)
        self.may_answer = threading.Semaphore(0)

    def choose(self, turn: arena.Turn) -> int:
        action = super().choose(turn)
        self.is_thinking.release()
        assert self.may_answer.acquire(timeout=WAIT_SECONDS)
        return action


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (grpc.StatusCode.UNAVAILABLE, ""),
        (grpc.StatusCode.UNAVAILABLE, "SHUTTING_DOWN"),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, "SLOW_READER"),
        (grpc.StatusCode.INTERNAL, ""),
        (grpc.StatusCode.CANCELLED, ""),
    ],
)
def test_lost_stream_comes_back_with_the_key(
    status: grpc.StatusCode, reason: str, fake: FakeArena, served: Served
) -> None:
    served(Recorder(), encodings=["tactical"], description="mine")
    first = fake.accept(b"secret")
    assert first.join.resume_key == b""
    first.cut(status, reason)

    second = fake.accept(b"secret")

    assert second.join.resume_key == b"secret"
    assert (second.join.name, second.join.description) == ("net", "mine")
    assert list(second.join.encodings) == ["tactical"]


@pytest.mark.parametrize("has_joined", [True, False])
def test_stream_that_the_arena_completes_ends_serve(
    has_joined: bool, fake: FakeArena, served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "tengen.arena")
    served(Recorder())
    (fake.accept() if has_joined else fake.next_stream()).finish()

    assert served.tally() == arena.Tally()
    assert f"net has left: the tournament at {fake.address} is over" in caplog.messages


def test_game_that_ends_with_the_arena_counts(fake: FakeArena, served: Served) -> None:
    agent = Recorder()
    stream = begin(fake, served, agent)
    stream.answer()
    stream.send(game_end=game_end())
    stream.finish()

    assert served.tally() == arena.Tally(game_count=1, win_count=1)
    assert agent.events[-1] == "end cup/0"


def test_turn_lost_while_the_agent_thinks_is_asked_once(fake: FakeArena, served: Served) -> None:
    agent = Thinker()
    begin(fake, served, agent).cut()
    assert agent.is_thinking.acquire(timeout=WAIT_SECONDS)
    second = fake.accept()
    second.begin()
    agent.may_answer.release()

    assert second.answer() == ("cup/0", 0, 0)
    assert agent.events == ["start cup/0", "choose cup/0 0"]


def test_answer_chosen_without_a_connection_is_sent_after_it(
    fake: FakeArena, served: Served
) -> None:
    agent = Thinker()
    first = begin(fake, served, agent)
    assert agent.is_thinking.acquire(timeout=WAIT_SECONDS)
    first.cut()
    second = fake.next_stream()
    agent.may_answer.release()
    second.send(joined=agent_pb2.ArenaJoined(resume_key=b"key"))
    second.begin()

    assert second.answer() == ("cup/0", 0, 0)
    assert len(agent.turns) == 1


def test_answer_that_was_lost_is_sent_again(fake: FakeArena, served: Served) -> None:
    agent = Recorder()
    first = begin(fake, served, agent)
    first.answer()
    first.cut()
    second = fake.accept()
    second.begin()

    assert second.answer() == ("cup/0", 0, 0)
    assert len(agent.turns) == 1


def test_game_continues_from_moves_made_meanwhile(fake: FakeArena, served: Served) -> None:
    agent = Recorder()
    first = begin(fake, served, agent, game_count=1)
    first.answer()
    first.cut()
    second = fake.accept(running_games=("cup/0",))
    second.send(game_start=game_start(actions=[0, 1]))
    second.send(turn=turn(actions=[], move_number=2))
    assert second.answer() == ("cup/0", 2, 0)
    second.send(game_end=game_end())

    assert served.tally().game_count == 1
    assert agent.turns[-1].actions == (0, 1)
    assert agent.events == ["start cup/0", "choose cup/0 0", "choose cup/0 2", "end cup/0"]


def test_game_that_ended_meanwhile_is_reported(fake: FakeArena, served: Served) -> None:
    agent = Recorder()
    first = begin(fake, served, agent, game_count=1)
    first.answer()
    first.cut()
    second = fake.accept(running_games=("cup/0",))
    second.send(game_start=game_start())
    second.send(game_end=game_end(result="W+T", verdict=agent_pb2.GAME_VERDICT_TIME))

    assert served.tally().loss_count == 1
    assert agent.endings[0].verdict is arena.GameVerdict.TIME


def stored_game(ending: agent_pb2.GameEnding | None) -> arena_pb2.GetArenaGameResponse:
    state = arena_pb2.ARENA_GAME_STATE_ENDED if ending else arena_pb2.ARENA_GAME_STATE_PLANNED
    game = arena_pb2.ArenaGame(game_id="cup/0", state=state, ending=ending)
    return arena_pb2.GetArenaGameResponse(game=game)


def test_game_whose_end_was_lost_is_looked_up(
    fake: FakeArena, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_event_loop, "CONFIRM_SECONDS", 0.01)
    fake.answers["GetArenaGame"] = stored_game(game_end(result="W+3.5").ending)
    agent = Recorder()
    first = begin(fake, served, agent, game_count=1)
    first.answer()
    first.cut()
    fake.accept()

    assert served.tally() == arena.Tally(game_count=1, loss_count=1)
    assert agent.endings[0].result == "W+3.5"
    assert fake.requests == [arena_pb2.GetArenaGameRequest(game_id="cup/0")]


def test_arena_that_forgot_the_agent_looks_up_its_games(fake: FakeArena, served: Served) -> None:
    fake.answers["GetArenaGame"] = stored_game(game_end(result="B+R").ending)
    agent = Recorder()
    first = begin(fake, served, agent, game_count=1)
    first.answer()
    first.cut()
    fake.accept(b"another key")

    assert served.tally() == arena.Tally(game_count=1, win_count=1)


def test_restarted_arena_plays_games_anew(fake: FakeArena, served: Served) -> None:
    agent = Recorder()
    first = begin(fake, served, agent, game_count=2)
    first.answer()
    fake.stop()
    with FakeArena(fake.port) as restarted:
        restarted.answers["GetArenaGame"] = stored_game(None)
        second = restarted.accept(b"another key")
        assert second.join.resume_key == b"key"
        second.begin()
        assert second.answer() == ("cup/0", 0, 0)
        second.send(game_end=game_end())

        assert served.tally() == arena.Tally(game_count=1, win_count=1)
    assert len(agent.turns) == 2
    assert [ending.verdict for ending in agent.endings] == [
        arena.GameVerdict.UNKNOWN,
        arena.GameVerdict.PASSES,
    ]
    assert agent.endings[0].result == "?"


def test_same_game_from_its_opening_is_another_game(fake: FakeArena, served: Served) -> None:
    agent = Recorder()
    stream = begin(fake, served, agent)
    stream.answer()
    stream.send(turn=turn(actions=[0, 1]))
    stream.answer()
    stream.begin()

    assert stream.answer() == ("cup/0", 0, 0)
    assert sorted(agent.events[3:]) == ["choose cup/0 0", "end cup/0", "start cup/0"]


def test_turn_that_leaves_out_moves_asks_for_all_of_them(fake: FakeArena, served: Served) -> None:
    served(Recorder())
    first = fake.accept()
    first.send(game_start=game_start())
    first.send(turn=turn(actions=[5], move_number=2))
    second = fake.accept()
    second.send(game_start=game_start(actions=[4, 5]))
    second.send(turn=turn(actions=[], move_number=2))

    assert second.answer() == ("cup/0", 2, 0)


def test_name_held_by_its_own_lost_stream_is_retried(fake: FakeArena, served: Served) -> None:
    served(Recorder())
    # The arena may have accepted the agent, but its response was lost.
    fake.next_stream().cut()
    fake.next_stream().cut(grpc.StatusCode.FAILED_PRECONDITION, "AGENT_NAME_TAKEN")

    assert fake.accept().join.name == "net"


def test_name_taken_when_the_agent_comes_back_ends_serve(fake: FakeArena, served: Served) -> None:
    served(Recorder(), name_wait_seconds=0)
    fake.accept().cut()
    fake.next_stream().cut(grpc.StatusCode.FAILED_PRECONDITION, "AGENT_NAME_TAKEN")

    with pytest.raises(tengen.TengenError, match="AGENT_NAME_TAKEN"):
        served.tally()


def test_no_connection_ends_serve_after_the_wait(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = tengen.RetryPolicy(backoff_seconds=0.01, max_backoff_seconds=0.05)
    monkeypatch.setattr(_connection, "RECONNECT_BACKOFF", pauses)
    served(Recorder(), address="127.0.0.1:1", wait_seconds=0.5)

    with pytest.raises(tengen.UnavailableError, match=r"127\.0\.0\.1:1"):
        served.tally()


def test_connection_that_comes_late_is_waited_for(served: Served, fake: FakeArena) -> None:
    port = fake.port
    fake.stop()
    served(Recorder(), wait_seconds=60.0)
    with FakeArena(port) as late:
        assert late.accept().join.name == "net"


def test_stop_ends_the_backoff_between_attempts(
    fake: FakeArena, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = tengen.RetryPolicy(backoff_seconds=100.0, max_backoff_seconds=100.0)
    monkeypatch.setattr(_connection, "RECONNECT_BACKOFF", pauses)
    served(Recorder())
    fake.next_stream().cut()

    served.stop.set()

    assert served.tally() == arena.Tally()
