from __future__ import annotations

import numpy as np
import pytest
from reference_planes import reference_planes

import tengen
from tengen import Color
from tengen._channel import open_channel
from tengen.v1 import environment_pb2
from tengen.v1.environment_pb2_grpc import EnvironmentServiceStub


def play(session: tengen.Session, *actions: int) -> tengen.StepResult:
    for action in actions:
        result = session.step(action)
    return result


def test_observe_after_moves_decodes_as_the_reference_decoder(
    address: str, session: tengen.Session
) -> None:
    play(session, 12, 3, 7, 25, 20)

    with open_channel(address, ()) as channel:
        request = environment_pb2.ObserveRequest(session_id=session.session_id)
        (message,) = EnvironmentServiceStub(channel).Observe(request, timeout=10).observations
    expected = reference_planes(message.planes, message.plane_count, message.height, message.width)
    assert session.observe()["alphazero-17"].tolist() == expected


def test_observe_newest_planes_are_the_board_seen_by_the_player_to_move(
    session: tengen.Session,
) -> None:
    play(session, 12, 3, 7)

    planes = session.observe()["alphazero-17"]

    assert planes[0].tolist() == (session.board() == Color.WHITE).tolist()
    assert planes[1].tolist() == (session.board() == Color.BLACK).tolist()


def test_observe_older_planes_are_the_boards_before(session: tengen.Session) -> None:
    boards = [session.board()]
    for action in (12, 3, 7):
        session.step(action)
        boards.append(session.board())

    planes = session.observe()["alphazero-17"]

    for age, board in enumerate(reversed(boards)):
        assert planes[2 * age].tolist() == (board == Color.WHITE).tolist()


def test_observe_color_plane_is_one_for_black(session: tengen.Session) -> None:
    assert session.observe()["alphazero-17"][16].all()


def test_observe_unknown_encoding_raises_invalid_argument(session: tengen.Session) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        session.observe("alphazero-99")

    assert caught.value.reason == "UNKNOWN_ENCODING"


def test_observe_oblong_board_has_height_before_width(client: tengen.Client) -> None:
    with client.create_session((4, 2)) as session:
        assert session.observe()["alphazero-17"].shape == (17, 2, 4)


def test_step_one_encoding_observes_as_observe_does(session: tengen.Session) -> None:
    observation = session.step(12).observation

    assert isinstance(observation, np.ndarray)
    assert observation.tolist() == session.observe()["alphazero-17"].tolist()


def test_step_one_encoding_gives_writable_uint8(session: tengen.Session) -> None:
    observation = session.step(12).observation

    assert isinstance(observation, np.ndarray)
    assert observation.dtype == np.uint8
    assert observation.flags.writeable


def test_reset_no_encoding_observes_none(client: tengen.Client) -> None:
    with client.create_session(3, encodings=()) as session:
        observation, _ = session.reset()

    assert observation is None


def test_reset_several_encodings_observes_by_name(client: tengen.Client) -> None:
    names = [encoding.name for encoding in client.server_info().encodings]
    with client.create_session(3, encodings=names) as session:
        observation, _ = session.reset()

        expected = session.observe(*names)
    if len(names) == 1:
        observation = {names[0]: observation}  # type: ignore[dict-item]
    assert isinstance(observation, dict)
    assert list(observation) == names
    assert all(np.array_equal(observation[name], expected[name]) for name in names)


def test_server_info_encodings_name_each_plane(client: tengen.Client) -> None:
    specs = {encoding.name: encoding for encoding in client.server_info().encodings}
    with client.create_session(3) as session:
        planes = session.observe("alphazero-17")["alphazero-17"]

    assert len(specs["alphazero-17"].planes) == len(planes)


def test_board_after_moves_holds_colors(session: tengen.Session) -> None:
    play(session, 0, 9)

    board = session.board()

    assert board[0, 0] == Color.BLACK
    assert board[1, 4] == Color.WHITE
    assert np.count_nonzero(board) == 2
