"""A model over HTTP, at any server that speaks the chat completions of OpenAI."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

LONGEST_RESPONSE = 1_000_000
"""Bytes."""

SHOWN = 300


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Goes nowhere else: the key is for one server alone."""

    def redirect_request(self, *_: Any) -> None:
        """Refuses to follow, so that the answer counts as an error."""


class Endpoint:
    """A model over HTTP; each prompt is a conversation of its own.

    Args:
      url: Where the API begins, as in "http://127.0.0.1:8080/v1".
      name: Name of the model there.
      api_key: What to send as the bearer token. Empty: nothing.
      timeout_seconds: How long each read from the connection may take.

    Raises:
      ValueError: The URL is of neither HTTP nor HTTPS.
    """

    def __init__(
        self, url: str, name: str, *, api_key: str = "", timeout_seconds: float = 60.0
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"url {url!r} begins with neither http:// nor https://")
        self._url = f"{url.rstrip('/')}/chat/completions"
        self._name = name
        self._headers = {"Content-Type": "application/json"}
        if api_key:
            self._headers["Authorization"] = f"Bearer {api_key}"
        self._timeout_seconds = timeout_seconds
        self._opener = urllib.request.build_opener(NoRedirects)

    def __call__(self, prompt: str) -> str:
        """Returns the first choice of the answer.

        Raises:
          OSError: The server cannot be reached, or is silent.
          RuntimeError: It refuses, or what it says is no chat completion.
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
            raise RuntimeError(f"{self._url} refuses with {error.code}: {said}") from error
        if len(data) > LONGEST_RESPONSE:
            raise RuntimeError(f"{self._url} answers more than {LONGEST_RESPONSE} bytes")
        try:
            return str(json.loads(data)["choices"][0]["message"]["content"] or "")
        except (ValueError, LookupError, TypeError) as error:
            said = data[:SHOWN].decode(errors="replace")
            raise RuntimeError(f"{self._url} answers no chat completion: {said}") from error
