"""Searches of positions at a server."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tengen
from tengen.search import Gumbel, Leaves, Position, PositionResult, Puct, Search

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PASS = 25


def hashed(leaves: Leaves) -> tuple[Any, Any]:
    """Evaluates positions by a hash of what is seen of them."""
    priors = np.zeros((len(leaves), leaves.action_count), np.float32)
    values = np.zeros(len(leaves), np.float32)
    for row, observation in enumerate(leaves.packed):
        random = np.random.default_rng(zlib.crc32(observation.tobytes()))
        priors[row] = random.random(leaves.action_count) ** 4
        values[row] = random.uniform(-0.6, 0.6)
    return priors, values


class Later:
    """Evaluations that are computed when they are asked for."""

    def __init__(self, leaves: Leaves) -> None:
        self._leaves = leaves

    def result(self) -> tuple[Any, Any]:
        return hashed(self._leaves)


@pytest.fixture
def make(address: str) -> Iterator[Callable[..., Search]]:
    made = []

    def create(evaluate: Any = hashed, size: Any = 5, **options: Any) -> Search:
        search = Search(
            evaluate,
            size,
            **{"address": address, "seed": 3, "prior_kind": "probabilities", **options},
        )
        made.append(search)
        return search

    yield create
    for search in made:
        search.close()


def same(first: PositionResult, second: PositionResult) -> bool:
    """Returns whether two results have the same numbers."""
    return numbers(first) == numbers(second)


def numbers(result: PositionResult) -> list[Any]:
    return [
        result.visit_count,
        result.node_count,
        result.value,
        result.actions.tolist(),
        result.visit_counts.tolist(),
        result.values.tolist(),
        result.priors.tolist(),
        [line.tolist() for line in result.variations],
        None if result.policy is None else result.policy.tolist(),
    ]


def start(*actions: int) -> tengen.TreeRoot:
    return tengen.TreeRoot.start(5, komi=0.5).then(actions)


def test_run_adds_simulations_and_read_returns_them(make: Callable[..., Search]) -> None:
    search = make()
    (position,) = search.add(start(12))
    (before,) = search.read([position])

    search.run([position], 50)
    search.run([position], 30)
    (found,) = search.read([position], max_variation_length=4)

    assert (before.value, before.policy, len(before.actions)) == (None, None, 0)
    with pytest.raises(ValueError, match="no action was visited"):
        _ = before.best_action
    assert found.visit_count == 80
    assert found.visit_counts.sum() == 80
    assert list(found.visit_counts) == sorted(found.visit_counts, reverse=True)
    assert found.best_action == found.actions[0]
    assert 12 not in found.actions
    assert found.value is not None
    assert -1 <= found.value <= 1
    assert found.policy is not None
    np.testing.assert_allclose(found.policy[found.actions], found.visit_counts / 80, rtol=1e-6)
    assert [line[0] for line in found.variations] == list(found.actions)
    assert max(map(len, found.variations)) == 4
    assert 0 < found.priors.sum() <= 1.001
    assert search.position_count == 1


@pytest.mark.parametrize("settings", [Puct(leaves_per_round=4), Gumbel(leaves_per_round=4)])
@pytest.mark.parametrize(
    ("evaluate", "options"),
    [
        (hashed, {"group_count": 3}),
        (Later, {"group_count": 1}),
        (Later, {"group_count": 2}),
        (hashed, {"group_count": 100}),
    ],
)
def test_results_do_not_depend_on_groups(
    make: Callable[..., Search], evaluate: Any, options: dict[str, Any], settings: Any
) -> None:
    one, other = make(search=settings), make(evaluate, search=settings, **options)
    roots = [start(), start(12), start(12, PASS), start(*range(10))]
    expected = one.add(*roots)
    positions = other.add(*roots)
    for _ in range(2):
        one.run(expected, 40)
        other.run(positions, 40)
        results = one.read(expected)

        assert all(map(same, results, other.read(positions)))
        assert [result.visit_count > 0 for result in results] == [
            not position.is_over for position in expected
        ]
        for search, of_search in ((one, expected), (other, positions)):
            search.advance(
                [position for position in of_search if not position.is_over],
                [result.best_action for result in results if result.visit_count],
            )


def test_results_are_the_same_inside_this_process(
    make: Callable[..., Search], inside: tengen.Client
) -> None:
    one, other = (
        make(search=Puct(leaves_per_round=4)),
        make(search=Puct(leaves_per_round=4), address="embedded"),
    )
    assert inside is not None
    expected, positions = one.add(start(), start(7)), other.add(start(), start(7))
    one.run(expected, 60)
    other.run(positions, 60)

    assert other.transport != one.transport or one.transport == "embedded"
    assert all(map(same, one.read(expected), other.read(positions)))


def test_sessions_snapshots_and_moves_name_the_same_position(
    make: Callable[..., Search], client: tengen.Client
) -> None:
    search = make(search=Puct(is_symmetry_drawn=False))
    with client.create_session(5, komi=0.5) as session:
        session.reset()
        session.step(12)
        session.step(7)
        positions = search.add(
            tengen.TreeRoot.session(session),
            tengen.TreeRoot.snapshot(session.snapshot()),
            start(12, 7),
        )
    search.run(positions, 60)
    results = search.read(positions)

    assert [position.move_number for position in positions] == [2, 2, 2]
    assert same(results[0], results[1])
    assert same(results[0], results[2])


def test_search_plays_a_game_to_its_end(make: Callable[..., Search]) -> None:
    search = make(size=3)
    root = tengen.TreeRoot.start(3, max_moves=20, score_on_truncation=True)
    (position,) = search.add(root)
    players = []
    while not position.is_over:
        players.append(position.player_to_move)
        search.run([position], 20)
        search.advance([position], [search.read([position])[0].best_action])

    assert position.move_number == len(players)
    assert players[:3] == [tengen.Color.BLACK, tengen.Color.WHITE, tengen.Color.BLACK]
    assert position.game_result in (-1, 1)
    search.run([position], 20)  # It is skipped.
    assert search.read([position])[0].visit_count == 0
    assert "over" in repr(position)


def test_reused_tree_keeps_the_visits_of_the_move(make: Callable[..., Search]) -> None:
    kept, dropped = make(), make(search=Puct(is_tree_reused=False))
    for search in (kept, dropped):
        (position,) = search.add(start())
        search.run([position], 100)
        (found,) = search.read([position])
        search.advance([position], [found.best_action])
        (after,) = search.read([position])
        assert after.visit_count == (found.visit_counts[0] - 1 if search is kept else 0)


def test_positions_have_rules_of_their_own(make: Callable[..., Search]) -> None:
    search = make()
    positions = search.add(
        tengen.TreeRoot.start(5, rules="japanese"), tengen.TreeRoot.start(5, komi=-20.5)
    )
    for position in positions:
        search.advance([position], [PASS])
        search.advance([position], [PASS])

    assert [position.is_over for position in positions] == [True, True]
    assert [position.game_result for position in positions] == [-1, 1]


def test_float16_layout_and_encoding(make: Callable[..., Search]) -> None:
    shapes = set()

    def evaluate(leaves: Leaves) -> tuple[Any, Any]:
        shapes.add((leaves.planes.shape[1:], leaves.globals.shape[1], leaves.slots.dtype))
        assert (leaves.masks.sum(axis=1) > 1).all()
        assert set(leaves.slots) <= {position.handle for position in positions}
        return np.zeros((len(leaves), leaves.action_count)), np.zeros(len(leaves))

    search = make(
        evaluate,
        (7, 5),
        encoding="katago-v7",
        observation_layout="hwc",
        is_half=True,
        prior_kind="logits",
    )
    positions = search.add(tengen.TreeRoot.start((7, 5)), tengen.TreeRoot.start((7, 5)).then([3]))
    search.run(positions, 20)

    assert shapes == {((5, 7, 22), 19, np.dtype("<u8"))}
    assert [result.visit_count for result in search.read(positions)] == [20, 20]


class Faulty:
    """An evaluator that fails once, in one of several ways."""

    def __init__(self, way: str) -> None:
        self.way = way
        self.left = 3

    def __call__(self, leaves: Leaves) -> tuple[Any, Any]:
        priors, values = hashed(leaves)
        self.left -= 1
        if self.left == 0:
            if self.way == "raises":
                raise RuntimeError("out of order")
            if self.way == "shape":
                return priors[:, :-1], values
            priors[0, :] = np.nan
        return priors, values


@pytest.mark.parametrize(
    ("way", "error", "match"),
    [
        ("raises", RuntimeError, "out of order"),
        ("shape", ValueError, r"priors of shape \(\d+, 25\)"),
        ("nan", tengen.InvalidArgumentError, "priors"),
    ],
)
def test_run_continues_after_an_error_of_the_evaluator(
    make: Callable[..., Search], way: str, error: type[Exception], match: str
) -> None:
    settings = Puct(leaves_per_round=4)
    good, bad = make(search=settings), make(Faulty(way), search=settings, group_count=2)
    expected, positions = good.add(start(), start(3)), bad.add(start(), start(3))
    good.run(expected, 40)
    with pytest.raises(error, match=match):
        bad.run(positions, 40)
    with pytest.raises(tengen.InvalidArgumentError, match="await evaluations"):
        bad.read(positions)

    bad.run([], 1)

    assert all(map(same, good.read(expected), bad.read(positions)))
    assert good.evaluation_count == bad.evaluation_count


def test_errors_change_nothing(make: Callable[..., Search]) -> None:
    search = make()
    position, other = search.add(start(), start(3))
    for call, match in (
        (lambda: search.add(tengen.TreeRoot.start(6)), "size"),
        (lambda: search.add(start(3, 3)), "OCCUPIED"),
        (search.add, "roots"),
        (lambda: search.run([position], 0), "simulation_count"),
        (lambda: search.run([position, position], 1), "twice"),
        (lambda: search.advance([position, other], [3, 3]), "OCCUPIED"),
        (lambda: search.advance([position], [3, 4]), "actions"),
        (lambda: search.read([position], max_variation_length=1_001), "max_variation_length"),
        (lambda: search.release(position, Position(99)), "99"),
    ):
        with pytest.raises(tengen.InvalidArgumentError, match=match):
            call()
    with pytest.raises(TypeError, match="not a Position"):
        search.run(position, 1)  # type: ignore[arg-type]
    assert search.position_count == 2
    assert (position.move_number, other.move_number) == (0, 1)

    search.release(position)
    with pytest.raises(tengen.InvalidArgumentError, match=f"handle {position.handle}"):
        search.read([position])
    search.run([other], 5)
    assert search.read([other])[0].visit_count == 5


def test_open_with_wrong_arguments(make: Callable[..., Search]) -> None:
    for options, match in (
        ({"size": 26}, "size"),
        ({"encoding": "nonsense"}, "nonsense"),
        ({"group_count": 0}, "group_count"),
        ({"prior_kind": "odds"}, "prior_kind"),
        ({"search": Puct(leaves_per_round=1_025)}, "leaves_per_round"),
        ({"seed": -1}, "seed"),
    ):
        with pytest.raises(tengen.InvalidArgumentError, match=match):
            make(**options)


def test_many_positions_are_read_in_several_requests(make: Callable[..., Search]) -> None:
    search = make(size=19)
    positions = search.add(*[tengen.TreeRoot.start(19) for _ in range(60)])
    search.run(positions[:2], 3)

    results = search.read(positions, max_variation_length=1_000)

    assert [result.visit_count for result in results] == [3, 3] + [0] * 58


def test_closed_search_is_lost(make: Callable[..., Search]) -> None:
    with make() as search:
        (position,) = search.add(start())
        assert "1 positions" in repr(search)
    with pytest.raises(tengen.TreesLostError, match="closed"):
        search.run([position], 1)
