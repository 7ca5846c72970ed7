"""The link of a vector environment to several servers.

Each server has some of the boards, as a `Shard`. The link splits each request into the parts of the
servers, sends them all, and joins the answers, so that the environment sees one server.
"""

from __future__ import annotations

import collections
import itertools
import os
import threading
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import _arguments as arguments
from tengen._address import transport_of
from tengen.enums import LostBoardPolicy
from tengen.errors import LanesLostError, TengenError
from tengen.vector.link import BoardServer, Received
from tengen.vector.rebalancing import checked_rebalance
from tengen.vector.sharded.reopened import ReopenedLanes
from tengen.vector.sharded.rows import RowFormat, joined_answer
from tengen.vector.sharded.servers import Servers, address_list, security_of
from tengen.vector.sharded.shard import Shard, ShardRequest
from tengen.vector.sharded.split import RequestSplitter, board_ranges, part_of_batch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gymnasium.vector import AutoresetMode
    from numpy.typing import NDArray

    from tengen.v1 import batch_pb2 as pb
    from tengen.v1 import spec_pb2
    from tengen.vector.answers import Answer
    from tengen.vector.link import BatchOpener
    from tengen.vector.requests import ResetRequest, StepRequest


class ShardedLink:
    """The link to several servers. See `BoardLink`.

    Args:
      make_shard: A function that returns the shard of some boards of a server, whose state a
        condition guards.
      addresses: The addresses of the servers.
      ranges: The boards of each server.
      has_one_spec: Whether all boards have the same spec.
      is_again: Whether an earlier link was lost: boards whose server does not answer are opened at
        another one.

    Raises:
      TengenError: A server does not answer, or refuses its boards.
    """

    def __init__(
        self,
        make_shard: Callable[[str, range, threading.Condition], Shard],
        addresses: Sequence[str],
        ranges: Sequence[range],
        *,
        has_one_spec: bool,
        is_again: bool,
    ) -> None:
        self._has_one_spec = has_one_spec
        self._process_id = os.getpid()
        self._changed = threading.Condition()
        self._shards = [
            make_shard(address, boards, self._changed)
            for address, boards in zip(addresses, ranges, strict=True)
        ]
        self._splitter = RequestSplitter(ranges)
        self._sent: collections.deque[dict[Shard, ShardRequest]] = collections.deque()
        self._lent: list[Shard] = []
        self._is_lost = np.zeros(ranges[-1].stop, np.bool_)
        self._loss = TengenError("UNAVAILABLE", "", "UNAVAILABLE")
        self._finalizer = weakref.finalize(self, close_shards, self._process_id, self._shards)
        try:
            self._open(self._shards, is_again=is_again)
            self._check_journals()
        except BaseException:
            self.close()
            raise
        self.layout = self._shards[0].opened.stream.layout
        self._row_format = RowFormat(self.layout, self.board_specs)
        self.encoding = self._shards[0].opened.encoding

    def _open(self, shards: Sequence[Shard], *, is_again: bool, is_elsewhere: bool = False) -> None:
        """Opens the boards of shards at the same time, and waits for all of them.

        Raises:
          TengenError: Some boards could not be opened.
        """
        with self._changed:
            for shard in shards:
                shard.start(is_again=is_again, is_elsewhere=is_elsewhere)
            self._changed.wait_for(
                lambda: (
                    all(not shard.is_busy for shard in shards)
                    or any(shard.error is not None for shard in shards)
                )
            )
            for shard in shards:
                if shard.error is not None:
                    raise shard.error

    def _check_journals(self) -> None:
        """Checks that all servers have resumed a journal, or that none has.

        Raises:
          InvalidArgumentError: Some have. The journals of the others are removed again.
        """
        journals = {shard: shard.journal for shard in self._shards if shard.journal is not None}
        new = [shard for shard, journal in journals.items() if not journal.is_resumed]
        if not new or len(new) == len(journals):
            return
        for shard in new:
            journals[shard].finish()
        old = next(shard for shard in journals if shard not in new)
        raise arguments.invalid_value(
            "journal",
            old.journal_name,
            f"is one of {old.address}, but {new[0].address} has none; name another journal, or the"
            " servers and weights of the earlier process",
        )

    @property
    def board_specs(self) -> list[spec_pb2.EnvironmentSpec]:
        """The complete spec of each board, or one for all."""
        layouts = [shard.opened.stream.layout for shard in self._shards]
        if self._has_one_spec:
            return list(layouts[0].specs)
        return [spec for layout in layouts for spec in layout.specs]

    @property
    def servers(self) -> tuple[BoardServer, ...]:
        """The servers, in the order of their boards."""
        with self._changed:
            return tuple(BoardServer(shard.address, shard.boards) for shard in self._shards)

    @property
    def transport(self) -> str:
        """How the servers are reached; several words with commas if they differ."""
        words = (transport_of(server.address) for server in self.servers)
        return ",".join(dict.fromkeys(words))

    @property
    def is_own(self) -> bool:
        """Whether this process created the link. False in a forked child."""
        return self._process_id == os.getpid()

    @property
    def is_lost(self) -> bool:
        """Whether any board is known to be lost."""
        return bool(self._is_lost.any()) or any(shard.error is not None for shard in self._shards)

    @property
    def is_resumed(self) -> bool:
        """Whether the boards were in a journal when this link was created."""
        journals = [shard.journal for shard in self._shards]
        return all(journal is not None and journal.is_resumed for journal in journals)

    @property
    def sequence(self) -> int:
        """The lowest number of requests of a server's journal that were answered; 0 without one."""
        return min(shard.journal.sequence if shard.journal else 0 for shard in self._shards)

    @property
    def durable_sequence(self) -> int:
        """The lowest number of requests of a server's journal on disk; 0 without one."""
        return min(shard.journal.durable_sequence if shard.journal else 0 for shard in self._shards)

    def check(self, lanes: NDArray[np.int64] | None) -> None:
        """Checks that boards, or all boards if None, are not known to be lost.

        Raises:
          LanesLostError: Some are. Their requests have been dropped.
        """
        with self._changed:
            self._lose([shard for shard in self._shards_of(lanes) if shard.error is not None])
            chosen = self._is_lost if lanes is None else self._is_lost[lanes]
            if chosen.any():
                raise self._loss_of(np.flatnonzero(self._is_lost))

    def reopen(self, lanes: NDArray[np.int64]) -> None:
        """Opens boards that are lost again: at another server, or at their own one if it is back.

        The other boards of their server stay lost until they are reset.

        Raises:
          LanesLostError: No server takes them.
        """
        with self._changed:
            shards = [shard for shard in self._shards_of(lanes) if shard.error is not None]
            self._drop(shards)
        if not shards:
            return
        try:
            self._open(shards, is_again=True, is_elsewhere=True)
        except TengenError as error:
            self._loss = error
            raise self._loss_of(np.flatnonzero(self._is_lost)) from None

    def send(self, messages: Sequence[StepRequest | ResetRequest]) -> None:
        """Sends a request without waiting for its answers."""
        with self._changed:
            self._release()
            request: dict[Shard, ShardRequest] = {}
            for key, message in enumerate(messages):
                for part in self._splitter.parts(message):
                    shard = self._shards[part.shard]
                    shard_request = request.setdefault(shard, ShardRequest())
                    shard_request.messages.append(part.request)
                    shard_request.rows.append(part.rows)
                    shard_request.keys.append(key)
                self._is_lost[slice(None) if message.lanes is None else message.lanes] = False
            for shard, shard_request in request.items():
                shard.send(shard_request)
            self._sent.append(request)

    def receive(self) -> Received:
        """Waits for the answers to the oldest request whose servers have all answered.

        Requests about other servers do not wait for a slow one.

        Raises:
          LanesLostError: The boards of a server are lost. Their requests have been dropped; a
            request that also has other boards continues with these.
        """
        with self._changed:
            self._release()
            self._changed.wait_for(lambda: self._first_ready() is not None)
            index = self._first_ready()
            assert index is not None
            request = self._sent[index]
            self._lose([shard for shard in request if shard.error is not None])
            del self._sent[index]
            self._lent = list(request)
            answers = joined_answers(request, self._row_format)
            return Received(index, answers, lost_lanes(request))

    def _first_ready(self) -> int | None:
        """Returns the index of the first request that is answered, or whose boards are lost."""
        for index, request in enumerate(self._sent):
            if all(part.answers is not None for part in request.values()) or any(
                shard.error is not None for shard in request
            ):
                return index
        return None

    def _release(self) -> None:
        """Lets the shards receive their next answers, which may use the memory of the last ones."""
        for shard in self._lent:
            shard.release()
        self._lent = []

    def _shards_of(self, lanes: NDArray[np.int64] | None) -> list[Shard]:
        if lanes is None:
            return self._shards
        return [self._shards[index] for index in np.unique(self._splitter.shards_of(lanes))]

    def _drop(self, shards: Sequence[Shard]) -> None:
        """Marks the boards of shards as lost, and drops their parts of all requests."""
        for shard in shards:
            assert shard.error is not None
            if not isinstance(shard.error, TengenError):
                raise shard.error
            self._loss = shard.error
            self._is_lost[shard.boards.start : shard.boards.stop] = True
            for request in self._sent:
                request.pop(shard, None)
        self._lent = [shard for shard in self._lent if shard not in shards]
        self._sent = collections.deque(request for request in self._sent if request)

    def _lose(self, shards: Sequence[Shard]) -> None:
        """Drops the requests of shards, and raises the error about their loss, if there are any.

        Raises:
          LanesLostError: There are shards.
        """
        if shards:
            self._drop(shards)
            raise self._loss_of(
                np.concatenate([np.arange(each.boards.start, each.boards.stop) for each in shards])
            )

    def _loss_of(self, lanes: NDArray[np.int64]) -> LanesLostError:
        loss = self._loss
        error = LanesLostError(loss.reason, loss.message, loss.status, metadata=loss.metadata)
        error.lanes = lanes
        return error

    def finish(self) -> None:
        """Removes the journals, if there are any, and closes the link.

        Raises:
          LanesLostError: A connection was lost. Journals may still exist.
        """
        for shard in self._shards:
            if shard.journal is not None:
                shard.journal.finish()
        self.close()

    def close(self) -> None:
        """Closes the boards at all servers. Does nothing in a forked child."""
        self._finalizer()


def close_shards(process_id: int, shards: Sequence[Shard]) -> None:
    """Closes shards in the process that created them."""
    if process_id == os.getpid():
        for shard in shards:
            shard.close()


def joined_answers(request: Mapping[Shard, ShardRequest], row_format: RowFormat) -> list[Answer]:
    """Returns the answers to the messages of a request, each joined from those of its servers."""
    parts: dict[int, list[tuple[int, Answer, NDArray[np.int64]]]] = {}
    for shard, part in request.items():
        assert part.answers is not None
        for key, answer, rows in zip(part.keys, part.answers, part.rows, strict=True):
            parts.setdefault(key, []).append((shard.boards.start, answer, rows))
    return [
        joined_answer(
            [answer for _, answer, _ in found],
            [first for first, _, _ in found],
            order_of([rows for _, _, rows in found]),
            row_format,
        )
        for _, found in sorted(parts.items())
    ]


def order_of(parts: Sequence[NDArray[np.int64]]) -> NDArray[np.int64] | None:
    """Returns how to sort rows that come in parts, each of which is sorted. None: they are."""
    if all(before[-1] < after[0] for before, after in itertools.pairwise(parts)):
        return None
    return np.argsort(np.concatenate(parts))


def lost_lanes(request: Mapping[Shard, ShardRequest]) -> NDArray[np.int64] | None:
    """Returns the boards of a request whose loss its answers report. None: there is no loss."""
    lost = [
        plan.lost + shard.boards.start
        for shard, part in request.items()
        for plan in part.plans
        if len(plan.lost)
    ]
    return np.concatenate(lost) if lost else None


class SeveralServers:
    """Opens links to several servers.

    Args:
      opener: Opens batches.
      given: The arguments of the environment by name.
      request: The boards.
      autoreset_mode: When episodes are reset.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: An argument is invalid.
    """

    def __init__(
        self,
        opener: BatchOpener,
        given: Mapping[str, Any],
        request: pb.OpenBatch,
        autoreset_mode: AutoresetMode,
    ) -> None:
        self._addresses = address_list(given["address"])
        security = security_of(self._addresses, given["tls"], given["token"])
        self._has_one_spec = len(request.specs) == 1
        self._servers = Servers(opener, self._addresses, security, has_one_spec=self._has_one_spec)
        self._ranges = board_ranges(request.lane_count, self._addresses, given["weights"])
        self._request = request
        self._mode = autoreset_mode
        policy = arguments.enum_member(
            "lost_board_policy", given["lost_board_policy"], LostBoardPolicy
        )
        self._reopens = policy is LostBoardPolicy.REOPEN
        journal = given["journal"]
        self._journal = None if journal is None else arguments.text("journal", journal)
        self._rebalance = checked_rebalance(given["rebalance"], journal, len(self._addresses))
        if self._journal is not None and self._reopens:
            raise arguments.invalid_value(
                "lost_board_policy", policy.value, "is not for boards in a journal: they continue"
            )

    def open(self, *, is_again: bool) -> ShardedLink:
        """Returns a new link.

        Args:
          is_again: Whether an earlier link was lost, so that servers may be restarting, and others
            may take their boards.

        Raises:
          TengenError: A server does not answer, or refuses its boards. The message names it.
        """
        return ShardedLink(
            self._shard,
            self._addresses,
            self._ranges,
            has_one_spec=self._has_one_spec,
            is_again=is_again,
        )

    def _shard(self, address: str, boards: range, changed: threading.Condition) -> Shard:
        journal = self._journal
        return Shard(
            self._servers,
            address=address,
            boards=boards,
            request=part_of_batch(self._request, boards),
            journal=None if journal is None else f"{journal}.{self._ranges.index(boards)}",
            rebalance=self._rebalance,
            reopened=ReopenedLanes(len(boards), self._mode) if self._reopens else None,
            changed=changed,
        )
