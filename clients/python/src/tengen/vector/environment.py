"""The vector environment."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tengen import _arguments as arguments
from tengen._address import transport_of
from tengen._caller_names import BATCH_NAMES, errors_named, spec_names
from tengen._client_cache import shared_client
from tengen._closing import CloseOnExit
from tengen._copies import CopiedByArguments
from tengen._requests import board_size
from tengen._stream import OPEN_TIMEOUT_SECONDS
from tengen.enums import NO_ACTION, ArrayFormat, ObservationLayout, TerminalMask
from tengen.keywords import VECTOR_DEFAULTS, completed
from tengen.render import draw_image, draw_text
from tengen.render.view import checked_mode
from tengen.security import choose_for_environment
from tengen.v1 import batch_pb2 as pb
from tengen.vector import requests
from tengen.vector.boards import BOARD_ENCODING, BoardTracker
from tengen.vector.direct import exchange_of
from tengen.vector.journal import JournaledStream
from tengen.vector.lanes import LaneTracker
from tengen.vector.observations import ObservationDecoder
from tengen.vector.responses import Observations, PendingRequest, ResponseReader, VectorStep
from tengen.vector.specs import lane_specs
from tengen.vector.stream import BatchStream

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from typing_extensions import Unpack

    from tengen.keywords import VectorKeywords
    from tengen.v1 import spec_pb2
    from tengen.vector.answers import Answer
    from tengen.vector.requests import Seeds


class TengenVectorEnv(
    CloseOnExit, VectorEnv[Observations, NDArray[np.int64], NDArray[Any]], CopiedByArguments
):
    """A vector environment: many boards of Go, stepped together over one stream to the server.

    Each board behaves like a `GoEnv` with the same arguments. `reset` and `step` return the same as
    `gymnasium.vector.SyncVectorEnv` with as many of those. See docs/guide/python-vector.md for
    `infos`.

    `send` and `recv` keep several requests in flight, as in EnvPool: the server steps some boards
    while the caller computes actions for others.

    If the opponent's opening move ends an episode, the result of the reset reports that end. Under
    the autoreset mode "same-step", the next step reports it if a step has started that episode.

    An illegal action never raises an error. Under every policy, `infos["illegal_reason"]` reports
    it. Under the autoreset mode "disabled", an action on a board whose episode is over raises
    EpisodeOverError, as in a `GoEnv`. An action outside the action space raises
    InvalidArgumentError. Nothing is sent then. Three constants are accepted: `tengen.NO_ACTION`
    leaves a board unchanged, `tengen.DRAWN_ACTION` lets the server draw a legal action, and
    `tengen.RESIGN` resigns.

    If the connection is lost, all boards are lost. All calls then raise LanesLostError until
    `reset` creates new boards. With a `journal`, boards outlive the connection and the server: this
    class resumes them after a broken connection, and another process can resume them by the name
    of the journal. See docs/guide/python-vector.md.

    A copy, a pickled copy, and a forked child after `reset` are new environments with the same
    arguments. If these name a journal, they take its boards over. Not thread-safe.

    The following arguments are those of `GoEnv`: address, tls, token, opponent, agent_color, rules,
    komi, setup, max_moves, reward_mode, score_on_truncation, illegal_action_policy,
    illegal_action_penalty, max_illegal_actions, encoding, observation_layout, symmetry, task,
    terminal_mask.
    `infos["symmetry"]` has the name of each board's symmetry, None for the identity.

    Args:
      size: The width and height of the boards in points, 1 to 25; or (width, height); or "9x7".
      num_envs: The number of boards.
      autoreset_mode: When episodes are reset; see `gymnasium.vector.AutoresetMode`.
      array_format: "uint8" or "float32" for shape (boards, planes, height, width), or in the
        layout "hwc" (boards, height, width, planes); or "packed" for bits of shape (boards, bytes),
        which `tengen.torch.unpack` unpacks on a device.
      copy: Whether each observation is a new array. Otherwise an observation is valid only until
        the next call, and packed observations are read-only. False pays off above 32 MiB; see
        docs/guide/python-vector.md.
      batch_size: The number of boards in each request of `async_reset`. None: all.
      lane_arguments: A dict per board with arguments that override those above: any of those from
        `opponent` to `max_illegal_actions`, `symmetry` and `task`.
      render_mode: What `render` returns: "rgb_array" for images, "ansi" for texts, or None. With a
        mode, the server sends the stones of every board beside its observation.
      journal: The name of a journal in the server's store that keeps the boards. If you have one
        with this name, its boards, which must have the same arguments, are resumed: see `resume`.
        None: the boards end with the connection.

    Attributes:
      autoreset_mode: When episodes are reset: a `gymnasium.vector.AutoresetMode`.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range, or a name is unknown.
      ResourceExhaustedError: The server has reached its limit of boards.
      LaunchError: No address is given, and no server can be started.
      TengenError: The server does not answer, or the call failed.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        size: int | tuple[int, int] | str = 9,
        num_envs: int = 1,
        **keywords: Unpack[VectorKeywords],
    ) -> None:
        given = completed(TengenVectorEnv, VECTOR_DEFAULTS, keywords) | {"num_envs": num_envs}
        CopiedByArguments.__init__(self, size, **given)
        # Gymnasium before 1.4 closes an environment that is not closed when it is deleted, even if
        # its constructor has failed.
        self.closed = True
        self._size = size
        count = arguments.integer("num_envs", num_envs, (1, arguments.UINT32[1]))
        self.num_envs = count
        batch_size = given["batch_size"]
        self._batch_size = (
            count if batch_size is None else arguments.integer("batch_size", batch_size, (1, count))
        )
        mode = arguments.enum_member("autoreset_mode", given["autoreset_mode"], AutoresetMode)
        self.autoreset_mode = mode
        self.metadata = {  # type: ignore[misc]
            **type(self).metadata,
            "autoreset_mode": mode,
        }
        self.render_mode = checked_mode(given["render_mode"], self.metadata)
        self._address = given["address"]
        self._security = choose_for_environment(given["address"], given["tls"], given["token"])
        self._encoding = arguments.text("encoding", given["encoding"])
        self._array_format = arguments.enum_member(
            "array_format", given["array_format"], ArrayFormat
        )
        self._observation_layout = arguments.enum_member(
            "observation_layout", given["observation_layout"], ObservationLayout
        )
        self._terminal_mask = arguments.enum_member(
            "terminal_mask", given["terminal_mask"], TerminalMask
        )
        self._is_copy = arguments.flag("copy", given["copy"])
        journal = given["journal"]
        self._journal = None if journal is None else arguments.text("journal", journal)
        is_drawn = self.render_mode is not None and not self._shows_boards()
        extra = [BOARD_ENCODING] if is_drawn else []
        specs, self._agents = lane_specs(given | {"size": size}, count, extra)
        self._names = BATCH_NAMES | spec_names(size, given["rules"])
        self._open_request = pb.OpenBatch(
            lane_count=count, specs=specs, autoreset_mode=f"AUTORESET_MODE_{mode.name}"
        )
        self._pending: collections.deque[PendingRequest] = collections.deque()
        self._has_reset = False
        self._was_opened = False
        self._stream = self._open()
        self.single_observation_space = self._decoder.space()
        self.observation_space = batch_space(self.single_observation_space, count)
        self.single_action_space = gymnasium.spaces.Discrete(self._decoder.action_count)
        self.action_space = batch_space(self.single_action_space, count)
        self.closed = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, dict[str, Any]]:
        """Starts a new episode on all boards, or on some of them.

        Args:
          seed: The seed of the first board, where each following board has the next integer; or
            one seed per board, or None for a board without one. None: no board has one. The seed of
            such a board is derived from that of its previous episode; the first one is random.
          options: None, or `{"reset_mask": mask}` with True for each board to reset. The other
            boards do not change, and their observations are those of the last response.

        Returns:
          The observations and the infos.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: A seed is out of range, or an option is invalid.
          gymnasium.error.AlreadyPendingCallError: The response to a `send` was not received.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
          LanesLostError: Only some boards should be reset, but the connection was lost.
        """
        self._check_idle("reset")
        lanes = requests.masked_lanes(options, self.num_envs)
        seeds = requests.seeds_argument(seed, self.num_envs)
        if lanes is None:
            self._open_again()
        else:
            self._check_open()
            if not self._reader.has_all_lanes:
                raise arguments.invalid_value(
                    "reset_mask",
                    options,
                    "requires that the last response included all boards; use async_reset instead",
                )
        self._seed_generator(seed)
        self._send_reset(lanes, seeds)
        result = self._receive(self._reader.read if lanes is None else self._reader.read_partial)
        return result.observations, result.infos

    def resume(self) -> tuple[Observations, dict[str, Any]]:
        """Returns the boards as they are, without a reset. `step` and `send` may follow.

        Boards of a journal that existed when this environment was created continue from the last
        request that is on disk; `sequence` is its number.

        Returns:
          The observations and the infos.

        Raises:
          gymnasium.error.AlreadyPendingCallError: The response to a `send` was not received.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
          gymnasium.error.ResetNeeded: The boards are not in a journal, or the journal is new.
          LanesLostError: The connection was lost, and the boards cannot be resumed.
        """
        self._check_idle("resume")
        self._check_open()
        if not self.is_resumed:
            raise gymnasium.error.ResetNeeded("no journal was resumed; call reset")
        stay = np.full(self.num_envs, NO_ACTION)
        self._has_reset = True
        self.send(stay)
        result = self._receive(self._reader.read)
        return result.observations, result.infos

    @property
    def is_resumed(self) -> bool:
        """Whether the boards were in a journal when this environment connected to the server."""
        return isinstance(self._stream, JournaledStream) and self._stream.is_resumed

    @property
    def sequence(self) -> int:
        """The number of requests of the journal whose results were received; 0 without one.

        Each `step`, `send` and `reset`, and each request of `async_reset`, is one request. A reset
        with seeds for only some of its boards is two.
        """
        return self._stream.sequence if isinstance(self._stream, JournaledStream) else 0

    @property
    def durable_sequence(self) -> int:
        """The number of requests of the journal that are on disk; 0 without one.

        It follows `sequence` within a fraction of a second. A crash loses at most the later ones.
        """
        return self._stream.durable_sequence if isinstance(self._stream, JournaledStream) else 0

    def finish(self) -> None:
        """Removes the journal, if there is one, and closes the environment.

        `close` keeps the journal, until it has been idle for the time that the operator has set.

        Raises:
          gymnasium.error.AlreadyPendingCallError: The response to a `send` was not received.
          LanesLostError: The connection was lost. The journal may still exist.
        """
        self._check_idle("finish")
        self._check_open()
        if isinstance(self._stream, JournaledStream):
            self._stream.finish()
        self.close()

    def step(
        self, actions: Any, *, dead_points: Mapping[int, Iterable[int]] | None = None
    ) -> VectorStep:
        """Plays an action on each board, followed by the opponent's reply.

        Args:
          actions: One integer per board: an action of `single_action_space`, `tengen.NO_ACTION`,
            `tengen.DRAWN_ACTION` or `tengen.RESIGN`.
          dead_points: The points that the player to move proposes as dead, by the index of the
            board, under rules by which the players must agree. The action of such a board must be
            its pass. Boards where `infos["is_agreement"]` is False, and points that are not whole
            chains, are reported in `infos["illegal_reason"]`; the board does not change. A pass
            without a proposal proposes that no stones are dead.

        Raises:
          TypeError: The actions are not integers.
          InvalidArgumentError: The number of actions is not the number of boards, there is no such
            action, or `dead_points` has a board that does not exist. Nothing is sent.
          EpisodeOverError: The autoreset mode is "disabled", and the episode of a board that has an
            action is over. Nothing is sent.
          gymnasium.error.ResetNeeded: The environment has not been reset.
          gymnasium.error.AlreadyPendingCallError: The response to a `send` was not received.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
          LanesLostError: The connection was lost.
        """
        self._check_idle("step")
        self.send(actions, dead_points=dead_points)
        return self._receive(self._reader.read)

    def async_reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        env_id: Any = None,
    ) -> None:
        """Starts a new episode on all boards, or on some, without waiting. `recv` returns results.

        Args:
          seed: See `reset`.
          env_id: The indices of the boards, sent as one request. None: all boards, in requests of
            `batch_size` boards each.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: A seed or an index is out of range, or an index is repeated.
          gymnasium.error.AlreadyPendingCallError: One of the boards has a pending request.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
          LanesLostError: `env_id` is given, but the connection was lost.
        """
        self._check_not_closed()
        seeds = requests.seeds_argument(seed, self.num_envs)
        self._seed_generator(seed)
        if env_id is not None:
            self._check_open()
            groups = [requests.lane_array(env_id, self.num_envs)]
        else:
            self._check_idle("async_reset")
            self._open_again()
            everything = np.arange(self.num_envs)
            groups = np.split(everything, range(self._batch_size, self.num_envs, self._batch_size))
        for lanes in groups:
            self._send_reset(lanes, seeds)

    def send(
        self,
        actions: Any,
        env_id: Any = None,
        *,
        dead_points: Mapping[int, Iterable[int]] | None = None,
    ) -> None:
        """Plays an action on all boards, or on some, without waiting. `recv` returns the result.

        Args:
          actions: One integer per board, as in `step`.
          env_id: The indices of the boards, as in `infos["env_id"]` of `recv`. None: all boards.
          dead_points: Proposals of dead stones by the index of the board, as in `step`. The boards
            must be among those of `env_id`.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: The number of actions is not the number of boards, there is no such
            action, or an index is out of range or repeated. Nothing is sent.
          EpisodeOverError: As in `step`.
          gymnasium.error.ResetNeeded: The environment has not been reset.
          gymnasium.error.AlreadyPendingCallError: One of the boards has a pending request.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
          LanesLostError: The connection was lost.
        """
        self._check_open()
        if not self._has_reset:
            raise gymnasium.error.ResetNeeded("call reset before step, async_reset before send")
        lanes = None if env_id is None else requests.lane_array(env_id, self.num_envs)
        count = self.num_envs if lanes is None else len(lanes)
        request = requests.step_request(
            actions, lanes, count, self._decoder.action_count, dead_points
        )
        if self.autoreset_mode is AutoresetMode.DISABLED:
            self._lanes.check_not_over(actions, lanes)
        self._lanes.begin_request(lanes)
        self._exchange.send(request)
        self._pending.append(PendingRequest(lanes, is_reset=False))

    def recv(self) -> VectorStep:
        """Waits for the result of the oldest pending request.

        Returns:
          The result, with one row per board of that request. `infos["env_id"]` has the indices of
          those boards. The rewards of an `async_reset` are zero.

        Raises:
          gymnasium.error.NoAsyncCallError: No request is pending.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
          LanesLostError: The connection was lost.
        """
        self._check_open()
        if not self._pending:
            raise gymnasium.error.NoAsyncCallError("call send or async_reset before recv", "recv")
        lanes = self._pending[0].lanes
        result = self._receive(self._reader.read)
        result.infos["env_id"] = np.arange(self.num_envs) if lanes is None else lanes
        return result

    @property
    def transport(self) -> str:
        """How the server is reached: "embedded" inside this process, "unix" or "tcp"."""
        return transport_of(self._stream.address)

    @property
    def planes_shape(self) -> tuple[int, int, int]:
        """The shape of the unpacked planes of a board, in the axis order of the layout."""
        return self._decoder.shape

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the action masks of the last response as bools, as MaskablePPO expects.

        Raises:
          gymnasium.error.ResetNeeded: The environment has not been reset.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
        """
        self._check_not_closed()
        if self._reader.last_mask is None:
            raise gymnasium.error.ResetNeeded("call reset before action_masks")
        return self._reader.last_mask.astype(np.bool_)

    def board_specs(self) -> list[spec_pb2.EnvironmentSpec]:
        """Returns the complete spec of each board, or one for all. For this package only."""
        return list(self._stream.layout.specs)

    def __repr__(self) -> str:
        name = "" if self.spec is None else f"{self.spec.id!r}, "
        width, height = board_size(self._size)
        return f"TengenVectorEnv({name}{width}x{height}, num_envs={self.num_envs})"

    def render(self) -> Any:
        """Returns one picture per board. `tengen.render.tile_images` makes one image of all.

        Returns:
          With the render mode "rgb_array", images: uint8 of shape (pixel rows, pixel columns, 3);
          with "ansi", texts. Each board is shown without its symmetry, as of the last response
          about it. A stone that the last move left is marked. None without a render mode.

        Raises:
          gymnasium.error.ResetNeeded: The environment has not been reset.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
        """
        self._check_not_closed()
        if self.render_mode is None:
            gymnasium.logger.warn("render does nothing without a render_mode")
            return None
        if not self._has_reset:
            raise gymnasium.error.ResetNeeded("call reset before render")
        boards = self._reader.boards
        assert boards is not None
        draw = draw_text if self.render_mode == "ansi" else draw_image
        return tuple(draw(*boards.board(lane)) for lane in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        """Closes the boards at the server."""
        self._stream.close()

    def _open(self) -> BatchStream | JournaledStream:
        """Opens a batch at the server, and resets all state that belongs to it."""
        client = shared_client(self._address, self._security)
        if self._was_opened and self._address is not None:
            # The server that had the boards may be restarting.
            client.wait_until_ready(OPEN_TIMEOUT_SECONDS)
        with errors_named(self._names):
            encoding = client.server_info(self._encoding).encoding(self._encoding)
            assert encoding is not None
            stream: BatchStream | JournaledStream
            if self._journal is None:
                stream = BatchStream(client.address, self._open_request, self._security)
            else:
                stream = JournaledStream(
                    client.address, self._open_request, self._journal, self._security
                )
        self._exchange = exchange_of(stream)
        self._was_opened = True
        shape = (len(encoding.planes), stream.layout.height, stream.layout.width)
        self._lanes = LaneTracker(self._agents, self.num_envs)
        self._decoder = ObservationDecoder(
            shape=shape,
            lane_count=self.num_envs,
            array_format=self._array_format,
            observation_layout=self._observation_layout,
            global_count=stream.layout.global_byte_count // 4,
            terminal_mask=self._terminal_mask,
            is_copy=self._is_copy,
        )
        boards = None
        if self.render_mode is not None:
            boards = BoardTracker(
                lane_count=self.num_envs,
                width=stream.layout.width,
                height=stream.layout.height,
                layout=self._observation_layout,
                first_byte=0 if self._shows_boards() else self._decoder.byte_count,
            )
        self._reader = ResponseReader(self._lanes, self._decoder, boards)
        self._pending.clear()
        self._has_reset = False
        return stream

    def _shows_boards(self) -> bool:
        """Returns whether boards can be drawn from the encoding of the observations."""
        return arguments.folded(self._encoding) == arguments.folded(BOARD_ENCODING)

    def _open_again(self) -> None:
        """Opens a new batch if the current one is lost or belongs to the parent process."""
        if self._stream.is_lost or not self._stream.is_own:
            self._stream = self._open()

    def _seed_generator(self, seed: Any) -> None:
        """Seeds `np_random`, which Gymnasium defines and this class does not use."""
        if seed is not None and np.ndim(seed) == 0:
            super().reset(seed=int(seed))

    def _send_reset(self, lanes: NDArray[np.int64] | None, seeds: Seeds | None) -> None:
        """Sends a reset: one message for the boards with a seed, and one for the others."""
        self._lanes.begin_request(lanes)
        if seeds is not None and lanes is not None:
            seeds = seeds.of(lanes)
        parts = [np.arange(0)]
        if seeds is None or not seeds.is_given.any():
            self._exchange.send(requests.ResetRequest(None, lanes))
        elif seeds.is_given.all():
            self._exchange.send(requests.ResetRequest(seeds.values, lanes))
        else:
            indices = np.arange(self.num_envs) if lanes is None else lanes
            parts = [np.flatnonzero(seeds.is_given), np.flatnonzero(~seeds.is_given)]
            given, derived = (indices[part] for part in parts)
            self._exchange.send(requests.ResetRequest(seeds.values[parts[0]], given))
            self._exchange.send(requests.ResetRequest(None, derived))
        self._pending.append(PendingRequest(lanes, is_reset=True, seeds=seeds, parts=tuple(parts)))
        self._has_reset = True

    def _receive(self, read: Callable[[list[Answer], PendingRequest], VectorStep]) -> VectorStep:
        answers = [self._exchange.receive() for _ in self._pending[0].parts]
        pending = self._pending.popleft()
        self._lanes.end_request(pending.lanes)
        return read(answers, pending)

    def _check_not_closed(self) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment is closed")

    def _check_open(self) -> None:
        """Checks that requests can be sent.

        Raises:
          ClosedEnvironmentError: The environment is closed.
          ResetNeeded: This is a forked child, which has no boards yet.
          LanesLostError: The connection was lost.
        """
        self._check_not_closed()
        if not self._stream.is_own:
            raise gymnasium.error.ResetNeeded("this process was forked; call reset first")
        self._stream.check()

    def _check_idle(self, name: str) -> None:
        self._check_not_closed()
        if self._pending and self._stream.is_own and not self._stream.is_lost:
            raise gymnasium.error.AlreadyPendingCallError(
                f"call recv until no request is pending, and then {name}", name
            )
