"""Agents that are there to be tried and beaten."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.arena.agent import AgentFunction, Chooser, Turn

# Planes of the encoding "tactical", as docs/reference/encodings.md lists them.
LIBERTIES_AFTER_1 = 11
CAPTURES = slice(15, 19)
SUICIDE = 23
LADDER_CAPTURE = 26
ALIVE = slice(29, 31)

LADDER_STONES = 1.5
"""What beginning a ladder is worth: less than to capture two stones at once."""


@dataclass(frozen=True)
class Policy:
    """An agent and what it has to see.

    Attributes:
      agent: The agent.
      encodings: Names of its encodings.
    """

    agent: AgentFunction | Chooser
    encodings: tuple[str, ...] = ()


def choose_random(turn: Turn) -> int:
    """Draws among the legal points, and passes where there is none, or after two hundred moves.

    It fills its own eyes, and would go on forever.
    """
    points = turn.legal_actions[:-1]
    if len(points) == 0 or turn.move_number >= 2 * turn.pass_action:
        return turn.pass_action
    return int(turn.random.choice(points))


def choose_tactical(turn: Turn) -> int:
    """Captures as much as it can, never puts itself in atari for nothing, else plays anywhere.

    It passes where nothing is left but its own eyes and what is settled.
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
    return int(turn.random.choice(best))


POLICIES = {
    "random": Policy(choose_random),
    "tactical": Policy(choose_tactical, ("tactical",)),
}
"""Policies by name."""


def find_policy(name: str) -> Policy:
    """Returns a policy of ours, or what `module:name` names: a function, an object or a class.

    What is named may say by an attribute `encodings` what it has to see. A class is called without
    arguments.

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
