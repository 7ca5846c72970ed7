"""Servers that seem to share a store of sessions, and fail on demand."""

from __future__ import annotations

import enum
import threading
from concurrent import futures
from typing import TYPE_CHECKING, Any

import grpc
from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2
from processes import StopOnExit

from tengen.v1 import environment_pb2
from tengen.v1.environment_pb2_grpc import EnvironmentServiceStub

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Health(enum.Enum):
    """How a replica answers calls on its own sessions."""

    WELL = enum.auto()
    SILENT = enum.auto()
    """It executes calls, and answers none of them."""
    WITHOUT_STORE = enum.auto()
    """It rejects calls, as a server that has lost its store."""


def unary_handler(name: str, method: Callable[[Any, Any], Any]) -> Any:
    """Returns the handler of a unary RPC."""
    return grpc.unary_unary_rpc_method_handler(
        method,
        getattr(environment_pb2, f"{name}Request").FromString,
        getattr(environment_pb2, f"{name}Response").SerializeToString,
    )


class FakeReplica(StopOnExit):
    """Forwards to a real server, but answers for a session only if the session is its own.

    It takes a session whose owner the client reports as unreachable.

    Args:
      address: The address of the real server.
      owners: The store that the replicas share: the address of the owner of each session.

    Attributes:
      address: The address for clients.
      health: How it answers.
      alias: What it gives instead of an owner's address, if not empty.
      reports: What clients reported as unreachable, one text for each call that did.
    """

    def __init__(self, address: str, owners: dict[str, str]) -> None:
        self._owners = owners
        self._channel = grpc.insecure_channel(address)
        self._real = EnvironmentServiceStub(self._channel)
        self._ended = threading.Event()
        self._server = grpc.server(futures.ThreadPoolExecutor(8))
        handlers = {
            name: unary_handler(name, getattr(self, name))
            for name in ("CreateSession", "Step", "GetSession")
        }
        handlers["Watch"] = grpc.unary_stream_rpc_method_handler(
            self.Watch,
            environment_pb2.WatchRequest.FromString,
            environment_pb2.WatchResponse.SerializeToString,
        )
        service = "tengen.v1.EnvironmentService"
        self._server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler(service, handlers),)
        )
        self.address = f"127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        self.health = Health.WELL
        self.alias = ""
        self.reports: list[str] = []
        self._server.start()

    def CreateSession(self, request: Any, context: Any) -> Any:  # noqa: N802 - the RPC's name.
        response = self._answer(context, lambda: self._real.CreateSession(request))
        self._owners[response.session_id] = self.address
        return response

    def Step(self, request: Any, context: Any) -> Any:  # noqa: N802
        self._own(request.session_id, context)
        return self._answer(context, lambda: self._real.Step(request))

    def GetSession(self, request: Any, context: Any) -> Any:  # noqa: N802
        self._own(request.session_id, context)
        return self._answer(context, lambda: self._real.GetSession(request))

    def Watch(self, request: Any, context: Any) -> Iterator[Any]:  # noqa: N802
        self._own(request.session_id, context)
        watched = self._real.Watch(environment_pb2.WatchRequest(session_id=request.session_id))
        context.add_callback(watched.cancel)
        yield from watched

    def _own(self, session_id: str, context: Any) -> None:
        reported = dict(context.invocation_metadata()).get("tengen-unreachable", "")
        if reported:
            self.reports.append(reported)
        owner = self._owners[session_id]
        if owner in reported.split(","):
            self._owners[session_id] = self.address
        elif owner != self.address:
            self._refuse(context, "SESSION_ELSEWHERE", {"owner": self.alias or owner})

    def _answer(self, context: Any, call: Callable[[], Any]) -> Any:
        if self.health is Health.WITHOUT_STORE:
            self._refuse(context, "STORE_FAILED", {})
        try:
            response = call()
        except grpc.RpcError as error:
            context.set_trailing_metadata(error.trailing_metadata())
            context.abort(error.code(), error.details())
        if self.health is Health.SILENT:
            self._ended.wait(5.0)
            context.abort(grpc.StatusCode.CANCELLED, "silent")
        return response

    def _refuse(self, context: Any, reason: str, metadata: dict[str, str]) -> None:
        detail = any_pb2.Any()
        detail.Pack(error_details_pb2.ErrorInfo(reason=reason, metadata=metadata))
        code = grpc.StatusCode.UNAVAILABLE
        status = status_pb2.Status(code=code.value[0], message=reason, details=[detail])
        context.set_trailing_metadata(
            (
                ("tengen-reason", reason),
                ("grpc-status-details-bin", status.SerializeToString()),
            )
        )
        context.abort(code, reason)

    def stop(self) -> None:
        """Stops the replica at once. Its sessions stay its own until another one takes them."""
        self._ended.set()
        self._server.stop(None).wait()
        self._channel.close()
