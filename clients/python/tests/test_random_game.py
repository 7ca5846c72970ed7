from __future__ import annotations

import numpy as np
import pytest

import tengen
from tengen import Color, IllegalReason
from tengen.conformance import ReferenceGame


def random_action(random: np.random.Generator, action_mask: np.ndarray) -> int:
    return int(random.choice(np.flatnonzero(action_mask)))


@pytest.mark.parametrize(("width", "height", "seed"), [(3, 3, 5), (4, 2, 5), (5, 5, 13), (7, 6, 5)])
def test_step_random_game_agrees_with_reference_rules(
    client: tengen.Client, width: int, height: int, seed: int
) -> None:
    random = np.random.default_rng(seed)
    reference = ReferenceGame(width, height)
    repetition_count = 0
    with client.create_session((width, height), max_moves=300, seed=seed) as session:
        _, info = session.reset(seed=seed)
        is_over = False
        while not is_over:
            legal = session.legal_actions()
            expected = [reference.legality(action) for action in range(session.action_count)]
            assert legal.illegal_reasons.tolist() == expected
            repetition_count += expected.count(IllegalReason.REPETITION)
            assert legal.action_mask.tolist() == [
                reason == IllegalReason.LEGAL for reason in expected
            ]
            assert legal.action_mask.tolist() == info["action_mask"].tolist()
            assert legal.legal_count == sum(info["action_mask"])
            assert session.board().ravel().tolist() == list(reference.board)
            assert session.score().owner.ravel().tolist() == reference.owner()
            assert info["player_to_move"] == reference.player_to_move

            action = random_action(random, info["action_mask"])
            _, _, terminated, truncated, info = session.step(action)
            reference.play(action)
            is_over = terminated or truncated

        assert repetition_count > 0
        assert terminated == (reference.pass_count == 2)
        assert session.board().ravel().tolist() == list(reference.board)
        score = info["score"]
        assert score is not None
        assert score.area_black == reference.owner().count(Color.BLACK)
        assert score.area_white == reference.owner().count(Color.WHITE)
        assert not info["action_mask"].any()


def test_step_random_game_reports_moves_in_order(client: tengen.Client) -> None:
    random = np.random.default_rng(5)
    actions = []
    with client.create_session(4, max_moves=40) as session:
        _, info = session.reset(seed=5)
        while not info["end_reason"]:
            actions.append(random_action(random, info["action_mask"]))
            info = session.step(actions[-1]).info
            assert info["actions"] == (actions[-1],)
            assert info["move_number"] == len(actions)

        assert session.state().actions == tuple(actions)


def test_reset_same_seed_repeats_the_game(client: tengen.Client) -> None:
    games = []
    for _ in range(2):
        random = np.random.default_rng(6)
        game = []
        opponent = tengen.Opponent(client.server_info().players[0].name)
        with client.create_session(5, opponent=opponent) as session:
            observation, info = session.reset(seed=7)
            while not info["end_reason"]:
                assert isinstance(observation, np.ndarray)
                game.append((observation.tobytes(), info["state_hash"], info["position_hash"]))
                action = random_action(random, info["action_mask"])
                observation, *_, info = session.step(action)
        games.append(game)

    assert len(games[0]) > 10
    assert games[0] == games[1]
