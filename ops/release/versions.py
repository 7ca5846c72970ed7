#!/usr/bin/env python3
"""Plays with the clients and servers of two versions, each client with each server.

    ops/release/versions.py               the last release against this checkout; without a release,
                                          the commit before
    ops/release/versions.py --base REF    another commit against this checkout

Builds the earlier version in target/versions, without tests, and keeps its jar for the next run.
Then each of both servers gets the clients of both versions in Python and in Java. The Python client
makes every call of the contract (version_calls.py), the Java client plays (VersionTrial.java). What
a client gets from both servers must be equal, and each server must have seen every call that it
knows. A server may refuse a call only if its version lacks it, and the client must then say so.

Requires git, JDK 17 or later, Maven, and what clients/python/check.py requires.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parents[2]
TARGET = HOME / "target" / "versions"
PYTHON_CLIENT = HOME / "clients" / "python"
PYTHON = PYTHON_CLIENT / "target" / "venv" / "bin" / "python"
JAR = Path("clients") / "cli" / "target" / "tengen.jar"
PROTO = Path("proto") / "src" / "main" / "proto"
PACKAGE = Path("clients") / "python" / "src"
CALLS = Path("ops") / "release" / "version_calls.py"
TRIAL = Path("ops") / "release" / "VersionTrial.java"
LADDER = Path("examples") / "ladder.yaml"
READY_SECONDS = 300.0
STARTED = time.monotonic()


class VersionError(Exception):
    """A client and a server do not understand each other, or a command failed."""


@dataclass(frozen=True)
class Version:
    """A version of the project.

    Attributes:
      name: What it is called in messages.
      home: The folder of its sources.
      jar: Its packed program.
      package: The folder of the Python package, with the generated classes.
    """

    name: str
    home: Path
    jar: Path
    package: Path

    def file(self, path: Path) -> Path:
        """Returns a file of this version, or that of this checkout if the version has none."""
        own = self.home / path
        return own if own.is_file() else HOME / path

    def rpcs(self) -> set[str]:
        """Returns the calls of the contract, as in "tengen.v1.TreeService/Expand"."""
        found = set()
        for file in sorted((self.home / PROTO / "tengen" / "v1").glob("*.proto")):
            text = re.sub(r"//.*", "", file.read_text())
            for service, body in re.findall(r"^service (\w+) \{(.*?)^\}", text, re.S | re.M):
                found |= {f"tengen.v1.{service}/{rpc}" for rpc in re.findall(r"rpc (\w+)\(", body)}
        return found


def main() -> None:
    """Tries all pairs, and exits with code 1 if one does not play."""
    parser = argparse.ArgumentParser(
        prog="ops/release/versions.py",
        description="Plays with two versions of clients and servers.",
    )
    parser.add_argument("--base", help="the earlier version: a commit, a tag or a branch")
    arguments = parser.parse_args()
    try:
        commit = base_commit(arguments.base)
        versions = (earlier(commit), current())
        problems = try_all(versions)
    except VersionError as error:
        sys.exit(f"versions: {error}")
    for problem in problems:
        print(f"versions: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


def report(text: str) -> None:
    """Prints a line with the time since the start."""
    print(f"{time.monotonic() - STARTED:6.1f} s  {text}", flush=True)


def run(*words: str | Path, folder: Path = HOME, **variables: str) -> str:
    """Runs a command, and returns its standard output.

    Raises:
      VersionError: It failed. The message ends with its output.
    """
    done = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        command = " ".join(map(str, words))
        raise VersionError(f"{command}\n{(done.stdout + done.stderr)[-4000:]}")
    return done.stdout


def base_commit(named: str | None) -> str:
    """Returns the commit of the earlier version.

    Args:
      named: What the caller asked for. None: the last release before this commit, or its parent.
    """
    if named is None:
        tags = run("git", "tag", "--list", "v*", "--merged", "HEAD^", "--sort=-version:refname")
        named = tags.split()[0] if tags.strip() else "HEAD^"
    return run("git", "rev-parse", "--verify", f"{named}^{{commit}}").strip()


def earlier(commit: str) -> Version:
    """Builds the version of a commit, unless an earlier run has built it."""
    folder = TARGET / commit[:12]
    jar = folder / JAR
    if not jar.is_file():
        report(f"building {commit[:12]}")
        packed = subprocess.run(
            ["git", "archive", commit], cwd=HOME, stdout=subprocess.PIPE, check=True
        )
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
            archive.extractall(folder, filter="data")
        build_jar(folder)
    return Version(f"earlier ({commit[:12]})", folder, jar, generated(folder, folder / "package"))


def current() -> Version:
    """Builds this checkout."""
    build_jar(HOME)
    return Version("current", HOME, HOME / JAR, generated(HOME, TARGET / "current"))


def build_jar(home: Path) -> None:
    """Builds the packed program of a version, without its tests and checks."""
    options = ("-DskipTests", "-Dspotless.check.skip=true")
    run("mvn", "-B", "-ntp", "-q", "-pl", "clients/cli", "-am", "package", *options, folder=home)


def generated(home: Path, folder: Path) -> Path:
    """Returns a folder with the classes that the contract of a version becomes in Python."""
    if not PYTHON.is_file():
        run(sys.executable, PYTHON_CLIENT / "check.py", "--environment")
    folder.mkdir(parents=True, exist_ok=True)
    run("cp", "-r", home / PACKAGE / "tengen", folder)
    protos = sorted(path.relative_to(home / PROTO) for path in (home / PROTO).rglob("*.proto"))
    outputs = (f"--python_out={folder}", f"--grpc_python_out={folder}")
    run(PYTHON, "-m", "grpc_tools.protoc", f"--proto_path={home / PROTO}", *outputs, *protos)
    return folder


class Server:
    """A server of a version, with everything on that calls may need. A context manager.

    Attributes:
      address: Its address.
    """

    def __init__(self, version: Version) -> None:
        self._version = version
        self._folder = TARGET / "servers" / version.name.split()[0]
        run("rm", "-rf", self._folder)
        self._folder.mkdir(parents=True)
        self._log = self._folder / "calls.log"
        options = {
            "--port": "0",
            "--store": self._folder / "store.db",
            "--arena": self._folder / "arena.db",
            "--ladder": version.file(LADDER),
            "--access-log": self._log,
        }
        words = [str(word) for option in options.items() for word in option]
        with (self._folder / "errors.log").open("w") as errors:
            self._process = subprocess.Popen(
                ["java", "-XX:TieredStopAtLevel=1", "-jar", version.jar, "serve", "--json", *words],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise VersionError(f"no server: {(self._folder / 'errors.log').read_text()[-4000:]}")
        self.address = str(json.loads(line)["address"])

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()

    def new_calls(self) -> dict[str, set[str]]:
        """Returns the statuses of the calls since the last time, by method."""
        # Streams are logged when the server has seen their end.
        text = self._log.read_text() if self._log.is_file() else ""
        calls: dict[str, set[str]] = {}
        for line in text.splitlines():
            call = json.loads(line)
            calls.setdefault(call["method"], set()).add(call["status"])
        return calls


def try_all(versions: tuple[Version, Version]) -> list[str]:
    """Tries all pairs of a client and a server, and returns what is wrong."""
    problems: list[str] = []
    results: dict[tuple[str, str], Any] = {}
    for server in versions:
        known = server.rpcs()
        for client in versions:
            # A server for each client: both play tournaments of one name.
            with Server(server) as running:
                pair = f"client {client.name}, server {server.name}"
                python = python_calls(client, running.address)
                java = java_calls(client, running.address)
            seen = running.new_calls()
            results[client.name, server.name] = {**python["values"], "java": java}
            problems += [f"{pair}: {part}\n{text}" for part, text in python["failed"].items()]
            missing: set[str] = set()
            for rpc in sorted(client.rpcs() & known):
                if not seen.get(rpc, set()) - {"UNIMPLEMENTED"}:
                    missing.add(rpc)
            problems += [
                f"{pair}: {rpc} was not called; add it to {CALLS}" for rpc in sorted(missing)
            ]
            lacking = {rpc.rpartition("/")[2] for rpc in client.rpcs() - known}
            for part, rpc in python["unknown"].items():
                if rpc not in lacking:
                    problems.append(f"{pair}: {part}: the server does not know {rpc}")
            report(f"{pair}: {len(seen.keys() & known)} of {len(known)} calls")
    for client in versions:
        both = [results[client.name, server.name] for server in versions]
        for part in both[0].keys() & both[1].keys():
            if both[0][part] != both[1][part]:
                problems.append(
                    f"client {client.name}: {part} differs: {both[0][part]}, {both[1][part]}"
                )
    return problems


def python_calls(client: Version, address: str) -> dict[str, Any]:
    """Makes all calls with the Python client of a version."""
    program = client.file(CALLS)
    text = run(PYTHON, program, address, folder=TARGET, PYTHONPATH=str(client.package))
    result: dict[str, Any] = json.loads(text)
    return result


def java_calls(client: Version, address: str) -> str:
    """Plays with the Java client of a version."""
    return run("java", "-XX:TieredStopAtLevel=1", "-cp", client.jar, client.file(TRIAL), address)


if __name__ == "__main__":
    main()
