"""Taking back moves of a session."""

from __future__ import annotations

import numpy as np
import pytest

import tengen
from tengen import Client


def test_undo_moves_is_the_state_before_them(session: tengen.Session) -> None:
    before = session.step(12)
    session.step(0)
    session.step(1)

    back = session.undo(2)

    assert back.info["state_hash"] == before.info["state_hash"]
    assert back.info["actions"] == ()
    assert back.info["rewards"].tolist() == [0, 0]
    assert back.info["move_number"] == 1
    np.testing.assert_array_equal(back.info["action_mask"], before.info["action_mask"])
    np.testing.assert_array_equal(back.observation, before.observation)
    assert session.state().actions == (12,)


def test_undo_numpy_integer_is_accepted(session: tengen.Session) -> None:
    session.step(0)

    assert session.undo(np.int64(1)).info["move_number"] == 0


def test_undo_end_of_the_episode_continues_it(session: tengen.Session) -> None:
    session.step(12)
    assert session.step(tengen.RESIGN).terminated

    back = session.undo(1)

    assert not back.terminated
    assert back.info["end_reason"] is None
    assert session.step(12).info["move_number"] == 1


def test_undo_against_an_opponent_takes_back_the_reply(client: Client) -> None:
    with client.create_session(5, opponent=tengen.Opponent("greedy"), seed=1) as session:
        session.step(12)

        with pytest.raises(tengen.InvalidArgumentError) as refused:
            session.undo(1)
        back = session.undo(2)

    assert refused.value.metadata["field"] == "move_count"
    assert "an even number within [2, 2]" in refused.value.message
    assert back.info["player_to_move"] is tengen.Color.BLACK
    assert back.info["move_number"] == 0


def test_undo_too_many_moves_raises_and_changes_nothing(session: tengen.Session) -> None:
    session.step(12)

    for count in (0, 2, 2**32 - 1):
        with pytest.raises(tengen.InvalidArgumentError):
            session.undo(count)

    assert session.state().actions == (12,)


def test_undo_count_beyond_32_bits_is_refused_by_the_client(session: tengen.Session) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="move_count"):
        session.undo(2**32)


def test_undo_no_integer_is_a_type_error(session: tengen.Session) -> None:
    with pytest.raises(TypeError, match="move_count"):
        session.undo("1")  # type: ignore[arg-type]


def test_undo_nothing_to_take_back_is_unavailable(session: tengen.Session) -> None:
    with pytest.raises(tengen.UndoUnavailableError) as refused:
        session.undo(1)

    assert refused.value.reason == "UNDO_UNAVAILABLE"
    assert refused.value.status == "FAILED_PRECONDITION"


def test_undo_wrong_move_number_or_episode_raises(session: tengen.Session) -> None:
    session.step(12)
    episode = session.state().episode

    with pytest.raises(tengen.WrongMoveNumberError):
        session.undo(1, expected_move_number=2)
    with pytest.raises(tengen.WrongEpisodeError) as refused:
        session.undo(1, expected_episode=episode + 1)

    assert refused.value.metadata["allowed"] == str(episode)
    back = session.undo(1, expected_move_number=1, expected_episode=episode)
    assert back.info["move_number"] == 0


def test_undo_rewards_of_the_remaining_moves_add_up(client: Client) -> None:
    with client.create_session(3, komi=0.5, reward_mode="area-delta", seed=1) as session:
        kept = session.step(4).info["rewards"][0]
        session.step(0)
        session.step(8)
        session.undo(2)
        later = [session.step(session.pass_action).info["rewards"][0] for _ in range(2)]

        assert kept + sum(later) == session.score().margin == 8.5


def test_undo_is_seen_by_watchers(session: tengen.Session) -> None:
    session.step(12)
    assert next(session.watch()).info["move_number"] == 1

    session.undo(1)

    assert next(session.watch()).info["move_number"] == 0
