"""Registers the environments with Gymnasium, and creates them by id."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import gymnasium

from tengen._arguments import folded, hint, invalid_value
from tengen._requests import board_size
from tengen.gym import GoEnv
from tengen.render.view import checked_mode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from typing_extensions import Unpack

    from tengen.keywords import GoKeywords, VectorKeywords
    from tengen.vector import TengenVectorEnv
    from tengen.words import EnvironmentName

__all__ = ["make", "make_vec"]

NAMESPACE = "tengen"
NAMED_SIZES = (5, 7, 9, 13, 19)
NAMED_RACES = {
    "RaceClass0": ("race-class0", 9),
    "RaceClass1": ("race-class1", 9),
    "RaceCgt": ("race-cgt", 13),
    "Race": ("race", 13),
}
"""The ids of race environments, each with its task and board size."""


def register() -> None:
    """Registers `tengen/Go-v1`, its common sizes, and races. Importing `tengen` calls this."""
    sizes: dict[str, dict[str, Any]] = {
        f"Go{size}x{size}-v1": {"size": size} for size in NAMED_SIZES
    }
    sizes["Go-v1"] = {}
    races = {
        f"{name}-v1": {"task": task, "size": size, "opponent": "oracle"}
        for name, (task, size) in NAMED_RACES.items()
    }
    for name, arguments in (sizes | races).items():
        gymnasium.register(
            id=f"{NAMESPACE}/{name}",
            entry_point="tengen.gym:GoEnv",
            vector_entry_point="tengen.vector:TengenVectorEnv",
            kwargs=arguments,
        )


def make(
    name_or_size: EnvironmentName | str | int | tuple[int, int],
    *,
    size: int | tuple[int, int] | str | None = None,
    **arguments: Unpack[GoKeywords],
) -> GoEnv:
    """Returns a Gymnasium environment by its id, or for a size of board.

    `gymnasium.make` returns the same environment inside wrappers. Use it for what its wrappers do,
    such as `max_episode_steps`.

    Args:
      name_or_size: `tengen/Go5x5-v1`, `tengen/Go7x7-v1`, `tengen/Go9x9-v1`, `tengen/Go13x13-v1` or
        `tengen/Go19x19-v1`; `tengen/Go-v1` with any `size`; or one of the races
        `tengen/RaceClass0-v1`, `tengen/RaceClass1-v1`, `tengen/RaceCgt-v1` and `tengen/Race-v1`.
        The prefix `tengen/` is optional. Case, hyphens and underscores do not matter. A size, as in
        `tengen.GoEnv`, is that of `tengen/Go-v1`.
      size: The size of the board, with a name that has none. None: that of the name, or 9.
      arguments: The other arguments of `tengen.GoEnv`.

    Raises:
      gymnasium.error.Error: There is no environment of that name, or it is not one of Tengen.
      TypeError: An argument is unknown or of the wrong type.
      InvalidArgumentError: A value is out of range.
      LaunchError: No address is given, and no server can be started.
      TengenError: The server does not answer, or the call failed.
    """
    if "max_episode_steps" in arguments:
        raise TypeError(
            "max_episode_steps needs a wrapper of Gymnasium; use gymnasium.make or max_moves"
        )
    name, all_arguments = name_and_arguments(name_or_size, size, arguments)
    with explained(name):
        env = gymnasium.make(name, disable_env_checker=True, **all_arguments)
    if not isinstance(env.unwrapped, GoEnv):
        env.close()
        raise gymnasium.error.Error(f"{name} is not an environment of Tengen; use gymnasium.make")
    return env.unwrapped


def make_vec(
    name_or_size: EnvironmentName | str | int | tuple[int, int],
    num_envs: int = 1,
    *,
    size: int | tuple[int, int] | str | None = None,
    **arguments: Unpack[VectorKeywords],
) -> TengenVectorEnv:
    """Returns a vector environment. Equivalent to `gymnasium.make_vec`.

    Args:
      name_or_size: A name or a size, as in `make`.
      num_envs: The number of boards.
      size: The size of the board, with a name that has none. None: that of the name, or 9.
      arguments: The other arguments of `tengen.TengenVectorEnv`.

    Raises:
      gymnasium.error.Error: There is no environment of that name.
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range.
      ResourceExhaustedError: The server has reached its limit of boards.
      LaunchError: No address is given, and no server can be started.
      TengenError: The server does not answer, or the call failed.
    """
    if "vectorization_mode" in arguments:
        raise TypeError(
            "tengen.make_vec has one mode, in which the server steps the boards; for others use"
            " gymnasium.make_vec"
        )
    name, all_arguments = name_and_arguments(name_or_size, size, arguments)
    with explained(name):
        env: TengenVectorEnv = gymnasium.make_vec(  # type: ignore[assignment]
            name, num_envs, vectorization_mode="vector_entry_point", **all_arguments
        )
    return env


def name_and_arguments(
    name_or_size: str | int | tuple[int, int],
    size: int | tuple[int, int] | str | None,
    arguments: Mapping[str, Any],
) -> tuple[str, dict[str, Any]]:
    """Returns the id and the arguments for Gymnasium.

    The id has its namespace, the arguments have the size, and both have the usual spelling.
    """
    given = dict(arguments) if size is None else {"size": size, **arguments}
    if "render_mode" in given:
        given["render_mode"] = checked_mode(given["render_mode"], GoEnv.metadata)
    if isinstance(name_or_size, str):
        name = full_name(name_or_size)
        require_size_of(name, size)
        return name, given
    return f"{NAMESPACE}/Go-v1", {"size": name_or_size, **given}


def require_size_of(name: str, size: int | tuple[int, int] | str | None) -> None:
    """Checks that a size is that of an id which names one.

    Raises:
      TypeError: The size is of the wrong type.
      InvalidArgumentError: The size is another one.
    """
    registered = gymnasium.registry.get(name)
    named = None if registered is None else registered.kwargs.get("size")
    if size is not None and named is not None and board_size(size) != board_size(named):
        raise invalid_value(
            "size",
            size,
            f'is not that of "{name}"; give the size alone, or use "{NAMESPACE}/Go-v1"',
        )


@contextlib.contextmanager
def explained(name: str) -> Iterator[None]:
    """Lists the ids in the error for an unknown one, and suggests the nearest.

    Gymnasium would suggest another size.
    """
    try:
        yield
    except gymnasium.error.UnregisteredEnv as error:
        if not name.startswith(f"{NAMESPACE}/"):
            raise
        ids = own_ids()
        raise type(error)(
            f"there is no environment {name}; the ids are {', '.join(ids)}{hint(name, ids)}."
            ' For any other size of board, use "tengen/Go-v1" with size=(width, height)'
        ) from None


def full_name(name: str) -> str:
    """Returns an id with the namespace that it may lack, in Gymnasium's spelling."""
    full = name if "/" in name else f"{NAMESPACE}/{name}"
    same = (each for each in own_ids() if folded(each) == folded(full))
    return next(same, full)


def own_ids() -> list[str]:
    """Returns the ids of the environments of this package."""
    return sorted(each for each in gymnasium.registry if each.startswith(f"{NAMESPACE}/"))
