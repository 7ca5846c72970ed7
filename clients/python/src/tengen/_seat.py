"""A session that environments sit at: made when it is needed, anew after a fork or an expiry."""

from __future__ import annotations

import collections
import contextlib
import os
import threading
import weakref
from typing import TYPE_CHECKING, Any

from tengen.client import Client, connect
from tengen.errors import SessionNotFoundError, TengenError, UnavailableError
from tengen.server.shared import shared_server

if TYPE_CHECKING:
    from tengen.results import Observation, StepResult
    from tengen.session import Session

# All environments of a process share one connection to a server; it closes with the last of them.
_clients: weakref.WeakValueDictionary[tuple[str, int], Client] = weakref.WeakValueDictionary()
_clients_lock = threading.RLock()

# Sessions whose environments were dropped without `close`, with the process that made them. They
# are closed when the next one is made: a call to the server has no place in garbage collection.
_abandoned: collections.deque[tuple[int, Session]] = collections.deque()


def shared_client(address: str | None) -> Client:
    """Returns this process's client of a server; None is the server that `launch` starts."""
    known = shared_server().address if address is None else address
    with _clients_lock:
        client = _clients.get((known, os.getpid()))
        if client is None:
            client = connect(known)
            _clients[known, os.getpid()] = client
        return client


class Seat:
    """Holds a session of its own at a server.

    Args:
      address: The server. None: the one that `launch` starts.
      size: Points in a row and in a column; or (width, height).
      options: Further arguments of `Client.create_session`.
    """

    def __init__(
        self, address: str | None, size: int | tuple[int, int], options: dict[str, Any]
    ) -> None:
        self._address = address
        self._size = size
        self._options = options
        self._client: Client | None = None
        self._session: Session | None = None
        self._process_id = os.getpid()
        self._finalizer: weakref.finalize[[tuple[int, Session]], Seat] | None = None

    @property
    def session(self) -> Session:
        """The session. It is made where there is none."""
        if self._session is None or self._process_id != os.getpid():
            self._process_id = os.getpid()
            self._client = shared_client(self._address)
            close_abandoned()
            self._session = self._client.create_session(self._size, **self._options)
            abandon = (self._process_id, self._session)
            self._finalizer = weakref.finalize(self, _abandoned.append, abandon)
            self._finalizer.atexit = False
        return self._session

    def reset(
        self, seed: int, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts an episode, in a new session where the old one has gone.

        It has gone where it expired, and where the server of this process has died: `launch` then
        starts another.
        """
        try:
            return self.session.reset(seed=seed, options=options)
        except SessionNotFoundError:
            pass
        except UnavailableError:
            if self._address is not None:
                raise
        self._session = None
        return self.session.reset(seed=seed, options=options)

    def step(self, action: Any) -> StepResult:
        """Plays an action in the session that `reset` has used."""
        if self._session is None:
            raise RuntimeError("the environment is closed; reset opens it again")
        return self._session.step(action)

    def close(self) -> None:
        """Ends the session, if this process has made it. A server that has gone is no error."""
        session, self._session, self._client = self._session, None, None
        if self._finalizer is not None:
            self._finalizer.detach()
        if session is not None:
            close_session(self._process_id, session)


def close_abandoned() -> None:
    """Closes the sessions that nobody can use any more."""
    with contextlib.suppress(IndexError):
        while True:
            close_session(*_abandoned.popleft())


def close_session(process_id: int, session: Session) -> None:
    """Closes a session that a process made, if that is this one."""
    if process_id == os.getpid():
        with contextlib.suppress(TengenError, RuntimeError):
            session.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_clients_lock.acquire,
        after_in_parent=_clients_lock.release,
        after_in_child=_clients_lock.release,
    )
