"""The launchers of a checkout, with a stand-in for Maven and for Java."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from processes import run_to_end

HOME = Path(__file__).resolve().parents[3]
MODULES = [
    *("proto", "env-core/core", "env-core/theory", "env-core/gtp", "env-server/server"),
    *("env-server/store", "env-server/arena", "env-server/web", "env-server/gateway"),
    *("clients/java", "clients/cli", "ops/benchmarks"),
]
MAVEN = """#!/bin/sh
# Two builds at once in a checkout break each other.
mkdir {home}/building || {{ echo "another build is running" >&2; exit 1; }}
echo build >> {home}/builds
for word; do [ "$before" = -pl ] && module=$word; before=$word; done
sleep 0.3
case $module in clients/cli) jar=tengen.jar ;; *) jar=${{module##*/}}.jar ;; esac
mkdir -p {home}/$module/target
echo jar > {home}/$module/target/$jar
rmdir {home}/building
"""


def make_checkout(home: Path) -> dict[str, str]:
    """Makes a checkout without sources, and returns the environment of its launchers."""
    for module in MODULES:
        (home / module / "src/main").mkdir(parents=True)
        (home / module / "pom.xml").touch()
    (home / "pom.xml").touch()
    for name in ("tengen", "build-if-stale", "ops/benchmarks/run"):
        shutil.copy(HOME / name, home / name)
    programs = home / "programs"
    programs.mkdir()
    for name, text in {"mvn": MAVEN.format(home=home), "java": "#!/bin/sh\necho ran\n"}.items():
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    path = f"{programs}:{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "JAVA_HOME": "", "TENGEN_JAVA": ""}


def test_launchers_at_once_build_each_jar_once(tmp_path: Path) -> None:
    variables = make_checkout(tmp_path)
    commands = [["./tengen", "bench"], ["./tengen", "bench"], ["./tengen", "demo"]]

    started = [
        subprocess.Popen(
            command,
            cwd=tmp_path,
            env=variables,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for command in commands
    ]
    outputs = [process.communicate() for process in started]

    assert [process.returncode for process in started] == [0, 0, 0], outputs
    assert [output.splitlines()[-1] for output, _ in outputs] == ["ran", "ran", "ran"]
    assert (tmp_path / "builds").read_text().splitlines() == ["build", "build"]


def test_launcher_failed_build_shows_the_log_and_ends_with_3(tmp_path: Path) -> None:
    variables = make_checkout(tmp_path)
    (tmp_path / "building").mkdir()

    for command in (["./tengen", "demo"], ["ops/benchmarks/run"]):
        done = run_to_end(*command, cwd=tmp_path, env=variables)

        assert done.returncode == 3
        assert done.stdout == ""
        assert "another build is running" in done.stderr
        assert "the whole log is in clients/cli/target/build.log" in done.stderr
