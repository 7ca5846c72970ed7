"""The Java virtual machine inside this process, which JPype runs."""

from __future__ import annotations

import atexit
import faulthandler
import gc
import importlib
import importlib.util
import os
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tengen._java.archive import archive_options
from tengen._java.files import launch_error
from tengen._java.runtime import find_java, java_version, machine_options
from tengen._java.signals import FaultKeeper, kept_signals, restore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SERVER_CLASS = "dev.tengen.server.embedded.EmbeddedServer"
"""The class of the jar that starts a server."""

SHORT_CALL_SECONDS = 0.01
"""How long calls of Java take that do not wait."""

FIRST_JAVA_WITH_NATIVE_ACCESS = 24
"""From this Java on, code that calls native libraries or `sun.misc.Unsafe` needs permissions."""

LIBRARIES = ("lib/server/libjvm.so", "lib/server/libjvm.dylib", "bin/server/jvm.dll")
"""Where a Java home has its virtual machine as a library."""


def check_requirements() -> None:
    """Checks that this interpreter can start Java.

    Raises:
      LaunchError: JPype is not installed, or this is a subinterpreter.
    """
    if importlib.util.find_spec("jpype") is None:
        raise launch_error(
            "JPYPE_NOT_FOUND",
            'the address "embedded" needs the package jpype1: run pip install'
            ' "tengen-go[embedded]"',
        )
    if is_subinterpreter():
        raise launch_error(
            "SUBINTERPRETER",
            "Java cannot run in a subinterpreter; start a server with tengen.LocalServer in the"
            " main interpreter, and connect to its address",
        )


def is_java_running() -> bool:
    """Returns whether a Java virtual machine runs in this process."""
    return "jpype" in sys.modules and bool(importlib.import_module("jpype").isJVMStarted())


def start_java(jar: Path, options: Iterable[str] = ()) -> Any:
    """Starts the Java virtual machine of this process, and returns the module `jpype`.

    Args:
      jar: The server's jar.
      options: Options of the virtual machine, which override those of TENGEN_JAVA_OPTS.

    Raises:
      LaunchError: A Java 17 or later is missing, the virtual machine does not start, or another one
        runs.
    """
    global _fault_keeper  # noqa: PLW0603 - a process starts Java once.
    jpype: Any = importlib.import_module("jpype")
    config: Any = importlib.import_module("jpype.config")
    if jpype.isJVMStarted():
        attach_thread()
        check_jar(jpype)
        return jpype
    java = find_java()
    # The virtual machine ends with the process. It holds nothing that must be written, and threads
    # that wait in it must not delay the end.
    config.onexit = False
    config.destroy_jvm = False
    # Java handles segmentation faults that it causes itself. At the end of a program such as
    # pytest, faulthandler would remove Java's handler.
    faulthandler.disable()
    try:
        with kept_signals() as faults:
            _fault_actions.update(faults)
            jpype.startJVM(
                *java_options(java, jar, options),
                jvmpath=library(java),
                classpath=[str(jar)],
                interrupt=False,
            )
            # The first file loads libraries of Java that handle a signal, too. By `JClass`: a name
            # such as `jpype.java` makes JPype list all packages of Java, for a quarter of a second.
            path = jpype.JClass("java.nio.file.Path").of(str(jar))
            with jpype.JClass("java.nio.channels.FileChannel").open(path) as channel:
                channel.size()
    except (OSError, RuntimeError, ValueError, TypeError) as error:
        raise launch_error("START_FAILED", f"Java at {java} does not start: {error}") from error
    _fault_keeper = FaultKeeper()
    _fault_keeper.start()
    reference_queue = jpype.JClass("org.jpype.ref.JPypeReferenceQueue").getInstance()
    atexit.register(prepare_exit, os.getpid(), jpype.JClass(SERVER_CLASS), reference_queue)
    return jpype


def check_jar(jpype: Any) -> None:
    """Checks that a Java virtual machine that runs already has Tengen's classes.

    Raises:
      LaunchError: It has not.
    """
    try:
        jpype.JClass(SERVER_CLASS)
    except TypeError as error:
        raise launch_error(
            "OTHER_JAVA_RUNS",
            "another package has started Java in this process, without Tengen's jar; connect to"
            ' the address "embedded" first, or use a server in a process of its own',
        ) from error


def is_subinterpreter() -> bool:
    """Returns whether this code runs in an interpreter that is not the main one."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        if importlib.util.find_spec(name) is not None:
            interpreters = importlib.import_module(name)
            return bool(interpreters.get_current() != interpreters.get_main())
    return False


def library(java: str) -> str:
    """Returns the path of the virtual machine as a library, for a java executable.

    Raises:
      LaunchError: The Java has none.
    """
    home = Path(java).resolve().parent.parent
    for name in LIBRARIES:
        if (home / name).is_file():
            return str(home / name)
    raise launch_error(
        "JAVA_NOT_FOUND",
        f"{home} has no virtual machine as a library ({', '.join(LIBRARIES)}); set TENGEN_JAVA to"
        " the home of a Java 17 or later",
    )


def java_options(java: str, jar: Path, options: Iterable[str]) -> list[str]:
    """Returns all options of the virtual machine: defaults, TENGEN_JAVA_OPTS, and further ones."""
    defaults = [
        # Signals such as Ctrl-C are for Python.
        "-Xrs",
        # Otherwise a file in the temporary directory remains after each process.
        "-XX:-UsePerfData",
        "-Djava.awt.headless=true",
        *archive_options(java, jar),
    ]
    if (java_version(java) or 0) >= FIRST_JAVA_WITH_NATIVE_ACCESS:
        defaults += ["--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"]
    return [*defaults, *machine_options(), *options]


class AttachedThread:
    """Detaches a thread of Python from Java when it ends, as a value of `threading.local`.

    JPype attaches each thread that calls Java, and leaves it attached.

    Args:
      detach: Detaches the current thread.
    """

    def __init__(self, detach: Callable[[], None]) -> None:
        self._detach = detach
        self._owner = (os.getpid(), threading.get_ident())

    def __del__(self) -> None:
        # A forked child has no Java to call. At exit, another thread deletes this object.
        if self._owner == (os.getpid(), threading.get_ident()):
            self._detach()


_threads = threading.local()
_is_ending = False
_is_forked = False
"""Whether this process was forked from one with Java."""

_fault_actions: dict[int, Any] = {}
"""The actions of faults before Java started. Empty: it was not started."""

_fault_keeper: FaultKeeper | None = None
"""What keeps the actions of faults that Java has installed."""


def attach_thread() -> bool:
    """Lets the current thread call Java until it ends. Call this before each call of Java.

    Returns:
      Whether there is Java: a forked child has none.

    Raises:
      SystemExit: The process is ending, and this is a daemon thread.
    """
    try:
        attached = _threads.attached
    except AttributeError:
        if _is_forked:
            return False
        is_main = threading.current_thread() is threading.main_thread()
        thread = importlib.import_module("jpype").JClass("java.lang.Thread")
        attached = _threads.attached = None if is_main else AttachedThread(thread.detach)
    if _is_ending and attached is not None:
        raise SystemExit
    return True


def prepare_exit(process_id: int, server_class: Any, reference_queue: Any) -> None:
    """Prevents threads from returning from Java to Python when Python has ended.

    Python ends such a thread where it is, which aborts the process if that is within JPype. The
    threads are the daemon threads of Python, and the one of Java that frees objects of Python.

    Args:
      process_id: The process that has started Java.
      server_class: The class `EmbeddedServer` of Java.
      reference_queue: The queue of JPype that the latter thread serves.
    """
    global _is_ending  # noqa: PLW0603 - a process ends once.
    if process_id == os.getpid():
        _is_ending = True
        server_class.endProcess()
        reference_queue.stop()
        time.sleep(SHORT_CALL_SECONDS)


def forget_java() -> None:
    """Prevents that a forked child, which has no Java, calls it.

    Python would do that when it collects garbage, and the system at a segmentation fault of another
    library: a crash would then look like one of Java, or wait for threads that the child lacks.
    """
    global _threads, _is_forked
    if _fault_actions:
        _threads, _is_forked = threading.local(), True
    gc.callbacks[:] = [each for each in gc.callbacks if each.__module__ != "_jpype"]
    restore(_fault_actions)
    if _fault_keeper is not None:
        _fault_keeper.stop()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=forget_java)
