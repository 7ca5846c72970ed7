"""The trees of one stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import _arguments as arguments
from tengen._status import error_from_response
from tengen._stream import BidirectionalStream
from tengen.errors import TengenError, TreesLostError
from tengen.trees.nodes import nodes_of, planes_of
from tengen.v1 import tree_pb2 as pb
from tengen.v1.tree_pb2_grpc import TreeServiceStub

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from numpy.typing import NDArray
    from typing_extensions import Self

    from tengen.trees.nodes import Nodes
    from tengen.trees.root import TreeRoot


class Forest:
    """Trees at a server for as long as this is open; `Client.open_forest` makes it.

    A node is a position with all its past, named by a handle. Both players are the caller's, and
    the board is as it is. What is wrong with an action is told in its row; any other fault raises,
    has changed nothing, and the forest goes on.

    It is used by one thread at a time, and by the process that made it alone.

    Attributes:
      encodings: Names of the encodings that nodes are observed in.
      width: Columns of the widest board.
      height: Rows of the highest board.
      observation_byte_count: Bytes of a node's packed observations, in all encodings.
      max_node_count: How many nodes there may be at once, roots included.
      node_count: How many there were after the last answer.
      tree_count: How many trees there were after the last answer.
    """

    def __init__(
        self,
        address: str,
        request: pb.OpenForest,
        plane_counts: Sequence[int],
    ) -> None:
        self.encodings = tuple(request.encodings)
        self._plane_counts = tuple(plane_counts)
        self._stream = ForestStream(address, request)
        self._layout = self._stream.first_response.layout
        self.width: int = self._layout.width
        self.height: int = self._layout.height
        self.observation_byte_count: int = self._layout.observation_byte_count
        self.max_node_count: int = self._layout.max_node_count
        self.node_count = 0
        self.tree_count = 0

    @property
    def action_count(self) -> int:
        """Actions on the widest board, the pass included."""
        return self.width * self.height + 1

    def plant(self, *roots: TreeRoot) -> Nodes:
        """Plants a tree for each root, at least one, and returns the roots. Nothing may be pending.

        Raises:
          InvalidArgumentError: A root is wrong, or an action that leads to it is illegal.
          SessionNotFoundError: A session is not there.
          ResourceExhaustedError: There is no room.
          TreesLostError: The connection has ended.
        """
        messages = [root.message for root in roots]
        self._stream.send(pb.ExpandRequest(plant=pb.PlantTrees(roots=messages)))
        return self.receive()

    def expand(self, parents: Any, actions: Any) -> Nodes:
        """Makes a child of each parent by the action at the same place, and returns the children.

        Args:
          parents: Handles, in any order and as often as you like.
          actions: Actions: `row * width + column` of the tree's own board, or its pass.

        Raises:
          TypeError: They are not integers.
          InvalidArgumentError: A handle is of no node, or there are not as many actions.
          ResourceExhaustedError: There is no room: release some.
          TreesLostError: The connection has ended.
        """
        self.send(parents, actions)
        return self.receive()

    def send(self, parents: Any, actions: Any) -> None:
        """Asks for what `expand` does and does not wait; `receive` returns the answer."""
        expand = pb.ExpandNodes(
            parents=integers("parents", parents, "<u8").tobytes(),
            actions=integers("actions", actions, "<i4").tobytes(),
        )
        self._stream.send(pb.ExpandRequest(expand=expand))

    def receive(self) -> Nodes:
        """Waits for the answer to the first `send` that has none yet. Raises as `expand` does."""
        return nodes_of(self._answer().nodes, self._layout, self._plane_counts)

    def planes(self, observations: NDArray[np.uint8], encoding: int = 0) -> NDArray[np.uint8]:
        """Returns packed observations of nodes, as `Nodes.planes` returns its own.

        Args:
          observations: Rows of `Nodes.observations`.
          encoding: Which of the forest's encodings.
        """
        return planes_of(observations, self._layout, self._plane_counts, encoding)

    def release(self, nodes: Any) -> int:
        """Releases nodes and all below them, and returns how many those were.

        With its root a tree is gone.

        Raises:
          InvalidArgumentError: A handle is of no node, or named twice.
          TreesLostError: The connection has ended.
        """
        release = pb.ReleaseNodes(nodes=integers("nodes", nodes, "<u8").tolist())
        self._stream.send(pb.ExpandRequest(release=release))
        return int(self._answer().released_node_count)

    def reroot(self, nodes: Any) -> int:
        """Makes nodes the roots of their trees, as after a move that was made.

        Returns how many others of those trees were released. No two nodes may be of one tree.

        Raises:
          InvalidArgumentError: A handle is of no node, or two are of one tree.
          TreesLostError: The connection has ended.
        """
        reroot = pb.RerootTrees(nodes=integers("nodes", nodes, "<u8").tolist())
        self._stream.send(pb.ExpandRequest(reroot=reroot))
        return int(self._answer().released_node_count)

    def _answer(self) -> pb.ExpandResponse:
        self._stream.check()
        answer = self._stream.receive()
        self.node_count = answer.node_count
        self.tree_count = answer.tree_count
        if answer.HasField("error"):
            error = answer.error
            raise error_from_response(error.code, error.reason, error.message, dict(error.metadata))
        return answer

    def close(self) -> None:
        """Ends the forest and all its trees. Closing again does nothing."""
        self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class ForestStream(BidirectionalStream[pb.ExpandRequest, pb.ExpandResponse]):
    """A forest at the server for as long as its stream lasts."""

    def __init__(self, address: str, request: pb.OpenForest) -> None:
        super().__init__(
            address,
            lambda channel: TreeServiceStub(channel).Expand,
            pb.ExpandRequest(open=request),
        )

    def lost_error(self, cause: TengenError) -> TengenError:
        """Returns the error that tells of the trees."""
        message = f"all trees are gone: {cause.message}"
        return TreesLostError(cause.reason, message, cause.status, metadata=cause.metadata)


def integers(name: str, given: Any, kind: str) -> NDArray[Any]:
    """Returns integers in the type of the contract.

    Raises:
      TypeError: They are no integers.
      InvalidArgumentError: They are no row, or one does not fit.
    """
    array = np.asarray(given)
    if array.size == 0:
        return np.zeros(0, kind)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be integers, not {array.dtype}")
    if array.ndim != 1:
        raise arguments.invalid_value(name, array.shape, "is not the shape of a row")
    sent = array.astype(kind, copy=False)
    if sent is not array and not (
        np.array_equal(sent, array) and (array.min() < 0) == (sent.min() < 0)
    ):
        raise arguments.invalid_value(name, given, f"has a number that is no {sent.dtype}")
    return sent
