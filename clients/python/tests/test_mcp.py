"""The servers of the Model Context Protocol, over HTTP and standard streams, with its client."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import test_examples
from processes import run_to_end
from server_process import ServerProcess, command_line

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

pytest.importorskip("mcp", reason="mcp is not installed")

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

REPOSITORY = Path(__file__).resolve().parents[3]
PAGE = REPOSITORY / "docs/guide/language-models.md"
TOOLS = {
    *("new_game", "play_move", "pass_turn", "resign", "undo", "show_board", "legal_moves"),
    *("why_illegal", "score", "explain_race", "game_record"),
}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with ServerProcess("--http-port", "0", "--openenv") as server:
        yield f"http://{server.http_address}/mcp/v1"


@asynccontextmanager
async def connected(url: str | None) -> AsyncIterator[ClientSession]:
    """Connects to the server at an address, or to one that it starts itself."""
    if url is None:
        java, *words = command_line()
        parameters = StdioServerParameters(command=java, args=[*words, "mcp"])
        async with (
            stdio_client(parameters) as (reads, writes),
            ClientSession(reads, writes) as made,
        ):
            await made.initialize()
            yield made
    else:
        async with (
            streamable_http_client(url) as (reads, writes, _),
            ClientSession(reads, writes) as made,
        ):
            await made.initialize()
            yield made


async def call(session: ClientSession, name: str, **arguments: Any) -> Any:
    result = await session.call_tool(name, arguments)
    assert not result.isError, result
    return result


async def play_a_whole_game(url: str | None) -> None:
    async with connected(url) as session:
        tools = (await session.list_tools()).tools
        assert {tool.name for tool in tools} == TOOLS
        assert all(len(tool.description or "") > 20 for tool in tools)
        await call(session, "new_game", size=5, opponent="random", seed=1)
        illegal = await call(session, "play_move", move="Z9")
        assert "is no move on this board" in illegal.content[0].text
        board = (await call(session, "show_board")).structuredContent
        while not board["terminated"] and not board["truncated"]:
            moves = (await call(session, "legal_moves")).structuredContent["legal_moves"]
            if board["last_moves"] and board["last_moves"][-1].endswith("pass"):
                board = (await call(session, "pass_turn")).structuredContent
            else:
                board = (await call(session, "play_move", move=moves[0])).structuredContent
        assert board["score"]["result"][0] in "BW"
        refused = await session.call_tool("play_move", {"move": "A1"})
        assert refused.isError
        assert "the episode is over" in refused.content[0].text
        resources = {str(resource.uri) for resource in (await session.list_resources()).resources}
        assert {"tengen://rules/chinese", "tengen://game/record"} <= resources
        (rules,) = (await session.read_resource("tengen://rules/chinese")).contents
        assert "chinese" in rules.text
        (record,) = (await session.read_resource("tengen://game/record")).contents
        assert record.text.startswith("(;")
        assert board["score"]["result"] in record.text


def test_client_plays_a_whole_game_over_http(url: str) -> None:
    asyncio.run(play_a_whole_game(url))


def test_client_plays_a_whole_game_over_standard_streams() -> None:
    asyncio.run(play_a_whole_game(None))


def test_configuration_of_the_page_starts_a_server() -> None:
    (block,) = test_examples.blocks(PAGE, "json")
    (server,) = json.loads(block)["mcpServers"].values()
    assert server["command"] == "tengen"
    assert server["args"] == ["mcp"]
    assert re.search(r"/mcp/v1", PAGE.read_text())


INSPECTOR = "@modelcontextprotocol/inspector@2.12.0"
"""The official inspector. The long test needs npm, which gets it."""


def inspect(url: str | None, *words: str) -> tuple[int, dict[str, Any]]:
    """Returns the exit code and the answer of the inspector, which has a session of its own."""
    target = [*command_line(), "mcp"] if url is None else [url, "--transport", "http"]
    package = ["--yes", "--package", INSPECTOR, "--", "mcp-inspector", "--cli"]
    done = run_to_end("npx", *package, *target, "--method", *words, timeout=300)
    return done.returncode, json.loads(done.stdout)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("npx") is None, reason="npm is not installed")
@pytest.mark.parametrize("is_http", [True, False])
def test_inspector_accepts_the_server(is_http: bool, url: str) -> None:
    target = url if is_http else None

    # With --strict, schemas that some clients do not understand are an error.
    code, listed = inspect(target, "tools/list", "--strict")
    assert (code, {tool["name"] for tool in listed["tools"]}) == (0, TOOLS)
    _, resources = inspect(target, "resources/list")
    assert {"tengen://rules/chinese"} <= {found["uri"] for found in resources["resources"]}
    _, rules = inspect(target, "resources/read", "--uri", "tengen://rules/chinese")
    assert "chinese" in rules["contents"][0]["text"]
    options = ["size=5", "opponent=random", "seed=1"]
    code, new = inspect(target, "tools/call", "--tool-name", "new_game", "--tool-arg", *options)
    assert (code, new["structuredContent"]["size"]) == (0, 5)
    _, illegal = inspect(target, "tools/call", "--tool-name", "play_move", "--tool-arg", "move=Z9")
    assert illegal["structuredContent"]["error_code"] == "out_of_range"
    _, over = inspect(target, "tools/call", "--tool-name", "resign")
    assert over["structuredContent"]["terminated"] is True
