"""The environments that Gymnasium knows by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium

if TYPE_CHECKING:
    from tengen.vector import TengenVectorEnv

NAMESPACE = "tengen"
NAMED_SIZES = (5, 7, 9, 13, 19)
NAMED_RACES = {
    "RaceClass0": ("race-class0", 9),
    "RaceClass1": ("race-class1", 9),
    "RaceCgt": ("race-cgt", 13),
    "Race": ("race", 13),
}
"""Names of races, each with its task and the size of its board."""


def register() -> None:
    """Registers `tengen/Go-v1`, ids of usual sizes, and races. Importing `tengen` does it."""
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


def make(name: str, **arguments: Any) -> gymnasium.Env[Any, Any]:
    """Returns an environment for Gymnasium, as `gymnasium.make` does.

    Args:
      name: `tengen/Go9x9-v1`, and 5, 7, 13 and 19 likewise; `tengen/Go-v1` with any `size`; the
        races `tengen/RaceClass0-v1`, `RaceClass1`, `RaceCgt` and `Race`. The part before the slash
        may be left out.
      arguments: Those of `tengen.GoEnv` and of `gymnasium.make`.
    """
    return gymnasium.make(name if "/" in name else f"{NAMESPACE}/{name}", **arguments)


def make_vec(
    name_or_size: str | int | tuple[int, int], num_envs: int = 1, **arguments: Any
) -> TengenVectorEnv:
    """Returns a vector environment, as `gymnasium.make_vec` does.

    Args:
      name_or_size: A name as for `make`; or points in a row and in a column, or (width, height).
      num_envs: Count of boards.
      arguments: Those of `tengen.vector.TengenVectorEnv`.
    """
    name = name_or_size
    if not isinstance(name, str):
        arguments = {"size": name, **arguments}
        name = "Go-v1"
    env: TengenVectorEnv = gymnasium.make_vec(  # type: ignore[assignment]
        name if "/" in name else f"{NAMESPACE}/{name}",
        num_envs,
        vectorization_mode="vector_entry_point",
        **arguments,
    )
    return env
