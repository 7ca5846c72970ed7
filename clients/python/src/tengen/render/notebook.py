"""Pictures for notebooks: a board, and the planes of an observation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import _arguments as arguments
from tengen.enums import Color, ObservationLayout
from tengen.render.markup import Picture, escaped, figure, number, side_by_side
from tengen.render.svg import document, draw_svg, shades
from tengen.render.text import draw_text, point_name
from tengen.symmetry import Symmetry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from tengen.server_info import EncodingSpec
    from tengen.words import ObservationLayoutWord

MIDDLE_DOT = "\N{MIDDLE DOT}"

TILE = 108
"""The greatest width and height of a plane in pixels."""


def show_board(
    board: NDArray[Any],
    last_point: int | None = None,
    *,
    owner: NDArray[Any] | None = None,
    values: NDArray[Any] | None = None,
    caption: str = "",
) -> Picture:
    """Returns a picture of a board for a notebook.

    Args:
      board: The `Color` of each point, of shape (height, width), such as `Session.board()`.
      last_point: The point of the last move, which is marked. None: no mark.
      owner: The owners of points, such as `Score.owner`. See `draw_svg`.
      values: A number for each point. See `draw_svg`.
      caption: A text below the board.

    Raises:
      ValueError: A shape is not that of the board.
    """
    svg = draw_svg(board, last_point, owner=owner, values=values)
    text = draw_text(np.asarray(board, np.uint8), last_point)
    return Picture(figure(svg, caption), f"{text}\n{caption}" if caption else text)


def position_picture(board: NDArray[Any], info: Mapping[str, Any], name: str = "") -> Picture:
    """Returns a picture of a position, with what its info says.

    Args:
      board: The `Color` of each point, without a symmetry.
      info: The info of a session or an environment, or the attributes of a session's state.
      name: A text for the caption.
    """
    height, width = board.shape
    actions = list(info.get("actions") or ())
    last = None
    if actions:
        symmetry = Symmetry(info.get("symmetry") or Symmetry.IDENTITY)
        last = symmetry.inverse.transform_action(actions[-1], width, height)
    words = [name] if name else []
    words.append(f"move {info['move_number']}")
    if last is not None:
        words.append(f"last {point_name(last, width, height)}")
    if info.get("end_reason") is not None:
        words.append(f"over: {info['end_reason']}")
        if info.get("score") is not None:
            words.append(str(info["score"]))
    else:
        words.append(f"{Color(info['player_to_move']).name.title()} to move")
    point = last if last is not None and 0 <= last < board.size and board.flat[last] else None
    return show_board(board, point, caption=f" {MIDDLE_DOT} ".join(words))


def show_planes(
    planes: NDArray[Any],
    names: EncodingSpec | Sequence[str] | None = None,
    *,
    layout: ObservationLayout | ObservationLayoutWord = "chw",
) -> Picture:
    """Returns a picture of all planes of an observation for a notebook.

    Ones are blue. Numbers between 0 and 1 are lighter, and negative ones are red.

    Args:
      planes: An observation in one encoding, of shape (planes, height, width), or (height, width,
        planes) in the layout "hwc".
      names: The names of the planes, or the `EncodingSpec` that has them. None: only numbers.
      layout: The layout of the observation.

    Raises:
      TypeError: An argument is of the wrong type.
      ValueError: The array does not have three axes, or there are not as many names as planes.
    """
    stack = np.asarray(planes)
    if stack.ndim != 3:  # noqa: PLR2004
        raise ValueError(f"planes have three axes, not the shape {stack.shape}")
    kind = arguments.enum_member("layout", layout, ObservationLayout)
    if kind is ObservationLayout.HWC:
        stack = np.moveaxis(stack, -1, 0)
    labels = plane_names(names, len(stack))
    greatest = float(np.abs(np.nan_to_num(stack.astype(np.float64))).max(initial=1.0))
    tiles = [
        tile(plane, f"{index} {name}".strip(), greatest)
        for index, (plane, name) in enumerate(zip(stack, labels, strict=True))
    ]
    count, height, width = stack.shape
    text = f"{count} planes of {width}x{height} points"
    lines = [f"{index:3} {name}".rstrip() for index, name in enumerate(labels)]
    return Picture(side_by_side(tiles), "\n".join([text, *lines]))


def plane_names(names: EncodingSpec | Sequence[str] | None, count: int) -> list[str]:
    """Returns the names of planes; empty ones if there are none.

    Raises:
      TypeError: The names are not strings.
      ValueError: The number of names is not `count`.
    """
    if names is None:
        return [""] * count
    specs = getattr(names, "planes", None)
    given = names if specs is None else [spec.name for spec in specs]
    labels = arguments.texts("names", given)
    if len(labels) != count:
        raise ValueError(f"{len(labels)} names for {count} planes")
    return labels


def tile(plane: NDArray[Any], label: str, scale: float) -> str:
    """Returns one plane with its label. The number `scale` is darkest."""
    height, width = plane.shape
    cell = min(18.0, TILE / max(height, width))
    across, down = cell * width, cell * height
    grid = "".join(f"M{number(cell * x)} 0V{number(down)}" for x in range(1, width))
    grid += "".join(f"M0 {number(cell * y)}H{number(across)}" for y in range(1, height))
    content = (
        f'<rect width="{number(across)}" height="{number(down)}" fill="#fff"/>'
        f"{shades(plane, lambda index: cell * (index + 0.5), cell, scale=scale)}"
        f'<path d="{grid}" stroke="#90a4ae" stroke-opacity=".45" stroke-width=".6" fill="none"/>'
        f'<rect width="{number(across)}" height="{number(down)}" fill="none" stroke="#78909c"/>'
    )
    picture = document(across, down, f"Plane {label}", content)
    style = f"width:{TILE}px;font-size:11px;line-height:1.3;overflow-wrap:anywhere"
    return f'<div style="{style}">{picture}<div>{escaped(label)}</div></div>'
