"""A command as a model: it reads the prompt from standard input and prints the answer."""

from __future__ import annotations

import subprocess
import tempfile
import threading
from typing import TYPE_CHECKING

from llm_player.answers import LONGEST_ANSWER

if TYPE_CHECKING:
    from collections.abc import Sequence


class CommandModel:
    """A command that is run for each prompt. Its standard error is discarded.

    Args:
      words: The command and its arguments.
      timeout_seconds: The time after which the command is killed.
    """

    def __init__(self, words: Sequence[str], timeout_seconds: float) -> None:
        self._words = list(words)
        self._timeout_seconds = timeout_seconds

    def __call__(self, prompt: str) -> str:
        """Returns the output of the command, truncated just above the maximum length of an answer.

        Raises:
          OSError: The command cannot be run.
          RuntimeError: The command failed, or was killed after the timeout.
        """
        # A file instead of a pipe, because a command that does not read its input would block.
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
            raise RuntimeError(f"{self._words[0]} exited with code {process.returncode}")
        return data.decode(errors="replace")
