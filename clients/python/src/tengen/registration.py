"""The environments that Gymnasium knows by name."""

from __future__ import annotations

from typing import Any

import gymnasium

NAMESPACE = "tengen"
NAMED_SIZES = (5, 7, 9, 13, 19)


def register() -> None:
    """Registers `tengen/Go-v1` and one id for each usual size. Importing `tengen` does it."""
    sizes: dict[str, dict[str, Any]] = {
        f"Go{size}x{size}-v1": {"size": size} for size in NAMED_SIZES
    }
    sizes["Go-v1"] = {}
    for name, arguments in sizes.items():
        gymnasium.register(
            id=f"{NAMESPACE}/{name}", entry_point="tengen.gym:GoEnv", kwargs=arguments
        )


def make(name: str, **arguments: Any) -> gymnasium.Env[Any, Any]:
    """Returns an environment for Gymnasium, as `gymnasium.make` does.

    Args:
      name: `tengen/Go9x9-v1`, and 5, 7, 13 and 19 likewise; `tengen/Go-v1` with any `size`. The
        part before the slash may be left out.
      arguments: Those of `tengen.GoEnv` and of `gymnasium.make`.
    """
    return gymnasium.make(name if "/" in name else f"{NAMESPACE}/{name}", **arguments)
