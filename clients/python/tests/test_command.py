"""Tests of the commands `tengen` and `python -m tengen`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from processes import run_to_end

from tengen._java import files, runtime

SCRIPT = str(Path(sys.executable).parent / "tengen")
MODULE = (sys.executable, "-m", "tengen")
WAIT_SECONDS = 60


def run(
    *command: str, text: str = "", variables: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return run_to_end(
        *command, input=text, timeout=WAIT_SECONDS, env={**os.environ, **(variables or {})}
    )


def run_jar(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return run(runtime.find_java(), "-jar", str(files.find_jar(None)), *arguments, text=text)


@pytest.mark.parametrize(
    ("arguments", "text", "exit_code"),
    [
        (["--help"], "", 0),
        (["gtp", "--size", "5"], "1 play b c3\n2 genmove x\n3 quit\n", 0),
        (["no-such-command"], "", 2),
        (["demo", "--size", "99"], "", 2),
    ],
)
@pytest.mark.full
def test_command_same_streams_and_exit_code_as_the_jar(
    arguments: list[str], text: str, exit_code: int
) -> None:
    expected = run_jar(*arguments, text=text)

    for command in ((SCRIPT,), MODULE):
        done = run(*command, *arguments, text=text)

        assert (done.returncode, done.stdout, done.stderr) == (
            exit_code,
            expected.stdout,
            expected.stderr,
        )
    assert expected.returncode == exit_code
    assert expected.stdout or expected.stderr


def test_command_help_names_the_program() -> None:
    assert run(*MODULE, "--help").stdout.startswith("Usage: tengen ")


@pytest.mark.parametrize(("number", "exit_code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
@pytest.mark.full
def test_command_signal_stops_the_server_with_its_exit_code(
    number: signal.Signals, exit_code: int
) -> None:
    with subprocess.Popen(
        [SCRIPT, "serve", "--port", "0", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as server:
        assert server.stdout is not None
        ready = json.loads(server.stdout.readline())
        assert ready["event"] == "ready"

        server.send_signal(number)

        assert server.wait(WAIT_SECONDS) == exit_code


@pytest.mark.full
def test_command_options_of_the_virtual_machine_come_first() -> None:
    done = run(SCRIPT, "--version", variables={"TENGEN_JAVA_OPTS": "-showversion -Xmx64m"})

    assert done.returncode == 0
    assert "Runtime Environment" in done.stderr
    assert done.stdout == run_jar("--version").stdout


def test_command_no_java_names_the_line_that_installs_one(tmp_path: Path) -> None:
    done = run(
        SCRIPT, "demo", variables={"PATH": str(tmp_path), "JAVA_HOME": "", "TENGEN_JAVA": ""}
    )

    assert done.returncode == 3
    assert done.stdout == ""
    assert done.stderr.startswith("tengen: no Java 17 or later found (JAVA_HOME is not set; ")
    assert 'pip install "tengen-go[java]"' in done.stderr


def test_command_no_jar_is_unavailable(tmp_path: Path) -> None:
    done = run(SCRIPT, "demo", variables={"TENGEN_JAR": str(tmp_path / "tengen.jar")})

    assert done.returncode == 3
    assert done.stderr.startswith("tengen: TENGEN_JAR names ")
