"""How a client chooses TLS and its token."""

from __future__ import annotations

import pytest

from tengen import InvalidArgumentError
from tengen.security import Security, Tls, choose, from_environment


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
