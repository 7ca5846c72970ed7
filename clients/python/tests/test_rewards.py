from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tengen
from tengen import Color, EndReason, IllegalReason, RewardMode

CENTER = 4
PASS = 9


def play_out(client: tengen.Client, *actions: int, **spec: Any) -> list[tengen.StepResult]:
    """Plays on 3x3 with komi 0.5, where a single black stone owns all nine points."""
    with client.create_session(3, **{"komi": 0.5, **spec}) as session:
        session.reset(seed=1)
        return [session.step(action) for action in actions]


def score_of(result: tengen.StepResult) -> tengen.Score:
    """Returns the score of a result that ends an episode."""
    score = result.info["score"]
    assert score is not None
    return score


def test_step_win_pays_the_winner_who_acted(client: tengen.Client) -> None:
    *_, last = play_out(client, CENTER, PASS, PASS)

    assert last.terminated
    assert last.info["end_reason"] is EndReason.PASSES
    assert last.info["winner"] is Color.BLACK
    assert last.reward == 1.0
    assert last.info["rewards"].tolist() == [1.0, -1.0]


def test_step_win_pays_the_last_to_pass_who_lost(client: tengen.Client) -> None:
    *_, last = play_out(client, PASS, CENTER, PASS, PASS)

    assert last.reward == 1.0
    assert last.info["rewards"].tolist() == [-1.0, 1.0]


def test_step_before_the_end_pays_nothing(client: tengen.Client) -> None:
    first, *_ = play_out(client, CENTER)

    assert first.reward == 0.0
    assert first.info["end_reason"] is None
    assert first.info["score"] is None


def test_step_tie_pays_nothing(client: tengen.Client) -> None:
    *_, last = play_out(client, PASS, PASS, komi=0)

    assert last.info["rewards"].tolist() == [0.0, 0.0]
    assert last.info["winner"] is None
    assert score_of(last).text == "Draw"


def test_step_margin_pays_the_margin(client: tengen.Client) -> None:
    *_, last = play_out(client, CENTER, PASS, PASS, reward_mode="margin")

    assert last.info["rewards"].tolist() == [8.5, -8.5]


def test_step_margin_per_point_pays_the_margin_by_points(client: tengen.Client) -> None:
    *_, last = play_out(client, CENTER, PASS, PASS, reward_mode=RewardMode.MARGIN_PER_POINT)

    assert last.info["rewards"] == pytest.approx([8.5 / 9, -8.5 / 9])


def test_step_area_delta_adds_up_to_the_margin(client: tengen.Client) -> None:
    results = play_out(client, CENTER, 0, 1, PASS, PASS, reward_mode="area-delta")

    paid = np.sum([result.info["rewards"] for result in results], axis=0)
    margin = score_of(results[-1]).margin
    assert paid.tolist() == [margin, -margin]


def test_step_area_delta_first_move_pays_minus_komi_too(client: tengen.Client) -> None:
    first, *_ = play_out(client, CENTER, reward_mode="area-delta")

    assert first.reward == 8.5


def test_step_resignation_is_lost_by_who_resigned(client: tengen.Client) -> None:
    *_, last = play_out(client, CENTER, tengen.RESIGN)

    assert last.reward == -1.0
    assert last.info["winner"] is Color.BLACK
    assert last.info["end_reason"] is EndReason.RESIGNATION
    assert last.info["actions"] == (tengen.RESIGN,)


def test_step_truncation_pays_nothing(client: tengen.Client) -> None:
    *_, last = play_out(client, CENTER, PASS, CENTER + 1, max_moves=3)

    assert (last.terminated, last.truncated, last.reward) == (False, True, 0.0)
    assert last.info["end_reason"] is EndReason.MAX_MOVES
    assert score_of(last).text == "B+8.5"


def test_step_truncation_with_score_pays_as_an_end(client: tengen.Client) -> None:
    *_, last = play_out(client, CENTER, PASS, 5, max_moves=3, score_on_truncation=True)

    assert last.reward == 1.0


def test_step_illegal_action_that_loses_ends_the_episode(client: tengen.Client) -> None:
    *_, last = play_out(client, CENTER, CENTER, illegal_action_policy="lose")

    assert last.terminated
    assert last.reward == -1.0
    assert last.info["end_reason"] is EndReason.ILLEGAL_ACTION
    assert last.info["illegal_reason"] is IllegalReason.OCCUPIED


def test_step_illegal_action_that_is_ignored_costs_the_penalty(client: tengen.Client) -> None:
    *_, last = play_out(
        client, CENTER, CENTER, illegal_action_policy="ignore", illegal_action_penalty=0.25
    )

    assert last.reward == -0.25
    assert last.info["player_to_move"] is Color.WHITE
    assert last.info["move_number"] == 1
    assert last.info["illegal_reason"] is IllegalReason.OCCUPIED


def test_step_too_many_ignored_actions_truncate(client: tengen.Client) -> None:
    *_, last = play_out(
        client,
        CENTER,
        CENTER,
        CENTER,
        illegal_action_policy="ignore",
        illegal_action_penalty=0.25,
        max_illegal_actions=2,
    )

    assert (last.terminated, last.truncated, last.reward) == (False, True, -0.25)
    assert last.info["end_reason"] is EndReason.MAX_ILLEGAL_ACTIONS
    assert last.info["winner"] is None
    assert score_of(last).text == "B+8.5"


@pytest.mark.parametrize(("max_moves", "expected"), [(0, 27), (5, 5), (-1, -1)])
def test_max_illegal_actions_is_max_moves_by_default(
    client: tengen.Client, max_moves: int, expected: int
) -> None:
    with client.create_session(3, max_moves=max_moves) as session:
        assert session.spec.max_illegal_actions == expected


@pytest.mark.parametrize(
    ("reward_mode", "expected"), [("win", -1.0), ("margin", -91.0), ("margin-per-point", -91 / 9)]
)
def test_step_resignation_far_behind_loses_the_margin(
    client: tengen.Client, reward_mode: str, expected: float
) -> None:
    *_, last = play_out(client, CENTER, PASS, tengen.RESIGN, komi=100, reward_mode=reward_mode)

    assert last.reward == pytest.approx(expected)


def test_step_area_delta_truncation_adds_up_to_the_margin(client: tengen.Client) -> None:
    results = play_out(client, CENTER, 0, 1, max_moves=3, reward_mode="area-delta")

    assert results[-1].truncated
    paid = np.sum([result.info["rewards"] for result in results], axis=0)
    assert paid[0] == score_of(results[-1]).margin


def test_step_setup_white_first_pays_white_for_its_move(client: tengen.Client) -> None:
    setup = tengen.Setup(player_to_move=Color.WHITE)
    first, *_ = play_out(client, CENTER, setup=setup, reward_mode="area-delta")

    assert first.info["rewards"].tolist() == [-9.5, 9.5]
    assert first.reward == 9.5


@pytest.mark.parametrize("agent", [Color.BLACK, Color.WHITE])
def test_step_with_opponent_pays_the_agent(client: tengen.Client, agent: Color) -> None:
    opponent = tengen.Opponent(client.server_info().players[0].name, agent.other)
    random = np.random.default_rng(1)
    with client.create_session(3, opponent=opponent, reward_mode="area-delta") as session:
        _, info = session.reset(seed=1)
        while not info["end_reason"]:
            assert info["player_to_move"] is agent
            result = session.step(random.choice(np.flatnonzero(info["action_mask"])))
            info = result.info
            assert result.reward == info["rewards"][agent - 1]


def test_reset_opponent_moves_first_as_black(client: tengen.Client) -> None:
    opponent = tengen.Opponent(client.server_info().players[0].name, Color.BLACK)
    with client.create_session(3, opponent=opponent) as session:
        _, info = session.reset(seed=1)

    assert info["move_number"] == 1
    assert len(info["actions"]) == 1
    assert info["player_to_move"] is Color.WHITE
