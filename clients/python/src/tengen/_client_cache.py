"""A cache of clients: the environments of a process share one connection to each server."""

from __future__ import annotations

import logging
import os
import threading
import weakref
from typing import TYPE_CHECKING

from tengen.client import Client, connect
from tengen.server.shared import default_address

if TYPE_CHECKING:
    from tengen.security import Security

LOGGER = logging.getLogger("tengen.client")

# Keyed by address, security and process id. An entry disappears with the last environment that
# uses it.
_clients: weakref.WeakValueDictionary[tuple[str, Security | None, int], Client] = (
    weakref.WeakValueDictionary()
)
_clients_lock = threading.RLock()


def shared_client(address: str | None, security: Security | None = None) -> Client:
    """Returns this process's client for a server.

    Args:
      address: The server's address. None: that of `default_address`.
      security: TLS and token. None: what the environment variables say.
    """
    used = default_address() if address is None else address
    key = (used, security, os.getpid())
    with _clients_lock:
        client = _clients.get(key)
        if client is None:
            # A server that this process starts has no TLS, also where the environment asks for it.
            if security is None:
                client = connect(used, tls=False if address is None else None)
            else:
                client = connect(used, tls=security.tls or False, token=security.token)
            LOGGER.info("environments use the server at %s", used)
            _clients[key] = client
        return client


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_clients_lock.acquire,
        after_in_parent=_clients_lock.release,
        after_in_child=_clients_lock.release,
    )
