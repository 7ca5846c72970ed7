"""Networks of JAX and PyTorch that are handed over without what adapts them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

LIBRARIES = {"jax": "JAX", "jaxlib": "JAX", "torch": "PyTorch"}
"""The libraries of networks, by the packages that define the types of these."""

EVALUATORS = {"JAX": "tengen.jax.JaxEvaluator", "PyTorch": "tengen.torch.TorchEvaluator"}


def library_of(function: Any) -> str | None:
    """Returns the library of a compiled function or a module. None: it is neither."""
    while isinstance(function, functools.partial):
        function = function.func
    packages = [base.__module__.partition(".")[0] for base in type(function).__mro__]
    return next((LIBRARIES[package] for package in packages if package in LIBRARIES), None)


def call_evaluator(evaluate: Callable[[Any], Any], leaves: Any) -> Any:
    """Returns what an evaluator returns for leaves.

    Raises:
      TypeError: The evaluator is a bare network, which failed because it takes no leaves.
      Exception: The error of the evaluator.
    """
    try:
        return evaluate(leaves)
    except Exception as error:
        library = library_of(evaluate)
        if library is None:
            raise
        raise TypeError(
            f"the evaluator is a network of {library}, which takes no leaves; wrap it:"
            f" {EVALUATORS[library]}(network)"
        ) from error


def call_policy(policy: Callable[[dict[str, Any]], Any], observations: dict[str, Any]) -> Any:
    """Returns what a policy returns for observations.

    Raises:
      TypeError: The policy is a bare network, which failed because it takes no dict.
      Exception: The error of the policy.
    """
    try:
        return policy(observations)
    except (AttributeError, TypeError) as error:
        library = library_of(policy)
        if library is None or "dict" not in str(error):
            raise
        raise TypeError(
            f"the policy is a network of {library}, which takes no dict of observations; wrap it in"
            ' a function that calls network(observations["observation"]) and returns one action'
            " for each board"
        ) from error
