"""Converts messages between the arena and an agent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tengen import _arguments as arguments
from tengen import _responses as responses
from tengen import enums, spec
from tengen._messages import MessageConverter
from tengen.arena import agent, games, ladder, standings, tournaments
from tengen.arena import enums as arena_enums
from tengen.arena.agent import Answer, ClockTime, Game, Turn
from tengen.v1 import agent_pb2

if TYPE_CHECKING:
    import threading

convert = MessageConverter(
    *(enums, spec, arena_enums, agent, games, ladder, standings, tournaments)
).convert

MAX_SCORE_LEAD = 10_000.0
"""The largest score lead that the arena accepts, of either sign."""


def game(message: agent_pb2.GameStart) -> Game:
    """Returns the game of a message."""
    return convert(message, Game, setup=responses.setup(message.setup))


def turn(
    message: agent_pb2.AgentTurn,
    game: Game,
    actions: tuple[int, ...],
    received_at_seconds: float,
    game_over: threading.Event,
) -> Turn[Any]:
    """Returns the turn of a message.

    Args:
      message: The message.
      game: The game of the turn.
      actions: All moves before the turn.
      received_at_seconds: The time of receipt by `time.monotonic`.
      game_over: The event that is set when the game has ended.
    """
    mask = responses.bits(message.action_mask, game.width * game.height + 1)
    return Turn(
        game=game,
        move_number=message.move_number,
        actions=actions,
        action_mask=mask.view(bool),
        observation=responses.observation(message.observations),
        globals=responses.globals_by_encoding(message.observations),
        allowed_seconds=(message.allowed_ms / 1000 if message.HasField("allowed_ms") else None),
        time_left=clock_time(message.left) if message.HasField("left") else None,
        opponent_time_left=(
            clock_time(message.opponent_left) if message.HasField("opponent_left") else None
        ),
        state_hash=message.state_hash,
        received_at_seconds=received_at_seconds,
        game_over=game_over,
    )


def answer(value: Any) -> Answer:
    """Returns what an agent returned for a turn as an answer with plain numbers.

    Raises:
      TypeError: The action is not an integer, or an estimate is not a number.
      InvalidArgumentError: The action does not fit into 32 bits, or an estimate is out of range.
    """
    given = value if isinstance(value, Answer) else Answer(value)
    return Answer(
        arguments.integer("action", given.action, arguments.INT32),
        estimate("win_probability", given.win_probability, 0.0, 1.0),
        estimate("score_lead", given.score_lead, -MAX_SCORE_LEAD, MAX_SCORE_LEAD),
    )


def estimate(name: str, value: Any, smallest: float, largest: float) -> float | None:
    """Returns a number that an agent estimated. None: it is unknown."""
    if value is None:
        return None
    number = arguments.real(name, value)
    if not smallest <= number <= largest:
        raise arguments.invalid_value(name, number, f"is outside [{smallest:g}, {largest:g}]")
    return number


def answer_message(game_id: str, move_number: int, answer: Answer) -> agent_pb2.TurnAnswer:
    """Returns the message for an answer that `answer` has checked."""
    return agent_pb2.TurnAnswer(
        game_id=game_id,
        move_number=move_number,
        action=int(answer.action),
        win_probability=answer.win_probability,
        score_lead=answer.score_lead,
    )


def clock_time(message: agent_pb2.ClockTime) -> ClockTime:
    """Returns the remaining time of a clock."""
    return ClockTime(message.time_ms / 1000, message.period_count)
