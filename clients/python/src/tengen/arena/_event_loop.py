"""The event loop of an agent: messages of the arena in, calls of the agent and answers out."""

from __future__ import annotations

import contextlib
import functools
import logging
import math
import queue
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tengen import _arguments as arguments
from tengen._messages import enum_member
from tengen.arena import _agent_messages as messages
from tengen.arena._agent_game import AgentGame
from tengen.arena._executor import Task, TaskDone
from tengen.arena._stream import Received, StreamEnded
from tengen.arena.agent import Answer
from tengen.arena.enums import AnswerOutcome, ErrorPolicy, GameVerdict
from tengen.arena.games import GameEnding, Tally
from tengen.enums import RESIGN
from tengen.errors import TengenError
from tengen.v1 import agent_pb2

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from tengen.arena._connection import Connection
    from tengen.arena._executor import GameExecutor
    from tengen.arena.agent import Game, Turn
    from tengen.arena.client import Arena

LOG = logging.getLogger("tengen.arena")

POLL_SECONDS = 0.1
"""The interval at which the loop checks the stop event and whether to reconnect."""

MAX_EVENT_COUNT = 1_000
"""The events that are handled before the answers are sent."""

CONFIRM_SECONDS = 5.0
"""How long the arena has, after a reconnect, to announce a game that is still running."""

MISSED_ENDING = GameEnding(
    GameVerdict.UNKNOWN,
    culprit=None,
    winner=None,
    result="?",
    message="the game ended, or was restarted, while the agent was disconnected",
)


@dataclass(frozen=True)
class Callbacks:
    """The functions of an agent.

    Attributes:
      choose: Returns the action for a turn. None: the agent chooses in batches.
      choose_batch: Returns the actions for a list of turns. None: the agent chooses one by one.
      game_start: Called when a game starts. None: not called.
      game_end: Called when a game has ended. None: not called.
    """

    choose: Callable[..., Any] | None
    choose_batch: Callable[..., Any] | None
    game_start: Callable[..., Any] | None
    game_end: Callable[..., Any] | None


class AgentEventLoop:
    """Plays the games that the arena assigns to an agent.

    One thread handles all events, so that no state needs a lock. The agent itself runs in the
    threads of the executor.

    Args:
      agent: The functions of the agent.
      connection: The connection to the arena.
      executor: Runs the functions of the agent.
      events: The queue that receives the events of connection and executor.
      on_error: What to do if the agent raises.
      arena_client: Looks up the results of games that ended while the agent was disconnected.
    """

    def __init__(
        self,
        agent: Callbacks,
        connection: Connection,
        executor: GameExecutor,
        events: queue.SimpleQueue[Any],
        *,
        on_error: ErrorPolicy,
        arena_client: Arena,
    ) -> None:
        self._agent = agent
        self._connection = connection
        self._executor = executor
        self._events = events
        self._on_error = on_error
        self._arena_client = arena_client
        self._games: dict[str, AgentGame] = {}
        # The turns for the next call of an agent that chooses in batches, and whether a call runs.
        self._batch: dict[AgentGame, Turn[Any]] = {}
        self._is_batch_running = False
        self._tally = Tally()
        self._confirm_until_seconds = math.inf
        self._is_leaving = False
        self._is_leave_requested = False
        self._started_count = 0
        self._limit: int | None = None

    def run(
        self, limit: int | None, stop: threading.Event | None, leave: threading.Event | None
    ) -> Tally:
        """Plays until the agent has left, the arena is over or `stop` is set. Returns the results.

        The agent leaves when `limit` games have started, and after `leave` or Ctrl-C: it plays
        until the games that it has are over, after Ctrl-C once more not even that long.
        """
        self._limit = limit
        try:
            self._connection.open()
            self._leave_at_limit()
            while not self._is_over(stop):
                self._proceed(leave)
        except KeyboardInterrupt:
            LOG.info("left its games")
        finally:
            for agent_game in self._games.values():
                agent_game.game_over.set()
            self._connection.close()
            self._executor.close()
        return self._tally

    def _proceed(self, leave: threading.Event | None) -> None:
        try:
            with contextlib.suppress(queue.Empty):
                self._handle(self._events.get(timeout=POLL_SECONDS))
                # The answers travel in one message, and a batch has all turns.
                for _ in range(MAX_EVENT_COUNT):
                    self._handle(self._events.get_nowait())
            self._submit_batch()
            self._connection.flush()
            self._connection.open_if_due()
            self._drop_unconfirmed()
            if leave is not None and leave.is_set():
                self._leave_on_request()
        except KeyboardInterrupt:
            if self._is_leave_requested:
                raise
            self._leave_on_request()

    def _leave_on_request(self) -> None:
        """Leaves at the request of the user."""
        if self._is_leave_requested:
            return
        self._is_leave_requested = True
        LOG.info(
            "finishing %d games and taking no further one; Ctrl-C once more leaves them",
            len(self._games),
        )
        self._leave()

    def _leave(self) -> None:
        """Lets the agent finish its games and take no further one."""
        if not self._is_leaving:
            self._is_leaving = True
            self._connection.leave()

    def _leave_at_limit(self) -> None:
        """Leaves if as many games have started as the agent plays.

        A game that the arena starts before it knows that the agent leaves is played, too.
        """
        if self._limit is not None and self._started_count >= self._limit:
            self._leave()

    def _is_over(self, stop: threading.Event | None) -> bool:
        return (stop is not None and stop.is_set()) or self._has_left()

    def _has_left(self) -> bool:
        """Returns whether the connection has ended, and all results of games are counted."""
        is_away = self._is_leaving and not self._connection.is_joined and not self._games
        has_results_to_count = self._is_leaving or self._connection.has_left
        return (self._connection.is_ended or is_away) and (
            not has_results_to_count or self._executor.is_idle
        )

    def _handle(self, event: Received | StreamEnded | TaskDone) -> None:
        if isinstance(event, TaskDone):
            self._handle_done(event)
        elif not self._connection.is_current(event.stream_number):
            return
        elif isinstance(event, StreamEnded):
            self._connection.lost(event.error)
            if self._connection.has_left:
                # They ended while the agent was disconnected.
                for agent_game in list(self._games.values()):
                    self._finish(agent_game, None)
        else:
            self._handle_response(event.response, event.at_seconds)

    def _handle_response(self, response: agent_pb2.PlayResponse, at_seconds: float) -> None:
        kind = response.WhichOneof("response")
        if kind == "batch":
            for single in response.batch.responses:
                self._handle_response(single, at_seconds)
        elif kind == "joined":
            self._joined(response.joined)
        elif kind == "game_start":
            self._start(response.game_start)
        elif kind == "turn":
            self._open_turn(response.turn, at_seconds)
        elif kind == "game_end":
            self._end(response.game_end)
        elif kind == "receipt":
            log_rejected_answer(response.receipt)

    def _joined(self, message: agent_pb2.ArenaJoined) -> None:
        is_resumed = self._connection.joined(message)
        self._confirm_until_seconds = time.monotonic() + CONFIRM_SECONDS
        for agent_game in list(self._games.values()):
            agent_game.is_confirmed = False
            if not is_resumed:
                self._finish(agent_game, None)

    def _drop_unconfirmed(self) -> None:
        """Finishes the games that ended while the agent was disconnected."""
        if not self._connection.is_joined or time.monotonic() < self._confirm_until_seconds:
            return
        self._confirm_until_seconds = math.inf
        for agent_game in list(self._games.values()):
            if not agent_game.is_confirmed:
                self._finish(agent_game, None)

    def _start(self, message: agent_pb2.GameStart) -> None:
        game = messages.game(message)
        known = self._games.get(game.game_id)
        if known is not None and known.is_continued_by(game):
            known.confirm(game)
            return
        if known is not None:
            self._finish(known, MISSED_ENDING)
        agent_game = AgentGame(game)
        self._games[game.game_id] = agent_game
        self._started_count += 1
        LOG.info("%s started: %s against %s", game.game_id, game.color.name, game.opponent)
        if self._agent.game_start is not None:
            function = functools.partial(self._agent.game_start, game)
            self._submit(agent_game, function)
        self._leave_at_limit()

    def _submit(
        self,
        agent_game: AgentGame,
        function: Callable[[], Any],
        *,
        is_turn: bool = False,
        is_end: bool = False,
    ) -> None:
        """Calls the agent for a game; an agent that chooses in batches from one thread only."""
        waits_for = agent_game if self._agent.choose_batch is None else self
        self._executor.submit(
            Task(waits_for, (agent_game,), function, is_turn=is_turn, is_end=is_end)
        )

    def _submit_batch(self) -> None:
        """Calls an agent that chooses in batches for the turns that wait."""
        if not self._batch or self._is_batch_running or self._agent.choose_batch is None:
            return
        games, turns = tuple(self._batch), list(self._batch.values())
        self._batch = {}
        self._is_batch_running = True
        function = functools.partial(chosen_batch, self._agent.choose_batch, turns)
        self._executor.submit(Task(self, games, function, is_turn=True))

    def _open_turn(self, message: agent_pb2.AgentTurn, received_at_seconds: float) -> None:
        agent_game = self._games.get(message.game_id)
        if agent_game is None:
            LOG.warning("%s: ignoring a turn of an unknown game", message.game_id)
        elif agent_game.asked_move_number == message.move_number:
            # The arena repeats the turn after a reconnect; the agent is not asked again.
            self._send_answer(agent_game)
        else:
            try:
                turn = agent_game.open_turn(message, received_at_seconds)
            except TengenError as error:
                # After a reconnect the arena sends all moves of the game.
                self._connection.lost(error)
                return
            if agent_game.is_given_up:
                self._choose(agent_game, Answer(RESIGN))
            elif self._agent.choose is None:
                self._batch[agent_game] = turn
            else:
                choose = functools.partial(chosen, self._agent.choose, turn)
                self._submit(agent_game, choose, is_turn=True)

    def _choose(self, agent_game: AgentGame, answer: Answer) -> None:
        agent_game.answer = answer
        self._send_answer(agent_game)

    def _send_answer(self, agent_game: AgentGame) -> None:
        move_number, answer = agent_game.asked_move_number, agent_game.answer
        if move_number is not None and answer is not None and not agent_game.game_over.is_set():
            game_id = agent_game.game.game_id
            self._connection.answer(messages.answer_message(game_id, move_number, answer))

    def _end(self, message: agent_pb2.GameEnd) -> None:
        agent_game = self._games.get(message.game_id)
        if agent_game is not None:
            self._finish(agent_game, messages.convert(message.ending, GameEnding))

    def _finish(self, agent_game: AgentGame, ending: GameEnding | None) -> None:
        """Removes a game and notifies the agent. If the ending is None, it is looked up."""
        del self._games[agent_game.game.game_id]
        self._batch.pop(agent_game, None)
        agent_game.game_over.set()
        function = functools.partial(self._report_end, agent_game, ending)
        self._submit(agent_game, function, is_end=True)

    def _report_end(self, agent_game: AgentGame, ending: GameEnding | None) -> None:
        agent_game.ending = self._look_up(agent_game.game) if ending is None else ending
        LOG.info("%s ended: %s", agent_game.game.game_id, agent_game.ending)
        if self._agent.game_end is not None:
            self._agent.game_end(agent_game.game, agent_game.ending)

    def _look_up(self, game: Game) -> GameEnding:
        try:
            return self._arena_client.game(game.game_id).game.ending or MISSED_ENDING
        except TengenError as error:
            LOG.warning("%s: cannot look up the result: %s", game.game_id, error)
            return MISSED_ENDING

    def _handle_done(self, done: TaskDone) -> None:
        task = done.task
        if task.is_turn and task.queue is self:
            self._is_batch_running = False
        for number, agent_game in enumerate(task.games):
            if done.error is not None:
                self._give_up(agent_game, done.error)
            elif task.is_turn and not agent_game.is_given_up:
                self._choose(agent_game, done.value[number])
            if task.is_end:
                self._tally = counted(self._tally, agent_game.game, agent_game.ending)
        self._executor.complete(done)

    def _give_up(self, agent_game: AgentGame, error: BaseException) -> None:
        if self._on_error is ErrorPolicy.RAISE or not isinstance(error, Exception):
            raise error
        LOG.error("%s: the agent raised an error", agent_game.game.game_id, exc_info=error)
        agent_game.is_given_up = True
        self._batch.pop(agent_game, None)
        self._executor.cancel(agent_game)
        if agent_game.asked_move_number is not None:
            self._choose(agent_game, Answer(RESIGN))


def chosen(choose: Callable[[Turn], Any], turn: Turn) -> list[Answer]:
    """Returns the answer that an agent chooses, as a list.

    Raises:
      TypeError: The agent returned something other than an integer or an `Answer`.
      InvalidArgumentError: A number is out of range.
    """
    return [messages.answer(choose(turn))]


def chosen_batch(choose_batch: Callable[[list[Turn]], Any], turns: list[Turn]) -> list[Answer]:
    """Returns the answers that an agent chooses for turns of different games.

    Raises:
      TypeError: The agent returned something other than a sequence of integers and of `Answer`.
      InvalidArgumentError: There are more or fewer answers than turns, or a number is out of range.
    """
    answers = [messages.answer(value) for value in choose_batch(turns)]
    if len(answers) != len(turns):
        raise arguments.invalid_value(
            "choose_batch",
            f"{len(answers)} actions",
            f"is not an action for each of {len(turns)} turns",
        )
    return answers


def log_rejected_answer(receipt: agent_pb2.AnswerReceipt) -> None:
    """Logs an answer that the arena did not accept."""
    if receipt.outcome != agent_pb2.ANSWER_OUTCOME_ACCEPTED:
        outcome = enum_member(AnswerOutcome, agent_pb2.AnswerOutcome.DESCRIPTOR, receipt.outcome)
        LOG.warning(
            "%s: answer for move %d not accepted: %s", receipt.game_id, receipt.move_number, outcome
        )


def counted(tally: Tally, game: Game, ending: GameEnding | None) -> Tally:
    """Returns a tally that includes a game. A game with an unknown ending is not counted."""
    if ending is None or ending == MISSED_ENDING:
        return tally
    is_won, is_decided = ending.winner is game.color, ending.winner is not None
    return replace(
        tally,
        game_count=tally.game_count + 1,
        win_count=tally.win_count + is_won,
        loss_count=tally.loss_count + (is_decided and not is_won),
        draw_count=tally.draw_count + (not is_decided and not ending.is_void),
        void_count=tally.void_count + ending.is_void,
    )
