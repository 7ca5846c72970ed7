"""The real server as a separate process."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import tempfile
from pathlib import Path

from processes import StopOnExit

READY_TIMEOUT_SECONDS = 600.0
STOP_TIMEOUT_SECONDS = 20.0
BUILT_JAR = Path(__file__).resolve().parents[2] / "cli" / "target" / "tengen.jar"


def command_line() -> list[str]:
    """Returns the words that run the command line.

    Raises:
      FileNotFoundError: It has not been built.
    """
    jar = Path(os.environ.get("TENGEN_JAR", BUILT_JAR))
    if not jar.is_file():
        raise FileNotFoundError(
            f"{jar} is missing; build it with mvn -q -pl clients/cli -am package -DskipTests"
        )
    return [java(), "-jar", str(jar)]


class ServerProcess(StopOnExit):
    """A local server that runs from construction until `stop`.

    Attributes:
      address: The address of the server.
      http_address: The address of its HTTP port; empty if it has none.
    """

    def __init__(self, *options: str, port: int = 0) -> None:
        self.http_address = ""
        # Standard error goes to a file, because a pipe that nobody reads would fill up and block.
        self._errors = tempfile.TemporaryFile(mode="w+")  # noqa: SIM115 - closed by stop.
        self._process = subprocess.Popen(
            [*command_line(), "serve", "--json", "--port", str(port), *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        try:
            self.address = self._read_address()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stops the server. This method is idempotent."""
        self._process.terminate()
        try:
            self._process.wait(STOP_TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._errors.close()

    def kill(self) -> None:
        """Kills the server."""
        self._process.kill()
        self._process.wait()
        self.stop()

    def freeze(self) -> None:
        """Stops all threads of the server until `thaw`. Its connections stay open."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Lets a frozen server continue."""
        self._process.send_signal(signal.SIGCONT)

    def _read_address(self) -> str:
        output = self._process.stdout
        assert output is not None
        is_readable, _, _ = select.select([output], [], [], READY_TIMEOUT_SECONDS)
        line = output.readline() if is_readable else ""
        if not line:
            self._errors.seek(0)
            raise RuntimeError(f"the server does not start:\n{self._errors.read()}")
        event = json.loads(line)
        assert event["event"] == "ready", line
        self.http_address = str(event.get("http_address", ""))
        return str(event["address"])


def java() -> str:
    """Returns the java executable, in JAVA_HOME if it is set, else on the PATH."""
    home = os.environ.get("JAVA_HOME")
    return str(Path(home) / "bin" / "java") if home else "java"
