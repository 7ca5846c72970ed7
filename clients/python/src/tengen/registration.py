"""Registers the environments with Gymnasium, and creates them by id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium

from tengen.gym import GoEnv

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from tengen.keywords import GoKeywords, VectorKeywords
    from tengen.vector import TengenVectorEnv
    from tengen.words import EnvironmentName

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


def make(name: EnvironmentName | str, **arguments: Unpack[GoKeywords]) -> GoEnv:
    """Returns a Gymnasium environment by its id.

    `gymnasium.make` returns the same environment inside wrappers. Use it for what its wrappers do,
    such as `max_episode_steps`.

    Args:
      name: `tengen/Go5x5-v1`, `tengen/Go7x7-v1`, `tengen/Go9x9-v1`, `tengen/Go13x13-v1` or
        `tengen/Go19x19-v1`; `tengen/Go-v1` with any `size`; or one of the races
        `tengen/RaceClass0-v1`, `tengen/RaceClass1-v1`, `tengen/RaceCgt-v1` and `tengen/Race-v1`.
        The prefix `tengen/` is optional.
      arguments: The arguments of `tengen.GoEnv`.

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
    env = gymnasium.make(full_name(name), disable_env_checker=True, **arguments)
    if not isinstance(env.unwrapped, GoEnv):
        env.close()
        raise gymnasium.error.Error(f"{name} is not an environment of Tengen; use gymnasium.make")
    return env.unwrapped


def make_vec(
    name_or_size: EnvironmentName | str | int | tuple[int, int],
    num_envs: int = 1,
    **arguments: Unpack[VectorKeywords],
) -> TengenVectorEnv:
    """Returns a vector environment. Equivalent to `gymnasium.make_vec`.

    Args:
      name_or_size: A name as in `make`, or the size of the board as in `tengen.GoEnv`.
      num_envs: The number of boards.
      arguments: The arguments of `tengen.TengenVectorEnv`.

    Raises:
      gymnasium.error.Error: There is no environment of that name.
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range.
      ResourceExhaustedError: The server has reached its limit of boards.
      LaunchError: No address is given, and no server can be started.
      TengenError: The server does not answer, or the call failed.
    """
    name = name_or_size
    if not isinstance(name, str):
        arguments = {"size": name, **arguments}
        name = "Go-v1"
    env: TengenVectorEnv = gymnasium.make_vec(  # type: ignore[assignment]
        full_name(name),
        num_envs,
        vectorization_mode="vector_entry_point",
        **arguments,
    )
    return env


def full_name(name: str) -> str:
    """Returns an id with the namespace that it may lack."""
    return name if "/" in name else f"{NAMESPACE}/{name}"
