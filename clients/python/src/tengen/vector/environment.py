"""The vector environment."""

from __future__ import annotations

import collections
import contextlib
from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tengen import _arguments as arguments
from tengen._address import addresses_of
from tengen._caller_names import BATCH_NAMES, spec_names
from tengen._closing import CloseOnExit
from tengen._copies import CopiedByArguments
from tengen._requests import board_size
from tengen.enums import NO_ACTION, ArrayFormat, ObservationLayout, TerminalMask
from tengen.errors import LanesLostError
from tengen.keywords import VECTOR_DEFAULTS, completed
from tengen.render import draw_image, draw_text
from tengen.render.markup import escaped, side_by_side
from tengen.render.notebook import show_board
from tengen.render.view import checked_mode
from tengen.security import choose_for_environment
from tengen.v1 import batch_pb2 as pb
from tengen.vector import requests
from tengen.vector.boards import BOARD_ENCODING, BoardTracker
from tengen.vector.infos import add_info
from tengen.vector.lanes import LaneTracker
from tengen.vector.link import BatchOpener, OneServer
from tengen.vector.observations import ObservationDecoder
from tengen.vector.pending import without_lanes
from tengen.vector.rebalancing import checked_rebalance
from tengen.vector.responses import Observations, PendingRequest, ResponseReader, VectorStep
from tengen.vector.sharded.link import SeveralServers
from tengen.vector.specs import lane_specs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from typing_extensions import Unpack

    from tengen.infos import VectorInfos
    from tengen.keywords import VectorKeywords
    from tengen.v1 import spec_pb2
    from tengen.vector.link import BoardLink, BoardServer
    from tengen.vector.requests import Seeds


SHOWN_BOARD_COUNT = 8
"""The maximum number of boards that a notebook shows."""


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

    With a list of addresses, the boards are split over several servers. Results do not depend on
    the split. See docs/guide/python-sharding.md.

    If the connection to a server is lost, its boards are lost. Calls about them then raise
    LanesLostError until `reset` creates new boards. With a `journal`, boards outlive the connection
    and the server: this class resumes them after a broken connection, and another process can
    resume them by the name of the journal. See docs/guide/python-vector.md.

    A copy, a pickled copy, and a forked child after `reset` are new environments with the same
    arguments. If these name a journal, they take its boards over. Not thread-safe.

    The following arguments are those of `GoEnv`: tls, token, opponent, agent_color, rules,
    komi, setup, max_moves, reward_mode, score_on_truncation, illegal_action_policy,
    illegal_action_penalty, max_illegal_actions, encoding, observation_layout, symmetry, task,
    terminal_mask.
    `infos["symmetry"]` has the name of each board's symmetry, None for the identity.

    Args:
      size: The width and height of the boards in points, 1 to 25; or (width, height); or "9x7".
      num_envs: The number of boards.
      address: The server's address, as in `GoEnv`; or a list of the addresses of several servers,
        each of which gets some of the boards.
      weights: A number for each server of the list: its share of the boards. None: equal shares.
      lost_board_policy: What happens to the boards of a server of the list that is lost: "raise" or
        "reopen"; see `LostBoardPolicy`.
      autoreset_mode: When episodes are reset; see `gymnasium.vector.AutoresetMode`.
      array_format: "uint8" or "float32" for shape (boards, planes, height, width), or in the
        layout "hwc" (boards, height, width, planes); or "packed" for bits of shape (boards, bytes),
        which `tengen.torch.unpack` unpacks on a device.
      copy: Whether each observation is a new array. Otherwise an observation is valid only until
        the next call, and packed observations are read-only. False pays off above 32 MiB; see
        docs/guide/python-vector.md.
      batch_size: The maximum number of boards in each request of `async_reset`, none of which has
        boards of several servers. None: one request for all boards.
      lane_arguments: A dict per board with arguments that override those above: any of those from
        `opponent` to `max_illegal_actions`, `symmetry` and `task`.
      render_mode: What `render` returns: "rgb_array" for images, "ansi" for texts, or None. With a
        mode, the server sends the stones of every board beside its observation.
      journal: The name of a journal in the server's store that keeps the boards. If you have one
        with this name, its boards, which must have the same arguments, are resumed: see `resume`.
        None: the boards end with the connection.
      rebalance: Whether boards in a journal move to an emptier one of several servers, which share
        a store. They move between two requests, and results stay the same.

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
        is_drawn = self.render_mode is not None and not self._shows_boards()
        extra = [BOARD_ENCODING] if is_drawn else []
        specs, self._agents = lane_specs(given | {"size": size}, count, extra)
        request = pb.OpenBatch(
            lane_count=count, specs=specs, autoreset_mode=f"AUTORESET_MODE_{mode.name}"
        )
        opener = BatchOpener(self._encoding, BATCH_NAMES | spec_names(size, given["rules"]))
        self._servers: OneServer | SeveralServers
        if given["address"] is None or isinstance(given["address"], str):
            self._servers = one_server(opener, given, request, self._batch_size)
        else:
            self._servers = SeveralServers(opener, given, request, mode)
        self._pending: collections.deque[PendingRequest] = collections.deque()
        self._has_reset = False
        self._link: BoardLink = self._servers.open(is_again=False)
        self._prepare()
        self.single_observation_space = self._decoder.space()
        self.observation_space = batch_space(self.single_observation_space, count)
        self.single_action_space = gymnasium.spaces.Discrete(self._decoder.action_count)
        self.action_space = batch_space(self.single_action_space, count)
        self.closed = False

    def reset(  # type: ignore[override]  # Infos with known keys.
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, VectorInfos]:
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
        self._check_not_closed()
        lanes = requests.masked_lanes(options, self.num_envs)
        seeds = requests.seeds_argument(seed, self.num_envs)
        if lanes is None:
            self._open_again("reset")
        else:
            self._check_idle("reset")
            self._check_open_to_reset(lanes)
            if not self._reader.has_all_lanes:
                raise arguments.invalid_value(
                    "reset_mask",
                    options,
                    "requires that the last response included all boards; use async_reset instead",
                )
        self._seed_generator(seed)
        self._send_reset(lanes, seeds)
        result, _ = self._receive(is_partial=lanes is not None)
        return result.observations, result.infos

    def resume(self) -> tuple[Observations, VectorInfos]:
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
        self._check_open(None)
        if not self.is_resumed:
            raise gymnasium.error.ResetNeeded("no journal was resumed; call reset")
        stay = np.full(self.num_envs, NO_ACTION)
        self._has_reset = True
        self.send(stay)
        result, _ = self._receive()
        return result.observations, result.infos

    @property
    def is_resumed(self) -> bool:
        """Whether the boards were in a journal when this environment connected to the server."""
        return self._link.is_resumed

    @property
    def sequence(self) -> int:
        """The number of requests of the journal whose results were received; 0 without one.

        Each `step`, `send` and `reset`, and each request of `async_reset`, is one request. A reset
        with seeds for only some of its boards is two. Each of several servers counts the requests
        about its boards, and this is the lowest number.
        """
        return self._link.sequence

    @property
    def durable_sequence(self) -> int:
        """The number of requests of the journal that are on disk; 0 without one.

        It follows `sequence` within a fraction of a second. A crash loses at most the later ones.
        """
        return self._link.durable_sequence

    def finish(self) -> None:
        """Removes the journal, if there is one, and closes the environment.

        `close` keeps the journal, until it has been idle for the time that the operator has set.

        Raises:
          gymnasium.error.AlreadyPendingCallError: The response to a `send` was not received.
          LanesLostError: The connection was lost. The journal may still exist.
        """
        self._check_idle("finish")
        self._check_open(None)
        self._link.finish()
        self.close()

    def step(  # type: ignore[override]  # Infos with known keys.
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
        return self._receive()[0]

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
            lanes = requests.lane_array(env_id, self.num_envs)
            self._check_open_to_reset(lanes)
            groups = [lanes]
        else:
            self._open_again("async_reset")
            groups = self._groups()
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
        self._check_own()
        lanes = None if env_id is None else requests.lane_array(env_id, self.num_envs)
        self._check_open(lanes)
        if not self._has_reset:
            raise gymnasium.error.ResetNeeded("call reset before step, async_reset before send")
        count = self.num_envs if lanes is None else len(lanes)
        request = requests.step_request(
            actions, lanes, count, self._decoder.action_count, dead_points
        )
        if self.autoreset_mode is AutoresetMode.DISABLED:
            self._lanes.check_not_over(actions, lanes)
        self._lanes.begin_request(lanes)
        self._link.send([request])
        self._pending.append(PendingRequest(lanes, is_reset=False))

    def recv(self) -> VectorStep:
        """Waits for the result of the oldest pending request.

        With several servers, it is the oldest request whose servers have all answered, so that a
        slow server delays only its own boards.

        Returns:
          The result, with one row per board of that request. `infos["env_id"]` has the indices of
          those boards. The rewards of an `async_reset` are zero.

        Raises:
          gymnasium.error.NoAsyncCallError: No request is pending.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
          LanesLostError: The connection was lost.
        """
        self._check_own()
        if not self._pending:
            self._check_open(None)
            raise gymnasium.error.NoAsyncCallError("call send or async_reset before recv", "recv")
        result, lanes = self._receive()
        result.infos["env_id"] = lanes
        return result

    @property
    def servers(self) -> tuple[BoardServer, ...]:
        """The servers with their boards, in the order of the boards."""
        return self._link.servers

    @property
    def transport(self) -> str:
        """How the server is reached: "embedded" inside this process, "unix" or "tcp".

        With several servers, several words separated by commas if they differ.
        """
        return self._link.transport

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
        return self._link.board_specs

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

    def _repr_html_(self) -> str | None:
        """Returns the first boards for a notebook, as of the last response. Calls no server.

        None: the environment is closed. Without stones to show there is the repr alone: before the
        first reset, while a request is pending, and for an encoding other than those of AlphaZero
        in an environment without a render mode.
        """
        if self.closed:
            return None
        text = f"<code>{escaped(self)}</code>"
        if not self._has_reset or self._pending or not self._link.is_own:
            return f"<div>{text}</div>"
        boards = self._reader.shown_boards(self._encoding, self._observation_layout)
        if boards is None:
            return f"<div>{text}</div>"
        shown = min(self.num_envs, SHOWN_BOARD_COUNT)
        pictures = [
            show_board(*boards.board(lane), caption=f"board {lane}").html for lane in range(shown)
        ]
        rest = self.num_envs - shown
        more = f"<div>and {rest:,} more boards</div>" if rest else ""
        return f"<div>{text}{side_by_side(pictures)}{more}</div>"

    def close_extras(self, **_: Any) -> None:
        """Closes the boards at the server."""
        self._link.close()

    def _prepare(self) -> None:
        """Resets all state that belongs to a link."""
        layout = self._link.layout
        encoding = self._link.encoding
        shape = (len(encoding.planes), layout.height, layout.width)
        self._lanes = LaneTracker(self._agents, self.num_envs)
        self._decoder = ObservationDecoder(
            shape=shape,
            lane_count=self.num_envs,
            array_format=self._array_format,
            observation_layout=self._observation_layout,
            global_features=encoding.globals,
            terminal_mask=self._terminal_mask,
            is_copy=self._is_copy,
        )
        boards = None
        if self.render_mode is not None:
            boards = BoardTracker(
                lane_count=self.num_envs,
                width=layout.width,
                height=layout.height,
                layout=self._observation_layout,
                first_byte=0 if self._shows_boards() else self._decoder.byte_count,
            )
        self._reader = ResponseReader(self._lanes, self._decoder, boards)
        self._pending.clear()
        self._has_reset = False

    def _shows_boards(self) -> bool:
        """Returns whether boards can be drawn from the encoding of the observations."""
        return arguments.folded(self._encoding) == arguments.folded(BOARD_ENCODING)

    def _open_again(self, name: str) -> None:
        """Opens new boards if some are lost, or if they belong to the parent process.

        Raises:
          AlreadyPendingCallError: No board is lost, and a request is pending.
        """
        if not self._link.is_own or self._link.is_lost:
            self._link.close()
            self._link = self._servers.open(is_again=True)
            self._prepare()
        self._check_idle(name)

    def _groups(self) -> list[NDArray[np.int64]]:
        """Returns the boards of each request of an `async_reset` of all boards.

        A request does not have boards of several servers, one of which would wait for the other,
        unless it has all boards.
        """
        if self._batch_size == self.num_envs:
            return [np.arange(self.num_envs)]
        return [
            np.arange(start, min(start + self._batch_size, boards.stop))
            for _, boards in self._link.servers
            for start in range(boards.start, boards.stop, self._batch_size)
        ]

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
            messages = [requests.ResetRequest(None, lanes)]
        elif seeds.is_given.all():
            messages = [requests.ResetRequest(seeds.values, lanes)]
        else:
            indices = np.arange(self.num_envs) if lanes is None else lanes
            parts = [np.flatnonzero(seeds.is_given), np.flatnonzero(~seeds.is_given)]
            given, derived = (indices[part] for part in parts)
            messages = [
                requests.ResetRequest(seeds.values[parts[0]], given),
                requests.ResetRequest(None, derived),
            ]
        self._link.send(messages)
        self._pending.append(PendingRequest(lanes, is_reset=True, seeds=seeds, parts=tuple(parts)))
        self._has_reset = True

    def _receive(self, *, is_partial: bool = False) -> tuple[VectorStep, NDArray[np.int64]]:
        """Receives the answers to a request.

        Args:
          is_partial: Whether the result has a row for every board, also for a request of some.

        Returns:
          The result, and the boards of its rows.
        """
        with self._losses():
            received = self._link.receive()
        pending = self._pending[received.position]
        del self._pending[received.position]
        self._lanes.end_request(pending.lanes)
        read = self._reader.read_partial if is_partial else self._reader.read
        result = read(received.answers, pending)
        is_whole = is_partial or pending.lanes is None
        lanes = np.arange(self.num_envs) if is_whole or pending.lanes is None else pending.lanes
        if received.lost is not None:
            add_info(
                result.infos,
                "is_lost",
                np.isin(lanes, received.lost),
                np.ones(len(lanes), np.bool_),
            )
        return result, lanes

    @contextlib.contextmanager
    def _losses(self) -> Iterator[None]:
        """Drops the requests of boards that are lost, as the link does, when it says so."""
        try:
            yield
        except LanesLostError as error:
            if error.lanes is None:
                self._pending.clear()
                self._lanes.end_request(None)
            else:
                self._lanes.end_request(error.lanes)
                remaining = (
                    without_lanes(each, error.lanes, self.num_envs) for each in self._pending
                )
                self._pending = collections.deque(each for each in remaining if each is not None)
            raise

    def _check_not_closed(self) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment is closed")

    def _check_own(self) -> None:
        """Checks that this environment has boards.

        Raises:
          ClosedEnvironmentError: The environment is closed.
          ResetNeeded: This is a forked child, which has no boards yet.
        """
        self._check_not_closed()
        if not self._link.is_own:
            raise gymnasium.error.ResetNeeded("this process was forked; call reset first")

    def _check_open(self, lanes: NDArray[np.int64] | None) -> None:
        """Checks that requests about boards, or about all boards if None, can be sent.

        Raises:
          ClosedEnvironmentError: The environment is closed.
          ResetNeeded: This is a forked child, which has no boards yet.
          LanesLostError: The boards are lost.
        """
        self._check_own()
        with self._losses():
            self._link.check(lanes)

    def _check_open_to_reset(self, lanes: NDArray[np.int64]) -> None:
        """Checks that boards can be reset, and opens those that are lost again if possible.

        Raises:
          ClosedEnvironmentError: The environment is closed.
          ResetNeeded: This is a forked child, which has no boards yet.
          LanesLostError: The boards are lost.
        """
        self._check_own()
        with self._losses():
            self._link.reopen(lanes)

    def _check_idle(self, name: str) -> None:
        self._check_not_closed()
        if self._pending and self._link.is_own:
            raise gymnasium.error.AlreadyPendingCallError(
                f"call recv until no request is pending, and then {name}", name
            )


def one_server(
    opener: BatchOpener, given: dict[str, Any], request: pb.OpenBatch, batch_size: int
) -> OneServer:
    """Returns the server of an environment whose boards are all at one address.

    Args:
      opener: Opens the batch.
      given: The arguments of the environment by name.
      request: The boards.
      batch_size: The number of boards in each request.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: An argument is invalid, or needs several servers.
    """
    for name in ("weights", "lost_board_policy"):
        if given[name] != VECTOR_DEFAULTS[name]:
            raise arguments.invalid_value(name, given[name], "needs a list of addresses")
    security = choose_for_environment(given["address"], given["tls"], given["token"])
    journal = given["journal"]
    server_count = 1 if given["address"] is None else len(addresses_of(given["address"]))
    return OneServer(
        opener,
        given["address"],
        security,
        request,
        None if journal is None else arguments.text("journal", journal),
        checked_rebalance(given["rebalance"], journal, server_count),
        batch_size,
    )
