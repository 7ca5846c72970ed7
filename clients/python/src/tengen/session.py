"""A session: one environment at the server."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex

from tengen import _analysis
from tengen import _requests as requests
from tengen import _responses as responses
from tengen.errors import SessionNotFoundError, TengenError
from tengen.v1 import environment_pb2

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType

    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Self

    from tengen._transport import Transport
    from tengen.analysis import PositionSolution, Race
    from tengen.enums import ObservationLayout, WireFormat
    from tengen.results import (
        LegalActions,
        Observation,
        Planes,
        Score,
        SessionState,
        StepResult,
        WatchedState,
    )
    from tengen.spec import EnvironmentSpec


class Session:
    """An environment at the server; `Client.create_session` makes it.

    A point is `row * width + column`, row 0 at the top. An action is a point, `pass_action` or
    `tengen.RESIGN`.

    The `info` of `reset` and `step` has these keys; those with * are None until the end:

    - `action_mask`: int8 of length `action_count`, 1 where the action is legal, pass last; all zero
      once the episode is over.
    - `player_to_move`: `Color`.
    - `move_number`: moves made since the start, passes included.
    - `rewards`: float64, Black's and White's, summed over the moves of this call.
    - `state_hash`: 64 bits over everything that legality and scores depend on from here.
    - `position_hash`: 64 bits over the stones alone.
    - `actions`: what this call played, in order: the caller's action and the opponent's.
    - `end_reason`*: `EndReason`.
    - `winner`*: `Color`; None also for a tie and for a truncated episode.
    - `score`*: `Score`.
    - `illegal_reason`: `IllegalReason` of an action that the policy let pass, else None.
    - `is_agreement`: whether play has ended, and the player to move has to say which stones are
      dead; see `propose_dead_stones`.
    - `end_message`: what an engine did whose failure as the opponent ended the episode, else None.
    - `symmetry`: the `Symmetry` by which the agent sees the episode: observations, masks and
      actions are turned by it, those that `step` takes too. Points, boards and records are not.
    - `globals`: for each encoding of the spec that has global features, those numbers, float32;
      None where none has.
    - `seed` and `episode`, of `reset` alone: seed and number, from 1, of the new episode.

    A session may be used from several threads: the server carries out its calls one after another.
    It cannot be pickled; another process attaches to it with `Client.attach_session`.

    Every method that calls the server raises SessionNotFoundError once the session is closed or has
    expired, UnavailableError and DeadlineExceededError where no answer comes, and RuntimeError once
    the client is closed.
    """

    def __init__(
        self,
        transport: Transport,
        session_id: str,
        spec: EnvironmentSpec,
        warnings: Iterable[str] = (),
    ) -> None:
        self._transport = transport
        self._session_id = session_id
        self._spec = spec
        self._warnings = tuple(warnings)
        self._is_closed = False

    @property
    def session_id(self) -> str:
        """Name of the session, which cannot be guessed. Whoever knows it may use the session."""
        return self._session_id

    @property
    def spec(self) -> EnvironmentSpec:
        """The environment, with every default filled in."""
        return self._spec

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was odd in the record that the session was imported from, and what was put right.

        Empty for other sessions.
        """
        return self._warnings

    @property
    def width(self) -> int:
        """Points in a row."""
        return self._spec.width

    @property
    def height(self) -> int:
        """Points in a column."""
        return self._spec.height

    @property
    def action_count(self) -> int:
        """Count of actions in the mask: one for each point, and the pass."""
        return self.width * self.height + 1

    @property
    def pass_action(self) -> int:
        """The action that passes: `width * height`."""
        return self.width * self.height

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts a new episode. An opponent that moves first has moved then.

        What that move paid is in `info["rewards"]`.

        Args:
          seed: Seed of the episode, 64 bits. None: follows from the seed of the episode before.
          options: In a session with a task, a dict that asks for an episode of it: `task_id`,
            `agent_color`, `first_player`, each of which may be left out. Elsewhere None or empty.

        Returns:
          The observation (see `tengen.results.Observation`) and the info.
        """
        request = requests.reset_request(self._session_id, seed, options)
        response = self._transport.change(self._transport.stub().Reset, request)
        info = responses.info(response.timestep, self._spec)
        info["seed"] = response.seed
        info["episode"] = response.episode
        return responses.observation(response.timestep), info

    def step(self, action: SupportsIndex, *, expected_move_number: int | None = None) -> StepResult:
        """Plays `action` for the player to move, and then the opponent's reply if there is one.

        Args:
          action: `row * width + column`, `pass_action`, or `tengen.RESIGN`; NumPy's integers are
            as good.
          expected_move_number: Refuses to act where the episode is at another move, so that two
            clients do not both act on one position.

        Raises:
          TypeError: The action is not an integer.
          IllegalActionError: The rules forbid the action. The position is unchanged.
          InvalidArgumentError: There is no such action.
          EpisodeOverError: The episode is over.
          WrongMoveNumberError: The episode is not at `expected_move_number`.
        """
        request = requests.step_request(self._session_id, action, expected_move_number)
        response = self._transport.change(self._transport.stub().Step, request)
        return responses.step_result(response.timestep, self._spec)

    def legal_actions(self) -> LegalActions:
        """Returns the action mask of the player to move, and why each other action is illegal."""
        request = environment_pb2.LegalActionsRequest(session_id=self._session_id)
        response = self._transport.read(self._transport.stub().LegalActions, request)
        return responses.legal_actions(response, self._spec)

    def propose_dead_stones(self, points: Iterable[SupportsIndex]) -> StepResult:
        """Proposes which stones are dead, under rules that ask the players to agree on that.

        It is a move of its own, which is open once passes have ended the play: then the info of the
        last step has `is_agreement`. First the player to move proposes, then the other. A step that
        passes proposes that none are dead. Equal proposals end the episode, and the stones are off
        the board when it is scored; otherwise play goes on.

        Args:
          points: The stones, of either color, each chain whole.

        Raises:
          InvalidArgumentError: The points are not the stones of whole chains.
          TengenError: Dead stones are not proposed now.
          EpisodeOverError: The episode is over.
        """
        request = requests.propose_dead_stones_request(self._session_id, points)
        response = self._transport.change(self._transport.stub().ProposeDeadStones, request)
        return responses.step_result(response.timestep, self._spec)

    def score(
        self, dead_points: Iterable[SupportsIndex] = (), *, overlays: Iterable[str] = ()
    ) -> Score:
        """Returns the score of the position by the rules, at any time of the episode.

        Args:
          dead_points: Stones to take off first, of either color, each chain whole. None: those that
            both players agreed are dead, if they did.
          overlays: Names of overlays, at most 16, for `Score.overlays`. They show the position as
            it stands, dead stones included.

        Raises:
          InvalidArgumentError: The points are not the stones of whole chains, or an overlay is
            unknown.
        """
        request = requests.score_request(self._session_id, dead_points, overlays)
        response = self._transport.read(self._transport.stub().Score, request)
        return responses.score(response.score, self._spec, response.overlays)

    def observe(
        self,
        *encodings: str,
        wire_format: WireFormat | str | None = None,
        observation_layout: ObservationLayout | str | None = None,
        overlays: Iterable[str] = (),
    ) -> dict[str, Planes]:
        """Returns the present position in any encodings, those of the spec where none is named.

        Args:
          encodings: Names of encodings, at most 16.
          wire_format: What a number is on the way here: "bits" and "uint8" give uint8, "float32"
            gives float32. None: that of the spec.
          observation_layout: "chw" or "hwc". None: that of the spec.
          overlays: Names of overlays, at most 16: what analyses say of each point.

        Returns:
          For each encoding, zeros and ones of shape (planes, height, width), or as the layout says,
          as the agent sees them. For each overlay, int32 of shape (height, width) on the board as
          it is, whatever the agent sees.

        Raises:
          InvalidArgumentError: An encoding or an overlay is unknown.
        """
        request = requests.observe_request(
            self._session_id,
            encodings,
            wire_format=wire_format,
            observation_layout=observation_layout,
            overlays=overlays,
        )
        answer = self._observe(request)
        return {
            **responses.planes_by_encoding(answer.observations),
            **responses.overlays_by_name(answer.overlays, self._spec),
        }

    def observe_globals(self, *encodings: str) -> dict[str, NDArray[np.float32]]:
        """Returns the global features of the present position, of those encodings that have any.

        Args:
          encodings: Names of encodings, at most 16; those of the spec where none is named.

        Raises:
          InvalidArgumentError: An encoding is unknown.
        """
        request = requests.observe_request(self._session_id, encodings)
        return responses.globals_by_encoding(self._observe(request).observations)

    def board(self) -> NDArray[np.uint8]:
        """Returns the `Color` on each point: uint8 of shape (height, width), row 0 at the top.

        It is the board as it is, whatever the agent sees.
        """
        request = requests.observe_request(self._session_id, [])
        return responses.point_values(self._observe(request).board, self._spec)

    def choose_action(self, player: str, *, seed: SupportsIndex = 0) -> int:
        """Returns what a built-in player would play here; the session is as before.

        The same state, player and seed give the same action, which `step` plays.

        Args:
          player: Its name, as in `Client.server_info`.
          seed: Seed of its chance, of 64 bits.

        Raises:
          InvalidArgumentError: No built-in player has the name.
          EpisodeOverError: The episode is over.
        """
        request = requests.choose_action_request(self._session_id, player, seed)
        return self._transport.read(self._transport.stub().ChooseAction, request).action

    def solve(
        self,
        *,
        regret_actions: Iterable[SupportsIndex] = (),
        max_nodes: SupportsIndex | None = None,
        max_seconds: float | None = None,
    ) -> PositionSolution:
        """Returns what perfect play comes to from here; see `Client.solve`.

        Actions are as the agent sees the board.
        """
        return _analysis.solve(
            self._transport,
            _analysis.of_session(self._session_id),
            regret_actions,
            _analysis.limits_message(max_nodes, max_seconds),
        )

    def analyze_race(
        self,
        *,
        black_essential: SupportsIndex | None = None,
        white_essential: SupportsIndex | None = None,
        is_static: bool = False,
        max_nodes: SupportsIndex | None = None,
        max_seconds: float | None = None,
    ) -> list[Race]:
        """Returns how the capturing races here stand; see `Client.analyze_race`."""
        return _analysis.analyze_race(
            self._transport,
            _analysis.of_session(self._session_id),
            (black_essential, white_essential),
            is_static,
            _analysis.limits_message(max_nodes, max_seconds),
        )

    def state(self) -> SessionState:
        """Returns what the session is and where its episode stands. It puts off expiry."""
        request = environment_pb2.GetSessionRequest(session_id=self._session_id)
        return responses.session_state(
            self._transport.read(self._transport.stub().GetSession, request)
        )

    def fork(self) -> Session:
        """Makes another session that goes on from here: same past, seed and counters."""
        request = environment_pb2.ForkRequest(
            session_id=self._session_id, request_id=requests.new_request_id()
        )
        response = self._transport.change(self._transport.stub().Fork, request)
        return Session(self._transport, response.session.session_id, self._spec)

    def snapshot(self) -> bytes:
        """Returns the session as bytes, for `Client.restore` at this server or another."""
        request = environment_pb2.SnapshotRequest(session_id=self._session_id)
        return self._transport.read(self._transport.stub().Snapshot, request).snapshot

    def export_record(self) -> str:
        """Returns the episode as the text of an SGF file."""
        request = environment_pb2.ExportRecordRequest(session_id=self._session_id)
        return self._transport.read(self._transport.stub().ExportRecord, request).sgf

    def watch(self) -> Iterator[WatchedState]:
        """Yields where the session stands: first now, then after each change, until it ends.

        A watcher that reads slowly misses states, never the latest. Watching does not put off
        expiry. Closing the generator stops it.
        """
        request = environment_pb2.WatchRequest(session_id=self._session_id)
        for state in self._transport.stream(self._transport.stub().Watch, request):
            yield responses.watched_state(state, self._spec)

    def close(self) -> None:
        """Ends the session at the server. Closing a session that is gone already does nothing."""
        if self._is_closed:
            return
        request = environment_pb2.CloseSessionRequest(session_id=self._session_id)
        # Not found: an attempt whose answer was lost has closed it, or another client, or time.
        with contextlib.suppress(SessionNotFoundError):
            self._transport.change(self._transport.stub().CloseSession, request)
        self._is_closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self.close()
        except TengenError:
            # Where something else has gone wrong already, that is what the caller should see.
            if error is None:
                raise

    def __repr__(self) -> str:
        return f"Session({self._session_id!r}, {self.width}x{self.height})"

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a Session cannot be pickled; pickle its Client and attach to"
            f" session_id {self._session_id!r} with Client.attach_session"
        )

    def _observe(self, request: environment_pb2.ObserveRequest) -> environment_pb2.ObserveResponse:
        return self._transport.read(self._transport.stub().Observe, request)
