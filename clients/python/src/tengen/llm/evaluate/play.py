"""Races and games of the evaluation, move by move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tengen.llm.evaluate.answers import stated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tengen.llm.gateway import Gateway

RACE_LEVELS = (
    ("race-class0:split=test,margin=any,traps=1", 9),
    ("race-class0:split=test,margin=2,traps=2", 9),
    ("race-class1:split=test,margin=any,traps=1", 9),
    ("race-class1:split=test,margin=2,traps=2", 9),
)
"""Tasks of the test split and their sizes, from easy to hard."""

ANCHORS: Mapping[int, Mapping[str, float]] = {
    5: {
        "random": -628.0,
        "eye-safe-random": -270.0,
        "greedy": 0.0,
        "monte-carlo:playouts=100": 559.0,
    },
    9: {
        "random": -556.0,
        "eye-safe-random": -181.0,
        "greedy": 0.0,
        "monte-carlo:playouts=100": 601.0,
    },
}
"""The ratings of the opponents by size, from `examples/arena-anchors-5x5.yaml` and `-9x9.yaml`."""

REQUEST = (
    "You play Go{goal}. Say in a sentence what you think. Then end with one line MOVE: and a legal"
    " move, such as MOVE: C3, or MOVE: pass."
)
RACE_GOAL = (
    ". This is a capturing race: win it by capturing the chain that you race against before it"
    " captures yours, or make it a seki by passing if it cannot be won"
)


@dataclass(frozen=True)
class Play:
    """A race or a game of the set.

    Attributes:
      id: Identifies it in the set.
      kind: "race" or "game".
      group: The level of a race, or the size of a game's board.
      opponent: The opponent.
      pair: The games of a pair have this in common.
      reset: The options of the episode.
    """

    id: str
    kind: str
    group: str
    opponent: str
    pair: str
    reset: Mapping[str, Any]


def make_races(count: int) -> Iterator[Play]:
    """Makes `count` races of each level."""
    for level, (task, size) in enumerate(RACE_LEVELS, 1):
        for seed in range(count):
            name = f"race/{level}/{seed}"
            options = {"task": task, "size": size, "seed": seed}
            yield Play(name, "race", str(level), "oracle", name, options)


def make_games(pair_count: int) -> Iterator[Play]:
    """Makes `pair_count` pairs of games with each opponent and size, with each color once."""
    for size, anchors in ANCHORS.items():
        for opponent in anchors:
            for seed in range(pair_count):
                pair = f"game/{size}/{opponent}/{seed}"
                for color in ("black", "white"):
                    options = {"size": size, "opponent": opponent, "color": color, "seed": seed}
                    yield Play(f"{pair}/{color}", "game", str(size), opponent, pair, options)


def play(
    gateway: Gateway, item: Play, ask: Callable[[str], str], max_illegal: int
) -> dict[str, Any]:
    """Plays an episode, and returns its result.

    Args:
      gateway: Where to play.
      item: The episode.
      ask: Returns the answer of the model to a prompt.
      max_illegal: The number of illegal moves that forfeits the episode.
    """
    limit = {"max_illegal": max_illegal, "on_max_illegal": "forfeit"}
    result = gateway.reset(**item.reset, **limit, show_legal=True)
    step_count = 0
    while not result["done"]:
        result = gateway.step(stated(ask(prompt(result["observation"]))) or "nothing")
        step_count += 1
    return outcome(result["observation"], step_count)


def prompt(observation: Mapping[str, Any]) -> str:
    """Returns the prompt for a move. It does not depend on earlier prompts."""
    goal = RACE_GOAL if observation["task"] else ""
    last = ", ".join(observation["last_moves"]) or "none"
    return (
        f"{REQUEST.format(goal=goal)}\n\n{observation['board']}\n\n"
        f"You play {observation['color']}. The rules are {observation['rules']}, komi is"
        f" {observation['komi']:g}. Last moves: {last}.\n{observation['message']}\n"
        f"Legal moves: {' '.join(observation['legal_moves'])}"
    )


def outcome(observation: Mapping[str, Any], step_count: int) -> dict[str, Any]:
    """Returns the result of an episode that is over."""
    winner = observation["winner"]
    points = 0.5 if winner == "nobody" else float(winner == observation["color"])
    task = observation["task"]
    return {
        "points": points,
        "end_reason": observation["end_reason"],
        "tries": step_count,
        "illegal": observation["illegal_moves"],
        "regret": task["regret"] if task else None,
    }
