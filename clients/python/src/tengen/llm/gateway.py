"""One session at the gateway of a server, over HTTP."""

from __future__ import annotations

import contextlib
import http.client
import json
import urllib.error
import urllib.parse
import urllib.request
import uuid
import weakref
from typing import TYPE_CHECKING, Any

from tengen._status import proxy_of
from tengen.security import is_local
from tengen.server import LocalServer

if TYPE_CHECKING:
    from collections.abc import Mapping

ATTEMPT_COUNT = 3
"""How often a request is sent if no answer arrives."""

TIMEOUT_SECONDS = 60.0
"""How long a request may take, unless the caller says otherwise."""

OPTIONS = (
    "seed",
    "episode_id",
    "size",
    "komi",
    "rules",
    "color",
    "opponent",
    "handicap",
    "rows",
    "to_move",
    "task",
    "task_id",
    "coordinates",
    "show_legal",
    "max_illegal",
    "on_max_illegal",
    "max_moves",
    "reward",
)
"""The options of an episode, which `docs/reference/openenv.md` describes."""


class GatewayError(Exception):
    """The gateway refused a request.

    Attributes:
      status: The HTTP status.
      reason: The reason in UPPER_SNAKE_CASE.
    """

    def __init__(self, status: int, reason: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.reason = reason


class Gateway:
    """A session at a gateway. It ends with `close`, or when nothing refers to this object.

    A step whose answer is lost is sent again, and acts once. Not thread-safe.

    Args:
      base_url: The address of the HTTP port, such as "http://127.0.0.1:8080". None: that of a
        server which this object starts and stops.
      token: The token of a principal, if the server has authentication.
      timeout_seconds: How long a request may take.

    Attributes:
      base_url: The address.
      session_id: The id, by which a socket can attach to the session.

    Raises:
      GatewayError: There are too many sessions, or the token is not valid.
      LaunchError: The server cannot be started.
      OSError: The server cannot be reached.
    """

    def __init__(
        self,
        base_url: str | None = None,
        *,
        token: str | None = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
    ) -> None:
        server = None
        if base_url is None:
            server = LocalServer(options=("--openenv", "--http-port", "0"))
            base_url = f"http://{server.http_address}"
        self.base_url = base_url.rstrip("/")
        self._headers = _headers(token)
        self._timeout_seconds = timeout_seconds
        try:
            created = self._call_rpc("openenv/session/create", {})
        except BaseException:
            if server is not None:
                server.close()
            raise
        self.session_id: str = created["session_id"]
        self._finalizer = weakref.finalize(
            self, _end, self.base_url, self._headers, self.session_id, server
        )

    def reset(self, **options: Any) -> dict[str, Any]:
        """Starts an episode with `OPTIONS`.

        Returns:
          The result: "observation", "reward" and "done".

        Raises:
          GatewayError: An option is not valid.
          OSError: The server cannot be reached.
        """
        return self._post("/reset", {**options, "session_id": self.session_id})

    def step(self, move: str) -> dict[str, Any]:
        """Plays a move, such as "D4", "pass" or "resign", and the reply of the opponent.

        Returns:
          The result: "observation", "reward" and "done". An illegal move is no error: the
          observation says why it is illegal.

        Raises:
          GatewayError: The episode is over.
          OSError: The server cannot be reached.
        """
        body = {"action": {"move": move}, "session_id": self.session_id}
        return self._post("/step", {**body, "request_id": uuid.uuid4().hex})

    def state(self) -> dict[str, Any]:
        """Returns the state: step count, state hash, game record, and the present observation.

        Raises:
          GatewayError: The session has ended.
          OSError: The server cannot be reached.
        """
        return self._send("GET", f"/state?session_id={self.session_id}", None)

    def close(self) -> None:
        """Ends the session, and the server if this object started it. This method is idempotent."""
        self._finalizer()

    def _post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        return self._send("POST", path, json.dumps(body).encode())

    def _call_rpc(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        answer = self._post("/mcp", request)
        if "error" in answer:
            raise GatewayError(200, "RPC_ERROR", answer["error"]["message"])
        return dict(answer["result"])

    def _send(self, method: str, path: str, body: bytes | None) -> dict[str, Any]:
        for attempt in range(1, ATTEMPT_COUNT + 1):
            request = urllib.request.Request(
                self.base_url + path, data=body, headers=self._headers, method=method
            )
            try:
                with open_url(request, timeout_seconds=self._timeout_seconds) as response:
                    return dict(json.load(response))
            except urllib.error.HTTPError as error:
                raise gateway_error(error) from None
            except (OSError, http.client.HTTPException):
                if attempt == ATTEMPT_COUNT:
                    raise
        raise AssertionError("the last attempt returns or raises")


def list_tasks(split: str, base_url: str, *, token: str | None = None) -> list[dict[str, Any]]:
    """Returns the tasks of a split, the easiest first.

    Each has "id", "split", "level", "goal" and "reset", the options of the reset that starts it.
    `docs/reference/openenv.md` describes the splits.

    Args:
      split: The name of the split, such as "boards-train".
      base_url: The address of the HTTP port.
      token: The token of a principal, if the server has authentication.

    Raises:
      GatewayError: There is no such split, or the token is not valid.
      OSError: The server cannot be reached.
    """
    headers = _headers(token)
    body = json.dumps({"split": split}).encode()
    url = f"{base_url.rstrip('/')}/tengen/tasks"
    request = urllib.request.Request(url, data=body, headers=headers)
    try:
        with open_url(request, timeout_seconds=TIMEOUT_SECONDS) as response:
            return list(json.load(response)["tasks"])
    except urllib.error.HTTPError as error:
        raise gateway_error(error) from None


DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Opens addresses of this machine, which no HTTP proxy can reach."""


def open_url(request: urllib.request.Request, *, timeout_seconds: float) -> Any:
    """Sends a request and returns the response. A proxy of the environment is not for this machine.

    Raises:
      HTTPError: The status is that of an error.
      OSError: The server cannot be reached.
    """
    url = urllib.parse.urlsplit(request.full_url)
    host = url.netloc.rpartition("@")[2]
    address = host if url.port else f"{host}:80"
    if is_local(address):
        return DIRECT.open(request, timeout=timeout_seconds)
    try:
        # Not `urlopen`, which keeps the proxies of its first call for the whole program.
        return urllib.request.build_opener().open(request, timeout=timeout_seconds)
    except urllib.error.HTTPError:
        raise
    except urllib.error.URLError as error:
        proxy = proxy_of(
            address,
            (f"{url.scheme}_proxy", f"{url.scheme.upper()}_PROXY"),
            ("no_proxy", "NO_PROXY"),
        )
        if proxy is None:
            raise
        raise urllib.error.URLError(
            f"no server answers at {host} through the HTTP proxy {proxy}; if the server can be"
            f" reached directly, add its host to no_proxy ({error.reason})"
        ) from None


def _headers(token: str | None) -> dict[str, str]:
    """Returns the headers of a request with a body of JSON."""
    headers = {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    return headers


def gateway_error(error: urllib.error.HTTPError) -> GatewayError:
    """Returns the error for a response with the status of an error."""
    with error:
        try:
            body = json.load(error)
        except ValueError:
            body = {}
    reason, message = body.get("reason", "HTTP_ERROR"), body.get("message", str(error))
    return GatewayError(error.code, reason, message)


def _end(
    base_url: str, headers: dict[str, str], session_id: str, server: LocalServer | None
) -> None:
    """Ends a session, unless the server has gone, and the server if there is one."""
    if server is not None:
        server.close()
        return
    params = {"session_id": session_id}
    body = {"jsonrpc": "2.0", "id": 1, "method": "openenv/session/close", "params": params}
    request = urllib.request.Request(
        f"{base_url}/mcp", data=json.dumps(body).encode(), headers=headers
    )
    # The session ends by itself after its idle timeout.
    with contextlib.suppress(OSError), open_url(request, timeout_seconds=5.0):
        pass
