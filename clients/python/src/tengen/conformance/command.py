"""The adapter of an environment that another program plays in."""

from __future__ import annotations

import json
import shlex
import subprocess
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.conformance.adapters import EnvironmentAdapter, Timestep

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.enums import Color


class CommandError(Exception):
    """The program ended, or its environment failed."""


class CommandAdapter(EnvironmentAdapter):
    """The adapter of a program that plays in an environment.

    The program can use any language or virtual environment. It reads requests from standard input
    and answers on standard output; each is a line with a JSON object. Its only argument is a JSON
    object, the arguments of the environment. Its first line describes the environment, with `name`
    and `action_count`. The requests are `{"reset": SEED}`, which starts an episode, and
    `{"step": ACTION}`. Both are answered with a timestep, an object of:

    - `mask`: which actions are allowed, as a string of 0 and 1. null: there is no mask.
    - `planes`, `shape`: the observation of the player to move, as a string of 0 and 1 in C order,
      and its shape. null: it has no planes.
    - `rewards`: the rewards of the last call for Black and White.
    - `terminated`, `truncated`: whether the rules or a limit ended the episode.

    `{"error": TEXT}` reports an error of the environment. Other keys are ignored.

    Args:
      command: The program and its arguments, separated as in a shell.
      arguments: The arguments of the environment.

    Raises:
      CommandError: The program does not describe an environment.
      OSError: The program cannot be started.
    """

    def __init__(self, command: str, arguments: dict[str, Any] | None = None) -> None:
        self.arguments = arguments or {}
        self._command = command
        self._process = subprocess.Popen(
            [*shlex.split(command), json.dumps(self.arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            description = self._read()
            self.name = str(description["name"])
            self.action_count = int(description["action_count"])
        except (CommandError, KeyError):
            self.close()
            raise

    def request(self, value: dict[str, Any]) -> dict[str, Any]:
        """Sends a request and returns the answer.

        Raises:
          CommandError: The program ended, or its environment failed.
        """
        (answer,) = self.requests([value])
        if "error" in answer:
            raise CommandError(f"{self.name}: {answer['error']}")
        return answer

    def requests(self, values: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Sends several requests at once and returns the answers. Errors are answers here.

        Together, the requests must fit into a pipe: some hundred of them do.

        Raises:
          CommandError: The program ended.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(json.dumps(value) + "\n" for value in values))
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise CommandError(f"{self._command} has ended") from error
        return [self._read() for _ in values]

    def reset(self, seed: int) -> Timestep:
        """Starts an episode."""
        return self._timestep(self.request({"reset": seed}), ())

    def step(self, action: int, mover: Color) -> Timestep:  # noqa: ARG002 - the program knows it.
        """Plays an action."""
        return self._timestep(self.request({"step": action}), (action,))

    def close(self) -> None:
        """Ends the program."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._process.terminate()
        self._process.wait()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise CommandError(f"{self._command} has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _timestep(self, answer: dict[str, Any], actions: tuple[int, ...]) -> Timestep:
        mask = answer["mask"]
        planes = answer["planes"]
        black, white = answer["rewards"]
        return Timestep(
            None if planes is None else bits(planes).reshape(answer["shape"]),
            None if mask is None else bits(mask),
            (float(black), float(white)),
            bool(answer["terminated"]),
            bool(answer["truncated"]),
            actions,
        )


def bits(text: str) -> NDArray[np.bool_]:
    """Returns a string of 0 and 1 as bools."""
    values = np.frombuffer(text.encode(), np.uint8) - ord("0")
    return values.astype(np.bool_)
