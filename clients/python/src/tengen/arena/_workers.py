"""Threads in which an agent thinks."""

from __future__ import annotations

import contextlib
import queue
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tengen._stream import END_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tengen.arena._hand import Hand


@dataclass(frozen=True)
class Task:
    """Something to ask of the agent, or to tell it.

    Attributes:
      function: What to call.
      move_number: The move that it chooses. None: it chooses none.
      is_end: Whether it is the last one of the game.
    """

    function: Callable[[], Any]
    move_number: int | None = None
    is_end: bool = False


@dataclass(frozen=True)
class TaskDone:
    """A task has been done, or has failed.

    Attributes:
      hand: The game that it was of.
      task: The task.
      value: What it returned.
      error: What it raised.
    """

    hand: Hand
    task: Task
    value: Any = None
    error: BaseException | None = None


class Workers:
    """A few threads, made when they are needed. Only the thread that made this may use it.

    They do not keep the process up: an agent that never returns is left where it is.

    Args:
      max_count: How many threads there are at most.
      events: Where `TaskDone` go.
    """

    def __init__(self, max_count: int, events: queue.SimpleQueue[Any]) -> None:
        self._max_count = max_count
        self._events = events
        self._tasks: queue.SimpleQueue[tuple[Hand, Task] | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._open_count = 0

    def submit(self, hand: Hand, task: Task) -> None:
        """Has a task done after those that were submitted of its game before."""
        hand.waiting.append(task)
        if not hand.is_busy:
            self._begin(hand)

    def done(self, hand: Hand) -> None:
        """Goes on with a hand. To be called once for each `TaskDone`."""
        self._open_count -= 1
        hand.is_busy = False
        if hand.waiting:
            self._begin(hand)

    def close(self) -> None:
        """Ends the threads; what has not begun is dropped. An agent is not waited for long."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._tasks.get_nowait()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join(END_SECONDS / len(self._threads))

    def _begin(self, hand: Hand) -> None:
        hand.is_busy = True
        self._open_count += 1
        if len(self._threads) < min(self._open_count, self._max_count):
            thread = threading.Thread(
                target=work, args=(self._tasks, self._events), name="tengen-agent", daemon=True
            )
            self._threads.append(thread)
            thread.start()
        self._tasks.put((hand, hand.waiting.popleft()))


def work(
    tasks: queue.SimpleQueue[tuple[Hand, Task] | None], events: queue.SimpleQueue[Any]
) -> None:
    """Does tasks up to None."""
    for hand, task in iter(tasks.get, None):
        try:
            done = TaskDone(hand, task, value=task.function())
        # Whatever it is, it is for the thread that serves.
        except BaseException as error:
            done = TaskDone(hand, task, error=error)
        events.put(done)
