"""The vector environment with groups of boards, and its loop."""

from __future__ import annotations

import collections
from collections.abc import Callable, Generator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tengen import _arguments as arguments
from tengen._bare_networks import call_policy
from tengen._closing import CloseOnExit
from tengen._copies import CopiedByArguments
from tengen._lazy_infos import LazyInfos
from tengen.enums import NO_ACTION, ArrayFormat
from tengen.errors import LanesLostError
from tengen.grouped.device import HostDevice
from tengen.grouped.policy_call import PolicyCall
from tengen.keywords import VECTOR_DEFAULTS, require_known
from tengen.registration import make_vec
from tengen.vector.infos import scatter
from tengen.vector.requests import masked_lanes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tengen.grouped.device import Device
    from tengen.infos import VectorInfos
    from tengen.vector import TengenVectorEnv
    from tengen.vector.responses import VectorStep
    from tengen.words import ArrayFormatWord

Policy = Callable[[dict[str, Any]], Any]
"""Returns one action for each row of the observations that it is called with."""

FIXED_ARGUMENTS = ("batch_size", "copy")
"""The arguments of `tengen.make_vec` that groups determine."""

MAX_WAITING_CALLS = 2
"""With so many calls of the policy unanswered, the loop waits for the oldest one. One works on the
device, and the next one is ready for it."""

KINDS: dict[ArrayFormat, type[np.generic] | None] = {
    ArrayFormat.UINT8: np.uint8,
    ArrayFormat.FLOAT32: np.float32,
    ArrayFormat.PACKED: None,
}
"""The types of planes by format. None: they stay packed."""


class Transition(NamedTuple):
    """A step of the boards of one group. Each array has one row per board of the group.

    Attributes:
      boards: The boards: the slice of the group in arrays of all boards.
      observations: What the policy has seen.
      actions: What the policy has returned.
      policy_output: The further output of the policy. None: it has returned actions alone.
      rewards: The agents' rewards, float32; in self-play those of the players who acted.
      terminations: Whether the rules ended each episode.
      truncations: Whether a limit ended each episode.
      next_observations: The observations after the step.
      infos: The infos of `tengen.make_vec`, as NumPy arrays. Under the autoreset mode "same-step",
        `infos["final_obs"]` has the format of observations.
    """

    boards: slice
    observations: dict[str, Any]
    actions: Any
    policy_output: Any
    rewards: Any
    terminations: Any
    truncations: Any
    next_observations: dict[str, Any]
    infos: VectorInfos


Transitions = Generator[Transition, None, None]


class GroupedStep(NamedTuple):
    """The result of a step of all boards, in the order of Gymnasium, with arrays on the device.

    Attributes:
      observations: The observations, one row per board.
      rewards: The agents' rewards, float32.
      terminations: Whether the rules ended each episode.
      truncations: Whether a limit ended each episode.
      infos: The infos of `tengen.make_vec`, as in `Transition`.
    """

    observations: dict[str, Any]
    rewards: Any
    terminations: Any
    truncations: Any
    infos: VectorInfos


@dataclass(eq=False)
class Group:
    """Some boards that are stepped together.

    Attributes:
      slot: The index of the group.
      boards: The boards.
      lanes: The indices of the boards.
      observations: The observations of the last response. None: there was none.
      is_over: Whether each episode was over in the last response.
    """

    slot: int
    boards: slice
    lanes: NDArray[np.int64]
    observations: dict[str, Any] | None
    is_over: NDArray[np.bool_]

    @property
    def board_count(self) -> int:
        """The number of boards."""
        return len(self.lanes)


class GroupedVectorEnv(
    CloseOnExit, VectorEnv[dict[str, Any], Any, NDArray[Any]], CopiedByArguments
):
    """Many boards of Go in groups: while a policy acts for one group, the server steps another one.

    `stream` is the loop that does this. `reset` and `step` are those of `tengen.make_vec`, for all
    boards at once. Numbers do not depend on groups, and are those of `tengen.make_vec`. Arrays
    differ from it in two types: rewards are float32, and action masks are bools.

    Each array is new, and stays valid as long as the caller keeps it. The loop shares arrays with
    the caller, who should not write to them. The server sends packed planes in all formats.

    If the connection is lost, all calls raise LanesLostError until `reset` creates new boards. A
    copy or a pickled copy is a new environment with the same arguments. Not thread-safe.

    Args:
      name_or_size: A name such as "tengen/Go9x9-v1", or the size of the boards, as in
        `tengen.make_vec`.
      num_envs: The number of boards.
      group_count: The number of groups, 1 to `num_envs`. Their sizes differ by at most one. With
        one group, boards and policy take turns. A third group hides the time between a response and
        the next request, which pays off if the boards are slower than the policy.
      array_format: "uint8" or "float32" for planes of these types; or "packed" for bits of shape
        (boards, bytes).
      keywords: The other arguments of `tengen.make_vec`, except `batch_size` and `copy`.

    Attributes:
      autoreset_mode: When episodes are reset: a `gymnasium.vector.AutoresetMode`.

    Raises:
      TypeError: An argument is of the wrong type or unknown.
      InvalidArgumentError: A value is out of range, or a name is unknown.
      ResourceExhaustedError: The server has reached its limit of boards.
      LaunchError: No address is given, and no server can be started.
      TengenError: The server does not answer, or the call failed.
    """

    # Until the boards are made. Gymnasium before 1.4 closes an environment that is not closed when
    # it is deleted, even if its constructor has failed.
    closed = True

    def __init__(
        self,
        name_or_size: str | int | tuple[int, int] = 9,
        num_envs: int = 1,
        *,
        group_count: int = 2,
        array_format: ArrayFormat | ArrayFormatWord = "uint8",
        **keywords: Any,
    ) -> None:
        kind = KINDS[arguments.enum_member("array_format", array_format, ArrayFormat)]
        own = {"array_format": array_format}
        self._make(
            (name_or_size, num_envs),
            group_count,
            own,
            keywords,
            lambda shape: HostDevice(shape, kind),
        )

    def _make(
        self,
        boards: tuple[str | int | tuple[int, int], int],
        group_count: int,
        own: dict[str, Any],
        keywords: dict[str, Any],
        make_device: Callable[[tuple[int, int, int]], Device],
    ) -> None:
        """Makes the boards. Called by constructors.

        Args:
          boards: The name or size, and the number.
          group_count: The number of groups.
          own: The arguments of the constructor that boards do not have, as they were given.
          keywords: The arguments of boards.
          make_device: Returns the device for the shape of planes.
        """
        CopiedByArguments.__init__(self, *boards, group_count=group_count, **own, **keywords)
        for name in FIXED_ARGUMENTS:
            if name in keywords:
                raise TypeError(f"{type(self).__name__} has no argument {name}")
        names = (*VECTOR_DEFAULTS, "size", "group_count", *own)
        require_known(type(self), [name for name in names if name not in FIXED_ARGUMENTS], keywords)
        name_or_size, num_envs = boards
        count = arguments.integer("num_envs", num_envs, (1, arguments.UINT32[1]))
        groups = arguments.integer("group_count", group_count, (1, count))
        self._envs = make_vec(name_or_size, count, array_format="packed", copy=False, **keywords)
        try:
            self._device = make_device(self._envs.planes_shape)
        except BaseException:
            self._envs.close()
            raise
        self.num_envs = count
        self.metadata = self._envs.metadata
        self.render_mode = self._envs.render_mode
        self.autoreset_mode = self._envs.autoreset_mode
        self.single_action_space = self._envs.single_action_space
        self.action_space = self._envs.action_space
        inner = self._envs.single_observation_space
        assert isinstance(inner, spaces.Dict)
        parts = dict(inner.spaces)
        if self._device.kind is not None:
            parts["observation"] = spaces.Box(0, 1, self.planes_shape, self._device.kind)
        self.single_observation_space = spaces.Dict(parts)
        self.observation_space = batch_space(self.single_observation_space, count)
        bounds = [count * index // groups for index in range(groups + 1)]
        self._groups = [
            Group(slot, slice(*pair), np.arange(*pair), None, np.zeros(pair[1] - pair[0], np.bool_))
            for slot, pair in enumerate(pairwise(bounds))
        ]
        self._is_streaming = False
        self.closed = False

    @property
    def planes_shape(self) -> tuple[int, int, int]:
        """The shape of the unpacked planes of a board, in the axis order of the layout."""
        return self._envs.planes_shape

    @property
    def groups(self) -> list[slice]:
        """The boards of each group, in the order in which `stream` returns them."""
        return [group.boards for group in self._groups]

    @property
    def transport(self) -> str:
        """How the server is reached: "embedded" inside this process, "unix" or "tcp"."""
        return self._envs.transport

    def reset(  # type: ignore[override]  # Infos with known keys.
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Any], VectorInfos]:
        """Starts a new episode on all boards, or on some of them.

        Args:
          seed: As in `tengen.TengenVectorEnv.reset`.
          options: None, or `{"reset_mask": mask}` with True for each board to reset. The others do
            not change, and their observations are those of the last response.

        Returns:
          The observations and the infos.

        Raises:
          TypeError: An argument is of the wrong type.
          InvalidArgumentError: A seed is out of range, or an option is invalid.
          gymnasium.error.ResetNeeded: Some boards should be reset before all were.
          gymnasium.error.AlreadyPendingCallError: A `stream` is running.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
          LanesLostError: Only some boards should be reset, but the connection was lost.
        """
        self._check_idle("reset")
        lanes = masked_lanes(options, self.num_envs)
        if lanes is None:
            observations, infos = self._envs.reset(seed=seed)
            return self._store(self._device.upload(uploaded(observations))), infos
        parts = [self._last_observations(group) for group in self._groups]
        self._envs.async_reset(seed=seed, env_id=lanes)
        result = self._envs.recv()
        rows = self._device.upload(uploaded(result.observations))
        is_over = np.concatenate([group.is_over for group in self._groups])
        is_over[lanes] = result.terminations | result.truncations
        observations = self._store(self._device.merged(parts, rows, lanes), is_over)
        infos_of_rows: Any = result.infos
        del infos_of_rows["env_id"]
        scattered: Any = scatter(infos_of_rows, lanes, self.num_envs)
        return observations, scattered

    def resume(self) -> tuple[dict[str, Any], VectorInfos]:
        """Returns the boards of a journal as they are, as `tengen.TengenVectorEnv.resume` does.

        Returns:
          The observations and the infos.

        Raises:
          gymnasium.error.AlreadyPendingCallError: A `stream` is running.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
          gymnasium.error.ResetNeeded: The boards are not in a journal, or the journal is new.
          LanesLostError: The connection was lost, and the boards cannot be resumed.
        """
        self._check_idle("resume")
        observations, infos = self._envs.resume()
        return self._store(self._device.upload(uploaded(observations))), infos

    def step(  # type: ignore[override]  # Infos with known keys.
        self, actions: Any
    ) -> GroupedStep:
        """Plays an action on each board, followed by the opponent's reply.

        Args:
          actions: One integer per board, as in `tengen.TengenVectorEnv.step`, on any device.

        Returns:
          The observations, rewards, terminations, truncations and infos.

        Raises:
          TypeError: The actions are not integers.
          InvalidArgumentError: The number of actions is not the number of boards, or there is no
            such action. Nothing is sent.
          EpisodeOverError: The autoreset mode is "disabled", and the episode of a board that has an
            action is over. Nothing is sent.
          gymnasium.error.ResetNeeded: The environment has not been reset.
          gymnasium.error.AlreadyPendingCallError: A `stream` is running.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
          LanesLostError: The connection was lost.
        """
        self._check_idle("step")
        result = self._envs.step(self._device.download(actions).result())
        step = self._uploaded_step(result, len(self._groups))
        self._store(step.observations, result.terminations | result.truncations)
        return step

    def stream(self, policy: Policy, step_count: int | None = None) -> Transitions:
        """Plays the actions of a policy on all boards, with all groups in flight.

        The policy is called with the observations of one group at a time, the groups in turn. It
        returns one action per row; or a tuple of actions and any further output, which the
        transition has as `policy_output`; or a `concurrent.futures.Future` of one of these. Actions
        may be on any device. If its work is asynchronous, as on a GPU or with a future, then the
        device works for one group while the server steps another one.

        The loop continues from the last observations, those of a `reset`, a `step`, or an earlier
        loop. It calls the policy for the next step of a group before it returns the transition of
        the last one. A loop that is left early receives what is in flight and drops it.

        Under the autoreset mode "disabled", boards whose episode is over wait for `reset`: their
        actions are not played.

        Args:
          policy: Returns actions for observations.
          step_count: The number of steps of each board. None: the loop does not end.

        Returns:
          One transition after another, for the groups in turn. It has the method `close`, which
          ends the loop. `break` in a `for` loop calls it.

        Raises:
          TypeError: The step count is not an integer, or the policy does not return integers.
          InvalidArgumentError: The step count is below 1; or the policy returns an array of another
            shape, or an action that does not exist.
          gymnasium.error.ResetNeeded: The environment has not been reset.
          gymnasium.error.AlreadyPendingCallError: Another `stream` is running.
          gymnasium.error.ClosedEnvironmentError: The environment is closed.
          LanesLostError: The connection was lost.
        """
        self._check_idle("stream")
        if step_count is not None:
            step_count = arguments.integer("step_count", step_count, (1, arguments.UINT32[1]))
        for group in self._groups:
            self._last_observations(group)
        return self._transitions(policy, step_count)

    def render(self) -> Any:
        """Returns one picture per board, as `tengen.TengenVectorEnv.render` does."""
        return self._envs.render()

    def close_extras(self, **_: Any) -> None:
        """Closes the boards at the server."""
        self._envs.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._envs!r}, group_count={len(self._groups)})"

    def _transitions(self, policy: Policy, step_count: int | None) -> Transitions:
        """Plays, one group after another. See `stream`."""
        flight = Flight(self._envs)
        self._check_idle("stream")
        self._is_streaming = True
        try:
            # One less than zero is not zero: without a step count, the loop does not end.
            left = [0 if step_count is None else step_count] * len(self._groups)
            for group in self._groups:
                flight.add(group, self._call(policy, group))
            while not flight.is_empty:
                group, call, result = flight.receive()
                step = self._uploaded_step(result, group.slot)
                group.observations = step.observations
                group.is_over = result.terminations | result.truncations
                # Upload and policy need time, in which the server should have work.
                flight.send_ready()
                left[group.slot] -= 1
                if left[group.slot] != 0:
                    flight.add(group, self._call(policy, group))
                yield Transition(
                    group.boards,
                    call.observations,
                    call.actions,
                    call.output,
                    step.rewards,
                    step.terminations,
                    step.truncations,
                    dict(step.observations),
                    step.infos,
                )
        finally:
            self._is_streaming = False
            if not self.closed:
                for group, result in flight.drain():
                    group.observations = self._uploaded_step(result, group.slot).observations
                    group.is_over = result.terminations | result.truncations

    def _call(self, policy: Policy, group: Group) -> PolicyCall:
        # The policy, the caller of the loop and this object may each change their dict.
        observations = dict(self._last_observations(group))
        value = call_policy(policy, dict(observations))
        return PolicyCall(value, observations, group.board_count, self._device)

    def _uploaded_step(self, result: VectorStep, slot: int) -> GroupedStep:
        """Returns the result of a step with its arrays on the device."""
        arrays = uploaded(result.observations)
        ends = {
            "rewards": result.rewards.astype(np.float32),
            "terminations": result.terminations,
            "truncations": result.truncations,
        }
        rows = self._device.upload({**arrays, **ends}, slot)
        rewards, terminations, truncations = (rows.pop(name) for name in ends)
        infos: Any = result.infos
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            infos = LazyInfos.of(self._with_uploaded_finals, result.infos)
        return GroupedStep(rows, rewards, terminations, truncations, infos)

    def _with_uploaded_finals(self, infos: VectorInfos) -> dict[str, Any]:
        """Returns infos whose final observations have the format of observations."""
        given: dict[str, Any] = dict(infos)
        finals = given.get("final_obs")
        if finals is None:
            return given
        ended = np.flatnonzero(given["_final_obs"])
        names = finals[ended[0]]
        stacked = {name: np.stack([finals[row][name] for row in ended]) for name in names}
        rows = self._device.upload(uploaded(stacked))
        given["final_obs"] = np.full(len(finals), None, dtype=object)
        for index, row in enumerate(ended):
            given["final_obs"][row] = {name: array[index] for name, array in rows.items()}
        return given

    def _store(
        self, observations: dict[str, Any], is_over: NDArray[np.bool_] | None = None
    ) -> dict[str, Any]:
        """Keeps the observations of all boards for each group, and returns them."""
        if is_over is None:
            is_over = np.zeros(self.num_envs, np.bool_)
        for group in self._groups:
            group.observations = {name: array[group.boards] for name, array in observations.items()}
            group.is_over = is_over[group.boards]
        return observations

    def _last_observations(self, group: Group) -> dict[str, Any]:
        if group.observations is None:
            raise gymnasium.error.ResetNeeded("call reset first")
        return group.observations

    def _check_idle(self, name: str) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment is closed")
        if self._is_streaming:
            raise gymnasium.error.AlreadyPendingCallError(
                f"a stream is running; close it, and then call {name}", name
            )


class Flight:
    """The calls of a policy and the requests to the server that have no answer yet.

    Each group has at most one of the two. Both are kept in the order of the groups.

    Args:
      envs: The boards.
    """

    def __init__(self, envs: TengenVectorEnv) -> None:
        self._envs = envs
        self._waits_for_reset = envs.autoreset_mode is AutoresetMode.DISABLED
        self._calls: collections.deque[tuple[Group, PolicyCall]] = collections.deque()
        self._requests: collections.deque[tuple[Group, PolicyCall]] = collections.deque()

    @property
    def is_empty(self) -> bool:
        """Whether everything was answered."""
        return not self._calls and not self._requests

    def add(self, group: Group, call: PolicyCall) -> None:
        """Adds a call for a group, and sends the actions of calls that are ready."""
        self._calls.append((group, call))
        self.send_ready()

    def send_ready(self) -> None:
        """Sends the actions of calls that are ready, in their order."""
        while self._calls and self._calls[0][1].is_ready():
            self._send()

    def receive(self) -> tuple[Group, PolicyCall, VectorStep]:
        """Waits for the result of the oldest request.

        Before that, it waits for calls of the policy if there is no request, or if so many calls
        are unanswered that the device has enough to do.
        """
        self.send_ready()
        while self._calls and (not self._requests or len(self._calls) >= MAX_WAITING_CALLS):
            self._send()
        group, call = self._requests[0]
        result = self._envs.recv()
        self._requests.popleft()
        return group, call, result

    def drain(self) -> Iterator[tuple[Group, VectorStep]]:
        """Receives the results of all requests, unless the connection is lost."""
        self._calls.clear()
        while self._requests:
            group, _ = self._requests.popleft()
            try:
                result = self._envs.recv()
            except LanesLostError:
                return
            yield group, result

    def _send(self) -> None:
        """Waits for the oldest call, and sends its actions."""
        group, call = self._calls[0]
        actions = call.result()
        if self._waits_for_reset:
            actions = np.where(group.is_over, NO_ACTION, actions)
        self._envs.send(actions, group.lanes)
        self._calls.popleft()
        self._requests.append((group, call))


def uploaded(observations: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Returns observations of a vector environment as they are uploaded: masks as bools."""
    return {**observations, "action_mask": observations["action_mask"].view(np.bool_)}
