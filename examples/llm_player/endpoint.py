"""A model over HTTP, at any server with an API compatible with OpenAI's chat completions."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

LONGEST_RESPONSE = 1_000_000
"""The maximum size of a response in bytes."""

SHOWN = 300


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Rejects redirects, because the API key must not be sent to another server."""

    def redirect_request(self, *_: Any) -> None:
        """Returns None, so that a redirect counts as an error."""


class Endpoint:
    """A model over HTTP. Each prompt is a separate conversation.

    Args:
      url: The base URL of the API, as in "http://127.0.0.1:8080/v1".
      name: The name of the model at the server.
      api_key: The bearer token to send. Empty: none.
      timeout_seconds: The timeout of each read from the connection.

    Raises:
      ValueError: The URL does not start with http:// or https://.
    """

    def __init__(
        self, url: str, name: str, *, api_key: str = "", timeout_seconds: float = 60.0
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"url {url!r} must start with http:// or https://")
        self._url = f"{url.rstrip('/')}/chat/completions"
        self._name = name
        self._headers = {"Content-Type": "application/json"}
        if api_key:
            self._headers["Authorization"] = f"Bearer {api_key}"
        self._timeout_seconds = timeout_seconds
        self._opener = urllib.request.build_opener(NoRedirects)

    def __call__(self, prompt: str) -> str:
        """Returns the first choice of the response.

        Raises:
          OSError: The server cannot be reached, or does not respond in time.
          RuntimeError: The response is an error, is too long, or is not a chat completion.
        """
        messages = [{"role": "user", "content": prompt}]
        body = json.dumps({"model": self._name, "messages": messages}).encode()
        request = urllib.request.Request(self._url, body, self._headers)
        try:
            with self._opener.open(request, timeout=self._timeout_seconds) as response:
                data = response.read(LONGEST_RESPONSE + 1)
        except urllib.error.HTTPError as error:
            with error:
                said = error.read(SHOWN).decode(errors="replace")
            raise RuntimeError(f"{self._url} returned HTTP status {error.code}: {said}") from error
        if len(data) > LONGEST_RESPONSE:
            raise RuntimeError(f"{self._url} returned more than {LONGEST_RESPONSE} bytes")
        try:
            return str(json.loads(data)["choices"][0]["message"]["content"] or "")
        except (ValueError, LookupError, TypeError) as error:
            said = data[:SHOWN].decode(errors="replace")
            raise RuntimeError(f"{self._url} did not return a chat completion: {said}") from error
