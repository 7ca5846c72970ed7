"""Converts answers of the server to the results of `reset` and `step`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen._lazy_infos import LazyInfos
from tengen.vector.answers import Answer
from tengen.vector.boards import BoardTracker, begins_with_boards
from tengen.vector.infos import add_info, infos_of, scatter
from tengen.vector.rows import Rows, joined_rows

if TYPE_CHECKING:
    from tengen.enums import ObservationLayout
    from tengen.infos import VectorInfos
    from tengen.vector.lanes import LaneTracker
    from tengen.vector.observations import ObservationDecoder
    from tengen.vector.requests import Seeds

Observations = dict[str, NDArray[Any]]

MERGED = (
    *("observations", "globals", "action_masks", "terminated", "truncated"),
    *("players_to_move", "move_numbers", "symmetries"),
)
"""The arrays of rows that observations of all boards, and pictures of them, are made from."""

NO_ROWS = np.zeros(0, np.int64)


class VectorStep(NamedTuple):
    """The result of a step of a vector environment, in the order of Gymnasium.

    Attributes:
      observations: The observations, one row per board.
      rewards: The agents' rewards, float64.
      terminations: Whether the rules ended each episode.
      truncations: Whether a limit ended each episode.
      infos: The infos in Gymnasium's format for vector environments.
    """

    observations: Observations
    rewards: NDArray[np.float64]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    infos: VectorInfos


@dataclass(frozen=True, eq=False)
class PendingRequest:
    """A request whose response has not been received.

    Attributes:
      lanes: The indices of its boards. None: all boards.
      is_reset: Whether it starts episodes.
      seeds: The seeds of the episodes. None: the server derives them.
      parts: The indices of the rows of each of several responses. One response may have all rows.
    """

    lanes: NDArray[np.int64] | None
    is_reset: bool
    seeds: Seeds | None = None
    parts: tuple[NDArray[np.int64], ...] = (np.arange(0),)


class ResponseReader:
    """Converts answers to results.

    Args:
      lanes: The state of the boards between two responses.
      decoder: Decodes observations and masks.
      boards: Tracks the boards for rendering. None: nothing is rendered.

    Attributes:
      last_mask: The action masks of the last response.
      boards: The argument of the same name.
    """

    def __init__(
        self,
        lanes: LaneTracker,
        decoder: ObservationDecoder,
        boards: BoardTracker | None = None,
    ) -> None:
        self._lanes = lanes
        self._decoder = decoder
        self.boards = boards
        self._all_rows: Rows | None = None
        self.last_mask: NDArray[np.int8] | None = None

    def read(self, answers: list[Answer], pending: PendingRequest) -> VectorStep:
        """Returns the result of a request, with one row per board of the request."""
        return self._read(joined_answer(answers, pending), pending)

    def _read(self, answer: Answer, pending: PendingRequest) -> VectorStep:
        rows = answer.rows
        self._all_rows = rows if pending.lanes is None else None
        if self.boards is not None:
            self.boards.update(rows, pending.lanes)
        is_over = rows.terminated | rows.truncated
        is_masked = is_over
        targets = self._final_targets(answer, pending)
        if len(targets):
            # Rewards and ends in these rows are those of the final rows. Everything else belongs to
            # the new episode, which the opponent's opening move may have ended, too.
            is_over[targets] = False
            is_masked = is_over.copy()
            is_masked[targets] = rows.action_masks[targets].max(axis=1) == 0
        rewards = self._lanes.rewards(rows, pending.lanes, targets)
        observations = self._observe(rows, is_masked)
        mask, kept_rows, final = observations["action_mask"], answer.kept_rows, answer.final

        def build() -> dict[str, Any]:
            infos = infos_of(kept_rows(), action_mask=mask, is_over=is_over)
            if pending.seeds is not None:
                add_info(infos, "seed", pending.seeds.values, pending.seeds.is_given)
            if final is not None:
                self._add_final(infos, final, targets, len(is_over))
            return infos

        infos: Any = LazyInfos.of(build)
        return VectorStep(
            observations, rewards, rows.terminated.copy(), rows.truncated.copy(), infos
        )

    def read_partial(self, answers: list[Answer], pending: PendingRequest) -> VectorStep:
        """Returns the result of a reset of some boards, with one row for every board.

        The observations of the other boards are those of the last response, which must have
        included all boards.
        """
        assert pending.lanes is not None
        assert self._all_rows is not None
        before = self._all_rows
        rewards = np.zeros(self._lanes.count)
        answer = joined_answer(answers, pending)
        part = self._read(answer, pending)
        rewards[pending.lanes] = part.rewards
        rows = merged(before, answer.rows, pending.lanes)
        self._all_rows = rows
        # Under SAME_STEP the flags of a row may belong to the previous episode. An empty mask is a
        # reliable sign of the end, because the pass is always legal before it.
        observations = self._observe(rows, rows.action_masks.max(axis=1) == 0)
        infos: Any = scatter(part.infos, pending.lanes, self._lanes.count)
        return VectorStep(observations, rewards, rows.terminated, rows.truncated, infos)

    def shown_boards(self, encoding: str, layout: ObservationLayout) -> BoardTracker | None:
        """Returns the boards of the last response, which are read from its observations if need be.

        Args:
          encoding: The encoding of the observations.
          layout: Their layout.

        Returns:
          The boards. None: the observations do not show them, or there is no response about all.
        """
        if self.boards is not None or self._all_rows is None:
            return self.boards
        if not begins_with_boards(encoding, layout, self._decoder.shape):
            return None
        _, height, width = self._decoder.shape
        boards = BoardTracker(
            lane_count=self._lanes.count, width=width, height=height, layout=layout, first_byte=0
        )
        boards.update(self._all_rows, None)
        return boards

    @property
    def has_all_lanes(self) -> bool:
        """Whether the last response included all boards."""
        return self._all_rows is not None

    def _final_targets(self, answer: Answer, pending: PendingRequest) -> NDArray[np.int64]:
        """Returns the rows of the boards whose final rows the answer has."""
        if answer.final_lanes is None:
            return NO_ROWS
        targets = answer.final_lanes
        if pending.lanes is None:
            return targets
        row_of = np.zeros(self._lanes.count, np.int64)
        row_of[pending.lanes] = np.arange(len(pending.lanes))
        return row_of[targets]

    def _add_final(
        self, infos: dict[str, Any], rows: Rows, targets: NDArray[np.int64], count: int
    ) -> None:
        """Adds the final observations and infos of episodes that were reset in the same step."""
        is_over = np.ones(rows.count, np.bool_)
        mask = self._decoder.action_mask(rows.action_masks, is_over)
        parts = self._decoder.observations(rows, mask, is_new=True)
        final_infos = infos_of(rows, action_mask=mask, is_over=is_over)
        final_observations = np.full(count, None, dtype=object)
        for row, target in enumerate(targets):
            final_observations[target] = {name: part[row] for name, part in parts.items()}
        is_final = np.zeros(count, np.bool_)
        is_final[targets] = True
        add_info(infos, "final_obs", final_observations, is_final)
        add_info(infos, "final_info", scatter(final_infos, targets, count), is_final.copy())

    def _observe(self, rows: Rows, is_over: NDArray[np.bool_]) -> Observations:
        self.last_mask = self._decoder.action_mask(rows.action_masks, is_over)
        return self._decoder.observations(rows, self.last_mask)


def joined_answer(answers: list[Answer], pending: PendingRequest) -> Answer:
    """Returns the answers to the parts of a request as one. Several parts have no final rows."""
    if len(answers) == 1:
        return answers[0]
    # The parts name the index that each row gets, and the inverse is where it comes from.
    order = np.argsort(np.concatenate(pending.parts))
    rows = joined_rows([answer.rows for answer in answers], order)
    return Answer(rows, lambda: rows, None, None)


def merged(before: Rows, rows: Rows, lanes: NDArray[np.int64]) -> Rows:
    """Returns the rows of all boards, with those of `lanes` replaced by `rows`."""
    arrays = {}
    for name in MERGED:
        array = getattr(before, name).copy()
        array[lanes] = getattr(rows, name)
        arrays[name] = array
    return before.with_arrays(arrays)
