"""Evaluates an agent on capturing races against the oracle, a perfect player.

    python -m tengen.races random --task race-class0 --positions 100
    python -m tengen.races my_module:my_agent --split test --json

Each position is played twice: Black moves first in one game, White in the other.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from tengen import _arguments as arguments
from tengen._command_exit import exit_with
from tengen.errors import TengenError
from tengen.gym import GoEnv

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Agent = Callable[[dict[str, Any], Any], int]

__all__ = ["PlayedRace", "RaceRates", "RaceReport", "evaluate"]

SIZES = {"race-class0": 9, "race-class1": 9, "race-cgt": 13, "race": 13}
"""The default board sizes of the race families."""


@dataclass(frozen=True)
class PlayedRace:
    """One race that an agent has played.

    Attributes:
      task_id: The id of the position.
      task_class: The class of the position.
      liberty_margin: The number of liberties that separates the position from a different
        outcome. None: it cannot be counted.
      is_first: Whether the agent moved first.
      optimal_value: The agent's value under perfect play.
      regret: The optimal value minus the value that the agent obtained.
      move_count: The number of the agent's moves.
      optimal_move_count: The number of the agent's optimal moves.
    """

    task_id: str
    task_class: str
    liberty_margin: int | None
    is_first: bool
    optimal_value: int
    regret: int
    move_count: int
    optimal_move_count: int


@dataclass(frozen=True)
class RaceRates:
    """An agent's results in a group of races.

    Attributes:
      races: The number of races.
      optimal_outcomes: The fraction of races with the outcome of perfect play, or a better one.
      optimal_moves: The fraction of moves that were optimal.
      mean_regret: The mean regret: optimal minus obtained value, where values are 1, 0 and -1.
    """

    races: int
    optimal_outcomes: float
    optimal_moves: float
    mean_regret: float


@dataclass(frozen=True)
class RaceReport:
    """An agent's results in a suite of races.

    Attributes:
      task: The name of the task.
      total: The results of all races.
      by_class: The results by class of position.
      by_liberty_margin: The results by liberty margin; "none" for positions without one.
      by_start: The results by player to move: "first" if the agent moves first, "second" if the
        oracle does.
      by_value: The results by optimal value.
    """

    task: str
    total: RaceRates
    by_class: dict[str, RaceRates]
    by_liberty_margin: dict[str, RaceRates]
    by_start: dict[str, RaceRates]
    by_value: dict[str, RaceRates]


def evaluate(
    agent: str | Agent,
    *,
    task: str = "race-class0",
    split: str = "test",
    positions: int = 100,
    size: int | None = None,
    seed: int = 0,
    encoding: str = "tactical",
    address: str | None = None,
) -> RaceReport:
    """Plays races of a split with either player moving first, and returns the agent's results.

    Args:
      agent: The name of a built-in player; or a function that takes an observation and an info of
        `GoEnv` and returns an action.
      task: The name of a family of races, optionally with parameters except the split.
      split: "train", "validation" or "test".
      positions: The number of positions to play, each twice.
      size: The width and height of the board. None: the default of the family.
      seed: The first of `positions` consecutive seeds. The same seeds give the same positions.
      encoding: The encoding of the agent's observations.
      address: The server's address. None: a server that this process starts.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range, or a name is unknown.
      LaunchError: No address is given, and no server can be started.
      TengenError: The server does not answer, or the call failed.
    """
    count = arguments.integer("positions", positions, (1, 1_000_000))
    first = arguments.integer("seed", seed, (0, 2**62))
    family = arguments.text("task", task).partition(":")[0]
    name = f"{task}{',' if ':' in task else ':'}split={arguments.text('split', split)}"
    env = GoEnv(
        SIZES.get(family, 9) if size is None else size,
        address=address,
        task=name,
        opponent="oracle",
        encoding=encoding,
    )
    try:
        # Seeds 2n and 2n + 1 select the same position with either player to move first.
        seeds = range(2 * first, 2 * (first + count))
        return report(name, [play(env, agent, race_seed) for race_seed in seeds])
    finally:
        env.close()


def play(env: GoEnv, agent: str | Agent, seed: int) -> PlayedRace:
    """Plays the race that a seed selects."""
    observation, info = env.reset(seed=seed)
    start = info
    moves: list[bool] = []
    is_over = False
    while not is_over:
        if isinstance(agent, str):
            action = env.session.choose_action(agent, seed=seed + len(moves))
        else:
            action = agent(observation, info)
        observation, _, terminated, truncated, info = env.step(action)
        moves.append(bool(info.get("is_oracle_optimal", False)))
        is_over = terminated or truncated
    return PlayedRace(
        task_id=start["task_id"],
        task_class=start["task_class"],
        liberty_margin=start.get("liberty_margin"),
        is_first=start["first_player"] == start["agent_color"],
        optimal_value=start["optimal_value"],
        regret=info["regret"],
        move_count=len(moves),
        optimal_move_count=sum(moves),
    )


def report(task: str, races: Sequence[PlayedRace]) -> RaceReport:
    """Returns the report of played races."""
    return RaceReport(
        task=task,
        total=rates(races),
        by_class=group(races, lambda race: race.task_class),
        by_liberty_margin=group(
            races, lambda race: "none" if race.liberty_margin is None else str(race.liberty_margin)
        ),
        by_start=group(races, lambda race: "first" if race.is_first else "second"),
        by_value=group(races, lambda race: str(race.optimal_value)),
    )


def group(races: Sequence[PlayedRace], key: Callable[[PlayedRace], str]) -> dict[str, RaceRates]:
    """Returns the rates of races, grouped by key."""
    keys = sorted({key(race) for race in races})
    return {name: rates([race for race in races if key(race) == name]) for name in keys}


def rates(races: Sequence[PlayedRace]) -> RaceRates:
    """Returns the rates of races."""
    moves = sum(race.move_count for race in races)
    return RaceRates(
        races=len(races),
        optimal_outcomes=sum(race.regret <= 0 for race in races) / len(races),
        optimal_moves=sum(race.optimal_move_count for race in races) / max(1, moves),
        mean_regret=sum(race.regret for race in races) / len(races),
    )


def lines(result: RaceReport) -> Iterable[str]:
    """Yields the lines of a report as a table."""
    yield f"{result.task:<24} races  outcomes  moves  regret"
    rows = {"all": result.total}
    for title, part in (
        ("", result.by_class),
        ("liberty margin ", result.by_liberty_margin),
        ("agent ", result.by_start),
        ("value ", result.by_value),
    ):
        rows |= {f"{title}{name}": row for name, row in part.items()}
    for name, row in rows.items():
        yield (
            f"{name:<24} {row.races:>5}  {row.optimal_outcomes:>8.1%}"
            f" {row.optimal_moves:>6.1%}  {row.mean_regret:>6.3f}"
        )


def agent_named(name: str) -> str | Agent:
    """Returns the function that "module:function" names; other names are those of players."""
    module, is_function, function = name.partition(":")
    if not is_function or "=" in function:
        return name
    found: Agent = getattr(importlib.import_module(module), function)
    return found


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tengen.races",
        description="Evaluates an agent on capturing races against a perfect player.",
    )
    add = parser.add_argument
    add("agent", help='a built-in player, such as "random", or "module:function"')
    add("--task", default="race-class0", help="the family of races (default: race-class0)")
    add("--split", default="test", help="train, validation or test (default: test)")
    add("--positions", type=int, default=100, help="positions to play, each twice (default: 100)")
    add("--size", type=int, help="board size (default: that of the family)")
    add("--seed", type=int, default=0, help="the seed of the first position (default: 0)")
    add("--encoding", default="tactical", help="encoding of observations (default: tactical)")
    add("--address", help="the server's address (default: starts a server)")
    add("--json", action="store_true", help="print the report as JSON")
    given = vars(parser.parse_args())
    is_json = given.pop("json")
    try:
        result = evaluate(agent_named(given.pop("agent")), **given)
    except TengenError as error:
        sys.exit(str(error))
    print(json.dumps(asdict(result), indent=2) if is_json else "\n".join(lines(result)))


if __name__ == "__main__":
    exit_with(main)
