"""From answers of the server to what `reset` and `step` return."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from tengen._arrays import values
from tengen.vector.infos import add_info, infos_of, scatter
from tengen.vector.rows import Rows, rows_of

if TYPE_CHECKING:
    from tengen.v1 import batch_pb2 as pb
    from tengen.vector.lanes import LaneTracker
    from tengen.vector.observations import ObservationDecoder

Observations = dict[str, NDArray[Any]]


class VectorStep(NamedTuple):
    """What a step of a vector environment led to, in the order of Gymnasium."""

    observations: Observations
    rewards: NDArray[np.float64]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    infos: dict[str, Any]


@dataclass(frozen=True, eq=False)
class PendingRequest:
    """A request that has no answer yet.

    Attributes:
      lanes: Its boards. None: all.
      is_reset: Whether it starts episodes.
      seeds: The seeds that it gave, one for each board.
    """

    lanes: NDArray[np.int64] | None
    is_reset: bool
    seeds: NDArray[np.uint64] | None = None


class ResponseReader:
    """Reads answers.

    Attributes:
      last_mask: The action masks of the last answer.
    """

    def __init__(
        self,
        layout: pb.BatchLayout,
        lanes: LaneTracker,
        decoder: ObservationDecoder,
        mode: AutoresetMode,
    ) -> None:
        self._layout = layout
        self._lanes = lanes
        self._decoder = decoder
        self._is_same_step = mode is AutoresetMode.SAME_STEP
        self._all_rows: Rows | None = None
        self.last_mask: NDArray[np.int8] | None = None

    def read(self, response: pb.RunResponse, pending: PendingRequest) -> VectorStep:
        """Returns what an answer says: a row for each board of its request."""
        rows = rows_of(response.states, self._layout)
        self._all_rows = rows if pending.lanes is None else None
        is_over = rows.terminated | rows.truncated
        if self._is_same_step:
            # What stands in the row besides is of the new episode.
            is_over &= ~rows.is_reset | pending.is_reset
        rewards = self._lanes.rewards(rows, pending.lanes)
        observations = self._observe(rows, is_over)
        infos = infos_of(rows, action_mask=observations["action_mask"], is_over=is_over)
        if pending.seeds is not None:
            add_info(infos, "seed", pending.seeds, np.ones(rows.count, np.bool_))
        if response.states.HasField("final"):
            self._add_final(infos, response.states.final, pending)
        return VectorStep(observations, rewards, rows.terminated, rows.truncated, infos)

    def read_partial(self, response: pb.RunResponse, pending: PendingRequest) -> VectorStep:
        """Returns what the answer to a reset of some boards says, with a row for every board.

        The observations of the others are those of the last answer, which must have had all.
        """
        assert pending.lanes is not None
        assert self._all_rows is not None
        before = self._all_rows
        rewards = np.zeros(self._lanes.count)
        part = self.read(response, pending)
        rewards[pending.lanes] = part.rewards
        rows = merged(before, rows_of(response.states, self._layout), pending.lanes)
        self._all_rows = rows
        # Under SAME_STEP the flags of a row may be those of the episode before. The pass is always
        # legal, so an empty mask tells.
        observations = self._observe(rows, rows.action_masks.max(axis=1) == 0)
        infos = scatter(part.infos, pending.lanes, self._lanes.count)
        return VectorStep(observations, rewards, rows.terminated, rows.truncated, infos)

    @property
    def has_all_lanes(self) -> bool:
        """Whether the last answer had all boards."""
        return self._all_rows is not None

    def _add_final(
        self, infos: dict[str, Any], states: pb.LaneStates, pending: PendingRequest
    ) -> None:
        """Adds how episodes ended that this answer has replaced by new ones."""
        rows = rows_of(states, self._layout)
        if not rows.count:
            return
        places = values(states.lanes, "<u4").astype(np.int64)
        if pending.lanes is not None:
            place_of = np.zeros(self._lanes.count, np.int64)
            place_of[pending.lanes] = np.arange(len(pending.lanes))
            places = place_of[places]
        count = self._lanes.count if pending.lanes is None else len(pending.lanes)
        is_over = np.ones(rows.count, np.bool_)
        mask = self._decoder.action_mask(rows.action_masks, is_over)
        parts = self._decoder.observations(rows, mask, is_new=True)
        final_infos = infos_of(rows, action_mask=mask, is_over=is_over)
        final_observations = np.full(count, None, dtype=object)
        for row, place in enumerate(places):
            final_observations[place] = {name: part[row] for name, part in parts.items()}
        is_final = np.zeros(count, np.bool_)
        is_final[places] = True
        add_info(infos, "final_obs", final_observations, is_final)
        add_info(infos, "final_info", scatter(final_infos, places, count), is_final.copy())

    def _observe(self, rows: Rows, is_over: NDArray[np.bool_]) -> Observations:
        self.last_mask = self._decoder.action_mask(rows.action_masks, is_over)
        return self._decoder.observations(rows, self.last_mask)


def merged(before: Rows, rows: Rows, lanes: NDArray[np.int64]) -> Rows:
    """Returns rows of all boards, of which some have been replaced."""
    changed = {}
    for name in ("observations", "globals", "action_masks", "terminated", "truncated"):
        array = getattr(before, name).copy()
        array[lanes] = getattr(rows, name)
        changed[name] = array
    return replace(before, **changed)
