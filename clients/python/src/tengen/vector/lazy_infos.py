"""Infos that are built when they are first read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

READERS = (
    "__contains__",
    "__delitem__",
    "__eq__",
    "__ior__",
    "__iter__",
    "__len__",
    "__ne__",
    "__or__",
    "__repr__",
    "__reversed__",
    "__ror__",
    "copy",
    "get",
    "items",
    "keys",
    "pop",
    "popitem",
    "setdefault",
    "update",
    "values",
)
"""The methods of a dict that need all infos. `clear` needs none of them."""


class LazyInfos(dict[str, Any]):
    """A dict whose infos are built when one of them is read, which many programs never do.

    Keys that are set before that are kept, and reading them builds nothing. A copy and a pickled
    copy are plain dicts. C code that reads a dict without its methods, such as that of `json`, sees
    only what has been built or set. Not thread-safe.

    Args:
      build: Returns the infos. It is called at most once.
    """

    def __init__(self, build: Callable[[], dict[str, Any]]) -> None:
        super().__init__()
        self._build: Callable[[], dict[str, Any]] | None = build

    def __getitem__(self, key: str) -> Any:
        if self._build is not None and not dict.__contains__(self, key):
            self._fill()
        return super().__getitem__(key)

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)

    def clear(self) -> None:
        """Removes all infos."""
        self._build = None
        super().clear()

    def _fill(self) -> None:
        build, self._build = self._build, None
        if build is not None:
            given = dict.copy(self)
            dict.clear(self)
            dict.update(self, build())
            dict.update(self, given)


def reader(name: str) -> Callable[..., Any]:
    """Returns a method that builds the infos and then calls that of a dict."""
    method = getattr(dict, name)

    def read(self: LazyInfos, *given: Any, **more: Any) -> Any:
        self._fill()
        return method(self, *given, **more)

    read.__name__ = name
    read.__doc__ = method.__doc__
    return read


for each in READERS:
    setattr(LazyInfos, each, reader(each))
