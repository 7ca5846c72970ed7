"""Whether calls wait for a server that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tengen._address import addresses_of
from tengen.errors import UnavailableError
from tengen.security import is_local

if TYPE_CHECKING:
    from tengen.errors import TengenError


class Reach:
    """Whether a server has answered at an address.

    If nothing listens at an address of this machine, a wrong port, or a server that was not
    started, is more likely than one that is starting: a call fails at once. Once a server has
    answered, it is more likely to be restarting, and calls wait for it. Calls to other machines
    and to several servers always wait. Thread-safe.

    Args:
      address: The address, or several.
      way: How to wait for a server that is not there, for messages.

    Attributes:
      has_answered: Whether something has answered there.
    """

    def __init__(
        self, address: str, *, way: str = "`tengen.connect(address, wait_seconds=60)`"
    ) -> None:
        self._way = way
        self._fails_at_once = is_local(address) and len(addresses_of(address)) == 1
        self.has_answered = False

    def is_absent(self, error: TengenError) -> bool:
        """Notes a failed attempt, and returns whether it was in vain to try again.

        If so, the message of the error says how to wait instead.
        """
        if not (isinstance(error, UnavailableError) and error.is_refused):
            # A deadline says nothing: there may not have been a connection.
            self.has_answered |= error.status != "DEADLINE_EXCEEDED"
        elif self._fails_at_once and not self.has_answered:
            error.message += f"; {self._way} waits for one that starts"
            return True
        return False
