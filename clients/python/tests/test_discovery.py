"""What a server offers, and the errors of services that are off."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from server_process import ServerProcess

import tengen
from tengen.arena import Arena

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def bare_address() -> Iterator[str]:
    """The address of a server without batches, trees, searches and analyses."""
    options = ("--batches=false", "--trees=false", "--searches=false", "--analyses=false")
    with ServerProcess(*options) as server:
        yield server.address


def test_server_info_lists_services_with_their_status(client: tengen.Client) -> None:
    info = client.server_info()

    assert [service.name for service in info.services] == [
        "tengen.v1.AnalysisService",
        "tengen.v1.ArenaService",
        "tengen.v1.BatchService",
        "tengen.v1.EnvironmentService",
        "tengen.v1.SearchService",
        "tengen.v1.TreeService",
    ]
    assert info.is_service_enabled("tengen.v1.TreeService")
    assert not info.is_service_enabled("tengen.v1.ArenaService")
    assert not info.is_service_enabled("tengen.v1.NoService")
    arena = info.service("tengen.v1.ArenaService")
    assert arena is not None
    assert "--arena FILE" in arena.how_to_enable
    assert arena.disabled_rpcs == ()


def test_server_info_lists_features_with_their_kind(client: tengen.Client) -> None:
    info = client.server_info()

    assert {feature.name for feature in info.features if feature.is_enabled} == {
        "analyses",
        "batches",
        "searches",
        "trees",
    }
    storage = info.feature("storage")
    assert storage is not None
    assert (storage.is_enabled, storage.kind) == (False, "memory")
    assert info.is_feature_enabled("trees")
    assert not info.is_feature_enabled("authentication")
    assert info.feature("nothing") is None


def test_server_info_has_the_limits_of_streams_and_searches(client: tengen.Client) -> None:
    info = client.server_info()

    assert info.stream_limits == tengen.StreamLimits(
        16 << 20, 64 << 20, 64 << 20, 256, 4096, 1024, 60_000
    )
    searching = max(1, (os.cpu_count() or 1) - 1)  # One processor is left for other calls.
    assert info.thinking_limits == tengen.ThinkingLimits(
        1_000_000, 20_000, 128, searching, 8, 4, 64
    )
    assert info.engines == ()
    assert info.arena_limits is None


def test_server_info_with_an_arena_has_its_limits(target: str) -> None:
    with tengen.connect(target) as client:
        info = client.server_info()

    assert info.is_service_enabled("tengen.v1.ArenaService")
    assert info.arena_limits == tengen.ArenaLimits(100, 2.0, 32, 2048, 1024)
    storage = info.feature("storage")
    assert storage is not None
    assert (storage.is_enabled, storage.kind) == (True, "sqlite")


@pytest.mark.full
def test_server_info_with_an_engine_has_its_timeouts() -> None:
    options = ("--engine", "fake=false", "--engine-move-seconds", "7")
    with ServerProcess(*options) as server, tengen.connect(server.address) as client:
        info = client.server_info()

    assert info.engines == (tengen.EngineInfo("gtp:fake", 10.0, 7.0, "as-they-stand"),)
    assert info.is_feature_enabled("engines")


def test_server_info_prints_what_is_on_and_how_to_turn_the_rest_on(client: tengen.Client) -> None:
    info = client.server_info()

    lines = str(info).splitlines()
    assert lines[0] == f"Tengen {info.version}"
    assert "tengen.v1.TreeService: on" in lines
    assert any(line.startswith("storage: off (memory). Start the server with") for line in lines)
    assert repr(info) == (
        f"ServerInfo(version='{info.version}', services=['tengen.v1.AnalysisService',"
        " 'tengen.v1.BatchService', 'tengen.v1.EnvironmentService', 'tengen.v1.SearchService',"
        " 'tengen.v1.TreeService'], features=['analyses', 'batches', 'searches', 'trees'])"
    )


def test_services_that_are_off_raise_service_disabled(bare_address: str) -> None:
    with tengen.connect(bare_address) as client:
        with pytest.raises(tengen.ServiceDisabledError) as trees:
            client.open_forest(9)
        with pytest.raises(tengen.ServiceDisabledError) as batches:
            tengen.make_vec(5, num_envs=2, address=bare_address)
        with client.create_session(3) as session:
            with pytest.raises(tengen.ServiceDisabledError) as analyses:
                session.solve()
            assert session.step(4).info["move_number"] == 1
        enabled = [each.name for each in client.server_info().services if each.is_enabled]
    with Arena(bare_address) as arena, pytest.raises(tengen.ServiceDisabledError) as tournaments:
        arena.tournaments()

    assert enabled == ["tengen.v1.EnvironmentService"]
    for caught, service, option in (
        (trees, "tengen.v1.TreeService", "--trees=true"),
        (batches, "tengen.v1.BatchService", "--batches=true"),
        (analyses, "tengen.v1.AnalysisService", "--analyses=true"),
        (tournaments, "tengen.v1.ArenaService", "--arena FILE"),
    ):
        error = caught.value
        assert (error.status, error.reason) == ("UNIMPLEMENTED", "SERVICE_DISABLED")
        assert error.service == service
        assert option in error.how_to_enable
        assert error.how_to_enable in error.message
