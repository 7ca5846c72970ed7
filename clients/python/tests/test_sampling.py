from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tengen import sample_actions


@pytest.mark.parametrize("kind", [np.bool_, np.int8, np.uint8])
def test_sample_actions_draws_legal_ones(kind: Any) -> None:
    random = np.random.default_rng(1)
    mask = random.random((500, 82)) < random.random((500, 1))
    mask[:, -1] = True

    actions = sample_actions(mask.astype(kind), random)

    assert actions.shape == (500,)
    assert mask[np.arange(500), actions].all()


def test_sample_actions_is_uniform() -> None:
    random = np.random.default_rng(2)
    mask = np.tile(np.array([1, 0, 1, 1, 0, 0, 1, 1], np.int8), (50_000, 1))

    counts = np.bincount(sample_actions(mask, random), minlength=8)

    assert counts[mask[0] == 0].tolist() == [0, 0, 0]
    # Five standard deviations of a binomial.
    assert np.abs(counts[mask[0] == 1] - 10_000).max() < 5 * np.sqrt(50_000 * 0.2 * 0.8)


@pytest.mark.parametrize("empty", [[0], [3], [0, 1, 2, 3], [1, 2]])
def test_sample_actions_without_a_legal_one_is_the_pass(empty: list[int]) -> None:
    mask = np.zeros((4, 10), np.int8)
    mask[:, 2] = 1
    mask[empty] = 0

    actions = sample_actions(mask, np.random.default_rng(3))

    assert actions.tolist() == [9 if row in empty else 2 for row in range(4)]


def test_sample_actions_same_seed_same_actions() -> None:
    mask = np.ones((20, 26), np.int8)

    first, second = (sample_actions(mask, np.random.default_rng(4)) for _ in range(2))

    assert first.tolist() == second.tolist()


def test_sample_actions_of_a_view() -> None:
    mask = np.ones((20, 52), np.int8)[::2, ::2]

    assert sample_actions(mask, np.random.default_rng(5)).max() < 26


def test_sample_actions_with_an_older_numpy_draws_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    mask = np.random.default_rng(6).integers(0, 2, (200, 362), np.int8)
    expected = sample_actions(mask, np.random.default_rng(7))
    monkeypatch.delattr(np, "bitwise_count", raising=False)

    assert sample_actions(mask, np.random.default_rng(7)).tolist() == expected.tolist()


@pytest.mark.parametrize("action_count", [1, 2, 8, 63, 64, 65, 82, 128, 362, 626])
def test_sample_actions_takes_the_kth_legal_one(action_count: int) -> None:
    mask = np.random.default_rng(8).integers(0, 2, (300, action_count), np.int8)
    mask[:, -1] = 1
    fractions = np.random.default_rng(9).random(300)

    actions = sample_actions(mask, np.random.default_rng(9))

    expected = [
        np.flatnonzero(row)[int(fraction * row.sum())]
        for row, fraction in zip(mask, fractions, strict=True)
    ]
    assert actions.tolist() == expected
