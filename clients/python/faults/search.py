"""Finds what an environment does differently, and the smallest positions that show it.

Small boards come first. On each size, positions are tried in the order of their number of moves, up
to a limit, and then random games are played. The first position with a difference is shrunk: moves
are removed as long as the rest still shows it. So a position is on the smallest board on which the
search found the difference, and no shorter by removing moves.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from faults.compare import Position
from tengen.enums import IllegalReason
from tengen.render.text import point_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from faults.catalog import PeerEnvironment, RuleSet
    from tengen.conformance import CommandAdapter, ReferenceGame

SIZES = (2, 3, 4)
KOMI = 0
"""An integer, so that ties occur."""
TREE_POSITIONS = 600
RANDOM_GAMES = 40
PASS_SHARE = 0.04


@dataclass
class Example:
    """A position that shows a difference.

    Attributes:
      kind: The kind of difference.
      rule_set: The index of the rules in the environment's `rule_sets`.
      size: The size of the board.
      moves: The actions that lead to the position.
      seen: What the environment shows.
      right: What the rules say.
    """

    kind: str
    rule_set: int
    size: int
    moves: list[int]
    seen: str
    right: str

    def to_json(self) -> dict[str, Any]:
        """Returns the example for JSON."""
        return vars(self)


@dataclass
class Search:
    """The search in one environment.

    Attributes:
      environment: The environment.
      start: Starts its worker with arguments.
      report: Receives a line of progress.
      sizes: The sizes of boards, smallest first.
      tree_positions: The number of positions of a size that are tried in the order of their moves.
      random_games: The number of random games on each size.
      examples: The smallest example found of each kind and rule set.
      position_count: The number of positions compared.
    """

    environment: PeerEnvironment
    start: Callable[[dict[str, Any]], CommandAdapter]
    report: Callable[[str], None]
    sizes: tuple[int, ...] = SIZES
    tree_positions: int = TREE_POSITIONS
    random_games: int = RANDOM_GAMES
    examples: dict[tuple[str, int], Example] = field(default_factory=dict)
    position_count: int = 0

    def run(self, seed: int = 1) -> list[Example]:
        """Returns an example of each kind under each of the rules that show it."""
        for size in self.sizes:
            worker = self.start(self.environment.arguments_for(size, KOMI))
            try:
                known = set(self.examples)
                self._search_tree(worker, size)
                self._play_games(worker, size, random.Random(seed))
                for key in sorted(self.examples.keys() - known):
                    self.examples[key] = self._shrink(worker, self.examples[key])
            finally:
                worker.close()
            self.report(
                f"{size}x{size}: {self.position_count} positions, {len(self.examples)} kinds"
            )
        return list(self.examples.values())

    def _search_tree(self, worker: CommandAdapter, size: int) -> None:
        """Tries positions in the order of their number of moves."""
        seen = set()
        level: list[list[int]] = [[]]
        tried = 0
        while level:
            following = []
            for moves in level:
                tried += 1
                if tried > self.tree_positions:
                    return
                steps = play(worker, moves)
                games = self._follow(size, moves, steps)
                self._compare(size, moves, games, steps[-1])
                if is_over(steps[-1]) or "error" in steps[-1]:
                    continue
                game = self._longest(games)
                if game is None:
                    continue
                key = (game.board, game.player_to_move, game.pass_count, frozenset(game.boards()))
                if key not in seen:
                    seen.add(key)
                    following += [[*moves, action] for action in allowed(steps[-1])]
            level = following

    def _play_games(self, worker: CommandAdapter, size: int, draw: random.Random) -> None:
        """Plays random games."""
        for _ in range(self.random_games):
            moves: list[int] = []
            steps = [worker.request({"reset": 0})]
            games: list[ReferenceGame | None] = [
                rules.game(size) for rules in self.environment.rule_sets
            ]
            while not is_over(steps[-1]) and len(moves) < 3 * size * size:
                actions = allowed(steps[-1])
                points = [action for action in actions if action < size * size]
                must_pass = not points or draw.random() < PASS_SHARE
                action = size * size if must_pass else draw.choice(points)
                moves.append(action)
                games = [advance(game, action) for game in games]
                (step,) = worker.requests([{"step": action}])
                steps.append(step)
                self._compare(size, moves, games, step)
                if "error" in step:
                    break
            if play(worker, moves) != steps:
                example = Example(
                    "not-deterministic", 0, size, moves, "other timesteps", "the same timesteps"
                )
                self.examples.setdefault(("not-deterministic", 0), example)

    def _compare(
        self, size: int, moves: list[int], games: list[ReferenceGame | None], step: dict[str, Any]
    ) -> None:
        """Records the differences of a position that are new or have fewer moves."""
        self.position_count += 1
        for index, game in enumerate(games):
            if game is None:
                continue
            position = Position(game, step, KOMI, self.environment.layout)
            for kind, (seen, right) in position.differences().items():
                known = self.examples.get((kind, index))
                if known is None or (known.size == size and len(moves) < len(known.moves)):
                    example = Example(kind, index, size, list(moves), seen, right)
                    self.examples[kind, index] = example

    def _follow(
        self, size: int, moves: list[int], steps: list[dict[str, Any]]
    ) -> list[ReferenceGame | None]:
        """Returns the references after the moves; None if the rules forbid one of them."""
        return [follow(rules, size, moves, steps) for rules in self.environment.rule_sets]

    def _longest(self, games: list[ReferenceGame | None]) -> ReferenceGame | None:
        return next((game for game in games if game is not None), None)

    def _shrink(self, worker: CommandAdapter, example: Example) -> Example:
        """Removes moves as long as the rest shows the same kind of difference."""
        best = example
        is_smaller = True
        while is_smaller:
            is_smaller = False
            for moves in shorter(best.moves):
                tried = reproduce(worker, self.environment, replace(best, moves=moves))
                if tried is not None:
                    best, is_smaller = tried, True
                    break
        return best


def reproduce(
    worker: CommandAdapter, environment: PeerEnvironment, example: Example
) -> Example | None:
    """Plays the moves of an example.

    Returns:
      The example as it is now; None if the moves do not show this kind of difference.
    """
    steps = play(worker, example.moves)
    rules = environment.rule_sets[example.rule_set]
    game = follow(rules, example.size, example.moves, steps)
    if game is None:
        return None
    position = Position(game, steps[-1], KOMI, environment.layout)
    found = position.differences().get(example.kind)
    return None if found is None else replace(example, seen=found[0], right=found[1])


def play(worker: CommandAdapter, moves: list[int]) -> list[dict[str, Any]]:
    """Plays moves from the start, and returns the answers to the reset and to each move."""
    return worker.requests([{"reset": 0}, *({"step": move} for move in moves)])


def follow(
    rules: RuleSet, size: int, moves: list[int], steps: list[dict[str, Any]]
) -> ReferenceGame | None:
    """Returns the reference after the moves; None if the rules or the environment forbid one."""
    game: ReferenceGame | None = rules.game(size)
    for move, before in zip(moves, steps, strict=False):
        if "error" in before or is_over(before) or move not in allowed(before):
            return None
        game = advance(game, move)
    return game


def advance(game: ReferenceGame | None, action: int) -> ReferenceGame | None:
    """Plays an action in a reference, and returns it; None if the rules forbid the action."""
    if game is None or game.legality(action) is not IllegalReason.LEGAL:
        return None
    game.play(action)
    return game


def allowed(step: dict[str, Any]) -> list[int]:
    """Returns the actions in the mask of a timestep."""
    return [action for action, bit in enumerate(step["mask"] or "") if bit == "1"]


def is_over(step: dict[str, Any]) -> bool:
    """Returns whether the game is over for the environment."""
    return bool(step.get("terminated") or step.get("truncated"))


def shorter(moves: list[int]) -> Iterator[list[int]]:
    """Returns the moves without some of them: long runs first, then pairs, then single moves."""
    for length in range(len(moves), 0, -1):
        for start in range(len(moves) - length + 1):
            yield moves[:start] + moves[start + length :]
    # Two moves of different players keep the colors of the others.
    for first in range(len(moves)):
        for second in range(first + 2, len(moves)):
            yield moves[:first] + moves[first + 1 : second] + moves[second + 1 :]


def move_names(moves: list[int], size: int) -> str:
    """Returns moves as text, such as "A1 B2 pass"."""
    return " ".join(point_name(move, size, size) for move in moves)
