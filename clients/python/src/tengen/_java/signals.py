"""Keeps the signals of this process for Python while a Java virtual machine starts in it.

Even with `-Xrs`, Java installs handlers: for the faults that it causes and handles itself; for
SIGPIPE and SIGXFSZ, which it ignores; for the signal by which it suspends its threads, which is
SIGUSR2 unless `_JAVA_SR_SIGNUM` names another one; and, with its first file or socket, for the
signal that ends waits for them, SIGRTMAX-2 on Linux. Only its flight recorder suspends threads.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.abc
import importlib.util
import os
import signal
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    Actions = Mapping[Any, ctypes.Array[ctypes.c_char]]

SUSPEND_VARIABLE = "_JAVA_SR_SIGNUM"
"""The environment variable of the virtual machine that names the signal for its own threads."""

FAULTS = ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGTRAP")
"""The signals that the virtual machine needs. It calls earlier handlers for faults not its own."""

IGNORED = ("SIGPIPE", "SIGXFSZ")
"""The signals that the virtual machine ignores, also if the program handles them."""

UNCATCHABLE = ("SIGKILL", "SIGSTOP")

PYGAME_MODULE = "pygame.base"
"""The module whose import changes the actions of faults."""

ACTION_BYTES = 1024
"""More than a `struct sigaction` takes on any platform; on Linux it takes 152 bytes."""


@contextlib.contextmanager
def kept_signals() -> Iterator[Actions]:
    """Restores the actions of all signals at the end, except for those that Java needs.

    Yields the actions of faults, which Java replaces, by their signals.

    Java keeps the signals of faults, and signals for its threads that had no handler before. This
    function also restores handlers that other libraries have installed. It works on any thread.
    """
    if sys.platform == "win32":
        # Java handles no signals there with -Xrs.
        yield {}
        return
    unhandled = {n for n in signal.valid_signals() if signal.getsignal(n) is signal.SIG_DFL}
    lost = signal.valid_signals() - (unhandled - numbers(IGNORED))
    lost -= numbers(FAULTS) | numbers(UNCATCHABLE)
    actions = {number: action(number) for number in lost}
    is_chosen = SUSPEND_VARIABLE not in os.environ
    free = {n for n in unhandled if n > max(signal.SIGSEGV, signal.SIGBUS)}
    free -= numbers(FAULTS) | numbers(UNCATCHABLE)
    if is_chosen and free:
        # The highest signals are above those of POSIX, and programs rarely use them.
        os.environ[SUSPEND_VARIABLE] = str(max(free))
    try:
        yield {number: action(number) for number in numbers(FAULTS)}
    finally:
        if is_chosen:
            # Child processes need no such setting.
            os.environ.pop(SUSPEND_VARIABLE, None)
        restore(actions)


class FaultKeeper(importlib.abc.MetaPathFinder):
    """Keeps the actions of Java's faults when a program imports pygame, which shows environments.

    That import sets each handler of a fault again with `signal`, which drops the flag SA_SIGINFO.
    Java's handler then does not learn the address of a fault, takes the next null in compiled code
    for a crash, and ends the process.
    """

    def __init__(self) -> None:
        self._actions = {number: action(number) for number in numbers(FAULTS)}

    def find_spec(self, name: str, *_: Any) -> ModuleSpec | None:
        """Finds pygame's module as others do, with a loader that restores the actions."""
        if name != PYGAME_MODULE:
            return None
        self.stop()
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            spec.loader = RestoringLoader(spec.loader, self._actions)
        return spec

    def start(self) -> None:
        """Waits for the import from now on."""
        if sys.platform != "win32":
            sys.meta_path.insert(0, self)

    def stop(self) -> None:
        """Waits no longer. This method is idempotent."""
        with contextlib.suppress(ValueError):
            sys.meta_path.remove(self)


class RestoringLoader(importlib.abc.Loader):
    """Loads a module as another loader does, and then restores the actions of signals.

    Args:
      loader: The other loader.
      actions: The actions to restore, by their signals.
    """

    def __init__(self, loader: importlib.abc.Loader, actions: Actions) -> None:
        self._loader = loader
        self._actions = actions

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Creates the module, which runs the code of some compiled modules."""
        try:
            return self._loader.create_module(spec)
        finally:
            restore(self._actions)

    def exec_module(self, module: ModuleType) -> None:
        """Runs the code of the module."""
        try:
            self._loader.exec_module(module)
        finally:
            restore(self._actions)


def restore(actions: Actions) -> None:
    """Sets the actions of signals as they were."""
    for number, before in actions.items():
        if action(number).raw != before.raw:
            ctypes.CDLL(None).sigaction(number, before, None)


def numbers(names: tuple[str, ...]) -> set[int]:
    """Returns the numbers of signals by their names."""
    return {int(signal.Signals[name]) for name in names if name in signal.Signals.__members__}


def action(number: int) -> ctypes.Array[ctypes.c_char]:
    """Returns the action of a signal, as the `struct sigaction` of the C library."""
    buffer = ctypes.create_string_buffer(ACTION_BYTES)
    ctypes.CDLL(None).sigaction(number, None, buffer)
    return buffer
