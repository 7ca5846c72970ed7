"""A command as a model: it reads the prompt from its input and prints the answer."""

from __future__ import annotations

import subprocess
import tempfile
import threading
from typing import TYPE_CHECKING

from llm_player.answers import LONGEST_ANSWER

if TYPE_CHECKING:
    from collections.abc import Sequence


class CommandModel:
    """A command that is run for each prompt. What it prints as errors is not looked at.

    Args:
      words: The command and its arguments.
      timeout_seconds: How long it may run before it is killed.
    """

    def __init__(self, words: Sequence[str], timeout_seconds: float) -> None:
        self._words = list(words)
        self._timeout_seconds = timeout_seconds

    def __call__(self, prompt: str) -> str:
        """Returns what the command prints, cut off behind the longest answer that anybody reads.

        Raises:
          OSError: The command cannot be run.
          RuntimeError: It fails, or is killed for taking too long.
        """
        # A file and no pipe: a command that does not read its input must not stop this.
        with tempfile.TemporaryFile() as question:
            question.write(prompt.encode())
            question.seek(0)
            process = subprocess.Popen(
                self._words, stdin=question, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        timer = threading.Timer(self._timeout_seconds, process.kill)
        timer.start()
        try:
            answer = self._read(process)
        finally:
            timer.cancel()
            process.kill()
            process.wait()
        return answer

    def _read(self, process: subprocess.Popen[bytes]) -> str:
        assert process.stdout is not None
        with process.stdout as output:
            data = output.read(LONGEST_ANSWER + 1)
        if len(data) <= LONGEST_ANSWER and process.wait() != 0:
            raise RuntimeError(f"{self._words[0]} ended with {process.returncode}")
        return data.decode(errors="replace")
