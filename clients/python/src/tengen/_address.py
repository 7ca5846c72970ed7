"""Server addresses."""

from __future__ import annotations

from tengen import _arguments as arguments

MAX_PORT = 65535

EMBEDDED = "embedded"
"""The address of the server inside this process."""


def check_address(address: str) -> str:
    """Returns a server address.

    Raises:
      TypeError: The address is not a string.
      InvalidArgumentError: The address is none of `host:port`, `unix:path` and "embedded".
    """
    text = arguments.text("address", address)
    scheme, _, path = text.partition(":")
    host, _, port = text.rpartition(":")
    is_socket = scheme == "unix" and path != ""
    is_host = host != "" and port.isdecimal() and 0 < int(port) <= MAX_PORT and "/" not in host
    if not (is_socket or is_host or text == EMBEDDED):
        raise arguments.invalid_value(
            "address", text, "is none of host:port, unix:path and embedded"
        )
    return text


def transport_of(address: str) -> str:
    """Returns how a server is reached: "embedded", "unix" or "tcp"."""
    if address == EMBEDDED:
        return EMBEDDED
    return "unix" if address.startswith("unix:") else "tcp"
