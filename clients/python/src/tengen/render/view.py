"""The view of an environment: its board in one render mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tengen import _arguments as arguments
from tengen.render.image import draw_image
from tengen.render.text import draw_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy as np
    from numpy.typing import NDArray


class BoardView:
    """Draws boards in one render mode, and tracks the last move.

    Args:
      mode: "ansi", "rgb_array", "human", or None to draw nothing.
      metadata: The environment's metadata, with `render_modes` and `render_fps`.

    Attributes:
      last_action: The last action on the board. None: there was none.

    Raises:
      InvalidArgumentError: There is no such mode.
      gymnasium.error.DependencyNotInstalled: The mode is "human", and pygame is not installed.
    """

    def __init__(self, mode: str | None, metadata: Mapping[str, Any]) -> None:
        self._mode = checked_mode(mode, metadata)
        self._frames_per_second = int(metadata["render_fps"])
        self.last_action: int | None = None
        self._window: Any = None
        if self._mode == "human":
            load_pygame()

    @property
    def mode(self) -> str | None:
        """The render mode as Gymnasium spells it."""
        return self._mode

    def reset(self, actions: Iterable[int] = ()) -> None:
        """Clears the last move, and records the actions that start the episode."""
        self.last_action = None
        self.play(actions)

    def play(self, actions: Iterable[int]) -> None:
        """Records the actions played."""
        for action in actions:
            self.last_action = action

    def render(self, board: NDArray[np.uint8]) -> str | NDArray[np.uint8] | None:
        """Returns the board as text or as an image; shows it in the mode "human"."""
        action = self.last_action
        last_point = action if action is not None and 0 <= action < board.size else None
        if self._mode == "ansi":
            return draw_text(board, last_point)
        image = draw_image(board, last_point)
        if self._mode == "rgb_array":
            return image
        self._show(image)
        return None

    def close(self) -> None:
        """Closes the window, if there is one."""
        if self._window is not None:
            self._window = None
            load_pygame().display.quit()

    def _show(self, image: NDArray[np.uint8]) -> None:
        pygame = load_pygame()
        if self._window is None:
            pygame.display.init()
            self._window = pygame.display.set_mode((image.shape[1], image.shape[0]))
            pygame.display.set_caption("Tengen")
        pygame.event.pump()
        self._window.blit(pygame.surfarray.make_surface(image.swapaxes(0, 1)), (0, 0))
        pygame.display.flip()
        pygame.time.delay(1000 // self._frames_per_second)


def checked_mode(mode: str | None, metadata: Mapping[str, Any]) -> str | None:
    """Returns a render mode.

    Raises:
      TypeError: The mode is neither None nor a string.
      InvalidArgumentError: The mode is not one of `metadata["render_modes"]`.
    """
    return (
        None
        if mode is None
        else arguments.known_name("render_mode", mode, metadata["render_modes"])
    )


def load_pygame() -> Any:
    """Returns the module pygame.

    Raises:
      gymnasium.error.DependencyNotInstalled: pygame is not installed.
    """
    try:
        import pygame  # noqa: PLC0415 - an optional dependency.
    except ImportError:
        from gymnasium.error import DependencyNotInstalled  # noqa: PLC0415

        raise DependencyNotInstalled(
            'render_mode "human" needs pygame: pip install "tengen-go[window]"'
        ) from None
    return pygame
