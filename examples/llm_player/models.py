"""Models: whatever answers a prompt with text."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Callable
from typing import TypeAlias

Model: TypeAlias = Callable[[str], object]
"""Takes a prompt and returns the answer, a text. It may fail at that in any way."""

# What does not belong in a text, and what a terminal may take for a command.
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


LONGEST_MESSAGE = 500
"""Characters of an exception's message that are told."""


class ModelError(Exception):
    """A model gave no answer. The message says why."""


def ask(model: Model, prompt: str, timeout_seconds: float | None) -> str:
    """Returns what a model answers, with a blank in place of each control character.

    A call that takes too long is left to itself, in a thread that does not keep the process alive,
    and what it returns later is dropped.

    Args:
      model: The model.
      prompt: What it is asked.
      timeout_seconds: How long it may take, above 0. None: for ever, in the caller's thread.

    Raises:
      ModelError: The model raised an exception, took too long, or did not return a text.
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
    """Returns an answer that is a text, without control characters but line ends."""
    if not isinstance(answer, str):
        raise ModelError(f"it returned {type(answer).__name__}, not text")
    return CONTROL.sub(" ", answer)


def human(prompt: str) -> str:
    """Answers as whoever sits at the keyboard; the end of the input resigns."""
    print(prompt)
    try:
        return input("> ")
    except EOFError:
        return "resign"


class StandIn:
    """Answers by chance as a model might: with a legal move, and now and then with nonsense.

    It is there to see the example at work where no model is at hand.

    Args:
      seed: Of its chance.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def __call__(self, prompt: str) -> str:
        """Returns an answer to a prompt that lists the legal moves."""
        listed = re.search(r"^Legal moves: (.+)$", prompt, re.MULTILINE)
        if listed is None:
            raise ValueError("the prompt lists no legal moves")
        move = self._random.choice(listed[1].split())
        good = [f"This looks good to me.\nMOVE: {move}", f"I play **{move.lower()}**.", move]
        odd = ["", "What a fine position!", "MOVE: Z99"]
        answer: str = self._random.choice(good * 4 + odd)
        return answer
