"""A fake arena whose messages a test scripts."""

from __future__ import annotations

import functools
import queue
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import grpc
import numpy as np
from google.protobuf.message_factory import GetMessageClass
from processes import StopOnExit

from tengen.v1 import agent_pb2, arena_pb2, rules_pb2, spec_pb2

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from google.protobuf.descriptor import MethodDescriptor
    from google.protobuf.message import Message

WAIT_SECONDS = 20.0
"""The maximum time that a test waits for an expected event."""

SIZE = 3

SERVICE = arena_pb2.DESCRIPTOR.services_by_name["ArenaService"]


class FakeArena(StopOnExit):
    """A local server that accepts agents, and answers other calls with scripted responses.

    Attributes:
      address: The address of the server.
      requests: The requests of all other calls, in order.
      answers: The responses to these calls by name: a message, several messages for a streaming
        call, after which a status may end it, or a function of the request that returns those.
    """

    def __init__(self, port: int = 0) -> None:
        self.requests: list[Message] = []
        self.answers: dict[str, Any] = {}
        self._streams: queue.Queue[FakeStream] = queue.Queue()
        self._server = grpc.server(ThreadPoolExecutor(8), options=[("grpc.so_reuseport", 0)])
        handlers = {method.name: self._handler(method) for method in SERVICE.methods}
        self._server.add_generic_rpc_handlers(
            [grpc.method_handlers_generic_handler(SERVICE.full_name, handlers)]
        )
        self.port = self._server.add_insecure_port(f"127.0.0.1:{port}")
        self.address = f"127.0.0.1:{self.port}"
        self._server.start()

    def _handler(self, method: MethodDescriptor) -> Any:
        kinds: dict[tuple[bool, bool], tuple[Any, Callable[..., Any]]] = {
            (False, False): (grpc.unary_unary_rpc_method_handler, self._answer),
            (False, True): (grpc.unary_stream_rpc_method_handler, self._answer),
            (True, True): (grpc.stream_stream_rpc_method_handler, self._play),
        }
        kind, function = kinds[method.client_streaming, method.server_streaming]
        read = GetMessageClass(method.input_type).FromString
        named = functools.partial(function, method.name)
        return kind(named, read, lambda message: message.SerializeToString())

    def _answer(self, name: str, request: Message, context: Any) -> Any:
        self.requests.append(request)
        answer = self.answers[name]
        if callable(answer):
            answer = answer(request)
        return streamed(answer, context) if isinstance(answer, list) else answer

    def _play(
        self, _: str, requests: Iterator[agent_pb2.PlayRequest], context: Any
    ) -> Iterator[agent_pb2.PlayResponse]:
        stream = FakeStream(requests, context)
        self._streams.put(stream)
        yield from stream.responses()

    def accept(
        self,
        resume_key: bytes = b"key",
        *,
        uses_batches: bool = False,
        running_games: tuple[str, ...] = (),
    ) -> FakeStream:
        """Waits for an agent to come, and lets it in. It may have games that it resumes."""
        stream = self.next_stream()
        stream.resume(running_games)
        joined = agent_pb2.ArenaJoined(
            name=stream.join.name, resume_key=resume_key, uses_batches=uses_batches
        )
        stream.send(joined=joined)
        return stream

    def next_stream(self) -> FakeStream:
        """Waits for the next stream of an agent."""
        return self._streams.get(timeout=WAIT_SECONDS)

    def stop(self) -> None:
        """Stops the server and ends all streams."""
        self._server.stop(grace=None).wait(WAIT_SECONDS)


def streamed(answer: list[Message | grpc.StatusCode], context: Any) -> Iterator[Message]:
    """Yields messages, until a status ends the call."""
    for part in answer:
        if isinstance(part, grpc.StatusCode):
            context.abort(part, f"the test says {part.name}")
        else:
            yield part


class FakeStream:
    """The arena's side of an agent's stream.

    The stream of an agent that asks to leave ends when its games are over, as that of the arena.

    Attributes:
      join: The first request.
      ended: Set when the agent has closed the stream.
    """

    def __init__(self, requests: Iterator[agent_pb2.PlayRequest], context: Any) -> None:
        self._context = context
        self._requests: queue.Queue[agent_pb2.PlayRequest] = queue.Queue()
        self._responses: queue.Queue[agent_pb2.PlayResponse | tuple[Any, str] | None] = (
            queue.Queue()
        )
        self.ended = threading.Event()
        self._left = threading.Event()
        self._lock = threading.Lock()
        self._running_games: set[str] = set()
        context.add_callback(self._end)
        threading.Thread(target=self._pump, args=(requests,), daemon=True).start()
        self.join = self._requests.get(timeout=WAIT_SECONDS).join

    def send(self, **response: Any) -> None:
        """Sends a response, given by its only field."""
        message = agent_pb2.PlayResponse(**response)
        with self._lock:
            for single in message.batch.responses or [message]:
                if single.HasField("game_start"):
                    self._running_games.add(single.game_start.game_id)
                elif single.HasField("game_end"):
                    self._running_games.discard(single.game_end.game_id)
            self._responses.put(message)
            self._finish_if_left()

    def begin(self, game_id: str = "cup/0") -> None:
        """Starts a game, and asks for its first move."""
        self.send(game_start=game_start(game_id))
        self.send(turn=turn(game_id, actions=[]))

    def resume(self, game_ids: tuple[str, ...]) -> None:
        """Makes games those of the agent, from which it does not leave before they are over."""
        self._running_games.update(game_ids)

    def send_all(self, *responses: agent_pb2.PlayResponse) -> None:
        """Sends responses in one batch."""
        self.send(batch=agent_pb2.PlayBatch(responses=responses))

    def answers(self) -> list[tuple[str, int, int]]:
        """Waits for answers in one message, and returns their games, move numbers and actions."""
        answers = self._requests.get(timeout=WAIT_SECONDS).answers.answers
        return [(answer.game_id, answer.move_number, answer.action) for answer in answers]

    def answer(self) -> tuple[str, int, int]:
        """Waits for an answer, and returns its game, move number and action."""
        answer = self.answer_message()
        return answer.game_id, answer.move_number, answer.action

    def answer_message(self) -> agent_pb2.TurnAnswer:
        """Waits for an answer, and returns its message."""
        return self._requests.get(timeout=WAIT_SECONDS).answer

    def has_left(self) -> bool:
        """Waits until the agent asks to leave, and returns whether it does."""
        return self._left.wait(WAIT_SECONDS)

    def has_answer(self) -> bool:
        """Returns whether an unread answer has arrived."""
        return not self._requests.empty()

    def cut(self, status: grpc.StatusCode = grpc.StatusCode.UNAVAILABLE, reason: str = "") -> None:
        """Ends the stream with an error."""
        self._responses.put((status, reason))

    def finish(self) -> None:
        """Ends the stream without an error."""
        self._responses.put(None)

    def responses(self) -> Iterator[agent_pb2.PlayResponse]:
        """Yields the responses of the test."""
        while True:
            response = self._responses.get()
            if response is None:
                return
            if isinstance(response, tuple):
                status, reason = response
                if reason:
                    self._context.set_trailing_metadata((("tengen-reason", reason),))
                self._context.abort(status, f"the test says {reason or status.name}")
            else:
                yield response

    def _pump(self, requests: Iterator[agent_pb2.PlayRequest]) -> None:
        try:
            for request in requests:
                if request.HasField("leave"):
                    with self._lock:
                        self._left.set()
                        self._finish_if_left()
                else:
                    self._requests.put(request)
        except Exception:
            # gRPC raises a plain Exception here if the stream was cut.
            self.ended.set()

    def _finish_if_left(self) -> None:
        if self._left.is_set() and not self._running_games:
            self.finish()

    def _end(self) -> None:
        self.ended.set()
        self._responses.put(None)


def game_start(game_id: str = "cup/0", **changes: Any) -> agent_pb2.GameStart:
    """Returns the start of a game on 3x3, with Black by default."""
    values: dict[str, Any] = {
        "tournament": "cup",
        "color": rules_pb2.COLOR_BLACK,
        "opponent": "other",
        "width": SIZE,
        "height": SIZE,
        "rules": rules_pb2.Rules(preset="tromp-taylor", komi=7.5),
        "setup": spec_pb2.Setup(),
        "time_control": "none",
        "seed": 7,
    }
    return agent_pb2.GameStart(game_id=game_id, **(values | changes))


def turn(game_id: str = "cup/0", *, actions: list[int], **changes: Any) -> agent_pb2.AgentTurn:
    """Returns a turn after some moves, which it contains, with every action legal."""
    mask = np.packbits(np.ones(SIZE * SIZE + 1, np.uint8)).tobytes()
    values: dict[str, Any] = {
        "move_number": len(actions),
        "color": rules_pb2.COLOR_BLACK,
        "actions": actions,
        "action_mask": mask,
    }
    return agent_pb2.AgentTurn(game_id=game_id, **(values | changes))


def game_end(
    game_id: str = "cup/0",
    result: str = "B+1.5",
    verdict: agent_pb2.GameVerdict = agent_pb2.GAME_VERDICT_PASSES,
    **changes: Any,
) -> agent_pb2.GameEnd:
    """Returns the end of a game with the winner of the result."""
    winners = {"B": rules_pb2.COLOR_BLACK, "W": rules_pb2.COLOR_WHITE}
    ending = agent_pb2.GameEnding(
        verdict=verdict, result=result, winner=winners.get(result[:2].rstrip("+")), **changes
    )
    return agent_pb2.GameEnd(game_id=game_id, ending=ending)
