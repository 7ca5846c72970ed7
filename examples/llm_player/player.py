"""A model at the table."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from llm_player.answers import UnreadableError, read_answer
from llm_player.models import Model, ModelError, ask
from llm_player.prompt import write_prompt
from tengen import RESIGN, IllegalActionError, IllegalReason

if TYPE_CHECKING:
    from llm_player.table import Table

WHEN_STUCK = ("resign", "pass", "random")
"""What may be played for a model that has used up its attempts."""

REASONS = {
    IllegalReason.OCCUPIED: "a stone stands on {point}",
    IllegalReason.SUICIDE: "a stone on {point} would leave its own chain without a liberty",
    IllegalReason.REPETITION: "{point} would make a board again that stood {when}",
    IllegalReason.AGREEMENT: "{point} cannot be played: play has ended, and only the pass is open",
}


@dataclass(frozen=True)
class Exchange:
    """A prompt, and what came of it.

    Attributes:
      prompt: What the model was asked.
      answer: What it answered. None: nothing, because it failed.
      refusal: Why that was not played. None: it was.
    """

    prompt: str
    answer: str | None
    refusal: str | None


@dataclass(frozen=True)
class Turn:
    """How a move came about.

    Attributes:
      move_number: Moves before it.
      move: What was played, by name.
      exchanges: What was said, in order. The last is without a refusal unless the model was stuck.
    """

    move_number: int
    move: str
    exchanges: tuple[Exchange, ...]

    @property
    def is_stuck(self) -> bool:
        """Whether the model has used up its attempts, and the move is not its own."""
        return self.exchanges[-1].refusal is not None


class LanguagePlayer:
    """Asks a model for moves, and tells it why an answer does not count.

    Args:
      model: The model.
      attempt_count: Answers it may give for one move, at least 1.
      timeout_seconds: How long each may take, above 0. None: for ever.
      form: How prompts show the position; see `write_prompt`.
      when_stuck: What is played when the attempts are used up, one of `WHEN_STUCK`.
      seed: Of the moves that are drawn when it is stuck.

    Raises:
      ValueError: An argument is out of range.
    """

    def __init__(
        self,
        model: Model,
        *,
        attempt_count: int = 3,
        timeout_seconds: float | None = 60.0,
        form: str = "both",
        when_stuck: str = "resign",
        seed: int = 0,
    ) -> None:
        if attempt_count < 1:
            raise ValueError(f"attempt_count {attempt_count} is below 1")
        if timeout_seconds is not None and not timeout_seconds > 0:
            raise ValueError(f"timeout_seconds {timeout_seconds} is not above 0")
        if when_stuck not in WHEN_STUCK:
            raise ValueError(f"when_stuck {when_stuck!r} is not one of {', '.join(WHEN_STUCK)}")
        self._model = model
        self._attempt_count = attempt_count
        self._timeout_seconds = timeout_seconds
        self._form = form
        self._when_stuck = when_stuck
        self._random = random.Random(seed)

    def take_turn(self, table: Table) -> Turn:
        """Plays one move at the table, and returns how it came about."""
        move_number = len(table.moves)
        position = table.position()
        exchanges: list[Exchange] = []
        for _ in range(self._attempt_count):
            refusals = [(said.answer, said.refusal or "") for said in exchanges]
            prompt = write_prompt(position, refusals, form=self._form)
            answer: str | None = None
            try:
                answer = ask(self._model, prompt, self._timeout_seconds)
                action = read_answer(answer, table.session.width, table.session.height)
                table.play(action)
            except (ModelError, UnreadableError) as error:
                exchanges.append(Exchange(prompt, answer, str(error)))
            except IllegalActionError as error:
                reason = illegality(error, table.name(action))
                exchanges.append(Exchange(prompt, answer, reason))
            else:
                exchanges.append(Exchange(prompt, answer, None))
                return Turn(move_number, table.name(action), tuple(exchanges))
        action = self._action_when_stuck(table)
        table.play(action)
        return Turn(move_number, table.name(action), tuple(exchanges))

    def _action_when_stuck(self, table: Table) -> int:
        if self._when_stuck == "resign":
            return RESIGN
        if self._when_stuck == "pass":
            return table.session.pass_action
        legal = np.flatnonzero(table.session.legal_actions().action_mask)
        return int(self._random.choice(legal.tolist()))


def illegality(error: IllegalActionError, point: str) -> str:
    """Returns in words why an action is illegal."""
    move = error.repeats_move
    when = "at the start" if move == 0 else "before" if move is None else f"after move {move}"
    return REASONS[error.illegal_reason].format(point=point, when=when)
