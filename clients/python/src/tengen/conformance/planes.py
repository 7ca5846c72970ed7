"""Finds out what the planes of an environment show."""

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
    """Holds, for each plane, what it has been equal to in every position up to now.

    The planes should be the 17 of AlphaZero, in its order. Of an environment with another count of
    planes the first two alone are checked: the stones of the player to move, and the other's.
    """

    def __init__(self, height: int, width: int) -> None:
        self._size = (height, width)
        self._is_possible: NDArray[np.bool_] | None = None
        self._faults: dict[int, Fault] = {}
        self._layout_fault = ""

    def compare(
        self, planes: NDArray[Any] | None, exact: NDArray[np.uint8], game: int, moves: list[str]
    ) -> None:
        """Takes note of one position; `exact` is what `alphazero-17` shows of it."""
        ordered = self._in_order(planes)
        if ordered is None:
            self._layout_fault = (
                f"an observation of shape {getattr(planes, 'shape', None)} is not of planes"
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

    def tell(self, report: Report) -> None:
        """Puts what was found into a report."""
        if self._layout_fault:
            report.add("planes cannot be read", self._layout_fault, ())
        for plane, fault in sorted(self._faults.items()):
            assert self._is_possible is not None
            names = [name for name, ok in zip(NAMES, self._is_possible[plane], strict=True) if ok]
            shows = f"it always shows: {names[0]}" if names else "it shows no single one of them"
            fault.example = shows
            report.faults[fault.kind] = fault

    def _checked_count(self, count: int) -> int:
        return EXPECTED_COUNT if count == EXPECTED_COUNT else min(count, 2)

    def _in_order(self, planes: NDArray[Any] | None) -> NDArray[Any] | None:
        """Returns planes first, wherever an environment has them. None: there are none."""
        if planes is None or planes.ndim != 3:  # noqa: PLR2004 - planes, rows, columns.
            return None
        if planes.shape[1:] == self._size:
            return planes
        if planes.shape[:2] == self._size:
            return np.moveaxis(planes, 2, 0)
        return None
