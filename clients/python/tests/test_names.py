"""The names and keys that docs/reference/names.md lists are those of the package."""

from __future__ import annotations

import dataclasses
import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from google.protobuf import descriptor_pool
from gymnasium.vector import AutoresetMode

import tengen
import tengen.arena
import tengen.pettingzoo
from tengen import infos as info_types
from tengen import keywords
from tengen.v1 import analysis_pb2, arena_pb2, batch_pb2, environment_pb2, tree_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "names.md"
FILES = (analysis_pb2, arena_pb2, batch_pb2, environment_pb2, tree_pb2)
"""Generated modules that import all others."""

TASK = "race-class0"
RESET_ONLY = {"seed"}


def table(name: str) -> list[list[str]]:
    """Returns the cells of a table of the page, without its head."""
    text = PAGE.read_text().split(f"<!-- {name}: begin -->")[1].split(f"<!-- {name}: end -->")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[2:]]


def names(column: int) -> list[str]:
    """Returns the names in a column of the table of names."""
    return [name for row in table("names") for name in re.findall(r"`([^`]+)`", row[column])]


def keys(column: int) -> set[str]:
    """Returns the keys of `info` that a kind of environment can have."""
    return {row[0].strip("`") for row in table("keys") if row[column]}


SESSION, GYM, VECTOR = keys(1), keys(2), keys(3)


@pytest.mark.parametrize(
    ("info_type", "expected"),
    [
        (info_types.SessionInfo, SESSION),
        (info_types.GoInfo, GYM),
        (info_types.VectorInfos, VECTOR | {f"_{key}" for key in VECTOR - {"env_id"}}),
    ],
)
def test_types_of_infos_have_the_keys(info_type: Any, expected: set[str]) -> None:
    assert set(info_type.__annotations__) == expected


@pytest.mark.parametrize("name", names(1))
def test_names_of_the_contract_exist(name: str) -> None:
    assert FILES
    message, field = name.split(".")

    descriptor = descriptor_pool.Default().FindMessageTypeByName(f"tengen.v1.{message}")

    assert field in descriptor.fields_by_name


def parameters(function: Any) -> set[str]:
    """Returns the names of the parameters of a function, with those of a TypedDict of keywords."""
    found = inspect.signature(function).parameters
    unpacked = [
        match[1]
        for parameter in found.values()
        if (match := re.fullmatch(r"Unpack\[(\w+)\]", str(parameter.annotation)))
    ]
    return {*found, *(key for each in unpacked for key in getattr(keywords, each).__annotations__)}


@pytest.mark.parametrize("name", names(3))
def test_names_of_the_package_exist(name: str) -> None:
    if name.startswith("[") or name == "episode":
        assert name.strip("[]") in SESSION | GYM | VECTOR | {"episode"}
        return
    called = re.fullmatch(r"(.+)\((\w+)\)", name)
    owner, attribute = (called[1], called[2]) if called else name.rsplit(".", 1)
    found: Any = tengen
    for part in owner.split("."):
        found = getattr(found, part)
    if called:
        assert attribute in parameters(found)
    elif dataclasses.is_dataclass(found):
        assert attribute in {field.name for field in dataclasses.fields(found)} or hasattr(
            found, attribute
        )
    else:
        assert hasattr(found, attribute) or f"  {attribute}: " in (found.__doc__ or "")


def test_page_lists_many_names() -> None:
    assert len(names(1)) > 80
    assert len(names(2)) > 60
    assert len(names(3)) > 80
    assert min(len(SESSION), len(GYM), len(VECTOR)) > 18


@pytest.mark.parametrize("arguments", [{}, {"task": TASK}, {"encodings": ["katago-v7"]}], ids=str)
def test_session_has_the_keys(client: tengen.Client, arguments: dict[str, Any]) -> None:
    with client.create_session(9, seed=1, **arguments) as session:
        _, start = session.reset(seed=1)
        result = session.step(tengen.RESIGN)

    assert set(start) == SESSION
    assert set(result.info) == SESSION - RESET_ONLY
    assert (start["action"], result.info["action"]) == (None, tengen.RESIGN)


def gym_infos(address: str) -> Iterator[Mapping[str, Any]]:
    """Yields infos of Gymnasium environments that have every key, engine failures apart."""
    for arguments in ({}, {"opponent": None, "symmetry": "rotate-90"}, {"task": TASK, "size": 9}):
        with tengen.GoEnv(**{"size": 5, "address": address, **arguments}) as env:  # type: ignore[arg-type]
            yield env.reset(seed=1)[1]
            yield env.step(0 if arguments == {} else int(np.argmax(env.action_masks())))[4]
            yield env.step(tengen.RESIGN)[4]
            env.reset()
            if env.action_masks().all():
                env.step(0)
            yield env.step(int(np.argmin(env.action_masks())))[4]


def pettingzoo_infos(address: str) -> Iterator[Mapping[str, Any]]:
    """Yields infos of PettingZoo environments that have every key, engine failures apart."""
    for arguments in ({}, {"symmetry": "rotate-90"}, {"task": TASK, "size": 9}):
        env = tengen.pettingzoo.raw_env(**{"size": 5, "address": address, **arguments})  # type: ignore[arg-type]
        env.reset(seed=1)
        yield env.infos[env.agent_selection]
        for action in (int(env.session.pass_action), tengen.RESIGN):
            env.step(action)
            yield env.infos[env.agent_selection]
        env.reset(seed=1)
        if env.infos[env.agent_selection]["action_mask"].all():
            env.step(0)
        env.step(int(np.argmin(env.infos[env.agent_selection]["action_mask"])))
        yield env.infos[env.agent_selection]
        env.close()


@pytest.mark.parametrize("infos", [gym_infos, pettingzoo_infos])
def test_environments_have_the_keys(infos: Any, address: str) -> None:
    seen: set[str] = set().union(*infos(address))

    assert seen == GYM - {"end_message"}


def test_vector_environment_has_the_keys(address: str) -> None:
    seen: set[str] = set()
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        with tengen.TengenVectorEnv(
            9, 2, address=address, task=TASK, symmetry="rotate-90", autoreset_mode=mode
        ) as envs:
            seen |= set(envs.reset(seed=1)[1])
            seen |= set(envs.step(np.full(2, tengen.DRAWN_ACTION))[4])
            seen |= set(envs.step(np.full(2, tengen.RESIGN))[4])
            planes = envs.reset()[0]["observation"]
            envs.send([int(np.flatnonzero(stones[0] | stones[1])[0]) for stones in planes])
            seen |= set(envs.recv()[4])

    agreement = {"dead_stones": "agreement"}
    with tengen.TengenVectorEnv(5, 2, address=address, rules=agreement) as envs:
        seen |= set(envs.reset(seed=1)[1])

    # Only an environment of several servers has it; see test_sharded_losses.py.
    expected = VECTOR - {"is_lost"}
    assert {key for key in seen if not key.startswith("_")} == expected
    assert {key for key in seen if key.startswith("_")} == {f"_{key}" for key in expected} - {
        "_env_id"
    }


def test_vector_keys_are_those_of_single_environments() -> None:
    # Single environments have the opponent's action in `actions`.
    assert VECTOR - {"final_obs", "final_info", "env_id", "opponent_action", "is_lost"} <= GYM
    assert {field.name for field in dataclasses.fields(tengen.TaskInfo)} == GYM - SESSION
    assert {"globals", "task", "current_episode"} == SESSION - GYM


def test_first_reset_is_episode_one(address: str, client: tengen.Client) -> None:
    with client.create_session(3) as session:
        assert session.state().episode == 0
        assert [session.reset()[1]["episode_number"] for _ in range(3)] == [1, 2, 3]
        assert session.state().episode == 3
    with tengen.GoEnv(3, address=address) as env:
        assert [env.reset(seed=5)[1]["episode_number"] for _ in range(3)] == [1, 2, 3]
    pettingzoo = tengen.pettingzoo.raw_env(3, address=address)
    numbers = []
    for _ in range(3):
        pettingzoo.reset(seed=5)
        numbers.append(pettingzoo.infos["black_0"]["episode_number"])
    pettingzoo.close()
    assert numbers == [1, 2, 3]
    with tengen.TengenVectorEnv(3, 2, address=address) as envs:
        resets = [envs.reset(seed=5)[1]["episode_number"].tolist() for _ in range(3)]
    assert resets == [[1, 1], [2, 2], [3, 3]]


def test_autoreset_starts_the_next_episode(address: str) -> None:
    with tengen.TengenVectorEnv(3, 2, address=address, autoreset_mode="same-step") as envs:
        envs.reset(seed=5)
        infos = envs.step([tengen.RESIGN, 0])[4]

    assert infos["episode_number"].tolist() == [2, 0]
    assert infos["_episode_number"].tolist() == [True, False]
