"""The stream of a vector environment."""

from __future__ import annotations

from tengen._stream import BidirectionalStream
from tengen.errors import LanesLostError, TengenError
from tengen.v1 import batch_pb2 as pb
from tengen.v1.batch_pb2_grpc import BatchServiceStub


class BatchStream(BidirectionalStream[pb.RunRequest, pb.RunResponse]):
    """The stream of a batch. The boards at the server live as long as the stream.

    Attributes:
      layout: The layout of rows in responses.
    """

    def __init__(self, address: str, request: pb.OpenBatch) -> None:
        self._lane_count = request.lane_count
        super().__init__(
            address, lambda channel: BatchServiceStub(channel).Run, pb.RunRequest(open=request)
        )
        self.layout = self.first_response.layout

    def lost_error(self, cause: TengenError) -> TengenError:
        """Returns the error for the loss of all boards."""
        message = f"all {self._lane_count} boards are lost: {cause.message}"
        return LanesLostError(cause.reason, message, cause.status, metadata=cause.metadata)
