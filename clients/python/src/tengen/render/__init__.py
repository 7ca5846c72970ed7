"""Renders boards as text, as an image, or in a window.

`draw_text` and `draw_image` need only NumPy. A window needs pygame:
`pip install "tengen-go[window]"`.
"""

from tengen.render.image import draw_image
from tengen.render.text import draw_text
from tengen.render.view import BoardView

__all__ = ["BoardView", "draw_image", "draw_text"]
