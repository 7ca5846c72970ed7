"""Converts the arguments of a vector environment to the specs of its lanes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import _arguments as arguments
from tengen import _requests as requests
from tengen._environment import agent_color_argument, opponent_of
from tengen.keywords import EPISODE_DEFAULTS
from tengen.vector.lanes import PER_EPISODE_COLOR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tengen.v1 import spec_pb2

LANE_ARGUMENTS = frozenset(EPISODE_DEFAULTS) | {"opponent", "agent_color"}
"""The arguments that may differ between lanes: those that do not affect the shapes of arrays."""


def lane_specs(
    given: dict[str, Any], lane_count: int, extra_encodings: Sequence[str] = ()
) -> tuple[list[spec_pb2.EnvironmentSpec], NDArray[np.uint8]]:
    """Returns the specs of lanes and the colors of their agents.

    Args:
      given: The arguments of the environment by name.
      lane_count: The number of lanes.
      extra_encodings: Encodings that follow that of the arguments in each row.

    Returns:
      One spec for all lanes or one per lane, and as many agent colors: numbers of `Color`, 0 for
      self-play, or PER_EPISODE_COLOR.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range, or a lane overrides an argument that must be
        the same for all lanes.
    """
    each = requests.element_arguments(
        "lane_arguments", given["lane_arguments"], LANE_ARGUMENTS, (lane_count, "boards")
    )
    pairs = [lane_spec(given | dict(one), extra_encodings) for one in each]
    return [spec for spec, _ in pairs], np.array([agent for _, agent in pairs], np.uint8)


def lane_spec(
    given: dict[str, Any], extra_encodings: Sequence[str]
) -> tuple[spec_pb2.EnvironmentSpec, int]:
    """Returns the spec of a lane and the color of its agent. See `lane_specs`."""
    options = {name: given[name] for name in EPISODE_DEFAULTS}
    rules, komi = options.pop("rules"), options.pop("komi")
    color = agent_color_argument(given["agent_color"], given["task"])
    player = given["opponent"]
    spec = requests.environment_spec_message(
        given["size"],
        rules=requests.rules_message(rules, komi=komi),
        encodings=[arguments.text("encoding", given["encoding"]), *extra_encodings],
        observation_layout=given["observation_layout"],
        opponent=None if player is None else opponent_of(player, color),
        **options,
    )
    if player is None:
        return spec, 0
    return spec, PER_EPISODE_COLOR if color is None else int(color)
