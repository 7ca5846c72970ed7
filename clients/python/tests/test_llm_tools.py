"""`GoTools`, `Gateway` and `tengen.openenv` against a server with the gateway."""

from __future__ import annotations

import gc
import inspect
import json
import os
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import test_examples
from processes import run_to_end

from tengen.llm import Gateway, GatewayError, GoTools, list_tasks
from tengen.llm.gateway import OPTIONS

pytest.importorskip("openenv", reason="openenv is not installed")

from tengen.openenv import GoAction, GoEnv, GoEnvironment

REPOSITORY = Path(__file__).resolve().parents[3]
PAGES = (
    REPOSITORY / "docs/guide/language-models.md",
    REPOSITORY / "docs/guide/language-model-training.md",
)
TOOLS = {"play_move", "pass_turn", "resign", "show_board", "legal_moves"}


def test_options_are_those_of_the_server(url: str) -> None:
    with urllib.request.urlopen(f"{url}/openapi.json") as response:
        request = json.load(response)["components"]["schemas"]["ResetRequest"]

    assert {*OPTIONS, "session_id"} == set(request["properties"])


def test_tools_are_found_as_a_trainer_finds_them() -> None:
    members = inspect.getmembers(GoTools, predicate=inspect.isfunction)
    public = {name for name, _ in members if not name.startswith("_")}

    assert public == {*TOOLS, "reset", "get_reward"}
    for name in TOOLS:
        method = getattr(GoTools, name)
        assert inspect.signature(method).return_annotation == "str"
        parameters = [key for key in inspect.signature(method).parameters if key != "self"]
        assert all(f"{key}: " in (method.__doc__ or "") for key in parameters)
        assert "Returns:" in (method.__doc__ or "")


def test_tools_play_a_whole_game(url: str) -> None:
    tools = GoTools(url, size=4, opponent="random", illegal_penalty=0.25)
    text = tools.reset(prompt="ignored", seed=2)
    assert "It is your turn with Black." in text
    assert "is no move on this board" in tools.play_move("hello")

    while "The game is over" not in text:
        moves = tools.legal_moves().split()
        text = tools.play_move(moves[0]) if "pass" not in text else tools.pass_turn()

    assert tools.get_reward() in {0.75, -1.25}
    assert tools.play_move("A1") == text
    assert tools.legal_moves() == "none"


def test_tools_take_the_reset_of_a_task(url: str) -> None:
    task = list_tasks("train", url)[3]
    tools = GoTools(url)

    tools.reset(**task)

    assert tools.observation["task"]["split"] == "train"


def test_tools_start_from_the_position_of_a_task(url: str) -> None:
    tasks = list_tasks("boards-test", url)
    tools = GoTools(url, unfinished_penalty=18)

    for task in tasks[::30]:
        tools.reset(**task)
        assert tools.observation["rows"] == task["reset"]["rows"]
        assert tools.observation["color"] == tools.observation["to_move"]
        assert tools.get_reward() == -18

    tools.resign()
    assert -18 <= tools.get_reward() <= 0
    assert [task["level"] for task in tasks] == sorted(task["level"] for task in tasks)


def test_list_tasks_of_an_unknown_split_is_refused(url: str) -> None:
    with pytest.raises(GatewayError, match="boards-train") as raised:
        list_tasks("none", url)

    assert raised.value.status == 422


def test_regret_of_resignation_is_all_that_was_left(url: str) -> None:
    tools = GoTools(url, reward="regret", seed=1)
    tools.reset()
    tools.play_move("B2")
    assert tools.get_reward() == 0

    tools.resign()

    assert tools.get_reward() == -18  # Black can win all nine points.


def test_tools_reject_unknown_options(url: str) -> None:
    with pytest.raises(ValueError, match="'board_size'"):
        GoTools(url, board_size=5)


def test_gateway_reports_errors_and_ends_its_session(url: str) -> None:
    gateway = Gateway(url)
    with pytest.raises(GatewayError, match="size 99") as raised:
        gateway.reset(size=99)
    assert (raised.value.status, raised.value.reason) == (422, "INVALID_VALUE")
    gateway.step("resign")
    with pytest.raises(GatewayError, match="reset it first"):
        gateway.step("A1")
    gateway.close()
    gateway.close()
    with pytest.raises(GatewayError) as gone:
        gateway.state()
    assert gone.value.reason == "SESSION_NOT_FOUND"


def test_gateway_without_references_ends_its_session(url: str) -> None:
    gateway, other = Gateway(url), Gateway(url)
    other.session_id = gateway.session_id
    assert other.state()["step_count"] == 0

    del gateway
    gc.collect()

    with pytest.raises(GatewayError):
        other.state()


def test_environment_starts_its_own_server() -> None:
    environment = GoEnvironment()
    try:
        first = environment.reset(seed=1, size=5, episode_id="one")
        second = environment.step(GoAction(move="C3"))
        state = environment.state
    finally:
        environment.close()

    assert (first.move_number, second.move_number) == (0, 2)
    assert (state.episode_id, state.step_count, state.observation.size) == ("one", 1, 5)


def test_typed_client_plays(url: str) -> None:
    with GoEnv(base_url=url).sync() as env:
        env.reset(size=5, color="both")
        result: Any = env.step(GoAction(move="C3"))
        state: Any = env.state()

    assert result.observation.rows[2] == "..X.."
    assert state.observation.last_moves == ["black C3"]


PROGRAMS = [
    block
    for page in PAGES
    for block in test_examples.blocks(page, "python")
    if "from trl" not in block
]
"""The programs of the pages, without the one that `test_trl.py` runs."""


@pytest.mark.parametrize("program", PROGRAMS)
def test_program_of_the_pages_runs(program: str, url: str, tmp_path: Path) -> None:
    # One program starts the command `tengen`, which is beside the interpreter.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = run_to_end(
        sys.executable,
        "-c",
        program.replace("http://127.0.0.1:8080", url),
        timeout=120,
        env={**os.environ, "PATH": path},
        cwd=tmp_path,
    )

    assert (done.returncode, bool(done.stdout)) == (0, True), done.stderr
