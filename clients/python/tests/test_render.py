from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import gymnasium
import numpy as np
import pytest

from tengen import GoEnv
from tengen.render import draw_image, draw_text
from tengen.render.image import MARGIN_PIXELS, POINT_PIXELS, star_points
from tengen.render.letters import GLYPHS

if TYPE_CHECKING:
    from numpy.typing import NDArray

DRAWING = """
    A B C D
  3 . . . . 3
  2 . X(O). 2
  1 . . . . 1
    A B C D
"""


def board_of(height: int, width: int, **stones: int) -> NDArray[np.uint8]:
    board = np.zeros((height, width), np.uint8)
    for name, color in stones.items():
        board[height - int(name[1:]), "ABCDEFGHJ".index(name[0])] = color
    return board


def pixel(image: NDArray[np.uint8], row: int, column: int, right: int = 0) -> list[int]:
    place = (MARGIN_PIXELS + row * POINT_PIXELS, MARGIN_PIXELS + column * POINT_PIXELS + right)
    return [int(value) for value in image[place]]


def test_draw_text_marks_the_last_move() -> None:
    assert draw_text(board_of(3, 4, B2=1, C2=2), 6) == DRAWING.strip("\n")


def test_draw_image_shows_stones_where_they_are() -> None:
    image = draw_image(board_of(7, 9, A7=1, J1=2))

    assert image.shape == (344, 424, 3)
    assert image.dtype == np.uint8
    assert max(pixel(image, 0, 0)) < 100
    assert min(pixel(image, 6, 8)) > 200
    empty = draw_image(board_of(7, 9))
    assert pixel(image, 3, 3) == pixel(empty, 3, 3)


def test_draw_image_marks_the_last_move() -> None:
    board = board_of(5, 5, C3=1)

    changed = draw_image(board, 12) != draw_image(board)

    assert changed.any()
    rows, columns = np.nonzero(changed.any(axis=2))
    center = MARGIN_PIXELS + 2 * POINT_PIXELS
    assert (np.hypot(rows - center, columns - center) < POINT_PIXELS / 2).all()


@pytest.mark.parametrize(("size", "count"), [(2, 0), (3, 1), (5, 1), (9, 5), (13, 5), (19, 9)])
def test_star_points_are_as_on_real_boards(size: int, count: int) -> None:
    assert len(star_points(size, size)) == count


def test_glyphs_are_complete() -> None:
    assert set(GLYPHS) == set("ABCDEFGHJKLMNOPQRSTUVWXYZ0123456789")
    assert all(len(stroke) % 2 == 0 for strokes in GLYPHS.values() for stroke in strokes)


@pytest.mark.parametrize("size", [1, 5, (25, 2), 25])
def test_render_rgb_array_of_any_size(size: int | tuple[int, int], address: str) -> None:
    with GoEnv(size, opponent=None, render_mode="rgb_array", address=address) as env:
        env.reset(seed=1)
        env.step(0)
        image = env.render()

        assert image.dtype == np.uint8
        assert image.shape[2] == 3


def test_render_ansi_marks_the_move_just_made(address: str) -> None:
    with GoEnv(3, opponent=None, render_mode="ansi", address=address) as env:
        env.reset(seed=1)
        env.step(4)

        assert "(X)" in env.render()


def test_render_without_a_mode_warns(address: str) -> None:
    with GoEnv(3, address=address) as env, pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_render_human_shows_a_window(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with GoEnv(3, render_mode="human", address=address) as env:
        env.reset(seed=1)
        env.step(0)

        assert env.render() is None


def test_render_human_without_pygame_says_what_to_install(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)

    with pytest.raises(gymnasium.error.DependencyNotInstalled, match=r"tengen-go\[window\]"):
        GoEnv(3, render_mode="human", address=address)
