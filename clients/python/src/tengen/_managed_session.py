"""A session that is created on first use and again after a fork, an expiry or a server restart."""

from __future__ import annotations

import collections
import contextlib
import os
import weakref
from typing import TYPE_CHECKING, Any

import gymnasium

from tengen import _arguments as arguments
from tengen._address import transport_of
from tengen._caller_names import ENVIRONMENT_NAMES, errors_named
from tengen._client_cache import shared_client
from tengen._requests import board_size
from tengen.errors import SessionNotFoundError, TengenError, UnavailableError
from tengen.server.shared import has_stopped

if TYPE_CHECKING:
    from tengen.client import Client
    from tengen.results import Observation, StepResult
    from tengen.security import Security
    from tengen.server_info import EncodingSpec
    from tengen.session import Session

# Sessions of environments that were garbage-collected without `close`, each with the id of the
# process that created it. They are closed when the next session is created, because a finalizer
# must not call the server.
_abandoned: collections.deque[tuple[int, Session]] = collections.deque()


class ManagedSession:
    """Creates a session when it is needed and closes it at the end.

    Args:
      address: The server's address. None: that of `default_address`.
      size: Width and height of the board in points; or (width, height).
      options: Further arguments of `Client.create_session`.
      security: TLS and token. None: what the environment variables say.
    """

    def __init__(
        self,
        address: str | None,
        size: int | tuple[int, int] | str,
        options: dict[str, Any],
        security: Security | None,
    ) -> None:
        self._address = address
        self._security = security
        self._size = size
        self._options = options
        self._client: Client | None = None
        self._session: Session | None = None
        self._process_id = os.getpid()
        self._is_closed = False
        # The seed of the last episode, from which a new session continues.
        self._seed: int | None = None
        self._finalizer: weakref.finalize[[tuple[int, Session]], ManagedSession] | None = None

    @property
    def width(self) -> int:
        """The number of columns."""
        return board_size(self._size)[0]

    @property
    def height(self) -> int:
        """The number of rows."""
        return board_size(self._size)[1]

    @property
    def transport(self) -> str:
        """How the server is reached: "embedded", "unix" or "tcp".

        Raises:
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
        """
        self.check_not_closed()
        client = self._client if self._process_id == os.getpid() else None
        return transport_of((client or shared_client(self._address, self._security)).address)

    @property
    def session(self) -> Session:
        """The session. If there is none in this process, it is created.

        Raises:
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
        """
        self.check_not_closed()
        if self._session is None or self._process_id != os.getpid():
            self._process_id = os.getpid()
            self._client = shared_client(self._address, self._security)
            close_abandoned()
            with errors_named(ENVIRONMENT_NAMES):
                self._take(
                    self._client.create_session(self._size, seed=self._seed, **self._options)
                )
        assert self._session is not None
        return self._session

    def encoding(self, name: str) -> EncodingSpec:
        """Returns an encoding that the session has."""
        assert self._client is not None
        found = self._client.server_info(name).encoding(name)
        assert found is not None
        return found

    def _take(self, session: Session) -> None:
        """Uses a session from now on."""
        self._session = session
        if self._finalizer is not None:
            self._finalizer.detach()
        self._finalizer = weakref.finalize(self, _abandoned.append, (self._process_id, session))
        self._finalizer.atexit = False

    def check_not_closed(self) -> None:
        """Checks that the environment is not closed.

        Raises:
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
        """
        if self._is_closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment is closed")

    def reset(
        self, seed: int | None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Any]:
        """Starts an episode, in a new session if the old one is gone.

        A session is gone if it expired, or if the server of this process died; `tengen.launch` then
        starts another server.

        Args:
          seed: The seed of the episode. None: derived from that of the last episode, also in a new
            session.
          options: As in `Session.reset`.

        Raises:
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
        """
        self.check_not_closed()
        if self._address is None and self._session is not None and has_stopped():
            self._session = None  # Retries would be in vain.
        try:
            return self._reset(seed, options)
        except SessionNotFoundError:
            pass
        except UnavailableError:
            if self._address is not None:
                raise
        self._session = None
        return self._reset(seed, options)

    def _reset(self, seed: int | None, options: dict[str, Any] | None) -> tuple[Observation, Any]:
        observation, info = self.session.reset(seed=seed, options=options)
        self._seed = info["seed"]
        return observation, info

    def step(self, action: Any) -> StepResult:
        """Plays an action in the session that the last `reset` used.

        Raises:
          TypeError: The action is not an integer.
          InvalidArgumentError: The board has no such action. The server would count it as an
            illegal one, as it must for agents that it does not know.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
        """
        session = self._session
        if session is None:
            self.check_not_closed()
        assert session is not None
        return session.step(arguments.action(action, session.action_count))

    def saved(self) -> bytes | None:
        """Returns a snapshot of the session that `reset` used. None: there was none, or it is over.

        Raises:
          TengenError: The server does not answer, or the session is gone.
        """
        if self._is_closed or self._session is None or self._seed is None:
            return None
        return None if self._process_id != os.getpid() else self._session.snapshot()

    def restore(self, snapshot: bytes, seed: int) -> None:
        """Continues the session of a snapshot, in place of the one that this object has made.

        Args:
          snapshot: What `saved` has returned.
          seed: The seed of its episode.

        Raises:
          TengenError: The server does not answer, or refuses the snapshot.
        """
        made = self.session
        assert self._client is not None
        self._take(self._client.restore(snapshot, copy=self._options.get("copy", True)))
        self._seed = seed
        close_session(self._process_id, made)

    @property
    def seed(self) -> int | None:
        """The seed of the last episode. None: there was none."""
        return self._seed

    def picture(self) -> str | None:
        """Returns the current position for a notebook. None: the environment is closed."""
        return None if self._is_closed else self.session._repr_html_()

    def close(self) -> None:
        """Closes the session if this process created it. Errors of the server are ignored.

        This method is idempotent, and the environment stays closed.
        """
        self._is_closed = True
        session, self._session, self._client = self._session, None, None
        if self._finalizer is not None:
            self._finalizer.detach()
        if session is not None:
            close_session(self._process_id, session)


def close_abandoned() -> None:
    """Closes the sessions whose environments were garbage-collected."""
    with contextlib.suppress(IndexError):
        while True:
            close_session(*_abandoned.popleft())


def close_session(process_id: int, session: Session) -> None:
    """Closes a session if the process with this id, which created it, is the current one."""
    if process_id == os.getpid():
        with contextlib.suppress(TengenError, RuntimeError):
            session.close()
