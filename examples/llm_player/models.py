"""Models: callables that answer a prompt with text."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Callable
from typing import TypeAlias

Model: TypeAlias = Callable[[str], object]
"""A callable that takes a prompt and returns the answer as text. It may raise any exception."""

# Control characters, which a terminal might interpret as commands, and lone surrogates.
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


LONGEST_MESSAGE = 500
"""The maximum number of characters of an exception's message that are reported."""


class ModelError(Exception):
    """A model returned no answer. The message explains why."""


def ask(model: Model, prompt: str, timeout_seconds: float | None) -> str:
    """Returns the answer of a model, with each control character replaced by a space.

    After the timeout, the call continues in a daemon thread, and its result is discarded.

    Args:
      model: The model.
      prompt: The prompt.
      timeout_seconds: The timeout, above 0. None: no timeout; the model is called in the caller's
        thread.

    Raises:
      ModelError: The model raised an exception, exceeded the timeout, or did not return text.
    """
    answers: list[object] = []
    errors: list[BaseException] = []

    def call() -> None:
        try:
            answers.append(model(prompt))
        except (Exception, SystemExit) as error:
            errors.append(error)

    if timeout_seconds is None:
        call()
    else:
        thread = threading.Thread(target=call, name="model", daemon=True)
        thread.start()
        thread.join(timeout_seconds)
    if answers:
        return checked(answers[0])
    if errors:
        message = CONTROL.sub(" ", str(errors[0]))[:LONGEST_MESSAGE] or "no message"
        raise ModelError(f"{type(errors[0]).__name__}: {message}") from errors[0]
    raise ModelError(f"it took longer than {timeout_seconds:g} seconds")


def checked(answer: object) -> str:
    """Returns an answer without control characters, except for line breaks.

    Raises:
      ModelError: The answer is not text.
    """
    if not isinstance(answer, str):
        raise ModelError(f"it returned {type(answer).__name__}, not text")
    return CONTROL.sub(" ", answer)


def human(prompt: str) -> str:
    """Returns a line from standard input. The end of the input resigns."""
    print(prompt)
    try:
        return input("> ")
    except EOFError:
        return "resign"


class RandomModel:
    """A fake model that answers with random legal moves and sometimes with nonsense.

    It demonstrates the example without a real model.

    Args:
      seed: The seed of its random numbers.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def __call__(self, prompt: str) -> str:
        """Returns an answer to a prompt.

        Raises:
          ValueError: The prompt does not list the legal moves.
        """
        listed = re.search(r"^Legal moves: (.+)$", prompt, re.MULTILINE)
        if listed is None:
            raise ValueError("the prompt does not list the legal moves")
        move = self._random.choice(listed[1].split())
        good = [f"This looks good to me.\nMOVE: {move}", f"I play **{move.lower()}**.", move]
        odd = ["", "What a fine position!", "MOVE: Z99"]
        answer: str = self._random.choice(good * 4 + odd)
        return answer
