"""Trees at a server, compared with sessions that play the same moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import tengen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from faulty_proxy import FaultyProxy

PASS = 25


@pytest.fixture
def forest(client: tengen.Client) -> Iterator[tengen.Forest]:
    with client.open_forest(5, max_node_count=3000) as made:
        yield made


def test_open_forest_reports_its_limits(client: tengen.Client, forest: tengen.Forest) -> None:
    assert (forest.width, forest.height, forest.action_count) == (5, 5, 26)
    assert forest.max_node_count == 3000
    assert forest.encodings == ("alphazero-17",)
    limits = client.server_info().limits
    assert 1 <= limits.max_node_count <= 10_000_000  # What fits into the memory of the server.
    assert 1 <= limits.max_tree_count <= 10_000


def test_nodes_equal_the_same_line_in_a_session(
    client: tengen.Client, forest: tengen.Forest
) -> None:
    random = np.random.default_rng(3)
    over_count = 0
    for game in range(5):
        root = tengen.TreeRoot.start(5, max_moves=30 + game)
        nodes = forest.plant(root)
        with client.create_session(5, max_moves=30 + game) as session:
            _, info = session.reset(seed=1)
            is_over = False
            while not is_over:
                assert nodes.state_hashes[0] == info["state_hash"]
                assert np.array_equal(nodes.action_mask()[0], info["action_mask"])
                assert np.array_equal(nodes.planes()[0], session.observe()["alphazero-17"])
                action = int(random.choice(np.flatnonzero(info["action_mask"])))
                nodes = forest.expand(nodes.handles, [action])
                step = session.step(action)
                info, is_over = step.info, step.terminated or step.truncated
                assert (nodes.terminated[0], nodes.truncated[0]) == (
                    step.terminated,
                    step.truncated,
                )
                assert nodes.is_over[0] == is_over
            over_count += bool(nodes.is_over[0])
    assert over_count == 5
    assert forest.tree_count == 5


def test_roots_of_sessions_and_snapshots_are_where_those_stand(
    client: tengen.Client, forest: tengen.Forest
) -> None:
    with client.create_session(5) as session:
        session.reset(seed=1)
        session.step(12)
        expected = session.step(13).info["state_hash"]
        nodes = forest.plant(
            tengen.TreeRoot.session(session),
            tengen.TreeRoot.session(session.session_id),
            tengen.TreeRoot.snapshot(session.snapshot()),
            tengen.TreeRoot.start(5).then([12]).then([13]),
        )
    assert nodes.state_hashes.tolist() == [expected] * 4
    assert nodes.move_numbers.tolist() == [2] * 4


def test_illegal_action_is_reported_in_its_row(forest: tengen.Forest) -> None:
    root = forest.plant(tengen.TreeRoot.start(5)).handles[0]
    nodes = forest.expand([root, root], [12, 26])
    assert nodes.handles[0] != 0
    assert nodes.handles[1] == 0
    assert nodes.illegal_reasons.tolist() == [0, tengen.IllegalReason.OUT_OF_RANGE]
    assert len(nodes) == 2
    assert forest.node_count == 2


def test_release_and_reroot_count_nodes(forest: tengen.Forest) -> None:
    root = forest.plant(tengen.TreeRoot.start(5)).handles[0]
    first, second = forest.expand([root, root], [1, 2]).handles
    below = forest.expand([first, first], [3, 4]).handles
    assert forest.reroot([first]) == 2
    assert forest.release(below[:1]) == 1
    assert forest.node_count == 2
    with pytest.raises(tengen.InvalidArgumentError, match=str(second)):
        forest.expand([second], [3])
    assert forest.release([first]) == 2
    assert forest.tree_count == 0


def test_several_pending_requests_are_answered_in_order(forest: tengen.Forest) -> None:
    root = forest.plant(tengen.TreeRoot.start(5)).handles[0]
    for action in range(10):
        forest.send([root], [action])
    for action in range(10):
        assert forest.receive().action_mask()[0, action] == 0


def test_a_forest_of_two_encodings_has_the_planes_of_both(client: tengen.Client) -> None:
    with client.open_forest((4, 3), encodings=("gymgo-6", "alphazero-17")) as forest:
        nodes = forest.plant(tengen.TreeRoot.start((4, 3)).then([0]))
        assert nodes.planes(0).shape == (1, 6, 3, 4)
        planes = nodes.planes(1)
        assert planes.shape == (1, 17, 3, 4)
        assert planes[0, 1, 0, 0] == 1
        assert planes[0].sum() == 1


def test_wrong_arguments_are_refused_and_the_forest_stays_usable(forest: tengen.Forest) -> None:
    root = forest.plant(tengen.TreeRoot.start(5)).handles[0]
    with pytest.raises(TypeError, match="actions must be integers"):
        forest.expand([root], [1.5])
    with pytest.raises(tengen.InvalidArgumentError, match="is not a one-dimensional shape"):
        forest.expand([[root]], [1])
    with pytest.raises(tengen.InvalidArgumentError, match="outside the range of uint64"):
        forest.expand([-1], [1])
    with pytest.raises(tengen.InvalidArgumentError, match="outside the range of int32"):
        forest.expand([root], [2**31])
    with pytest.raises(tengen.InvalidArgumentError, match="actions") as caught:
        forest.expand([root], [1, 2])
    assert caught.value.reason == "INVALID_VALUE"
    assert caught.value.metadata["field"] == "actions"
    with pytest.raises(tengen.ResourceExhaustedError) as full:
        forest.expand([root] * 3000, [1] * 3000)
    assert full.value.reason == "TOO_MANY_NODES"
    with pytest.raises(tengen.SessionNotFoundError):
        forest.plant(tengen.TreeRoot.session("x"))
    assert len(forest.expand([], [])) == 0
    assert forest.node_count == 1


def test_open_forest_with_wrong_values_is_refused(client: tengen.Client) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="max_node_count 10000001"):
        client.open_forest(5, max_node_count=10_000_001)
    with pytest.raises(tengen.InvalidArgumentError, match="encodings"):
        client.open_forest(5, encodings=["x"])


def test_broken_connection_raises_trees_lost(proxy: FaultyProxy) -> None:
    with tengen.connect(proxy.address) as client, client.open_forest(5) as forest:
        forest.plant(tengen.TreeRoot.start(5))
        proxy.close()
        for _ in range(2):
            with pytest.raises(tengen.TreesLostError, match="all trees are lost"):
                forest.plant(tengen.TreeRoot.start(5))


def test_nodes_after_the_end_have_rewards_winner_and_margin(forest: tengen.Forest) -> None:
    root = forest.plant(tengen.TreeRoot.start(5, komi=7.5).then([PASS]))
    nodes = forest.expand(root.handles, [PASS])

    assert root.rewards.tolist() == [[0, 0]]
    assert nodes.rewards.tolist() == [[-1, 1]]
    assert nodes.winners.tolist() == [tengen.Color.WHITE]
    assert nodes.margins.tolist() == [-7.5]


def test_every_action_after_the_end_is_episode_over(forest: tengen.Forest) -> None:
    end = forest.plant(tengen.TreeRoot.start(5).then([PASS, PASS])).handles[0]

    nodes = forest.expand([end] * 4, [tengen.RESIGN, 26, -1, 12])

    assert set(nodes.illegal_reasons.tolist()) == {tengen.IllegalReason.EPISODE_OVER}
    assert not nodes.handles.any()


def test_nodes_under_agreement_rules_report_when_proposals_are_due(forest: tengen.Forest) -> None:
    blog = tengen.TreeRoot.start(5, rules="blog-2011").then([12, PASS, PASS])
    roots = forest.plant(blog, tengen.TreeRoot.start(5))

    nodes = forest.expand(roots.handles, [PASS, PASS])

    assert roots.is_agreement.tolist() == [False, False]
    assert nodes.is_agreement.tolist() == [True, False]
    assert np.flatnonzero(nodes.action_mask()[0]).tolist() == [PASS]
