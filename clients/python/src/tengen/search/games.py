"""Finished games of a self-play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tengen._arrays import unpack, values
from tengen._responses import end_reason
from tengen.enums import Color

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.spec import EnvironmentSpec
    from tengen.v1 import search_pb2 as pb


class GameForm(NamedTuple):
    """What the games of a self-play have in common.

    Attributes:
      shape: The shape of unpacked planes.
      action_count: The number of actions, the pass last.
      sides: The height and width of the board.
    """

    shape: tuple[int, int, int]
    action_count: int
    sides: tuple[int, int]


class SelfPlayGame:
    """A game that a network has played against itself. Arrays have one row for each move.

    Actions, policies and owners are those of the board itself, regardless of the symmetries that
    positions were evaluated through.

    Attributes:
      slot: The slot in which it was played.
      spec: The spec of the slot, with every default filled in: rules with komi, start, move limit.
      first_player: The player of the first move.
      number: The number of the game in its slot, from 0.
      actions: The actions, uint16.
      root_values: The value that each search found, for the player to move, float32.
      is_full: Whether the move was searched in full, bool. Only then its policy is a good target.
      end_reason: Why the game ended: passes, repetition, resignation or its number of moves.
      winner: Who won. None: a tie, or a game that its number of moves ended without a score.
      margin: Black's points minus White's in the last position as it stands, minus komi. After a
        resignation this does not decide.
      owners: The owner of each point in the last position, numbers of `Color` or 0, uint8 of shape
        (height, width).
      may_resign: Whether resignation was allowed in this game.
      packed: The observation before each move as packed bits, uint8 of shape (moves, bytes); no
        rows if the self-play was opened without observations.
      globals: The global features of these observations, float32 of shape (moves, features).
    """

    def __init__(self, message: pb.SelfPlayRecord, form: GameForm, spec: EnvironmentSpec) -> None:
        self._form = form
        self.spec = spec
        self.first_player = Color(message.first_player)
        self.slot: int = message.slot
        self.number: int = message.number
        self.actions: NDArray[np.uint16] = values(message.actions, "<u2")
        self.root_values: NDArray[np.float32] = values(message.root_values, "<f4")
        self.is_full: NDArray[np.bool_] = values(message.is_full, np.bool_)
        self._policy_sizes = values(message.policy_sizes, "<u2")
        self._policy_actions = values(message.policy_actions, "<u2")
        self._policy_shares = values(message.policy_shares, "<f4")
        self.end_reason = end_reason(message.end_reason)
        self.winner = Color(message.winner) if message.winner else None
        self.margin: float = message.margin
        self.owners: NDArray[np.uint8] = values(message.owners, np.uint8).reshape(form.sides)
        self.may_resign: bool = message.may_resign
        row_count = len(self.actions) if message.observations else 0
        self.packed: NDArray[np.uint8] = rows(values(message.observations, np.uint8), row_count)
        self.globals: NDArray[np.float32] = rows(values(message.globals, "<f4"), row_count)

    def __len__(self) -> int:
        """Returns the number of moves."""
        return len(self.actions)

    def __repr__(self) -> str:
        result = "no winner" if self.winner is None else f"{self.winner.name.lower()} wins"
        return (
            f"SelfPlayGame({len(self)} moves, {result} by {self.end_reason}, slot={self.slot},"
            f" number={self.number})"
        )

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of an unpacked observation: planes, height and width, or these reversed."""
        return self._form.shape

    @property
    def planes(self) -> NDArray[np.uint8]:
        """The observation before each move, zeros and ones of shape (moves, *shape)."""
        return unpack(self.packed, int(np.prod(self._form.shape))).reshape(-1, *self._form.shape)

    @property
    def policies(self) -> NDArray[np.float32]:
        """The policy target of each move: shares of actions, of shape (moves, actions)."""
        targets = np.zeros((len(self), self._form.action_count), np.float32)
        moves = np.repeat(np.arange(len(self)), self._policy_sizes)
        targets[moves, self._policy_actions] = self._policy_shares
        return targets

    @property
    def players(self) -> NDArray[np.uint8]:
        """The player of each move, numbers of `Color`."""
        first = self.first_player
        return np.resize(np.array([first, first.other], np.uint8), len(self))

    def outcomes(self, discount: float = 1.0) -> NDArray[np.float32]:
        """Returns the result for the player of each move: 1, -1, or 0 if nobody won.

        Args:
          discount: The factor for each move between a position and the end, 0 to 1. Below 1 a
            winning player has a reason to finish the game, and a losing one to resist.
        """
        if self.winner is None:
            return np.zeros(len(self), np.float32)
        signs = np.where(self.players == self.winner, 1.0, -1.0)
        discounts = np.power(discount, np.arange(len(self), 0, -1))
        return np.asarray(signs * discounts, np.float32)


def rows(numbers: NDArray[Any], count: int) -> NDArray[Any]:
    """Returns numbers as a number of rows."""
    return numbers.reshape(count, -1) if count else numbers.reshape(0, 0)
