"""Tests that each RPC has a method in the clients and, if it is about boards, is explained."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PYTHON = ROOT / "clients/python/src/tengen"
JAVA = ROOT / "clients/java/src/main/java"
PROTOCOL_PAGE = ROOT / "docs/reference/protocol.md"
RPCS = sorted(
    (file.stem, rpc)
    for file in (ROOT / "proto/src/main/proto/tengen/v1").glob("*.proto")
    for rpc in re.findall(r"^  rpc (\w+)\(", file.read_text(encoding="utf-8"), re.MULTILINE)
)
# RPCs of tournaments have a page on their commands instead. The ladder is for Python programs.
ARENA = "arena"
NOT_IN_JAVA = {"GetLadder", "ListAgents"}


def source(folder: Path, pattern: str) -> str:
    return "\n".join(
        file.read_text(encoding="utf-8")
        for file in folder.rglob(pattern)
        if file.parent.name != "v1"
    )


@pytest.fixture(scope="module")
def python() -> str:
    return source(PYTHON, "*.py")


@pytest.fixture(scope="module")
def java() -> str:
    return source(JAVA, "*.java")


@pytest.mark.parametrize(("proto", "rpc"), RPCS)
def test_rpc_isCalledByBothClients_andExplained(
    proto: str, rpc: str, python: str, java: str
) -> None:
    assert re.search(rf"[Ss]tub(\(\w*\))?\.{rpc}\b|Service/{rpc}\b", python), (
        "no method in the Python client"
    )
    called = rpc[0].lower() + rpc[1:]
    is_in_java = re.search(rf"Grpc\.get{rpc}Method\(|\.{called}\(", java) is not None
    assert is_in_java == (rpc not in NOT_IN_JAVA), (
        "no method in the Java client, or one that this test says is not there"
    )
    if proto != ARENA:
        assert f"`{rpc}`" in PROTOCOL_PAGE.read_text(encoding="utf-8"), (
            "not on the page of the protocol"
        )
