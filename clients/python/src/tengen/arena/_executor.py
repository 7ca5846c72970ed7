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
    from collections.abc import Callable, Hashable

    from tengen.arena._agent_game import AgentGame


@dataclass(frozen=True)
class Task:
    """A call of the agent.

    Attributes:
      queue: What the task waits for: the tasks of one queue run one after another.
      games: The games that the call is about.
      function: The function to call.
      is_turn: Whether the function returns a list with an action for each of the games.
      is_end: Whether this is the last task of its game.
    """

    queue: Hashable
    games: tuple[AgentGame, ...]
    function: Callable[[], Any]
    is_turn: bool = False
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
    """A thread pool that runs the tasks of each queue one after another.

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
        # The waiting tasks of each queue that has a task running.
        self._waiting: dict[Hashable, collections.deque[Task]] = {}
        self._threads: list[threading.Thread] = []

    @property
    def is_idle(self) -> bool:
        """Whether no task runs or waits."""
        return not self._waiting

    def submit(self, task: Task) -> None:
        """Runs a task after all tasks submitted before to the same queue."""
        waiting = self._waiting.get(task.queue)
        if waiting is None:
            self._waiting[task.queue] = collections.deque()
            self._start(task)
        else:
            waiting.append(task)

    def complete(self, done: TaskDone) -> None:
        """Starts the next task of the queue. Must be called once for each `TaskDone`."""
        queue_key = done.task.queue
        waiting = self._waiting[queue_key]
        if waiting:
            self._start(waiting.popleft())
        else:
            del self._waiting[queue_key]

    def cancel(self, agent_game: AgentGame) -> None:
        """Drops the waiting tasks that are about one game alone, except that of its end."""
        for waiting in self._waiting.values():
            dropped = [task for task in waiting if task.games == (agent_game,) and not task.is_end]
            for task in dropped:
                waiting.remove(task)

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
