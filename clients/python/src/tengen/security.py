"""How a client proves who it is, and how it knows its server: TLS and tokens."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from tengen import _arguments as arguments
from tengen._address import addresses_of

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Tls", "TlsChoice"]

TOKEN_VARIABLE = "TENGEN_TOKEN"
TLS_VARIABLE = "TENGEN_TLS"
CA_VARIABLE = "TENGEN_CA"
CERTIFICATE_VARIABLE = "TENGEN_CERTIFICATE"
KEY_VARIABLE = "TENGEN_KEY"

LOOPBACK_PREFIXES = ("127.", "localhost:", "[::1]:", "::1:")


@dataclass(frozen=True, kw_only=True)
class Tls:
    """The files of a client with TLS, all in PEM form.

    Attributes:
      ca: The certificates of the authorities that may sign the server's. None: those of the system.
      certificate: The client's own certificate, for servers that ask for one. None: no certificate.
      key: The private key of `certificate`.

    Raises:
      InvalidArgumentError: Only one of `certificate` and `key` is there.
    """

    ca: str | os.PathLike[str] | None = None
    certificate: str | os.PathLike[str] | None = None
    key: str | os.PathLike[str] | None = None

    def __post_init__(self) -> None:
        if (self.certificate is None) != (self.key is None):
            raise arguments.invalid_value(
                "tls", self, "has only one of certificate and key; set both"
            )


TlsChoice: TypeAlias = "bool | str | os.PathLike[str] | Tls | None"
"""How to encrypt: see `tls` of `tengen.connect`."""


@dataclass(frozen=True)
class Security:
    """What a channel needs: TLS or None, and a token or None. Its text has no token."""

    tls: Tls | None = None
    token: str | None = field(default=None, repr=False)


def from_environment(environment: Mapping[str, str]) -> Security:
    """Returns what the environment variables say; empty ones do not count.

    Raises:
      InvalidArgumentError: `TENGEN_TLS` is neither 0 nor 1, or a certificate lacks its key.
    """
    switch = environment.get(TLS_VARIABLE, "")
    if switch not in ("", "0", "1"):
        raise arguments.invalid_value(TLS_VARIABLE, switch, "is neither 0 nor 1")
    ca, certificate, key = (
        environment.get(name) or None for name in (CA_VARIABLE, CERTIFICATE_VARIABLE, KEY_VARIABLE)
    )
    has_tls = switch == "1" or (switch == "" and (ca is not None or certificate is not None))
    return Security(
        Tls(ca=ca, certificate=certificate, key=key) if has_tls else None,
        environment.get(TOKEN_VARIABLE) or None,
    )


def is_local(address: str) -> bool:
    """Returns whether what is sent to the address, or to each of several, stays on this machine."""
    return all(each.startswith(("unix:", *LOOPBACK_PREFIXES)) for each in addresses_of(address))


def choose(address: str, tls: TlsChoice, token: str | None) -> Security:
    """Returns the security of a client.

    Args:
      address: The server's address.
      tls: False for none, True for the authorities of the system, a PEM file of authorities, or
        `Tls`. None: the environment variables decide.
      token: The token. None: the environment variable decides.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A token would travel over a network without TLS.
    """
    given = from_environment(os.environ)
    if tls is None:
        chosen = None if address.startswith("unix:") else given.tls
    elif isinstance(tls, bool):
        chosen = Tls() if tls else None
    else:
        chosen = tls if isinstance(tls, Tls) else Tls(ca=arguments_path(tls))
    security = Security(chosen, given.token if token is None else arguments.text("token", token))
    if security.token is not None and chosen is None and not is_local(address):
        raise arguments.invalid_value(
            "token",
            "(hidden)",
            f"would travel to {address} without encryption; set tls, or {CA_VARIABLE}",
        )
    return security


def choose_for_environment(
    address: str | None, tls: TlsChoice, token: str | None
) -> Security | None:
    """Returns the security of an environment. None if it uses a server that this process starts.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: `tls` or `token` is there without an address; or see `choose`.
    """
    if address is not None:
        return choose(address, tls, token)
    for name, value in (("tls", tls), ("token", token)):
        if value is not None:
            raise arguments.invalid_value(name, "(given)", "needs the address of a server")
    return None


def arguments_path(value: str | os.PathLike[str]) -> Path:
    """Returns the path of a file.

    Raises:
      TypeError: The value is no path.
    """
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"tls must be a bool, a path or a Tls, not {type(value).__name__}")
    return Path(value)
