"""Search of positions: the server has the boards and the trees, the caller has the network."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tengen import _arguments as arguments
from tengen._address import transport_of
from tengen._arrays import values
from tengen._bare_networks import call_evaluator
from tengen._caller_names import errors_named, size_names
from tengen._client_cache import shared_client
from tengen._closing import CloseOnExit
from tengen._placement import TREE
from tengen._status import error_from_response
from tengen._stream import BidirectionalStream
from tengen.enums import Color, ObservationLayout
from tengen.errors import TengenError, TreesLostError
from tengen.render.markup import figure, table
from tengen.render.text import point_name
from tengen.search.evaluations import EvaluationForm, PriorKind, require_pending
from tengen.search.settings import search_message
from tengen.security import choose_for_environment
from tengen.trees.root import name_argument
from tengen.v1 import search_pb2 as pb
from tengen.v1.search_pb2_grpc import SearchServiceStub

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from tengen.search.leaves import Evaluator, Leaves, PendingEvaluations
    from tengen.search.settings import Gumbel, Puct
    from tengen.security import Security, TlsChoice
    from tengen.trees.root import TreeRoot

READ_BYTES = 32 << 20
"""The bytes of results in a response, at most, unless one result is longer."""
SHOWN_ACTIONS = 8
"""The maximum number of actions in the picture of a result."""


class Position:
    """A position of a `Search`.

    Attributes:
      handle: The handle at the server.
      is_over: Whether the game is over, so that there is nothing to search.
      game_result: The result of a game that is over, for the player to move: 1 for a win, -1 for a
        loss, 0 for a tie, or if `max_moves` ended a game without a score. Otherwise 0.
      player_to_move: The player to move.
      move_number: The number of moves since the start of the game.
    """

    def __init__(self, handle: int) -> None:
        self.handle = handle
        self.is_over = False
        self.game_result = 0.0
        self.player_to_move = Color.BLACK
        self.move_number = 0

    def __repr__(self) -> str:
        state = f"over, result={self.game_result:g}" if self.is_over else self.player_to_move.name
        return f"Position({self.handle}, move {self.move_number}, {state})"


class PositionResult(NamedTuple):
    """What the search of a position has found.

    Actions and the policy are those of the board itself, regardless of symmetries.

    Attributes:
      visit_count: The number of simulations, those of a reused subtree included.
      node_count: The number of nodes of the tree.
      value: The value of the position for the player to move, -1 to 1: the mean of its own
        evaluation and of all simulations. None: it was not evaluated.
      actions: The visited actions, best first, uint16.
      visit_counts: The visits of each action, uint32.
      values: The value of each action for the player who makes it, float32.
      priors: The prior of each action, its share among all legal ones, float32.
      variations: The principal variation that starts with each action, uint16.
      policy: The policy target, a share for each action of the board, float32. None: no simulation
        is complete, or it was not asked for.
      sides: The height and width of the board.
    """

    visit_count: int
    node_count: int
    value: float | None
    actions: NDArray[np.uint16]
    visit_counts: NDArray[np.uint32]
    values: NDArray[np.float32]
    priors: NDArray[np.float32]
    variations: list[NDArray[np.uint16]]
    policy: NDArray[np.float32] | None
    sides: tuple[int, int]

    def __repr__(self) -> str:
        value = "None" if self.value is None else f"{self.value:+.3f}"
        best = f", best {self._name(self.actions[0])}" if len(self.actions) else ""
        return f"PositionResult({self.visit_count} visits, value={value}{best})"

    def _repr_html_(self) -> str:
        """Returns a table of the most visited actions for a notebook."""
        rows = [
            [
                self._name(self.actions[row]),
                str(self.visit_counts[row]),
                f"{self.values[row]:+.2f}",
                f"{self.priors[row]:.3f}",
                " ".join(map(self._name, self.variations[row])),
            ]
            for row in range(min(len(self.actions), SHOWN_ACTIONS))
        ]
        value = "not evaluated" if self.value is None else f"value {self.value:+.2f}"
        head = ["move", "visits", "value", "prior", "variation"]
        return figure(table(head, rows, left=(0, 4)), f"{self.visit_count} visits, {value}")

    def _name(self, action: int) -> str:
        height, width = self.sides
        return point_name(int(action), width, height)

    @property
    def visit_shares(self) -> NDArray[np.float64]:
        """The share of visits of each point, of shape (height, width), for a picture of a board."""
        height, width = self.sides
        counts = np.zeros(height * width + 1)
        counts[self.actions] = self.visit_counts
        shares: NDArray[np.float64] = counts[:-1] / max(1, counts.sum())
        return shares.reshape(height, width)

    @property
    def best_action(self) -> int:
        """The best action: the most visited one; with `Gumbel`, the one that its schedule chose.

        Raises:
          ValueError: No action was visited.
        """
        if not len(self.actions):
            raise ValueError("no action was visited; call run first, and not after the game's end")
        return int(self.actions[0])


class Search(CloseOnExit):
    """Search of positions at the server, whose leaves the caller evaluates.

        import tengen
        from tengen.search import Search

        def evaluate(leaves):
            logits, values = network(leaves.planes)
            return logits, values

        with Search(evaluate, 9) as search:
            (position,) = search.add(tengen.TreeRoot.start(9))
            while not position.is_over:
                search.run([position], 800)
                (found,) = search.read([position])
                search.advance([position], [found.best_action])

    Each round selects leaves in all positions of a group, and the evaluator gets them as one batch.
    Search many positions at the same time to fill large batches. Searches do not explore: there is
    no noise, and the best actions come first.

    In the batches, `Leaves.slots` are the handles of the positions, and `Leaves.group` is the
    number of the round.

    Results depend on `seed`, the arguments and the evaluations alone, not on the number of groups,
    the address or the time.

    If the evaluator raises, or returns what is not allowed, its leaves still await their
    evaluations. The next `run` evaluates them first.

    Not thread-safe. Only the process that created it may use it.

    Args:
      evaluate: The function that evaluates positions; see `tengen.search.Evaluator`.
      size: The width and height of the board in points, 1 to 25; or (width, height); or "9x7".
      address: The server's address, as in `GoEnv`; "embedded" for a server inside this process.
      tls: TLS, as in `tengen.connect`.
      token: The token, as in `tengen.connect`.
      search: How simulations are spread: a `Puct` or a `Gumbel`. None: `Puct()`.
      group_count: The number of groups into which `run` divides positions, at least 1. With two of
        them, one is evaluated while the other is searched.
      seed: The seed of the symmetries through which positions are evaluated, 0 to 2**64 - 1. None:
        the server draws it.
      prior_kind: What the priors are: "logits" or "probabilities".
      is_half: Whether evaluations are sent as float16 instead of float32.
      encoding: The encoding of observations.
      observation_layout: "chw" or "hwc".

    Attributes:
      seed: The seed.
      position_count: The number of positions after the last response.
      evaluation_count: The number of leaves that were evaluated.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range, or a name is unknown.
      LaunchError: No address is given, and no server can be started.
      TengenError: The server does not answer, or the call failed.
    """

    def __init__(
        self,
        evaluate: Evaluator,
        size: int | tuple[int, int] | str = 19,
        *,
        address: str | None = None,
        tls: TlsChoice = None,
        token: str | None = None,
        search: Puct | Gumbel | None = None,
        group_count: int = 1,
        seed: int | None = None,
        prior_kind: PriorKind | str = "logits",
        is_half: bool = False,
        encoding: str = "alphazero-17",
        observation_layout: ObservationLayout | str = "chw",
    ) -> None:
        self._evaluate = evaluate
        self._group_count = arguments.integer("group_count", group_count, (1, 2**31 - 1))
        form = EvaluationForm(size, encoding, observation_layout, prior_kind, is_half=is_half)
        height, width = form.sides
        request = pb.OpenPositionSearch(
            encodings=[form.encoding],
            width=width,
            height=height,
            observation_layout=f"OBSERVATION_LAYOUT_{form.observation_layout.name}",
            search=search_message(search),
            evaluation_format=form.message,
            seed=None if seed is None else arguments.integer("seed", seed, arguments.UINT64),
        )
        security = choose_for_environment(address, tls, token)
        client = shared_client(address, security)
        with errors_named(size_names(size)):
            plane_count = form.plane_count(client)
            self._stream = PositionSearchStream(client.address, request, security)
        opened = self._stream.first_response.layout
        self._form = form.opened(plane_count, opened.leaf)
        self.seed: int = opened.seed
        self.position_count = 0
        self.evaluation_count = 0
        self._max_deepened_count: int = opened.max_deepened_count
        # The requests of groups of positions that were not sent.
        self._groups: collections.deque[pb.DeepenPositions] = collections.deque()
        # For each response that was not received, oldest first: the leaves whose evaluations were
        # in its request.
        self._sent: collections.deque[Leaves | None] = collections.deque()
        # Leaves that were not evaluated.
        self._leaves: collections.deque[Leaves] = collections.deque()
        # The leaves whose evaluations are being computed, and these.
        self._pending: tuple[Leaves, PendingEvaluations] | None = None
        self._is_closed = False

    def add(self, *roots: TreeRoot) -> list[Position]:
        """Adds positions. Each may have its own rules.

        Args:
          roots: One or more positions, on boards of the size of the search.

        Returns:
          The positions, in the same order.

        Raises:
          InvalidArgumentError: A position is invalid, or an action that leads to it is illegal.
          SessionNotFoundError: There is no such session.
          ResourceExhaustedError: The server has reached its limit of positions or of memory.
          TreesLostError: The connection was lost.
        """
        add = pb.AddPositions(roots=[root.message for root in roots])
        try:
            response = self._ask(pb.SearchPositionsRequest(add=add))
        except TengenError as error:
            name_argument(error, roots)
            raise
        positions = [Position(int(handle)) for handle in values(response.positions.handles, "<u8")]
        update(positions, response.positions)
        return positions

    def run(self, positions: Iterable[Position], simulation_count: int) -> None:
        """Adds simulations to positions. Those whose game is over are skipped.

        Args:
          positions: Different positions.
          simulation_count: The number of simulations of each position, 1 to 1,000,000.

        Raises:
          TypeError: `positions` is a single position, the count is not an integer, or the
            evaluator returned neither arrays nor pending evaluations.
          ValueError: The evaluator returned arrays of the wrong shape.
          InvalidArgumentError: The count is out of range, a position is given twice or was
            released, or the evaluator returned a number that is not allowed.
          ResourceExhaustedError: The server has reached its limit of memory.
          TreesLostError: The connection was lost.
        """
        count = arguments.integer("simulation_count", simulation_count, arguments.UINT32)
        if isinstance(positions, Position):
            raise TypeError("positions must be several positions, or [position], not a Position")
        handles = [position.handle for position in positions if not position.is_over]
        self._groups.clear()
        self._drive()
        length = max(1, min(self._max_deepened_count, -(-len(handles) // self._group_count)))
        for start in range(0, len(handles), length):
            self._groups.append(
                pb.DeepenPositions(
                    positions=handles[start : start + length], simulation_count=count
                )
            )
        self._drive()

    def _drive(self) -> None:
        """Searches and evaluates until no leaf awaits its evaluation."""
        while self._groups or self._leaves or self._sent or self._pending is not None:
            is_room = self._open_count() < self._group_count
            if self._groups and is_room:
                self._send(pb.SearchPositionsRequest(deepen=self._groups.popleft()), None)
            elif self._leaves:
                self._begin()
            elif self._sent:
                self._receive_round()
            else:
                self._finish_pending()

    def _open_count(self) -> int:
        """Returns the number of groups that are searched or evaluated."""
        return len(self._leaves) + len(self._sent) + (self._pending is not None)

    def _begin(self) -> None:
        """Evaluates the oldest leaves, or begins to."""
        evaluations = call_evaluator(self._evaluate, self._leaves[0])
        self._finish_pending()
        leaves = self._leaves[0]
        if isinstance(evaluations, tuple):
            self._send_evaluations(leaves, evaluations)
            self._leaves.popleft()
        else:
            pending = require_pending(evaluations)
            self._pending = (self._leaves.popleft(), pending)

    def _finish_pending(self) -> None:
        if self._pending is not None:
            leaves, evaluations = self._pending
            self._pending = None
            try:
                self._send_evaluations(leaves, evaluations.result())
            except BaseException:
                self._leaves.append(leaves)
                raise

    def _send_evaluations(self, leaves: Leaves, evaluations: tuple[Any, Any]) -> None:
        priors, its_values = self._form.checked(evaluations, len(leaves))
        evaluate = pb.EvaluatePositions(
            round=leaves.group,
            priors=self._form.to_bytes(priors),
            values=self._form.to_bytes(its_values),
        )
        self._send(pb.SearchPositionsRequest(evaluate=evaluate), leaves)
        self.evaluation_count += len(leaves)

    def _receive_round(self) -> None:
        """Receives the response to the oldest request of a group."""
        evaluated = self._sent.popleft()
        try:
            response = self._receive()
        except TengenError:
            if evaluated is not None:
                self._leaves.append(evaluated)
                self.evaluation_count -= len(evaluated)
            raise
        if response.round:
            self._leaves.append(self._leaves_of(response))

    def _leaves_of(self, response: pb.SearchPositionsResponse) -> Leaves:
        handles = values(response.leaves.positions, "<u8")
        # A power of two, so that evaluators which pad batches to it see few shapes.
        capacity = 1 << (len(handles) - 1).bit_length()
        return self._form.leaves(response.round, capacity, response.leaves, handles)

    def read(
        self,
        positions: Sequence[Position],
        *,
        max_action_count: int | None = None,
        max_variation_length: int = 10,
        with_policy: bool = True,
    ) -> list[PositionResult]:
        """Returns what the search has found about positions.

        Args:
          positions: The positions.
          max_action_count: The maximum number of actions of each result, at least 1. None: all
            that were visited.
          max_variation_length: The maximum number of actions in each principal variation, 0 to
            1,000.
          with_policy: Whether to return the policy targets.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: A number is out of range, or a position is given twice or was
            released.
          TreesLostError: The connection was lost.
        """
        most = (
            0
            if max_action_count is None
            else arguments.integer("max_action_count", max_action_count, (1, 2**31 - 1))
        )
        longest = arguments.integer("max_variation_length", max_variation_length, (0, 1_000))
        is_policy = arguments.flag("with_policy", with_policy)
        action_count = self._form.game.action_count
        listed = action_count if most == 0 else min(most, action_count)
        bytes_each = 128 + listed * (16 + 2 * longest) + 4 * action_count
        length = max(1, READ_BYTES // bytes_each)
        results: list[PositionResult] = []
        for start in range(0, len(positions), length):
            read = pb.ReadPositions(
                positions=[position.handle for position in positions[start : start + length]],
                max_action_count=most,
                max_variation_length=longest,
                with_policy=is_policy,
            )
            response = self._ask(pb.SearchPositionsRequest(read=read))
            results += [result_of(message, self._form.game.sides) for message in response.results]
        return results

    def advance(self, positions: Sequence[Position], actions: Iterable[int]) -> None:
        """Plays one action in each of several different positions.

        The subtree of the action becomes the tree, unless `is_tree_reused` of `search` is False.

        Args:
          positions: The positions.
          actions: One action for each position.

        Raises:
          TypeError: The actions are not integers.
          InvalidArgumentError: An action is illegal, there is not one action for each position, or
            a position is given twice or was released. No action was played.
          ResourceExhaustedError: The server has reached its limit of memory.
          TreesLostError: The connection was lost.
        """
        advance = pb.AdvancePositions(
            positions=[position.handle for position in positions],
            actions=arguments.integers("actions", actions, arguments.UINT32),
        )
        response = self._ask(pb.SearchPositionsRequest(advance=advance))
        update(positions, response.positions)

    def release(self, *positions: Position) -> None:
        """Releases positions. They must not be used afterwards.

        Raises:
          InvalidArgumentError: A position is given twice or was released.
          TreesLostError: The connection was lost.
        """
        release = pb.ReleasePositions(positions=[position.handle for position in positions])
        self._ask(pb.SearchPositionsRequest(release=release))

    def _ask(self, request: pb.SearchPositionsRequest) -> pb.SearchPositionsResponse:
        """Sends a request and returns its response. Responses before it are received, too."""
        while self._sent:
            self._receive_round()
        self._check_not_closed()
        self._stream.send(request)
        return self._receive()

    def _send(self, request: pb.SearchPositionsRequest, evaluated: Leaves | None) -> None:
        self._check_not_closed()
        self._stream.send(request)
        self._sent.append(evaluated)

    def _check_not_closed(self) -> None:
        if self._is_closed:
            raise TreesLostError("SEARCH_CLOSED", "the search is closed", "FAILED_PRECONDITION")

    def _receive(self) -> pb.SearchPositionsResponse:
        response = self._stream.receive()
        self.position_count = response.position_count
        if response.HasField("error"):
            error = response.error
            raise error_from_response(error.code, error.reason, error.message, dict(error.metadata))
        return response

    @property
    def transport(self) -> str:
        """How the server is reached."""
        return transport_of(self._stream.address)

    def close(self) -> None:
        """Closes the search and all its positions. This method is idempotent.

        Every later call raises `TreesLostError`.
        """
        self._is_closed = True
        self._stream.close()

    def __repr__(self) -> str:
        height, width = self._form.game.sides
        return (
            f"Search({width}x{height}, {self.position_count} positions,"
            f" {self.evaluation_count} evaluations)"
        )


class PositionSearchStream(
    BidirectionalStream[pb.SearchPositionsRequest, pb.SearchPositionsResponse]
):
    """The stream of a search of positions."""

    def __init__(
        self, address: str, request: pb.OpenPositionSearch, security: Security | None
    ) -> None:
        super().__init__(
            address,
            lambda channel: SearchServiceStub(channel).SearchPositions,
            pb.SearchPositionsRequest(open=request),
            kind=TREE,
            security=security,
        )

    def lost_error(self, cause: TengenError) -> TengenError:
        """Returns the error for the loss of all positions."""
        message = f"all positions are lost: {cause.message}"
        return TreesLostError(cause.reason, message, cause.status, metadata=cause.metadata)


def update(positions: Iterable[Position], message: pb.PositionStates) -> None:
    """Sets the state of positions from a message about them."""
    rows = zip(
        positions,
        values(message.is_over, np.uint8),
        values(message.game_results, "<f4"),
        values(message.players_to_move, np.uint8),
        values(message.move_numbers, "<u4"),
        strict=True,
    )
    for position, is_over, game_result, player, move_number in rows:
        position.is_over = bool(is_over)
        position.game_result = float(game_result)
        position.player_to_move = Color(int(player))
        position.move_number = int(move_number)


def result_of(message: pb.PositionResult, sides: tuple[int, int]) -> PositionResult:
    """Returns a result from its message."""
    ends = np.cumsum(values(message.variation_lengths, "<u2"), dtype=np.int64)
    return PositionResult(
        message.visit_count,
        message.node_count,
        message.value if message.HasField("value") else None,
        values(message.actions, "<u2"),
        values(message.visit_counts, "<u4"),
        values(message.values, "<f4"),
        values(message.priors, "<f4"),
        np.split(values(message.variations, "<u2"), ends[:-1]) if len(ends) else [],
        values(message.policy, "<f4") if message.policy else None,
        sides,
    )
