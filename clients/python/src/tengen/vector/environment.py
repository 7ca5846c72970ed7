"""The vector environment."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.utils import EzPickle
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tengen import _arguments as arguments
from tengen._client_cache import shared_client
from tengen._environment import NOT_OPTIONS
from tengen.enums import ObservationFormat, ObservationLayout, TerminalMask
from tengen.v1 import batch_pb2 as pb
from tengen.vector import requests
from tengen.vector.lanes import LaneTracker
from tengen.vector.observations import ObservationDecoder
from tengen.vector.responses import Observations, PendingRequest, ResponseReader, VectorStep
from tengen.vector.specs import lane_specs
from tengen.vector.stream import BatchStream

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType

    from typing_extensions import Self

    from tengen.enums import Color, IllegalActionPolicy, RewardMode
    from tengen.spec import Rules, Setup
    from tengen.symmetry import Symmetry


class TengenVectorEnv(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]], EzPickle):
    """Go on many boards at once, stepped together over one stream to the server.

    Each board is what a `GoEnv` with the same arguments is, and `reset` and `step` return what
    `gymnasium.vector.SyncVectorEnv` would make of as many of those; docs/guide/python.md lists `infos`.

    `send` and `recv` keep several requests under way, as in EnvPool: while the server steps some
    boards, the caller thinks about others.

    An episode that the opponent's opening move ends is told by the answer that starts it.

    An illegal action never raises: `infos["illegal_reason"]` tells, under every policy. An action
    of `tengen.NO_ACTION` leaves a board as it is; `tengen.DRAWN_ACTION` lets the server draw one.

    Where the connection ends, all boards are gone: a LanesLostError says so, once and at each later
    call, until `reset` makes new ones. A copy, pickled or not, is a new environment with the same
    arguments, as is a forked child's after `reset`. Used by one thread at a time.

    These arguments are as for `GoEnv`: address, opponent, agent_color, rules, komi, setup,
    max_moves, reward_mode, score_on_truncation, illegal_action_policy, illegal_action_penalty,
    encoding, observation_layout, symmetry, task, terminal_mask. `infos["symmetry"]` has the name of
    the symmetry for each board that has one, None for others.

    Args:
      size: Points in a row and in a column, 1 to 25; or (width, height).
      num_envs: Count of boards.
      autoreset_mode: What follows the end of an episode; `gymnasium.vector.AutoresetMode`.
      observation_format: "uint8" or "float32" of shape (boards, planes, height, width), or as the
        layout says, or "packed" bits of shape (boards, bytes); `tengen.torch.unpack` unpacks those
        on a device.
      copy: Whether each observation is an array of its own. Otherwise it is valid until the next
        call alone, and packed ones are read-only. That pays above 32 MiB; see docs/guide/python.md.
      batch_size: How many boards each request of `async_reset` has. None: all.
      lane_arguments: A dict for each board, of arguments that only it has: any of those from
        `opponent` to `illegal_action_penalty`, `symmetry` and `task`.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: A value is out of range, or a name is unknown.
      ResourceExhaustedError: The server has as many boards as it may.
      LaunchError: There is no address, and no server can be started.
      TengenError: The server does not answer, or refuses.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        size: int | tuple[int, int] = 9,
        num_envs: int = 1,
        *,
        address: str | None = None,
        opponent: str | None = "eye-safe-random",
        agent_color: Color | str | None = None,
        rules: str | Rules | dict[str, Any] = "tromp-taylor",
        komi: float | None = None,
        setup: Setup | None = None,
        max_moves: int = 0,
        reward_mode: RewardMode | str = "win",
        score_on_truncation: bool = False,
        illegal_action_policy: IllegalActionPolicy | str = "lose",
        illegal_action_penalty: float = 0.0,
        encoding: str = "alphazero-17",
        observation_layout: ObservationLayout | str = "chw",
        symmetry: Symmetry | str = "identity",
        task: str | None = None,
        terminal_mask: TerminalMask | str = "pass",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        observation_format: ObservationFormat | str = "uint8",
        copy: bool = True,
        batch_size: int | None = None,
        lane_arguments: Sequence[Mapping[str, Any]] | None = None,
    ) -> None:
        given = {name: value for name, value in locals().items() if name not in NOT_OPTIONS}
        EzPickle.__init__(self, size, **given)
        count = arguments.integer("num_envs", num_envs, (1, arguments.UINT32[1]))
        self.num_envs = count
        self._batch_size = (
            count if batch_size is None else arguments.integer("batch_size", batch_size, (1, count))
        )
        self._mode = requests.autoreset_mode(autoreset_mode)
        self.metadata = {  # type: ignore[misc]
            **type(self).metadata,
            "autoreset_mode": self._mode,
        }
        self._address = address
        self._encoding = arguments.text("encoding", encoding)
        self._observation_format = arguments.enum_member(
            "observation_format", observation_format, ObservationFormat
        )
        self._observation_layout = arguments.enum_member(
            "observation_layout", observation_layout, ObservationLayout
        )
        self._terminal_mask = arguments.enum_member("terminal_mask", terminal_mask, TerminalMask)
        self._is_copy = arguments.flag("copy", copy)
        specs, self._agents = lane_specs(given | {"size": size}, count)
        self._open_request = pb.OpenBatch(
            lane_count=count, specs=specs, autoreset_mode=f"AUTORESET_MODE_{self._mode.name}"
        )
        self._pending: collections.deque[PendingRequest] = collections.deque()
        self._has_reset = False
        self._stream = self._open()
        self.single_observation_space = self._decoder.space()
        self.observation_space = batch_space(self.single_observation_space, count)
        self.single_action_space = gymnasium.spaces.Discrete(self._decoder.action_count)
        self.action_space = batch_space(self.single_action_space, count)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, dict[str, Any]]:
        """Starts a new episode on each board, or on some.

        Args:
          seed: Seed of the first board's episode, the next board's is one more, and so on; or one
            for each board, where None is a random one. None: each follows from that of the board's
            last episode, and the first of all is random.
          options: None, or `{"reset_mask": mask}` with True for each board to reset. The other
            boards stay as they are, and their observations are those of the last answer.

        Raises:
          LanesLostError: Some boards are to be reset, and all are gone.
        """
        self._check_idle("reset")
        lanes = requests.masked_lanes(options, self.num_envs)
        seeds = self._seeds(seed)
        if lanes is None:
            self._open_again()
        else:
            self._check_open()
            if not self._reader.has_all_lanes:
                raise arguments.invalid_value(
                    "reset_mask", options, "needs an answer for all boards before; see async_reset"
                )
        self._send_reset(lanes, seeds if seeds is None or lanes is None else seeds[lanes])
        result = self._receive(self._reader.read if lanes is None else self._reader.read_partial)
        return result.observations, result.infos

    def step(self, actions: Any) -> VectorStep:
        """Plays an action on each board, and the opponent's reply.

        Raises:
          gymnasium.error.ResetNeeded: The environment has not been reset since it was made.
          TypeError: The actions are not integers.
          InvalidArgumentError: There is not one for each board.
          LanesLostError: All boards are gone.
        """
        self._check_idle("step")
        self.send(actions)
        return self._receive(self._reader.read)

    def async_reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        env_id: Any = None,
    ) -> None:
        """Starts a new episode on each board, or on some, without waiting; `recv` has the answers.

        Args:
          seed: As for `reset`.
          env_id: The boards, which then are one request. None: all, as several requests of
            `batch_size` boards each.
        """
        self._check_not_closed()
        seeds = self._seeds(seed)
        if env_id is not None:
            self._check_open()
            groups = [requests.lane_array(env_id, self.num_envs)]
        else:
            self._check_idle("async_reset")
            self._open_again()
            everything = np.arange(self.num_envs)
            groups = np.split(everything, range(self._batch_size, self.num_envs, self._batch_size))
        for lanes in groups:
            self._send_reset(lanes, None if seeds is None else seeds[lanes])

    def send(self, actions: Any, env_id: Any = None) -> None:
        """Plays an action on each board, or on some, without waiting; `recv` has the answer.

        Args:
          actions: One for each board.
          env_id: The boards, as in `recv`'s `infos["env_id"]`. None: all.

        Raises:
          gymnasium.error.AlreadyPendingCallError: A board's last answer has not been received.
          InvalidArgumentError: A board is named twice, or is not there.
        """
        stream = self._check_open()
        if not self._has_reset:
            raise gymnasium.error.ResetNeeded("call reset before step, async_reset before send")
        lanes = None if env_id is None else requests.lane_array(env_id, self.num_envs)
        count = self.num_envs if lanes is None else len(lanes)
        request = requests.step_request(actions, lanes, count)
        self._lanes.begin_request(lanes)
        stream.send(request)
        self._pending.append(PendingRequest(lanes, is_reset=False))

    def recv(self) -> VectorStep:
        """Waits for the answer to the oldest request that has none yet.

        All that it returns has a row for each board of that request; `infos["env_id"]` are those
        boards. An answer to `async_reset` has zero rewards.

        Raises:
          gymnasium.error.NoAsyncCallError: No request is under way.
          LanesLostError: All boards are gone.
        """
        self._check_open()
        if not self._pending:
            raise gymnasium.error.NoAsyncCallError("call send or async_reset before recv", "recv")
        lanes = self._pending[0].lanes
        result = self._receive(self._reader.read)
        result.infos["env_id"] = np.arange(self.num_envs) if lanes is None else lanes
        return result

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the action masks of the last answer as bools, for MaskablePPO."""
        if self._reader.last_mask is None:
            raise gymnasium.error.ResetNeeded("call reset before action_masks")
        return self._reader.last_mask.astype(np.bool_)

    def close_extras(self, **_: Any) -> None:
        """Ends the batch at the server."""
        self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _open(self) -> BatchStream:
        """Opens a batch, in which nothing is as it was in the one before."""
        client = shared_client(self._address)
        offered = client.server_info(self._encoding).encodings
        encodings = {spec.name: len(spec.planes) for spec in offered}
        stream = BatchStream(client.address, self._open_request)
        layout = stream.layout
        self._lanes = LaneTracker(self._agents, self.num_envs)
        self._decoder = ObservationDecoder(
            shape=(encodings[self._encoding], layout.height, layout.width),
            byte_count=layout.observation_byte_count,
            lane_count=self.num_envs,
            observation_format=self._observation_format,
            observation_layout=self._observation_layout,
            global_count=layout.global_byte_count // 4,
            terminal_mask=self._terminal_mask,
            is_copy=self._is_copy,
        )
        self._reader = ResponseReader(layout, self._lanes, self._decoder, self._mode)
        self._pending.clear()
        self._has_reset = False
        return stream

    def _open_again(self) -> None:
        """Opens a batch where the last is known to be lost, or is that of a parent process."""
        if self._stream.is_lost or not self._stream.is_own:
            self._stream = self._open()

    def _seeds(self, seed: Any) -> NDArray[np.uint64] | None:
        """Returns a seed for each board, and seeds the environment's own generator."""
        seeds = requests.seed_array(seed, self.num_envs, self.np_random)
        if seed is not None and np.ndim(seed) == 0:
            super().reset(seed=int(seed))
        return seeds

    def _send_reset(
        self, lanes: NDArray[np.int64] | None, seeds: NDArray[np.uint64] | None
    ) -> None:
        self._lanes.begin_request(lanes)
        self._stream.send(requests.reset_request(seeds, lanes))
        self._pending.append(PendingRequest(lanes, is_reset=True, seeds=seeds))
        self._has_reset = True

    def _receive(self, read: Callable[[pb.RunResponse, PendingRequest], VectorStep]) -> VectorStep:
        response = self._stream.receive()
        pending = self._pending.popleft()
        self._lanes.end_request(pending.lanes)
        return read(response, pending)

    def _check_not_closed(self) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment is closed")

    def _check_open(self) -> BatchStream:
        """Returns the stream, if it can be used.

        Raises:
          ClosedEnvironmentError: The environment is closed.
          ResetNeeded: This is a forked child, which has no boards yet.
          LanesLostError: The stream has ended.
        """
        self._check_not_closed()
        if not self._stream.is_own:
            raise gymnasium.error.ResetNeeded("this process was forked; call reset first")
        self._stream.check()
        return self._stream

    def _check_idle(self, name: str) -> None:
        self._check_not_closed()
        if self._pending and self._stream.is_own and not self._stream.is_lost:
            raise gymnasium.error.AlreadyPendingCallError(
                f"call recv until nothing is under way before {name}", name
            )
