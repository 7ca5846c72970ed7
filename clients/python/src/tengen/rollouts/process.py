"""Runs `tengen rollout` in Java as a child process, and plays policies for it."""

from __future__ import annotations

import contextlib
import json
import struct
import subprocess
import sys
import tempfile
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from tengen._java.runtime import java_command
from tengen.errors import InvalidArgumentError, TengenError
from tengen.rollouts.policies import PolicyCaller

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

USAGE_EXIT_CODE = 2
SEE_STANDARD_ERROR = "see standard error"
FRAME = struct.Struct("<IB")
HEAD = struct.Struct("<II")
ARRAYS = (("seeds", 8), ("games", 8), ("moves", 4))


class RolloutError(TengenError):
    """A rollout stopped: an engine failed, or a file is damaged. Repeat the call to resume."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__("ROLLOUT_FAILED", message, "ABORTED")
        self.exit_code = exit_code

    def __reduce__(self) -> tuple[Any, ...]:
        # It crosses processes, and its arguments are not those of the base class.
        return type(self), (self.message, self.exit_code)


def failure(errors: str, exit_code: int) -> TengenError:
    """Returns the exception for a `tengen rollout` that failed.

    Args:
      errors: What the command wrote to standard error.
      exit_code: Its exit code.
    """
    lines = [line for line in errors.strip().splitlines() if line.strip()]
    shown = [line for line in lines if not line.startswith("NOTE: ")]
    is_usage = exit_code == USAGE_EXIT_CODE
    text = (shown[0] if is_usage else shown[-1]) if shown else ""
    text = text.removeprefix("tengen: ") or f"the command ended with exit code {exit_code}"
    if is_usage:
        return InvalidArgumentError("INVALID_ARGUMENT", text, "INVALID_ARGUMENT")
    return RolloutError(text, exit_code)


class RolloutProcess:
    """The Java process of a rollout. It ends when this process ends.

    Args:
      arguments: The arguments after `tengen rollout`.
      policies: The policies by name.
      is_shown: Whether messages and progress go to standard error. Otherwise the messages are a
        part of the error.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        policies: Mapping[str, Callable[..., Any]],
        *,
        is_shown: bool,
    ) -> None:
        self._policies = policies
        command = java_command(
            ["rollout", *arguments, "--python-pipe"],
            has_terminal=is_shown and sys.stderr.isatty(),
        )
        self._errors: IO[bytes] | None = (
            None if is_shown else tempfile.TemporaryFile()  # noqa: SIM115 - closed by close.
        )
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )

    def run(self) -> dict[str, Any]:
        """Plays until the end and returns the summary.

        Raises:
          InvalidArgumentError: An argument is invalid, or the folder has another rollout.
          RolloutError: An engine failed, or a file is damaged.
          ValueError: A policy returned something that is not a legal action for each row.
        """
        callers: list[PolicyCaller] = []
        layout: dict[str, Any] = {}
        summary: dict[str, Any] | None = None
        while summary is None:
            kind, body = self._receive()
            if kind == "L":
                layout = json.loads(body)
                callers = [
                    PolicyCaller(name, self._policies[name], layout["group_rows"])
                    for name in layout["policies"]
                ]
            elif kind == "P":
                self._answer(callers, layout, body)
            elif kind == "E":
                summary = json.loads(body)
            else:
                raise self._failure()
        # The other end takes a closed stream for the death of this process.
        if self._process.wait():
            raise self._failure()
        return summary

    def close(self) -> None:
        """Stops the process."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._errors):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    @property
    def _input(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    def _receive(self) -> tuple[str, bytes]:
        """Returns the kind and the body of a frame; an empty kind at the end of the stream."""
        assert self._process.stdout is not None
        head = self._process.stdout.read(FRAME.size)
        if len(head) < FRAME.size:
            return "", b""
        length, kind = FRAME.unpack(head)
        body = self._process.stdout.read(length)
        return (chr(kind), body) if len(body) == length else ("", b"")

    def _answer(self, callers: list[PolicyCaller], layout: dict[str, Any], body: bytes) -> None:
        policy, rows = HEAD.unpack_from(body)
        start = HEAD.size
        more: dict[str, Any] = {}
        for name, width in ARRAYS:
            more[name] = np.frombuffer(body, f"<u{width}", rows, start)
            start += rows * width
        parts = []
        for name in ("mask_bytes", "observation_bytes"):
            count = layout[name]
            parts.append(np.frombuffer(body, np.uint8, rows * count, start).reshape(rows, count))
            start += rows * count
        width, height = layout["width"], layout["height"]
        global_count = layout["globals"]
        values = np.frombuffer(body, "<f4", rows * global_count, start)
        more["globals"] = values.reshape(rows, global_count)
        mask = np.unpackbits(parts[0], axis=1, count=width * height + 1)
        plane_count = layout["observation_bytes"] * 8 // (width * height)
        planes = np.unpackbits(parts[1], axis=1, count=plane_count * width * height)
        shape = (rows, plane_count, height, width)
        actions = callers[policy](planes.reshape(shape), mask, **more)
        try:
            self._input.write(actions.astype("<i4").tobytes())
            self._input.flush()
        except BrokenPipeError:
            raise self._failure() from None

    def _failure(self) -> TengenError:
        exit_code = self._process.wait()
        if self._errors is None:
            return failure(SEE_STANDARD_ERROR, exit_code)
        self._errors.seek(0)
        return failure(self._errors.read().decode(errors="replace"), exit_code)
