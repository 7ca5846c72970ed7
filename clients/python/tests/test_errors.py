from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

import tengen
from tengen import IllegalReason, RetryPolicy

if TYPE_CHECKING:
    from faulty_proxy import FaultyProxy


def ko_setup() -> tengen.Setup:
    """Returns a position on 4x4 in which Black takes a ko at 6 and White would repeat it at 5.

    . X O .
    X O . O
    . X O .
    . . . .
    """
    return tengen.Setup(black_points=(1, 4, 9), white_points=(2, 5, 7, 10))


def test_step_occupied_point_raises_illegal_action(session: tengen.Session) -> None:
    session.step(12)

    with pytest.raises(tengen.IllegalActionError) as caught:
        session.step(12)

    assert caught.value.illegal_reason is IllegalReason.OCCUPIED
    assert caught.value.repeats_move is None
    assert caught.value.status == "FAILED_PRECONDITION"


def test_step_repetition_raises_with_the_move_it_repeats(client: tengen.Client) -> None:
    with client.create_session(4, setup=ko_setup()) as session:
        session.step(6)

        with pytest.raises(tengen.IllegalActionError) as caught:
            session.step(5)

    assert caught.value.illegal_reason is IllegalReason.REPETITION
    assert caught.value.repeats_move == 0


def test_step_forbidden_suicide_raises_illegal_action(client: tengen.Client) -> None:
    setup = tengen.Setup(white_points=(1, 3))
    with (
        client.create_session(3, suicide="forbidden", setup=setup) as session,
        pytest.raises(tengen.IllegalActionError) as caught,
    ):
        session.step(0)

    assert caught.value.illegal_reason is IllegalReason.SUICIDE


def test_step_no_such_action_raises_invalid_argument(session: tengen.Session) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        session.step(26)

    assert caught.value.reason == "OUT_OF_RANGE"


def test_step_after_the_end_raises_episode_over(session: tengen.Session) -> None:
    session.step(session.pass_action)
    session.step(session.pass_action)

    with pytest.raises(tengen.EpisodeOverError) as caught:
        session.step(0)

    assert caught.value.reason == "EPISODE_OVER"


def test_step_wrong_move_number_raises(session: tengen.Session) -> None:
    with pytest.raises(tengen.WrongMoveNumberError) as caught:
        session.step(0, expected_move_number=1)

    assert caught.value.status == "ABORTED"


def test_step_expected_move_number_plays(session: tengen.Session) -> None:
    session.step(0)

    assert session.step(1, expected_move_number=1).info["move_number"] == 2


def test_step_refused_changes_nothing(session: tengen.Session) -> None:
    session.step(12)
    before = session.state()

    with pytest.raises(tengen.IllegalActionError):
        session.step(12)

    after = session.state()
    assert (after.state_hash, after.actions) == (before.state_hash, before.actions)


def test_step_closed_session_raises_session_not_found(client: tengen.Client) -> None:
    session = client.create_session(3)
    session.close()

    with pytest.raises(tengen.SessionNotFoundError) as caught:
        session.step(0)

    assert caught.value.reason == "SESSION_NOT_FOUND"


def test_attach_session_unknown_id_raises_session_not_found(client: tengen.Client) -> None:
    with pytest.raises(tengen.SessionNotFoundError):
        client.attach_session("0" * 32)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"size": 26}, "INVALID_VALUE"),
        ({"size": 0}, "INVALID_VALUE"),
        ({"size": 5, "komi": 0.3}, "INVALID_VALUE"),
        ({"size": 5, "komi": float("nan")}, "INVALID_VALUE"),
        ({"size": 5, "max_moves": -2}, "INVALID_VALUE"),
        ({"size": 5, "passes_to_end": 4}, "INVALID_VALUE"),
        ({"size": 5, "illegal_action_penalty": -1.0}, "INVALID_VALUE"),
        ({"size": 5, "setup": tengen.Setup(black_points=[25])}, "INVALID_VALUE"),
        ({"size": 5, "rules": "tromp"}, "UNKNOWN_PRESET"),
        ({"size": 5, "encodings": ["none"]}, "UNKNOWN_ENCODING"),
        ({"size": 5, "opponent": tengen.Opponent("nobody")}, "UNKNOWN_PLAYER"),
    ],
)
def test_create_session_bad_value_raises_invalid_argument(
    client: tengen.Client, arguments: dict[str, object], reason: str
) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        client.create_session(**arguments)  # type: ignore[arg-type]

    assert caught.value.reason == reason
    assert caught.value.metadata["field"] != ""


def test_create_session_long_request_raises_resource_exhausted(client: tengen.Client) -> None:
    limit = client.server_info().limits.max_request_bytes

    with pytest.raises(tengen.ResourceExhaustedError) as caught:
        client.create_session(5, rules="x" * (limit + 1))

    assert caught.value.reason == "MESSAGE_TOO_LARGE"


def test_server_info_nobody_listening_raises_how_to_start_one() -> None:
    with (
        tengen.connect("127.0.0.1:1", retry=RetryPolicy(max_attempts=1)) as client,
        pytest.raises(tengen.UnavailableError, match=r"\./tengen serve"),
    ):
        client.server_info()


def test_score_no_answer_in_time_raises_deadline_exceeded(
    proxy: FaultyProxy, client: tengen.Client
) -> None:
    with (
        client.create_session(3) as session,
        tengen.connect(proxy.address, timeout_seconds=1.5) as slow,
    ):
        attached = slow.attach_session(session.session_id)
        proxy.hold_answer(seconds=4.0)

        with pytest.raises(tengen.DeadlineExceededError, match=r"within 1\.5 seconds"):
            attached.score()


def test_error_pickled_keeps_what_it_knows(client: tengen.Client) -> None:
    with client.create_session(4, setup=ko_setup()) as session:
        session.step(6)
        with pytest.raises(tengen.IllegalActionError) as caught:
            session.step(5)

    copy = pickle.loads(pickle.dumps(caught.value))

    assert str(copy) == str(caught.value)
    assert copy.repeats_move == 0
