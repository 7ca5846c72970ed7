"""The stream of one batch."""

from __future__ import annotations

from tengen._stream import BidirectionalStream
from tengen.errors import LanesLostError, TengenError
from tengen.v1 import batch_pb2 as pb
from tengen.v1.batch_pb2_grpc import BatchServiceStub


class BatchStream(BidirectionalStream[pb.RunRequest, pb.RunResponse]):
    """A batch at the server for as long as its stream lasts.

    Attributes:
      layout: How rows are laid out.
    """

    def __init__(self, address: str, request: pb.OpenBatch) -> None:
        self._lane_count = request.lane_count
        super().__init__(
            address, lambda channel: BatchServiceStub(channel).Run, pb.RunRequest(open=request)
        )
        self.layout = self.first_response.layout

    def lost_error(self, cause: TengenError) -> TengenError:
        """Returns the error that tells of the boards."""
        message = f"all {self._lane_count} boards are gone: {cause.message}"
        return LanesLostError(cause.reason, message, cause.status, metadata=cause.metadata)
