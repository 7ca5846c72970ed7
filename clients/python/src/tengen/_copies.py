"""Copies and pickles of environments."""

from __future__ import annotations

from typing import Any, TypeVar

from gymnasium.utils import EzPickle

from tengen.errors import UnavailableError

Remade = TypeVar("Remade")


class CopiedByArguments(EzPickle):
    """A base class of environments whose copies are new environments with the same arguments.

    The arguments are those that the constructor passes to `EzPickle.__init__`. A copy also has the
    `spec` that Gymnasium's `make` has set.

    Gymnasium's `EzPickle` makes a second object and takes over its attributes. If the second object
    closes its connection when it is garbage-collected, the copy has lost its own connection.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        spec = self.__dict__.get("spec")
        arguments = (type(self), self._ezpickle_args, self._ezpickle_kwargs, spec)
        episode = self._saved_episode()
        return (remade, arguments) if episode is None else (remade, arguments, episode)

    def _saved_episode(self) -> Any:
        """Returns what a copy needs to continue the episode. None: the copy must be reset first."""
        return None


def remade(
    kind: type[Remade], positional: tuple[Any, ...], keywords: dict[str, Any], spec: Any
) -> Remade:
    """Returns a new object of a class, with these arguments and this `spec` unless it is None.

    Raises:
      UnavailableError: No server answers at the address among the arguments.
    """
    try:
        made = kind(*positional, **keywords)
    except UnavailableError as error:
        error.message += (
            f"; this {kind.__name__} was saved or copied with that address: start a server there,"
            " or make another environment with the address of one"
        )
        raise
    if spec is not None:
        made.spec = spec  # type: ignore[attr-defined]
    return made
