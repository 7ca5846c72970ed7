"""Compares the planes of an environment with the 17 planes of AlphaZero."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.conformance.report import Fault

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.conformance.report import Report

BOARD_COUNT = 8
BOARD_NAMES = [
    f"the stones of {player}, {age} moves ago" if age else f"the stones of {player}, now"
    for age in range(BOARD_COUNT)
    for player in ("the player to move", "the other player")
]
NAMES = [*BOARD_NAMES, "Black is to move", "White is to move"]
EXPECTED_COUNT = 17


class PlaneCheck:
    """Checks that planes are the 17 planes of AlphaZero, in its order.

    If an environment has a different number of planes, only the first two are checked: the stones
    of the player to move and those of the other player. For each plane, the check keeps the known
    planes that it has equaled in every position so far, to report what a wrong plane shows.
    """

    def __init__(self, height: int, width: int) -> None:
        self._size = (height, width)
        self._is_possible: NDArray[np.bool_] | None = None
        self._faults: dict[int, Fault] = {}
        self._layout_fault = ""

    def compare(
        self, planes: NDArray[Any] | None, exact: NDArray[np.uint8], game: int, moves: list[str]
    ) -> None:
        """Compares one position.

        Args:
          planes: The environment's planes. None: it has none.
          exact: The planes of the encoding `alphazero-17`.
          game: The number of the game, from 1.
          moves: The moves that lead to the position.
        """
        ordered = self._in_order(planes)
        if ordered is None:
            self._layout_fault = (
                f"an observation of shape {getattr(planes, 'shape', None)} does not hold planes"
            )
            return
        known = np.concatenate([exact, 1 - exact[16:]]).astype(np.bool_)
        if self._is_possible is None:
            self._is_possible = np.ones((len(ordered), len(known)), np.bool_)
        shown = ordered != 0
        equal = (shown[:, None] == known[None]).all(axis=(2, 3))
        self._is_possible &= equal
        for plane in range(self._checked_count(len(ordered))):
            if equal[plane, plane]:
                continue
            if plane in self._faults:
                self._faults[plane].count += 1
            else:
                kind = f"plane {plane} is not: {NAMES[plane]}"
                self._faults[plane] = Fault(kind, "", game, tuple(moves))

    def add_faults_to(self, report: Report) -> None:
        """Adds the faults found so far to a report."""
        if self._layout_fault:
            report.add("planes cannot be read", self._layout_fault, ())
        for plane, fault in sorted(self._faults.items()):
            assert self._is_possible is not None
            names = [name for name, ok in zip(NAMES, self._is_possible[plane], strict=True) if ok]
            shows = f"it always shows: {names[0]}" if names else "it shows none of the known planes"
            fault.example = shows
            report.faults[fault.kind] = fault

    def _checked_count(self, count: int) -> int:
        return EXPECTED_COUNT if count == EXPECTED_COUNT else min(count, 2)

    def _in_order(self, planes: NDArray[Any] | None) -> NDArray[Any] | None:
        """Returns planes in the order (plane, row, column). None: they cannot be recognized."""
        if planes is None or planes.ndim != 3:  # noqa: PLR2004 - planes, rows, columns.
            return None
        if planes.shape[1:] == self._size:
            return planes
        if planes.shape[:2] == self._size:
            return np.moveaxis(planes, 2, 0)
        return None
