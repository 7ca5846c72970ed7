"""The class archive is beside the jar, is used if it fits, and is never in the way."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from typing import TYPE_CHECKING

import pytest
from processes import run_to_end

from tengen._java.archive import archive_file, archive_options
from tengen._java.files import find_jar
from tengen._java.runtime import find_java

if TYPE_CHECKING:
    from pathlib import Path

GAME = """
import tengen
with tengen.make(5, address="embedded") as env:
    env.reset(seed=1)
    print(env.step(12)[4]["move_number"])
"""

needs_bridge = pytest.mark.skipif(
    importlib.util.find_spec("jpype") is None, reason="jpype1 is not installed"
)


def run(jar: Path, *words: str, options: str = "") -> tuple[int, str, str]:
    variables = {"TENGEN_JAR": str(jar), "TENGEN_JAVA_OPTS": options}
    done = run_to_end(sys.executable, *words, timeout=600, env={**os.environ, **variables})
    return done.returncode, done.stdout, done.stderr


@needs_bridge
def test_options_name_the_archive_if_there_is_one(tmp_path: Path) -> None:
    java, jar = find_java(), tmp_path / "tengen.jar"
    file = archive_file(java, jar)

    assert archive_options(java, jar) == []
    file.touch()
    assert archive_options(java, jar)[0] == f"-XX:SharedArchiveFile={file}"


@needs_bridge
def test_each_java_has_an_archive(tmp_path: Path) -> None:
    for version in ("17", "25"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "release").write_text(f'JAVA_VERSION="{version}"')
    jar = tmp_path / "tengen.jar"

    files = {archive_file(str(tmp_path / each / "bin" / "java"), jar) for each in ("17", "25")}

    assert len(files) == 2
    assert {file.parent for file in files} == {tmp_path}


def test_command_without_a_jar_says_so(tmp_path: Path) -> None:
    code, out, err = run(tmp_path / "none.jar", "-m", "tengen.class_archive")

    assert (code, out) == (1, "")
    assert err.startswith("tengen: ")
    assert "Traceback" not in err


@needs_bridge
@pytest.mark.full
def test_command_writes_an_archive_that_the_next_start_uses(tmp_path: Path) -> None:
    jar, log = tmp_path / "tengen.jar", tmp_path / "classes.log"
    shutil.copy(find_jar(None), jar)

    code, out, err = run(jar, "-m", "tengen.class_archive")

    (file,) = tmp_path.glob("*.jsa")
    assert (code, err) == (0, "")
    assert out.startswith(f"{file}: ")
    played = run(jar, "-c", GAME, options=f"-Xlog:class+load:file={log}")
    assert played == (0, "2\n", "")
    lines = [line for line in log.read_text().splitlines() if " dev.tengen." in line]
    shared = sum("source: shared objects file" in line for line in lines)
    assert shared > 0.9 * len(lines) > 100

    # One of another jar is not used, without a word.
    os.utime(jar, (1, 1))
    assert run(jar, "-c", GAME) == (0, "2\n", "")
