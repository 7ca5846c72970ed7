"""Boards that were lost with their server and opened at another one.

The episode of such a board is truncated where it was: with its last observation and no reward. Then
its next episode starts at the other server, as after any truncation under the autoreset mode.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode

from tengen.enums import NO_ACTION
from tengen.vector.answers import Answer
from tengen.vector.requests import ResetRequest, StepRequest
from tengen.vector.rows import TYPES, joined_rows
from tengen.vector.sharded.rows import changed_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tengen.vector.rows import Rows

PLAYING, LOST, ENDED = 0, 1, 2
"""States of boards: at the server; lost, which no answer has reported; truncated, to be reset."""

NO_LANES = np.zeros(0, np.int64)
NO_LANES.flags.writeable = False


@dataclass(frozen=True, eq=False)
class Piece:
    """Some rows of a request, and where they come from.

    Attributes:
      rows: The indices of the rows.
      message: What to send to the server. None: the rows are the last ones of their boards.
    """

    rows: NDArray[np.int64]
    message: StepRequest | ResetRequest | None


@dataclass(frozen=True, eq=False)
class Plan:
    """How a request is answered.

    Attributes:
      lanes: The boards of the request. None: all.
      pieces: The pieces, which have every row once.
      lost: The boards whose loss the answer reports.
      is_final: Whether the final rows of these boards go into the answer.
    """

    lanes: NDArray[np.int64] | None
    pieces: Sequence[Piece]
    lost: NDArray[np.int64] = field(default_factory=lambda: NO_LANES)
    is_final: bool = False

    @property
    def messages(self) -> list[StepRequest | ResetRequest]:
        """The messages to send to the server, in the order of the pieces."""
        return [piece.message for piece in self.pieces if piece.message is not None]


class ReopenedLanes:
    """The states of the boards of one server, whose place another server takes if it is lost.

    Not thread-safe.

    Args:
      lane_count: The number of boards.
      autoreset_mode: When episodes are reset.
    """

    def __init__(self, lane_count: int, autoreset_mode: AutoresetMode) -> None:
        self._mode = autoreset_mode
        self._states = np.full(lane_count, PLAYING, np.uint8)
        self._last = LastRows(lane_count)

    def lose(self) -> bool:
        """Marks all boards as lost. Returns False if no row of them is known yet.

        A board whose last row has reported the end of its episode loses nothing.
        """
        self._states[:] = LOST
        if self._mode is not AutoresetMode.SAME_STEP:
            self._states[self._last.is_over()] = ENDED
        return self._last.is_known

    def plan(self, request: StepRequest | ResetRequest) -> Plan:
        """Returns how a request is answered, and changes the states of its boards.

        If the boards are lost again before the answer, the request needs another plan.
        """
        if not self._states.any():
            return Plan(request.lanes, [Piece(NO_LANES, request)])
        lanes = np.arange(len(self._states)) if request.lanes is None else request.lanes
        states = self._states[lanes]
        lost = lanes[states == LOST]
        if isinstance(request, ResetRequest):
            self._states[lanes] = PLAYING
            return Plan(request.lanes, [Piece(NO_LANES, request)], lost)
        if self._mode is AutoresetMode.SAME_STEP:
            self._states[lanes] = PLAYING
            pieces = pieces_of(request, lanes, plays=states == PLAYING, starts=states == LOST)
            return Plan(request.lanes, pieces, lost, is_final=True)
        starts = (states == ENDED) & (request.actions != NO_ACTION)
        self._states[lanes[starts]] = PLAYING
        self._states[lost] = ENDED
        pieces = pieces_of(request, lanes, plays=states == PLAYING, starts=starts)
        return Plan(request.lanes, pieces, lost)

    def answer(self, plan: Plan, answers: Sequence[Answer]) -> Answer:
        """Returns the answer to a request.

        Args:
          plan: How it is answered.
          answers: The answers to the messages of the plan.
        """
        if len(plan.pieces) == 1 and plan.pieces[0].message is not None and not plan.is_final:
            (answer,) = answers
            self._last.update(answer.rows, plan.lanes)
            return answer
        lanes = np.arange(len(self._states)) if plan.lanes is None else plan.lanes
        truncated = truncated_rows(self._last.of(plan.lost)) if len(plan.lost) else None
        if truncated is not None and not plan.is_final:
            self._last.update(truncated, plan.lost)
        received = iter(answers)
        parts, finals, final_lanes = [], [], []
        for piece in plan.pieces:
            if piece.message is None:
                parts.append(self._last.of(lanes[piece.rows]))
                continue
            answer = next(received)
            parts.append(answer.rows)
            if answer.final is not None and answer.final_lanes is not None:
                finals.append(answer.final)
                final_lanes.append(answer.final_lanes)
        order = np.argsort(np.concatenate([piece.rows for piece in plan.pieces]))
        rows = joined_rows(parts, order)
        self._last.update(rows, plan.lanes)
        if truncated is not None and plan.is_final:
            rows = with_ends(rows, np.isin(lanes, plan.lost))
            finals.append(truncated)
            final_lanes.append(plan.lost)
        if not finals:
            return Answer(rows, lambda: rows, None, None)
        return Answer(rows, lambda: rows, joined_rows(finals), np.concatenate(final_lanes))


def pieces_of(
    request: StepRequest,
    lanes: NDArray[np.int64],
    *,
    plays: NDArray[np.bool_],
    starts: NDArray[np.bool_],
) -> list[Piece]:
    """Returns the pieces of a request: rows that play, rows that start an episode, and the rest."""
    played, started = np.flatnonzero(plays), np.flatnonzero(starts)
    stays = np.flatnonzero(~plays & ~starts)
    pieces = []
    if len(played):
        known = set(lanes[played].tolist())
        proposals = [proposal for proposal in request.proposals if proposal.lane in known]
        step = StepRequest(request.actions[played], lanes[played], proposals)
        pieces.append(Piece(played, step))
    if len(started):
        pieces.append(Piece(started, ResetRequest(None, lanes[started])))
    if len(stays):
        pieces.append(Piece(stays, None))
    return pieces


class LastRows:
    """The last row of each board.

    Args:
      lane_count: The number of boards.
    """

    def __init__(self, lane_count: int) -> None:
        self._lane_count = lane_count
        self._rows: Rows | None = None

    @property
    def is_known(self) -> bool:
        """Whether there has been a row."""
        return self._rows is not None

    def is_over(self) -> NDArray[np.bool_]:
        """Returns whether the last row of each board reports the end of an episode."""
        if self._rows is None:
            return np.zeros(self._lane_count, np.bool_)
        return self._rows.terminated | self._rows.truncated

    def update(self, rows: Rows, lanes: NDArray[np.int64] | None) -> None:
        """Copies rows.

        Args:
          rows: The rows.
          lanes: Their boards. None: all.
        """
        if self._rows is None:
            arrays: dict[str, Any] = {name: self._zeros(getattr(rows, name)) for name in TYPES}
            self._rows = changed_rows(rows, **arrays)
        chosen = slice(None) if lanes is None else lanes
        for name in TYPES:
            getattr(self._rows, name)[chosen] = getattr(rows, name)

    def of(self, lanes: NDArray[np.int64]) -> Rows:
        """Returns the last rows of boards, as after a step without an action."""
        assert self._rows is not None
        arrays = {name: getattr(self._rows, name)[lanes] for name in TYPES}
        arrays["actions"][:] = NO_ACTION
        arrays["opponent_actions"][:] = NO_ACTION
        for name in ("rewards", "is_reset", "illegal_reasons", "is_oracle_optimal"):
            arrays[name][:] = 0
        return changed_rows(self._rows, **arrays)

    def _zeros(self, like: NDArray[np.generic]) -> NDArray[np.generic]:
        return np.zeros((self._lane_count, *like.shape[1:]), like.dtype)


def truncated_rows(rows: Rows) -> Rows:
    """Returns the last rows of episodes that are truncated now."""
    return changed_rows(
        rows,
        terminated=np.zeros_like(rows.terminated),
        truncated=np.ones_like(rows.truncated),
        action_masks=np.zeros_like(rows.action_masks),
        end_reasons=np.zeros_like(rows.end_reasons),
        winners=np.zeros_like(rows.winners),
        margins=np.zeros_like(rows.margins),
        is_agreement=np.zeros_like(rows.is_agreement),
    )


def with_ends(rows: Rows, is_lost: NDArray[np.bool_]) -> Rows:
    """Returns first rows of episodes, where those of lost boards also report the truncation."""
    return changed_rows(
        rows,
        truncated=rows.truncated | is_lost,
        terminated=rows.terminated & ~is_lost,
        end_reasons=np.where(is_lost, 0, rows.end_reasons).astype(np.uint8),
        rewards=np.where(is_lost[:, None], np.float32(0), rows.rewards),
    )
