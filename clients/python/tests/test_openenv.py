"""The gateway, played by the unmodified clients of the package `openenv`."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from processes import run_to_end
from server_process import ServerProcess

pytest.importorskip("openenv", reason="openenv is not installed")

from jsonschema import Draft202012Validator
from openenv.core.env_server.types import WSErrorCode
from openenv.core.generic_client import GenericEnvClient
from openenv.core.mcp_client import MCPToolClient
from openenv.validation.runtime.collector import collect_runtime_evidence
from openenv.validation.runtime.contracts import RuntimePlan
from websockets.asyncio.client import connect

SOCKET_COUNT = 300
"""How many sockets play at once. The long test has 500, with games twice as long."""


CASE_COUNT = 10_000
EXAMPLE_COUNT = 1_400
"""How many requests the long test makes for each operation that has so many different ones."""


def test_validator_accepts_the_server(url: str) -> None:
    done = run_to_end(
        str(Path(sys.executable).with_name("openenv")),
        "validate",
        "--url",
        url,
        "--json",
        timeout=120,
    )

    report = json.loads(done.stdout)
    assert (done.returncode, report["passed"], report["mode"]) == (0, True, "simulation")
    assert report["summary"]["failed_criteria"] == []


# The collector uses a form of websockets' connect() that is deprecated.
@pytest.mark.filterwarnings("ignore:connect:DeprecationWarning")
def test_collected_episode_follows_the_published_schemas(url: str) -> None:
    plan = RuntimePlan.model_validate(
        {
            "plan_schema_version": "1",
            "reset": {"seed": 3, "episode_id": "one", "options": {"size": 5, "color": "both"}},
            "actions": [{"move": move} for move in ("C3", "C3", "D4", "pass", "pass")],
        }
    )

    evidence = collect_runtime_evidence(url, plan, episode_timeout_s=30)

    assert (evidence.failure_phase, len(evidence.exchanges)) == (None, 12)
    assert evidence.observation_schema_json is not None
    validator = Draft202012Validator(json.loads(evidence.observation_schema_json))
    for exchange in evidence.exchanges:
        data = json.loads(exchange.response_json)["data"]
        if exchange.operation != "state":
            validator.validate(data["observation"] | {k: data[k] for k in ("reward", "done")})
        else:
            assert data["episode_id"] == "one"


async def play(url: str, seed: int, size: int) -> tuple[str, int]:
    """Returns how a game with random moves ended, and its number of steps."""
    generator = random.Random(seed)
    async with GenericEnvClient(base_url=url, connect_timeout_s=60) as env:
        result = await env.reset(size=size, seed=seed, show_legal=True, opponent="random")
        while not result.done:
            legal = result.observation["legal_moves"]
            wrong = generator.random() < 0.05
            move = "Z99" if wrong else generator.choice(legal[:-1] or legal)
            result = await env.step({"move": move})
            assert (result.observation["error"] is not None) == wrong
        state = await env.state()
        return result.observation["end_reason"], state["step_count"]


def play_at_once(url: str, count: int, size: int) -> Counter[str]:
    async def play_all() -> list[tuple[str, int]]:
        return await asyncio.gather(*(play(url, seed, size) for seed in range(count)))

    games = asyncio.run(play_all())
    assert sum(steps for _, steps in games) > 10 * count
    return Counter(reason for reason, _ in games)


def test_generic_client_plays_whole_games_on_many_sockets(url: str) -> None:
    reasons = play_at_once(url, SOCKET_COUNT, 4)

    assert sum(reasons.values()) == SOCKET_COUNT
    assert set(reasons) <= {"passes", "max_moves", "max_illegal_actions"}


def test_opponent_that_cannot_start_is_a_factory_error() -> None:
    async def reset(address: str) -> tuple[dict[str, Any], dict[str, Any]]:
        async with connect(f"ws://{address}/ws") as socket:
            answers = []
            for opponent in ("gtp:broken", "random"):
                data = {"opponent": opponent, "size": 5, "color": "white"}
                await socket.send(json.dumps({"type": "reset", "data": data}))
                answers.append(json.loads(await socket.recv()))
            return answers[0], answers[1]

    with ServerProcess("--http-port", "0", "--openenv", "--engine", "broken=false") as server:
        error, observation = asyncio.run(reset(server.http_address))

    assert (error["type"], error["data"]["code"]) == ("error", WSErrorCode.FACTORY_ERROR.value)
    assert observation["type"] == "observation"


@pytest.mark.long
def test_generic_client_plays_whole_games_on_500_sockets(url: str) -> None:
    assert sum(play_at_once(url, 500, 9).values()) == 500


@pytest.mark.long
def test_ten_thousand_malformed_requests_are_no_internal_errors(url: str, tmp_path: Path) -> None:
    # 13 operations, some of which have fewer different requests.
    options = ["--phases", "fuzzing", "--checks", "not_a_server_error", "--seed", "1"]
    done = run_to_end(
        str(Path(sys.executable).with_name("schemathesis")),
        *["run", f"{url}/openapi.json", *options, "--max-examples", str(EXAMPLE_COUNT)],
        timeout=3000,
        cwd=tmp_path,
    )

    assert done.returncode == 0, done.stdout
    (cases,) = re.findall(r"(\d+) generated, \1 passed", done.stdout)
    assert int(cases) >= CASE_COUNT
    with urllib.request.urlopen(f"{url}/health") as response:
        assert json.load(response) == {"status": "healthy"}


def test_generic_client_gets_the_codes_of_errors(url: str) -> None:
    with GenericEnvClient(base_url=url).sync() as env:
        env.reset(size=5)
        with pytest.raises(RuntimeError, match=WSErrorCode.VALIDATION_ERROR.value):
            env.step({"move": 1})
        with pytest.raises(RuntimeError, match=WSErrorCode.VALIDATION_ERROR.value):
            env.reset(size=99)
        env.step({"move": "resign"})
        with pytest.raises(RuntimeError, match=WSErrorCode.EXECUTION_ERROR.value):
            env.step({"move": "A1"})


def test_tool_client_plays_in_the_session_of_its_socket(url: str) -> None:
    async def use_tools() -> Any:
        async with MCPToolClient(base_url=url, mode="production") as env:
            names = {tool.name for tool in await env.list_tools()}
            assert {"new_game", "play_move", "explain_race"} <= names
            await env.call_tool("new_game", size=5, color="both")
            return await env.call_tool("play_move", move="C3")

    answer = asyncio.run(use_tools())

    assert "The last move was black C3" in str(answer)


def test_each_task_of_the_test_split_has_its_split(url: str) -> None:
    request = urllib.request.Request(
        f"{url}/tengen/tasks",
        data=json.dumps({"split": "test"}).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as response:
        tasks = json.load(response)["tasks"]
    with GenericEnvClient(base_url=url).sync() as env:
        for task in tasks[::20]:
            assert env.reset(**task["reset"]).observation["task"]["split"] == "test"
