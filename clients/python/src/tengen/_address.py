"""Server addresses."""

from __future__ import annotations

import os
import sys

from tengen import _arguments as arguments

MAX_PORT = 65535

MAX_SOCKET_BYTES = 107 if sys.platform == "linux" else 103
"""The maximum length of a Unix socket's path."""

EMBEDDED = "embedded"
"""The address of the server inside this process."""

DNS_PREFIX = "dns:"
"""What begins the name of several servers, as gRPC writes it."""


def check_address(address: str) -> str:
    """Returns a server address, or several.

    Raises:
      TypeError: The address is not a string.
      InvalidArgumentError: The address is none of `host:port`, several different `host:port`
        separated by commas, `dns:///host:port`, `unix:path` and "embedded".
    """
    text = arguments.text("address", address)
    scheme, _, path = text.partition(":")
    is_socket = scheme == "unix" and path != ""
    if is_dns(text):
        return text
    addresses = addresses_of(text)
    for each in addresses:
        if is_bare_ipv6(each):
            host, _, port = each.rpartition(":")
            raise arguments.invalid_value(
                "address", text, f"has IPv6 without brackets; write [{host}]:{port}"
            )
    if is_socket and len(os.fsencode(path)) > MAX_SOCKET_BYTES:
        raise arguments.invalid_value(
            "address",
            text,
            f"has a path of {len(os.fsencode(path))} bytes, and a Unix socket allows"
            f" {MAX_SOCKET_BYTES}; use a shorter path, or a symbolic link to its folder",
        )
    if not (is_socket or text == EMBEDDED or all(is_host(each) for each in addresses)):
        raise arguments.invalid_value(
            "address", text, "is none of host:port, dns:///host:port, unix:path and embedded"
        )
    if len(set(addresses)) < len(addresses):
        raise arguments.invalid_value("address", text, "has an address twice")
    return text


def check_one_address(address: str) -> str:
    """Returns the address of one server.

    Raises:
      TypeError: The address is not a string.
      InvalidArgumentError: The address is invalid, or there are several.
    """
    text = check_address(address)
    if len(addresses_of(text)) > 1 or is_dns(text):
        raise arguments.invalid_value(
            "address", text, "is that of several, and an arena belongs to one server"
        )
    return text


def is_dns(text: str) -> bool:
    """Returns whether a text is a name of several servers, as in "dns:///tengen:9019".

    A name server may be given between the slashes, as in "dns://10.96.0.10/tengen:9019".
    """
    scheme, _, rest = text.partition("://")
    return f"{scheme}:" == DNS_PREFIX and is_host(rest.rpartition("/")[2]) and "/" in rest


def is_host(text: str) -> bool:
    """Returns whether a text is `host:port`."""
    host, _, port = text.rpartition(":")
    is_name = host != "" and "/" not in host and not host.startswith(DNS_PREFIX)
    return is_name and port.isdecimal() and 0 < int(port) <= MAX_PORT


def is_bare_ipv6(text: str) -> bool:
    """Returns whether a text is an IPv6 address and a port without brackets, as in "::1:9019"."""
    host = text.rpartition(":")[0]
    is_other = text.startswith(("unix:", DNS_PREFIX))
    return not is_other and ":" in host and not host.startswith("[")


def addresses_of(address: str) -> list[str]:
    """Returns the addresses in one that `check_address` accepts: one or several."""
    return [address] if address.startswith("unix:") else address.split(",")


def transport_of(address: str) -> str:
    """Returns how a server is reached: "embedded", "unix" or "tcp"."""
    if address == EMBEDDED:
        return EMBEDDED
    return "unix" if address.startswith("unix:") else "tcp"
