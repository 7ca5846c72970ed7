"""Renders boards as text, as an image, in a notebook, or in a window.

`draw_text`, `draw_image`, `draw_svg` and `tile_images` need only NumPy. A window needs pygame:
`pip install "tengen-go[window]"`.

In a notebook, the last value of a cell is shown. `show_board` and `show_planes` return pictures of
boards and observations. Sessions, environments, scores, watched states, drawings of positions,
encodings, search trees and standings have pictures of their own:

    session                                  # the board, the last move, the player to move
    session.score()                          # the owners of all points
    show_planes(observation, encoding_spec)  # all planes with their names
"""

from tengen.render.image import draw_image, tile_images
from tengen.render.markup import Picture
from tengen.render.notebook import show_board, show_planes
from tengen.render.svg import draw_svg
from tengen.render.text import draw_text
from tengen.render.view import BoardView

__all__ = [
    "BoardView",
    "Picture",
    "draw_image",
    "draw_svg",
    "draw_text",
    "show_board",
    "show_planes",
    "tile_images",
]
