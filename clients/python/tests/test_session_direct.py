"""Compares one board of the server inside this process with one of a server."""

from __future__ import annotations

import copy
import gc
import random
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from exact_equality import equal
from processes import run_to_end

import tengen
from tengen import Color
from tengen._channel import direct_steps
from tengen._transport import Transport

if TYPE_CHECKING:
    from tengen.infos import SessionInfo

jpype = pytest.importorskip("jpype", reason="the extra embedded is not installed")

STEP_COUNTS = [
    pytest.param(2_000, marks=pytest.mark.full),
    pytest.param(10_000, marks=pytest.mark.long),
]
TIMEOUT_SECONDS = 180

SPECS: list[dict[str, Any]] = [
    {"size": 5, "komi": 0.5},
    {"size": 5, "observation_format": "uint8", "copy": False},
    {"size": 9, "observation_format": "float32", "copy": False},
    {"size": 5, "observation_format": "float32", "observation_layout": "hwc"},
    {"size": (4, 6), "observation_layout": "hwc", "max_moves": 30},
    {"size": (6, 3), "observation_format": "uint8", "observation_layout": "hwc"},
    {"size": 1},
    {"size": 2, "setup": tengen.Setup(player_to_move=Color.WHITE), "copy": False},
    {"size": 5, "symmetry": "drawn", "reward_mode": "area-delta"},
    {"size": 5, "reward_mode": "margin", "score_on_truncation": True, "max_moves": 20},
    {"size": 5, "opponent": tengen.Opponent("eye-safe-random")},
    {"size": 5, "opponent": tengen.Opponent("greedy", Color.BLACK), "rules": "japanese"},
    {"size": 5, "opponent": "monte-carlo:playouts=1", "max_moves": 20},
    {"size": 5, "rules": "japanese", "copy": False},
    {"size": 4, "rules": "blog-2011"},
    {"size": 5, "illegal_action_policy": "ignore", "illegal_action_penalty": 0.5},
    {"size": 4, "illegal_action_policy": "ignore", "max_illegal_actions": 3},
    {"size": 5, "illegal_action_policy": "lose", "opponent": "random"},
    {"size": 5, "encodings": "tactical"},
    {"size": 5, "encodings": "katago-v7", "copy": False},
    {"size": 5, "encodings": ("alphazero-17", "katago-v7"), "symmetry": "drawn"},
    {"size": 5, "encodings": ()},
    {"size": 9, "task": "race-class0:split=test", "opponent": tengen.Opponent("oracle", None)},
    {"size": 9, "task": "race-class0:split=test", "symmetry": "drawn"},
]


class ErrorSeen(dict[str, Any]):
    """The fields of an error."""


class Pair:
    """Two sessions, or environments, of which one is of the server inside this process.

    Each call is made on both, and the results must be equal.
    """

    def __init__(self, direct: Any, other: Any) -> None:
        self.direct = direct
        self.other = other

    def __enter__(self) -> Pair:
        return self

    def __exit__(self, *_: object) -> None:
        self.direct.close()
        self.other.close()

    def call(self, name: str, *given: Any, **more: Any) -> Any:
        """Calls a method of both, and returns the result, or an `ErrorSeen`."""
        results = [comparable(each, name, *given, **more) for each in (self.direct, self.other)]
        equal(results[0], results[1], name)
        return results[0]


def comparable(each: Any, name: str, *given: Any, **more: Any) -> Any:
    """Returns what a method returns, with arrays that can be changed, or its error."""
    try:
        result = getattr(each, name)(*given, **more)
    except tengen.TengenError as error:
        found = ErrorSeen(
            type=type(error).__name__,
            reason=error.reason,
            message=error.message,
            metadata=error.metadata,
        )
        found["metadata"].pop("request_id", None)
        return found
    return plain(result)


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return tuple(plain(each) for each in value)
    if isinstance(value, tengen.LegalActions):
        return vars(value)
    # Without copies, arrays are read-only views.
    return value.copy() if isinstance(value, np.ndarray) else value


def sessions(inside: tengen.Client, client: tengen.Client, spec: dict[str, Any]) -> Pair:
    made = [each.create_session(**{"seed": 4, **spec}) for each in (inside, client)]
    return Pair(*made)


def play(pair: Pair, step_count: int, generator: random.Random) -> None:
    """Plays in two sessions, with all kinds of calls between steps."""
    count = pair.direct.action_count
    _, info = pair.call("reset", seed=1)
    for number in range(step_count):
        if not info["action_mask"].any():
            _, info = pair.call("reset", **({"seed": 2**63 + number} if number % 3 else {}))
        call = generator.random()
        if info["is_agreement"] and call < 0.7:
            result = pair.call("propose_dead_stones", [])
        elif call < 0.02:
            result = pair.call("undo", generator.randint(1, 3))
        elif call < 0.04:
            pair.call("observe", "tactical")
            pair.call("legal_actions")
            continue
        elif call < 0.06:
            result = pair.call("step", generator.choice(range(count)), request_id=f"id{number}")
        elif call < 0.12:
            # Any action, which may be illegal, a resignation, or none at all.
            result = pair.call("step", generator.choice(range(-3, count + 2)))
        else:
            result = pair.call("step", generator.choice(np.flatnonzero(info["action_mask"])))
        if not isinstance(result, ErrorSeen):
            info = result[-1]


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_direct_results_equal_those_of_a_server(
    inside: tengen.Client, client: tengen.Client, spec: dict[str, Any]
) -> None:
    with sessions(inside, client, spec) as pair:
        play(pair, 150, random.Random(5))


@pytest.mark.parametrize("step_count", STEP_COUNTS)
@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_direct_results_of_many_steps_equal_those_of_a_server(
    inside: tengen.Client, client: tengen.Client, spec: dict[str, Any], step_count: int
) -> None:
    with sessions(inside, client, spec) as pair:
        play(pair, step_count, random.Random(6))


def test_direct_forks_equal_those_of_a_server(inside: tengen.Client, client: tengen.Client) -> None:
    generator = random.Random(3)
    for is_copied in (True, False):
        pairs = [sessions(inside, client, {"size": 5, "copy": is_copied})]
        masks = [pairs[0].call("reset", seed=2)[1]["action_mask"]]
        for _ in range(60):
            index = generator.randrange(len(pairs))
            fork = Pair(pairs[index].direct.fork(), pairs[index].other.fork())
            action = generator.choice(np.flatnonzero(masks[index]))
            mask = fork.call("step", action)[-1]["action_mask"]
            assert fork.direct.state().actions == fork.other.state().actions
            if mask.any():
                pairs.append(fork)
                masks.append(mask)
        for pair in pairs:
            pair.call("close")


def test_direct_calls_send_no_message(
    inside: tengen.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with inside.create_session(9) as session, monkeypatch.context() as patched:
        patched.setattr(Transport, "change", lambda *_: pytest.fail("a message was sent"))
        session.reset(seed=1)
        observations = [session.step(action).observation for action in range(20)]
        fork = session.fork()
        fork.step(np.int64(30))
        again = fork.fork()
        fork.close()
        session.step(tengen.RESIGN)
        session.reset()

    assert not np.array_equal(observations[0], observations[19])
    assert again.state().actions == (*range(20), 30)
    with pytest.raises(tengen.SessionNotFoundError):
        fork.step(3)


def test_direct_errors_of_a_reset_are_those_of_a_server(
    inside: tengen.Client, client: tengen.Client
) -> None:
    with sessions(inside, client, {"size": 5}) as pair:
        for seed in (-1, 2**64):
            assert isinstance(pair.call("reset", seed=seed), ErrorSeen)
        assert isinstance(pair.call("reset", options={"task_id": "x"}), ErrorSeen)
        for session in (pair.direct, pair.other):
            with pytest.raises(TypeError, match="seed must be an integer"):
                session.reset(seed="1")
            with pytest.raises(TypeError, match="action must be an integer"):
                session.step(True)


def test_direct_steps_are_among_the_requests_that_are_remembered(
    inside: tengen.Client, client: tengen.Client
) -> None:
    # These points are not adjacent, so that no stone is captured.
    with sessions(inside, client, {"size": 19}) as pair:
        first = pair.call("step", 0, request_id="first")
        for number in range(1, 32):
            pair.call("step", 4 * number)

        assert (
            pair.call("step", 0, request_id="first")[-1]["state_hash"] == (first[-1]["state_hash"])
        )
        pair.call("step", 4 * 32)
        assert isinstance(pair.call("step", 0, request_id="first"), ErrorSeen)


def test_direct_results_with_copies_never_change(inside: tengen.Client) -> None:
    with inside.create_session(5) as session:
        _, info = session.reset(seed=1)
        seen = []
        for _ in range(40):
            result = session.step(int(np.flatnonzero(info["action_mask"])[0]))
            info = result.info
            seen.append((result, copy.deepcopy(tuple(result))))
    del session
    gc.collect()
    jpype.java.lang.System.gc()

    for result, before in seen:
        equal(tuple(result)[:4], before[:4])
        equal(dict(result.info), before[4])
        assert result.observation.flags.writeable
        assert result.info["action_mask"].flags.writeable


def test_direct_results_without_copies_are_views_until_the_next_call(
    inside: tengen.Client,
) -> None:
    with inside.create_session(5, copy=False) as session:
        start, _ = session.reset(seed=1)
        first = session.step(12)
        planes, mask = first.observation.copy(), first.info["action_mask"].copy()
        with session.fork() as fork:
            fork.step(3)
        with pytest.raises(ValueError, match="read-only"):
            first.observation[0] = 1
        session.legal_actions()

        equal(first.observation.tobytes(), planes.tobytes())
        equal(first.info["action_mask"].tobytes(), mask.tobytes())

        second = session.step(7)

    assert np.shares_memory(first.observation, second.observation)
    assert np.shares_memory(start, second.observation)
    assert np.shares_memory(first.info["action_mask"], second.info["action_mask"])
    equal(first.observation.tobytes(), second.observation.tobytes())
    # All else is that of the step.
    assert (first.info["move_number"], second.info["move_number"]) == (1, 2)
    assert first.info["state_hash"] != second.info["state_hash"]


def test_direct_arrays_outlive_their_session() -> None:
    client = tengen.connect("embedded")
    session = client.create_session(9, copy=False)
    planes = session.step(40).observation
    before = planes.copy()
    session.close()
    client.close()
    del session, client
    for _ in range(3):
        gc.collect()
        jpype.java.lang.System.gc()

    assert planes.tobytes() == before.tobytes()


def test_direct_infos_read_late_are_those_of_their_call(
    inside: tengen.Client, client: tengen.Client
) -> None:
    late: list[SessionInfo] = []
    early: list[SessionInfo] = []
    for each, infos in ((inside, late), (client, early)):
        with each.create_session(5, rules="blog-2011", encodings="katago-v7", seed=1) as session:
            infos.append(session.reset(seed=3)[1])
            infos += [session.step(action).info for action in (3, 25, 7, 25, 25, 25)]
            infos.append(session.propose_dead_stones([]).info)
            infos.append(session.propose_dead_stones([]).info)
            infos.append(session.reset()[1])

    for one, other in zip(late, early, strict=True):
        equal(dict(one), dict(other))


def test_direct_steps_of_a_session_in_threads_have_their_own_results(
    inside: tengen.Client,
) -> None:
    # These points are not adjacent, so that they are legal in any order.
    points = list(range(0, 361, 4))
    with (
        inside.create_session(19, encodings="alphazero-17") as session,
        ThreadPoolExecutor(8) as threads,
    ):
        results = list(threads.map(session.step, points))

    assert sorted(result.info["move_number"] for result in results) == list(
        range(1, len(points) + 1)
    )
    for point, result in zip(points, results, strict=True):
        # The planes are those of the opponent of the player who has moved.
        assert result.observation[1].flat[point] == 1
        assert result.observation[:2].sum() == result.info["move_number"]
        assert result.info["actions"] == (point,)


def test_call_while_the_first_direct_step_is_prepared(
    inside: tengen.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    actions: list[int] = []

    def interrupted(*words: Any, **options: Any) -> Any:
        if not actions:  # As a signal handler may do.
            actions.append(3)
            actions.extend(session.step(7).info["actions"])
        return direct_steps(*words, **options)

    monkeypatch.setattr("tengen._transport.direct_steps", interrupted)
    with inside.create_session(5) as session:
        result = session.step(12)

    assert actions == [3, 7]
    assert result.info["actions"] == (12,)
    assert result.info["move_number"] == 2


def test_direct_step_in_a_signal_handler_has_its_own_result(inside: tengen.Client) -> None:
    seen: list[tuple[int, ...]] = []
    with inside.create_session(19) as session:

        def handle(*_: object) -> None:
            if len(seen) < 30:
                seen.append(session.step(331 + len(seen)).info["actions"])
                signal.setitimer(signal.ITIMER_REAL, 0.001)

        before = signal.signal(signal.SIGALRM, handle)
        signal.setitimer(signal.ITIMER_REAL, 0.001)
        try:
            number = 0
            while len(seen) < 30:
                if number % 40 == 0:
                    session.reset()
                point = 7 * (number % 40)
                assert session.step(point).info["actions"] == (point,)
                number += 1
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    assert seen == [(331 + number,) for number in range(30)]


ENVIRONMENTS: list[dict[str, Any]] = [
    {"size": 5, "opponent": None},
    {"size": 5, "opponent": None, "copy": False},
    {"size": (4, 6), "opponent": None, "observation_layout": "hwc", "max_moves": 30},
    {"size": 5, "opponent": "greedy", "agent_color": "white", "reward_mode": "area-delta"},
    {"size": 1, "agent_color": "white", "terminal_mask": "all"},
    {"size": 5, "opponent": None, "illegal_action_policy": "ignore", "max_illegal_actions": 3},
    {"size": 5, "illegal_action_policy": "reject", "symmetry": "drawn", "terminal_mask": "none"},
    {"size": 5, "opponent": None, "encoding": "katago-v7", "copy": False},
    {"size": 5, "opponent": None, "render_mode": "ansi", "encoding": "tactical"},
    {"size": 9, "task": "race-class0:split=test", "opponent": "oracle"},
    {"size": 5, "rules": "blog-2011", "opponent": None},
]


def play_environments(pair: Pair, step_count: int, generator: random.Random) -> None:
    """Plays in two environments."""
    observation, _ = pair.call("reset", seed=1)
    is_over = False
    for number in range(step_count):
        if is_over:
            observation, _ = pair.call("reset", **({"seed": number} if number % 3 else {}))
        any_action = generator.choice([tengen.RESIGN, *range(len(observation["action_mask"]))])
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        action = any_action if generator.random() < 0.05 or not legal else generator.choice(legal)
        result = pair.call("step", np.int64(action))
        if isinstance(result, ErrorSeen):
            is_over = result["type"] == "EpisodeOverError"
            continue
        observation, _, terminated, truncated, _ = result
        equal(pair.direct.action_masks(), observation["action_mask"].astype(np.bool_))
        is_over = terminated or truncated
        if pair.direct.render_mode is not None and number % 20 == 0:
            pair.call("render")


def environments(address: str, arguments: dict[str, Any]) -> Pair:
    return Pair(*(tengen.GoEnv(address=each, **arguments) for each in ("embedded", address)))


@pytest.mark.parametrize("arguments", ENVIRONMENTS, ids=str)
def test_direct_environments_equal_those_of_a_server(
    server_address: str, arguments: dict[str, Any]
) -> None:
    with environments(server_address, arguments) as pair:
        play_environments(pair, 150, random.Random(5))


@pytest.mark.parametrize("step_count", STEP_COUNTS)
@pytest.mark.parametrize("arguments", ENVIRONMENTS, ids=str)
def test_direct_environments_of_many_steps_equal_those_of_a_server(
    server_address: str, arguments: dict[str, Any], step_count: int
) -> None:
    with environments(server_address, arguments) as pair:
        play_environments(pair, step_count, random.Random(6))


def test_direct_environment_with_copies_gives_arrays_that_the_caller_may_change() -> None:
    with tengen.GoEnv(5, opponent=None, address="embedded") as env:
        env.reset(seed=1)
        observation, *_, info = env.step(12)
        mask = observation["action_mask"]
        expected = mask.copy()
        mask[:] = 7
        observation["observation"][:] = 9
        info["action_mask"][:] = 8
        later, *_ = env.step(13)

        assert env.action_masks().sum() == later["action_mask"].sum() == expected.sum() - 1
        assert (mask == 7).all()
        assert (info["action_mask"] == 8).all()
        assert (observation["observation"] == 9).all()


def test_direct_infos_do_not_keep_their_environment() -> None:
    env = tengen.GoEnv(5, opponent=None, address="embedded")
    env.reset(seed=1)
    *_, info = env.step(12)
    session = env.session
    del env
    gc.collect()
    tengen.GoEnv(5, address="embedded").close()

    with pytest.raises(tengen.SessionNotFoundError):
        session.state()
    assert info["move_number"] == 1


def run(program: str) -> str:
    """Runs a program in a fresh process, and returns its output."""
    done = run_to_end(sys.executable, "-c", program, timeout=TIMEOUT_SECONDS)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.full
def test_forked_child_reads_arrays_and_its_parent_plays_on() -> None:
    program = (
        "import gc, os, tengen\n"
        "client = tengen.launch(embedded=True)\n"
        "session = client.create_session(5, copy=False)\n"
        "env = tengen.GoEnv(5, opponent=None, address='embedded')\n"
        "env.reset(seed=1)\n"
        "result = session.step(3)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    print(result.observation[1].flat[3], result.info['move_number'], flush=True)\n"
        "    for attempt in (lambda: session.step(4), session.reset, lambda: env.step(3)):\n"
        "        try:\n"
        "            attempt()\n"
        "        except RuntimeError as error:\n"
        "            print('was used before this process was forked' in str(error), flush=True)\n"
        "    try:\n"
        "        env.reset()\n"
        "    except tengen.LaunchError as error:\n"
        "        print(error.reason, flush=True)\n"
        "    del session, result, env, client\n"
        "    gc.collect()\n"
        "    raise SystemExit(0)\n"
        "_, status = os.waitpid(child, 0)\n"
        "print(os.waitstatus_to_exitcode(status), session.step(4).info['move_number'],\n"
        "    env.step(3)[4]['move_number'])\n"
    )

    assert run(program).split("\n") == ["1 1", "True", "True", "True", "FORKED", "0 2 1"]


@pytest.mark.full
def test_random_interleavings_do_not_crash() -> None:
    """Closes, drops, forks and interrupts sessions, and keeps some of their arrays."""
    program = (
        "import gc, os, random, signal, threading, numpy as np, tengen\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "generator = random.Random(4)\n"
        "kept, open_ones, ended = [], [], 0\n"
        "client = tengen.launch(embedded=True)\n"
        "def play(each, count):\n"
        "    result = each.reset()\n"
        "    for _ in range(count):\n"
        "        if len(result) == 5 and (result[2] or result[3]):\n"
        "            return\n"
        "        mask = result[-1]['action_mask']\n"
        "        result = each.step(int(generator.choice(np.flatnonzero(mask))))\n"
        "        kept.append((result[0], result[-1]))\n"
        "def one():\n"
        "    size, is_copied = generator.choice([2, 9, 19]), generator.random() < 0.5\n"
        "    opponent = generator.choice([None, 'random', 'monte-carlo:playouts=1'])\n"
        "    if generator.random() < 0.5:\n"
        "        made = tengen.GoEnv(size, opponent=opponent, address='embedded', copy=is_copied)\n"
        "    else:\n"
        "        other = tengen.connect('embedded')\n"
        "        made = other.create_session(size, opponent=opponent, copy=is_copied,\n"
        "            encodings=generator.choice(['alphazero-17', 'katago-v7', ()]),\n"
        "            observation_format=generator.choice(['bits', 'uint8', 'float32']))\n"
        "        if generator.random() < 0.3:\n"
        "            threads = [threading.Thread(target=made.reset) for _ in range(3)]\n"
        "            for thread in threads:\n"
        "                thread.start()\n"
        "            other.close() if generator.random() < 0.5 else made.step(0)\n"
        "            for thread in threads:\n"
        "                thread.join()\n"
        "            return\n"
        "        if generator.random() < 0.5:\n"
        "            play(made, 3)\n"
        "            made = made.fork()\n"
        "    open_ones.append(made)\n"
        "    play(made, generator.randint(0, 40))\n"
        "    if generator.random() < 0.7:\n"
        "        open_ones.remove(made)\n"
        "    if generator.random() < 0.5:\n"
        "        made.close()\n"
        "threading.excepthook = lambda given: None\n"
        "for number in range(1000):\n"
        "    timer = threading.Timer(generator.uniform(0, 0.02), os.kill,\n"
        "        (os.getpid(), signal.SIGINT))\n"
        "    try:\n"
        "        if number % 5 == 0:\n"
        "            timer.start()\n"
        "        one()\n"
        "        timer.cancel()\n"
        "        if number % 5 == 0:\n"
        "            timer.join()\n"
        "    except KeyboardInterrupt:\n"
        "        ended += 1\n"
        "    if number % 50 == 0:\n"
        "        gc.collect()\n"
        "        child = os.fork()\n"
        "        if child == 0:\n"
        "            sum(len(info) for _, info in kept[-3:])\n"
        "            os._exit(0)\n"
        "        assert os.waitpid(child, 0)[1] == 0\n"
        "    del kept[:-50], open_ones[:-5]\n"
        "    for planes, info in kept[-3:]:\n"
        "        planes = planes['observation'] if isinstance(planes, dict) else planes\n"
        "        len(info) + (0 if planes is None else planes.sum())\n"
        "print(ended > 20)\n"
    )

    assert run(program) == "True"
