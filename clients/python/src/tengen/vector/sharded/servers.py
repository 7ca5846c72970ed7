"""The servers of a vector environment whose boards are split."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tengen import _arguments as arguments
from tengen._address import check_address
from tengen.errors import InvalidArgumentError, TengenError
from tengen.security import choose

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tengen.security import Security, TlsChoice
    from tengen.v1 import batch_pb2 as pb
    from tengen.vector.link import BatchOpener, OpenedBatch

REOPEN_TIMEOUT_SECONDS = 60.0
"""How long to look for a server that takes lost boards: one may have to restart."""

REOPEN_PAUSE_SECONDS = 0.5
"""The pause before all servers are asked again."""

PASSING_STATUSES = frozenset({"UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED"})
"""The statuses of errors that a server may not have at the next attempt."""


def address_list(addresses: Any) -> list[str]:
    """Returns the addresses of servers, each of which gets some of the boards.

    Raises:
      TypeError: They are not a sequence of strings.
      InvalidArgumentError: There is none, one is invalid, or one occurs twice.
    """
    if not isinstance(addresses, Sequence):
        raise TypeError(f"address must be a string or a sequence of strings, not {addresses!r}")
    checked = [check_address(each) for each in addresses]
    if not checked:
        raise arguments.invalid_value("address", [], "has no server")
    for index, address in enumerate(checked):
        if address in checked[:index]:
            raise arguments.invalid_value(
                "address", address, "occurs twice; give a server more boards with weights"
            )
    return checked


def security_of(
    addresses: Sequence[str], tls: TlsChoice, token: str | None
) -> Mapping[str, Security]:
    """Returns TLS and token for each address. See `tengen.security.choose`."""
    return {address: choose(address, tls, token) for address in addresses}


def named(error: TengenError, address: str, boards: range) -> TengenError:
    """Makes an error name the server and the boards that it is about, and returns it."""
    place = f"board {boards.start}" if len(boards) == 1 else f"boards {boards[0]} to {boards[-1]}"
    error.message = f"server {address}, {place}: {error.message}"
    error.args = (error.reason, error.message, error.status)
    error.metadata["server"] = address
    return error


@dataclass(frozen=True)
class Kind:
    """What must be the same at all servers, so that a board does not depend on its server.

    Attributes:
      version: The version of the server.
      encoding: The encoding of observations.
      layout: The layout of rows, with the complete spec of the boards if all have the same.
    """

    version: str
    encoding: Any
    layout: pb.BatchLayout

    def difference(self, other: Kind) -> str:
        """Returns what differs; empty if nothing does."""
        if self.version != other.version:
            return f"version {self.version}, not {other.version}"
        if self.encoding != other.encoding:
            return f"another encoding {self.encoding.name}"
        return "" if self.layout == other.layout else "other rules or defaults of boards"


class Servers:
    """Opens boards at the servers. Thread-safe.

    Args:
      opener: Opens batches.
      addresses: The addresses of the servers.
      security: TLS and token by address.
      has_one_spec: Whether all boards have the same spec.
    """

    def __init__(
        self,
        opener: BatchOpener,
        addresses: Sequence[str],
        security: Mapping[str, Security],
        *,
        has_one_spec: bool,
    ) -> None:
        self._opener = opener
        self._addresses = tuple(addresses)
        self._security = security
        self._has_one_spec = has_one_spec
        self._lock = threading.Lock()
        self._first: tuple[str, Kind] | None = None

    def others(self, address: str) -> list[str]:
        """Returns the other servers, in their order from `address` on."""
        index = self._addresses.index(address)
        return [*self._addresses[index + 1 :], *self._addresses[:index]]

    def open(
        self,
        address: str,
        boards: range,
        request: pb.OpenBatch,
        *,
        journal: str | None = None,
        rebalance: bool = False,
        is_restarting: bool = False,
    ) -> OpenedBatch:
        """Opens boards at a server. See `BatchOpener.open`.

        Boards in a journal may be resumed at the other servers, if these have the same store.

        Raises:
          InvalidArgumentError: The server and another one do not have the same boards.
          TengenError: The server does not answer, or refuses the boards. The message names it.
        """
        security = self._security[address]
        try:
            batch = self._opener.open(
                address,
                security,
                request,
                journal=journal,
                others=self.others(address),
                rebalance=rebalance,
                is_restarting=is_restarting,
            )
        except TengenError as error:
            raise named(error, address, boards) from None
        try:
            self._check_same(address, batch)
        except InvalidArgumentError:
            batch.stream.close()
            raise
        return batch

    def open_at_one_of(
        self,
        addresses: Sequence[str],
        boards: range,
        request: pb.OpenBatch,
        pause: Callable[[float], bool],
    ) -> tuple[str, OpenedBatch]:
        """Opens boards at the first of some servers that takes them, and returns which one.

        All are asked again until some time has passed, unless none of them can change its mind.

        Args:
          addresses: The addresses of the servers, of which the first one may be restarting.
          boards: The boards.
          request: The boards as a request.
          pause: Waits for some seconds, and returns whether to stop.

        Raises:
          TengenError: No server takes them. The message names the error of each.
        """
        deadline_seconds = time.monotonic() + REOPEN_TIMEOUT_SECONDS
        while True:
            errors: list[TengenError] = []
            for address in addresses:
                opened = self._tried(address, boards, request)
                if not isinstance(opened, TengenError):
                    return address, opened
                errors.append(opened)
            is_final = all(error.status not in PASSING_STATUSES for error in errors)
            if is_final or time.monotonic() > deadline_seconds or pause(REOPEN_PAUSE_SECONDS):
                last = errors[-1]
                last.message = "; ".join(error.message for error in errors)
                raise last

    def _tried(
        self, address: str, boards: range, request: pb.OpenBatch
    ) -> OpenedBatch | TengenError:
        """Opens boards at a server, and returns the error if that fails."""
        try:
            return self.open(address, boards, request)
        except TengenError as error:
            return error

    def _check_same(self, address: str, batch: OpenedBatch) -> None:
        layout = type(batch.stream.layout)()
        layout.CopyFrom(batch.stream.layout)
        del layout.seeds[:]
        if not self._has_one_spec:
            del layout.specs[:]
        kind = Kind(batch.version, batch.encoding, layout)
        with self._lock:
            if self._first is None:
                self._first = (address, kind)
            first, known = self._first
        difference = kind.difference(known)
        if difference:
            raise arguments.invalid_value(
                "address", address, f"has {difference} as {first} has; boards would differ"
            )
