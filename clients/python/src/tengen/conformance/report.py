"""What a comparison has found."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field

LINE_WIDTH = 118


@dataclass
class Fault:
    """One way in which an environment differs from the rules.

    Attributes:
      kind: What is wrong, in a few words.
      example: What it was the first time.
      game: The game of the first time, from 1.
      moves: The moves up to there, by name.
      count: How often it was found.
    """

    kind: str
    example: str
    game: int
    moves: tuple[str, ...]
    count: int = 1

    @property
    def text(self) -> str:
        """The fault in words, over several lines."""
        times = "once" if self.count == 1 else f"{self.count} times"
        moves = " ".join(self.moves) or "none yet"
        head = f"{self.kind}: {times}. First in game {self.game}, move {len(self.moves) + 1}:"
        body = f"{head} {self.example}. Moves: {moves}"
        return textwrap.fill(body, LINE_WIDTH, subsequent_indent="   ", break_on_hyphens=False)


@dataclass
class Report:
    """What was played, and every kind of fault that was found.

    Attributes:
      environment: The environment that was checked.
      rules: What it was compared with.
      faults: By kind, in the order in which they were found.
    """

    environment: str
    rules: str
    game_count: int = 0
    move_count: int = 0
    scored_count: int = 0
    repetition_count: int = 0
    faults: dict[str, Fault] = field(default_factory=dict)

    def add(self, kind: str, example: str, moves: tuple[str, ...]) -> None:
        """Notes that a fault was found in the present game."""
        fault = self.faults.get(kind)
        if fault is None:
            self.faults[kind] = Fault(kind, example, self.game_count, moves)
        else:
            fault.count += 1

    @property
    def text(self) -> str:
        """The report in words."""
        played = (
            f"{self.game_count} games, {self.move_count} moves, {self.scored_count} games scored at"
            f" two passes; the rules forbade {self.repetition_count} repetitions."
        )
        count = len(self.faults)
        found = "No fault." if count == 0 else f"{count} kind{'s' * (count > 1)} of fault:"
        faults = [f"{number}. {fault.text}" for number, fault in enumerate(self.faults.values(), 1)]
        return "\n".join([f"{self.environment}, compared with {self.rules}.", played, found, *faults])
