"""The models of the example `llm_player`."""

from __future__ import annotations

import contextlib
import http.server
import json
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest
from llm_player.answers import LONGEST_ANSWER
from llm_player.command import CommandModel
from llm_player.endpoint import LONGEST_RESPONSE, Endpoint
from llm_player.models import ModelError, RandomModel, ask, human

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS = 30.0
"""A timeout that no test reaches."""


@pytest.mark.parametrize("timeout_seconds", [None, SECONDS])
def test_ask_returns_the_answer(timeout_seconds: float | None) -> None:
    assert ask(lambda prompt: prompt + "!", "C3", timeout_seconds) == "C3!"


@pytest.mark.parametrize("timeout_seconds", [None, SECONDS])
def test_ask_model_that_raises_reports_the_error(timeout_seconds: float | None) -> None:
    def model(_: str) -> str:
        raise ValueError("out of tokens")

    with pytest.raises(ModelError, match=r"^ValueError: out of tokens$"):
        ask(model, "", timeout_seconds)


def test_ask_model_that_raises_a_long_error_is_truncated() -> None:
    def model(_: str) -> str:
        raise ValueError("\x1b" + "x" * 10_000)

    with pytest.raises(ModelError, match=r"^ValueError:  x{499}$"):
        ask(model, "", SECONDS)


def test_ask_model_that_exits_does_not_end_the_program() -> None:
    with pytest.raises(ModelError, match=r"^SystemExit: 3$"):
        ask(lambda _: sys.exit(3), "", SECONDS)


def test_ask_model_that_takes_too_long_continues_without_it() -> None:
    is_released = threading.Event()

    def model(_: str) -> str:
        is_released.wait(SECONDS)
        return "A1"

    with pytest.raises(ModelError, match=r"^it took longer than 0\.05 seconds$"):
        ask(model, "", 0.05)

    is_released.set()
    assert ask(lambda _: "B2", "", SECONDS) == "B2"


@pytest.mark.parametrize("answer", [None, b"C3", 7])
def test_ask_model_that_returns_no_text_is_an_error(answer: object) -> None:
    with pytest.raises(ModelError, match=f"it returned {type(answer).__name__}, not text"):
        ask(lambda _: answer, "", SECONDS)


def test_ask_takes_control_characters_out() -> None:
    answer = ask(lambda _: "a\x1b[31m\x00\ud800\r\nü", "", SECONDS)

    assert answer == "a [31m    \nü".replace("    ", "   ")
    answer.encode()


def test_human_answers_at_the_keyboard(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "C3")

    assert human("Your move?") == "C3"
    assert capsys.readouterr().out == "Your move?\n"


def test_human_who_leaves_resigns(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", leave)

    assert human("") == "resign"


def test_random_model_is_deterministic_for_a_seed() -> None:
    prompts = ["Legal moves: A1 B2 pass"] * 100

    answers = [[RandomModel(seed)(prompts[0]) for seed in range(100)] for _ in range(2)]

    assert answers[0] == answers[1]
    assert len(set(answers[0])) > 6
    assert "" in answers[0]


def command(program: str, timeout_seconds: float = SECONDS) -> CommandModel:
    return CommandModel([sys.executable, "-c", program], timeout_seconds)


def test_command_reads_the_prompt_and_prints_the_answer() -> None:
    model = command("import sys; print('MOVE:', sys.stdin.read(), 'ü')")

    assert model("C3" * 20_000 + "ä") == "MOVE: " + "C3" * 20_000 + "ä ü\n"


def test_command_that_does_not_read_is_heard() -> None:
    assert command("print('C3')")("x" * 10_000_000) == "C3\n"


def test_command_that_fails_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="exited with code 3"):
        command("import sys; print('C3'); sys.exit(3)")("")


def test_command_that_is_missing_is_an_error() -> None:
    with pytest.raises(OSError, match="no-such-program"):
        CommandModel(["no-such-program"], SECONDS)("")


def test_command_that_never_ends_its_answer_is_cut_off() -> None:
    answer = command("while True: print('C3 ' * 1000)")("")

    assert len(answer) == LONGEST_ANSWER + 1


def test_command_that_hangs_is_killed() -> None:
    with pytest.raises(RuntimeError, match="exited with code -9"):
        command(f"import time; time.sleep({SECONDS})", 0.2)("")


class Service(http.server.ThreadingHTTPServer):
    """A server that answers every request in the same way and records the requests."""

    def __init__(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.status = status
        self.body = body
        self.headers = headers
        self.requests: list[tuple[str, dict[str, str], Any]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        service = self.server
        assert isinstance(service, Service)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        service.requests.append((self.path, dict(self.headers), body))
        self.send_response(service.status)
        for name, value in service.headers.items():
            self.send_header(name, value)
        self.end_headers()
        # The client closes the connection when it has read enough.
        with contextlib.suppress(ConnectionError):
            self.wfile.write(service.body)

    def log_message(self, *_: object) -> None:
        """Suppresses log output."""


@contextlib.contextmanager
def serving(
    body: object, status: int = 200, headers: dict[str, str] | None = None
) -> Iterator[Service]:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    with Service(status, data, headers or {}) as service:
        thread = threading.Thread(target=service.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield service
        finally:
            service.shutdown()
            thread.join()


def completion(content: object) -> dict[str, Any]:
    return {"choices": [{"index": 0, "message": {"role": "assistant", "content": content}}]}


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")


def test_endpoint_sends_the_prompt_and_returns_the_first_choice() -> None:
    with serving(completion("MOVE: C3")) as service:
        assert Endpoint(service.url + "/", "small", api_key="secret")("Your move?") == "MOVE: C3"

        ((path, headers, body),) = service.requests
        assert path == "/v1/chat/completions"
        assert headers["Authorization"] == "Bearer secret"
        assert headers["Content-Type"] == "application/json"
        assert body == {
            "model": "small",
            "messages": [{"role": "user", "content": "Your move?"}],
        }


def test_endpoint_without_a_key_sends_none() -> None:
    with serving(completion(None)) as service:
        assert Endpoint(service.url, "small")("") == ""

        assert "Authorization" not in service.requests[0][1]


def test_endpoint_error_status_is_reported() -> None:
    with (
        serving({"error": "no such model"}, status=404) as service,
        pytest.raises(RuntimeError, match=r"returned HTTP status 404: .*no such model"),
    ):
        Endpoint(service.url, "small")("")


def test_endpoint_keeps_the_key_from_where_it_is_sent() -> None:
    with (
        serving(completion("C3")) as other,
        serving({}, status=302, headers={"Location": other.url}) as service,
    ):
        with pytest.raises(RuntimeError, match="returned HTTP status 302"):
            Endpoint(service.url, "small", api_key="secret")("")

        assert other.requests == []


@pytest.mark.parametrize(
    "body", [b"", b"<html>", b"[]", {"choices": []}, {"choices": [{"message": "C3"}]}, b"\xff"]
)
def test_endpoint_that_answers_something_else_is_an_error(body: object) -> None:
    with (
        serving(body) as service,
        pytest.raises(RuntimeError, match="did not return a chat completion"),
    ):
        Endpoint(service.url, "small")("")


def test_endpoint_that_never_ends_its_answer_is_cut_off() -> None:
    with (
        serving(b"x" * (10 * LONGEST_RESPONSE)) as service,
        pytest.raises(RuntimeError, match="returned more than 1000000 bytes"),
    ):
        Endpoint(service.url, "small")("")


def test_endpoint_that_is_silent_is_an_error() -> None:
    with serving(completion("C3")) as service:
        url = service.url

    with pytest.raises(OSError, match="refused"):
        Endpoint(url, "small")("")


def test_endpoint_takes_http_alone() -> None:
    with pytest.raises(ValueError, match="url 'file:///etc' must start with http"):
        Endpoint("file:///etc", "small")
