"""A TCP proxy that delays bytes, in a process of its own: a network with a longer round trip."""

from __future__ import annotations

import queue
import socket
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Self

CHUNK_BYTES = 1 << 18


class DelayProxy:
    """A process that forwards connections to a server, later by half of a round trip each way.

    Args:
      address: The address of the server, host and port.
      round_trip: The added round trip in seconds.

    Attributes:
      address: The address for clients.
    """

    def __init__(self, address: str, round_trip: float) -> None:
        command = [sys.executable, "-m", "tengen._delay_proxy", address, str(round_trip / 2)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().decode().strip()

    def byte_count(self) -> int:
        """Returns the number of bytes forwarded so far, both ways."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()


class _Counter:
    """A number that several threads add to."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.value = 0

    def add(self, count: int) -> None:
        with self._lock:
            self.value += count


def _forward(source: socket.socket, target: socket.socket, delay: float, bytes_: _Counter) -> None:
    waiting: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def send() -> None:
        while True:
            moment, data = waiting.get()
            time.sleep(max(0.0, moment - time.monotonic()))
            try:
                if not data:
                    target.shutdown(socket.SHUT_WR)
                    return
                target.sendall(data)
            except OSError:
                return

    threading.Thread(target=send, daemon=True).start()
    while True:
        try:
            data = source.recv(CHUNK_BYTES)
        except OSError:
            data = b""
        waiting.put((time.monotonic() + delay, data))
        bytes_.add(len(data))
        if not data:
            return


def _accept(
    listener: socket.socket, server: tuple[str, int], delay: float, bytes_: _Counter
) -> None:
    while True:
        client, _ = listener.accept()
        target = socket.create_connection(server)
        for one in (client, target):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for ends in ((client, target), (target, client)):
            threading.Thread(target=_forward, args=(*ends, delay, bytes_), daemon=True).start()


def main() -> None:
    """Serves until the standard input ends; answers each line with the number of bytes."""
    host, _, port = sys.argv[1].rpartition(":")
    listener = socket.create_server(("127.0.0.1", 0))
    count = _Counter()
    arguments = (listener, (host, int(port)), float(sys.argv[2]), count)
    threading.Thread(target=_accept, args=arguments, daemon=True).start()
    print(f"127.0.0.1:{listener.getsockname()[1]}", flush=True)
    for _ in sys.stdin:
        print(count.value, flush=True)


if __name__ == "__main__":
    main()
