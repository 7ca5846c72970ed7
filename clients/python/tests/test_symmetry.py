from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv

import tengen
from tengen import Color, GoEnv, InvalidArgumentError, ObservationFormat, Symmetry
from tengen import _responses as responses
from tengen.v1 import observation_pb2

if TYPE_CHECKING:
    from conftest import MakeVec

    from tengen import Client
    from tengen.keywords import LaneKeywords
    from tengen.words import SymmetryWord

EIGHT = [symmetry for symmetry in Symmetry if symmetry is not Symmetry.DRAWN]
SQUARE = np.array([list("abc"), list("def"), list("ghi")])
DRAWINGS = {
    "identity": "abc def ghi",
    "rotate-90": "cfi beh adg",
    "rotate-180": "ihg fed cba",
    "rotate-270": "gda heb ifc",
    "flip-rows": "ghi def abc",
    "flip-columns": "cba fed ihg",
    "transpose": "adg beh cfi",
    "anti-transpose": "ifc heb gda",
}


@pytest.mark.parametrize("symmetry", EIGHT)
def test_transform_planes_is_as_drawn(symmetry: Symmetry) -> None:
    turned = symmetry.transform_planes(SQUARE)

    assert " ".join("".join(row) for row in turned) == DRAWINGS[symmetry.value]
    assert symmetry.inverse.transform_planes(turned).tolist() == SQUARE.tolist()


@pytest.mark.parametrize("symmetry", EIGHT)
def test_transform_planes_of_either_layout_is_the_same(symmetry: Symmetry) -> None:
    planes = np.random.default_rng(1).integers(0, 2, (4, 5, 5))

    turned = symmetry.transform_planes(planes)
    other = symmetry.transform_planes(np.moveaxis(planes, 0, -1), row_axis=-3, column_axis=-2)

    assert np.array_equal(np.moveaxis(other, -1, 0), turned)


@pytest.mark.parametrize("symmetry", EIGHT)
def test_transform_actions_follows_the_planes(symmetry: Symmetry) -> None:
    width, height = (4, 4) if symmetry.swaps_sides else (4, 3)
    count = width * height
    values = np.arange(count)

    places = symmetry.transform_actions(np.arange(count), width, height)

    turned = symmetry.transform_planes(values.reshape(height, width)).reshape(-1)
    assert turned[places].tolist() == values.tolist()
    assert symmetry.inverse.transform_actions(places, width, height).tolist() == values.tolist()
    assert symmetry.transform_actions([count, -2, -1, -3], width, height).tolist() == [
        count,
        -2,
        -1,
        -3,
    ]
    assert symmetry.transform_action(1, width, height) == places[1]


def test_transform_policy_keeps_the_pass() -> None:
    policy = np.array([[1, 2, 3, 4, 9], [5, 6, 7, 8, 9]], np.float32)

    turned = Symmetry.ROTATE_90.transform_policy(policy, 2, 2)

    assert turned.tolist() == [[2, 4, 1, 3, 9], [6, 8, 5, 7, 9]]
    assert turned.dtype == np.float32


def test_transform_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="rotate-90 needs a square board, not 3x2"):
        Symmetry.ROTATE_90.transform_planes(np.zeros((2, 3)))
    with pytest.raises(ValueError, match=r"has 6 entries, not width \* height \+ 1 = 7"):
        Symmetry.ROTATE_180.transform_policy(np.zeros(6), 3, 2)
    with pytest.raises(ValueError, match="drawn is not a symmetry"):
        Symmetry.DRAWN.transform_planes(np.zeros((2, 2)))


@pytest.mark.parametrize("symmetry", EIGHT)
def test_session_is_that_of_the_transformed_board(symmetry: Symmetry, client: Client) -> None:
    random = np.random.default_rng(1)
    with client.create_session(5) as plain, client.create_session(5, symmetry=symmetry) as turned:
        assert turned.spec.symmetry is symmetry
        for _ in range(12):
            mask = plain.legal_actions().action_mask
            action = int(random.choice(np.flatnonzero(mask)))
            board = plain.step(action)
            seen = turned.step(symmetry.transform_action(action, 5, 5))

            assert isinstance(board.observation, np.ndarray)
            assert isinstance(seen.observation, np.ndarray)
            assert seen.info["symmetry"] is symmetry
            assert np.array_equal(seen.observation, symmetry.transform_planes(board.observation))
            assert np.array_equal(
                seen.info["action_mask"], symmetry.transform_policy(board.info["action_mask"], 5, 5)
            )
            assert seen.info["state_hash"] == board.info["state_hash"]
            assert np.array_equal(turned.board(), plain.board())
            assert turned.score() == plain.score()
            assert turned.legal_actions().symmetry is symmetry
            assert turned.state().symmetry is symmetry


def test_drawn_symmetry_follows_from_the_seed(client: Client) -> None:
    with client.create_session((4, 3), symmetry="drawn") as session:
        drawn = [session.reset(seed=seed)[1]["symmetry"] for seed in range(60)]

        assert session.spec.symmetry is Symmetry.DRAWN
        assert len(set(drawn)) == 4
        assert [session.reset(seed=seed)[1]["symmetry"] for seed in range(60)] == drawn


def test_symmetry_that_the_board_has_not_is_refused(client: Client) -> None:
    with pytest.raises(InvalidArgumentError, match="TRANSPOSE") as caught:
        client.create_session((4, 3), symmetry="transpose")
    assert caught.value.metadata["field"] == "symmetry"
    with pytest.raises(InvalidArgumentError, match="symmetry 'upside' is not one of identity, "):
        client.create_session(5, symmetry="upside")  # type: ignore[call-overload]


@pytest.mark.parametrize("observation_format", list(ObservationFormat))
def test_every_form_has_the_same_numbers(
    observation_format: ObservationFormat, client: Client
) -> None:
    kind = np.float32 if observation_format is ObservationFormat.FLOAT32 else np.uint8
    with client.create_session(
        (4, 3),
        observation_format=observation_format,
        observation_layout="hwc",
        encodings=["gymgo-6"],
    ) as session:
        result = session.step(1)
        expected = session.observe(observation_format="bits", observation_layout="chw")["gymgo-6"]

        assert isinstance(result.observation, np.ndarray)
        assert result.observation.shape == (3, 4, 6)
        assert result.observation.dtype == kind
        assert np.array_equal(np.moveaxis(result.observation, -1, 0), expected)
        assert expected.shape == (6, 3, 4)
        assert expected.dtype == np.uint8
        assert expected[0, 0, 1] == 1
        assert session.spec.observation_format is observation_format
        assert result.info["globals"] is None
        assert session.observe_globals() == {}


def test_globals_are_read_by_encoding() -> None:
    numbers = np.array([7.5, -1], "<f4")
    messages = [
        observation_pb2.Observation(encoding="none"),
        observation_pb2.Observation(encoding="two", globals=numbers.tobytes()),
    ]

    read = responses.globals_by_encoding(messages)

    assert list(read) == ["two"]
    assert read["two"].tolist() == [7.5, -1]


@pytest.mark.parametrize("symmetry", ["rotate-90", "drawn"])
def test_check_env_accepts_transformed_boards(symmetry: SymmetryWord, address: str) -> None:
    env = tengen.make("Go5x5-v1", symmetry=symmetry, observation_layout="hwc", address=address)

    check_env(env.unwrapped)
    assert env.observation_space["observation"].shape == (5, 5, 17)  # type: ignore[index]
    env.close()


def test_environment_renders_the_untransformed_board(address: str) -> None:
    env = GoEnv(3, opponent=None, symmetry="flip-rows", render_mode="ansi", address=address)
    plain = GoEnv(3, opponent=None, render_mode="ansi", address=address)
    _, info = env.reset(seed=1)
    plain.reset(seed=1)
    env.step(0)
    plain.step(6)

    assert info["symmetry"] == "flip-rows"
    assert "symmetry" not in plain.reset(seed=1)[1]
    plain.step(6)
    assert env.render() == plain.render()
    env.close()
    plain.close()


def test_vector_environment_is_that_of_single_ones(address: str, vec: MakeVec) -> None:
    arguments: dict[str, Any] = {"symmetry": "drawn", "observation_layout": "hwc"}
    vector = vec(4, 6, **arguments)
    single = SyncVectorEnv([lambda: GoEnv(4, address=address, **arguments)] * 6)
    random = np.random.default_rng(1)
    seen: set[Any] = set()
    end_count = 0

    observations, infos = vector.reset(seed=3)
    expected, expected_infos = single.reset(seed=3)
    for _ in range(60):
        assert set(observations) == set(expected)
        for name, part in expected.items():
            assert np.array_equal(observations[name], part), name
        assert infos["symmetry"].tolist() == expected_infos["symmetry"].tolist()
        assert infos["_symmetry"].tolist() == expected_infos["_symmetry"].tolist()
        seen |= set(infos["symmetry"])
        end_count += int(infos.get("_end_reason", np.zeros(6, np.bool_)).sum())
        actions = [random.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]]
        observations, _, _, _, infos = vector.step(np.array(actions))
        expected, _, _, _, expected_infos = single.step(np.array(actions))

    assert end_count > 0
    assert observations["observation"].shape == (6, 4, 4, 17)
    assert len(seen) > 2
    single.close()


def test_lanes_have_symmetries_of_their_own(vec: MakeVec) -> None:
    lanes: list[LaneKeywords] = [{"symmetry": "identity"}, {"symmetry": Symmetry.FLIP_ROWS}]
    vector = vec(3, 2, opponent=None, lane_arguments=lanes)

    vector.reset(seed=1)
    _, _, _, _, infos = vector.step(np.array([0, 6]))

    assert infos["symmetry"].tolist() == [None, "flip-rows"]
    assert infos["state_hash"][0] == infos["state_hash"][1]
    assert infos["player_to_move"].tolist() == [Color.WHITE, Color.WHITE]
