"""The thread pool that calls an agent."""

from __future__ import annotations

import collections
import contextlib
import queue
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tengen._stream import CLOSE_TIMEOUT_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tengen.arena._agent_game import AgentGame


@dataclass(frozen=True)
class Task:
    """A call of the agent.

    Attributes:
      agent_game: The game that the call belongs to.
      function: The function to call.
      move_number: The move that the function chooses. None: it chooses no move.
      is_end: Whether this is the last task of the game.
    """

    agent_game: AgentGame
    function: Callable[[], Any]
    move_number: int | None = None
    is_end: bool = False


@dataclass(frozen=True)
class TaskDone:
    """The event of a finished task.

    Attributes:
      task: The task.
      value: The return value of its function.
      error: The exception that its function raised. None: it returned.
    """

    task: Task
    value: Any = None
    error: BaseException | None = None


class GameExecutor:
    """A thread pool that runs the tasks of each game one after another.

    Threads are started on demand. They are daemon threads: an agent that never returns does not
    keep the process alive. All methods must be called from the thread that created the executor.

    Args:
      max_thread_count: The maximum number of threads.
      events: The queue that receives a `TaskDone` for each finished task.
    """

    def __init__(self, max_thread_count: int, events: queue.SimpleQueue[Any]) -> None:
        self._max_thread_count = max_thread_count
        self._events = events
        self._ready: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        # The waiting tasks of each game that has a task running.
        self._waiting: dict[AgentGame, collections.deque[Task]] = {}
        self._threads: list[threading.Thread] = []

    @property
    def is_idle(self) -> bool:
        """Whether no task runs or waits."""
        return not self._waiting

    def submit(self, task: Task) -> None:
        """Runs a task after all tasks submitted before for the same game."""
        waiting = self._waiting.get(task.agent_game)
        if waiting is None:
            self._waiting[task.agent_game] = collections.deque()
            self._start(task)
        else:
            waiting.append(task)

    def complete(self, done: TaskDone) -> None:
        """Starts the next task of the game. Must be called once for each `TaskDone`."""
        agent_game = done.task.agent_game
        waiting = self._waiting[agent_game]
        if waiting:
            self._start(waiting.popleft())
        else:
            del self._waiting[agent_game]

    def cancel_turns(self, agent_game: AgentGame) -> None:
        """Drops the waiting tasks of a game, except the one that reports its end."""
        waiting = self._waiting.get(agent_game, ())
        if waiting:
            self._waiting[agent_game] = collections.deque(task for task in waiting if task.is_end)

    def close(self) -> None:
        """Drops all waiting tasks and stops the threads. A running task gets a second to finish."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._ready.get_nowait()
        for _ in self._threads:
            self._ready.put(None)
        for thread in self._threads:
            thread.join(CLOSE_TIMEOUT_SECONDS / len(self._threads))

    def _start(self, task: Task) -> None:
        if len(self._threads) < min(len(self._waiting), self._max_thread_count):
            thread = threading.Thread(
                target=run_tasks, args=(self._ready, self._events), name="tengen-agent", daemon=True
            )
            self._threads.append(thread)
            thread.start()
        self._ready.put(task)


def run_tasks(ready: queue.SimpleQueue[Task | None], events: queue.SimpleQueue[Any]) -> None:
    """Runs tasks until it takes None from the queue."""
    for task in iter(ready.get, None):
        try:
            done = TaskDone(task, value=task.function())
        # The event loop decides what to do with an exception of any type.
        except BaseException as error:
            done = TaskDone(task, error=error)
        events.put(done)
