"""A PostgreSQL server in a temporary folder, started from the programs of Debian's package."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from processes import StopOnExit, free_port

INSTALLATIONS = Path("/usr/lib/postgresql")
USER = "tengen"


class PostgresCluster(StopOnExit):
    """A server that runs until `stop`. Skips the test if PostgreSQL is not installed.

    Attributes:
      url: The URL of a database, for `serve --store`.
    """

    def __init__(self) -> None:
        programs = sorted(INSTALLATIONS.glob("*/bin/initdb"))
        if not programs:
            pytest.skip("PostgreSQL is not installed (Debian package postgresql)")
        self._programs = programs[-1].parent
        self._folder = run("mktemp", "-d", "/tmp/tengen-postgres-XXXXXX")
        port = free_port()
        data = f"{self._folder}/data"
        trusted = [f"--username={USER}", "--auth=trust", "--encoding=UTF8", "--no-sync"]
        run(f"{self._programs}/initdb", f"--pgdata={data}", *trusted)
        options = f"-p {port} -k {self._folder} -h 127.0.0.1"
        log = f"{self._folder}/log"
        run(f"{self._programs}/pg_ctl", "-D", data, "-l", log, "-w", "-o", options, "start")
        self.url = f"postgres://{USER}:unused@127.0.0.1:{port}/postgres"

    def stop(self) -> None:
        """Stops the server, and removes its files."""
        data = f"{self._folder}/data"
        run(f"{self._programs}/pg_ctl", "-D", data, "-m", "immediate", "stop")
        run("rm", "-rf", self._folder)


def run(*command: str) -> str:
    """Runs a command as a user that PostgreSQL accepts, and returns its output."""
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    # The server must not keep a pipe of this process open, so it gets a file.
    with tempfile.TemporaryFile("w+") as output:
        made = subprocess.run(
            [*as_user, *command], cwd="/", stdout=output, stderr=subprocess.STDOUT, check=False
        )
        output.seek(0)
        text = output.read().strip()
    if made.returncode != 0:
        raise RuntimeError(f"{command} ended with {made.returncode}: {text}")
    return text
