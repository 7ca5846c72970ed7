"""The search finds the solution of small positions, deterministically."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from reference_search import ReferenceSearch

import tengen
from tengen.search import PuctSearch, SearchTree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

Arrays = tuple["NDArray[np.float64]", "NDArray[np.float64]"]
PASS = 25

# Black to move captures three stones at 14 (third row, last column). No other move captures.
CAPTURE = tengen.Setup(
    black_points=(5, 6, 7, 8, 15, 16, 17, 18, 10),
    white_points=(11, 12, 13),
    player_to_move=tengen.Color.BLACK,
)


@pytest.fixture
def forest(client: tengen.Client) -> Iterator[tengen.Forest]:
    with client.open_forest(5, max_node_count=20_000) as made:
        yield made


def uniform(observations: NDArray[np.uint8], masks: NDArray[np.uint8]) -> Arrays:
    """Returns uniform priors and values of 0."""
    return masks.astype(np.float64), np.zeros(len(observations))


def counting(observations: NDArray[np.uint8], masks: NDArray[np.uint8]) -> Arrays:
    """Evaluates by stones: plane 0 has those of the player to move, plane 1 the others."""
    lead = observations[:, 0].sum(axis=(1, 2), dtype=np.int64) - observations[:, 1].sum(
        axis=(1, 2), dtype=np.int64
    )
    return masks.astype(np.float64), lead / 25


def searched(
    forest: tengen.Forest, root: tengen.TreeRoot, policy_value: Any, **given: Any
) -> SearchTree:
    search = PuctSearch(forest, policy_value, **given)
    (tree,) = search.plant(root)
    search.run([tree], 400)
    return tree


def test_evaluation_that_counts_stones_finds_the_capture(forest: tengen.Forest) -> None:
    tree = searched(forest, tengen.TreeRoot.start(5, setup=CAPTURE), counting)
    assert tree.best_action() == 14
    assert tree.visit_counts[14] > 100


def test_uniform_evaluation_finds_the_win(forest: tengen.Forest) -> None:
    # White has passed, and Black leads, so that a pass wins at once.
    tree = searched(forest, tengen.TreeRoot.start(5).then([12, PASS]), uniform)
    assert tree.best_action() == PASS
    assert tree.value > 0.5


def test_uniform_evaluation_avoids_the_loss(forest: tengen.Forest) -> None:
    # Black has passed on the empty board, so that White wins by komi if it passes, too.
    root = tengen.TreeRoot.start(5, komi=0.5).then([PASS])
    assert searched(forest, root, uniform).best_action() == PASS
    behind = tengen.TreeRoot.start(5, komi=-0.5).then([PASS])
    tree = searched(forest, behind, uniform)
    assert tree.best_action() != PASS
    assert tree.visit_counts[PASS] < 40


@pytest.mark.parametrize("leaves", [1, 8, 64])
def test_run_visits_as_many_leaves_as_asked_for(forest: tengen.Forest, leaves: int) -> None:
    search = PuctSearch(forest, counting, leaves_per_round=leaves)
    trees = search.plant(
        tengen.TreeRoot.start(5), tengen.TreeRoot.start(4), tengen.TreeRoot.start(3)
    )
    search.run(trees, 100)
    assert [int(tree.visit_counts.sum()) for tree in trees] == [100] * 3
    for tree in trees:
        # No virtual loss remains.
        assert np.all(np.abs(tree.totals) <= tree.visit_counts)
        assert abs(tree.value) < 0.2


def test_run_of_no_visits_does_nothing_and_of_fewer_is_refused(forest: tengen.Forest) -> None:
    search = PuctSearch(forest, counting)
    (tree,) = search.plant(tengen.TreeRoot.start(5))
    search.run([tree], 0)
    assert not tree.visit_counts.any()
    with pytest.raises(tengen.InvalidArgumentError, match="visit_count"):
        search.run([tree], -1)


def test_the_same_seed_leads_to_the_same_tree(forest: tengen.Forest) -> None:
    root = tengen.TreeRoot.start(5, setup=CAPTURE)
    trees = [
        searched(forest, root, counting, noise_alpha=0.3, noise_fraction=0.5, seed=seed)
        for seed in (1, 1, 2)
    ]
    assert np.array_equal(trees[0].visit_counts, trees[1].visit_counts)
    assert not np.array_equal(trees[0].visit_counts, trees[2].visit_counts)


def test_advance_keeps_what_is_below_the_move(forest: tengen.Forest) -> None:
    search = PuctSearch(forest, counting)
    (tree,) = search.plant(tengen.TreeRoot.start(5))
    search.run([tree], 300)
    action = tree.best_action()
    visits = tree.visit_counts[action]
    search.advance(tree, action)
    # The first visit created the node.
    assert tree.visit_counts.sum() == visits - 1
    assert forest.node_count == visits
    assert tree.visit_counts[action] == 0
    search.run([tree], 50)
    assert tree.visit_counts.sum() == visits + 49


def test_advance_by_an_action_never_searched_makes_its_node(forest: tengen.Forest) -> None:
    search = PuctSearch(forest, uniform)
    (tree,) = search.plant(tengen.TreeRoot.start(5))
    search.advance(tree, 7)
    assert forest.node_count == 1
    with pytest.raises(tengen.InvalidArgumentError, match="action 7 is illegal"):
        search.advance(tree, 7)
    with pytest.raises(ValueError, match="no action was visited"):
        tree.best_action()


def test_a_game_is_played_to_its_end(forest: tengen.Forest) -> None:
    search = PuctSearch(forest, counting, leaves_per_round=16)
    trees = search.plant(tengen.TreeRoot.start(3, komi=0), tengen.TreeRoot.start(3, max_moves=6))
    for _ in range(60):
        going_on = [tree for tree in trees if not tree.is_over]
        search.run(trees, 32)
        for tree in going_on:
            search.advance(tree, tree.best_action())
    assert all(tree.is_over for tree in trees)
    assert forest.node_count == 2
    search.release(*trees)
    assert forest.node_count == 0


def test_advance_all_with_an_illegal_action_makes_no_move(forest: tengen.Forest) -> None:
    search = PuctSearch(forest, uniform)
    trees = search.plant(*[tengen.TreeRoot.start(5).then([7])] * 2)
    with pytest.raises(tengen.InvalidArgumentError, match="action 7 is illegal"):
        search.advance_all(trees, [8, 7])
    assert trees[0].legal[8]
    search.advance_all(trees, [8, 9])
    assert [bool(tree.legal[8]) for tree in trees] == [False, True]


def test_released_rows_are_reused(forest: tengen.Forest) -> None:
    search = PuctSearch(forest, counting)
    for _ in range(5):
        trees = search.plant(*[tengen.TreeRoot.start(5)] * 2)
        search.run(trees, 100)
        search.advance_all(trees, [tree.best_action() for tree in trees])
        search.run(trees, 100)
        search.release(*trees)
        assert forest.node_count == 0
    assert max(tree.root for tree in trees) < 512


def test_evaluation_of_the_wrong_shape_raises(forest: tengen.Forest) -> None:
    def too_little(observations: NDArray[np.uint8], masks: NDArray[np.uint8]) -> Arrays:
        return masks[:, 1:].astype(np.float64), np.zeros(len(observations))

    search = PuctSearch(forest, too_little)
    with pytest.raises(ValueError, match=r"arrays of shape \(1, 26\) and \(1,\), not \(1, 25\)"):
        search.plant(tengen.TreeRoot.start(5))


def test_full_forest_leaves_the_tree_unchanged(client: tengen.Client) -> None:
    with client.open_forest(5, max_node_count=50) as small:
        search = PuctSearch(small, uniform)
        (tree,) = search.plant(tengen.TreeRoot.start(5))
        with pytest.raises(tengen.ResourceExhaustedError):
            search.run([tree], 100)
        assert tree.visit_counts.sum() == small.node_count - 1
        assert np.all(np.abs(tree.totals) <= tree.visit_counts)


def drawn(observations: NDArray[np.uint8], masks: NDArray[np.uint8]) -> Arrays:
    """Derives evaluations from observations in integers, independent of the batch."""
    flat = observations.reshape(len(observations), -1).astype(np.int64)
    numbers = np.random.default_rng(5).integers(0, 1000, (flat.shape[1], masks.shape[1] + 1))
    judgments = flat @ numbers % 1009
    return np.add(judgments[:, :-1] ** 3, 1.0), np.divide(judgments[:, -1], 504.5) - 1


def roots_of_all_kinds() -> list[tengen.TreeRoot]:
    """Returns roots at the start, near the end, near truncation, and on smaller boards."""
    return [
        tengen.TreeRoot.start(5, setup=CAPTURE),
        tengen.TreeRoot.start(5).then([12, PASS]),
        tengen.TreeRoot.start(5, max_moves=3),
        tengen.TreeRoot.start((4, 3), komi=0),
        tengen.TreeRoot.start(2, komi=0),
    ]


@pytest.mark.parametrize(
    ("leaves", "counts"), [(1, (27, 1004, 0)), (8, (27, 938, 10)), (64, (18, 542, 8))]
)
def test_concurrent_trees_equal_sequential_ones(
    forest: tengen.Forest, leaves: int, counts: tuple[int, int, int]
) -> None:
    search = PuctSearch(forest, drawn, leaves_per_round=leaves)
    reference = ReferenceSearch(forest, drawn, leaves)
    trees = search.plant(*roots_of_all_kinds())
    nodes = reference.plant(*roots_of_all_kinds())
    compared_count = 0
    for _ in range(6):
        search.run(trees, 150)
        for tree, node in zip(trees, nodes, strict=True):
            if node.is_over:
                assert tree.is_over
                continue
            reference.run(node, 150)
            assert np.array_equal(tree.visit_counts[node.actions], node.visits)
            assert np.allclose(tree.totals[node.actions], node.totals, rtol=0, atol=1e-9)
            compared_count += 1
        going_on = [tree for tree in trees if not tree.is_over]
        actions = {tree: tree.best_action() for tree in going_on}
        nodes = [
            node.child(actions[tree]) if tree in actions else node
            for tree, node in zip(trees, nodes, strict=True)
        ]
        search.advance_all(going_on, list(actions.values()))
    assert (compared_count, reference.ended_count, reference.duplicate_count) == counts


def test_tree_has_the_rewards_winner_and_margin_of_its_root(forest: tengen.Forest) -> None:
    search = PuctSearch(forest, uniform)
    (tree,) = search.plant(tengen.TreeRoot.start(5, komi=7.5).then([PASS]))
    before = (tree.rewards.tolist(), tree.winner, tree.margin)

    search.advance(tree, PASS)

    assert before == ([0, 0], None, 0.0)
    assert tree.is_over
    assert tree.rewards.tolist() == [-1, 1]
    assert tree.winner is tengen.Color.WHITE
    assert tree.margin == -7.5
