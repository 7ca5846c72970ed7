"""The parameters of searches."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from tengen import _arguments as arguments
from tengen.v1 import search_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Temperature:
    """A temperature for each move of a game.

    It is `early` in the first moves and then decays to `late`, by half of what is left in each
    half-life.

    Attributes:
      early: The temperature of the first moves, 0 to 100.
      late: The temperature that later ones approach, 0 to 100.
      early_move_count: The number of moves with the early temperature.
      half_life: The half-life in moves; 0 changes the temperature at once.
    """

    early: float = 1.0
    late: float = 0.0
    early_move_count: int = 30
    half_life: float = 0.0

    def message(self) -> pb.Temperature:
        """Returns the temperature as a message."""
        return pb.Temperature(
            early=arguments.real("early", self.early),
            late=arguments.real("late", self.late),
            early_move_count=arguments.integer(
                "early_move_count", self.early_move_count, arguments.UINT32
            ),
            half_life=arguments.real("half_life", self.half_life),
        )


@dataclass(frozen=True)
class Puct:
    """Search by PUCT at every node, as in AlphaZero (Silver et al. 2018).

    What is None has the default of the server: those of AlphaZero, and for first plays of KataGo.

    Attributes:
      initial_exploration: The weight of priors against values, 0 to 1,000.
      exploration_base: The number of visits at which the weight starts to grow, 1 to 1e9.
      first_play_reduction: What is taken from the value of actions without visits, below the root,
        0 to 10.
      root_first_play_reduction: The same at the root, 0 to 10.
      virtual_loss: What a leaf that awaits its evaluation takes from the values of the actions that
        lead to it, 0 to 10.
      noise_fraction: The share of Dirichlet noise in the priors of the root, 0 to 1.
      noise_concentration: The concentration of the noise, summed over the legal actions, 0.01 to
        1,000.
      policy_temperature: The temperature by which priors of the root are softened (Wu 2019).
      forced_playout_factor: The factor of forced playouts, 0 to 100 (Wu 2019 uses 2); 0 forces
        none.
      leaves_per_round: The maximum number of leaves of one tree in a batch, 1 to 1,024. More of
        them make larger batches, but weaken the search of each tree.
      is_symmetry_drawn: Whether each position is evaluated in an orientation of its own.
      is_tree_reused: Whether the subtree of a move that is played stays for the next search.
    """

    initial_exploration: float | None = None
    exploration_base: float | None = None
    first_play_reduction: float | None = None
    root_first_play_reduction: float | None = None
    virtual_loss: float | None = None
    noise_fraction: float | None = None
    noise_concentration: float | None = None
    policy_temperature: Temperature | None = None
    forced_playout_factor: float | None = None
    leaves_per_round: int = 1
    is_symmetry_drawn: bool = True
    is_tree_reused: bool = True

    def message(self) -> pb.SearchSettings:
        """Returns the parameters as a message."""
        softening = self.policy_temperature
        return pb.SearchSettings(
            root_method="ROOT_METHOD_PUCT",
            puct=pb.PuctSettings(**given(self, pb.PuctSettings)),
            exploration=pb.RootExploration(
                policy_temperature=None if softening is None else softening.message(),
                **given(self, pb.RootExploration, "policy_temperature"),
            ),
            **shared(self),
        )


@dataclass(frozen=True)
class Gumbel:
    """Search by Gumbel AlphaZero (Danihelka et al. 2022), with the defaults of mctx.

    Attributes:
      max_considered_actions: The maximum number of actions that a search tries at the root, 1 to
        626.
      gumbel_scale: The scale of the Gumbel noise, 0 to 100; 0 for play without chance.
      value_scale: The scale of completed values, 0 to 1,000.
      max_visit_offset: What is added to the greatest visit count before it scales the completed
        values, 0 to 1e6.
      leaves_per_round: See `Puct`.
      is_symmetry_drawn: See `Puct`.
      is_tree_reused: See `Puct`.
    """

    max_considered_actions: int = 16
    gumbel_scale: float = 1.0
    value_scale: float = 0.1
    max_visit_offset: float = 50.0
    leaves_per_round: int = 1
    is_symmetry_drawn: bool = True
    is_tree_reused: bool = False

    def message(self) -> pb.SearchSettings:
        """Returns the parameters as a message."""
        count = arguments.integer(
            "max_considered_actions", self.max_considered_actions, arguments.UINT32
        )
        return pb.SearchSettings(
            root_method="ROOT_METHOD_GUMBEL",
            gumbel=pb.GumbelSettings(
                max_considered_actions=count,
                **given(self, pb.GumbelSettings, "max_considered_actions"),
            ),
            **shared(self),
        )


def search_message(search: Puct | Gumbel | None) -> pb.SearchSettings:
    """Returns the message of a search; of `Puct()` if it is None.

    Raises:
      TypeError: It is no search.
    """
    if not isinstance(search, (Puct, Gumbel, type(None))):
        raise TypeError(f"search must be a Puct or a Gumbel, not {search!r}")
    return (search or Puct()).message()


def given(settings: Puct | Gumbel, message: Callable[..., Any], *without: str) -> dict[str, float]:
    """Returns the numbers that are not None and that a message has fields for, but some."""
    names = set(message.DESCRIPTOR.fields_by_name) - set(without)  # type: ignore[attr-defined]
    values = ((field.name, getattr(settings, field.name)) for field in fields(settings))
    return {
        name: arguments.real(name, value)
        for name, value in values
        if name in names and value is not None
    }


def shared(settings: Puct | Gumbel) -> dict[str, Any]:
    """Returns the fields that both methods have."""
    return {
        "leaves_per_round": arguments.integer(
            "leaves_per_round", settings.leaves_per_round, arguments.UINT32
        ),
        "is_symmetry_drawn": arguments.flag("is_symmetry_drawn", settings.is_symmetry_drawn),
        "is_tree_reused": arguments.flag("is_tree_reused", settings.is_tree_reused),
    }
