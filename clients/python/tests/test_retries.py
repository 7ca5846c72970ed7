from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
from faulty_proxy import FaultyProxy

import tengen
from tengen import RetryPolicy
from tengen._outcomes import OUTCOMES
from tengen.v1 import environment_pb2

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture
def shaky(proxy: FaultyProxy) -> Iterator[tengen.Client]:
    """A client behind the proxy."""
    with tengen.connect(proxy.address, retry=RetryPolicy(attempt_timeout_seconds=1.0)) as made:
        yield made


@pytest.fixture
def shaky_session(shaky: tengen.Client) -> Iterator[tengen.Session]:
    """A session behind the proxy, 3x3."""
    with shaky.create_session(3, seed=1) as made:
        yield made


def test_step_answer_lost_plays_once(
    proxy: FaultyProxy, client: tengen.Client, shaky_session: tengen.Session
) -> None:
    proxy.drop_answers(1)

    result = shaky_session.step(4)

    assert proxy.fault_count == 1
    assert result.info["move_number"] == 1
    assert client.attach_session(shaky_session.session_id).state().actions == (4,)


def test_step_call_ended_by_a_stopping_server_plays_once(
    proxy: FaultyProxy, shaky_session: tengen.Session
) -> None:
    proxy.reset_answers(2)

    shaky_session.step(9)

    assert proxy.fault_count == 2
    assert shaky_session.state().actions == (9,)


def test_step_answers_lost_three_times_plays_once(
    proxy: FaultyProxy, shaky_session: tengen.Session
) -> None:
    proxy.drop_answers(3)

    shaky_session.step(9)

    assert proxy.fault_count == 3
    assert shaky_session.state().actions == (9,)


def test_step_answer_lost_gets_the_same_observation(
    proxy: FaultyProxy, client: tengen.Client, shaky_session: tengen.Session
) -> None:
    proxy.drop_answers(1)

    lost = shaky_session.step(4)

    with client.create_session(3, seed=1) as session:
        plain = session.step(4)
    assert lost.observation.tolist() == plain.observation.tolist()
    assert lost.info["state_hash"] == plain.info["state_hash"]


def test_step_answer_late_plays_once(proxy: FaultyProxy, shaky_session: tengen.Session) -> None:
    proxy.hold_answer(seconds=1.5)

    result = shaky_session.step(9)

    assert proxy.fault_count == 1
    assert result.info["move_number"] == 1
    assert shaky_session.state().actions == (9,)


def test_reset_answer_lost_starts_one_episode(
    proxy: FaultyProxy, shaky_session: tengen.Session
) -> None:
    proxy.drop_answers(1)

    _, info = shaky_session.reset()

    assert info["episode_number"] == 1
    assert shaky_session.state().episode == 1


def test_score_answer_lost_is_asked_again(
    proxy: FaultyProxy, shaky_session: tengen.Session
) -> None:
    proxy.drop_answers(1)

    assert shaky_session.score().text == "W+7.5"
    assert proxy.fault_count == 1


def test_close_answer_lost_closes(
    proxy: FaultyProxy, client: tengen.Client, shaky: tengen.Client
) -> None:
    session = shaky.create_session(3)
    proxy.drop_answers(1)

    session.close()

    assert proxy.fault_count == 1
    with pytest.raises(tengen.SessionNotFoundError):
        client.attach_session(session.session_id)


@pytest.fixture
def direct(client: tengen.Client) -> Iterator[tengen.Session]:
    """A session without the proxy."""
    with client.create_session(3, seed=1) as made:
        yield made


@pytest.fixture
def impatient(proxy: FaultyProxy, direct: tengen.Session) -> Iterator[tengen.Session]:
    """The same session behind the proxy. Its calls are attempted once."""
    with tengen.connect(proxy.address, retry=RetryPolicy(max_attempts=1)) as single:
        yield single.attach_session(direct.session_id)


def test_step_answer_lost_says_that_it_may_have_been_played_and_how_to_repeat_it(
    proxy: FaultyProxy, direct: tengen.Session, impatient: tengen.Session
) -> None:
    proxy.drop_answers(1)

    with pytest.raises(tengen.UnavailableError) as caught:
        impatient.step(4)

    request_id = caught.value.metadata["request_id"]
    assert caught.value.metadata["session_id"] == impatient.session_id
    assert caught.value.message.endswith(
        "; the action may have been played; `Session.state` shows the actions so far, and `step`"
        f" with request_id={request_id!r} repeats the call without playing twice"
    )
    # The connection may still be closing.
    assert direct.state().actions == (4,)
    result = direct.step(4, request_id=request_id)
    assert result.info["move_number"] == 1
    assert direct.state().actions == (4,)


@pytest.mark.parametrize(
    ("call", "outcome"),
    [
        (lambda session, **more: session.reset(seed=7, **more)[1], "a new episode may have"),
        (lambda session, **more: session.undo(1, **more).info, "the moves may have been taken"),
    ],
)
def test_call_answer_lost_is_repeated_safely(
    proxy: FaultyProxy,
    direct: tengen.Session,
    impatient: tengen.Session,
    call: Callable[..., dict[str, Any]],
    outcome: str,
) -> None:
    impatient.step(4)
    impatient.step(5)
    proxy.drop_answers(1)

    with pytest.raises(tengen.UnavailableError, match=outcome) as caught:
        call(impatient)

    first = direct.state()
    info = call(direct, request_id=caught.value.metadata["request_id"])
    after = direct.state()
    assert (after.episode, after.actions) == (first.episode, first.actions)
    assert info["move_number"] == after.move_number


def test_propose_dead_stones_answer_lost_is_repeated_safely(
    proxy: FaultyProxy, client: tengen.Client
) -> None:
    with (
        client.create_session(3, rules={"dead_stones": "agreement"}) as made,
        tengen.connect(proxy.address, retry=RetryPolicy(max_attempts=1)) as single,
    ):
        for action in (4, 9, 9):
            made.step(action)
        assert made.state().is_agreement
        attached = single.attach_session(made.session_id)
        proxy.drop_answers(1)

        with pytest.raises(tengen.UnavailableError, match="the proposal may have") as caught:
            attached.propose_dead_stones([4])

        request_id = caught.value.metadata["request_id"]
        repeated = made.propose_dead_stones([4], request_id=request_id)
        assert repeated.info["move_number"] == 4
        assert made.state().move_number == 4


def test_create_session_answer_lost_says_that_it_may_be_open(proxy: FaultyProxy) -> None:
    with tengen.connect(proxy.address, retry=RetryPolicy(max_attempts=1)) as single:
        single.server_info()
        proxy.drop_answers(1)

        with pytest.raises(tengen.UnavailableError, match="the session may have been opened"):
            single.create_session(3)


def test_step_deadline_passed_says_that_it_may_have_been_played(
    proxy: FaultyProxy, client: tengen.Client
) -> None:
    with (
        client.create_session(3) as made,
        tengen.connect(proxy.address, timeout_seconds=1.5) as single,
    ):
        attached = single.attach_session(made.session_id)
        proxy.hold_answer(seconds=4.0)

        with pytest.raises(tengen.DeadlineExceededError, match="the action may have been played"):
            attached.step(4)

        assert made.state().actions == (4,)


def test_step_no_server_does_not_say_that_it_may_have_been_played(client: tengen.Client) -> None:
    with FaultyProxy(client.address) as proxy:
        single = tengen.connect(proxy.address, timeout_seconds=2.0)
        session = single.create_session(3)
    time.sleep(0.2)  # The proxy is gone, and the client has noticed.

    with pytest.raises(tengen.UnavailableError) as caught:
        session.step(4)

    assert "may have been played" not in caught.value.message
    assert "request_id" not in caught.value.metadata
    single.close()


def test_score_answer_lost_does_not_speak_of_changes(
    proxy: FaultyProxy, impatient: tengen.Session
) -> None:
    proxy.drop_answers(1)

    with pytest.raises(tengen.UnavailableError) as caught:
        impatient.score()

    assert "may have" not in caught.value.message


def test_step_request_id_of_another_action_raises(session: tengen.Session) -> None:
    session.step(4, request_id="mine")

    with pytest.raises(tengen.InvalidArgumentError) as caught:
        session.step(5, request_id="mine")

    assert caught.value.reason == "REQUEST_ID_REUSED"
    assert session.step(4, request_id="mine").info["move_number"] == 1


@pytest.mark.parametrize("request_id", ["", "x" * 65, "ä" * 33])
def test_step_invalid_request_id_raises(session: tengen.Session, request_id: str) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        session.step(4, request_id=request_id)

    assert caught.value.metadata["field"] == "request_id"
    assert session.state().move_number == 0


def test_step_longest_request_id_plays(session: tengen.Session) -> None:
    assert session.step(4, request_id="ä" * 32).info["move_number"] == 1


def test_step_illegal_action_is_not_tried_again(
    proxy: FaultyProxy, shaky_session: tengen.Session
) -> None:
    shaky_session.step(4)

    with pytest.raises(tengen.IllegalActionError):
        shaky_session.step(4)

    assert proxy.fault_count == 0
    assert shaky_session.state().move_number == 1


def test_server_info_nobody_listening_ends_within_its_time() -> None:
    start = time.monotonic()

    with (
        tengen.connect(
            "127.0.0.1:1", timeout_seconds=0.5, retry=RetryPolicy(max_attempts=1000)
        ) as client,
        pytest.raises(tengen.UnavailableError),
    ):
        client.server_info()

    assert time.monotonic() - start < 5.0


@pytest.mark.parametrize(("attempt", "longest"), [(1, 0.1), (2, 0.2), (3, 0.4), (9, 2.0)])
def test_delay_seconds_doubles_up_to_the_maximum(attempt: int, longest: float) -> None:
    policy = RetryPolicy(backoff_seconds=0.1, max_backoff_seconds=2.0)

    assert policy.delay_seconds(attempt, 0.0) == pytest.approx(longest / 2)
    assert policy.delay_seconds(attempt, 1.0) == pytest.approx(longest)


def test_outcomes_have_each_call_with_a_request_id() -> None:
    with_id = {
        method.input_type.full_name
        for service in environment_pb2.DESCRIPTOR.services_by_name.values()
        for method in service.methods
        if "request_id" in method.input_type.fields_by_name
    }

    assert len(with_id) == 8
    assert {request.DESCRIPTOR.full_name for request in OUTCOMES} == with_id
