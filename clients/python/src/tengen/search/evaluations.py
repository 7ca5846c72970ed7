"""What an evaluator sees of positions, and what the server takes as their evaluations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import _arguments as arguments
from tengen import _requests as requests
from tengen._arrays import values
from tengen._responses import environment_spec
from tengen.enums import ObservationLayout, StringEnum
from tengen.search.games import GameForm
from tengen.search.leaves import Leaves
from tengen.v1 import search_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tengen.client import Client
    from tengen.search.leaves import PendingEvaluations
    from tengen.spec import EnvironmentSpec
    from tengen.v1 import spec_pb2


class PriorKind(StringEnum):
    """What the priors of an evaluator are."""

    LOGITS = "logits"
    """Finite logits, whose softmax over the legal actions is the policy."""
    PROBABILITIES = "probabilities"
    """Weights that are not negative. They need not sum up to 1; all zeros mean equal weights."""


class EvaluationForm:
    """The form of observations, and of the evaluations of their positions.

    Args:
      size: The board, as in `SelfPlay`.
      encoding: The encoding of observations.
      observation_layout: "chw" or "hwc".
      prior_kind: What priors are: "logits" or "probabilities".
      is_half: Whether numbers are float16 instead of float32.

    Attributes:
      sides: The height and width of the board.
      encoding: The encoding of observations.
      observation_layout: The layout of observations.
      message: The format of evaluations.
      number_type: The type of numbers.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range, or a name is unknown.
    """

    def __init__(
        self,
        size: int | tuple[int, int] | str,
        encoding: str,
        observation_layout: ObservationLayout | str,
        prior_kind: PriorKind | str,
        *,
        is_half: bool,
    ) -> None:
        width, height = requests.board_size(size)
        self.sides = (height, width)
        self.encoding = arguments.text("encoding", encoding)
        self.observation_layout = arguments.enum_member(
            "observation_layout", observation_layout, ObservationLayout
        )
        kind = arguments.enum_member("prior_kind", prior_kind, PriorKind)
        bit_count = 16 if arguments.flag("is_half", is_half) else 32
        self.message = pb.EvaluationFormat(
            prior_kind=f"PRIOR_KIND_{kind.name}", number_format=f"NUMBER_FORMAT_FLOAT{bit_count}"
        )
        self.number_type = np.dtype(f"<f{bit_count // 8}")

    def plane_count(self, client: Client) -> int:
        """Returns the number of planes of the encoding.

        Raises:
          InvalidArgumentError: The server has no such encoding.
        """
        info = client.server_info(self.encoding).encoding(self.encoding)
        assert info is not None
        return len(info.planes)

    def opened(
        self,
        plane_count: int,
        layout: pb.LeafLayout,
        specs: Sequence[spec_pb2.EnvironmentSpec] = (),
    ) -> OpenedForm:
        """Returns the form of a search that the server has opened.

        Args:
          plane_count: The number of planes of the encoding.
          layout: The layout of leaves.
          specs: One spec for all slots of a self-play, or one for each.
        """
        is_planes_first = self.observation_layout is ObservationLayout.CHW
        game = GameForm(
            (plane_count, *self.sides) if is_planes_first else (*self.sides, plane_count),
            layout.action_count,
            self.sides,
        )
        return OpenedForm(game, layout, self.number_type, specs)


class OpenedForm:
    """The form of leaves and evaluations of an open search.

    Args:
      game: The form of games.
      layout: The layout of leaves.
      number_type: The type of the numbers of evaluations.
      specs: One spec for all slots of a self-play, or one for each.

    Attributes:
      game: The form of games.
      number_type: The type of the numbers of evaluations.
    """

    def __init__(
        self,
        game: GameForm,
        layout: pb.LeafLayout,
        number_type: np.dtype[Any],
        specs: Sequence[spec_pb2.EnvironmentSpec],
    ) -> None:
        self.game = game
        self._layout = layout
        self.number_type = number_type
        self._specs = specs
        # The specs that were asked for, by their index.
        self._converted: dict[int, EnvironmentSpec] = {}

    def spec_of(self, slot: int) -> EnvironmentSpec:
        """Returns the spec of a slot of a self-play."""
        index = 0 if len(self._specs) == 1 else slot
        if index not in self._converted:
            self._converted[index] = environment_spec(self._specs[index])
        return self._converted[index]

    @property
    def global_count(self) -> int:
        """The number of global features."""
        return self._layout.global_byte_count // np.dtype(np.float32).itemsize

    def leaves(
        self, group: int, capacity: int, message: pb.LeafStates, slots: NDArray[Any]
    ) -> Leaves:
        """Returns the leaves of a message, which belong to slots."""
        count = len(slots)
        return Leaves(
            group,
            self.game,
            capacity,
            {
                "observations": values(message.observations, np.uint8).reshape(count, -1),
                "action_masks": values(message.action_masks, np.uint8).reshape(count, -1),
                "globals": values(message.globals, "<f4").reshape(count, self.global_count),
                "symmetries": values(message.symmetries, np.uint8),
                "slots": slots,
            },
        )

    def checked(
        self, evaluations: tuple[Any, Any], count: int
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Returns priors and values as arrays of numbers of any type.

        Raises:
          ValueError: They are not of the shapes for this number of leaves.
        """
        priors, its_values = evaluations
        its_values = np.asarray(its_values)
        if its_values.shape == (count, 1):  # What a network with one output returns.
            its_values = its_values[:, 0]
        return (
            shaped("priors", priors, (count, self.game.action_count)),
            shaped("values", its_values, (count,)),
        )

    def to_bytes(self, numbers: NDArray[Any]) -> bytes:
        """Returns numbers as the server takes them."""
        return np.ascontiguousarray(numbers, self.number_type).tobytes()


def require_pending(evaluations: PendingEvaluations) -> PendingEvaluations:
    """Returns what an evaluator returned instead of a tuple, if these are pending evaluations.

    Raises:
      TypeError: They are not.
    """
    if not callable(getattr(evaluations, "result", None)):
        raise TypeError(
            f"the evaluator returned {type(evaluations).__name__}, not a tuple (priors, values) or"
            " an object with a method result that returns one"
        )
    return evaluations


def shaped(name: str, given: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """Returns what an evaluator returned as an array of a shape.

    Raises:
      ValueError: It has another shape.
    """
    array = np.asarray(given)
    if array.shape != shape:
        raise ValueError(f"the evaluator returned {name} of shape {array.shape}, not {shape}")
    return array
