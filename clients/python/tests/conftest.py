"""One server for all tests, and a client of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from faulty_proxy import FaultyProxy
from server_process import ServerProcess

import tengen

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a server with default settings."""
    with ServerProcess() as server:
        yield server.address


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[tengen.Client]:
    """A client of the server, shared by all tests."""
    with tengen.connect(address) as shared:
        yield shared


@pytest.fixture
def session(client: tengen.Client) -> Iterator[tengen.Session]:
    """A session on 5x5 with komi 0.5 in its first episode."""
    with client.create_session(5, komi=0.5, seed=1) as made:
        yield made


@pytest.fixture
def proxy(address: str) -> Iterator[FaultyProxy]:
    """A proxy in front of the server."""
    with FaultyProxy(address) as made:
        yield made
