"""Servers and clients of different versions."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import grpc
import pytest
from stand_in import StandIn, server_info

import tengen
import tengen.arena
from tengen import _versions

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVER_INFO = "/tengen.v1.EnvironmentService/GetServerInfo"


@pytest.fixture
def old() -> Iterator[StandIn]:
    """A server that knows no call except GetServerInfo."""
    with StandIn({SERVER_INFO: server_info("0.0.9")}) as server:
        yield server


@pytest.fixture
def old_client(old: StandIn) -> Iterator[tengen.Client]:
    """A client of the server."""
    with tengen.connect(old.address) as made:
        yield made


def sentence(address: str, rpc: str) -> str:
    """Returns the message for a call that the old server does not know."""
    version = tengen.__version__
    return (
        f"the server at {address} (version 0.0.9) does not know the call {rpc} of this client"
        f" (version {version}); update the server to version {version} or later"
    )


def test_read_unknown_call_names_both_versions(old: StandIn, old_client: tengen.Client) -> None:
    with pytest.raises(tengen.VersionMismatchError) as caught:
        old_client.list_sessions()

    assert caught.value.message == sentence(old.address, "ListSessions")
    assert caught.value.reason == "SERVER_TOO_OLD"
    assert caught.value.status == "UNIMPLEMENTED"
    assert caught.value.client_version == tengen.__version__
    assert caught.value.server_version == "0.0.9"
    assert pickle.loads(pickle.dumps(caught.value)).server_version == "0.0.9"
    # The call was not repeated.
    assert len(old.calls) == 2


def test_change_unknown_call_names_both_versions(old: StandIn, old_client: tengen.Client) -> None:
    with pytest.raises(tengen.VersionMismatchError) as caught:
        old_client.create_session(5)

    assert caught.value.message == sentence(old.address, "CreateSession")


def test_vector_environment_unknown_call_names_both_versions(old: StandIn) -> None:
    offered = tengen.v1.environment_pb2.GetServerInfoResponse(version="0.0.9")
    offered.encodings.add(name="alphazero-17")
    old.answers[SERVER_INFO] = offered.SerializeToString()

    with pytest.raises(tengen.VersionMismatchError) as caught:
        tengen.make_vec(5, 2, address=old.address)

    assert caught.value.message == sentence(old.address, "Run")


def test_watch_unknown_call_names_both_versions(old: StandIn) -> None:
    with (
        tengen.arena.Arena(old.address) as arena,
        pytest.raises(tengen.VersionMismatchError) as caught,
    ):
        next(iter(arena.watch("cup")))

    assert caught.value.message == sentence(old.address, "WatchTournament")


def test_serve_unknown_call_names_both_versions(old: StandIn) -> None:
    with pytest.raises(tengen.VersionMismatchError) as caught:
        tengen.arena.serve(lambda turn: turn.pass_action, name="ada", address=old.address)

    assert caught.value.message == sentence(old.address, "Play")


def test_newer_server_says_to_update_the_client(old: StandIn, old_client: tengen.Client) -> None:
    old.answers[SERVER_INFO] = server_info("9.1.0")

    with pytest.raises(tengen.VersionMismatchError) as caught:
        old_client.list_sessions()

    assert caught.value.reason == "CLIENT_TOO_OLD"
    assert caught.value.message == (
        f"the server at {old.address} (version 9.1.0) does not know the call ListSessions of this"
        f" client (version {tengen.__version__}); update the client to version 9.1.0, with"
        " pip install -U tengen-go"
    )


def test_server_that_does_not_say_its_version_is_the_older_one(
    old: StandIn, old_client: tengen.Client
) -> None:
    old.answers[SERVER_INFO] = grpc.StatusCode.UNAVAILABLE

    with pytest.raises(tengen.VersionMismatchError, match=r"\(version unknown\)") as caught:
        old_client.list_sessions()

    assert caught.value.reason == "SERVER_TOO_OLD"
    assert caught.value.server_version == ""


def test_other_program_is_no_server_of_any_version(old: StandIn) -> None:
    old.answers.clear()

    with (
        tengen.connect(old.address) as client,
        pytest.raises(tengen.TengenError, match="is no Tengen server") as caught,
    ):
        client.list_sessions()

    assert not isinstance(caught.value, tengen.VersionMismatchError)


def test_service_that_is_off_is_no_question_of_versions(client: tengen.Client) -> None:
    with (
        tengen.arena.Arena(client.address) as arena,
        pytest.raises(tengen.ServiceDisabledError),
    ):
        arena.tournaments()


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("0.1.0", (0, 1, 0)),
        ("0.1.0-SNAPSHOT", (0, 1, 0)),
        ("10.2rc1", (10, 2)),
        ("", ()),
        ("unknown", ()),
    ],
)
def test_release_is_the_leading_numbers(text: str, numbers: tuple[int, ...]) -> None:
    assert _versions.release(text) == numbers
