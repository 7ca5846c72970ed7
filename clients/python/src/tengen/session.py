"""The session: one environment at the server."""

from __future__ import annotations

import contextlib
import operator
from typing import TYPE_CHECKING, Any, Generic, NoReturn, SupportsIndex, TypeVar

from tengen import _analysis
from tengen import _arguments as arguments
from tengen import _requests as requests
from tengen import _responses as responses
from tengen._caller_names import IDLE_TIMEOUT_NAMES, RESET_NAMES, errors_named
from tengen._closing import CloseOnExit
from tengen._messages import message_of
from tengen.errors import SessionNotFoundError, TengenError
from tengen.render.markup import escaped
from tengen.render.notebook import position_picture
from tengen.results import ObservationT_co
from tengen.v1 import environment_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable
    from types import TracebackType

    import grpc
    import numpy as np
    from google.protobuf.message import Message
    from numpy.typing import NDArray

    from tengen._embedded.direct_steps import DirectSteps
    from tengen._transport import Transport
    from tengen.analysis import PositionSolution, Race
    from tengen.enums import ObservationFormat, ObservationLayout
    from tengen.infos import SessionInfo
    from tengen.results import (
        LegalActions,
        Planes,
        Score,
        SeatTokens,
        SessionState,
        StepResult,
        WatchedState,
    )
    from tengen.spec import EnvironmentSpec
    from tengen.v1.environment_pb2_grpc import EnvironmentServiceStub
    from tengen.words import ObservationFormatWord, ObservationLayoutWord

    RequestT = TypeVar("RequestT", bound=Message)
    Response = TypeVar("Response")

__all__ = ["Session"]

Value = TypeVar("Value")


class Session(CloseOnExit, Generic[ObservationT_co]):
    """An environment at the server, returned by `Client.create_session`.

    A point is `row * width + column`, row 0 at the top. An action is a point, `pass_action` or
    `tengen.RESIGN`.

    The `info` of `reset` and `step` has these keys. Keys marked with * are None until the end of
    the episode.

    - `action_mask`: int8 of length `action_count`, 1 for each legal action, pass last. All zero
      once the episode is over.
    - `player_to_move`: the `Color` of the player to move.
    - `episode_number`: the number of the episode within the session. The first `reset` starts
      episode 1. A session that was not reset is in episode 0.
    - `move_number`: the number of moves since the start, including passes.
    - `rewards`: float64, Black's and White's reward, summed over the moves of this call.
    - `state_hash`: a 64-bit hash of everything that future legality and scores depend on.
    - `position_hash`: a 64-bit hash of the stones.
    - `action`: the caller's action, even if it was illegal; None after `reset` and in `watch`.
    - `actions`: the actions played by this call, in order: the caller's and the opponent's.
    - `end_reason`*: the `EndReason`.
    - `winner`*: the winner's `Color`. None also for a tie and for a truncated episode.
    - `score`*: the `Score`.
    - `margin`*: the margin of the score, a float.
    - `illegal_reason`: the `IllegalReason` of an illegal action that the policy did not reject,
      otherwise None.
    - `is_agreement`: whether play has ended and the player to move must propose dead stones; see
      `propose_dead_stones`.
    - `end_message`: a description of the engine failure that ended the episode, otherwise None.
    - `symmetry`: the `Symmetry` of the episode. It transforms observations, masks and actions,
      including the actions that `step` takes. Points, boards and records are not transformed.
    - `globals`: the global features by encoding, float32, for the encodings of the spec that have
      any. None if no encoding has global features.
    - `current_episode`: the number of the session's current episode when the server answered. It is
      greater than `episode_number` if the client had to repeat the call and another client has
      reset the session in the meantime; the result then belongs to an episode that has passed.
    - `seed`, only after `reset`: the seed of the new episode.

    The observation of `reset` and `step` is an array if the spec has one encoding, a dict of arrays
    if it has several, and None if it has none. The type parameter says which for type checkers:
    `Session[Planes]`, `Session[dict[str, Planes]]` or `Session[None]`. Plain `Session` is any of
    them.

    A session is thread-safe; the server executes its calls one after another. It cannot be pickled.
    Another process can attach to it with `Client.attach_session`.

    Besides the errors that it documents, every method that calls the server can raise:

    - `SessionNotFoundError`: the session was closed; its subclass `SessionExpiredError`: it has
      expired.
    - `UnavailableError`: no server answers.
    - `DeadlineExceededError`: the deadline of the call expired.
    - `RuntimeError`: the client is closed.
    """

    def __init__(
        self,
        transport: Transport,
        session_id: str | None,
        spec: EnvironmentSpec,
        *,
        idle_timeout_seconds: float,
        warnings: Iterable[str] = (),
        direct_steps: DirectSteps | None = None,
        seat_tokens: SeatTokens | None = None,
        copy: bool = True,
    ) -> None:
        self._transport = transport
        # None: the calls without messages know it.
        self._known_id = session_id
        self._spec = spec
        self._action_count = spec.width * spec.height + 1
        self._idle_timeout_seconds = idle_timeout_seconds
        self._warnings = tuple(warnings)
        self._seat_tokens = seat_tokens
        self._copy = copy
        self._is_closed = False
        self._direct_steps = direct_steps
        self._has_direct_steps = None if direct_steps is None else True

    @property
    def session_id(self) -> str:
        """The unguessable id of the session. Any client that knows it can use the session."""
        if self._known_id is None:
            assert self._direct_steps is not None
            self._known_id = self._direct_steps.session_id
        return self._known_id

    @property
    def _session_id(self) -> str:
        """The id for a call.

        Raises:
          SessionNotFoundError: This object has closed the session.
        """
        self._check_not_closed()
        return self.session_id

    def _check_not_closed(self) -> None:
        if self._is_closed:
            raise SessionNotFoundError(
                "SESSION_NOT_FOUND", f"the session {self.session_id} is closed", "NOT_FOUND"
            )

    @property
    def spec(self) -> EnvironmentSpec:
        """The environment spec, with every default filled in."""
        return self._spec

    @property
    def idle_timeout_seconds(self) -> float:
        """How long the session may be idle before it expires.

        It is idle while no call on it runs or waits at the server. The time counts from the end of
        the last call.
        """
        return self._idle_timeout_seconds

    @property
    def warnings(self) -> tuple[str, ...]:
        """Problems in the record that the session was imported from, and how they were corrected.

        Empty for sessions that were not imported.
        """
        return self._warnings

    @property
    def seat_tokens(self) -> SeatTokens | None:
        """The tokens of the seats that `Client.create_session` asked for, as secrets.

        None: it asked for none, or the session was opened by another call.
        """
        return self._seat_tokens

    @property
    def width(self) -> int:
        """The number of columns."""
        return self._spec.width

    @property
    def height(self) -> int:
        """The number of rows."""
        return self._spec.height

    @property
    def action_count(self) -> int:
        """The number of actions in the mask: one for each point, and the pass."""
        return self._action_count

    @property
    def pass_action(self) -> int:
        """The action that passes: `width * height`."""
        return self.width * self.height

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
        request_id: str | None = None,
    ) -> tuple[ObservationT_co, SessionInfo]:
        """Starts a new episode. If the opponent moves first, its move is included.

        The reward of that move is in `info["rewards"]`.

        Args:
          seed: The seed of the episode, 64 bits, unsigned. None: derived from the seed of the
            previous episode.
          options: In a session with a task, a dict that selects the episode, with the optional keys
            `task_id`, `agent_color` and `first_player`. Otherwise None or empty.
          request_id: As in `step`.

        Returns:
          The observation (see `tengen.results.Observation`) and the info.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: The seed is out of range, or an option is invalid.
        """
        steps = self._direct() if options is None and request_id is None else None
        if steps is not None:
            number = None if seed is None else arguments.integer("seed", seed, arguments.UINT64)
            result = steps.reset(number)
            if result is not None:
                return result
        with errors_named(RESET_NAMES):
            response = self._change(
                self._stub.Reset,
                pb.ResetRequest,
                request_id,
                seed=seed,
                task_options=requests.task_options_message(options),
            )
        info = responses.info(response.timestep, self._spec)
        info["seed"] = response.seed
        info["current_episode"] = response.current_episode
        return responses.observation(response.timestep.observations), info

    def step(
        self,
        action: SupportsIndex,
        *,
        expected_move_number: int | None = None,
        expected_episode: int | None = None,
        request_id: str | None = None,
    ) -> StepResult[ObservationT_co]:
        """Plays `action` for the player to move, followed by the opponent's reply, if any.

        Args:
          action: `row * width + column`, `pass_action`, or `tengen.RESIGN`, as an integer of Python
            or NumPy.
          expected_move_number: If given, the action is played only if the episode is at this move
            number, so that two clients cannot both act on the same position of an episode.
          expected_episode: If given, the action is played only in the episode of this number. The
            move number alone does not protect from a reset by another client, because the next
            episode may be at the same number.
          request_id: Names the call, 1 to 64 bytes in UTF-8. A call with the id and the arguments
            of an earlier one is not played again, and returns what the earlier one returned. The
            server remembers the last 32 changing calls of the session. After an error that leaves
            open whether the action was played, repeat the call with the id in
            `error.metadata["request_id"]`. None: a new id.

        Raises:
          TypeError: The action is not an integer.
          IllegalActionError: The action is illegal and the policy is "reject". The position is
            unchanged.
          InvalidArgumentError: There is no such action, or an earlier call with other arguments has
            the request id (REQUEST_ID_REUSED).
          EpisodeOverError: The episode is over.
          WrongEpisodeError: The session is not in `expected_episode`.
          WrongMoveNumberError: The episode is not at `expected_move_number`.
          UnavailableError: The connection was lost. The message says whether the action may have
            been played.
          DeadlineExceededError: The deadline has passed. The action may have been played.
        """
        is_plain = expected_move_number is None and expected_episode is None and request_id is None
        steps = (self._direct_steps or self._direct()) if is_plain else None
        if steps is not None:
            if type(action) is not int:
                action = arguments.integer("action", action, arguments.INT32)
            result = steps.step(action)
            if result is not None:
                return result
        response = self._change(
            self._stub.Step,
            pb.StepRequest,
            request_id,
            action=action,
            expected_move_number=expected_move_number,
            expected_episode=expected_episode,
        )
        return responses.step_result(response, self._spec, operator.index(action))

    def _direct(self) -> DirectSteps | None:
        """Returns the calls without messages. None: the server is not in this process.

        They do nothing if the session or the client is closed, or this process was forked. An
        ordinary call then has the error.
        """
        if self._has_direct_steps is None:
            self._direct_steps = self._transport.direct_steps(
                self._session_id, self._spec, copy=self._copy
            )
            self._has_direct_steps = self._direct_steps is not None
        return self._direct_steps

    def legal_actions(self) -> LegalActions:
        """Returns the action mask of the player to move, and why the other actions are illegal."""
        response = self._read(self._stub.LegalActions, pb.LegalActionsRequest)
        return responses.legal_actions(response, self._spec)

    def propose_dead_stones(
        self,
        dead_points: Iterable[SupportsIndex],
        *,
        expected_move_number: int | None = None,
        expected_episode: int | None = None,
        request_id: str | None = None,
    ) -> StepResult[ObservationT_co]:
        """Proposes which stones are dead, under rules by which the players must agree on them.

        A proposal is possible after passes have ended play, when the info of the last step has
        `is_agreement`. The player to move proposes first, then the other player. A pass proposes
        that no stones are dead. If both proposals are equal, the episode ends and is scored without
        the dead stones. Otherwise play resumes.

        Args:
          dead_points: The dead stones of both colors, as whole chains.
          expected_move_number: As in `step`.
          expected_episode: As in `step`.
          request_id: As in `step`.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: The points are not the stones of whole chains.
          EpisodeOverError: The episode is over.
          WrongEpisodeError: The session is not in `expected_episode`.
          WrongMoveNumberError: The episode is not at `expected_move_number`.
          TengenError: The players are not proposing dead stones now.
        """
        response = self._change(
            self._stub.ProposeDeadStones,
            pb.ProposeDeadStonesRequest,
            request_id,
            dead_points=dead_points,
            expected_move_number=expected_move_number,
            expected_episode=expected_episode,
        )
        return responses.step_result(response, self._spec, self.pass_action)

    def undo(
        self,
        move_count: SupportsIndex,
        *,
        expected_move_number: int | None = None,
        expected_episode: int | None = None,
        request_id: str | None = None,
    ) -> StepResult[ObservationT_co]:
        """Takes back the last moves of the episode, which continues from the remaining moves.

        Rewards are taken back, too: the rewards of the remaining moves and of those played later
        add up as in an episode without the moves taken back. An end that is no move, such as a
        resignation, is taken back first and does not count. The opponent's random generator is not
        rewound. Ignored illegal actions are not taken back.

        Args:
          move_count: The number of moves, of both players, from 1 to the move number. With an
            opponent, a number that leaves the caller to move, such as 2.
          expected_move_number: If given, moves are taken back only if the episode is at this move
            number.
          expected_episode: If given, moves are taken back only in the episode with this number.
          request_id: As in `step`.

        Returns:
          The state after the remaining moves. Its rewards are 0 and `info["actions"]` is empty.

        Raises:
          TypeError: An argument is not an integer.
          InvalidArgumentError: The count is not allowed.
          UndoUnavailableError: The session has a task, its opponent is an engine that does not
            support undo, or there is no move of the caller to take back.
          WrongMoveNumberError: The episode is not at `expected_move_number`.
          WrongEpisodeError: The session is not in `expected_episode`.
        """
        response = self._change(
            self._stub.Undo,
            pb.UndoRequest,
            request_id,
            move_count=move_count,
            expected_move_number=expected_move_number,
            expected_episode=expected_episode,
        )
        return responses.step_result(response, self._spec)

    def score(
        self, dead_points: Iterable[SupportsIndex] = (), *, overlays: Iterable[str] = ()
    ) -> Score:
        """Returns the score of the current position by the rules, at any time of the episode.

        Args:
          dead_points: Stones of both colors to remove first, as whole chains. If empty, the stones
            that both players agreed are dead are removed.
          overlays: The names of overlays, at most 16, to include in `Score.overlays`. They are
            computed with dead stones on the board.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: The points are not the stones of whole chains, or an overlay is
            unknown.
        """
        response = self._read(
            self._stub.Score, pb.ScoreRequest, dead_points=dead_points, overlays=overlays
        )
        return responses.score(response.score, self._spec, response.overlays)

    def observe(
        self,
        *encodings: str,
        observation_format: ObservationFormat | ObservationFormatWord | None = None,
        observation_layout: ObservationLayout | ObservationLayoutWord | None = None,
        overlays: Iterable[str] = (),
    ) -> dict[str, Planes]:
        """Returns observations of the current position in any encodings, and overlays.

        Args:
          encodings: The names of encodings, at most 16. None given: those of the spec.
          observation_format: The number format in transit. "bits" and "uint8" give uint8 arrays,
            "float32" gives float32 arrays. None: that of the spec.
          observation_layout: "chw" or "hwc". None: that of the spec.
          overlays: The names of overlays, at most 16.

        Returns:
          For each encoding, zeros and ones of shape (planes, height, width), or (height, width,
          planes) in the layout "hwc", transformed by the symmetry of the episode. For each overlay,
          int32 of shape (height, width), not transformed. The keys are the names as given.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: An encoding or an overlay is unknown.
        """
        overlays = arguments.texts("overlays", overlays)
        shape: dict[str, Any] = {
            "observation_format": observation_format,
            "observation_layout": observation_layout,
        }
        response = self._read(
            self._stub.Observe,
            pb.ObserveRequest,
            encodings=encodings,
            overlays=overlays,
            **{name: value for name, value in shape.items() if value is not None},
        )
        return {
            **named_as(encodings, responses.planes_by_encoding(response.observations)),
            **named_as(overlays, responses.overlays_by_name(response.overlays, self._spec)),
        }

    def observe_globals(self, *encodings: str) -> dict[str, NDArray[np.float32]]:
        """Returns the global features of the current position, by encoding.

        Encodings without global features are left out.

        Args:
          encodings: The names of encodings, at most 16. None given: those of the spec.

        Raises:
          TypeError: An encoding is not a string.
          InvalidArgumentError: An encoding is unknown.
        """
        response = self._read(self._stub.Observe, pb.ObserveRequest, encodings=encodings)
        return named_as(encodings, responses.globals_by_encoding(response.observations))

    def board(self) -> NDArray[np.uint8]:
        """Returns the `Color` on each point: uint8 of shape (height, width), row 0 at the top.

        The board is not transformed by the symmetry of the episode.
        """
        response = self._read(self._stub.Observe, pb.ObserveRequest)
        return responses.point_values(response.board, self._spec)

    def choose_action(self, player: str, *, seed: SupportsIndex = 0) -> int:
        """Returns the action of a built-in player for the current position, without playing it.

        The same state, player and seed give the same action.

        Args:
          player: The name of the player, as in `Client.server_info`.
          seed: The seed of the player's random numbers, 64 bits, unsigned.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: There is no built-in player of that name.
          EpisodeOverError: The episode is over.
        """
        return self._read(
            self._stub.ChooseAction, pb.ChooseActionRequest, player=player, seed=seed
        ).action

    def solve(
        self,
        *,
        regret_actions: Iterable[SupportsIndex] = (),
        max_node_count: SupportsIndex | None = None,
        max_time_seconds: float | None = None,
    ) -> PositionSolution:
        """Returns the result of perfect play in the current position.

        Actions are transformed by the symmetry of the episode. See `Client.solve` for arguments and
        errors.
        """
        return _analysis.solve(
            self._transport,
            _analysis.session_position(self._session_id),
            regret_actions,
            _analysis.limits_message(max_node_count, max_time_seconds),
        )

    def analyze_race(
        self,
        *,
        black_essential: SupportsIndex | None = None,
        white_essential: SupportsIndex | None = None,
        is_static: bool = False,
        max_node_count: SupportsIndex | None = None,
        max_time_seconds: float | None = None,
    ) -> list[Race]:
        """Returns the analysis of one capturing race, or of all races on the board.

        See `Client.analyze_race` for arguments and errors.
        """
        return _analysis.analyze_race(
            self._transport,
            _analysis.session_position(self._session_id),
            (black_essential, white_essential),
            is_static,
            _analysis.limits_message(max_node_count, max_time_seconds),
        )

    def state(self) -> SessionState:
        """Returns the spec of the session and the state of its episode. Resets the idle timeout."""
        return responses.session_state(self._read(self._stub.GetSession, pb.GetSessionRequest))

    def fork(self, *, idle_timeout_seconds: float | None = None) -> Session[ObservationT_co]:
        """Creates a copy of this session with the same history, seed and counters.

        Args:
          idle_timeout_seconds: How long the copy may be idle before it expires, above 0. None: as
            long as this session.

        Raises:
          TypeError: The idle timeout is not a number.
          InvalidArgumentError: The idle timeout is out of range.
          ResourceExhaustedError: The server has reached its limit of sessions.
        """
        steps = self._direct() if idle_timeout_seconds is None else None
        fork = None if steps is None else steps.fork()
        if fork is not None:
            return Session(
                self._transport,
                None,
                self._spec,
                idle_timeout_seconds=self._idle_timeout_seconds,
                direct_steps=fork,
                copy=self._copy,
            )
        with errors_named(IDLE_TIMEOUT_NAMES):
            response = self._change(
                self._stub.Fork,
                pb.ForkRequest,
                idle_timeout_ms=requests.idle_timeout(idle_timeout_seconds),
            )
        return Session(
            self._transport,
            response.session.session_id,
            self._spec,
            idle_timeout_seconds=response.session.idle_timeout_ms / 1000,
            copy=self._copy,
        )

    def snapshot(self) -> bytes:
        """Returns a snapshot of the session, for `Client.restore` at this server or another one."""
        return self._read(self._stub.Snapshot, pb.SnapshotRequest).snapshot

    def export_record(self) -> str:
        """Returns the episode as a game record in SGF."""
        return self._read(self._stub.ExportRecord, pb.ExportRecordRequest).sgf

    def watch(self) -> Generator[WatchedState, None, None]:
        """Yields the state of the session: now, and after each change, until it is closed.

        A slow reader skips intermediate states, but always receives the latest. Watching does not
        extend the idle timeout. Closing the generator ends the call.
        """
        request = pb.WatchRequest(session_id=self._session_id)
        for state in self._transport.stream(self._transport.stub().Watch, request):
            yield responses.watched_state(state, self._spec)

    def close(self) -> None:
        """Closes the session at the server. Does nothing if the session is closed already."""
        if self._is_closed:
            return
        if self._direct_steps is not None:
            self._transport.check_usable()
            if self._direct_steps.close():
                self._is_closed = True
                return
        request = pb.CloseSessionRequest(session_id=self._session_id)
        # Not found: the session has expired, or was closed by another client or by an attempt
        # whose response was lost.
        with contextlib.suppress(SessionNotFoundError):
            self._transport.change(self._transport.stub().CloseSession, request)
        self._is_closed = True

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self.close()
        except TengenError:
            # An exception from the body of the `with` statement takes precedence.
            if error is None:
                raise

    def _repr_html_(self) -> str:
        """Returns the current position for a notebook. Calls the server, as `state` does.

        If that fails, the error is shown instead.
        """
        try:
            state = self.state()
            return position_picture(self.board(), vars(state)).html
        except (TengenError, RuntimeError) as error:
            return f"<pre>{escaped(self)}: {escaped(error)}</pre>"

    def __repr__(self) -> str:
        return f"Session({self.session_id!r}, {self.width}x{self.height})"

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a Session cannot be pickled; pickle its Client and attach to"
            f" session_id {self.session_id!r} with Client.attach_session"
        )

    @property
    def _stub(self) -> EnvironmentServiceStub:
        """Raises SessionNotFoundError if `close` was called."""
        self._check_not_closed()
        return self._transport.stub()

    def _read(
        self,
        method: grpc.UnaryUnaryMultiCallable[RequestT, Response],
        request_type: type[RequestT],
        **values: Any,
    ) -> Response:
        """Returns the response to a call that changes nothing."""
        request = message_of(request_type, session_id=self._session_id, **values)
        return self._transport.read(method, request)

    def _change(
        self,
        method: grpc.UnaryUnaryMultiCallable[RequestT, Response],
        request_type: type[RequestT],
        request_id: str | None = None,
        **values: Any,
    ) -> Response:
        """Returns the response to a call that the server executes once."""
        request = message_of(
            request_type,
            session_id=self._session_id,
            request_id=requests.request_id_value(request_id),
            **values,
        )
        return self._transport.change(method, request)


def named_as(names: Iterable[str], values: dict[str, Value]) -> dict[str, Value]:
    """Returns values by name, with the names as a caller has spelled them.

    Args:
      names: The names of a caller. Values that they do not name keep their usual names.
      values: The values by their usual names.
    """
    given = {arguments.folded(name): name for name in names}
    return {given.get(arguments.folded(name), name): value for name, value in values.items()}
