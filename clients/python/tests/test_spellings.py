"""Names in other spellings, and misspelled names."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import tengen
import tengen.pettingzoo
from tengen import Color, EndReason, IllegalReason


def test_create_session_other_spellings_are_those_names(client: tengen.Client) -> None:
    words: dict[str, Any] = {
        "rules": "Chinese_SuperKo",
        "opponent": "EyeSafeRandom",
        "encodings": "GymGo_6",
        "reward_mode": "MARGIN_per_point",
    }
    with client.create_session("3x3", **words) as session:
        spec = session.spec

    assert (spec.width, spec.height) == (3, 3)
    assert spec.rules.preset == "chinese-superko"
    assert spec.opponent == tengen.Opponent("eye-safe-random", Color.WHITE)
    assert spec.encodings == ("gymgo-6",)
    assert spec.reward_mode is tengen.RewardMode.MARGIN_PER_POINT


def test_observe_has_the_names_as_given(session: tengen.Session) -> None:
    observed = session.observe("GymGo_6", "katago-v7", overlays=["Pass_Alive"])

    assert list(observed) == ["GymGo_6", "katago-v7", "Pass_Alive"]
    assert list(session.observe_globals("KataGo_V7")) == ["KataGo_V7"]


def test_environments_of_other_spellings_are_the_same(address: str) -> None:
    words: dict[str, Any] = {"encoding": "Minigo_17", "rules": "NEW_ZEALAND", "address": address}
    image: dict[str, Any] = {"render_mode": "RGB-array", "opponent": "Greedy", **words}
    text: dict[str, Any] = {"render_mode": "ANSI", "opponent": "Greedy", **words}
    with (
        tengen.make("go5X5-V1", **image) as env,
        tengen.make_vec("Go_5x5-v1", 2, **text) as envs,
        tengen.GoEnv("5x4", **words) as other,
    ):
        observation, _ = env.reset(seed=1)
        observations, _ = envs.reset(seed=1)

        assert env.render_mode == "rgb_array"
        assert envs.render_mode == "ansi"
        assert np.array_equal(observation["observation"], observations["observation"][0])
        assert isinstance(envs.render()[0], str)
        assert env.session.spec.encodings == ("minigo-17",)
        assert other.observation_space["observation"].shape == (17, 4, 5)  # type: ignore[index]


def test_pettingzoo_other_spelling_has_the_perspective_of_each_agent(address: str) -> None:
    env = tengen.pettingzoo.raw_env(3, encoding="AlphaZero_17", address=address)
    env.reset(seed=1)
    env.step(0)

    assert env.observe("black_0")["observation"][0, 0, 0] == 1
    assert env.observe("white_0")["observation"][1, 0, 0] == 1
    env.close()


def test_open_forest_other_spelling_is_that_encoding(client: tengen.Client) -> None:
    with client.open_forest(3, encodings="AlphaZero_17") as forest:
        assert forest.encodings == ("alphazero-17",)


@pytest.mark.parametrize(
    ("arguments", "suggestion"),
    [
        ({"rules": "japenese"}, '"japanese"'),
        ({"opponent": "gready"}, '"greedy"'),
        ({"opponent": "montecarol:playouts=10"}, '"monte-carlo:playouts=10"'),
        ({"encodings": "alfazero-17"}, '"alphazero-17"'),
        ({"encodings": "alfazero:history=4"}, '"alphazero:history=4"'),
        ({"task": "rase-class0:split=test"}, '"race-class0:split=test"'),
        ({"reward_mode": "margins"}, "'margin'"),
        ({"symmetry": "rotate-9"}, "'rotate-90'"),
        ({"ko": "situatoinal"}, "'situational'"),
    ],
)
def test_create_session_misspelled_name_suggests(
    arguments: dict[str, Any], suggestion: str, client: tengen.Client
) -> None:
    with pytest.raises(tengen.InvalidArgumentError) as caught:
        client.create_session(9, **arguments)

    assert f"; did you mean {suggestion}?" in str(caught.value)
    assert "did you mean" not in caught.value.metadata["allowed"]


def test_observe_misspelled_overlay_suggests(session: tengen.Session) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match='did you mean "ladders"'):
        session.observe(overlays=["laders"])


def test_make_misspelled_id_suggests() -> None:
    with pytest.raises(gymnasium.error.Error, match="did you mean 'tengen/RaceClass0-v1'"):
        tengen.make("RaceClas0-v1")


def test_size_of_another_form_says_what_is_wanted(client: tengen.Client) -> None:
    for size in ("3x", "x3", "nine", "3x3x3", ""):
        with pytest.raises(tengen.InvalidArgumentError, match="is not a size such as 9, "):
            client.create_session(size)


def test_reasons_are_enums_in_sessions_and_their_strings_in_environments(
    address: str, client: tengen.Client
) -> None:
    arguments: dict[str, Any] = {"opponent": None, "address": address}
    with client.create_session(3, illegal_action_policy="lose") as session:
        session.step(0)
        expected = session.step(0).info
    with (
        tengen.GoEnv(3, **arguments) as env,
        tengen.make_vec(3, 2, autoreset_mode="disabled", **arguments) as envs,
    ):
        agents = tengen.pettingzoo.raw_env(3, address=address)
        env.reset(seed=1)
        envs.reset(seed=1)
        agents.reset(seed=1)
        env.step(0)
        envs.step([0, 0])
        agents.step(0)
        info = env.step(0)[4]
        infos = envs.step([0, 1])[4]
        agents.step(0)
        agents.close()

    assert expected["illegal_reason"] is IllegalReason.OCCUPIED
    assert expected["end_reason"] is EndReason.ILLEGAL_ACTION
    for found in (info, agents.infos["black_0"]):
        assert (found["illegal_reason"], found["end_reason"]) == ("occupied", "illegal-action")
    assert infos["illegal_reason"].tolist() == ["occupied", None]
    assert infos["end_reason"].tolist() == ["illegal-action", None]
    assert IllegalReason(info["illegal_reason"]) is expected["illegal_reason"]
    assert str(expected["illegal_reason"]) == "occupied"
