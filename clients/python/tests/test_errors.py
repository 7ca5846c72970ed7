from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

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
    client: tengen.Client, arguments: dict[str, Any], reason: str
) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        client.create_session(**arguments)

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
        pytest.raises(tengen.UnavailableError, match="`tengen serve`"),
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


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"size": 26}, ("size", "26", "[1, 25]", "size 26 is outside")),
        ({"size": 0}, ("size", "0", "[1, 25]", "size 0 is outside")),
        ({"size": (26, 9)}, ("size", "26", "[1, 25]", "size (26, 9): width 26 is outside")),
        ({"size": (9, 26)}, ("size", "26", "[1, 25]", "size (9, 26): height 26 is outside")),
        ({"rules": "tromp"}, ("rules", '"tromp"', "one of [tromp", 'rules "tromp" is not')),
        ({"rules": {"preset": "x"}}, ("preset", '"x"', "one of [tromp", 'preset "x" is not')),
        ({"komi": 0.3}, ("komi", "0.3", "a multiple of 0.5", "komi 0.3 is not")),
        ({"setup": tengen.Setup([99])}, ("black_points", "99", "[0, 80]", "black_points 99")),
        ({"setup": tengen.Setup(handicap=1)}, ("handicap", "1", "0 or within [2", "handicap 1")),
        (
            {"opponent": tengen.Opponent("nobody")},
            ("opponent.player", '"nobody"', "one of [random", 'opponent.player "nobody" is not'),
        ),
    ],
)
def test_create_session_error_names_the_argument(
    client: tengen.Client, arguments: dict[str, Any], expected: tuple[str, str, str, str]
) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        client.create_session(**{"size": 9, **arguments})

    assert_names(caught.value, *expected)


@pytest.mark.parametrize("make", [tengen.GoEnv, tengen.TengenVectorEnv])
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"size": 26}, ("size", "26", "[1, 25]", "size 26 is outside")),
        ({"size": (3, 26)}, ("size", "26", "[1, 25]", "size (3, 26): height 26 is outside")),
        ({"rules": "tromp"}, ("rules", '"tromp"', "one of [tromp", 'rules "tromp" is not')),
        ({"komi": 0.3}, ("komi", "0.3", "a multiple of 0.5", "komi 0.3 is not")),
        (
            {"opponent": "nobody"},
            ("opponent", '"nobody"', "one of [random", 'opponent "nobody" is'),
        ),
        ({"encoding": "none"}, ("encoding", '"none"', "one of [alpha", 'encoding "none" is not')),
        ({"agent_color": 3}, ("agent_color", "3", "[1, 2]", "agent_color 3 is outside")),
    ],
)
def test_environment_error_names_the_argument(
    make: Any, address: str, arguments: dict[str, Any], expected: tuple[str, str, str, str]
) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        make(address=address, **arguments)

    assert_names(caught.value, *expected)


def test_environment_wrong_type_of_opponent_names_the_argument(address: str) -> None:
    with pytest.raises(TypeError, match=r"^opponent must be a string"):
        tengen.GoEnv(opponent=5, address=address)  # type: ignore[arg-type]


def test_make_vec_too_many_boards_names_the_argument(address: str) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        tengen.make_vec(5, 65537, address=address)

    assert_names(caught.value, "num_envs", "65537", "[1, 65536]", "num_envs 65537 is outside")


def test_forest_errors_name_the_argument(client: tengen.Client) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as opening:
        client.open_forest(26)
    with client.open_forest(5, max_node_count=10) as forest:
        with pytest.raises(tengen.InvalidArgumentError) as planting:
            forest.plant(tengen.TreeRoot.start(3), tengen.TreeRoot.start((5, 26)).then([1]))
        with pytest.raises(tengen.InvalidArgumentError) as unknown:
            forest.plant(tengen.TreeRoot.start(5, rules="tromp"))

    assert_names(opening.value, "size", "26", "[1, 25]", "size 26 is outside")
    assert_names(planting.value, "size", "26", "[1, 25]", "size (5, 26): height 26 is outside")
    assert_names(unknown.value, "rules", '"tromp"', "one of [tromp", 'rules "tromp" is not')


@pytest.mark.parametrize(
    ("position", "field", "start"),
    [
        (["X.", "X"], "position", "position with rows of 2 and of 1 points"),
        (tengen.Drawing(["X.", "X"]), "rows", "rows with rows of 2 and of 1 points"),
        (tengen.Drawing(["..", ".."], actions=[9]), "actions", "actions: move 1, 9, is illegal"),
        (tengen.Record("(;SZ[3];B[aa])", 9), "move_number", "move_number 9 is outside"),
        (["....."] * 5, "position", "size 5x5 has 25 points"),
        (["X"], "position", "the chain at A1 has no liberty"),
    ],
)
def test_solve_error_names_the_argument(
    client: tengen.Client, position: Any, field: str, start: str
) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        client.solve(position)

    assert caught.value.metadata["field"] == field
    assert caught.value.message.startswith(start)


def test_calls_of_a_session_name_the_argument(session: tengen.Session) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as options:
        session.reset(options={"task_id": "x"})
    with pytest.raises(tengen.InvalidArgumentError) as dead:
        session.score(dead_points=[99])

    assert options.value.metadata["field"] == "options"
    assert options.value.message.startswith("options ")
    assert_names(dead.value, "dead_points", "99", "[0, 24]", "dead_points 99 is outside")


def test_propose_dead_stones_error_names_the_argument(client: tengen.Client) -> None:
    with client.create_session(3, rules={"dead_stones": "agreement"}) as session:
        session.step(session.pass_action)
        session.step(session.pass_action)
        with pytest.raises(tengen.InvalidArgumentError) as caught:
            session.propose_dead_stones([9])

    assert_names(caught.value, "dead_points", "9", "[0, 8]", "dead_points 9 is outside")


def test_import_record_error_names_the_argument(client: tengen.Client) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        client.import_record("(;SZ[3];B[aa])", rules="tromp")

    assert_names(caught.value, "rules", '"tromp"', "one of [tromp", 'rules "tromp" is not')


def test_error_with_a_new_name_can_be_pickled(client: tengen.Client) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        client.create_session(26)

    copy = pickle.loads(pickle.dumps(caught.value))

    assert str(copy) == str(caught.value)
    assert copy.metadata == caught.value.metadata


def assert_names(
    error: tengen.TengenError, field: str, value: str, allowed: str, start: str
) -> None:
    """Asserts the field, the value, the start of what is allowed, and that of the message."""
    assert (error.metadata["field"], error.metadata["value"]) == (field, value)
    assert error.metadata["allowed"].startswith(allowed)
    assert error.message.startswith(start)
