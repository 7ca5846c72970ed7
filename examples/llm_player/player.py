"""A player that asks a language model for its moves."""

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
    from llm_player.game import Game

FALLBACKS = ("resign", "pass", "random")
"""The moves to choose from for a model that has used all its attempts."""

REASONS = {
    IllegalReason.OCCUPIED: "{point} is occupied",
    IllegalReason.SUICIDE: "a stone on {point} would leave its own chain without a liberty",
    IllegalReason.REPETITION: "{point} would repeat the board {when}",
    IllegalReason.AGREEMENT: "{point} cannot be played: play has ended, and only the pass is legal",
}


@dataclass(frozen=True)
class Exchange:
    """A prompt and its answer.

    Attributes:
      prompt: The prompt.
      answer: The answer of the model. None: the model failed.
      refusal: Why the answer was rejected. None: it was played.
    """

    prompt: str
    answer: str | None
    refusal: str | None


@dataclass(frozen=True)
class Turn:
    """A turn of the model: the prompts, the answers, and the move.

    Attributes:
      move_number: The number of moves before the turn.
      move: The name of the move that was played.
      exchanges: The prompts and answers in order. The last answer was played, unless the move is
        the fallback.
    """

    move_number: int
    move: str
    exchanges: tuple[Exchange, ...]

    @property
    def is_fallback(self) -> bool:
        """Whether the model has used all its attempts, so that the fallback was played."""
        return self.exchanges[-1].refusal is not None


class LanguagePlayer:
    """Asks a model for moves, and explains to it why an answer is rejected.

    Args:
      model: The model.
      attempt_count: The maximum number of answers for one move, at least 1.
      timeout_seconds: The timeout of each answer, above 0. None: no timeout.
      form: How prompts show the position; see `write_prompt`.
      fallback: What to play after the last attempt, one of `FALLBACKS`.
      seed: The seed of random fallback moves.

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
        fallback: str = "resign",
        seed: int = 0,
    ) -> None:
        if attempt_count < 1:
            raise ValueError(f"attempt_count {attempt_count} is below 1")
        if timeout_seconds is not None and not timeout_seconds > 0:
            raise ValueError(f"timeout_seconds {timeout_seconds} is not above 0")
        if fallback not in FALLBACKS:
            raise ValueError(f"fallback {fallback!r} is not one of {', '.join(FALLBACKS)}")
        self._model = model
        self._attempt_count = attempt_count
        self._timeout_seconds = timeout_seconds
        self._form = form
        self._when_stuck = fallback
        self._random = random.Random(seed)

    def take_turn(self, game: Game) -> Turn:
        """Plays one move in the game, and returns the turn."""
        move_number = len(game.moves)
        position = game.position()
        exchanges: list[Exchange] = []
        for _ in range(self._attempt_count):
            refusals = [(said.answer, said.refusal or "") for said in exchanges]
            prompt = write_prompt(position, refusals, form=self._form)
            answer: str | None = None
            try:
                answer = ask(self._model, prompt, self._timeout_seconds)
                action = read_answer(answer, game.session.width, game.session.height)
                game.play(action)
            except (ModelError, UnreadableError) as error:
                exchanges.append(Exchange(prompt, answer, str(error)))
            except IllegalActionError as error:
                reason = illegality(error, game.name(action))
                exchanges.append(Exchange(prompt, answer, reason))
            else:
                exchanges.append(Exchange(prompt, answer, None))
                return Turn(move_number, game.name(action), tuple(exchanges))
        action = self._fallback_action(game)
        game.play(action)
        return Turn(move_number, game.name(action), tuple(exchanges))

    def _fallback_action(self, game: Game) -> int:
        if self._when_stuck == "resign":
            return RESIGN
        if self._when_stuck == "pass":
            return game.session.pass_action
        legal = np.flatnonzero(game.session.legal_actions().action_mask)
        return int(self._random.choice(legal.tolist()))


def illegality(error: IllegalActionError, point: str) -> str:
    """Returns a description of why an action is illegal."""
    move = error.repeats_move
    when = (
        "at the start"
        if move == 0
        else "of an earlier move"
        if move is None
        else f"after move {move}"
    )
    return REASONS[error.illegal_reason].format(point=point, when=when)
