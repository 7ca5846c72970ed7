"""The parts `jax`, `pgx` and `pgx-network` of `measure.py`."""

from __future__ import annotations

import itertools
from functools import partial
from typing import TYPE_CHECKING, Any

import figures
import jax
import jax.numpy as jnp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

COMPILED_STEPS = 32
"""So many steps of Pgx are one call of compiled code."""


def make_network(size: int, scale: figures.Scale) -> Callable[[Any], Any]:
    """Returns the logits of actions for planes of shape (boards, height, width, planes)."""
    channels, dtype = scale.channels, jnp.bfloat16
    keys = iter(jax.random.split(jax.random.PRNGKey(5), 2 * scale.blocks + 2))

    def weights(inputs: int) -> Any:
        drawn = jax.random.normal(next(keys), (3, 3, inputs, channels))
        return (drawn * (2 / (9 * inputs)) ** 0.5).astype(dtype)

    def convolution(planes: Any, kernel: Any) -> Any:
        layout = ("NHWC", "HWIO", "NHWC")
        return jax.lax.conv_general_dilated(
            planes, kernel, (1, 1), "SAME", dimension_numbers=layout
        )

    first = weights(17)
    blocks = [(weights(channels), weights(channels)) for _ in range(scale.blocks)]
    points = size * size
    policy = (jax.random.normal(next(keys), (channels * points, points + 1)) * 0.01).astype(dtype)

    def network(planes: Any) -> Any:
        features = jax.nn.relu(convolution(planes.astype(dtype), first))
        for one, other in blocks:
            change = convolution(jax.nn.relu(convolution(features, one)), other)
            features = jax.nn.relu(features + 0.1 * change)
        return (features.reshape(len(features), -1) @ policy).astype(jnp.float32)

    return network


def measure_tengen(scale: figures.Scale) -> None:
    """Measures the network alone and steering boards of Tengen."""
    from tengen.jax import JaxVectorEnv  # noqa: PLC0415 - Pgx does not need it
    from tengen_boards import measure_policy  # noqa: PLC0415

    what = "network steering boards"
    for size in scale.sizes:
        measure_policy(
            JaxVectorEnv,
            size,
            scale,
            make_policy(size, make_network(size, scale)),
            what,
            wait=jax.block_until_ready,
            observation_layout="hwc",
        )


def make_policy(size: int, network: Callable[[Any], Any]) -> Callable[[dict[str, Any]], Any]:
    """Returns a policy that draws legal actions from the logits of a network."""
    from tengen.jax import unpack  # noqa: PLC0415 - Pgx does not need it

    @jax.jit
    def act(packed: Any, mask: Any, call: int) -> Any:
        logits = network(unpack(packed, (size, size, 17), jnp.bfloat16))
        key = jax.random.fold_in(jax.random.PRNGKey(1), call)
        return jax.random.categorical(key, jnp.where(mask, logits, -jnp.inf))

    calls = itertools.count()
    return lambda rows: act(rows["observation"], rows["action_mask"], next(calls))


def measure_pgx(scale: figures.Scale, *, with_network: bool) -> None:
    """Measures boards of Pgx."""
    what = "Pgx, network steering boards" if with_network else "Pgx, boards alone"
    for size in scale.sizes:
        network = make_network(size, scale) if with_network else None
        for count in scale.device_boards:
            run = pgx_run(size, count, network)
            # Compiling takes most of the time, so there are fewer turns.
            figures.show(what, size, count, figures.rates({what: run}, scale.seconds, 1)[what])


def pgx_run(size: int, count: int, network: Callable[[Any], Any] | None) -> figures.Run:
    """Returns a run of boards of Pgx, whose loop is compiled: nothing leaves the device.

    Args:
      size: The size of the boards.
      count: The number of boards.
      network: The policy. None: all legal actions have the same chance.
    """
    from pgx.experimental import auto_reset  # noqa: PLC0415 - Tengen does not need it
    from pgx.go import Go  # noqa: PLC0415

    env = Go(size=size, komi=figures.KOMI)
    step = jax.vmap(auto_reset(env.step, env.init))

    def turn(_: int, carried: Any) -> Any:
        state, key = carried
        key, draw, reset = jax.random.split(key, 3)
        mask = state.legal_action_mask
        logits = jnp.zeros(mask.shape) if network is None else network(state.observation)
        actions = jax.random.categorical(draw, jnp.where(mask, logits, -jnp.inf))
        return step(state, actions, jax.random.split(reset, count)), key

    @partial(jax.jit, donate_argnums=0)
    def play(carried: Any) -> Any:
        return jax.lax.fori_loop(0, COMPILED_STEPS, turn, carried)

    keys = jax.random.split(jax.random.PRNGKey(0), count)
    carried = (jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(1))

    def run(seconds: float) -> float:
        def steps() -> Iterator[int]:
            nonlocal carried
            while True:
                carried = play(carried)
                jax.block_until_ready(carried[1])
                yield COMPILED_STEPS * count

        return figures.loop_rate(steps(), seconds)

    return run


if __name__ == "__main__":
    part, measured = figures.options()
    if part == "jax":
        measure_tengen(measured)
    else:
        measure_pgx(measured, with_network=part == "pgx-network")
