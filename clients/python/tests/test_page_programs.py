"""Every Python program in the documentation runs as written.

`test_examples.py` runs those of the pages about the package, and `test_frameworks.py` those that
need frameworks. This file runs the others, and checks that no page is forgotten.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import test_examples
import test_frameworks
from arena_tournament import finished, tournament_spec
from processes import run_to_end
from server_process import ServerProcess, command_line

import page_programs

if TYPE_CHECKING:
    from tengen.arena import Arena

REPOSITORY = page_programs.REPOSITORY
DATA_PAGE = "docs/guide/data.md"
LANGUAGE_MODEL_PAGES = (
    "docs/guide/language-models.md",
    "docs/guide/language-model-training.md",
)
"""`test_llm_tools.py` and `test_trl.py` run the programs of these pages."""

PROTOCOL_PAGE = "docs/reference/protocol.md"
SECURITY_PAGE = "docs/operations/security.md"
RATINGS_PAGE = "docs/reference/ratings.md"
PLAIN_PAGES = (
    "docs/guide/search-positions.md",
    "docs/guide/search.md",
    "docs/reference/encodings.md",
    "docs/reference/races.md",
    RATINGS_PAGE,
    "docs/reference/solve.md",
    "docs/reference/tasks.md",
)
COMPARED_PAGES = tuple(page for page in PLAIN_PAGES if page != RATINGS_PAGE)
"""Pages that show the output of their first program. A comment on the page of ratings has it."""

DEPLOYMENT_PAGE = "docs/operations/deployment.md"
DURABILITY_PAGE = "docs/operations/durability.md"
SHARDING_PAGE = "docs/guide/python-sharding.md"
OTHER_PAGES = (
    "docs/guide/arena.md",
    "docs/guide/gtp.md",
    "docs/guide/ladder.md",
    *LANGUAGE_MODEL_PAGES,
    "docs/guide/rollouts.md",
    SECURITY_PAGE,
    DATA_PAGE,
    PROTOCOL_PAGE,
    DEPLOYMENT_PAGE,
    DURABILITY_PAGE,
    SHARDING_PAGE,
)
SERVER = "127.0.0.1:9019"
"""The address in the programs."""

GNUGO = shutil.which("gnugo", path=f"{os.environ['PATH']}:/usr/games")
GIVEN = {
    PROTOCOL_PAGE: """
import numpy, tengen
from tengen.v1 import batch_pb2
states, n = batch_pb2.LaneStates(action_masks=bytes(8), state_hashes=bytes(16)), 2
session = tengen.launch().create_session(9)
def choose(state): return len(state.actions)
"""
}
"""What a page whose programs are excerpts takes as given."""


def programs(page: str) -> list[str]:
    """Returns the programs of a page, with what the page takes as given."""
    return [
        GIVEN.get(page, "") + program.lstrip("\n")
        for program in test_examples.blocks(REPOSITORY / page, "python")
    ]


def numbered(*pages: str) -> list[tuple[str, int]]:
    return [(page, number) for page in pages for number in range(len(programs(page)))]


def run(program: str, folder: Path) -> str:
    """Returns the output of a program."""
    done = run_to_end(sys.executable, "-W", "error", "-c", program, timeout=300, cwd=folder)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    return done.stdout


def test_every_page_with_a_program_has_a_test() -> None:
    pages = {
        str(page.relative_to(REPOSITORY))
        for page in page_programs.pages()
        if page.suffix == ".md" and test_examples.blocks(page, "python")
    }
    tested = {
        str(page.relative_to(REPOSITORY))
        for page in [*vars(test_examples).values(), *test_frameworks.PAGES]
        if isinstance(page, Path) and page.suffix == ".md" and test_examples.blocks(page, "python")
    }

    assert pages == tested | {*PLAIN_PAGES, *OTHER_PAGES}


@pytest.mark.full
@pytest.mark.parametrize(("page", "number"), numbered(*PLAIN_PAGES, PROTOCOL_PAGE))
def test_program_runs(page: str, number: int, address: str, tmp_path: Path) -> None:
    output = run(programs(page)[number].replace(SERVER, address), tmp_path)

    assert bool(output) == (page != PROTOCOL_PAGE)
    shown = test_examples.output_of(REPOSITORY / page, number)
    assert shown in (None, output)
    if number == 0 and page in COMPARED_PAGES:
        assert shown is not None


@pytest.mark.full
@pytest.mark.parametrize(("page", "number"), numbered(SHARDING_PAGE))
def test_program_with_servers_of_its_own_runs(page: str, number: int, tmp_path: Path) -> None:
    output = run(programs(page)[number], tmp_path)

    shown = test_examples.output_of(REPOSITORY / page, number)
    assert shown in (None, output)
    assert shown is not None or number > 0


@pytest.mark.full
def test_program_of_deployment_opens_boards_by_a_name(address: str, tmp_path: Path) -> None:
    (program,) = programs(DEPLOYMENT_PAGE)
    name = "dns:///tengen:9019"

    assert name in program
    run(program.replace(name, f"dns:///{address}"), tmp_path)


def test_program_of_ratings_prints_the_published_ratio(tmp_path: Path) -> None:
    (program,) = programs(RATINGS_PAGE)

    assert run(program, tmp_path) == program.rsplit("# ", 1)[1]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that has the folder `games`, made by the page's command with fewer games."""
    folder = tmp_path_factory.mktemp("page")
    (line,) = (
        line
        for block in test_examples.blocks(REPOSITORY / DATA_PAGE, "sh")
        for line in block.splitlines()
        if line.startswith("./tengen rollout ")
    )
    assert "--games 1000 " in line
    _, *words = line.replace("--games 1000 ", "--games 20 ").split()
    subprocess.run([sys.executable, "-m", "tengen", *words], check=True, cwd=folder)
    return folder


@pytest.mark.parametrize("number", range(7))
@pytest.mark.full
def test_data_page_program_runs(number: int, games: Path) -> None:
    program = programs(DATA_PAGE)[number]
    if "torch" in program and importlib.util.find_spec("torch") is None:
        pytest.skip("torch is not installed")

    assert run(program, games)


def test_data_page_has_these_programs() -> None:
    assert len(programs(DATA_PAGE)) == 7


@pytest.fixture(scope="module")
def secure_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that has the files of a secure server at 127.0.0.1, and the file `token`."""
    folder = tmp_path_factory.mktemp("secure")

    def tengen(*words: str) -> str:
        return run_to_end(*command_line(), *words, check=True, cwd=folder).stdout

    tengen("certificates", "--out", "tls", "--host", "127.0.0.1")
    token = tengen("token", "create", "ann", "--role", "agent", "--tokens", "tls/tokens")
    (folder / "token").write_text(token.strip())
    return folder


@pytest.mark.full
def test_security_page_programs_run(secure_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tls = secure_folder / "tls"
    monkeypatch.setenv("TENGEN_TOKEN", (secure_folder / "token").read_text())
    calls = (
        "print(client.server_info().version)",
        "envs.reset(seed=1)\nprint(len(envs.step([40] * 64)))",
    )
    written = programs(SECURITY_PAGE)
    assert len(written) == len(calls)

    with ServerProcess(
        "--tls-certificate",
        str(tls / "server.pem"),
        "--tls-key",
        str(tls / "server-key.pem"),
        "--tokens",
        str(tls / "tokens"),
    ) as server:
        for program, call in zip(written, calls, strict=True):
            at_server = program.replace("go.example:9019", server.address)
            assert at_server != program
            assert run(f"{at_server}\n{call}\n", secure_folder)


@pytest.mark.full
def test_durability_page_program_continues_where_it_was_stopped(tmp_path: Path) -> None:
    (program,) = programs(DURABILITY_PAGE)

    with ServerProcess("--store", str(tmp_path / "store.db")) as server:
        outputs = [run(program.replace(SERVER, server.address), tmp_path) for _ in range(2)]

    # A reset and 100 steps; then at most the requests that were not on disk are missing.
    assert outputs[0].startswith("101 requests, ")
    assert int(outputs[1].split()[0]) > 101


@pytest.mark.skipif(GNUGO is None, reason="gnugo is not installed")
@pytest.mark.full
def test_gtp_page_program_runs(tmp_path: Path) -> None:
    (program,) = programs("docs/guide/gtp.md")

    with ServerProcess("--engine", f"gnugo={GNUGO} --mode gtp --level 1") as server:
        output = run(program.replace(SERVER, server.address), tmp_path)

    players, actions = output.splitlines()
    assert "'gtp:gnugo'" in players
    assert actions.startswith("(40, ")


@pytest.mark.full
def test_tournament_page_program_plays(target: str, arena_client: Arena, tmp_path: Path) -> None:
    (program,) = programs("docs/guide/arena.md")
    spec = tournament_spec("ada", "random")
    arena_client.create_tournament(spec)
    # It plays until it is stopped.
    assert "address=" in program
    once = program.replace("address=", "game_count=2, address=").replace(SERVER, target)

    run(once, tmp_path)

    assert len(finished(arena_client, spec.name)) == 2


@pytest.mark.full
def test_ladder_page_programs_play_and_print_the_ladder(tmp_path: Path) -> None:
    play, read = programs("docs/guide/ladder.md")
    (file,) = test_examples.blocks(REPOSITORY / "docs/guide/ladder.md", "yaml")
    settings = tmp_path / "open.yaml"
    settings.write_text(file)
    assert file.strip() in (REPOSITORY / "examples/ladder.yaml").read_text()
    options = ["--arena", str(tmp_path / "arena.db"), "--ladder", str(settings)]
    with ServerProcess(*options) as server:
        # It plays until it is stopped.
        once = play.replace("address=", "game_count=2, address=").replace(SERVER, server.address)
        run(once, tmp_path)

        output = run(read.replace(SERVER, server.address), tmp_path)
        table = run_to_end(
            *command_line(), "arena", "ladder", "--address", server.address, check=True
        ).stdout

    assert "ada@1.1" in output
    assert "https://example.org/ada" in table
    assert "open: 2 games" in table
