"""Tasks: episodes that are not whole games but positions whose optimum is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tengen.enums import Color


@dataclass(frozen=True)
class TaskInfo:
    """What an environment tells of its task besides the game.

    A value is 1 where the agent reaches what the task is about, -1 where the other player does, and
    0 where nobody does.

    Attributes:
      task_id: Names the position, on any machine and in any later version.
      task_class: The kind of position, as in "class0".
      split: The part of all positions that it belongs to: "train", "validation" or "test".
      agent_color: Whose part the agent takes; in self-play the color whose values these are.
      first_player: Who moved first.
      optimal_value: What the agent reaches where both play perfectly.
      obtained_value: What the agent has reached. None: the episode goes on.
      regret: `optimal_value - obtained_value`, less than 0 where the opponent has erred. None: the
        episode goes on.
      oracle_optimal: Whether the action of the call kept the best value for who made it. None:
        there was no action, or moves are not judged.
      margin: How far the position is from being decided otherwise. None: no count tells it.
      is_mask_restricted: Whether action masks leave out points that the task is not about.
    """

    task_id: str
    task_class: str
    split: str
    agent_color: Color
    first_player: Color
    optimal_value: int
    obtained_value: int | None
    regret: int | None
    oracle_optimal: bool | None
    margin: int | None
    is_mask_restricted: bool


@dataclass(frozen=True)
class TaskParameter:
    """A parameter of a family: its name, its values, the default first, and its meaning."""

    name: str
    values: tuple[str, ...]
    meaning: str


@dataclass(frozen=True)
class TaskFamily:
    """Tasks that differ in parameters, which their names tell, as in "race-class0:split=test".

    Attributes:
      name: Name of the family, and of the task with every default.
      summary: What is to be done, in one sentence.
      parameters: Its parameters.
    """

    name: str
    summary: str
    parameters: tuple[TaskParameter, ...]
