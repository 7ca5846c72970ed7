"""The report of a comparison."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field

LINE_WIDTH = 118


@dataclass
class Fault:
    """A kind of difference between an environment and the rules.

    Attributes:
      kind: A short description.
      example: The details of the first occurrence.
      game: The game of the first occurrence, from 1.
      moves: The names of the moves before the first occurrence.
      count: The number of occurrences.
    """

    kind: str
    example: str
    game: int
    moves: tuple[str, ...]
    count: int = 1

    @property
    def text(self) -> str:
        """A description of the fault, wrapped into lines."""
        times = "once" if self.count == 1 else f"{self.count} times"
        moves = " ".join(self.moves) or "none yet"
        head = f"{self.kind}: {times}. First in game {self.game}, move {len(self.moves) + 1}:"
        body = f"{head} {self.example}. Moves: {moves}"
        return textwrap.fill(body, LINE_WIDTH, subsequent_indent="   ", break_on_hyphens=False)


@dataclass
class Report:
    """The games played, and the kinds of faults found.

    Attributes:
      environment: A description of the checked environment.
      rules: A description of the rules that it was compared with.
      game_count: The number of games played.
      move_count: The number of moves played.
      scored_count: The number of games that ended with two passes and were scored.
      repetition_count: The number of actions that the rules forbade as repetitions.
      faults: The faults by kind, in order of first occurrence.
    """

    environment: str
    rules: str
    game_count: int = 0
    move_count: int = 0
    scored_count: int = 0
    repetition_count: int = 0
    faults: dict[str, Fault] = field(default_factory=dict)

    def add(self, kind: str, example: str, moves: tuple[str, ...]) -> None:
        """Counts an occurrence of a fault in the current game."""
        fault = self.faults.get(kind)
        if fault is None:
            self.faults[kind] = Fault(kind, example, self.game_count, moves)
        else:
            fault.count += 1

    @property
    def text(self) -> str:
        """The report as text."""
        played = (
            f"{self.game_count} games, {self.move_count} moves, {self.scored_count} games scored at"
            f" two passes; the rules forbade {self.repetition_count} repetitions."
        )
        count = len(self.faults)
        found = "No fault." if count == 0 else f"{count} kind{'s' * (count > 1)} of fault:"
        faults = [f"{number}. {fault.text}" for number, fault in enumerate(self.faults.values(), 1)]
        return "\n".join(
            [f"{self.environment}, compared with {self.rules}.", played, found, *faults]
        )
