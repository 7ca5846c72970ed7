"""The file that keeps the key with which a restarted agent resumes its games."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tengen import _arguments as arguments

if TYPE_CHECKING:
    from tengen.errors import InvalidArgumentError

MAX_KEY_BYTES = 256


class KeyFile:
    """A file with the key of an agent, readable by its owner alone.

    Args:
      path: The file. It need not exist; its folder must.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)

    def read(self) -> bytes:
        """Returns the key. Empty: there is no file yet.

        Raises:
          InvalidArgumentError: The file cannot be read, or has no key.
        """
        try:
            with self._path.open("rb") as file:
                text = file.read(2 * MAX_KEY_BYTES + 2)
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise self._invalid(f"cannot be read: {error.strerror}") from None
        try:
            key = bytes.fromhex(text.decode("ascii"))
        except ValueError:
            key = b""
        if not 0 < len(key) <= MAX_KEY_BYTES:
            raise self._invalid("has no key of an agent; name another file")
        return key

    def write(self, key: bytes) -> None:
        """Replaces the key, at once and as a whole.

        Raises:
          InvalidArgumentError: The file cannot be written.
        """
        draft = ""
        try:
            number, draft = tempfile.mkstemp(prefix=self._path.name, dir=self._path.parent)
            with os.fdopen(number, "w") as file:
                file.write(key.hex() + "\n")
            Path(draft).replace(self._path)
        except OSError as error:
            if draft:
                Path(draft).unlink(missing_ok=True)
            raise self._invalid(f"cannot be written: {error.strerror}") from None

    def _invalid(self, what: str) -> InvalidArgumentError:
        return arguments.invalid_value("key_file", str(self._path), what)
