from __future__ import annotations

import threading
import time
from typing import Any

import grpc
import numpy as np
import pytest
from arena_agents import Recorder, Served, begin
from fake_arena import WAIT_SECONDS, FakeArena, game_end, game_start, turn

import tengen
from tengen import arena
from tengen.arena.policies import choose_random
from tengen.v1 import agent_pb2, observation_pb2, rules_pb2, spec_pb2

NEWER: Any = 99
"""A value that an enum of a newer server may have."""


def play_one(fake: FakeArena, served: Served, agent: Any, **options: Any) -> tuple[str, int, int]:
    """Returns an agent's answer to the first turn of a game."""
    stream = begin(fake, served, agent, **options)
    return stream.answer()


def test_join_contains_the_arguments_of_serve(fake: FakeArena, served: Served) -> None:
    served(
        lambda turn: turn.pass_action,
        encodings=["alphazero-17", "tactical"],
        max_game_count=3,
        description="a test",
        observation_format="float32",
        observation_layout="hwc",
    )

    assert fake.accept().join == agent_pb2.JoinArena(
        name="net",
        encodings=["alphazero-17", "tactical"],
        observation_format=observation_pb2.OBSERVATION_FORMAT_FLOAT32,
        observation_layout=observation_pb2.OBSERVATION_LAYOUT_HWC,
        max_game_count=3,
        description="a test",
        accept_batches=True,
    )


def test_turn_contains_all_fields_of_the_message(fake: FakeArena, served: Served) -> None:
    agent = Recorder()
    served(agent)
    stream = fake.accept()
    setup = spec_pb2.Setup(black_points=[0], player_to_move=rules_pb2.COLOR_WHITE)
    stream.send(
        game_start=game_start(
            color=rules_pb2.COLOR_WHITE, setup=setup, actions=[4], max_moves=27, seed=2**63
        )
    )
    mask = np.packbits([0, 1, 0, 0, 0, 0, 0, 0, 1, 1]).tobytes()
    bits = np.zeros(18, np.uint8)
    bits[9 + 4] = 1
    stream.send(
        turn=turn(
            actions=[3],
            move_number=2,
            action_mask=mask,
            observations=[
                observation_pb2.Observation(
                    encoding="two",
                    plane_count=2,
                    width=3,
                    height=3,
                    planes=np.packbits(bits).tobytes(),
                    globals=np.array([0.5], "<f4").tobytes(),
                )
            ],
            allowed_ms=1500,
            left=agent_pb2.ClockTime(time_ms=1400, period_count=2),
            opponent_left=agent_pb2.ClockTime(time_ms=900),
            state_hash=2**64 - 1,
        )
    )
    assert stream.answer() == ("cup/0", 2, 1)

    (received,) = agent.turns
    assert received.game == agent.games[0]
    assert received.game.tournament == "cup"
    assert received.color is tengen.Color.WHITE
    assert received.opponent == "other"
    assert (received.width, received.height, received.pass_action) == (3, 3, 9)
    assert (received.rules.preset, received.rules.komi) == ("tromp-taylor", 7.5)
    assert received.game.setup == tengen.Setup((0,), (), tengen.Color.WHITE)
    assert (received.game.max_moves, received.game.time_control, received.seed) == (
        27,
        "none",
        2**63,
    )
    assert (received.move_number, received.actions) == (2, (4, 3))
    assert received.action_mask.dtype == bool
    assert received.legal_actions.tolist() == [1, 8, 9]
    assert isinstance(received.observation, np.ndarray)
    assert received.observation.shape == (2, 3, 3)
    assert received.observation.dtype == np.uint8
    assert received.observation[1, 1, 1] == received.observation.sum() == 1
    assert received.globals["two"].tolist() == [0.5]
    assert received.time_left == arena.ClockTime(1.4, 2)
    assert received.opponent_time_left == arena.ClockTime(0.9, 0)
    assert received.allowed_seconds == 1.5
    assert received.state_hash == 2**64 - 1


def test_turn_without_a_clock_has_no_times(fake: FakeArena, served: Served) -> None:
    agent = Recorder()
    play_one(fake, served, agent)

    (received,) = agent.turns
    assert (received.time_left, received.opponent_time_left) == (None, None)
    assert (received.allowed_seconds, received.seconds_left) == (None, None)
    assert received.observation is None
    assert received.globals == {}


def test_turn_several_encodings_observes_a_dict(fake: FakeArena, served: Served) -> None:
    agent = Recorder()
    served(agent)
    stream = fake.accept()
    stream.send(game_start=game_start())
    planes = [
        observation_pb2.Observation(
            encoding=name, plane_count=1, width=3, height=3, planes=bytes([value, 0])
        )
        for name, value in {"a": 128, "b": 0}.items()
    ]
    stream.send(turn=turn(actions=[], observations=planes))
    stream.answer()

    observation = agent.turns[0].observation
    assert isinstance(observation, dict)
    assert {name: int(values.sum()) for name, values in observation.items()} == {"a": 1, "b": 0}


def test_actions_grow_from_turn_to_turn(fake: FakeArena, served: Served) -> None:
    agent = Recorder()
    served(agent)
    stream = fake.accept()
    stream.send(game_start=game_start(actions=[8, 7]))
    stream.send(turn=turn(actions=[], move_number=2))
    stream.answer()
    stream.send(turn=turn(actions=[0, 5], move_number=4))
    stream.answer()

    assert [each.actions for each in agent.turns] == [(8, 7), (8, 7, 0, 5)]


def test_seconds_left_counts_from_when_the_turn_came() -> None:
    made = example_turn(allowed_seconds=60.0)
    late = example_turn(allowed_seconds=0.5, received_at_seconds=time.monotonic() - 1)

    assert made.seconds_left is not None
    assert 0 < made.seconds_left <= 60
    assert late.seconds_left == 0


def test_random_is_the_same_in_the_same_turn() -> None:
    first, again = (example_turn().random.random(4).tolist() for _ in range(2))
    other = example_turn(move_number=3).random.random(4).tolist()

    assert first == again != other


def test_built_in_agent_picks_what_a_choice_picks() -> None:
    turns = [example_turn(move_number=number) for number in range(18)]

    picked = [choose_random(turn) for turn in turns]

    assert picked == [turn.random.choice(turn.legal_actions[:-1]) for turn in turns]
    assert len(set(picked)) > 4


def example_turn(**values: Any) -> arena.Turn:
    game = arena.Game(
        game_id="cup/0",
        tournament="cup",
        color=tengen.Color.BLACK,
        opponent="other",
        width=3,
        height=3,
        rules=tengen.Rules(),
        setup=tengen.Setup(),
        actions=(),
        time_control="none",
        max_moves=-1,
        seed=2**64 - 1,
    )
    start: dict[str, Any] = {"move_number": 0, "actions": (), "action_mask": np.ones(10, bool)}
    return arena.Turn(game, **(start | values))


@pytest.mark.parametrize("action", [4, 9, -2, 100, np.int64(4), np.array(4)])
def test_action_of_any_integer_is_sent_as_it_is(
    action: Any, fake: FakeArena, served: Served
) -> None:
    assert play_one(fake, served, lambda _: action) == ("cup/0", 0, int(action))


def test_answer_with_an_estimate_is_sent_with_it(fake: FakeArena, served: Served) -> None:
    def choose(turn: arena.Turn[None]) -> arena.Answer | int:
        return arena.Answer(np.int64(4), np.float64(0.25), -3) if turn.move_number == 0 else 5

    served(choose)
    stream = fake.accept()
    stream.send(game_start=game_start())
    stream.send(turn=turn(actions=[], move_number=0))
    first = stream.answer_message()
    stream.send(turn=turn(actions=[4, 3], move_number=2))
    second = stream.answer_message()

    assert (first.action, first.win_probability, first.score_lead) == (4, 0.25, -3.0)
    assert second.action == 5
    assert not second.HasField("win_probability")
    assert not second.HasField("score_lead")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (arena.Answer(1, 1.5), r"win_probability 1.5 is outside \[0, 1\]"),
        (arena.Answer(1, float("nan")), r"win_probability nan is outside \[0, 1\]"),
        (arena.Answer(1, None, -10_001), r"score_lead -10001.0 is outside \[-10000, 10000\]"),
    ],
)
def test_estimate_out_of_range_is_an_error_of_the_agent(
    fake: FakeArena, served: Served, answer: arena.Answer, message: str
) -> None:
    begin(fake, served, lambda _turn: answer)

    with pytest.raises(tengen.InvalidArgumentError, match=message):
        served.tally()


def test_agent_is_notified_of_start_turns_and_end_in_order(fake: FakeArena, served: Served) -> None:
    agent = Recorder()
    stream = begin(fake, served, agent, game_count=1)
    stream.answer()
    stream.send(turn=turn(actions=[0, 1]))
    stream.answer()
    stream.send(game_end=game_end(message="well played"))

    assert served.tally() == arena.Tally(game_count=1, win_count=1)
    assert agent.events == ["start cup/0", "choose cup/0 0", "choose cup/0 2", "end cup/0"]
    assert agent.endings == [
        arena.GameEnding(arena.GameVerdict.PASSES, None, tengen.Color.BLACK, "B+1.5", "well played")
    ]


def test_agent_with_choose_alone_plays(fake: FakeArena, served: Served) -> None:
    class Chooser:
        def choose(self, turn: arena.Turn) -> int:
            return turn.pass_action

    stream = begin(fake, served, Chooser(), game_count=1)

    assert stream.answer() == ("cup/0", 0, 9)
    stream.send(game_end=game_end())
    assert served.tally().game_count == 1


def test_agent_derived_from_agent_need_not_have_all(fake: FakeArena, served: Served) -> None:
    class Passer(arena.Agent):
        def choose(self, turn: arena.Turn) -> int:
            return turn.pass_action

    served(Passer(), game_count=1)
    stream = fake.accept()
    stream.send(game_start=game_start())
    stream.send(game_end=game_end())

    assert served.tally().game_count == 1


def test_tally_counts_results(fake: FakeArena, served: Served) -> None:
    served(Recorder(), game_count=4)
    stream = fake.accept()
    results = {
        "B+1.5": agent_pb2.GAME_VERDICT_PASSES,
        "W+T": agent_pb2.GAME_VERDICT_TIME,
        "Draw": agent_pb2.GAME_VERDICT_REPETITION,
        "Void": agent_pb2.GAME_VERDICT_MOVE_LIMIT,
    }
    for number, (result, verdict) in enumerate(results.items()):
        stream.send(game_start=game_start(f"cup/{number}"))
        stream.send(game_end=game_end(f"cup/{number}", result, verdict))

    assert served.tally() == arena.Tally(4, 1, 1, 1, 1)


def test_agent_leaves_when_its_last_game_starts(fake: FakeArena, served: Served) -> None:
    served(Recorder(), max_game_count=5, game_count=2)
    stream = fake.accept()
    assert stream.join.max_game_count == 2
    stream.send(game_start=game_start("cup/0"))
    stream.send(game_end=game_end("cup/0"))
    stream.send(game_start=game_start("cup/1"))

    assert stream.has_left()

    stream.send(turn=turn("cup/1", actions=[]))
    assert stream.answer() == ("cup/1", 0, 0)
    stream.send(game_end=game_end("cup/1"))
    assert served.tally().game_count == 2


def test_game_that_starts_before_the_arena_knows_of_the_limit_is_played(
    fake: FakeArena, served: Served
) -> None:
    served(Recorder(), game_count=1)
    stream = fake.accept()
    stream.send(game_start=game_start("cup/0"))
    stream.send(game_start=game_start("cup/1"))
    stream.send(game_end=game_end("cup/0"))

    stream.send(turn=turn("cup/1", actions=[]))
    assert stream.answer() == ("cup/1", 0, 0)
    stream.send(game_end=game_end("cup/1"))
    assert served.tally().game_count == 2


@pytest.mark.usefixtures("fake")
def test_agent_without_games_to_play_leaves_at_once(served: Served) -> None:
    served(Recorder(), game_count=0)

    assert served.tally() == arena.Tally()


def test_ending_of_a_newer_server_is_unknown(fake: FakeArena, served: Served) -> None:
    agent = Recorder()
    served(agent, game_count=1)
    stream = fake.accept()
    stream.send(game_start=game_start())
    stream.send(game_end=game_end(verdict=NEWER))

    served.tally()
    assert agent.endings[0].verdict is arena.GameVerdict.UNKNOWN


def test_response_of_a_newer_server_is_ignored(fake: FakeArena, served: Served) -> None:
    served(Recorder(), game_count=1)
    stream = fake.accept()
    stream.send()
    stream.send(receipt=agent_pb2.AnswerReceipt(game_id="cup/0", outcome=NEWER))
    stream.send(turn=turn("cup/5", actions=[]))
    stream.send(game_start=game_start())
    stream.send(game_end=game_end())

    assert served.tally().game_count == 1


def test_two_games_are_played_at_once(fake: FakeArena, served: Served) -> None:
    both = threading.Barrier(2)

    def choose(turn: arena.Turn) -> int:
        both.wait(WAIT_SECONDS)
        return turn.pass_action

    served(choose, max_game_count=2)
    stream = fake.accept()
    for game_id in ("cup/0", "cup/1"):
        stream.begin(game_id)

    assert {stream.answer()[0], stream.answer()[0]} == {"cup/0", "cup/1"}


def test_agent_of_one_game_is_never_asked_twice_at_once(fake: FakeArena, served: Served) -> None:
    open_count = 0
    most = 0

    def choose(turn: arena.Turn) -> int:
        nonlocal open_count, most
        open_count += 1
        most = max(most, open_count)
        turn.game_over.wait(0.1)
        open_count -= 1
        return turn.pass_action

    served(choose)
    stream = fake.accept()
    for number in range(4):
        stream.begin(f"cup/{number}")

    assert len({stream.answer()[0] for _ in range(4)}) == 4
    assert most == 1


def test_game_over_is_set_while_the_agent_thinks(fake: FakeArena, served: Served) -> None:
    def choose(turn: arena.Turn) -> int:
        thinking.set()
        assert turn.game_over.wait(WAIT_SECONDS)
        return turn.pass_action

    thinking = threading.Event()
    stream = begin(fake, served, choose, game_count=1)
    assert thinking.wait(WAIT_SECONDS)
    stream.send(game_end=game_end(result="W+T", verdict=agent_pb2.GAME_VERDICT_TIME))

    assert served.tally().loss_count == 1
    assert not stream.has_answer()


def test_stop_does_not_wait_for_an_agent_that_hangs(fake: FakeArena, served: Served) -> None:
    def choose(turn: arena.Turn) -> int:
        thinking.set()
        never.wait()
        return turn.pass_action

    thinking, never = threading.Event(), threading.Event()
    stream = begin(fake, served, choose)
    assert thinking.wait(WAIT_SECONDS)

    served.stop.set()

    assert served.tally() == arena.Tally()
    assert stream.ended.wait(WAIT_SECONDS)
    never.set()


def test_error_of_the_agent_ends_serve(fake: FakeArena, served: Served) -> None:
    def choose(turn: arena.Turn) -> int:
        raise ZeroDivisionError(turn.game_id)

    stream = begin(fake, served, choose)

    with pytest.raises(ZeroDivisionError, match="cup/0"):
        served.tally()
    assert stream.ended.wait(WAIT_SECONDS)
    assert not stream.has_answer()


@pytest.mark.parametrize("value", [None, 1.5, True, "C3", 2**40, np.array([1, 2])])
def test_action_that_is_none_is_an_error_of_the_agent(
    value: Any, fake: FakeArena, served: Served
) -> None:
    begin(fake, served, lambda _: value)

    with pytest.raises((TypeError, tengen.InvalidArgumentError), match="action"):
        served.tally()


def test_error_of_the_agent_resigns_that_game_alone(
    fake: FakeArena, served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    def choose(turn: arena.Turn) -> int:
        if turn.game_id == "cup/0":
            raise ZeroDivisionError("no idea")
        return turn.pass_action

    served(choose, on_error="resign", max_game_count=2)
    stream = fake.accept()
    stream.begin("cup/0")
    assert stream.answer() == ("cup/0", 0, tengen.RESIGN)
    stream.begin("cup/1")

    assert stream.answer() == ("cup/1", 0, 9)
    assert "no idea" in caplog.text


def test_error_at_the_start_resigns_the_first_turn(fake: FakeArena, served: Served) -> None:
    class Late(Recorder):
        def game_start(self, game: arena.Game) -> None:
            super().game_start(game)
            raise ZeroDivisionError

    agent = Late()
    answer = play_one(fake, served, agent, on_error="resign")

    assert answer == ("cup/0", 0, tengen.RESIGN)


def test_exit_of_the_agent_ends_serve_whatever_the_policy(fake: FakeArena, served: Served) -> None:
    def choose(_: arena.Turn) -> int:
        raise SystemExit(3)

    begin(fake, served, choose, on_error="resign")

    with pytest.raises(SystemExit):
        served.tally()


@pytest.mark.parametrize(
    ("agent", "options", "error"),
    [
        (None, {}, TypeError),
        (Recorder, {}, TypeError),
        (len, {"name": 5}, TypeError),
        (len, {"max_game_count": 0}, tengen.InvalidArgumentError),
        (len, {"max_game_count": 1025}, tengen.InvalidArgumentError),
        (len, {"game_count": -1}, tengen.InvalidArgumentError),
        (len, {"on_error": "shrug"}, tengen.InvalidArgumentError),
        (len, {"encodings": 17}, TypeError),
        (len, {"observation_format": "bytes"}, tengen.InvalidArgumentError),
        (len, {"reconnect_timeout_seconds": 0}, tengen.InvalidArgumentError),
        (len, {"address": "nowhere"}, tengen.InvalidArgumentError),
    ],
)
def test_serve_bad_argument_raises_before_anything_is_sent(
    agent: Any, options: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        arena.serve(agent, **({"name": "net", "address": "127.0.0.1:1"} | options))


def test_serve_async_function_says_what_to_do() -> None:
    async def choose(turn: arena.Turn) -> int:
        return turn.pass_action

    with pytest.raises(TypeError, match=r"asyncio\.run"):
        arena.serve(choose, name="net")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (grpc.StatusCode.FAILED_PRECONDITION, "AGENT_NAME_TAKEN"),
        (grpc.StatusCode.FAILED_PRECONDITION, "AGENT_REPLACED"),
        (grpc.StatusCode.INVALID_ARGUMENT, "UNKNOWN_ENCODING"),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_AGENTS"),
        (grpc.StatusCode.UNIMPLEMENTED, "UNIMPLEMENTED"),
        (grpc.StatusCode.UNIMPLEMENTED, "SERVICE_DISABLED"),
    ],
)
def test_refusal_ends_serve(
    status: grpc.StatusCode, reason: str, fake: FakeArena, served: Served
) -> None:
    served(Recorder(), name_wait_seconds=0)
    fake.next_stream().cut(status, reason)

    with pytest.raises(tengen.TengenError) as caught:
        served.tally()
    assert (caught.value.status, caught.value.reason) == (status.name, reason)
