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

    Attributes:
      build: Returns the infos. It is called at most once. None: there is nothing to build.
      arguments: Its arguments.
    """

    __slots__ = ("arguments", "build")

    # A constructor would take as long as all else: `of` and the code of one board set these.
    arguments: tuple[Any, ...]
    build: Callable[..., dict[str, Any]] | None

    @classmethod
    def of(cls, build: Callable[..., dict[str, Any]], *arguments: Any) -> LazyInfos:
        """Returns infos that a function builds from some arguments."""
        infos = cls()
        infos.build, infos.arguments = build, arguments
        return infos

    def __missing__(self, key: str) -> Any:
        if self.build is None:
            raise KeyError(key)
        self._fill()
        return self[key]

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)

    def clear(self) -> None:
        """Removes all infos."""
        self.build, self.arguments = None, ()
        super().clear()

    def _fill(self) -> None:
        build, arguments = self.build, self.arguments
        if build is not None:
            self.build, self.arguments = None, ()
            given = dict.copy(self)
            dict.clear(self)
            dict.update(self, build(*arguments))
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
