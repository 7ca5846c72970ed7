"""Forks, snapshots, imports, listings and watching of sessions."""

from __future__ import annotations

import numpy as np
import pytest
from processes import free_port

import tengen
from tengen.analysis import Record


def random_step(session: tengen.Session, random: np.random.Generator) -> tengen.StepResult:
    mask = session.legal_actions().action_mask
    return session.step(random.choice(np.flatnonzero(mask)))


def test_fork_and_restore_continue_exactly_like_the_original(client: tengen.Client) -> None:
    random = np.random.default_rng(seed=7)
    for _ in range(10):
        with client.create_session(4) as original:
            for _ in range(random.integers(10)):
                random_step(original, random)
            with original.fork() as fork, client.restore(original.snapshot()) as restored:
                for _ in range(20):
                    mask = original.legal_actions().action_mask
                    if not mask.any():
                        break
                    action = random.choice(np.flatnonzero(mask))
                    sessions = (original, fork, restored)
                    hashes = {each.step(action).info["state_hash"] for each in sessions}
                    planes = [each.observe("alphazero-17")["alphazero-17"] for each in sessions]
                    assert len(hashes) == 1
                    assert np.array_equal(planes[0], planes[1])
                    assert np.array_equal(planes[0], planes[2])


def test_restore_other_bytes_names_the_reason(client: tengen.Client) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        client.restore(b"no snapshot at all")

    assert caught.value.reason == "SNAPSHOT_FOREIGN"


def test_restore_text_is_a_type_error(client: tengen.Client) -> None:
    with pytest.raises(TypeError, match="snapshot must be bytes"):
        client.restore("text")  # type: ignore[arg-type]


def test_choose_action_plays_nothing_and_repeats(session: tengen.Session) -> None:
    actions = {session.choose_action("random", seed=seed) for seed in range(40)}

    assert len(actions) > 10
    assert session.choose_action("random", seed=3) == session.choose_action("random", seed=3)
    assert session.state().actions == ()
    assert session.legal_actions().action_mask[sorted(actions)].all()


def test_choose_action_unknown_player_is_refused(session: tengen.Session) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="nobody") as caught:
        session.choose_action("nobody")

    assert caught.value.reason == "UNKNOWN_PLAYER"


def test_choose_action_after_the_end_is_refused(session: tengen.Session) -> None:
    session.step(session.pass_action)
    session.step(session.pass_action)

    with pytest.raises(tengen.EpisodeOverError):
        session.choose_action("greedy")


def test_import_record_of_an_export_stands_where_it_stood(
    client: tengen.Client, session: tengen.Session
) -> None:
    session.step(12)
    session.step(6)
    sgf = session.export_record()

    with client.import_record(sgf) as whole, client.import_record(sgf, move_number=1) as part:
        assert np.array_equal(whole.board(), session.board())
        assert whole.state().state_hash == session.state().state_hash
        assert whole.spec.max_moves == session.spec.max_moves == part.spec.max_moves
        assert whole.warnings == ()
        assert part.state().actions == (12,)
        assert whole.spec.rules.komi == session.spec.rules.komi


def test_import_record_keeps_a_resignation_and_takes_another_limit(
    client: tengen.Client, session: tengen.Session
) -> None:
    session.step(12)
    session.step(tengen.RESIGN)
    sgf = session.export_record()

    with client.import_record(sgf) as kept, client.import_record(sgf, max_moves=-1) as unlimited:
        assert kept.state().state_hash == session.state().state_hash
        assert kept.state().winner is tengen.Color.BLACK
        assert unlimited.state().end_reason is tengen.EndReason.RESIGNATION
        assert unlimited.spec.max_moves == -1


def test_import_record_goes_by_the_rules_of_the_record_and_warns(client: tengen.Client) -> None:
    sgf = "(;GM[1]SZ[3]KM[1]RU[NZ];B[aa];B[bb])"

    with client.import_record(sgf) as session, client.import_record(sgf, rules="cgos") as other:
        assert session.spec.rules.preset == "new-zealand"
        assert session.spec.rules.komi == 1
        assert session.state().actions == (0, 9, 4)
        assert session.warnings == (
            "move 2 (Black B2) is out of turn; a pass of White is inserted before it",
        )
        assert other.spec.rules.preset == "cgos"


def test_import_record_that_breaks_the_format_warns_or_is_refused_if_strict(
    client: tengen.Client,
) -> None:
    sgf = "(;GM[1]FF[4]SZ[3]\nKM[1]HA[even];B[aa];W[bb])"

    with client.import_record(sgf) as session:
        assert session.state().actions == (0, 4)
        (warning,) = session.warnings
    assert "line 2" in warning
    assert "HA" in warning
    with pytest.raises(tengen.InvalidArgumentError, match="line 2, column") as caught:
        client.import_record(sgf, strict=True)
    assert caught.value.reason == "RECORD_UNREADABLE"
    with client.import_record(sgf.replace("HA[even]", ""), strict=True) as session:
        assert session.warnings == ()


def test_record_that_breaks_the_format_is_no_position_if_strict(client: tengen.Client) -> None:
    sgf = "(;GM[1]FF[4]SZ[3:1]HA[even];B[aa])"

    assert client.solve(Record(sgf)).is_exact
    with pytest.raises(tengen.InvalidArgumentError, match="line 1, column 22"):
        client.solve(Record(sgf, strict=True))


def test_restore_server_has_gone_says_where_it_was(session: tengen.Session) -> None:
    snapshot = session.snapshot()
    address = f"127.0.0.1:{free_port()}"

    with (
        tengen.connect(address, timeout_seconds=3600.0) as gone,
        pytest.raises(tengen.UnavailableError, match=f"no server answers at {address}; start one"),
    ):
        gone.restore(snapshot)


def test_warnings_of_other_sessions_are_none(session: tengen.Session) -> None:
    assert session.warnings == ()


def test_import_record_illegal_move_names_it(client: tengen.Client) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="move 2") as caught:
        client.import_record("(;SZ[5];B[aa];W[aa])")

    assert caught.value.reason == "RECORD_ILLEGAL"
    assert caught.value.metadata["illegal_reason"] == "OCCUPIED"


def test_list_sessions_has_the_open_ones(client: tengen.Client) -> None:
    with client.create_session((5, 4)) as session:
        session.step(3)

        listed = {each.session_id: each for each in client.list_sessions()}

        assert listed[session.session_id].move_number == 1
        assert (listed[session.session_id].width, listed[session.session_id].height) == (5, 4)


def test_watch_yields_each_change_and_ends_with_the_session(client: tengen.Client) -> None:
    session = client.create_session(3)
    states = session.watch()
    assert next(states).info["move_number"] == 0

    session.step(4)
    state = next(states)
    assert state.board[1, 1] == tengen.Color.BLACK

    session.close()
    assert list(states) == []


GBK_RECORD = "(;GM[1]FF[4]CA[GBK]PB[\u68cb\u4e00]SZ[13]PW[\u843d]RU[chinese]KM[7.5];B[dd])"
"""The second byte of a character may look like a bracket or a backslash in GBK."""


def test_import_record_string_has_no_charset_any_more(client: tengen.Client) -> None:
    for sgf in (GBK_RECORD, GBK_RECORD.encode("gbk"), "\ufeff" + GBK_RECORD):
        with client.import_record(sgf) as session:
            assert (session.width, session.height) == (13, 13)
            assert session.state().actions == (3 * 13 + 3,)
            assert session.warnings == ()


@pytest.mark.parametrize("charset", ["GBK", "Big5", "Shift_JIS", "EUC-KR", "ISO-8859-1", "nothing"])
def test_record_string_of_any_charset_is_the_position_it_shows(
    charset: str, client: tengen.Client
) -> None:
    """A string that is read again as GBK, say, swallows the bracket after a name."""
    names = "\u00e9\u6c5f\u7aef\u5c71\u30bd\ubc15"
    sgf = f"(;GM[1]CA[{charset}]PB[{names}]SZ[3];B[bb];W[ab])"

    with client.import_record(sgf) as session:
        assert session.width == 3
    solution = client.solve(tengen.Record(sgf))
    races = client.analyze_race(tengen.Record(sgf))

    assert solution.margin is not None
    assert races is not None
