"""What answers the prompts: an endpoint, a command, or any other callable."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_ANSWER = 100_000
"""The maximum number of characters of an answer that count. The rest is cut off."""


@dataclass(frozen=True)
class Answer:
    """An answer of a model.

    Attributes:
      text: The text.
      input_tokens: The tokens of the prompt, as the model counts them; None if it does not say.
      output_tokens: The tokens of the answer, in the same way.
    """

    text: str
    input_tokens: int | None = None
    output_tokens: int | None = None


Model: TypeAlias = Callable[[str], Answer]
"""Takes a prompt and returns the answer. It raises `ModelError` if there is none."""


class ModelError(Exception):
    """A model gave no answer at all. A wrong answer is no error."""


class EndpointModel:
    """A model behind an endpoint that speaks OpenAI's chat completions. Needs the extra `llm`.

    Args:
      name: The name of the model at the endpoint.
      base_url: The address, such as "http://127.0.0.1:8000/v1"; None: that of the package `openai`.
      api_key: The key.
      timeout_seconds: How long a request may take. It is sent again twice if it fails.
      parameters: Further parameters of each request, such as `temperature`.
    """

    def __init__(
        self,
        name: str,
        *,
        base_url: str | None = None,
        api_key: str = "none",
        timeout_seconds: float = 120.0,
        parameters: dict[str, Any] | None = None,
    ) -> None:
        import openai  # noqa: PLC0415 - an extra, which only this class needs.

        self._name = name
        self._parameters = parameters or {}
        self._error = openai.OpenAIError
        self._client = openai.OpenAI(base_url=base_url, api_key=api_key, timeout=timeout_seconds)

    def __call__(self, prompt: str) -> Answer:
        """Returns the answer to a prompt.

        Raises:
          ModelError: The endpoint did not answer, or not with a chat completion.
        """
        try:
            response = self._client.chat.completions.create(
                model=self._name,
                messages=[{"role": "user", "content": prompt}],
                **self._parameters,
            )
            text = response.choices[0].message.content or ""
        except self._error as error:
            raise ModelError(f"the endpoint failed: {error}") from error
        except (AttributeError, IndexError, TypeError, ValueError) as error:
            raise ModelError(f"the endpoint sent no chat completion: {error}") from error
        usage = response.usage
        if usage is None:
            return Answer(text[:LONGEST_ANSWER])
        return Answer(text[:LONGEST_ANSWER], usage.prompt_tokens, usage.completion_tokens)

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()


class CommandModel:
    """A command that runs all the time. It reads one request a line and writes one answer a line.

    A request is `{"id": 1, "prompt": TEXT}`, and its answer `{"text": TEXT}`, optionally with
    `input_tokens` and `output_tokens`. Standard error is that of this process. Not thread-safe.

    Args:
      words: The command and its arguments.
      timeout_seconds: How long an answer may take.

    Raises:
      OSError: The command cannot be started.
    """

    def __init__(self, words: Sequence[str], *, timeout_seconds: float = 120.0) -> None:
        self._timeout_seconds = timeout_seconds
        self._count = 0
        self._process = subprocess.Popen(
            list(words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, name="command", daemon=True).start()

    def __call__(self, prompt: str) -> Answer:
        """Returns the answer to a prompt.

        Raises:
          ModelError: The command has ended, took too long, or wrote something else.
        """
        assert self._process.stdin is not None
        self._count += 1
        try:
            self._process.stdin.write(json.dumps({"id": self._count, "prompt": prompt}) + "\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=self._timeout_seconds)
        except OSError as error:
            raise ModelError(f"the command has ended: {error}") from error
        except queue.Empty:
            self.close()
            raise ModelError(
                f"the command took longer than {self._timeout_seconds:g} seconds"
            ) from None
        if not line:
            raise ModelError("the command has ended")
        return _parsed(line)

    def close(self) -> None:
        """Ends the command. This method is idempotent."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        # What was not written when the command ended.
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as output:
            for line in output:
                self._lines.put(line)
        self._lines.put("")


def _parsed(line: str) -> Answer:
    """Returns the answer in a line of a command."""
    try:
        body = json.loads(line)
        text, tokens = body["text"], (body.get("input_tokens"), body.get("output_tokens"))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(f"the command wrote no answer: {line[:200]!r}") from error
    if not isinstance(text, str) or not all(n is None or isinstance(n, int) for n in tokens):
        raise ModelError(f"the command wrote an answer of the wrong types: {line[:200]!r}")
    return Answer(text[:LONGEST_ANSWER], *tokens)
