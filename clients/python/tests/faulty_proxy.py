"""A proxy that loses or delays a response after the server has executed the call."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from typing import TYPE_CHECKING

from tengen._closing import CloseOnExit

if TYPE_CHECKING:
    from pathlib import Path


FRAME_HEADER_BYTES = 9
HEADERS_FRAME = 1
CANCEL_FRAME = bytes.fromhex("000004 03 00")
"""The start of an RST_STREAM frame, up to the stream."""
CANCEL = bytes.fromhex("00000008")


class FaultyProxy(CloseOnExit):
    """Forwards bytes between clients and a server, with faults on demand.

    It listens on a TCP port, by default a free one, or on a Unix socket.

    The response to a unary call starts with an HTTP/2 HEADERS frame, which the server sends after
    it has executed the call. At this frame, the proxy cuts or delays the connection, or ends the
    call.

    Attributes:
      address: The address for clients.
      fault_count: The number of lost or delayed responses.
    """

    def __init__(self, server_address: str, socket_path: Path | None = None, port: int = 0) -> None:
        host, _, server_port = server_address.rpartition(":")
        self._server_address = (host, int(server_port))
        if socket_path is None:
            self._listener = socket.create_server(("127.0.0.1", port))
            self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        else:
            self._listener = socket.socket(socket.AF_UNIX)
            self._listener.bind(str(socket_path))
            self._listener.listen()
            self.address = f"unix:{socket_path}"
        self._sockets: list[socket.socket] = []
        self._lock = threading.Lock()
        self._silent: set[socket.socket] = set()
        self._drop_count = 0
        self._reset_count = 0
        self._hold_seconds = 0.0
        self.fault_count = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def drop_answers(self, count: int) -> None:
        """Cuts the connection instead of forwarding each of the next `count` responses."""
        with self._lock:
            self._drop_count = count

    def reset_answers(self, count: int) -> None:
        """Ends each of the next `count` calls instead, without a status, as a server that stops."""
        with self._lock:
            self._reset_count = count

    def hold_answer(self, seconds: float) -> None:
        """Delays the next response, and everything after it on the same connection."""
        with self._lock:
            self._hold_seconds = seconds

    def silence_connections(self) -> None:
        """Forwards nothing more on the connections there are, and leaves them open."""
        with self._lock:
            self._silent.update(self._sockets)

    def drop_connections(self) -> None:
        """Cuts every connection there is; new ones are taken as before."""
        with self._lock:
            sockets, self._sockets = self._sockets, []
        for each in sockets:
            cut(each)

    def close(self) -> None:
        """Closes every connection."""
        with self._lock:
            sockets = [self._listener, *self._sockets]
        for each in sockets:
            cut(each)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._server_address)
                with self._lock:
                    self._sockets += [client, server]
                for pump in (self._pump_requests, self._pump_answers):
                    threading.Thread(target=pump, args=(client, server), daemon=True).start()

    def _pump_requests(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := client.recv(65536):
                if client not in self._silent:
                    server.sendall(data)
        cut(client)
        cut(server)

    def _pump_answers(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            waiting = b""
            ended: set[bytes] = set()
            while data := server.recv(65536):
                waiting += b"" if client in self._silent else data
                while (length := frame_bytes(waiting)) is not None:
                    stream = waiting[5:9]
                    is_answer = waiting[3] == HEADERS_FRAME and stream not in ended
                    if is_answer and self._is_dropped():
                        cut(client)
                    if is_answer and self._is_reset():
                        ended.add(stream)
                        client.sendall(CANCEL_FRAME + stream + CANCEL)
                    if stream not in ended:
                        client.sendall(waiting[:length])
                    waiting = waiting[length:]
        cut(client)
        cut(server)

    def _is_dropped(self) -> bool:
        """Waits if the response must be delayed, and returns whether it must be lost."""
        with self._lock:
            hold_seconds = self._hold_seconds
            self._hold_seconds = 0.0
            is_dropped = self._drop_count > 0
            self._drop_count -= is_dropped
            self.fault_count += is_dropped or hold_seconds > 0
        time.sleep(hold_seconds)
        return is_dropped

    def _is_reset(self) -> bool:
        """Returns whether the call must end without a status."""
        with self._lock:
            is_reset = self._reset_count > 0
            self._reset_count -= is_reset
            self.fault_count += is_reset
        return is_reset


def frame_bytes(data: bytes) -> int | None:
    """Returns the length of the HTTP/2 frame at the start of `data`. None: it is incomplete."""
    if len(data) < FRAME_HEADER_BYTES:
        return None
    length = FRAME_HEADER_BYTES + int.from_bytes(data[:3], "big")
    return length if len(data) >= length else None


def cut(connection: socket.socket) -> None:
    """Closes a connection in both directions, regardless of its state."""
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
