"""The built-in agents, as baselines and for trying out the arena."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.arena.agent import AgentFunction, BatchChooser, Chooser, Turn

# Planes of the encoding "tactical", as docs/reference/encodings.md lists them.
LIBERTIES_AFTER_1 = 11
CAPTURES = slice(15, 19)
SUICIDE = 23
LADDER_CAPTURE = 26
ALIVE = slice(29, 31)

LADDER_STONES = 1.5
"""The value of starting a ladder: less than that of capturing two stones at once."""


@dataclass(frozen=True)
class Policy:
    """An agent and the encodings that it needs.

    Attributes:
      agent: The agent.
      encodings: The names of its encodings.
    """

    agent: AgentFunction[Any] | Chooser[Any] | BatchChooser[Any]
    encodings: tuple[str, ...] = ()


def pick(turn: Turn, points: NDArray[np.intp]) -> int:
    """Returns one of the points, each with the same probability.

    `Generator.choice` picks the same ones from the same numbers, but takes six times as long.
    """
    return int(points[turn.random.integers(len(points))])


def choose_random(turn: Turn) -> int:
    """Returns a random legal point. Passes if there is none, or late in the game.

    The agent fills its own eyes, so without the limit of two moves per point it would never pass.
    """
    points = turn.legal_actions[:-1]
    if len(points) == 0 or turn.move_number >= 2 * turn.pass_action:
        return turn.pass_action
    return pick(turn, points)


def choose_tactical(turn: Turn) -> int:
    """Captures as many stones as possible, and otherwise plays at random, but not into atari.

    It passes if only self-atari, suicide and settled points are left.
    """
    planes: NDArray[Any] = np.asarray(turn.observation).reshape(-1, turn.pass_action)
    captured = np.arange(1, 5) @ planes[CAPTURES]
    is_bad = (planes[LIBERTIES_AFTER_1] | planes[SUICIDE]).astype(bool) & (captured == 0)
    is_settled = planes[ALIVE].any(axis=0) & (captured == 0)
    points = np.flatnonzero(turn.action_mask[:-1] & ~is_bad & ~is_settled)
    if len(points) == 0:
        return turn.pass_action
    values = captured + LADDER_STONES * planes[LADDER_CAPTURE]
    best = points[values[points] == values[points].max()]
    return pick(turn, best)


POLICIES = {
    "random": Policy(choose_random),
    "tactical": Policy(choose_tactical, ("tactical",)),
}
"""The built-in policies by name."""


def find_policy(name: str) -> Policy:
    """Returns a built-in policy, or the one that `module:name` names.

    `module:name` names a function, an object, or a class, which is called without arguments. Its
    attribute `encodings`, if any, lists the encodings that it needs.

    Raises:
      ValueError: There is no such policy.
    """
    if name in POLICIES:
        return POLICIES[name]
    module_name, _, attribute = name.partition(":")
    if not attribute:
        raise ValueError(f"policy {name!r} is neither {', '.join(POLICIES)} nor module:function")
    try:
        found = getattr(importlib.import_module(module_name), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"policy {name!r}: {error}") from error
    agent = found() if isinstance(found, type) else found
    return Policy(agent, tuple(getattr(agent, "encodings", ())))
