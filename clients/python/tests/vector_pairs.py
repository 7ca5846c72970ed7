"""Two vector environments that get the same requests, to compare two ways to a server."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
from exact_equality import equal
from gymnasium.vector import AutoresetMode
from processes import run_to_end

import tengen

if TYPE_CHECKING:
    from numpy.typing import NDArray

LANE_COUNT = 16
STEP_COUNT = 10_000 // LANE_COUNT
TIMEOUT_SECONDS = 180

MODES = list(AutoresetMode)
ARGUMENTS: list[dict[str, Any]] = [
    {"size": 5, "opponent": None},
    {"size": 5, "opponent": None, "array_format": "packed", "copy": False},
    {"size": 9, "opponent": None, "array_format": "float32", "copy": False},
    {"size": (4, 6), "opponent": None, "observation_layout": "hwc", "max_moves": 30},
    {"size": 19, "opponent": None, "array_format": "packed", "max_moves": 60},
    {"size": (6, 3), "array_format": "packed", "observation_layout": "hwc"},
    {"size": 3, "opponent": None, "symmetry": "drawn", "terminal_mask": "none"},
    {"size": 5, "opponent": "eye-safe-random", "agent_color": None, "symmetry": "drawn"},
    {"size": 5, "opponent": "greedy", "agent_color": "white", "reward_mode": "area-delta"},
    {"size": 5, "opponent": None, "illegal_action_policy": "ignore", "max_illegal_actions": 3},
    {"size": 5, "illegal_action_policy": "lose", "illegal_action_penalty": 0.5},
    {"size": 5, "opponent": None, "encoding": "katago-v7", "copy": False},
    {"size": 5, "opponent": None, "render_mode": "ansi", "encoding": "tactical"},
    {"size": 9, "task": "race-class0:split=test", "opponent": "oracle", "agent_color": None},
    {"size": 5, "rules": "blog-2011", "opponent": None},
    {
        "size": 5,
        "opponent": None,
        "lane_arguments": [{"komi": lane - 7.5, "max_moves": 20 + lane} for lane in range(16)],
    },
]


class Pair:
    """Two environments with the same arguments, which get the same requests.

    Args:
      one: The first environment, of LANE_COUNT boards.
      other: The second one.
    """

    def __init__(self, one: tengen.TengenVectorEnv, other: tengen.TengenVectorEnv) -> None:
        self.one = one
        self.other = other

    def __enter__(self) -> Pair:
        return self

    def __exit__(self, *_: object) -> None:
        self.one.close()
        self.other.close()

    def call(self, name: str, *given: Any, **more: Any) -> Any:
        """Calls a method of both, checks that the results or errors are equal, and returns them."""
        results = [outcome(envs, name, *given, **more) for envs in (self.one, self.other)]
        equal(results[0], results[1], name)
        if isinstance(results[0], ErrorSeen):
            raise AssertionError(results[0])
        return results[0]


class ErrorSeen(dict[str, Any]):
    """The fields of an error."""


def outcome(envs: tengen.TengenVectorEnv, name: str, *given: Any, **more: Any) -> Any:
    """Returns what a method returns, or its error."""
    try:
        return getattr(envs, name)(*given, **more)
    except tengen.TengenError as error:
        return ErrorSeen(
            type=type(error).__name__,
            reason=error.reason,
            message=error.message,
            metadata=error.metadata,
        )


def choose(mask: NDArray[np.int8], generator: np.random.Generator) -> NDArray[np.int64]:
    """Returns legal actions, and now and then any others."""
    actions = tengen.sample_actions(mask, generator)
    count, action_count = mask.shape
    others = generator.integers(0, action_count, size=(count,))
    others[generator.random(count) < 0.1] = tengen.NO_ACTION
    others[generator.random(count) < 0.1] = tengen.RESIGN
    return np.where(generator.random(count) < 0.08, others, actions)


def play(pair: Pair, step_count: int, mode: AutoresetMode) -> None:
    """Plays in both environments, with resets of some boards."""
    generator = np.random.default_rng(3)
    observations, infos = pair.call("reset", seed=1)
    is_over = np.zeros(LANE_COUNT, np.bool_)
    for number in range(step_count):
        if number % 29 == 28:
            mask = generator.random(LANE_COUNT) < 0.3
            mask[0] = True
            observations, infos = pair.call("reset", seed=number, options={"reset_mask": mask})
            is_over &= ~mask
        actions = choose(observations["action_mask"], generator)
        if mode is AutoresetMode.DISABLED:
            actions[is_over] = tengen.NO_ACTION
        more: dict[str, Any] = {}
        if "is_agreement" in infos and infos["is_agreement"].any() and number % 3:
            lane = int(np.flatnonzero(infos["is_agreement"])[0])
            actions[lane] = observations["action_mask"].shape[1] - 1
            more["dead_points"] = {lane: []}
        observations, _, terminations, truncations, infos = pair.call("step", actions, **more)
        is_over = terminations | truncations
        if mode is AutoresetMode.DISABLED and is_over.all():
            observations, infos = pair.call("reset", seed=number)
            is_over[:] = False
        if pair.one.render_mode is not None:
            equal(pair.one.render(), pair.other.render())


def play_parts(pair: Pair, step_count: int) -> None:
    """Plays in both environments with several requests in flight, of boards in any order."""
    pair.call("async_reset", seed=2)
    continue_parts(pair, step_count)


def continue_parts(pair: Pair, step_count: int) -> None:
    """Continues with the requests that are in flight."""
    generator = np.random.default_rng(5)
    for _ in range(step_count):
        observations, *_, infos = pair.call("recv")
        order = generator.permutation(len(infos["env_id"]))
        actions = choose(observations["action_mask"], generator)[order]
        pair.call("send", actions, infos["env_id"][order])


def interrupted_steps(address: str) -> str:
    """Interrupts steps ten times in another process.

    Returns:
      How often the interrupt was caught, and the number of boards in the result of a later step.
    """
    program = (
        "import os, signal, sys, threading, time, numpy as np, tengen\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "envs = tengen.TengenVectorEnv(19, 2000, opponent='monte-carlo:playouts=1',\n"
        "    max_moves=8, address=sys.argv[1])\n"
        "actions = np.full(2000, tengen.DRAWN_ACTION)\n"
        "envs.reset(seed=1)\n"
        "caught = 0\n"
        "for number in range(10):\n"
        "    envs.send(actions)\n"
        "    threading.Timer(0.03, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "    try:\n"
        "        envs.recv()\n"
        "        time.sleep(1)\n"
        "    except KeyboardInterrupt:\n"
        "        caught += 1\n"
        "        if envs._pending:\n"
        "            envs.recv()\n"
        "infos = envs.step(actions).infos\n"
        "print(caught, len(infos['move_number']))\n"
    )
    return run(program, address)


def random_interleavings(address: str, count: int, *, are_interrupted: bool) -> str:
    """Closes, drops, resets and interrupts environments in another process, and keeps some arrays.

    Args:
      address: The address of the server.
      count: The number of environments.
      are_interrupted: Whether some of them are interrupted, also while they connect. If gRPC is
        interrupted then, it may wait forever for a call that it has not begun.

    Returns:
      Whether any of them was interrupted.
    """
    program = (
        "import gc, os, random, signal, sys, threading, time, numpy as np, tengen\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "generator = random.Random(4)\n"
        "kept, open_ones, ended = [], [], 0\n"
        "def one():\n"
        "    size, count = generator.choice([3, 9, 19]), generator.choice([1, 40, 600])\n"
        "    envs = tengen.TengenVectorEnv(size, count, opponent=None, address=sys.argv[1],\n"
        "        copy=generator.random() < 0.5, batch_size=generator.randint(1, count),\n"
        "        array_format=generator.choice(['packed', 'uint8', 'float32']))\n"
        "    open_ones.append(envs)\n"
        "    envs.async_reset(seed=1)\n"
        "    for _ in range(generator.randint(0, 12)):\n"
        "        result = envs.recv()\n"
        "        kept.append((result.observations['observation'], result.infos))\n"
        "        rows = len(result.rewards)\n"
        "        if generator.random() < 0.1:\n"
        "            envs.async_reset(env_id=result.infos['env_id'])\n"
        "        else:\n"
        "            envs.send(np.full(rows, tengen.DRAWN_ACTION), result.infos['env_id'])\n"
        "    if generator.random() < 0.7:\n"
        "        open_ones.remove(envs)\n"
        "    if generator.random() < 0.5:\n"
        "        envs.close()\n"
        "count, period = int(sys.argv[2]), int(sys.argv[3])\n"
        "for number in range(1, count):\n"
        "    timer = threading.Timer(generator.uniform(0, 0.05), os.kill,\n"
        "        (os.getpid(), signal.SIGINT))\n"
        "    try:\n"
        "        if number % period == 0:\n"
        "            timer.start()\n"
        "        one()\n"
        "        timer.cancel()\n"
        "        if number % period == 0:\n"
        "            timer.join()\n"
        "    except KeyboardInterrupt:\n"
        "        ended += 1\n"
        "    del kept[:-50], open_ones[:-5]\n"
        "    if number % 100 == 0:\n"
        "        gc.collect()\n"
        "    sum(int(planes.sum()) + len(infos) for planes, infos in kept[-3:])\n"
        "print(ended > count // 50)\n"
    )
    return run(program, address, str(count), str(5 if are_interrupted else count))


def run(program: str, *words: str) -> str:
    """Runs a program in a fresh process, and returns its output."""
    done = run_to_end(sys.executable, "-c", program, *words, timeout=TIMEOUT_SECONDS)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
