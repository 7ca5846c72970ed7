"""Renders boards as text, as an image, or in a window.

`draw_text`, `draw_image` and `tile_images` need only NumPy. A window needs pygame:
`pip install "tengen-go[window]"`.
"""

from tengen.render.image import draw_image, tile_images
from tengen.render.text import draw_text
from tengen.render.view import BoardView

__all__ = ["BoardView", "draw_image", "draw_text", "tile_images"]
