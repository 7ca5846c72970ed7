"""Self-play with search: the server has the boards and the trees, the caller has the network."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any, NamedTuple

from tengen import _arguments as arguments
from tengen import _requests as requests
from tengen._address import transport_of
from tengen._bare_networks import call_evaluator
from tengen._caller_names import errors_named, rules_names, spec_names
from tengen._client_cache import shared_client
from tengen._closing import CloseOnExit
from tengen.keywords import SlotKeywords
from tengen.search.direct import exchange_of
from tengen.search.evaluations import EvaluationForm, PriorKind, require_pending
from tengen.search.exchange import EvaluationRequest, SelfPlayStream, begin_request
from tengen.search.settings import search_message
from tengen.security import choose_for_environment
from tengen.v1 import search_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tengen.enums import ObservationLayout
    from tengen.search.exchange import Round
    from tengen.search.games import SelfPlayGame
    from tengen.search.leaves import Evaluator, Leaves, PendingEvaluations
    from tengen.search.settings import Gumbel, Puct, Temperature
    from tengen.security import TlsChoice
    from tengen.spec import EnvironmentSpec, Rules, Setup
    from tengen.v1 import spec_pb2

MOVES_PER_POINT = 2
"""The default of `max_moves` for each point of the board, as in AlphaGo Zero."""


RESTORED_BYTES = 8 << 20
"""The bytes of states in a request, at most, unless one state is longer."""


class SelfPlayState(NamedTuple):
    """The state of a self-play, which can be pickled.

    Attributes:
      seed: The seed of all games.
      slots: The state of each slot. The bytes are for the version of the server that has made them.
      games: The finished games that were not returned yet.
      observations: The arguments of the self-play that say what observations are. Evaluations
        depend on them, so a self-play that continues must have the same ones.
    """

    seed: int
    slots: tuple[bytes, ...]
    games: tuple[SelfPlayGame, ...] = ()
    observations: tuple[tuple[str, str | bool], ...] = ()

    def __repr__(self) -> str:
        byte_count = sum(map(len, self.slots))
        return (
            f"SelfPlayState({len(self.slots)} slots of {byte_count} bytes, {len(self.games)} games,"
            f" seed={self.seed})"
        )


class SelfPlay(CloseOnExit):
    """Many games that a network plays against itself with search at the server.

        from tengen.search import SelfPlay

        def evaluate(leaves):
            logits, values = network(leaves.planes)
            return logits, values

        with SelfPlay(evaluate, 9, simulation_count=32, max_game_count=1_000) as play:
            for game in play.games():
                replay.add(game.packed, game.policies, game.outcomes())

    The server selects leaves in all games of a group, and the evaluator gets them as one batch. In
    the meantime the server searches for the other groups. When a game ends, the next one starts in
    its slot.

    Games depend on `seed`, the arguments and the evaluations alone, not on the number of groups,
    the address or the time. Networks may round differently in batches of other sizes: for
    repeatable runs keep `slot_count`, `group_count` and the device as they are.

    A server that is lost takes the games in progress with it. `save` returns their state, from
    which another `SelfPlay` with the same arguments continues.

    Not thread-safe. Only the process that created it may use it.

    Args:
      evaluate: The function that evaluates positions; see `tengen.search.Evaluator`.
      size: The width and height of the board in points, 1 to 25; or (width, height); or "9x7".
      address: The server's address, as in `GoEnv`; "embedded" for a server inside this process.
      tls: TLS, as in `tengen.connect`.
      token: The token, as in `tengen.connect`.
      simulation_count: The number of simulations of a search in full, 1 to 1,000,000, in addition
        to those of a subtree that is reused.
      fast_simulation_count: The number of simulations of a fast search. None: as in full.
      full_share: The probability that a move is searched in full, 0 to 1 (playout-cap
        randomization: Wu 2019).
      search: How simulations are spread: a `Puct` or a `Gumbel`. None: `Puct()`.
      move_temperature: The temperature at which moves are drawn by their share of visits. None: 1
        in the first 30 moves, then 0.
      resign_threshold: A player resigns if the values of the root and of its best move are below
        this, -1 to 1. None: nobody resigns.
      no_resign_share: The share of games without resignation, 0 to 1, which show how often
        resignations are wrong.
      slot_count: The number of games at the same time.
      group_count: The number of groups of slots, 1 to `slot_count`. With two of them, one is
        evaluated while the other is searched.
      max_game_count: The number of games in all. None: without end.
      seed: The seed of all games, 0 to 2**64 - 1. None: the server draws it.
      prior_kind: What the priors are: "logits" or "probabilities".
      is_half: Whether evaluations are sent as float16 instead of float32.
      has_observations: Whether games have the observations of their positions.
      encoding: The encoding of observations.
      observation_layout: "chw" or "hwc".
      rules: As in `GoEnv`.
      komi: As in `GoEnv`.
      setup: As in `GoEnv`.
      max_moves: The number of moves after which a game ends. None: twice the points of the board.
      score_on_truncation: Whether a game that ends by its number of moves is won by its score.
      slot_arguments: A dict for each slot with arguments that override those above, so that slots
        play different games: any of those from `rules` to `score_on_truncation`.
      state: Where another self-play with the same arguments was saved, from which this one
        continues. `seed` must be None or the seed of the state.

    Attributes:
      seed: The seed of all games.
      evaluation_count: The number of positions that were evaluated.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range, or a name is unknown.
      ResourceExhaustedError: The server has reached its limit of boards or of memory.
      LaunchError: No address is given, and no server can be started.
      TengenError: The server does not answer, or the call failed.
    """

    def __init__(
        self,
        evaluate: Evaluator,
        size: int | tuple[int, int] | str = 9,
        *,
        address: str | None = None,
        tls: TlsChoice = None,
        token: str | None = None,
        simulation_count: int = 32,
        fast_simulation_count: int | None = None,
        full_share: float = 1.0,
        search: Puct | Gumbel | None = None,
        move_temperature: Temperature | None = None,
        resign_threshold: float | None = None,
        no_resign_share: float = 0.1,
        slot_count: int = 256,
        group_count: int = 2,
        max_game_count: int | None = None,
        seed: int | None = None,
        prior_kind: PriorKind | str = "logits",
        is_half: bool = False,
        has_observations: bool = True,
        encoding: str = "alphazero-17",
        observation_layout: ObservationLayout | str = "chw",
        rules: str | Rules | dict[str, Any] = "tromp-taylor",
        komi: float | None = None,
        setup: Setup | None = None,
        max_moves: int | None = None,
        score_on_truncation: bool = True,
        slot_arguments: Sequence[Mapping[str, Any]] | None = None,
        state: SelfPlayState | None = None,
    ) -> None:
        self._evaluate = evaluate
        if state is not None:
            if seed not in (None, state.seed):
                raise arguments.invalid_value("seed", seed, f"is not the {state.seed} of the state")
            seed = state.seed
        form = EvaluationForm(size, encoding, observation_layout, prior_kind, is_half=is_half)
        self._observations: tuple[tuple[str, str | bool], ...] = (
            ("encoding", encoding),
            ("observation_layout", str(form.observation_layout)),
            ("has_observations", has_observations),
        )
        if state is not None:
            self._require_observations(state)
        fast = simulation_count if fast_simulation_count is None else fast_simulation_count
        request = pb.OpenSelfPlay(
            specs=slot_specs(
                size,
                form,
                SlotKeywords(
                    rules=rules,
                    komi=komi,
                    setup=setup,
                    max_moves=max_moves,
                    score_on_truncation=score_on_truncation,
                ),
                slot_arguments,
                slot_count,
            ),
            search=search_message(search),
            self_play=pb.SelfPlaySettings(
                simulation_count=unsigned("simulation_count", simulation_count),
                fast_simulation_count=unsigned("fast_simulation_count", fast),
                full_share=arguments.real("full_share", full_share),
                move_temperature=None if move_temperature is None else move_temperature.message(),
                resign_threshold=(
                    None
                    if resign_threshold is None
                    else arguments.real("resign_threshold", resign_threshold)
                ),
                no_resign_share=arguments.real("no_resign_share", no_resign_share),
            ),
            slot_count=unsigned("slot_count", slot_count),
            group_count=arguments.integer("group_count", group_count, (1, arguments.UINT32[1])),
            seed=None if seed is None else arguments.integer("seed", seed, arguments.UINT64),
            max_game_count=(
                0
                if max_game_count is None
                else arguments.integer("max_game_count", max_game_count, (1, 2**63 - 1))
            ),
            evaluation_format=form.message,
            has_observations=arguments.flag("has_observations", has_observations),
        )
        security = choose_for_environment(address, tls, token)
        client = shared_client(address, security)
        names = spec_names(size, rules)
        if slot_arguments is not None:
            names |= rules_names("of a slot")
        with errors_named(names, "slot_arguments"):
            plane_count = form.plane_count(client)
            self._stream = SelfPlayStream(client.address, request, security)
        opened = self._stream.first_response.layout
        self._form = form.opened(plane_count, opened.leaf, opened.specs)
        self._exchange = exchange_of(self._stream, self._form, opened.max_leaf_counts)
        self.seed: int = opened.seed
        self.evaluation_count = 0
        self._slot_count = slot_count
        self._group_count = request.group_count
        # The groups whose responses were not received, oldest first.
        self._waiting: collections.deque[int] = collections.deque()
        # The group whose evaluations are being computed, and these.
        self._pending: tuple[Leaves, PendingEvaluations] | None = None
        self._finished_groups: set[int] = set()
        # Finished games that were not returned yet.
        self._kept_games: collections.deque[SelfPlayGame] = collections.deque()
        self._is_closed = False
        if state is not None:
            self._kept_games.extend(state.games)
            self._restore(state)

    def games(self, count: int | None = None) -> Iterator[SelfPlayGame]:
        """Plays, and returns finished games as they come.

        Args:
          count: The number of games after which to return; another call continues, also after a
            loop that was left. None: until all games of `max_game_count` were played.

        Raises:
          ValueError: The evaluator returned arrays of the wrong shape.
          InvalidArgumentError: It returned a number that is not allowed.
          GamesLostError: The connection was lost.
        """
        left = count
        while not self.is_finished and (left is None or left > 0):
            if not self._kept_games:
                self._kept_games.extend(self._step())
                continue
            yield self._kept_games.popleft()
            left = None if left is None else left - 1

    def step(self) -> list[SelfPlayGame]:
        """Evaluates the leaves of one group, and returns the games that have ended in it.

        If there are finished games that were not returned yet, it returns these at once.

        Raises:
          ValueError: The evaluator returned arrays of the wrong shape.
          InvalidArgumentError: It returned a number that is not allowed.
          GamesLostError: The connection was lost.
        """
        return self._take_kept() if self._kept_games else self._step()

    def _step(self) -> list[SelfPlayGame]:
        if self.is_finished:
            return []
        if not self._waiting and self._pending is None:
            for group in range(self._group_count):
                if group not in self._finished_groups:
                    self._send(begin_request(group, self._form))
        if not self._waiting:
            self._finish_pending()
        group, answer = self._receive()
        if answer.leaves is not None:
            self._begin(answer.leaves)
        elif not answer.is_finished:
            self._send(begin_request(group, self._form))
        return answer.games

    def _receive(self) -> tuple[int, Round]:
        """Waits for the answer to the oldest request, and returns it with its group."""
        group = self._waiting[0]
        answer = self._exchange.receive(group)
        self._waiting.popleft()
        if answer.is_finished:
            self._finished_groups.add(group)
        return group, answer

    def _begin(self, leaves: Leaves) -> None:
        """Evaluates leaves, or begins to."""
        evaluations = call_evaluator(self._evaluate, leaves)
        self._finish_pending()
        if isinstance(evaluations, tuple):
            self._send_evaluations(leaves, evaluations)
        else:
            self._pending = (leaves, require_pending(evaluations))

    def _finish_pending(self) -> None:
        if self._pending is not None:
            leaves, evaluations = self._pending
            self._pending = None
            self._send_evaluations(leaves, evaluations)

    def _send_evaluations(
        self,
        leaves: Leaves,
        evaluations: tuple[Any, Any] | PendingEvaluations,
        *,
        is_pause: bool = False,
    ) -> None:
        count = len(leaves)
        priors, its_values = self._form.checked(
            evaluations
            if isinstance(evaluations, tuple)
            else require_pending(evaluations).result(),
            count,
        )
        self._send(EvaluationRequest(leaves.group, priors, its_values, is_pause))
        self.evaluation_count += count

    def _send(self, request: EvaluationRequest) -> None:
        self._exchange.send(request)
        self._waiting.append(request.group)

    @property
    def is_finished(self) -> bool:
        """Whether all games of `max_game_count` were played and returned."""
        return len(self._finished_groups) == self._group_count and not self._kept_games

    def spec(self, slot: int) -> EnvironmentSpec:
        """Returns the spec of the games of a slot, with every default filled in.

        Raises:
          IndexError: There is no such slot.
        """
        if not 0 <= slot < self._slot_count:
            raise IndexError(f"slot {slot} is not one of {self._slot_count} slots")
        return self._form.spec_of(slot)

    @property
    def transport(self) -> str:
        """How the server is reached."""
        return transport_of(self._stream.address)

    def pause(self) -> list[SelfPlayGame]:
        """Evaluates the leaves that await their evaluations, and returns the games that ended.

        Then there are no finished games that were not returned. The next `step` continues.

        Raises:
          ValueError: The evaluator returned arrays of the wrong shape.
          InvalidArgumentError: It returned a number that is not allowed.
          GamesLostError: The connection was lost.
        """
        self._pause()
        return self._take_kept()

    def _take_kept(self) -> list[SelfPlayGame]:
        games = list(self._kept_games)
        self._kept_games.clear()
        return games

    def save(self) -> SelfPlayState:
        """Returns the state of all games, from which another self-play continues.

        Leaves that await their evaluations are evaluated before. Finished games that were not
        returned yet are part of the state: `step` and `games` return them, of this self-play as of
        the one that continues. `pause` returns them before.

        Raises:
          GamesLostError: The connection was lost.
        """
        self._pause()
        slots: list[bytes] = []
        while len(slots) < self._slot_count:
            self._stream.send(pb.SelfPlayRequest(save=pb.SaveSlots(first_slot=len(slots))))
            slots += self._stream.receive().slot_states
        return SelfPlayState(self.seed, tuple(slots), tuple(self._kept_games), self._observations)

    def _require_observations(self, state: SelfPlayState) -> None:
        for (name, value), (_, saved) in zip(self._observations, state.observations, strict=False):
            if value != saved:
                raise arguments.invalid_value(name, value, f"is not the {saved} of the state")

    def _pause(self) -> None:
        """Waits until no leaf awaits its evaluation."""
        self._finish_pending()
        while self._waiting:
            _, answer = self._receive()
            self._kept_games += answer.games
            if answer.leaves is not None:
                evaluations = call_evaluator(self._evaluate, answer.leaves)
                self._send_evaluations(answer.leaves, evaluations, is_pause=True)

    def _restore(self, state: SelfPlayState) -> None:
        slots = collections.deque(state.slots)
        first_slot = 0
        while slots:
            part = [slots.popleft()]
            byte_count = len(part[0])
            while slots and byte_count + len(slots[0]) <= RESTORED_BYTES:
                byte_count += len(slots[0])
                part.append(slots.popleft())
            restore = pb.RestoreSlots(first_slot=first_slot, slot_states=part)
            self._stream.send(pb.SelfPlayRequest(restore=restore))
            self._stream.receive()
            first_slot += len(part)

    def close(self) -> None:
        """Closes the connection. Games in progress end. This method is idempotent."""
        self._is_closed = True
        self._stream.close()

    def __repr__(self) -> str:
        return (
            f"SelfPlay({self._slot_count} slots in {self._group_count} groups,"
            f" {self.evaluation_count} evaluations)"
        )


def slot_specs(
    size: int | tuple[int, int] | str,
    form: EvaluationForm,
    given: SlotKeywords,
    slot_arguments: Any,
    slot_count: int,
) -> list[spec_pb2.EnvironmentSpec]:
    """Returns one spec for all slots, or one for each.

    Args:
      size: The board.
      form: The form of observations.
      given: The arguments of all slots.
      slot_arguments: The arguments of each slot that override them. None: there are none.
      slot_count: The number of slots.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range, or a slot overrides an argument that must be
        the same for all slots.
    """
    each = requests.element_arguments(
        "slot_arguments", slot_arguments, SlotKeywords.__annotations__, (slot_count, "slots")
    )
    height, width = form.sides
    specs = []
    for one in each:
        options = {**given, **one}
        rules, komi, max_moves = (options.pop(name) for name in ("rules", "komi", "max_moves"))
        specs.append(
            requests.environment_spec_message(
                size,
                rules=requests.rules_message(rules, komi=komi),
                encodings=[form.encoding],
                observation_layout=form.observation_layout,
                max_moves=MOVES_PER_POINT * width * height if max_moves is None else max_moves,
                **options,
            )
        )
    return specs


def unsigned(name: str, value: Any) -> int:
    """Returns an integer for a field of 32 bits, whose range the server checks."""
    return arguments.integer(name, value, arguments.UINT32)
