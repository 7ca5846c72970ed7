"""Values that a newer server may send."""

from __future__ import annotations

from tengen import EndReason
from tengen._responses import end_reason


def test_end_reason_of_a_later_server_is_unknown() -> None:
    assert end_reason(99) is EndReason.UNKNOWN
