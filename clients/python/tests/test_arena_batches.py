"""Agents whose turns and answers travel in batches, and agents that choose in batches."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
from fake_arena import WAIT_SECONDS, FakeArena, FakeStream, game_end, game_start, turn

import tengen
from tengen import arena
from tengen.v1 import agent_pb2

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arena_agents import Served

PASS = 9

GAME_COUNT = 3


class Passer:
    """Passes in batches, and records what it is asked."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.threads: set[int] = set()
        self.may_answer = threading.Event()
        self.may_answer.set()

    def game_start(self, game: arena.Game) -> None:
        """Records the start of a game."""
        self._record(game.game_id)

    def choose_batch(self, turns: Sequence[arena.Turn]) -> list[int]:
        """Passes in each game."""
        self._record([turn.game_id for turn in turns])
        assert self.may_answer.wait(WAIT_SECONDS)
        return [turn.pass_action for turn in turns]

    def game_end(self, game: arena.Game, ending: arena.GameEnding) -> None:
        """Records the result of a game."""
        self._record(f"{game.game_id} {ending.result}")

    def _record(self, event: Any) -> None:
        self.events.append(event)
        self.threads.add(threading.get_ident())


def names(count: int = GAME_COUNT) -> list[str]:
    """Returns the ids of games."""
    return [f"cup/{number}" for number in range(count)]


def send_turns(stream: FakeStream, *games: str) -> None:
    """Starts games, and sends their first turns, all in one message."""
    starts = [agent_pb2.PlayResponse(game_start=game_start(name)) for name in games]
    turns = [agent_pb2.PlayResponse(turn=turn(name, actions=[])) for name in games]
    stream.send_all(*starts, *turns)


def test_batch_of_turns_is_answered_game_by_game(fake: FakeArena, served: Served) -> None:
    served(lambda turn: turn.pass_action, max_game_count=GAME_COUNT)
    stream = fake.accept(uses_batches=True)

    send_turns(stream, *names())

    answers: list[tuple[str, int, int]] = []
    while len(answers) < GAME_COUNT:
        answers += stream.answers()
    assert sorted(answers) == [(name, 0, PASS) for name in names()]


def test_one_thread_calls_the_agent_for_all_games(fake: FakeArena, served: Served) -> None:
    threads = set()

    def choose(turn: arena.Turn) -> int:
        threads.add(threading.get_ident())
        return turn.pass_action

    served(choose, max_game_count=GAME_COUNT, max_thread_count=1)
    stream = fake.accept()
    for name in names():
        stream.begin(name)

    assert sorted(stream.answer()[0] for _ in names()) == names()
    assert len(threads) == 1


def test_agent_that_chooses_in_batches_gets_all_turns_at_once(
    fake: FakeArena, served: Served
) -> None:
    agent = Passer()
    served(agent, max_game_count=GAME_COUNT, game_count=GAME_COUNT)
    stream = fake.accept(uses_batches=True)

    send_turns(stream, *names())

    assert stream.answers() == [(name, 0, PASS) for name in names()]
    ends = [game_end(name, result="B+1") for name in names()]
    stream.send_all(*(agent_pb2.PlayResponse(game_end=end) for end in ends))
    served.tally()
    assert agent.events == [*names(), names(), *(f"{name} B+1" for name in names())]
    assert len(agent.threads) == 1


def test_turns_that_arrive_during_a_batch_are_the_next_batch(
    fake: FakeArena, served: Served
) -> None:
    agent = Passer()
    agent.may_answer.clear()
    served(agent, max_game_count=4)
    stream = fake.accept(uses_batches=True)
    send_turns(stream, "cup/0")
    while agent.events != ["cup/0", ["cup/0"]]:
        served.stop.wait(0.01)

    for name in ("cup/1", "cup/2", "cup/3"):
        send_turns(stream, name)
    stream.send(game_end=game_end("cup/2", result="W+T"))
    stream.send(game_start=game_start("cup/4"))
    served.stop.wait(0.5)
    agent.may_answer.set()

    assert stream.answers() == [("cup/0", 0, PASS)]
    assert stream.answers() == [("cup/1", 0, PASS), ("cup/3", 0, PASS)]


def test_batches_without_batches_of_the_arena_are_answered_one_by_one(
    fake: FakeArena, served: Served
) -> None:
    served(Passer(), max_game_count=2)
    stream = fake.accept()

    stream.begin("cup/0")

    assert stream.answer() == ("cup/0", 0, PASS)


@pytest.mark.parametrize("actions", [[], [PASS, PASS], ["pass"], [2**40], 7])
def test_batch_with_wrong_actions_is_an_error_of_the_agent(
    actions: Any, fake: FakeArena, served: Served
) -> None:
    class Wrong:
        def choose_batch(self, _: Sequence[arena.Turn]) -> Any:
            return actions

    served(Wrong())
    send_turns(fake.accept(uses_batches=True), "cup/0")

    with pytest.raises((TypeError, tengen.InvalidArgumentError)):
        served.tally()


def test_error_in_a_batch_resigns_its_games(fake: FakeArena, served: Served) -> None:
    class Failing(Passer):
        def choose_batch(self, turns: Sequence[arena.Turn]) -> list[int]:
            if any(turn.game_id == "cup/0" for turn in turns):
                raise ZeroDivisionError
            return super().choose_batch(turns)

    served(Failing(), on_error="resign", max_game_count=GAME_COUNT)
    stream = fake.accept(uses_batches=True)
    send_turns(stream, "cup/0", "cup/1")
    assert stream.answers() == [("cup/0", 0, tengen.RESIGN), ("cup/1", 0, tengen.RESIGN)]

    send_turns(stream, "cup/2")

    assert stream.answers() == [("cup/2", 0, PASS)]


@pytest.mark.parametrize("count", [0, 1025])
def test_serve_thread_count_out_of_range_is_refused(count: int) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="max_thread_count"):
        arena.serve(lambda turn: turn.pass_action, name="net", max_thread_count=count)
