"""Groups of boards in flight, with NumPy arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from grouped_contract import GroupedContract, moves
from server_process import ServerProcess

from tengen.grouped import GroupedVectorEnv

if TYPE_CHECKING:
    from pathlib import Path


class TestGroupedVectorEnv(GroupedContract):
    kind = GroupedVectorEnv


def test_groups_differ_by_at_most_one_board(address: str) -> None:
    with GroupedVectorEnv(5, 11, group_count=4, address=address) as envs:
        assert envs.groups == [slice(0, 2), slice(2, 5), slice(5, 8), slice(8, 11)]
        assert repr(envs).endswith("num_envs=11), group_count=4)")


@pytest.mark.full
def test_boards_of_a_journal_are_resumed(tmp_path: Path) -> None:
    arguments: dict[str, Any] = {"journal": "run", "opponent": None, "group_count": 2}
    with ServerProcess("--store", str(tmp_path / "store.db")) as server:
        with GroupedVectorEnv(5, 6, address=server.address, **arguments) as envs:
            envs.reset(seed=1)
            steps = list(envs.stream(moves, 3))
        with GroupedVectorEnv(5, 6, address=server.address, **arguments) as envs:
            observations, infos = envs.resume()
            (one, other) = envs.stream(moves, 1)

    assert infos["move_number"].tolist() == [3] * 6
    last = np.concatenate([step.next_observations["observation"] for step in steps[-2:]])
    assert np.array_equal(observations["observation"], last)
    assert [*one.infos["move_number"], *other.infos["move_number"]] == [4] * 6


def test_boards_are_rendered(address: str) -> None:
    with GroupedVectorEnv(5, 4, address=address, render_mode="ansi", opponent=None) as envs:
        envs.reset(seed=1)
        for _ in envs.stream(moves, 2):
            pass
        texts = envs.render()

    assert len(texts) == 4
    assert "X" in texts[0]
