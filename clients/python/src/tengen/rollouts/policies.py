"""Python policies of rollouts: names, versions and calls in batches."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.enums import RESIGN

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

POLICY_NAME = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
"""The name of a policy: a module and the name of a callable in it."""

OPTIONAL_ARGUMENTS = ("globals", "seeds", "games", "moves")
DIGEST_DIGITS = 16


def is_policy_name(name: str) -> bool:
    """Whether a player's name is that of a Python policy."""
    return POLICY_NAME.fullmatch(name) is not None and not name.startswith("gtp:")


def load_policy(name: str) -> Callable[..., Any]:
    """Returns the policy that a name, as in "module:function", stands for.

    Raises:
      ImportError: The module cannot be imported.
      ValueError: The module has no such callable.
    """
    module_name, _, attribute = name.partition(":")
    module = importlib.import_module(module_name)
    function: Callable[..., Any] | None = getattr(module, attribute, None)
    if not callable(function):
        raise ValueError(f"{name}: the module {module_name} has no callable {attribute}")
    return function


def policy_name(function: Callable[..., Any]) -> str:
    """Returns the name under which a rollout records a callable."""
    kind = function if hasattr(function, "__qualname__") else type(function)
    return f"{function.__module__}:{kind.__qualname__.split('.')[-1].strip('<>')}"


def policy_version(function: Callable[..., Any]) -> str:
    """Returns what distinguishes a policy from other versions of it.

    That is its attribute `version`, or else the checksum of the file that defines it.
    """
    version = getattr(function, "version", None)
    if version is not None:
        return str(version)
    kind = function if inspect.isroutine(function) else type(function)
    try:
        source = inspect.getsourcefile(kind)
    except TypeError:
        source = None
    if source is None or not Path(source).is_file():
        return "unknown"
    return "sha256:" + hashlib.sha256(Path(source).read_bytes()).hexdigest()[:DIGEST_DIGITS]


class PolicyCaller:
    """Calls a policy with batches of one size, so that no row depends on how many there are.

    Args:
      name: The name of the policy, for messages.
      function: The policy. See `tengen.rollout`.
      rows: The size of the batches. Smaller ones are filled with copies of the first row.
    """

    def __init__(self, name: str, function: Callable[..., Any], rows: int) -> None:
        self._name = name
        self._function = function
        self._rows = rows
        parameters = inspect.signature(function).parameters
        takes_all = any(
            parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters.values()
        )
        self._optional = [
            argument for argument in OPTIONAL_ARGUMENTS if takes_all or argument in parameters
        ]

    def __call__(
        self, observations: NDArray[np.uint8], mask: NDArray[np.uint8], **more: Any
    ) -> NDArray[np.int32]:
        """Returns one action per row.

        Args:
          observations: uint8 of shape (rows, planes, height, width).
          mask: uint8 of shape (rows, actions).
          **more: The optional arguments of policies.

        Raises:
          ValueError: The policy returned something that is not a legal action for each row.
        """
        count = len(mask)
        optional = {name: self._filled(more[name]) for name in self._optional}
        result = np.asarray(
            self._function(self._filled(observations), self._filled(mask), **optional)
        )[:count]
        if result.shape == mask.shape and result.dtype.kind == "f":
            actions = drawn_actions(self._name, result, mask, more["seeds"])
        elif result.shape == (count,) and result.dtype.kind in "iu":
            actions = result.astype(np.int64)
        else:
            raise ValueError(
                f"policy {self._name} returned {result.dtype} of shape {result.shape}, neither"
                f" integers of shape ({count},) nor floats of shape {mask.shape}"
            )
        is_action = (actions >= 0) & (actions < mask.shape[1])
        chosen = mask[np.arange(count), np.where(is_action, actions, 0)]
        wrong = np.flatnonzero(~(is_action & (chosen != 0)) & (actions != RESIGN))
        if len(wrong):
            row = wrong[0]
            raise ValueError(
                f"policy {self._name} returned the action {actions[row]}, which is illegal, in game"
                f" {more['games'][row]} after {more['moves'][row]} moves"
            )
        return actions.astype(np.int32)

    def _filled(self, array: NDArray[Any]) -> NDArray[Any]:
        missing = self._rows - len(array)
        return array if missing <= 0 else np.concatenate([array, array[:1].repeat(missing, 0)])


def drawn_actions(
    name: str, weights: NDArray[np.floating], mask: NDArray[np.uint8], seeds: NDArray[np.uint64]
) -> NDArray[np.int64]:
    """Returns an action per row, drawn in proportion to the weights of the legal actions.

    Args:
      name: The name of the policy, for messages.
      weights: One number of at least 0 per action.
      mask: Nonzero means legal.
      seeds: A random number per row.

    Raises:
      ValueError: The weights of a row are invalid, or none is greater than 0.
    """
    legal = np.where(mask != 0, weights, 0).astype(np.float64)
    ends = legal.cumsum(axis=1)
    totals = ends[:, -1]
    if not np.isfinite(totals).all() or (legal < 0).any() or (totals <= 0).any():
        raise ValueError(
            f"policy {name} returned weights that are not finite, or less than 0, or 0 for all"
            " legal actions"
        )
    draws = (seeds >> np.uint64(11)).astype(np.float64) * 2.0**-53 * totals
    actions = (ends <= draws[:, None]).sum(axis=1)
    # Rounding may lead past the last action with a weight.
    last = legal.shape[1] - 1 - np.argmax(legal[:, ::-1] > 0, axis=1)
    result: NDArray[np.int64] = np.minimum(actions, last).astype(np.int64)
    return result
