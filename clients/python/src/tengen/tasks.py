"""Tasks: episodes that start from positions with a known optimal value, instead of whole games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tengen.enums import Color

__all__ = ["TaskFamily", "TaskInfo", "TaskParameter"]


@dataclass(frozen=True)
class TaskInfo:
    """The task info of an episode.

    Values are from the agent's perspective: 1 if the agent achieves the goal of the task, -1 if the
    opponent does, and 0 if neither does.

    Attributes:
      task_id: The id of the position, stable across machines and later versions.
      task_class: The class of the position, as in "class0".
      split: The split that the position belongs to: "train", "validation" or "test".
      agent_color: The agent's color; in self-play, the color whose perspective the values have.
      first_player: The player that moved first.
      optimal_value: The agent's value under perfect play by both.
      obtained_value: The value that the agent obtained. None: the episode has not ended.
      regret: `optimal_value - obtained_value`, negative if the opponent made a mistake. None: the
        episode has not ended.
      is_oracle_optimal: Whether the last action kept the optimal value for its player. None: there
        was no action, or the task does not judge actions.
      liberty_margin: The number of liberties that separates the position from a different
        outcome. None: it cannot be counted.
      is_mask_restricted: Whether action masks exclude points that are irrelevant for the task.
    """

    task_id: str
    task_class: str
    split: str
    agent_color: Color
    first_player: Color
    optimal_value: int
    obtained_value: int | None
    regret: int | None
    is_oracle_optimal: bool | None
    liberty_margin: int | None
    is_mask_restricted: bool


@dataclass(frozen=True)
class TaskParameter:
    """A parameter of a task family.

    Attributes:
      name: The name of the parameter.
      values: The allowed values, default first.
      meaning: What the parameter means.
    """

    name: str
    values: tuple[str, ...]
    meaning: str


@dataclass(frozen=True)
class TaskFamily:
    """A family of tasks with parameters. Task names include them, as in "race-class0:split=test".

    Attributes:
      name: The name of the family, and of its task with default parameters.
      summary: The goal of the task in one sentence.
      parameters: The parameters of the family.
    """

    name: str
    summary: str
    parameters: tuple[TaskParameter, ...]
