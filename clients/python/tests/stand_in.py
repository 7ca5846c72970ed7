"""A program that answers only the calls that a test gives it, in place of a server."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import grpc
from processes import StopOnExit

from tengen.v1 import environment_pb2

if TYPE_CHECKING:
    from collections.abc import Callable


Answer = bytes | grpc.StatusCode

SERVING = b"\x08\x01"
NOT_SERVING = b"\x08\x02"


def server_info(version: str) -> bytes:
    """Returns the answer of a server of a version to GetServerInfo."""
    return environment_pb2.GetServerInfoResponse(version=version).SerializeToString()


class StandIn(StopOnExit):
    """A gRPC server that answers calls from a table; other calls are UNIMPLEMENTED.

    Attributes:
      address: The address of the server.
      answers: By the path of an RPC, its answer: a message, an error, or a function that returns
        one of both. Tests may change it.
      calls: The paths of all calls, in order.
    """

    def __init__(
        self, answers: dict[str, Answer | Callable[[], Answer]] | None = None, port: int = 0
    ) -> None:
        self.answers = dict(answers or {})
        self.calls: list[str] = []
        self._server = grpc.server(ThreadPoolExecutor(4), options=[("grpc.so_reuseport", 0)])
        self._server.add_generic_rpc_handlers([self])  # type: ignore[list-item]
        self.address = f"127.0.0.1:{self._server.add_insecure_port(f'127.0.0.1:{port}')}"
        self._server.start()

    def service(self, details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[Any, Any] | None:
        """Returns what answers a call; None if its RPC is not in the table."""
        path = details.method
        self.calls.append(path)
        if path not in self.answers:
            return None
        return grpc.unary_unary_rpc_method_handler(lambda _, context: self._answer(path, context))

    def _answer(self, path: str, context: grpc.ServicerContext) -> Any:
        answer = self.answers[path]
        result = answer() if callable(answer) else answer
        if isinstance(result, bytes):
            return result
        return context.abort(result, "refused")

    def stop(self) -> None:
        """Stops the server."""
        self._server.stop(None).wait()
