"""Names and messages of servers and files do not control a terminal."""

from __future__ import annotations

import pytest

from tengen._terminal import visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ada 黒 é \u00a0", "ada 黒 é \u00a0"),
        ("a\x1b[2Jb\x9b1m\x7f", "a\\x1b[2Jb\\x9b1m\\x7f"),
        ("cup\u202egnp\u2066\u2028", "cup\\u202egnp\\u2066\\u2028"),
        ("two\n\tlines", "two\n\tlines"),
        ("\U000e0041", "\\U000e0041"),
    ],
)
def test_visible_escapes_what_a_reader_cannot_see(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_visible_takes_any_object() -> None:
    assert visible(ValueError("a\x07")) == "a\\x07"
