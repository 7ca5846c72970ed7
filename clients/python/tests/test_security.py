"""How a client chooses TLS and its token."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tengen import GoEnv, InvalidArgumentError, TengenVectorEnv
from tengen._client_cache import shared_client
from tengen.arena import Arena, serve
from tengen.data.replay import Replayer
from tengen.security import Security, Tls, choose, from_environment

if TYPE_CHECKING:
    from collections.abc import Callable


def test_environment_with_authorities_means_tls() -> None:
    chosen = from_environment({"TENGEN_CA": "ca.pem", "TENGEN_TOKEN": "secret"})

    assert chosen == Security(Tls(ca="ca.pem"), "secret")
    assert "secret" not in repr(chosen)


def test_environment_switch_has_the_last_word() -> None:
    assert from_environment({"TENGEN_TLS": "1"}).tls == Tls()
    assert from_environment({"TENGEN_TLS": "0", "TENGEN_CA": "ca.pem"}).tls is None
    with pytest.raises(InvalidArgumentError, match="TENGEN_TLS"):
        from_environment({"TENGEN_TLS": "yes"})


def test_certificate_without_key_is_an_error() -> None:
    with pytest.raises(InvalidArgumentError, match="certificate and key"):
        Tls(certificate="client.pem")


@pytest.mark.parametrize("address", ["127.0.0.1:9019", "localhost:9019", "unix:/run/tengen.sock"])
def test_token_on_this_machine_needs_no_tls(address: str) -> None:
    assert choose(address, tls=False, token="secret").token == "secret"


def test_token_over_a_network_needs_tls() -> None:
    with pytest.raises(InvalidArgumentError, match="without encryption") as raised:
        choose("go.example:9019", tls=False, token="secret")

    assert "secret" not in str(raised.value)
    assert choose("go.example:9019", tls=True, token="secret").tls == Tls()


def test_environment_with_tls_but_without_address_is_an_error() -> None:
    with pytest.raises(InvalidArgumentError, match="needs the address of a server") as raised:
        TengenVectorEnv(9, 2, token="secret")

    assert "secret" not in str(raised.value)
    with pytest.raises(InvalidArgumentError, match="tls"):
        GoEnv(tls=True)


@pytest.mark.parametrize(
    "start",
    [
        lambda **given: GoEnv(address="go.example:9019", **given),
        lambda **given: TengenVectorEnv(9, 2, address="go.example:9019", **given),
        lambda **given: Arena("go.example:9019", **given),
        lambda **given: serve(lambda _: 0, name="ann", address="go.example:9019", **given),
        lambda **given: Replayer(address="go.example:9019", **given).plane_count,
    ],
)
def test_token_of_every_kind_of_client_needs_tls(start: Callable[..., object]) -> None:
    with pytest.raises(InvalidArgumentError, match="without encryption") as raised:
        start(tls=False, token="secret")

    assert "secret" not in str(raised.value)


def test_environment_shares_clients_of_equal_security_only() -> None:
    address = "localhost:9019"
    first = shared_client(address, Security(None, "ann"))

    assert shared_client(address, Security(None, "ann")) is first
    assert shared_client(address, Security(None, "bob")) is not first
    assert shared_client(address) is not first
