from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from faulty_proxy import FaultyProxy

import tengen
from tengen import Color, IllegalActionPolicy, KoRule, RewardMode, Rules, SuicideRule

if TYPE_CHECKING:
    from pathlib import Path


def test_connect_makes_no_connection() -> None:
    with tengen.connect("127.0.0.1:1") as client:
        assert client.address == "127.0.0.1:1"


@pytest.mark.skipif("config.getoption('embedded')", reason="it needs a server in another process")
def test_connect_unix_socket_reaches_the_server(address: str, tmp_path: Path) -> None:
    with (
        FaultyProxy(address, tmp_path / "socket") as proxy,
        tengen.connect(proxy.address) as client,
    ):
        assert proxy.address.startswith("unix:/")
        assert client.server_info().limits.max_size == 25


TROMP_TAYLOR = Rules(
    "tromp-taylor",
    komi=7.5,
    ko=KoRule.POSITIONAL,
    suicide=SuicideRule.ANY,
    passes_to_end=2,
    scoring=tengen.ScoringRule.AREA,
    tax=tengen.TaxRule.NONE,
    handicap_bonus=tengen.HandicapBonus.NONE,
    dead_stones=tengen.DeadStonesRule.AS_IT_STANDS,
    repetition_end=tengen.RepetitionEnd.NONE,
    friendly_pass_ok=False,
)


def test_server_info_presets_have_full_rules(client: tengen.Client) -> None:
    presets = {preset.name: preset.rules for preset in client.server_info().presets}

    assert presets["tromp-taylor"] == TROMP_TAYLOR


def test_server_info_encodings_describe_themselves(client: tengen.Client) -> None:
    encodings = {encoding.name: encoding for encoding in client.server_info().encodings}

    spec = encodings["pettingzoo-v5"]
    assert (spec.version, spec.board_count, len(spec.planes)) == (1, 8, 17)
    assert spec.perspective is tengen.Perspective.MOVER
    assert spec.missing_history is tengen.MissingHistory.ZEROS
    assert spec.peer.axes is tengen.PeerAxes.HWC
    assert spec.planes[16] == tengen.FeatureSpec(
        "white_to_move", "White is to move (the whole plane)", 0.0, 1.0
    )
    assert encodings["openspiel-4"].peer.first_row is tengen.PeerFirstRow.BOTTOM
    assert encodings["alphago-48"].peer.axes is tengen.PeerAxes.CWH


def test_server_info_name_of_a_family_is_described_too(client: tengen.Client) -> None:
    families = {family.name: family for family in client.server_info().encoding_families}
    name = families["alphazero"].encoding_name(4)

    spec = client.server_info(name).encodings[-1]

    assert (spec.name, len(spec.planes), spec.board_count) == ("alphazero:history=4", 9, 4)
    with pytest.raises(tengen.InvalidArgumentError, match="alphazero:history") as caught:
        client.server_info("alphazero:history=33")
    assert "32" in caught.value.message


def test_peer_layout_rows_from_the_bottom_turns_actions_and_rows() -> None:
    peer = tengen.PeerLayout("peer", tengen.PeerAxes.HWC, tengen.PeerFirstRow.BOTTOM)
    planes = np.arange(2 * 3 * 4).reshape(2, 3, 4)

    assert [peer.peer_action(action, 4, 3) for action in (0, 11, 12)] == [8, 3, 12]
    assert peer.tensor(planes).shape == (3, 4, 2)
    assert peer.tensor(planes)[0, 1].tolist() == planes[:, 2, 1].tolist()
    with pytest.raises(ValueError, match=r"action 13 is outside \[0, 12\]"):
        peer.peer_action(13, 4, 3)


def test_peer_layout_columns_before_rows_turns_actions_and_planes() -> None:
    peer = tengen.PeerLayout("peer", tengen.PeerAxes.CWH, tengen.PeerFirstRow.TOP)
    planes = np.arange(2 * 3 * 4).reshape(2, 3, 4)

    assert [peer.peer_action(action, 4, 3) for action in (0, 1, 4, 11, 12)] == [0, 3, 1, 11, 12]
    assert peer.tensor(planes).shape == (2, 4, 3)
    assert peer.tensor(planes)[1].ravel()[peer.peer_action(6, 4, 3)] == planes[1].ravel()[6]
    with pytest.raises(ValueError, match=r"action -1 is outside \[0, 12\]"):
        peer.action(-1, 4, 3)


@pytest.mark.parametrize("axes", [tengen.PeerAxes.CHW, tengen.PeerAxes.CWH])
@pytest.mark.parametrize("first_row", [tengen.PeerFirstRow.TOP, tengen.PeerFirstRow.BOTTOM])
def test_peer_layout_action_of_every_peer_action_is_ours(
    axes: tengen.PeerAxes, first_row: tengen.PeerFirstRow
) -> None:
    peer = tengen.PeerLayout("peer", axes, first_row)

    peer_actions = [peer.peer_action(action, 4, 3) for action in range(13)]

    assert sorted(peer_actions) == list(range(13))
    assert [peer.action(action, 4, 3) for action in peer_actions] == list(range(13))


def test_observe_name_of_a_family_has_so_many_planes(client: tengen.Client) -> None:
    with client.create_session(5, encodings=["alphazero:history=2", "gymgo-6"]) as session:
        observation, _ = session.reset()

        assert isinstance(observation, dict)
        assert {name: planes.shape for name, planes in observation.items()} == {
            "alphazero:history=2": (5, 5, 5),
            "gymgo-6": (6, 5, 5),
        }


def test_make_vec_name_of_a_family_has_so_many_planes(address: str) -> None:
    with tengen.make_vec(5, 2, address=address, encoding="alphazero:history=3") as envs:
        observation, _ = envs.reset(seed=1)

        assert observation["observation"].shape == (2, 7, 5, 5)


def test_server_info_limits_are_set(client: tengen.Client) -> None:
    limits = client.server_info().limits

    assert limits.max_size == 25
    assert min(limits.max_session_count, limits.idle_timeout_seconds, limits.max_request_bytes) > 0


def test_create_session_by_default_fills_the_spec(client: tengen.Client) -> None:
    with client.create_session(9) as session:
        spec = session.spec

    assert spec == tengen.EnvironmentSpec(
        width=9,
        height=9,
        rules=TROMP_TAYLOR,
        setup=tengen.Setup(player_to_move=Color.BLACK),
        max_moves=243,
        reward_mode=RewardMode.WIN,
        score_on_truncation=False,
        illegal_action_policy=IllegalActionPolicy.REJECT,
        illegal_action_penalty=0.0,
        max_illegal_actions=243,
        encodings=("alphazero-17",),
        opponent=None,
    )


def test_create_session_values_replace_those_of_the_rules(client: tengen.Client) -> None:
    rules = Rules("tromp-taylor", komi=5.5, ko="simple")
    with client.create_session(9, rules=rules, ko=KoRule.SITUATIONAL, passes_to_end=3) as session:
        assert session.spec.rules == replace(
            TROMP_TAYLOR, komi=5.5, ko=KoRule.SITUATIONAL, passes_to_end=3
        )


def test_create_session_setup_stands_on_the_board(client: tengen.Client) -> None:
    setup = tengen.Setup(black_points=(0,), white_points=(8,), player_to_move=Color.WHITE)
    with client.create_session(3, setup=setup) as session:
        assert session.board().ravel().tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 2]
        assert session.state().player_to_move is Color.WHITE
        assert session.spec.setup == setup


def test_create_session_size_pair_is_width_and_height(client: tengen.Client) -> None:
    with client.create_session((4, 2)) as session:
        assert (session.width, session.height) == (4, 2)
        assert (session.pass_action, session.action_count) == (8, 9)
        assert session.board().shape == (2, 4)


def test_create_session_seed_is_that_of_the_first_episode(client: tengen.Client) -> None:
    with client.create_session(3, seed=2**64 - 1) as session:
        assert (session.state().seed, session.state().episode) == (2**64 - 1, 0)


def test_create_session_can_step_without_reset(client: tengen.Client) -> None:
    with client.create_session(3) as session:
        assert session.step(0).info["move_number"] == 1


def test_reset_returns_seed_and_episode(session: tengen.Session) -> None:
    _, info = session.reset(seed=7)
    assert (info["seed"], info["episode_number"]) == (7, 1)

    _, info = session.reset(seed=7)
    assert (info["seed"], info["episode_number"]) == (7, 2)
    assert session.state().episode == 2


def test_reset_without_seed_derives_the_same_seeds(client: tengen.Client) -> None:
    seeds = []
    for _ in range(2):
        with client.create_session(3, seed=7) as session:
            seeds.append([session.reset()[1]["seed"] for _ in range(3)])

    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 3


def test_reset_after_the_end_starts_again(session: tengen.Session) -> None:
    session.step(tengen.RESIGN)

    _, info = session.reset()

    assert info["end_reason"] is None
    assert info["action_mask"].all()


def test_attach_session_sees_the_same_episode(
    client: tengen.Client, session: tengen.Session
) -> None:
    session.step(12)

    attached = client.attach_session(session.session_id)

    assert attached.spec == session.spec
    assert attached.state().actions == (12,)


def test_state_agrees_with_the_last_step(session: tengen.Session) -> None:
    info = session.step(session.pass_action).info

    state = session.state()

    assert state.pass_count == 1
    assert (state.move_number, state.state_hash) == (info["move_number"], info["state_hash"])
    assert state.action_mask.tolist() == info["action_mask"].tolist()


def test_step_takes_numpy_integers(session: tengen.Session) -> None:
    assert session.step(np.int64(12)).info["actions"] == (12,)


def test_step_hashes_the_empty_board_as_zero(session: tengen.Session) -> None:
    assert session.step(session.pass_action).info["position_hash"] == 0


def test_score_before_the_end_counts_the_position(session: tengen.Session) -> None:
    session.step(12)

    score = session.score()

    assert (score.area_black, score.area_white, score.komi, score.margin) == (25, 0, 0.5, 24.5)
    assert str(score) == "B+24.5"
    assert score.winner is Color.BLACK
    assert (score.owner == Color.BLACK).all()


def test_score_empty_board_is_whites_by_komi(session: tengen.Session) -> None:
    assert session.score().text == "W+0.5"


def test_legal_actions_after_the_end_are_none(session: tengen.Session) -> None:
    session.step(tengen.RESIGN)

    legal = session.legal_actions()

    assert legal.legal_count == 0
    assert set(legal.illegal_reasons.tolist()) == {tengen.IllegalReason.EPISODE_OVER}


@pytest.mark.parametrize("name", ["KoRule", "SuicideRule", "RewardMode", "IllegalActionPolicy"])
def test_enum_members_print_as_their_strings(name: str) -> None:
    for word in getattr(tengen, name):
        assert f"{word}" == word.value
        assert word.value == word.name.lower().replace("_", "-")
