"""What a caller can do if it does not know whether the server has executed a call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tengen.v1 import environment_pb2

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from tengen.errors import TengenError

OPENED = (
    "the session may have been opened; it expires if nobody uses it, and `Client.list_sessions`"
    " shows it"
)

OUTCOMES: dict[type[Message], str] = {
    environment_pb2.StepRequest: (
        "the action may have been played; `Session.state` shows the actions so far, and `step` with"
        " request_id={id!r} repeats the call without playing twice"
    ),
    environment_pb2.ProposeDeadStonesRequest: (
        "the proposal may have been made; `Session.state` shows the actions so far, and"
        " `propose_dead_stones` with request_id={id!r} repeats the call without proposing twice"
    ),
    environment_pb2.UndoRequest: (
        "the moves may have been taken back; `Session.state` shows the actions that are left, and"
        " `undo` with request_id={id!r} repeats the call without taking back more"
    ),
    environment_pb2.ResetRequest: (
        "a new episode may have started; `Session.state` shows its number and its seed, and `reset`"
        " with request_id={id!r} repeats the call without starting another"
    ),
    environment_pb2.CreateSessionRequest: OPENED,
    environment_pb2.ForkRequest: OPENED,
    environment_pb2.RestoreRequest: OPENED,
    environment_pb2.ImportRecordRequest: OPENED,
}
"""What may have happened, and how to find out, by the type of the request."""

UNDECIDED_STATUSES = frozenset({"UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED"})
"""The statuses that do not say what an earlier attempt did.

A server that refuses a call does not look for its request id.
"""

OTHER_OUTCOME = "the server may have executed the call"


def name_outcome(error: TengenError, request: Message) -> None:
    """Makes an error say that the server may have executed the call, and how to find out.

    Adds `request_id` and `session_id` to the metadata of the error if the request has them.

    Args:
      error: The error of a mutating call that may have reached the server.
      request: The request.
    """
    for name in ("request_id", "session_id"):
        value = getattr(request, name, "")
        if value:
            error.metadata[name] = value
    outcome = OUTCOMES.get(type(request), OTHER_OUTCOME)
    error.message += "; " + outcome.format(id=error.metadata.get("request_id", ""))
