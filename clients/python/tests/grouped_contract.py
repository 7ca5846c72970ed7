"""What all vector environments with groups of boards do, with arrays of any library."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import tengen
from tengen._address import EMBEDDED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from faulty_proxy import FaultyProxy

    from tengen.grouped import GroupedVectorEnv, Transition

BOARDS = 7
STEP_COUNT = 60
ARGUMENTS: dict[str, Any] = {"opponent": "random", "komi": 0.5, "max_moves": 25}
MODES = list(AutoresetMode)


def as_numpy(value: Any) -> Any:
    """Returns arrays of any framework, and those in dicts, as arrays of NumPy."""
    if isinstance(value, dict):
        return {name: as_numpy(array) for name, array in value.items()}
    return np.asarray(value)


def chosen(observations: dict[str, Any]) -> np.ndarray:
    """Returns an action for each row, most of them legal, that depends on the row alone."""
    rows = as_numpy(observations)
    mask = rows["action_mask"].astype(np.int64)
    planes = rows["observation"].reshape(len(mask), -1).astype(np.int64)
    weights = np.random.default_rng(7).integers(1, 10**6, planes.shape[1])
    score = planes @ weights + 1
    nth = score % np.maximum(mask.sum(axis=1), 1) + 1
    legal = (mask.cumsum(axis=1) == nth[:, None]).argmax(axis=1)
    actions: np.ndarray = np.where(score % 29 == 0, score % mask.shape[1], legal)
    return actions


def assert_same_bytes(ours: Any, theirs: Any) -> None:
    """Compares arrays whose types may differ between one-byte integers and bools."""
    array = np.asarray(ours)
    assert array.shape == theirs.shape
    if theirs.dtype == np.float64:
        theirs = theirs.astype(np.float32)
        assert array.dtype == np.float32
    assert array.tobytes() == theirs.tobytes()


def assert_same_observations(ours: Mapping[str, Any], theirs: Mapping[str, Any], rows: Any) -> None:
    assert ours.keys() == theirs.keys()
    for name, array in theirs.items():
        assert_same_bytes(ours[name], array[rows])
    assert as_numpy(ours["action_mask"]).dtype == np.bool_
    assert as_numpy(ours["observation"]).dtype == theirs["observation"].dtype


def assert_same_infos(ours: Mapping[str, Any], theirs: Mapping[str, Any], rows: Any) -> int:
    """Compares infos, and returns the number of final observations."""
    count = len(np.arange(BOARDS)[rows])
    finals = 0
    for key in (ours.keys() | theirs.keys()) - {"env_id"}:
        if key.startswith("_"):
            continue
        none = np.zeros(count, np.bool_)
        is_set = ours.get(f"_{key}", none)
        assert is_set.tolist() == (theirs[f"_{key}"][rows] if key in theirs else none).tolist()
        if not is_set.any():
            continue
        if key == "final_info":
            parts = {name: array[rows] for name, array in theirs[key].items()}
            assert_same_infos(ours[key], parts, slice(0, count))
            continue
        for one, other in zip(ours[key][is_set], theirs[key][rows][is_set], strict=True):
            if key == "final_obs":
                finals += 1
                assert one.keys() == other.keys()
                for name, array in other.items():
                    assert_same_bytes(one[name], array)
            else:
                assert np.array_equal(one, other)
    return finals


def assert_same_transition(ours: Transition, theirs: tuple[Any, ...]) -> int:
    """Compares a transition with a step of all boards. Returns the number of final observations."""
    rows = ours.boards
    before, after, *results, infos = theirs
    assert_same_observations(ours.observations, before, rows)
    assert_same_observations(ours.next_observations, after, rows)
    parts = (ours.rewards, ours.terminations, ours.truncations)
    for part, array in zip(parts, results, strict=True):
        assert_same_bytes(part, array[rows])
    return assert_same_infos(ours.infos, infos, rows)


class Script:
    """What `tengen.make_vec` returns for the actions of `chosen`, and how often what happens.

    Args:
      envs: The boards.
      start: What the environment under test has returned for a reset with the seed 5.
    """

    def __init__(self, envs: tengen.TengenVectorEnv, start: Any) -> None:
        self._envs = envs
        self.ended = self.illegal = 0
        self.is_over: np.ndarray = np.zeros(BOARDS, np.bool_)
        self._seen: dict[str, Any] = {}
        self._compare_reset(start, envs.reset(seed=5))

    def step(self) -> tuple[Any, ...]:
        """Returns the observations before and after a step, its other results, and infos."""
        before, actions = self._seen, chosen(self._seen)
        if self._envs.autoreset_mode is AutoresetMode.DISABLED:
            actions = np.where(self.is_over, tengen.NO_ACTION, actions)
        step = self._envs.step(actions)
        self._seen, self.is_over = step.observations, step.terminations | step.truncations
        self.ended += int(self.is_over.sum())
        for infos in (step.infos, step.infos.get("final_info", {})):
            self.illegal += int(infos.get("_illegal_reason", np.zeros(1)).sum())
        return before, *step

    def reset(self, seed: int, theirs: Any) -> None:
        """Resets the boards whose episode is over, and compares the result."""
        options = {"reset_mask": self.is_over}
        self._compare_reset(theirs, self._envs.reset(options=options, seed=seed))

    def _compare_reset(self, ours: Any, theirs: Any) -> None:
        assert_same_observations(ours[0], theirs[0], slice(None))
        assert_same_infos(ours[1], theirs[1], slice(None))
        self._seen = theirs[0]
        self.is_over = np.zeros(BOARDS, np.bool_)


class GroupedContract:
    """The tests. Subclasses say what is made."""

    kind: type[GroupedVectorEnv]

    @staticmethod
    def on_device(actions: np.ndarray) -> Any:
        """Returns actions as arrays of the framework."""
        return actions

    def make(self, address: str, count: int = BOARDS, **keywords: Any) -> GroupedVectorEnv:
        return self.kind(5, count, address=address, **{**ARGUMENTS, **keywords})

    def play_beside_make_vec(
        self, address: str, mode: AutoresetMode, array_format: Any, step_count: int, **keywords: Any
    ) -> None:
        """Plays in loops of some steps, and compares each transition with `tengen.make_vec`."""
        ours = self.make(address, autoreset_mode=mode, array_format=array_format, **keywords)
        arguments = {**ARGUMENTS, **keywords, "array_format": array_format}
        arguments.pop("group_count", None)
        theirs = tengen.make_vec(5, BOARDS, address=address, autoreset_mode=mode, **arguments)
        assert ours.observation_space == theirs.observation_space
        assert ours.action_space == theirs.action_space
        script = Script(theirs, ours.reset(seed=5))
        finals = 0
        lengths = [1, 2, 9, 30, 58]
        left = step_count
        while left:
            length = min(left, lengths[left % len(lengths)])
            left -= length
            expected = [script.step() for _ in range(length)]
            counts = dict.fromkeys(range(len(ours.groups)), 0)
            loop = ours.stream(lambda rows: self.on_device(chosen(rows)), length)
            for index, transition in enumerate(loop):
                group = index % len(ours.groups)
                assert transition.boards == ours.groups[group]
                finals += assert_same_transition(transition, expected[counts[group]])
                counts[group] += 1
            assert set(counts.values()) == {length}
            if mode is AutoresetMode.DISABLED and script.is_over.any():
                script.reset(left, ours.reset(options={"reset_mask": script.is_over}, seed=left))
        ours.close()
        theirs.close()
        assert script.ended > step_count / 20
        assert script.illegal > 0
        assert (finals > 0) == (mode is AutoresetMode.SAME_STEP)

    @pytest.mark.parametrize("mode", MODES)
    @pytest.mark.parametrize("array_format", ["uint8", "float32"])
    @pytest.mark.parametrize("group_count", [1, 3, pytest.param(2, marks=pytest.mark.full)])
    def test_stream_returns_what_make_vec_returns(
        self, mode: AutoresetMode, array_format: str, group_count: int, address: str
    ) -> None:
        self.play_beside_make_vec(address, mode, array_format, 150, group_count=group_count)

    @pytest.mark.parametrize(
        "step_count",
        [
            pytest.param(300, marks=pytest.mark.full),
            pytest.param(10_000, marks=pytest.mark.long),
        ],
    )
    @pytest.mark.parametrize("where", ["process", EMBEDDED])
    @pytest.mark.parametrize("mode", MODES)
    def test_stream_returns_what_make_vec_returns_for_many_steps(
        self, mode: AutoresetMode, where: str, address: str, step_count: int
    ) -> None:
        if where == EMBEDDED:
            pytest.importorskip("jpype")
            address = EMBEDDED
        self.play_beside_make_vec(address, mode, "uint8", step_count, group_count=2)

    @pytest.mark.parametrize("encoding", ["katago-v7", "alphazero:history=1"])
    @pytest.mark.parametrize("layout", ["chw", "hwc"])
    def test_stream_of_other_planes_returns_what_make_vec_returns(
        self, encoding: str, layout: str, address: str
    ) -> None:
        planes = {"encoding": encoding, "observation_layout": layout, "symmetry": "rotate-90"}
        self.play_beside_make_vec(address, AutoresetMode.SAME_STEP, "float32", 60, **planes)

    @pytest.mark.parametrize("mode", MODES)
    def test_step_returns_what_make_vec_returns(self, mode: AutoresetMode, address: str) -> None:
        ours = self.make(address, autoreset_mode=mode, array_format="uint8")
        theirs = tengen.make_vec(5, BOARDS, address=address, autoreset_mode=mode, **ARGUMENTS)
        ours.reset(seed=2)
        seen, _ = theirs.reset(seed=2)
        is_over = np.zeros(BOARDS, np.bool_)
        for _ in range(STEP_COUNT):
            actions = chosen(seen)
            if mode is AutoresetMode.DISABLED:
                actions = np.where(is_over, tengen.NO_ACTION, actions)
            mine, rewards, terminated, truncated, my_infos = ours.step(self.on_device(actions))
            seen, *others, infos = theirs.step(actions)
            is_over = np.logical_or(*others[1:])
            assert_same_observations(mine, seen, slice(None))
            for array, other in zip((rewards, terminated, truncated), others, strict=True):
                assert_same_bytes(array, other)
            assert_same_infos(my_infos, infos, slice(None))
        ours.close()
        theirs.close()

    def test_packed_planes_are_those_of_make_vec(self, address: str) -> None:
        ours = self.make(address, array_format="packed")
        theirs = tengen.make_vec(5, BOARDS, address=address, array_format="packed", **ARGUMENTS)
        mine, _ = ours.reset(seed=2)
        seen, _ = theirs.reset(seed=2)
        assert ours.observation_space == theirs.observation_space
        assert ours.planes_shape == theirs.planes_shape == (17, 5, 5)
        ours.close()
        theirs.close()

        assert_same_bytes(mine["observation"], seen["observation"])

    def test_arrays_stay_valid(self, address: str) -> None:
        envs = self.make(address, array_format="packed", autoreset_mode="same-step")
        observations, _ = envs.reset(seed=1)
        kept: list[tuple[Any, Any]] = [(observations, copy.deepcopy(as_numpy(observations)))]
        for step in envs.stream(lambda rows: self.on_device(moves(rows)), STEP_COUNT):
            arrays = {
                "rewards": step.rewards,
                "terminations": step.terminations,
                "truncations": step.truncations,
                **step.next_observations,
            }
            kept.append((arrays, copy.deepcopy(as_numpy(arrays))))
        envs.step(self.on_device(np.full(BOARDS, 25)))
        envs.close()

        for arrays, copied in kept:
            for name, array in copied.items():
                assert_same_bytes(arrays[name], array)

    def test_policy_may_return_futures_and_a_further_output(self, address: str) -> None:
        with ThreadPoolExecutor(1) as device, self.make(address) as envs, self.make(address) as one:
            envs.reset(seed=3)
            one.reset(seed=3)

            def answer(rows: dict[str, Any]) -> Any:
                return self.on_device(chosen(rows)), len(rows["action_mask"])

            slow = list(envs.stream(lambda rows: device.submit(answer, rows), 20))
            fast = list(one.stream(answer, 20))
        for step, other in zip(slow, fast, strict=True):
            assert step.policy_output == other.policy_output == len(step.rewards)
            assert_same_bytes(step.actions, as_numpy(other.actions))
            assert_same_observations(step.next_observations, as_numpy(other.next_observations), ...)

    @pytest.mark.parametrize("group_count", [2, 3, 7])
    def test_boards_are_stepped_while_the_policy_works(
        self, group_count: int, address: str
    ) -> None:
        # Each call of the policy is answered only after the next one, which needs the boards.
        calls: list[tuple[Future[Any], Any]] = []

        def answer_last() -> None:
            future, actions = calls[-1]
            future.set_result(actions)

        def policy(rows: dict[str, Any]) -> Future[Any]:
            if calls:
                answer_last()
            calls.append((Future(), self.on_device(chosen(rows))))
            return calls[-1][0]

        with self.make(address, group_count=group_count) as envs:
            envs.reset(seed=1)
            loop = envs.stream(policy)
            steps = [next(loop) for _ in range(5 * group_count)]
            loop.close()

        assert [step.boards for step in steps] == 5 * envs.groups
        assert len(calls) > len(steps)

    def test_stream_continues_after_break(self, address: str) -> None:
        with self.make(address, opponent=None) as envs:
            envs.reset(seed=1)
            for _ in envs.stream(lambda rows: self.on_device(moves(rows))):
                break
            *_, infos = envs.step(self.on_device(np.full(BOARDS, 25)))
            counts = infos["move_number"]
            for step in envs.stream(lambda rows: self.on_device(moves(rows)), 1):
                assert step.infos["move_number"].tolist() == (counts[step.boards] + 1).tolist()
            for step in envs.stream(lambda rows: self.on_device(moves(rows))):
                with pytest.raises(gymnasium.error.AlreadyPendingCallError, match="stream"):
                    envs.reset()
                with pytest.raises(gymnasium.error.AlreadyPendingCallError, match="stream"):
                    envs.stream(moves)
                del step
                break
            _, infos = envs.reset()

        assert infos["move_number"].tolist() == [0] * BOARDS

    def test_stream_before_reset_raises(self, address: str) -> None:
        with self.make(address) as envs:
            with pytest.raises(gymnasium.error.ResetNeeded):
                envs.stream(moves)
            with pytest.raises(gymnasium.error.ResetNeeded):
                envs.reset(options={"reset_mask": np.ones(BOARDS, np.bool_)})
        with pytest.raises(gymnasium.error.ClosedEnvironmentError):
            envs.stream(moves)

    @pytest.mark.parametrize(
        ("answer", "error", "text"),
        [
            (lambda n: np.zeros(n + 1, np.int64), tengen.InvalidArgumentError, r"shape \(3,\)"),
            (lambda n: np.zeros((n, 1), np.int64), tengen.InvalidArgumentError, r"shape \(3,\)"),
            (lambda n: 0 * n, tengen.InvalidArgumentError, r"shape \(3,\)"),
            (np.zeros, TypeError, "integers"),
            (lambda _: None, TypeError, "None"),
            (lambda n: (np.zeros(n, np.int64), 1, 2), TypeError, "tuple of 3"),
            (
                lambda n: np.full(n, 26),
                tengen.InvalidArgumentError,
                r"26 of board 0 is not \[0, 25",
            ),
            (lambda n: np.full(n, -4), tengen.InvalidArgumentError, "-4 of board 0"),
        ],
        ids=["length", "axes", "number", "floats", "none", "tuple", "too-large", "negative"],
    )
    def test_bad_actions_of_the_policy_raise_and_leave_the_boards(
        self, answer: Callable[[int], Any], error: type[Exception], text: str, address: str
    ) -> None:
        def policy(rows: dict[str, Any]) -> Any:
            value = answer(len(rows["action_mask"]))
            return self.on_device(value) if isinstance(value, np.ndarray) else value

        with self.make(address, opponent=None) as envs:
            envs.reset(seed=1)
            for _ in range(2):
                with pytest.raises(error, match=text):
                    next(envs.stream(policy))
            *_, infos = envs.step(self.on_device(np.full(BOARDS, 3)))

        assert infos["move_number"].tolist() == [1] * BOARDS

    def test_error_of_the_policy_or_its_future_is_raised(self, address: str) -> None:
        def fail(rows: dict[str, Any]) -> Any:
            raise ZeroDivisionError(len(rows))

        with self.make(address) as envs, ThreadPoolExecutor(1) as device:
            envs.reset(seed=1)
            with pytest.raises(ZeroDivisionError):
                next(envs.stream(fail))
            with pytest.raises(ZeroDivisionError):
                next(envs.stream(lambda rows: device.submit(fail, rows)))
            assert len(list(envs.stream(lambda rows: self.on_device(moves(rows)), 1))) == 2

    @pytest.mark.parametrize(
        ("arguments", "error", "text"),
        [
            ({"group_count": 0}, tengen.InvalidArgumentError, r"group_count 0 is outside \[1, 7\]"),
            ({"group_count": 8}, tengen.InvalidArgumentError, r"group_count 8 is outside \[1, 7\]"),
            ({"group_count": 1.5}, TypeError, "group_count"),
            ({"array_format": "bits"}, tengen.InvalidArgumentError, "packed, uint8, float32"),
            ({"batch_size": 2}, TypeError, "batch_size"),
            ({"copy": True}, TypeError, "copy"),
            ({"komy": 1}, TypeError, "komi"),
        ],
        ids=str,
    )
    def test_bad_arguments_raise(
        self, arguments: dict[str, Any], error: type[Exception], text: str, address: str
    ) -> None:
        with pytest.raises(error, match=text):
            self.make(address, **arguments)

    def test_unknown_argument_names_the_class(self, address: str) -> None:
        with pytest.raises(TypeError) as raised:
            self.make(address, komy=1)

        problem = "got an unexpected keyword argument 'komy'; did you mean 'komi'?"
        assert str(raised.value) == f"{self.kind.__name__}() {problem}"

    @pytest.mark.parametrize("step_count", [0, -1])
    def test_step_count_outside_the_range_raises(self, step_count: int, address: str) -> None:
        with self.make(address) as envs:
            envs.reset()
            with pytest.raises(tengen.InvalidArgumentError, match="step_count"):
                envs.stream(moves, step_count)

    def test_copy_is_a_new_environment_with_the_same_arguments(self, address: str) -> None:
        with self.make(address, group_count=3, array_format="packed") as envs:
            observations, _ = envs.reset(seed=4)
            with pickle.loads(pickle.dumps(envs)) as other, copy.copy(envs) as third:
                assert other.groups == third.groups == envs.groups
                assert type(other) is type(envs)
                again, _ = other.reset(seed=4)

        assert_same_observations(again, as_numpy(observations), ...)

    def test_lost_connection_raises_and_reset_makes_new_boards(self, proxy: FaultyProxy) -> None:
        with self.make(proxy.address) as envs:
            envs.reset(seed=1)
            loop = envs.stream(lambda rows: self.on_device(moves(rows)))
            next(loop)
            proxy.drop_connections()
            with pytest.raises(tengen.LanesLostError):
                for _ in loop:
                    pass
            with pytest.raises(tengen.LanesLostError):
                next(envs.stream(lambda rows: self.on_device(moves(rows))))
            envs.reset(seed=1)
            step = next(envs.stream(lambda rows: self.on_device(moves(rows))))

        assert step.infos["move_number"].tolist() == [2] * 3


def moves(rows: dict[str, Any]) -> np.ndarray:
    """Returns the first legal action of each row."""
    actions: np.ndarray = as_numpy(rows["action_mask"]).argmax(axis=1)
    return actions
