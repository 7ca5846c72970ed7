"""The base class of the environments that have one session."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium

from tengen import _arguments as arguments
from tengen._copies import CopiedByArguments
from tengen._environment import session_options
from tengen._managed_session import ManagedSession
from tengen.enums import TerminalMask
from tengen.render.view import BoardView
from tengen.security import choose_for_environment

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tengen.session import Session


class SessionEnvironment(CopiedByArguments):
    """An environment with a session, which it opens when it needs it, and pictures of the board."""

    EPISODE_ATTRIBUTES: ClassVar[tuple[str, ...]] = ()
    """The attributes that an episode changes, which copies and pickles have, too."""

    def _open(
        self, size: Any, given: dict[str, Any], metadata: Mapping[str, Any], **options: Any
    ) -> None:
        """Sets up the session and the pictures, from the arguments of the environment.

        Args:
          size: The size of the board.
          given: All other arguments of the environment.
          metadata: Those of the environment.
          options: Further arguments of `Client.create_session`.
        """
        self._terminal_mask = arguments.enum_member(
            "terminal_mask", given["terminal_mask"], TerminalMask
        )
        self._view = BoardView(given["render_mode"], metadata)
        self._managed_session = ManagedSession(
            given["address"],
            size,
            session_options(given) | options,
            choose_for_environment(given["address"], given["tls"], given["token"]),
        )
        self.render_mode = self._view.mode

    @property
    def session(self) -> Session:
        """The session at the server, for scores, reasons and the board until `close`.

        Do not play or undo moves in it: the environment would not notice them.
        """
        return self._managed_session.session

    @property
    def transport(self) -> str:
        """How the server is reached: "embedded" inside this process, "unix" or "tcp"."""
        return self._managed_session.transport

    def _saved_episode(self) -> dict[str, Any] | None:
        snapshot = self._managed_session.saved()
        if snapshot is None:
            return None
        own = self.__dict__
        return {
            "snapshot": snapshot,
            "seed": self._managed_session.seed,
            "last_action": self._view.last_action,
            # Also a shallow copy has its own: the environments change them.
            "attributes": copy.deepcopy(
                {name: own[name] for name in self.EPISODE_ATTRIBUTES if name in own}
            ),
        }

    def __setstate__(self, episode: dict[str, Any]) -> None:
        """Continues the episode of the environment that was copied or pickled.

        Raises:
          TengenError: The server does not answer, or refuses the snapshot.
        """
        self._managed_session.restore(episode["snapshot"], episode["seed"])
        self._view.last_action = episode["last_action"]
        self.__dict__.update(episode["attributes"])

    def render(self) -> Any:
        """Returns the board as text or as an image; shows a window in the render mode "human".

        Raises:
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
        """
        self._managed_session.check_not_closed()
        if self.render_mode is None:
            gymnasium.logger.warn("render does nothing without a render_mode")
            return None
        return self._view.render(self._managed_session.session.board())

    def close(self) -> None:
        """Closes the session and the window. This method is idempotent.

        Every later call and property that needs the session raises ClosedEnvironmentError.
        """
        self._managed_session.close()
        self._view.close()

    def _repr_html_(self) -> str | None:
        """Returns the current position for a notebook. None: the environment is closed."""
        return self._managed_session.picture()
