"""An endpoint that speaks OpenAI's chat completions, with answers of a test."""

from __future__ import annotations

import contextlib
import http.server
import json
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tengen.llm.evaluate import Answer

KEY = "secret"
"""The key that the endpoint asks for."""

SILENT_MODEL = "silent"
"""The model whose answers do not say how many tokens they have."""


@contextlib.contextmanager
def chat_endpoint(answer: Callable[[list[dict[str, Any]]], Answer]) -> Iterator[str]:
    """Serves answers to lists of messages, and yields the base URL."""
    server = ChatServer(answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class ChatServer(http.server.ThreadingHTTPServer):
    """The server, with the answers as a function of the messages."""

    def __init__(self, answer: Callable[[list[dict[str, Any]]], Answer]) -> None:
        super().__init__(("127.0.0.1", 0), Completions)
        self.answer = answer


class Completions(http.server.BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        is_known = self.headers["Authorization"] == f"Bearer {KEY}"
        if self.path != "/v1/chat/completions" or not is_known:
            self.send_error(401)
            return
        assert isinstance(self.server, ChatServer)
        answer = self.server.answer(body["messages"])
        sent, made = answer.input_tokens or 0, answer.output_tokens or 0
        usage = {"prompt_tokens": sent, "completion_tokens": made, "total_tokens": sent + made}
        message = {"role": "assistant", "content": answer.text}
        is_stream = body.get("stream", False)
        choice = {"index": 0, "finish_reason": "stop", "delta" if is_stream else "message": message}
        response = json.dumps(
            {
                "id": "1",
                "object": "chat.completion.chunk" if is_stream else "chat.completion",
                "created": 0,
                "model": body["model"],
                "choices": [choice],
                "usage": usage if body["model"] != SILENT_MODEL else None,
            }
        )
        if is_stream:
            self._send("text/event-stream", f"data: {response}\n\ndata: [DONE]\n\n")
        else:
            self._send("application/json", response)

    def _send(self, content_type: str, text: str) -> None:
        data = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - a name of the base class.
        """Suppresses log output."""
