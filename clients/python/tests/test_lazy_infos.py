from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import pytest

from tengen._lazy_infos import LazyInfos

if TYPE_CHECKING:
    from collections.abc import Callable

BUILT = {"reward": 1, "action": 2}


def lazy() -> LazyInfos:
    return LazyInfos.of(lambda: dict(BUILT))


READS: list[Callable[[LazyInfos], Any]] = [
    dict,
    list,
    len,
    bool,
    repr,
    copy.copy,
    copy.deepcopy,
    reversed,
    lambda infos: {**infos},
    lambda infos: infos | {"more": 3},
    lambda infos: {"more": 3} | infos,
    lambda infos: infos.copy(),
    lambda infos: infos.get("reward"),
    lambda infos: infos.get("more"),
    lambda infos: infos["action"],
    lambda infos: list(infos.items()),
    lambda infos: list(infos.keys()),
    lambda infos: list(infos.values()),
    lambda infos: infos.pop("reward"),
    lambda infos: infos.popitem(),
    lambda infos: infos.setdefault("reward", 7),
    lambda infos: "reward" in infos,
    lambda infos: infos == BUILT,
    lambda infos: infos != BUILT,
    lambda infos: pickle.loads(pickle.dumps(infos)),
]


@pytest.mark.parametrize("read", READS)
def test_reading_returns_what_a_dict_returns(read: Callable[[Any], Any]) -> None:
    expected, found = read(dict(BUILT)), read(lazy())

    assert list(found) == list(expected) if read is reversed else found == expected


def test_merging_into_a_dict_includes_all_infos() -> None:
    merged: dict[str, Any] = {"more": 3}

    merged.update(lazy())

    assert merged == {"more": 3, **BUILT}


def test_changes_before_the_first_read_are_kept() -> None:
    infos = lazy()
    infos["env_id"] = 5
    infos["reward"] = 6

    assert list(infos.items()) == [("reward", 6), ("action", 2), ("env_id", 5)]


def test_changes_of_all_infos_before_the_first_read_are_those_of_a_dict() -> None:
    removed, updated, cleared = lazy(), lazy(), lazy()
    del removed["reward"]
    updated |= {"reward": 8}
    cleared.clear()

    assert (removed, updated, cleared) == ({"action": 2}, {"reward": 8, "action": 2}, {})


def test_a_key_that_was_set_is_read_without_building() -> None:
    infos = LazyInfos.of(lambda: pytest.fail("the infos were built"))

    infos["env_id"] = 5

    assert infos["env_id"] == 5


def test_building_gets_the_arguments() -> None:
    infos = LazyInfos.of(lambda *given: {"given": given}, 1, 2)

    assert infos["given"] == (1, 2)


def test_infos_are_built_once() -> None:
    calls = []

    def build() -> dict[str, Any]:
        calls.append(1)
        return dict(BUILT)

    infos = LazyInfos.of(build)

    assert infos["reward"] + infos["action"] + len(infos) == 5
    with pytest.raises(KeyError, match="more"):
        infos["more"]
    assert calls == [1]
