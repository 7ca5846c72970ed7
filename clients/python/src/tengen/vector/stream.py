"""The stream of a vector environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tengen._embedded.channel import EmbeddedCall
from tengen._placement import LANE
from tengen._stream import OPEN_TIMEOUT_SECONDS, BidirectionalStream
from tengen.errors import LanesLostError, TengenError
from tengen.v1 import batch_pb2 as pb
from tengen.vector.views import ResponseView

if TYPE_CHECKING:
    import grpc

    from tengen._reach import Reach
    from tengen._retry import RetryPolicy
    from tengen.security import Security


METHOD = "/tengen.v1.BatchService/Run"


class BatchStream(BidirectionalStream[pb.RunRequest, ResponseView]):
    """The stream of a batch. The boards at the server live as long as the stream.

    Args:
      address: The server's address.
      request: The boards.
      security: TLS and token. None: what the environment variables say.
      resume: Where to resume a batch with these boards from its journal. None: opens a new batch.
      timeout_seconds: How long to try to open the stream.
      retry: The retry policy. None: `RetryPolicy()`.
      reach: Whether a server has answered at the address before. None: not known.

    Attributes:
      layout: The layout of rows in responses.
    """

    def __init__(
        self,
        address: str,
        request: pb.OpenBatch,
        security: Security | None,
        *,
        resume: pb.ResumeBatch | None = None,
        timeout_seconds: float = OPEN_TIMEOUT_SECONDS,
        retry: RetryPolicy | None = None,
        reach: Reach | None = None,
    ) -> None:
        self._lane_count = request.lane_count
        super().__init__(
            address,
            run_method,
            pb.RunRequest(open=request) if resume is None else pb.RunRequest(resume=resume),
            kind=LANE,
            timeout_seconds=timeout_seconds,
            retry=retry,
            security=security,
            reach=reach,
        )
        self.layout = self.first_response.rest.layout

    def embedded_batch(self) -> Any:
        """Returns the `EmbeddedBatch` of Java of a stream to the server inside this process.

        None: the stream has messages only.
        """
        return self._call.batch() if isinstance(self._call, EmbeddedCall) else None

    def lost_error(self, cause: TengenError) -> TengenError:
        """Returns the error for the loss of all boards."""
        message = f"all {self._lane_count} boards are lost: {cause.message}"
        return LanesLostError(cause.reason, message, cause.status, metadata=cause.metadata)


def run_method(channel: grpc.Channel) -> Any:
    """Returns the method of `BatchService`, whose responses are read in place."""
    return channel.stream_stream(METHOD, pb.RunRequest.SerializeToString, ResponseView)
