from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import tengen

if TYPE_CHECKING:
    from collections.abc import Callable


def test_server_info_overlays_describe_themselves(client: tengen.Client) -> None:
    overlays = {overlay.name: overlay for overlay in client.server_info().overlays}

    assert list(overlays) == ["pass-alive", "eyes", "ladders", "age", "influence"]
    assert overlays["influence"] == tengen.OverlaySpec(
        "influence", "how far stones reach out", -66, 66
    )
    assert overlays["age"].max == 2**31 - 1


def test_observe_overlays_are_integers_of_the_board(session: tengen.Session) -> None:
    session.step(0)
    session.step(9)

    seen = session.observe(overlays=["age", "influence"])

    assert list(seen) == ["alphazero-17", "age", "influence"]
    assert seen["age"].dtype == np.int32
    assert seen["age"].shape == (5, 5)
    assert seen["age"].flags.writeable
    assert (seen["age"][0, 0], seen["age"][1, 4], seen["age"][2, 2]) == (1, 0, -1)
    assert seen["influence"][0, 0] > 0 > seen["influence"][1, 4]


def test_observe_overlays_of_oblong_board_have_height_before_width(client: tengen.Client) -> None:
    with client.create_session((4, 2)) as session:
        assert session.observe(overlays=["eyes"])["eyes"].shape == (2, 4)


def test_observe_overlays_are_not_transformed(client: tengen.Client) -> None:
    with client.create_session(3, symmetry="flip-rows") as session:
        session.step(0)

        assert session.observe(overlays=["age"])["age"][2, 0] == 0
        assert session.score(overlays=["age"]).overlays["age"][2, 0] == 0


def test_score_overlays_show_the_position_as_it_stands(session: tengen.Session) -> None:
    session.step(0)

    score = session.score([0], overlays=["age"])

    assert list(score.overlays) == ["age"]
    assert score.overlays["age"][0, 0] == 0
    assert score.area_black == 0
    assert session.score().overlays == {}
    assert session.score([0]) == score


@pytest.mark.parametrize(
    "call",
    [
        lambda session: session.observe(overlays=["age", "shape"]),
        lambda session: session.score(overlays=["age", "shape"]),
    ],
)
def test_unknown_overlay_raises_invalid_argument(
    session: tengen.Session, call: Callable[[tengen.Session], object]
) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="influence") as caught:
        call(session)

    assert caught.value.reason == "UNKNOWN_OVERLAY"
    assert caught.value.metadata["value"] == '"shape"'


def test_overlays_one_string_raises_type_error(session: tengen.Session) -> None:
    with pytest.raises(TypeError, match="overlays must be an iterable of strings"):
        session.observe(overlays="age")
    with pytest.raises(TypeError, match="overlays must be an iterable of strings"):
        session.score(overlays="age")
