"""Gumbel search at the server against mctx itself, on real positions. Skipped without mctx."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest

import tengen
from tengen.search import Gumbel, Leaves, Search

jax = pytest.importorskip("jax")
mctx = pytest.importorskip("mctx")

import jax.numpy as jnp  # noqa: E402
from jax.experimental import io_callback  # noqa: E402

PLANE_COUNT = 17


def mixed(numbers: Any) -> Any:
    """Returns well mixed bits, uint32."""
    numbers = (numbers ^ (numbers >> np.uint32(16))) * np.uint32(0x45D9F3B)
    return numbers ^ (numbers >> np.uint32(16))


def hashed(planes: Any, action_count: int) -> tuple[Any, Any]:
    """Evaluates positions by a hash. A weight has 9 bits, so that the server stores it exactly."""
    cells = planes.reshape(len(planes), -1).astype(np.uint32)
    places = mixed(np.arange(1, cells.shape[1] + 1, dtype=np.uint32))
    state = mixed((cells * places).sum(1, dtype=np.uint32))
    actions = np.arange(action_count, dtype=np.uint32) * np.uint32(0x9E3779B9)
    bits = mixed(state[:, None] + actions)
    exponents = ((bits >> np.uint32(8)) & np.uint32(7)).astype(np.float32)
    fractions = (bits & np.uint32(255)).astype(np.float32) / 256
    weights = np.ldexp(1 + fractions, -exponents.astype(int))
    values = (mixed(state ^ np.uint32(0x5BD1E995)) & np.uint32(0xFFFF)).astype(np.float32)
    return weights, values / 32768 - 1


def logits_and_values(nodes: tengen.Nodes) -> tuple[Any, Any]:
    """Evaluates nodes as mctx wants it: illegal actions have no chance, ends of games no value."""
    mask = nodes.action_mask().astype(bool)
    weights, values = hashed(nodes.planes(), mask.shape[1])
    return np.where(mask, np.log(weights), np.float32(-1e9)), np.where(mask.any(1), values, 0)


class Trees:
    """The trees of mctx, whose positions are nodes of a forest, by numbers that fit into int32."""

    def __init__(self, forest: tengen.Forest, roots: Any) -> None:
        self._forest = forest
        self.handles = roots.handles
        self.end_count = 0

    def expand(self, parents: Any, actions: Any) -> tuple[Any, ...]:
        """Expands a node in each tree: its number, reward, discount, logits and value."""
        nodes = self._forest.expand(self.handles[parents], actions)
        is_new = nodes.handles != 0
        numbers = len(self.handles) + np.arange(len(parents), dtype=np.int32)
        handles = np.where(is_new, nodes.handles, self.handles[parents])
        self.handles = np.append(self.handles, handles)
        logits, values = logits_and_values(nodes)
        goes_on = is_new & nodes.action_mask().any(1)
        self.end_count += (is_new & ~goes_on).sum()
        mover = (2 - nodes.players_to_move.astype(int)).clip(0, 1)
        rewards = np.where(is_new, nodes.rewards[np.arange(len(mover)), mover], 0)
        discounts = np.where(goes_on, -1, 0)
        columns = (rewards, discounts, logits, np.where(goes_on, values, 0))
        return numbers, *(np.asarray(column, np.float32) for column in columns)


class Found(NamedTuple):
    """The actions that searches found, the visits of all actions, and the values of the roots."""

    actions: Any
    visits: Any
    values: Any
    end_count: int = 0


def by_mctx(forest: tengen.Forest, starts: list[tengen.TreeRoot], simulation_count: int) -> Found:
    roots = forest.plant(*starts)
    mask = roots.action_mask().astype(bool)
    count, action_count = mask.shape
    trees = Trees(forest, roots)
    number = jax.ShapeDtypeStruct((count,), jnp.float32)
    logits = jax.ShapeDtypeStruct((count, action_count), jnp.float32)
    shapes = (jax.ShapeDtypeStruct((count,), jnp.int32), number, number, logits, number)

    def recurrent(_params: Any, _key: Any, actions: Any, parents: Any) -> tuple[Any, Any]:
        numbers, reward, discount, priors, value = io_callback(
            trees.expand, shapes, parents, actions, ordered=True
        )
        output = mctx.RecurrentFnOutput(
            reward=reward, discount=discount, prior_logits=priors, value=value
        )
        return output, numbers

    priors, value = logits_and_values(roots)
    root = mctx.RootFnOutput(
        prior_logits=priors, value=value, embedding=jnp.arange(count, dtype=jnp.int32)
    )
    policy = jax.jit(
        partial(
            mctx.gumbel_muzero_policy,
            recurrent_fn=recurrent,
            num_simulations=simulation_count,
            gumbel_scale=0.0,
        )
    )(None, jax.random.key(1), root, invalid_actions=jnp.asarray(~mask))
    summary = policy.search_tree.summary()
    forest.release(trees.handles[: len(mask)])
    return Found(policy.action, summary.visit_counts, summary.value, trees.end_count)


def by_server(
    address: str, size: int, starts: list[tengen.TreeRoot], simulation_count: int
) -> Found:
    def evaluate(leaves: Leaves) -> tuple[Any, Any]:
        return hashed(leaves.planes, leaves.action_count)

    method = Gumbel(is_symmetry_drawn=False)
    with Search(
        evaluate, size, address=address, search=method, prior_kind="probabilities"
    ) as search:
        positions = search.add(*starts)
        search.run(positions, simulation_count)
        found = search.read(positions)
    visits = np.zeros((len(starts), size * size + 1), int)
    for row, result in enumerate(found):
        visits[row, result.actions] = result.visit_counts
    return Found(
        np.array([result.best_action for result in found]),
        visits,
        np.array([result.value for result in found]),
    )


def random_positions(forest: tengen.Forest, size: int, count: int) -> list[tengen.TreeRoot]:
    """Returns positions after random moves, of which none has ended the game."""
    random = np.random.default_rng(size)
    starts = [tengen.TreeRoot.start(size, komi=0.5)] * count
    nodes = forest.plant(*starts)
    lines: list[list[int]] = [[] for _ in range(count)]
    lengths = random.integers(0, 3 * size * size // 2, count)
    handles = nodes.handles
    for move in range(lengths.max()):
        weights = random.random((count, size * size + 1)) * nodes.action_mask()
        weights[:, -1] *= 0.6  # Rarely a pass, except where few points are left.
        actions = weights.argmax(1)
        nodes = forest.expand(handles, actions)
        goes_on = nodes.action_mask().any(1)
        for row in np.flatnonzero(goes_on & (move < lengths)):
            lines[row].append(int(actions[row]))
        lengths[~goes_on] = 0
        handles = np.where(goes_on, nodes.handles, handles)
    return [tengen.TreeRoot.start(size, komi=0.5).then(line) for line in lines]


CASES = [(3, 150, 32), (5, 150, 64), (7, 100, 32), (9, 100, 50)]
"""Size, positions and simulations: 500 positions in all, a fifth of them in the full tier."""


@pytest.mark.parametrize(
    ("size", "count", "simulation_count"),
    [
        pytest.param(size, count // share, simulation_count, marks=mark)
        for share, mark in ((5, pytest.mark.full), (1, pytest.mark.long))
        for size, count, simulation_count in CASES
    ],
)
def test_same_visits_as_mctx(
    address: str, client: tengen.Client, size: int, count: int, simulation_count: int
) -> None:
    with client.open_forest(size) as forest:
        starts = random_positions(forest, size, count)
        expected = by_mctx(forest, starts, simulation_count)

    found = by_server(address, size, starts, simulation_count)

    np.testing.assert_array_equal(found.visits, expected.visits)
    np.testing.assert_array_equal(found.actions, expected.actions)
    np.testing.assert_allclose(found.values, expected.values, atol=1e-6)
    assert expected.end_count > 0  # Ends of games have exact values in both.
