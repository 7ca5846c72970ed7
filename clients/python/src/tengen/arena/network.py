"""An agent of the arena that plays with a network and the search of a server.

    from tengen import arena
    from tengen.arena.network import NetworkAgent, load_evaluator

    evaluate = load_evaluator("network.pt")
    with NetworkAgent(evaluate, encoding="alphazero-17", simulation_count=200) as agent:
        arena.serve(agent, name="net", max_game_count=16)

The server of the search need not be that of the arena. All games that wait for a move are searched
together, so the network gets batches.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tengen import _arguments as arguments
from tengen._closing import CloseOnExit
from tengen.arena.agent import Answer
from tengen.errors import TengenError, TreesLostError
from tengen.search import PriorKind, Puct, Search
from tengen.trees import TreeRoot

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from tengen.arena.agent import Game, Turn
    from tengen.arena.games import GameEnding
    from tengen.search import Evaluator, Gumbel, Leaves, Position, PositionResult

CHUNK = 32
"""The simulations between two looks at the clocks."""


class NetworkError(ValueError):
    """A network that cannot be loaded, or that does not take or return what it should."""


class SearchedGame(NamedTuple):
    """A game of the agent: its position, and the number of moves that led there."""

    search: Search
    position: Position
    move_count: int


class NetworkAgent(CloseOnExit):
    """An agent that searches with a network and plays the most visited action.

    It plays on boards of all sizes, each with the rules of its game. After a move, the subtree
    stays. Its answers have the win probability that the search has found.

    Games are repeatable if the agent plays one at a time and nobody has a clock: the search depends
    on `seed`, and moves are drawn from `Turn.random`.

    Args:
      evaluate: The function that evaluates positions; see `tengen.search.Evaluator`, and
        `load_evaluator` for networks in files.
      encoding: The encoding of observations.
      simulation_count: The number of simulations of a move, in addition to those of the subtree
        that stays.
      search: How simulations are spread: a `Puct` or a `Gumbel`. None: `Puct()`.
      temperature: The temperature at which the first moves are drawn by their shares of visits, at
        least 0; 0 plays the best action.
      temperature_move_count: The number of these moves, counted from the start of the game, both
        players' included.
      reserve_seconds: A search ends early if less than this is left for an answer.
      prior_kind: What the priors are: "logits" or "probabilities".
      seed: The seed of the symmetries through which positions are evaluated.
      address: The address of the server of the search, as in `GoEnv`. None: one is started.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range.
    """

    def __init__(
        self,
        evaluate: Evaluator,
        *,
        encoding: str = "alphazero-17",
        simulation_count: int = 200,
        search: Puct | Gumbel | None = None,
        temperature: float = 0.0,
        temperature_move_count: int = 8,
        reserve_seconds: float = 1.0,
        prior_kind: PriorKind | str = "logits",
        seed: int = 0,
        address: str | None = None,
    ) -> None:
        self._evaluate = evaluate
        self._simulation_count = arguments.integer(
            "simulation_count", simulation_count, (1, 1_000_000)
        )
        self._temperature = not_negative("temperature", temperature)
        self._temperature_move_count = arguments.integer(
            "temperature_move_count", temperature_move_count, arguments.UINT32
        )
        self._reserve_seconds = arguments.seconds("reserve_seconds", reserve_seconds)
        self._options: dict[str, Any] = {
            "encoding": arguments.text("encoding", encoding),
            "search": Puct() if search is None else search,
            "prior_kind": arguments.enum_member("prior_kind", prior_kind, PriorKind),
            "seed": arguments.integer("seed", seed, arguments.UINT64),
            "address": address,
        }
        self._searches: dict[tuple[int, int], Search] = {}
        self._games: dict[str, SearchedGame] = {}

    def choose_batch(self, turns: Sequence[Turn[Any]]) -> list[Answer]:
        """Searches the positions of all turns, and returns an answer for each.

        If the server of the search was lost, the positions are searched anew, once.

        Raises:
          NetworkError: The evaluator returned arrays of the wrong shape.
          TengenError: The search failed.
        """
        try:
            return self._choose(turns)
        except TreesLostError:
            self.close()
            return self._choose(turns)

    def _choose(self, turns: Sequence[Turn[Any]]) -> list[Answer]:
        games = [self._game_at(turn) for turn in turns]
        by_search = {
            search: [game.position for game in games if game.search is search]
            for search in dict.fromkeys(game.search for game in games)
        }
        try:
            self._run(turns, by_search)
        except ValueError as error:
            raise error if isinstance(error, NetworkError) else NetworkError(error) from error
        found = {
            position: result
            for search, positions in by_search.items()
            for position, result in zip(
                positions,
                search.read(positions, max_variation_length=0, with_policy=False),
                strict=True,
            )
        }
        return [
            self._answer(turn, found[game.position])
            for turn, game in zip(turns, games, strict=True)
        ]

    def _game_at(self, turn: Turn[Any]) -> SearchedGame:
        """Returns the game of a turn, with its position at the turn."""
        game = self._games.pop(turn.game_id, None)
        if game is None or game.move_count > len(turn.actions):
            search = self._search(turn.width, turn.height)
            (position,) = search.add(root_of(turn.game).then(turn.actions))
        else:
            search, position = game.search, game.position
            for action in turn.actions[game.move_count :]:
                search.advance([position], [action])
        now = SearchedGame(search, position, len(turn.actions))
        self._games[turn.game_id] = now
        return now

    def _search(self, width: int, height: int) -> Search:
        """Returns the search of a size of board."""
        if (width, height) not in self._searches:
            made = Search(self._evaluate, (width, height), **self._options)
            self._searches[width, height] = made
        return self._searches[width, height]

    def _run(
        self, turns: Sequence[Turn[Any]], by_search: Mapping[Search, Sequence[Position]]
    ) -> None:
        """Searches all positions, those on boards of one size together."""
        left = self._simulation_count
        while left > 0:
            for search, positions in by_search.items():
                search.run(positions, min(left, CHUNK))
            left -= CHUNK
            times = [turn.seconds_left for turn in turns]
            if any(time is not None and time < self._reserve_seconds for time in times):
                return

    def _answer(self, turn: Turn[Any], found: PositionResult) -> Answer:
        action = found.best_action
        if self._temperature and turn.move_number < self._temperature_move_count:
            counts: NDArray[Any] = found.visit_counts / found.visit_counts.max()
            weights = counts ** (1 / self._temperature)
            action = int(turn.random.choice(found.actions, p=weights / weights.sum()))
        win_probability = None if found.value is None else (found.value + 1) / 2
        return Answer(action, win_probability)

    def game_end(self, game: Game, ending: GameEnding) -> None:
        """Drops the position of a game."""
        del ending
        over = self._games.pop(game.game_id, None)
        if over is not None:
            # The positions of a server that was lost are gone.
            with contextlib.suppress(TreesLostError):
                over.search.release(over.position)

    def close(self) -> None:
        """Closes the searches. This method is idempotent."""
        for search in self._searches.values():
            search.close()
        self._searches.clear()
        self._games.clear()


def root_of(game: Game) -> TreeRoot:
    """Returns the start of a game of the arena."""
    return TreeRoot.start(
        (game.width, game.height), rules=game.rules, setup=game.setup, max_moves=game.max_moves
    )


def not_negative(name: str, value: float) -> float:
    """Returns a number that is at least 0.

    Raises:
      TypeError: It is not a number.
      InvalidArgumentError: It is below 0 or not a number.
    """
    number = arguments.real(name, value)
    if not number >= 0:
        raise arguments.invalid_value(name, value, "is below 0")
    return number


def load_evaluator(path: str | os.PathLike[str], device: str | None = None) -> Evaluator:
    """Returns the evaluator of a network in a file: ONNX if it ends in `.onnx`, else TorchScript.

    The network takes planes, float32 of shape (n, planes, height, width), and returns priors of
    shape (n, actions), the pass last, and values of shape (n,) or (n, 1) in [-1, 1] for the player
    to move. If the encoding has global features, they are its second input.

    Args:
      path: The file. Load only trusted files.
      device: The device of PyTorch, as in `tengen.torch.TorchEvaluator`. None: the first GPU, or
        else the processor. ONNX runs on what the installed onnxruntime prefers.

    Raises:
      NetworkError: There is no such file, it has no network that can be loaded, or PyTorch or
        onnxruntime is not installed.
    """
    file = Path(path)
    if not file.is_file():
        raise NetworkError(f"there is no network file {file}")
    if file.suffix == ".onnx":
        return OnnxEvaluator(file)
    try:
        import torch  # noqa: PLC0415 - only networks in TorchScript need it.

        from tengen.torch import TorchEvaluator, usable_device  # noqa: PLC0415
    except ImportError as error:
        raise NetworkError(f'{file} needs PyTorch: pip install "tengen-go[torch]"') from error

    where = usable_device(device)
    try:
        network = torch.jit.load(file, map_location=where).eval()
    except (RuntimeError, ValueError) as error:
        raise NetworkError(
            f"{file} is not TorchScript: save the network with"
            f' torch.jit.trace(network.eval(), planes).save("{file.name}"), not its state_dict;'
            f" PyTorch says: {first_line(error)}"
        ) from error
    return ExplainedEvaluator(TorchEvaluator(network, where), file)


class OnnxEvaluator:
    """An evaluator that runs a network in ONNX."""

    def __init__(self, file: Path) -> None:
        try:
            import onnxruntime  # noqa: PLC0415 - only networks in ONNX need it.
        except ImportError as error:
            raise NetworkError(f"{file} needs onnxruntime: pip install onnxruntime") from error
        try:
            self._session = onnxruntime.InferenceSession(
                str(file), providers=onnxruntime.get_available_providers()
            )
        except Exception as error:
            # Its errors have no common class but Exception.
            raise NetworkError(f"{file} is no ONNX model: {first_line(error)}") from error
        self._file = file
        self._inputs = [given.name for given in self._session.get_inputs()]
        output_count = len(self._session.get_outputs())
        if output_count != 2:  # noqa: PLR2004
            raise NetworkError(f"{file} has {output_count} outputs, not priors and values")

    def __call__(self, leaves: Leaves) -> tuple[NDArray[Any], NDArray[Any]]:
        """Returns the priors and values of positions."""
        arrays = [leaves.planes.astype(np.float32)]
        if leaves.globals.shape[1]:
            arrays.append(leaves.globals)
        try:
            inputs = dict(zip(self._inputs, arrays, strict=True))
            priors, values = self._session.run(None, inputs)
        except Exception as error:
            raise failure(self._file, leaves, error) from error
        return priors, values.reshape(-1)


class ExplainedEvaluator:
    """An evaluator whose errors name the file of the network and the shape of its input."""

    def __init__(self, evaluate: Evaluator, file: Path) -> None:
        self._evaluate = evaluate
        self._file = file

    def __call__(self, leaves: Leaves) -> Any:
        """Evaluates positions."""
        try:
            return self._evaluate(leaves)
        except TengenError:
            raise
        except Exception as error:
            # A network may raise anything.
            raise failure(self._file, leaves, error) from error


def failure(file: Path, leaves: Leaves, error: Exception) -> NetworkError:
    """Returns the error for a network that does not take the planes that it gets."""
    shape = ", ".join(map(str, leaves.shape))
    features = leaves.globals.shape[1]
    and_globals = f" and {features} global features" if features else ""
    return NetworkError(
        f"the network in {file} fails on planes of shape (n, {shape}){and_globals}:"
        f" {first_line(error)}. Is the encoding the one that it was trained with?"
    )


def first_line(error: Exception) -> str:
    """Returns the first line of an error that says something: TorchScript's come last."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if not lines:
        return type(error).__name__
    telling = [line for line in lines if line.startswith("RuntimeError:")]
    return (telling or lines)[0].rstrip(".")
