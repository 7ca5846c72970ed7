"""A DNS server for tests: every name stands for the same addresses, which may change."""

from __future__ import annotations

import ipaddress
import socketserver
import struct
import threading
from typing import TYPE_CHECKING

from processes import StopOnExit

if TYPE_CHECKING:
    from collections.abc import Sequence

A_RECORD, INTERNET, HEADER_BYTES = 1, 1, 12


class NameServer(StopOnExit):
    """A name server on this machine, over UDP.

    Args:
      hosts: The IPv4 addresses that every name stands for.

    Attributes:
      hosts: As above. It may be replaced.
      authority: The server's own address.
      query_count: How many queries of IPv4 addresses it has answered.
    """

    def __init__(self, hosts: Sequence[str]) -> None:
        self.hosts = list(hosts)
        self.query_count = 0
        names = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                query, socket = self.request
                socket.sendto(names.answer(query), self.client_address)

        self._server = socketserver.ThreadingUDPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.authority = f"127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def answer(self, query: bytes) -> bytes:
        """Returns the response to a query."""
        end = HEADER_BYTES
        while query[end]:
            end += 1 + query[end]
        end += 1
        kind, _ = struct.unpack("!HH", query[end : end + 4])
        hosts = self.hosts if kind == A_RECORD else []
        self.query_count += kind == A_RECORD
        header = query[:2] + struct.pack("!HHHHH", 0x8580, 1, len(hosts), 0, 0)
        # The name is that of the question; it may be remembered for a second.
        record = struct.pack("!HHHIH", 0xC000 | HEADER_BYTES, A_RECORD, INTERNET, 1, 4)
        records = (record + ipaddress.IPv4Address(host).packed for host in hosts)
        return header + query[HEADER_BYTES : end + 4] + b"".join(records)

    def stop(self) -> None:
        """Stops the server."""
        self._server.shutdown()
        self._server.server_close()
