"""The page's evaluation of a model with verifiers, whose OpenEnv taskset plays on a server."""

from __future__ import annotations

import importlib.metadata
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
import test_examples
from chat_endpoint import KEY, chat_endpoint
from processes import run_to_end

from tengen.llm.evaluate import Answer

pytest.importorskip("verifiers", reason="verifiers is not installed")

VERSION = tuple(int(part) for part in importlib.metadata.version("verifiers").split(".")[:2])
if VERSION < (0, 3):
    pytest.skip("verifiers had another configuration before 0.3", allow_module_level=True)

PAGE = Path(__file__).resolve().parents[3] / "docs/guide/language-model-training.md"
MOVES = ("C3", "C3", '{"move": "resign"}')
"""The answers of the scripted model: a move, an illegal one, and an action as JSON."""


def command() -> str:
    """Returns the command that evaluates, which was named `eval` up to version 0.3."""
    name = "vf-eval" if VERSION >= (0, 4) else "eval"
    return str(Path(sys.executable).with_name(name))


def test_configuration_of_the_page_evaluates_a_model(url: str, tmp_path: Path) -> None:
    prompts: list[dict[str, Any]] = []

    def answer(messages: list[dict[str, Any]]) -> Answer:
        prompts.append(json.loads(messages[-1]["content"]))
        return Answer(MOVES[len(prompts) - 1])

    (block,) = test_examples.blocks(PAGE, "toml")
    with chat_endpoint(answer) as endpoint:
        for old, new in (("127.0.0.1:8080", url[7:]), ("http://127.0.0.1:8000/v1", endpoint)):
            assert old in block
            block = block.replace(old, new)
        (tmp_path / "go.toml").write_text(block)
        done = run_to_end(
            command(),
            "@",
            "go.toml",
            "--no-rich",
            timeout=300,
            cwd=tmp_path,
            env={**os.environ, "MODEL_API_KEY": KEY},
        )

    (file,) = tmp_path.glob("outputs/**/traces.jsonl")
    assert done.returncode == 0, done.stderr
    (trace,) = json.loads(file.read_text())["traces"]
    assert trace["rewards"]["openenv_reward"]["score"] == -1
    first, second, third = (prompt["observation"] for prompt in prompts)
    assert first["message"] == "It is your turn with Black."
    assert second["last_moves"][0] == "black C3"
    assert third["error"].startswith("C3 is illegal")
    assert prompts[0]["action_schema"]["required"] == ["move"]
