"""Rules other than Tromp-Taylor rules, over the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import tengen

if TYPE_CHECKING:
    from tengen import Client

PASS = 9
BLOG_2011: dict[str, Any] = {"preset": "blog-2011"}


@pytest.mark.parametrize(
    "rules",
    [
        "japanese",
        {"preset": "japanese"},
        tengen.Rules("japanese"),
        {
            "ko": "simple",
            "scoring": "territory",
            "tax": "seki",
            "suicide": "forbidden",
            "komi": 6.5,
        },
    ],
)
def test_create_session_equivalent_rules_have_one_hash(client: Client, rules: Any) -> None:
    presets = {preset.name: preset.rules for preset in client.server_info().presets}

    with client.create_session(5, rules=rules) as session:
        assert session.spec.rules.hash == presets["japanese"].hash


def test_create_session_returns_every_axis(client: Client) -> None:
    rules = tengen.Rules(
        "tromp-taylor",
        komi=0.5,
        ko="none",
        suicide="multi-stone",
        passes_to_end=3,
        scoring="territory",
        tax="all",
        handicap_bonus="n-minus-one",
        dead_stones="agreement",
        repetition_end="loss",
        friendly_pass_ok=True,
    )

    with client.create_session(5, rules=rules) as session:
        received = session.spec.rules

    assert received.ko is tengen.KoRule.NONE
    assert received.scoring is tengen.ScoringRule.TERRITORY
    assert received.tax is tengen.TaxRule.ALL
    assert received.handicap_bonus is tengen.HandicapBonus.N_MINUS_ONE
    assert received.dead_stones is tengen.DeadStonesRule.AGREEMENT
    assert received.repetition_end is tengen.RepetitionEnd.LOSS
    assert received.friendly_pass_ok is True
    assert received.katago_json == ""


def test_server_info_presets_have_aliases_and_katago_json(client: Client) -> None:
    presets = {preset.name: preset for preset in client.server_info().presets}

    assert presets["goe"].aliases == ("ing",)
    assert presets["tromp-taylor"].rules.katago_json.startswith('{"ko":"POSITIONAL"')
    assert presets["pgx"].rules.katago_json == ""


def test_create_session_unknown_key_of_rules_is_refused(client: Client) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="tax_rule"):
        client.create_session(5, rules={"tax_rule": "all"})


def test_create_session_rules_of_another_type_are_refused(client: Client) -> None:
    with pytest.raises(TypeError, match="rules must be a string, Rules or a dict, not int"):
        client.create_session(5, rules=7)  # type: ignore[call-overload]


def test_propose_dead_stones_same_twice_ends_without_them(client: Client) -> None:
    with client.create_session(3, rules=BLOG_2011) as session:
        for action in (4, PASS, PASS):
            assert not session.step(action).info["is_agreement"]
        assert session.step(PASS).info["is_agreement"]
        assert session.state().is_agreement
        session.propose_dead_stones([4])
        end = session.propose_dead_stones([4])

    assert end.terminated
    assert end.info["end_reason"] is tengen.EndReason.PASSES
    score = end.info["score"]
    assert score is not None
    assert (score.prisoners_white, score.text) == (1, "W+6.5")


def test_propose_dead_stones_different_ones_resume_play(client: Client) -> None:
    with client.create_session(3, rules=BLOG_2011) as session:
        for action in (4, PASS, PASS, PASS):
            session.step(action)
        session.propose_dead_stones([4])
        result = session.step(PASS)

        assert not result.terminated
        assert not result.info["is_agreement"]
        assert session.step(0).info["move_number"] == 7


def test_step_point_while_players_propose_is_illegal(client: Client) -> None:
    with client.create_session(3, rules=BLOG_2011) as session:
        for action in (4, PASS, PASS, PASS):
            session.step(action)
        with pytest.raises(tengen.IllegalActionError) as error:
            session.step(0)

    assert error.value.illegal_reason is tengen.IllegalReason.AGREEMENT


def test_propose_dead_stones_during_play_is_refused(client: Client) -> None:
    with client.create_session(3) as session, pytest.raises(tengen.TengenError) as error:
        session.propose_dead_stones([])

    assert error.value.reason == "NO_AGREEMENT"


def test_score_dead_points_are_taken_off(client: Client) -> None:
    with client.create_session(3) as session:
        session.step(4)
        session.step(0)

        assert session.score([0]).area_black == 9
        assert session.score().area_black == 1


def test_setup_handicap_brings_white_points_and_the_first_move(client: Client) -> None:
    setup = tengen.Setup(black_points=(0, 24), handicap=2)

    with client.create_session(5, rules="chinese", setup=setup) as session:
        assert session.state().player_to_move is tengen.Color.WHITE
        assert session.score().handicap_bonus == 2
        assert session.score().margin == 25 - 2 - 7.5


def test_step_repetition_that_loses_ends_the_episode(client: Client) -> None:
    setup = tengen.Setup(black_points=(1, 4, 9), white_points=(2, 5, 7, 10))
    rules = tengen.Rules("pgx", passes_to_end=3)

    with client.create_session((4, 3), rules=rules, setup=setup) as session:
        for action in (6, 12, 12):
            session.step(action)
        end = session.step(5)

    assert end.info["end_reason"] is tengen.EndReason.REPETITION
    assert end.info["winner"] is tengen.Color.BLACK
    assert end.reward == -1
