"""A cache of clients: the environments of a process share one connection to each server."""

from __future__ import annotations

import logging
import os
import threading
import weakref

from tengen.client import Client, connect
from tengen.server.shared import default_address

LOGGER = logging.getLogger("tengen.client")

# Keyed by address and process id. An entry disappears with the last environment that uses it.
_clients: weakref.WeakValueDictionary[tuple[str, int], Client] = weakref.WeakValueDictionary()
_clients_lock = threading.RLock()


def shared_client(address: str | None) -> Client:
    """Returns this process's client for a server.

    Args:
      address: The server's address. None: that of `default_address`.
    """
    key = default_address() if address is None else address
    with _clients_lock:
        client = _clients.get((key, os.getpid()))
        if client is None:
            # A server that this process starts has no TLS, also where the environment asks for it.
            client = connect(key, tls=False if address is None else None)
            LOGGER.info("environments use the server at %s", key)
            _clients[key, os.getpid()] = client
        return client


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_clients_lock.acquire,
        after_in_parent=_clients_lock.release,
        after_in_child=_clients_lock.release,
    )
