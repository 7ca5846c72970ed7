"""Writes searches_of_mctx.txt: Gumbel searches by mctx, on an empty 9x9 board without captures.

    pip install mctx
    python searches_of_mctx.py > searches_of_mctx.txt

A line has the number of simulations, the seed of the network, the action, the value of the root, the share of the action
in the improved policy, and the visits of each visited action. The network is a hash of the moves; MctxAgreementTest has
the same one.
"""

import jax
import jax.numpy as jnp
import mctx
import numpy as np

POINT_COUNT = 81
ACTION_COUNT = 82
SEED_COUNT = 12
SIMULATION_COUNTS = (1, 2, 5, 16, 33, 64, 200)


def mix(number):
    number = number ^ (number >> 16)
    number = number * jnp.uint32(0x45D9F3B)
    return number ^ (number >> 16)


def evaluate(state, is_occupied):
    """Returns logits and the value. Priors have 9 bits, so that 16 bits keep them."""
    bits = mix(state + jnp.arange(POINT_COUNT, dtype=jnp.uint32) * jnp.uint32(0x9E3779B9))
    exponents = ((bits >> 8) & 7).astype(jnp.float32)
    mantissas = (bits & 255).astype(jnp.float32) / 256
    points = jnp.log1p(mantissas) - exponents * jnp.log(2.0)
    logits = jnp.append(points, -100 * jnp.log(2.0))
    value = ((mix(state ^ jnp.uint32(0x5BD1E995)) & 0xFFFF).astype(jnp.float32) - 32768) / 65536
    return jnp.where(is_occupied, -1e9, logits), value


def expand(params, key, action, embedding):
    state, is_occupied = embedding
    move = action.astype(jnp.uint32) * jnp.uint32(2654435761)
    state = mix(state * jnp.uint32(1664525) + jnp.uint32(1013904223) + move)
    actions = jnp.arange(ACTION_COUNT)
    is_occupied |= (actions == action[:, None]) & (actions < POINT_COUNT)
    logits, value = jax.vmap(evaluate)(state, is_occupied)
    output = mctx.RecurrentFnOutput(
        reward=jnp.zeros_like(value),
        discount=-jnp.ones_like(value),
        prior_logits=logits,
        value=value,
    )
    return output, (state, is_occupied)


for simulation_count in SIMULATION_COUNTS:
    state = mix(jnp.arange(SEED_COUNT, dtype=jnp.uint32))
    is_occupied = jnp.zeros((SEED_COUNT, ACTION_COUNT), bool)
    logits, value = jax.vmap(evaluate)(state, is_occupied)
    output = mctx.gumbel_muzero_policy(
        None,
        jax.random.PRNGKey(0),
        mctx.RootFnOutput(prior_logits=logits, value=value, embedding=(state, is_occupied)),
        expand,
        simulation_count,
        invalid_actions=is_occupied,
        gumbel_scale=0.0,
    )
    summary = output.search_tree.summary()
    for seed in range(SEED_COUNT):
        visits = np.array(summary.visit_counts[seed], int)
        action = int(output.action[seed])
        counts = " ".join(f"{index}:{visits[index]}" for index in np.flatnonzero(visits))
        share = float(output.action_weights[seed, action])
        print(f"{simulation_count} {seed} {action} {float(summary.value[seed]):.7f} {share:.7f} {counts}")
