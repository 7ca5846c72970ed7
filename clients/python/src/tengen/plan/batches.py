"""Measures batches: steps of a vector environment, with a policy and over a network."""

from __future__ import annotations

import statistics
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

import tengen
from tengen._delay_proxy import DelayProxy
from tengen.plan.points import BatchPoint
from tengen.plan.processors import processor_seconds

if TYPE_CHECKING:
    from collections.abc import Sequence

ENCODING = "alphazero-17"
WARM_STEPS = 20
STEPS_PER_POINT = 1.5
"""Random games have almost twice as many moves as the board has points."""

TURNS = 3
WARM_UP_SECONDS = 4.0


def measure_batch(
    server: tengen.LocalServer,
    size: int,
    lanes: int,
    *,
    round_trip: float = 0.0,
    policy: float = 0.0,
) -> BatchPoint:
    """Measures a vector environment: random legal actions, planes as bits.

    The boards begin together, and a step takes longer late in the games than early. So every
    point has steps from the same part of the games, not as many as fit into some time.

    The policy is a pause, as if an accelerator computed it. With a round trip, the boards are
    stepped through a proxy that delays, and its bytes are counted.
    """
    if not round_trip:
        return _measure(size, lanes, server.address, None, policy=policy)
    with DelayProxy(server.address, round_trip) as proxy:
        point = _measure(size, lanes, proxy.address, proxy, policy=policy)
    return replace(point, round_trip=round_trip)


def _measure(
    size: int,
    lanes: int,
    address: str,
    proxy: DelayProxy | None,
    *,
    policy: float,
) -> BatchPoint:
    random = np.random.default_rng(1)
    # With a list of servers, none of them shares memory with the client: as on another machine.
    servers = address if proxy is None else [address]
    with tengen.make_vec(
        size, lanes, encoding=ENCODING, opponent=None, address=servers, array_format="packed"
    ) as envs:
        observations, _ = envs.reset(seed=1)
        times: list[float] = []
        processor, bytes_before = 0.0, 0
        for index in range(WARM_STEPS + round(STEPS_PER_POINT * size**2)):
            if index == WARM_STEPS:
                processor = processor_seconds()
                bytes_before = proxy.byte_count() if proxy else 0
            begin = time.perf_counter()
            actions = tengen.sample_actions(observations["action_mask"], random)
            if policy:
                time.sleep(policy)
            observations, *_ = envs.step(actions)
            times.append(time.perf_counter() - begin)
        count = len(times) - WARM_STEPS
        used = processor_seconds() - processor
        byte_count = proxy.byte_count() - bytes_before if proxy else 0
    return BatchPoint(
        size=size,
        lanes=lanes,
        round_trip=0.0,
        policy=policy,
        seconds=statistics.median(times[WARM_STEPS:]),
        processor_seconds=used / count,
        bytes_per_step=byte_count / (count * lanes),
    )


def measure_batches(points: Sequence[dict[str, Any]]) -> list[BatchPoint]:
    """Measures vector environments in turns, each several times.

    Args:
      points: The arguments of `measure_batch` for each.

    Returns:
      For each, the medians of its turns.
    """
    measured: list[list[BatchPoint]] = [[] for _ in points]
    with tengen.LocalServer(transport="tcp") as server:
        # A server that was just started takes several times as long for a step.
        for size in {point["size"] for point in points}:
            end = time.monotonic() + WARM_UP_SECONDS
            while time.monotonic() < end:
                measure_batch(server, size, 1024)
        for _ in range(TURNS):
            for turns, point in zip(measured, points, strict=True):
                turns.append(measure_batch(server, **point))
    return [
        replace(
            turns[0],
            seconds=statistics.median(turn.seconds for turn in turns),
            processor_seconds=statistics.median(turn.processor_seconds for turn in turns),
        )
        for turns in measured
    ]
