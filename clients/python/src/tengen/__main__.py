"""The command line: `tengen` and `python -m tengen`.

Plays the rollouts that need Python policies, and works on folders of games. For everything else,
runs the command line of the server's jar with the same arguments: `tengen serve`, `tengen demo`,
`tengen arena run`. `tengen --help` lists the commands. TENGEN_JAVA_OPTS adds options of the Java
virtual machine.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import NoReturn

from tengen._command_exit import exit_with
from tengen._java.memory import memory_options
from tengen._java.runtime import java_command
from tengen.data import command as data_command
from tengen.errors import LaunchError
from tengen.rollouts import command as rollout_command

UNAVAILABLE = 3
"""The exit code if Java or the jar is missing; the launcher of a checkout returns the same."""


def main() -> NoReturn:
    """Runs the command line with the arguments of this process, and exits with its exit code."""
    exit_with(run_command_line)


def run_command_line() -> int:
    """Runs the command line with the arguments of this process, and returns its exit code."""
    arguments = sys.argv[1:]
    try:
        if arguments[:1] == ["rollout"] and rollout_command.needs_python(arguments[1:]):
            return rollout_command.main(arguments[1:])
        if arguments[:1] == ["data"] and data_command.needs_python(arguments[1:]):
            return data_command.main(arguments[1:])
        has_terminal = sys.stderr.isatty()
        command = java_command(arguments, defaults=memory_options(), has_terminal=has_terminal)
    except LaunchError as error:
        print(f"tengen: {error.message}", file=sys.stderr)
        return UNAVAILABLE
    sys.stdout.flush()
    sys.stderr.flush()
    if sys.platform == "win32":
        return run(command)
    # Java replaces this process, so that signals, streams and exit codes are its own.
    return os.execv(command[0], command)


def run(command: list[str]) -> int:
    """Runs a command as a child process and returns its exit code.

    For Windows, where one process cannot replace another. Ctrl-C reaches both processes; only the
    child handles it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    main()
