"""Virtual environments for checks.

uv makes them, in seconds where pip takes a minute. It reads `UV_DEFAULT_INDEX` and the like, not
the settings of pip. It is installed by pip once, in `target/uv`.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
from pathlib import Path

UV = "uv==0.13.9"
TOOL = Path(__file__).resolve().parents[2] / "target" / "uv"


class Environment:
    """A virtual environment, which is made again when its stamp is another.

    Args:
      folder: Where it is.
      stamp: What it depends on.
      base: The Python that it has.
      with_system_packages: Whether the packages of that Python can be imported.

    Attributes:
      python: Its Python.
      is_new: Whether it has no packages yet.
    """

    def __init__(
        self,
        folder: Path,
        stamp: str,
        *,
        base: str = sys.executable,
        with_system_packages: bool = False,
    ) -> None:
        self.python = folder / "bin" / "python"
        self._stamp = hashlib.sha256(f"{base} {sys.version} {UV} {stamp}".encode()).hexdigest()
        self._stamp_file = folder / "stamp"
        known = self._stamp_file.read_text() if self._stamp_file.is_file() else ""
        self.is_new = known != self._stamp
        if self.is_new:
            options = ("--system-site-packages",) if with_system_packages else ()
            _uv("venv", "--clear", "--python", base, *options, folder)

    def install(self, *words: str | Path) -> None:
        """Installs packages. The words are arguments of `uv pip install`."""
        _uv("pip", "install", "--python", self.python, *words)

    def check(self) -> None:
        """Exits if packages do not fit each other."""
        _uv("pip", "check", "--python", self.python)

    def keep(self) -> None:
        """Marks the environment as complete, so that the next run uses it again."""
        self._stamp_file.write_text(self._stamp)
        self.is_new = False


def _uv(*words: str | Path) -> None:
    """Runs uv. If it fails, prints its output and exits."""
    TOOL.parent.mkdir(exist_ok=True)
    with TOOL.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # Checks may run side by side.
        _make_tool()
    _run(TOOL / "bin" / "uv", "--quiet", *words)


def _make_tool() -> None:
    stamp = TOOL / "stamp"
    if stamp.is_file() and stamp.read_text() == UV:
        return
    if subprocess.run([sys.executable, "-m", "venv", "--clear", TOOL], check=False).returncode:
        sys.exit("venv and pip are missing; on Debian: apt-get install python3-venv")
    _run(TOOL / "bin" / "python", "-m", "pip", "install", "--quiet", UV)
    stamp.write_text(UV)


def _run(*words: str | Path) -> None:
    # Certificates are those that pip and other programs of the system accept.
    variables = {**os.environ, "UV_NATIVE_TLS": "true"}
    done = subprocess.run(
        words,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        print(f"failed: {' '.join(map(str, words))}\n{done.stdout}", file=sys.stderr)
        sys.exit(1)
