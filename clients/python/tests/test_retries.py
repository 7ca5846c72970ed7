from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

import tengen
from tengen import RetryPolicy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from faulty_proxy import FaultyProxy


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


def test_step_one_attempt_raises_though_the_server_acted(
    proxy: FaultyProxy, client: tengen.Client
) -> None:
    with (
        client.create_session(3) as session,
        tengen.connect(proxy.address, retry=RetryPolicy(max_attempts=1)) as single,
    ):
        attached = single.attach_session(session.session_id)
        proxy.drop_answers(1)

        with pytest.raises(tengen.UnavailableError):
            attached.step(4)

        assert session.state().actions == (4,)


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
