"""The network that the adapters of frameworks share. Requires PyTorch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from gymnasium import spaces

from tengen import _arguments as arguments
from tengen.enums import ObservationLayout

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tengen.words import ObservationLayoutWord


class PlanesNetwork(torch.nn.Module):
    """Convolutions over planes of Go, and a linear layer over all points.

    The convolutions are 3x3 and keep the size of the board. Global features, if there are any, are
    added before the linear layer.

    Args:
      space: The space of observations: planes, or a dict with the keys `observation` and optionally
        `globals`. Other keys are ignored.
      features_dim: The number of features.
      channel_count: The number of channels of each convolution.
      layer_count: The number of convolutions, at least 1.
      layout: The layout of the planes.

    Raises:
      TypeError: The space is another one.
      InvalidArgumentError: A number is not positive.
    """

    def __init__(
        self,
        space: spaces.Space[Any],
        *,
        features_dim: int = 128,
        channel_count: int = 32,
        layer_count: int = 2,
        layout: ObservationLayout | ObservationLayoutWord = "chw",
    ) -> None:
        super().__init__()
        counts = {
            "features_dim": features_dim,
            "channel_count": channel_count,
            "layer_count": layer_count,
        }
        for name, count in counts.items():
            arguments.integer(name, count, (1, arguments.INT32[1]))
        parts = dict(space.items()) if isinstance(space, spaces.Dict) else {"observation": space}
        shape = parts["observation"].shape if "observation" in parts else None
        if shape is None or len(shape) != 3:  # noqa: PLR2004
            raise TypeError(f"expected a space of planes, or a dict with observation, not {space}")
        kind = arguments.enum_member("layout", layout, ObservationLayout)
        self._is_plane_by_plane = kind is ObservationLayout.CHW
        plane_count, *sides = shape if self._is_plane_by_plane else (shape[2], *shape[:2])
        layers: list[Any] = []
        for index in range(layer_count):
            inputs = channel_count if index else plane_count
            layers += [torch.nn.Conv2d(inputs, channel_count, 3, padding=1), torch.nn.ReLU()]
        self._convolutions = torch.nn.Sequential(*layers, torch.nn.Flatten())
        inputs = channel_count * sides[0] * sides[1]
        self._has_globals = "globals" in parts
        if self._has_globals:
            inputs += sum(parts["globals"].shape or ())
        self._linear = torch.nn.Sequential(torch.nn.Linear(inputs, features_dim), torch.nn.ReLU())

    def forward(self, observations: Any) -> Any:
        """Returns features, float32 of shape (batch, features).

        Args:
          observations: A batch of planes of any numeric type, or a mapping with the keys of the
            space.
        """
        parts: Mapping[str, Any] = (
            {"observation": observations} if torch.is_tensor(observations) else observations
        )
        planes = parts["observation"].float()
        if not self._is_plane_by_plane:
            planes = planes.permute(0, 3, 1, 2)
        features = self._convolutions(planes)
        if self._has_globals:
            features = torch.cat([features, parts["globals"].float()], dim=1)
        return self._linear(features)
