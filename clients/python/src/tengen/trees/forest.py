"""The forest: the trees of one stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import _arguments as arguments
from tengen._closing import CloseOnExit
from tengen._placement import TREE
from tengen._status import error_from_response
from tengen._stream import BidirectionalStream
from tengen.errors import TengenError, TreesLostError
from tengen.trees.nodes import nodes_of, planes_of
from tengen.trees.root import name_argument
from tengen.v1 import tree_pb2 as pb
from tengen.v1.tree_pb2_grpc import TreeServiceStub

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tengen._reach import Reach
    from tengen._retry import RetryPolicy
    from tengen.security import Security
    from tengen.trees.nodes import Nodes
    from tengen.trees.root import TreeRoot


class Forest(CloseOnExit):
    """Game trees at a server, returned by `Client.open_forest`. They live until it is closed.

    A node is a position with its history, identified by a handle. The caller moves for both
    players, and boards are not transformed by a symmetry. Under rules by which the players must
    agree on dead stones, a node can propose only that no stones are dead, by the pass. An illegal
    action is reported in its row of the result. All other errors are raised; they change nothing,
    and the forest stays usable, unless the error is `TreesLostError`.

    Not thread-safe. Only the process that opened the forest may use it.

    Attributes:
      encodings: The names of the encodings of observations.
      width: The number of columns of the widest board.
      height: The number of rows of the highest board.
      observation_byte_count: The size of a node's packed observations in all encodings, in bytes.
      max_node_count: The maximum number of nodes, including roots.
      node_count: The number of nodes after the last response.
      tree_count: The number of trees after the last response.
    """

    def __init__(
        self,
        address: str,
        request: pb.OpenForest,
        plane_counts: Sequence[int],
        *,
        timeout_seconds: float,
        retry: RetryPolicy,
        reach: Reach,
        security: Security | None = None,
    ) -> None:
        self.encodings = tuple(request.encodings)
        self._plane_counts = tuple(plane_counts)
        self._stream = ForestStream(
            address,
            request,
            timeout_seconds=timeout_seconds,
            retry=retry,
            reach=reach,
            security=security,
        )
        self._layout = self._stream.first_response.layout
        self.width: int = self._layout.width
        self.height: int = self._layout.height
        self.observation_byte_count: int = self._layout.observation_byte_count
        self.max_node_count: int = self._layout.max_node_count
        self.node_count = 0
        self.tree_count = 0
        self._is_closed = False

    @property
    def action_count(self) -> int:
        """The number of actions on the largest board, including the pass."""
        return self.width * self.height + 1

    def plant(self, *roots: TreeRoot) -> Nodes:
        """Creates a tree for each root. No request may be pending.

        Args:
          roots: One or more roots.

        Returns:
          The root nodes, in the same order.

        Raises:
          InvalidArgumentError: A root is invalid, or an action that leads to it is illegal.
          SessionNotFoundError: There is no such session.
          ResourceExhaustedError: The forest is full; release some nodes.
          TreesLostError: The connection was lost.
        """
        messages = [root.message for root in roots]
        self._send(pb.ExpandRequest(plant=pb.PlantTrees(roots=messages)))
        try:
            return self.receive()
        except TengenError as error:
            name_argument(error, roots)
            raise

    def expand(self, parents: Any, actions: Any) -> Nodes:
        """Creates a child of each parent by the action at the same index.

        Args:
          parents: The handles of the parents, in any order, with repetitions allowed.
          actions: One action per parent: `row * width + column` of the tree's own board, or its
            pass.

        Returns:
          The children, in the same order.

        Raises:
          TypeError: The handles or actions are not integers.
          InvalidArgumentError: A handle is invalid, or the numbers of parents and actions differ.
          ResourceExhaustedError: The forest is full; release some nodes.
          TreesLostError: The connection was lost.
        """
        self.send(parents, actions)
        return self.receive()

    def send(self, parents: Any, actions: Any) -> None:
        """Sends the request of `expand` without waiting. `receive` returns the result.

        Args:
          parents: The handles of the parents, as in `expand`.
          actions: One action per parent, as in `expand`.

        Raises:
          TypeError: The handles or actions are not integers.
          InvalidArgumentError: A number does not fit into its field.
        """
        expand = pb.ExpandNodes(
            parents=integers("parents", parents, "<u8").tobytes(),
            actions=integers("actions", actions, "<i4").tobytes(),
        )
        self._send(pb.ExpandRequest(expand=expand))

    def receive(self) -> Nodes:
        """Waits for the result of the oldest pending `send`.

        Raises:
          InvalidArgumentError: A handle is invalid, or the numbers of parents and actions differ.
          ResourceExhaustedError: The forest is full; release some nodes.
          TreesLostError: The connection was lost.
        """
        return nodes_of(self._receive().nodes, self._layout, self._plane_counts)

    def planes(self, observations: NDArray[np.uint8], encoding: int = 0) -> NDArray[np.uint8]:
        """Returns unpacked observations: zeros and ones of shape (rows, planes, height, width).

        Args:
          observations: Rows of `Nodes.observations`.
          encoding: The index of one of the forest's encodings.
        """
        return planes_of(observations, self._layout, self._plane_counts, encoding)

    def release(self, nodes: Any) -> int:
        """Releases nodes and all their descendants. Releasing a root removes its tree.

        Args:
          nodes: The handles of the nodes.

        Returns:
          The number of released nodes.

        Raises:
          TypeError: The handles are not integers.
          InvalidArgumentError: A handle is invalid or repeated.
          TreesLostError: The connection was lost.
        """
        release = pb.ReleaseNodes(nodes=integers("nodes", nodes, "<u8").tolist())
        self._send(pb.ExpandRequest(release=release))
        return int(self._receive().released_node_count)

    def reroot(self, nodes: Any) -> int:
        """Makes nodes the new roots of their trees, as after a move of a game.

        All nodes that are not descendants of the new roots are released.

        Args:
          nodes: The handles of the nodes, at most one per tree.

        Returns:
          The number of released nodes.

        Raises:
          TypeError: The handles are not integers.
          InvalidArgumentError: A handle is invalid, or two nodes belong to the same tree.
          TreesLostError: The connection was lost.
        """
        reroot = pb.RerootTrees(nodes=integers("nodes", nodes, "<u8").tolist())
        self._send(pb.ExpandRequest(reroot=reroot))
        return int(self._receive().released_node_count)

    def _send(self, request: pb.ExpandRequest) -> None:
        self._check_not_closed()
        self._stream.send(request)

    def _check_not_closed(self) -> None:
        if self._is_closed:
            raise TreesLostError("FOREST_CLOSED", "the forest is closed", "FAILED_PRECONDITION")

    def _receive(self) -> pb.ExpandResponse:
        self._check_not_closed()
        self._stream.check()
        response = self._stream.receive()
        self.node_count = response.node_count
        self.tree_count = response.tree_count
        if response.HasField("error"):
            error = response.error
            raise error_from_response(error.code, error.reason, error.message, dict(error.metadata))
        return response

    def close(self) -> None:
        """Closes the forest and all its trees. This method is idempotent.

        Every later call raises `TreesLostError`.
        """
        self._is_closed = True
        self._stream.close()

    def __repr__(self) -> str:
        return (
            f"Forest({self.width}x{self.height}, encodings={self.encodings},"
            f" tree_count={self.tree_count}, node_count={self.node_count})"
        )


class ForestStream(BidirectionalStream[pb.ExpandRequest, pb.ExpandResponse]):
    """The stream of a forest."""

    def __init__(
        self,
        address: str,
        request: pb.OpenForest,
        *,
        timeout_seconds: float,
        retry: RetryPolicy,
        reach: Reach,
        security: Security | None,
    ) -> None:
        super().__init__(
            address,
            lambda channel: TreeServiceStub(channel).Expand,
            pb.ExpandRequest(open=request),
            kind=TREE,
            timeout_seconds=timeout_seconds,
            retry=retry,
            security=security,
            reach=reach,
        )

    def lost_error(self, cause: TengenError) -> TengenError:
        """Returns the error for the loss of all trees."""
        message = f"all trees are lost: {cause.message}"
        return TreesLostError(cause.reason, message, cause.status, metadata=cause.metadata)


def integers(name: str, given: Any, kind: str) -> NDArray[Any]:
    """Returns integers as an array of the type `kind`.

    Raises:
      TypeError: The values are not integers.
      InvalidArgumentError: The array is not one-dimensional, or a number does not fit.
    """
    array = np.asarray(given)
    if array.size == 0:
        return np.zeros(0, kind)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be integers, not {array.dtype}")
    if array.ndim != 1:
        raise arguments.invalid_value(name, array.shape, "is not a one-dimensional shape")
    sent = array.astype(kind, copy=False)
    if sent is not array and not (
        np.array_equal(sent, array) and (array.min() < 0) == (sent.min() < 0)
    ):
        raise arguments.invalid_value(
            name, given, f"has a number outside the range of {sent.dtype}"
        )
    return sent
