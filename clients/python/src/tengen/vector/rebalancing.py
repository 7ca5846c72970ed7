"""When a batch moves to an emptier server."""

from __future__ import annotations

import random
import threading
from typing import TYPE_CHECKING

from tengen import _arguments as arguments
from tengen._placement import LANE, is_worth_moving, memory_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tengen.security import Security

LOOK_SECONDS = 30.0
"""The mean time between two looks. It is drawn, so that clients do not look at the same time."""


def checked_rebalance(rebalance: object, journal: str | None, server_count: int) -> bool:
    """Returns the argument `rebalance` of a vector environment.

    Raises:
      TypeError: It is not a bool.
      InvalidArgumentError: The boards cannot move.
    """
    is_on = arguments.flag("rebalance", rebalance)
    if is_on and journal is None:
        raise arguments.invalid_value("rebalance", is_on, "needs a journal, which boards move with")
    if is_on and server_count == 1:
        raise arguments.invalid_value("rebalance", is_on, "needs the addresses of several servers")
    return is_on


class Rebalancer:
    """Looks now and then whether a batch would be better off at another server.

    It compares the server of the batch with another one that it draws, on a thread of its own.

    Args:
      addresses: The addresses of the servers, which have a common store.
      security: TLS and token. None: what the environment variables say.
      place: A function that returns the server of the batch, and what the batch reserves there.
    """

    def __init__(
        self,
        addresses: Sequence[str],
        security: Security | None,
        place: Callable[[], tuple[str, int]],
    ) -> None:
        self._addresses = addresses
        self._security = security
        self._place = place
        # Not the program's global generator: drawing from it would change the program's results.
        self._generator = random.Random()
        self._target: str | None = None
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tengen rebalancing", daemon=True)
        self._thread.start()

    def look(self) -> str | None:
        """Returns the server to which the batch should move. None: it should stay."""
        here, reserved_bytes = self._place()
        others = [address for address in self._addresses if address != here]
        there = self._generator.choice(others)
        memory = memory_of((here, there), self._security)
        is_known = here in memory and there in memory
        is_better = is_known and is_worth_moving(memory[here], memory[there], LANE, reserved_bytes)
        return there if is_better else None

    def take_target(self) -> str | None:
        """Returns what the last look has found, once."""
        target, self._target = self._target, None
        return target

    def close(self) -> None:
        """Ends the looks. This method is idempotent."""
        self._closed.set()

    def _run(self) -> None:
        while not self._closed.wait(LOOK_SECONDS * self._generator.uniform(0.5, 1.5)):
            self._target = self.look()
