"""Tasks: races by session, by Gymnasium, by the vector environment, and the suite."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from processes import run_to_end

import tengen
from tengen import races
from tengen.enums import EndReason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tengen.infos import GoInfo
    from tengen.keywords import LaneKeywords
    from tengen.words import AutoresetModeWord

EVEN = "e3-s0-e3/eyes0-0/turn0"
G3, H3, J3, A7, B7 = 60, 61, 62, 18, 19


@pytest.fixture
def env(address: str) -> Iterator[tengen.GoEnv]:
    env = tengen.GoEnv(9, address=address, task="race-class0", opponent="oracle")
    yield env
    env.close()


def black_first(env: tengen.GoEnv, agent: str = "black") -> tuple[dict[str, Any], GoInfo]:
    options = {"task_id": EVEN, "agent_color": agent, "first_player": "black"}
    return env.reset(seed=1, options=options)


def test_info_at_the_start_describes_the_position(env: tengen.GoEnv) -> None:
    _, info = black_first(env)

    assert info["task_id"] == EVEN
    assert (info["task_class"], info["split"]) in {("class0", "train"), ("class0", "test")}
    assert (info["agent_color"], info["first_player"], info["optimal_value"]) == (1, 1, 1)
    assert info["liberty_margin"] == 0
    assert not info["is_mask_restricted"]
    assert "regret" not in info
    assert "is_oracle_optimal" not in info


def test_a_race_that_is_won_pays_one(env: tengen.GoEnv) -> None:
    black_first(env)

    for action in (G3, H3):
        _, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated) == (0.0, False, False)
        assert info["is_oracle_optimal"]
    _, reward, terminated, truncated, info = env.step(J3)

    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["end_reason"] == EndReason.TASK_DECIDED.value
    assert (info["obtained_value"], info["regret"]) == (1, 0)
    assert list(info["rewards"]) == [1.0, -1.0]


def test_an_agent_that_is_white_gets_the_reward_of_white(env: tengen.GoEnv) -> None:
    _, info = black_first(env, "white")

    assert len(info["actions"]) == 1
    assert (env.agent_color, info["optimal_value"]) == (tengen.Color.WHITE, -1)
    _, reward, terminated, _, info = env.step(env.session.width**2)
    while not terminated:
        _, reward, terminated, _, info = env.step(env.session.width**2)
    assert (reward, info["regret"]) == (-1.0, 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"task_id": "x"}, 'task_id "x"'),
        ({"agent_color": "red"}, "agent_color 'red' is not one of black, white"),
        ({"first_player": 3}, "first_player 3 is outside"),
        ({"komi": 1}, "has a key that is not one of task_id, agent_color, first_player"),
    ],
)
def test_wrong_options_are_refused_and_change_nothing(
    env: tengen.GoEnv, options: dict[str, Any], message: str
) -> None:
    black_first(env)

    with pytest.raises(tengen.InvalidArgumentError, match=message):
        env.reset(options=options)
    task = env.session.state().task
    assert task is not None
    assert task.task_id == EVEN


def test_options_without_a_task_are_refused(address: str) -> None:
    with tengen.connect(address) as client, client.create_session(9) as session:
        with pytest.raises(tengen.InvalidArgumentError, match="task"):
            session.reset(options={"task_id": EVEN})
        assert session.reset()[1]["task"] is None


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"task": "chess"}, "UNKNOWN_TASK"),
        ({"task": "race-class0:split=all"}, "UNKNOWN_TASK"),
        ({"task": "race-cgt"}, "INVALID_VALUE"),
        ({"task": "race-class0", "reward_mode": "margin"}, "INVALID_VALUE"),
        ({"task": "race-class0", "score_on_truncation": True}, "INVALID_VALUE"),
        ({"task": "race-class0", "setup": tengen.Setup([0])}, "INVALID_VALUE"),
        ({"task": "race-class0", "rules": "japanese"}, "INVALID_VALUE"),
    ],
)
def test_specs_that_do_not_go_with_a_task_are_refused(
    address: str, arguments: dict[str, Any], reason: str
) -> None:
    with (
        tengen.connect(address) as client,
        pytest.raises(tengen.InvalidArgumentError) as error,
    ):
        client.create_session(9, **arguments)
    assert error.value.reason == reason


def test_server_info_lists_the_families(address: str) -> None:
    with tengen.connect(address) as client:
        families = client.server_info().tasks

    assert [family.name for family in families] == [
        "race-class0",
        "race-class1",
        "race-cgt",
        "race",
    ]
    assert families[0].parameters[0].values == ("train", "validation", "test")


def test_restored_session_continues_the_same_race(address: str) -> None:
    spec: dict[str, Any] = {"task": "race-class1", "opponent": tengen.Opponent("oracle", None)}
    with tengen.connect(address) as client, client.create_session(9, seed=5, **spec) as session:
        session.step(session.choose_action("oracle", seed=1))
        before = session.state()
        with client.restore(session.snapshot()) as copy, session.fork() as fork:
            for other in (copy, fork):
                state = other.state()
                assert (state.task, state.state_hash) == (before.task, before.state_hash)
                assert state.spec.task == "race-class1"


@pytest.mark.parametrize("name", ["RaceClass0-v1", "RaceClass1-v1", "RaceCgt-v1", "Race-v1"])
def test_named_environments_pass_the_check(address: str, name: str) -> None:
    env = gymnasium.make(f"tengen/{name}", address=address)

    check_env(env.unwrapped, skip_render_check=True)
    env.close()


@pytest.mark.parametrize("autoreset_mode", ["NextStep", "SameStep"])
def test_vector_environments_pay_the_agent_of_each_episode(
    address: str, autoreset_mode: AutoresetModeWord
) -> None:
    count = 32
    chance = np.random.default_rng(1)
    regrets, colors, judged = [], set(), 0
    with tengen.make_vec(
        "tengen/RaceClass0-v1", count, address=address, autoreset_mode=autoreset_mode
    ) as envs:
        _, infos = envs.reset(seed=0)
        agents, values = infos["agent_color"], infos["optimal_value"]
        for _ in range(12):
            colors |= set(agents)
            actions = [chance.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]]
            _, rewards, terminated, truncated, infos = envs.step(actions)
            ended = infos.get("final_info", infos)
            for lane in np.flatnonzero(terminated | truncated):
                regret = ended["regret"][lane]
                assert rewards[lane] == values[lane] - regret
                assert rewards[lane] == ended["rewards"][lane][agents[lane] - 1]
                regrets.append(regret)
            judged += int(infos.get("_is_oracle_optimal", np.zeros(1)).sum())
            agents, values = infos["agent_color"], infos["optimal_value"]
    assert colors == {1, 2}
    assert set(regrets) >= {1, 2}
    assert judged > count


def test_vector_environments_without_a_task_have_no_task_infos(address: str) -> None:
    with tengen.make_vec(5, 2, address=address) as envs:
        _, infos = envs.reset(seed=0)

    assert "agent_color" not in infos


def test_lanes_may_have_different_tasks(address: str) -> None:
    lanes: list[LaneKeywords] = [{"task": "race-class0"}, {"task": None}]
    with tengen.make_vec(9, 2, address=address, opponent=None, lane_arguments=lanes) as envs:
        _, infos = envs.reset(seed=0)

    assert list(infos["_agent_color"]) == [True, False]


def test_the_oracle_is_perfect_and_random_is_not(address: str) -> None:
    best = races.evaluate("oracle", positions=10, address=address)
    chance = races.evaluate("random", positions=10, address=address)

    assert best.total == races.RaceRates(20, 1.0, 1.0, 0.0)
    assert chance.total.optimal_outcomes <= 0.4
    assert chance.total.mean_regret > 0
    assert sum(part.races for part in chance.by_liberty_margin.values()) == 20
    assert set(chance.by_start) == {"first", "second"}


def test_agents_may_be_functions(address: str) -> None:
    def passes(observation: dict[str, Any], info: dict[str, Any]) -> int:
        assert observation["observation"].shape[0] == 32
        assert info["action_mask"][-1] == 1
        return len(info["action_mask"]) - 1

    result = races.evaluate(passes, task="race-class1", positions=5, address=address)

    assert list(result.by_class) == ["class1"]
    assert result.total.optimal_moves < 1


def test_the_command_prints_json(address: str) -> None:
    command = [sys.executable, "-m", "tengen.races", "random", "--positions", "2", "--json"]
    printed = run_to_end(*command, "--address", address, check=True).stdout

    assert json.loads(printed)["total"]["races"] == 4


def test_command_reports_what_is_wrong(address: str) -> None:
    command = [sys.executable, "-m", "tengen.races", "nobody", "--address", address]
    result = run_to_end(*command)

    assert result.returncode == 1
    assert "nobody" in result.stderr
