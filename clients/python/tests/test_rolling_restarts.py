"""Clients play on while the servers that share their store are restarted, one after the other."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from postgres_cluster import PostgresCluster
from processes import free_port
from server_process import ServerProcess

pytestmark = pytest.mark.full

LOGGER = logging.getLogger(__name__)
PROGRAM = Path(__file__).with_name("episode_players.py")


class Players:
    """A process that plays on several threads."""

    def __init__(self, address: str, count: int, seed: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(PROGRAM), address, str(count), str(seed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def wait_until_ready(self) -> None:
        """Waits until each thread has its session."""
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n"

    def result(self) -> dict[str, Any]:
        """Lets the players finish their episodes, and returns what they did."""
        output, _ = self._process.communicate("")
        result: dict[str, Any] = json.loads(output)
        return result

    def kill(self) -> None:
        """Ends the process if it still runs."""
        self._process.kill()
        self._process.wait()


def start(url: str, port: int) -> ServerProcess:
    """Starts a server that shares the store."""
    advertised = f"127.0.0.1:{port}"
    return ServerProcess("--store", url, "--advertise", advertised, port=port)


def restart_and_check(process_count: int, thread_count: int, restart_count: int) -> None:
    """Restarts each of two servers `restart_count` times while players play. None may fail."""
    ports = (free_port(), free_port())
    address = ",".join(f"127.0.0.1:{port}" for port in ports)
    players: list[Players] = []
    with PostgresCluster() as cluster:
        servers = [start(cluster.url, port) for port in ports]
        try:
            players += [Players(address, thread_count, seed) for seed in range(process_count)]
            for player in players:
                player.wait_until_ready()
            for number in range(2 * restart_count):
                time.sleep(1.0)
                servers[number % 2].stop()
                servers[number % 2] = start(cluster.url, ports[number % 2])
            results = [player.result() for player in players]
        finally:
            for player in players:
                player.kill()
            for server in servers:
                server.stop()
    episodes = [result["episodes"] for result in results]
    LOGGER.info(
        "%d restarts under %d clients: %d episodes, %d steps, slowest call %.2f s",
        2 * restart_count,
        process_count * thread_count,
        sum(episodes),
        sum(result["steps"] for result in results),
        max(result["slowest_seconds"] for result in results),
    )
    assert [failure for result in results for failure in result["failures"]] == []
    assert min(episodes) > 0


def test_servers_restarted_once_each_no_episode_fails() -> None:
    restart_and_check(process_count=1, thread_count=8, restart_count=1)


@pytest.mark.long
def test_servers_restarted_often_under_200_clients_no_episode_fails() -> None:
    restart_and_check(process_count=4, thread_count=50, restart_count=5)
