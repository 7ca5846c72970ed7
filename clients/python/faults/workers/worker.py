"""Lets another program play in a Go environment: JSON lines on standard input and output.

Each worker imports one environment and nothing of Tengen, so it runs in the virtual environment
of that package. By hand, it plays moves and prints what the environment then shows:

    python workers/pettingzoo_go.py '{"board_size": 2, "komi": 0}' A1 pass pass

The word "start" plays no move. Without words, a worker reads requests, one JSON value on each line,
and answers each with one line:

    {"reset": SEED}      starts a game
    {"step": ACTION}     plays `row * width + column`, row 0 at the top; the number of points passes
    {"probe": NAME}      examines a property that no single position shows

Answers to `reset` and `step` are timesteps, see `Timestep`. An error inside the environment is
answered with {"error": TEXT}. The first line of all is the description of the environment.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

COLUMN_NAMES = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
BLACK, WHITE = 0, 1


@dataclass
class Timestep:
    """What an environment shows after a reset or a step.

    Attributes:
      player_to_move: BLACK or WHITE. None: the environment does not show it.
      mask: Which actions are allowed. None: there is no mask.
      planes: The observation of the player to move, as (plane, row, column).
      board: The stones by row, row 0 at the top: 0 empty, 1 black, 2 white. None: not shown.
      area: The points of Black and White without komi. None: not shown.
      rewards: The rewards of the last call, of Black and White.
      terminated: Whether the rules ended the game.
      truncated: Whether a limit of moves ended the game.
    """

    player_to_move: int | None
    mask: np.ndarray | None
    planes: np.ndarray | None
    board: np.ndarray | None
    area: tuple[int, int] | None
    rewards: tuple[float, float]
    terminated: bool
    truncated: bool

    def to_json(self) -> dict[str, Any]:
        """Returns the timestep for JSON. Masks and planes of bits are strings of 0 and 1."""
        planes = None if self.planes is None else np.asarray(self.planes)
        return {
            "player_to_move": self.player_to_move,
            "mask": None if self.mask is None else bits(self.mask),
            "shape": None if planes is None else list(planes.shape),
            "planes": None if planes is None else bits(planes),
            "board": None if self.board is None else np.asarray(self.board).ravel().tolist(),
            "area": None if self.area is None else [int(points) for points in self.area],
            "rewards": [float(reward) for reward in self.rewards],
            "terminated": bool(self.terminated),
            "truncated": bool(self.truncated),
        }


class Environment(Protocol):
    """A Go environment with a square board.

    Attributes:
      name: The name of the environment, with its version.
      size: The width and height of the board.
      probes: Functions that return (what is right, what was seen), both as text, by name.
    """

    name: str
    size: int
    probes: dict[str, Callable[[], tuple[str, str]]]

    def reset(self, seed: int) -> Timestep:
        """Starts a game."""

    def step(self, action: int) -> Timestep:
        """Plays an action."""


def bits(values: np.ndarray) -> str:
    """Returns zeros and ones as a string.

    Raises:
      ValueError: There are other values.
    """
    flat = np.asarray(values).ravel()
    if not np.isin(flat, (0, 1)).all():
        raise ValueError("a plane or mask holds other values than 0 and 1")
    return "".join("1" if value else "0" for value in flat)


def action_of(name: str, size: int) -> int:
    """Returns the action with a name such as C3 or pass."""
    if name.lower() == "pass":
        return size * size
    return (size - int(name[1:])) * size + COLUMN_NAMES.index(name[0].upper())


def run(make: Callable[..., Environment]) -> None:
    """Runs a worker from its command line: arguments as a JSON object, then moves or nothing."""
    arguments = json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}
    # What an environment or its libraries print must not mix with the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    environment = make(**arguments)
    if len(sys.argv) > 2:  # noqa: PLR2004 - the program and the arguments.
        show(environment, sys.argv[2:], answers)
        return
    count = environment.size**2 + 1
    answer(answers, {"name": environment.name, "action_count": count})
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer(answers, respond(environment, request))
        except Exception as error:
            text = " ".join(str(error).split())
            answer(answers, {"error": f"{type(error).__name__}: {text}"})


def respond(environment: Environment, request: dict[str, Any]) -> dict[str, Any]:
    """Returns the answer to a request."""
    if "reset" in request:
        return environment.reset(request["reset"]).to_json()
    if "step" in request:
        return environment.step(request["step"]).to_json()
    expected, seen = environment.probes[request["probe"]]()
    return {"expected": expected, "seen": seen}


def answer(stream: Any, value: dict[str, Any]) -> None:
    """Writes one line."""
    stream.write(json.dumps(value) + "\n")
    stream.flush()


def show(environment: Environment, words: list[str], stream: Any) -> None:
    """Plays moves and prints the last timestep, or prints a probe (`probe:NAME`)."""
    size = environment.size
    if words[0].startswith("probe:"):
        expected, seen = environment.probes[words[0][6:]]()
        print(f"right: {expected}\nseen: {seen}", file=stream)
        return
    timestep = environment.reset(0)
    for word in words:
        if word != "start":
            timestep = environment.step(action_of(word, size))
    print(environment.name, file=stream)
    if timestep.board is not None:
        for row, stones in enumerate(np.asarray(timestep.board).reshape(size, size)):
            print(f"{size - row:2} " + " ".join(".XO"[stone] for stone in stones), file=stream)
        print("   " + " ".join(COLUMN_NAMES[:size]), file=stream)
    if timestep.mask is not None:
        names = [
            "pass"
            if action == size * size
            else f"{COLUMN_NAMES[action % size]}{size - action // size}"
            for action in np.flatnonzero(timestep.mask)
        ]
        print("allowed:", *names, file=stream)
    black, white = timestep.rewards
    print(f"rewards: {black:g} for Black, {white:g} for White", file=stream)
    print(f"terminated: {timestep.terminated}, truncated: {timestep.truncated}", file=stream)
