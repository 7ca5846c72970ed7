"""Games of an agent, from what the arena says to what it answers."""

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
from tengen import _responses as responses
from tengen.arena import _agent_messages as messages
from tengen.arena._hand import Hand
from tengen.arena._stream import Received, StreamEnded
from tengen.arena._workers import Task, TaskDone
from tengen.arena.enums import AnswerOutcome, ErrorPolicy, GameVerdict
from tengen.arena.games import GameEnding
from tengen.enums import RESIGN
from tengen.errors import TengenError
from tengen.v1 import agent_pb2

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from tengen.arena._connection import Connection
    from tengen.arena._workers import Workers
    from tengen.arena.agent import Game, Turn
    from tengen.arena.client import Arena

LOG = logging.getLogger("tengen.arena")

POLL_SECONDS = 0.1
"""How often to look whether the stop event is set, and whether it is time to connect again."""

CONFIRM_SECONDS = 5.0
"""How long to wait, after coming back, for the arena to name a game that is still played."""

MISSED_ENDING = GameEnding(
    GameVerdict.UNKNOWN,
    culprit=None,
    winner=None,
    result="?",
    message="it was over when the agent came back, or is played anew",
)


@dataclass(frozen=True)
class Tally:
    """What came of the games that an agent has played.

    Attributes:
      game_count: Games whose end it was told.
      win_count: Games that it won.
      loss_count: Games that it lost.
      draw_count: Draws.
      void_count: Games that count for nothing.
    """

    game_count: int = 0
    win_count: int = 0
    loss_count: int = 0
    draw_count: int = 0
    void_count: int = 0


@dataclass(frozen=True)
class Callbacks:
    """What to call for what happens.

    Attributes:
      choose: Is asked for an action.
      game_start: Is told that a game begins. None: nobody is.
      game_end: Is told that a game has ended. None: nobody is.
    """

    choose: Callable[..., Any]
    game_start: Callable[..., Any] | None
    game_end: Callable[..., Any] | None


class Serving:
    """Plays games. One thread decides; others receive, and ask the agent.

    Args:
      agent: What to ask, and to tell.
      connection: The connection to the arena, not opened yet.
      workers: The threads to ask in.
      events: What happens: `Received`, `StreamEnded`, `TaskDone`.
      on_error: What to do where the agent raises.
      records: Where to look how games ended that were over when the agent came back.
    """

    def __init__(
        self,
        agent: Callbacks,
        connection: Connection,
        workers: Workers,
        events: queue.SimpleQueue[Any],
        *,
        on_error: ErrorPolicy,
        records: Arena,
    ) -> None:
        self._agent = agent
        self._connection = connection
        self._workers = workers
        self._events = events
        self._on_error = on_error
        self._records = records
        self._hands: dict[str, Hand] = {}
        self._tally = Tally()
        self._confirm_until_seconds = math.inf

    def run(self, limit: int | None, stop: threading.Event | None) -> Tally:
        """Plays until told to stop, and returns what came of the games."""
        try:
            self._connection.open()
            while not self._is_over(limit, stop):
                with contextlib.suppress(queue.Empty):
                    self._handle(self._events.get(timeout=POLL_SECONDS))
                self._connection.open_if_due()
                self._drop_unconfirmed()
        except KeyboardInterrupt:
            LOG.info("interrupted")
        finally:
            for hand in self._hands.values():
                hand.game_over.set()
            self._connection.close()
            self._workers.close()
        return self._tally

    def _is_over(self, limit: int | None, stop: threading.Event | None) -> bool:
        is_done = limit is not None and self._tally.game_count >= limit
        is_stopped = stop is not None and stop.is_set()
        return is_done or is_stopped or self._connection.is_ended

    def _handle(self, event: Received | StreamEnded | TaskDone) -> None:
        if isinstance(event, TaskDone):
            self._handle_done(event)
        elif not self._connection.is_current(event.stream_number):
            return
        elif isinstance(event, StreamEnded):
            self._connection.lost(event.error)
        else:
            self._handle_response(event)

    def _handle_response(self, event: Received) -> None:
        response = event.response
        kind = response.WhichOneof("response")
        if kind == "joined":
            self._joined(response.joined)
        elif kind == "game_start":
            self._start(response.game_start)
        elif kind == "turn":
            self._open_turn(response.turn, event.at_seconds)
        elif kind == "game_end":
            self._end(response.game_end)
        elif kind == "receipt":
            note_receipt(response.receipt)

    def _joined(self, message: agent_pb2.ArenaJoined) -> None:
        is_back = self._connection.joined(message)
        self._confirm_until_seconds = time.monotonic() + CONFIRM_SECONDS
        for hand in list(self._hands.values()):
            hand.is_confirmed = False
            if not is_back:
                self._finish(hand, None)

    def _drop_unconfirmed(self) -> None:
        """Ends the games that were over when the agent came back, without its being told."""
        if not self._connection.is_joined or time.monotonic() < self._confirm_until_seconds:
            return
        self._confirm_until_seconds = math.inf
        for hand in list(self._hands.values()):
            if not hand.is_confirmed:
                self._finish(hand, None)

    def _start(self, message: agent_pb2.GameStart) -> None:
        game = messages.game(message)
        known = self._hands.get(game.game_id)
        if known is not None and known.goes_on_as(game):
            known.confirm(game)
            return
        if known is not None:
            self._finish(known, MISSED_ENDING)
        hand = Hand(game)
        self._hands[game.game_id] = hand
        LOG.info("%s begins, %s against %s", game.game_id, game.color.name, game.opponent)
        if self._agent.game_start is not None:
            self._workers.submit(hand, Task(functools.partial(self._agent.game_start, game)))

    def _open_turn(self, message: agent_pb2.AgentTurn, received_at_seconds: float) -> None:
        hand = self._hands.get(message.game_id)
        if hand is None:
            LOG.warning("%s: a turn of a game that has not begun", message.game_id)
        elif hand.asked_move_number == message.move_number:
            # The agent has come back, and the arena waits for the same answer still.
            self._send_answer(hand)
        else:
            try:
                turn = hand.open_turn(message, received_at_seconds)
            except TengenError as error:
                # Whoever comes back is told of all moves.
                self._connection.lost(error)
                return
            if hand.is_given_up:
                self._choose(hand, RESIGN)
            else:
                choose = functools.partial(chosen, self._agent.choose, turn)
                self._workers.submit(hand, Task(choose, move_number=turn.move_number))

    def _choose(self, hand: Hand, action: int) -> None:
        hand.answer = action
        self._send_answer(hand)

    def _send_answer(self, hand: Hand) -> None:
        move_number, action = hand.asked_move_number, hand.answer
        if move_number is not None and action is not None and not hand.game_over.is_set():
            self._connection.answer(hand.game.game_id, move_number, action)

    def _end(self, message: agent_pb2.GameEnd) -> None:
        hand = self._hands.get(message.game_id)
        if hand is not None:
            self._finish(hand, messages.ending(message.ending))

    def _finish(self, hand: Hand, ending: GameEnding | None) -> None:
        """Lets go of a game. Without an ending, it is looked up."""
        del self._hands[hand.game.game_id]
        hand.game_over.set()
        function = functools.partial(self._tell_end, hand, ending)
        self._workers.submit(hand, Task(function, is_end=True))

    def _tell_end(self, hand: Hand, ending: GameEnding | None) -> None:
        hand.ending = self._look_up(hand.game) if ending is None else ending
        LOG.info("%s ends: %s", hand.game.game_id, hand.ending)
        if self._agent.game_end is not None:
            self._agent.game_end(hand.game, hand.ending)

    def _look_up(self, game: Game) -> GameEnding:
        try:
            return self._records.game(game.game_id).game.ending or MISSED_ENDING
        except TengenError:
            return MISSED_ENDING

    def _handle_done(self, done: TaskDone) -> None:
        hand, task = done.hand, done.task
        if done.error is not None:
            self._give_up(hand, done.error)
        elif task.move_number is not None:
            self._choose(hand, done.value)
        if task.is_end:
            self._tally = counted(self._tally, hand.game, hand.ending)
        self._workers.done(hand)

    def _give_up(self, hand: Hand, error: BaseException) -> None:
        if self._on_error is ErrorPolicy.RAISE or not isinstance(error, Exception):
            raise error
        LOG.error("%s: the agent has failed", hand.game.game_id, exc_info=error)
        hand.give_up()
        if hand.asked_move_number is not None:
            self._choose(hand, RESIGN)


def chosen(choose: Callable[[Turn], Any], turn: Turn) -> int:
    """Returns the action of an agent, or raises TypeError or InvalidArgumentError for no action."""
    return arguments.integer("action", choose(turn), arguments.INT32)


def note_receipt(receipt: agent_pb2.AnswerReceipt) -> None:
    """Logs an answer that has come to nothing."""
    if receipt.outcome != agent_pb2.ANSWER_OUTCOME_ACCEPTED:
        outcome = responses.known_word(AnswerOutcome, agent_pb2.AnswerOutcome, receipt.outcome)
        LOG.warning("%s: the answer for move %d: %s", receipt.game_id, receipt.move_number, outcome)


def counted(tally: Tally, game: Game, ending: GameEnding | None) -> Tally:
    """Returns a tally with one game more, unless nobody knows its end."""
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
