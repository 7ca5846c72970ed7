"""All Python code in the documentation runs as written.

Each program runs in a separate process. `check.py` runs them in an environment with only the wheel
and its requirements. Otherwise they run in the environment of the tests.
"""

from __future__ import annotations

import math
import os
import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from arena_tournament import finished, tournament_spec
from llm_player.__main__ import parse
from processes import run_to_end

from tengen.arena import GameVerdict
from tengen.arena.__main__ import make_parser

if TYPE_CHECKING:
    import tengen
    from tengen.arena import Arena

pytestmark = pytest.mark.full

PACKAGE = Path(__file__).resolve().parents[1]
REPOSITORY = PACKAGE.parents[1]
EXAMPLES = REPOSITORY / "examples" / "python"
REINFORCE = REPOSITORY / "examples" / "reinforce" / "reinforce.py"
FRONT_PAGE = REPOSITORY / "README.md"
PYTHON_PAGE = REPOSITORY / "docs" / "guide" / "python.md"
NOTEBOOKS_PAGE = REPOSITORY / "docs" / "guide" / "notebooks.md"
VECTOR_PAGE = REPOSITORY / "docs" / "guide" / "python-vector.md"
SESSIONS_PAGE = REPOSITORY / "docs" / "guide" / "python-sessions.md"
SERVERS_PAGE = REPOSITORY / "docs" / "guide" / "python-servers.md"
REPEAT_PAGE = REPOSITORY / "docs" / "guide" / "repeat-a-run.md"
AGENTS_PAGE = REPOSITORY / "docs" / "guide" / "learning.md"
ARENA_PAGE = REPOSITORY / "docs" / "guide" / "arena-agents.md"
TREES_PAGE = REPOSITORY / "docs" / "guide" / "trees.md"
CONFORMANCE_PAGE = REPOSITORY / "docs" / "reference" / "conformance.md"
PACKAGE_PAGE = PACKAGE / "README.md"
PYTHON_PAGES = {
    PYTHON_PAGE: 5,
    VECTOR_PAGE: 3,
    SESSIONS_PAGE: 4,
    SERVERS_PAGE: 6,
    REPEAT_PAGE: 2,
}
"""The pages about the package, each with the number of its programs."""

CLEAN_PYTHON = os.environ.get("TENGEN_TEST_CLEAN_PYTHON", "")
EXTRAS_PYTHON = os.environ.get("TENGEN_TEST_EXTRAS_PYTHON", "")
IS_CLEAN = bool(CLEAN_PYTHON)


def blocks(page: Path, language: str) -> list[str]:
    """Returns the code blocks of a page in a language."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(), re.DOTALL)


def output_of(page: Path, number: int) -> str | None:
    """Returns the output that a page shows below one of its Python programs. None: it shows none.

    The output is a block of text that follows the program, with nothing but an empty line between.
    """
    after = re.split(r"```python\n.*?```\n", page.read_text(), flags=re.DOTALL)[number + 1]
    shown = re.match(r"\n?```text\n(.*?)```", after, re.DOTALL)
    return None if shown is None else shown[1]


def commands(page: Path) -> list[list[str]]:
    """Returns the Python commands of a page."""
    lines = [line for block in blocks(page, "sh") for line in block.splitlines()]
    return [shlex.split(line) for line in lines if line.startswith("python -m tengen")]


def run(*words: str, needs_extras: bool, folder: Path) -> str:
    """Returns the output of a Python process with these arguments."""
    python = (EXTRAS_PYTHON if needs_extras else CLEAN_PYTHON) or sys.executable
    # A clean environment uses the server in its wheel.
    hidden = {"PYTHONPATH", "PYTHONHOME"} | ({"TENGEN_JAR"} if IS_CLEAN else set())
    done = run_to_end(
        python,
        "-W",
        "error",
        *words,
        timeout=300,
        cwd=folder,
        env={name: value for name, value in os.environ.items() if name not in hidden},
    )
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    assert done.stderr == ""
    return done.stdout


def run_program(program: str, folder: Path) -> str:
    """Returns the output of a program of a page."""
    needs_extras = "tengen.pettingzoo" in program or "embedded" in program
    return run("-I", "-c", program, needs_extras=needs_extras, folder=folder)


def run_example(name: str, folder: Path, *arguments: str) -> str:
    """Returns the output of an example."""
    path = EXAMPLES / name
    needs_extras = "tengen.pettingzoo" in path.read_text()
    return run("-I", str(path), *arguments, needs_extras=needs_extras, folder=folder)


@pytest.mark.skipif(not IS_CLEAN, reason="check.py makes the clean environments")
@pytest.mark.parametrize("needs_extras", [False, True])
def test_clean_environment_has_the_wheel(needs_extras: bool, tmp_path: Path) -> None:
    program = "import sys, tengen; print(sys.prefix, tengen.__file__)"

    prefix, file = run("-I", "-c", program, needs_extras=needs_extras, folder=tmp_path).split()

    assert file.startswith(prefix)
    assert "site-packages" in file


def test_every_example_has_a_test() -> None:
    named = re.findall(r'run_example\("(\w+\.py)"', Path(__file__).read_text())

    assert sorted(named) == sorted(path.name for path in EXAMPLES.glob("*.py"))


def test_random_agent_plays_a_game(address: str, tmp_path: Path) -> None:
    assert " moves, " in run_example("random_agent.py", tmp_path, address)


def test_gymnasium_agent_plays_games(tmp_path: Path) -> None:
    assert run_example("gymnasium_agent.py", tmp_path).count(" moves, ") == 3


def test_pettingzoo_agents_play_a_game(tmp_path: Path) -> None:
    output = run_example("pettingzoo_agents.py", tmp_path)

    assert "A B C D E" in output
    assert "black_0" in output


def test_vector_agents_play_games(tmp_path: Path) -> None:
    output = run_example("vector_agents.py", tmp_path)

    assert re.fullmatch(r"\d{2,} games, of which Black won \d+\n", output)


def test_arena_agent_plays_its_games(target: str, arena_client: Arena, tmp_path: Path) -> None:
    spec = tournament_spec("captor", "random", pairs=2)
    arena_client.create_tournament(spec)

    output = run_example("arena_agent.py", tmp_path, target, "4")

    assert "game_count=4" in output
    assert [game.ending.verdict for game in finished(arena_client, spec.name) if game.ending] == [
        GameVerdict.PASSES
    ] * 4
    assert arena_client.standings(spec.name).rows[0].player == "captor"


def test_reinforce_learns(tmp_path: Path) -> None:
    output = run("-I", str(REINFORCE), needs_extras=False, folder=tmp_path)

    (before, games), (after, same) = (
        map(int, numbers)
        for numbers in re.findall(r"(\d+) of (\d+) games won against random", output)
    )
    assert games == same == 200
    assert re.findall(r"^(\d+) updates: \d+% won", output, re.MULTILINE) == [
        "10",
        "20",
        "30",
        "40",
        "50",
    ]
    # Fisher's exact test: the probability of such an uneven distribution of wins without learning.
    won = before + after
    chance = sum(
        math.comb(won, count) * math.comb(2 * games - won, games - count)
        for count in range(after, min(won, games) + 1)
    ) / math.comb(2 * games, games)
    assert chance < 1e-9, output
    assert len(REINFORCE.read_text().splitlines()) < 150


@pytest.mark.parametrize("color", ["black", "white"])
def test_llm_player_plays_a_whole_game(color: str, client: tengen.Client, tmp_path: Path) -> None:
    record = tmp_path / "game.sgf"
    words = ("-m", "llm_player", "--prompts", "--color", color, "--record", str(record))

    # Not isolated: with -m, Python must find modules in the directory of the examples.
    output = run("-E", "-s", *words, needs_extras=False, folder=REPOSITORY / "examples")

    assert "You play " + color.title() in output
    assert "The model answers:\n" in output
    assert "  5 . . . . . 5\n" in output
    assert "Rejected: " in output
    with client.import_record(record.read_text()) as session:
        assert session.warnings == ()
        assert f", {session.state().move_number} moves; {record}" in output
        assert session.state().move_number >= 20
    assert record.read_text().count("C[") >= 10
    assert f"P{color[0].upper()}[random-model]" in record.read_text()


def test_llm_player_plays_a_command(address: str, tmp_path: Path) -> None:
    command = shlex.join([sys.executable, "-c", "print('MOVE: pass')"])
    words = ("-m", "llm_player", "--model-command", command, "--opponent", "greedy")
    where = ("--address", address, "--record", str(tmp_path / "game.sgf"))

    output = run("-E", "-s", *words, *where, needs_extras=False, folder=EXAMPLES.parent)

    assert "1. Black: pass\n" in output
    assert re.search(r"\n[BW]\+[\d.]+ \(passes\), \d+ moves; ", output)


def test_front_page_agent_plays_the_game_that_the_page_shows(tmp_path: Path) -> None:
    (agent,) = blocks(FRONT_PAGE, "python")

    assert run_program(agent, tmp_path) == output_of(FRONT_PAGE, 0)


def test_package_page_has_these_programs() -> None:
    assert len(blocks(PACKAGE_PAGE, "python")) == 4


@pytest.mark.parametrize("number", [0, 1])
def test_package_page_whole_programs_run(number: int, tmp_path: Path) -> None:
    output = run_program(blocks(PACKAGE_PAGE, "python")[number], tmp_path)

    assert output == output_of(PACKAGE_PAGE, number)


@pytest.mark.parametrize("number", [2, 3])
def test_package_page_parts_of_programs_run(number: int, address: str, tmp_path: Path) -> None:
    start = (
        f"import tengen\nclient = tengen.connect({address!r})\nsession = client.create_session(9)\n"
    )
    run_program(start + blocks(PACKAGE_PAGE, "python")[number], tmp_path)


def test_python_pages_have_these_programs() -> None:
    assert {page: len(blocks(page, "python")) for page in PYTHON_PAGES} == PYTHON_PAGES


@pytest.mark.parametrize(
    ("page", "number"),
    [(page, number) for page, count in PYTHON_PAGES.items() for number in range(count)],
    ids=lambda value: value.stem if isinstance(value, Path) else str(value),
)
def test_python_page_programs_run(page: Path, number: int, tmp_path: Path) -> None:
    output = run_program(blocks(page, "python")[number], tmp_path)

    shown = output_of(page, number)
    if number == 0:
        assert shown is not None, "the first program has no output that a reader can compare"
    assert shown in (None, output)


@pytest.mark.parametrize("page", PYTHON_PAGES, ids=lambda page: page.stem)
def test_python_page_is_short_and_starts_with_a_program(page: Path) -> None:
    text = page.read_text()

    assert len(text.splitlines()) < 200
    assert text.index("```python") < text.index("\n## ")


@pytest.mark.parametrize("number", range(3))
def test_notebooks_page_programs_run(number: int, tmp_path: Path) -> None:
    run_program(blocks(NOTEBOOKS_PAGE, "python")[number], tmp_path)


def test_agents_page_program_runs() -> None:
    _, program = blocks(AGENTS_PAGE, "python")

    output = run("-E", "-s", "-c", program, needs_extras=False, folder=EXAMPLES.parent)

    assert output.startswith("E5 ")
    assert "  5 . . . . X . . . . 5\n" in output


def test_agents_page_commands_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line for block in blocks(AGENTS_PAGE, "sh") for line in block.splitlines()]
    words = [shlex.split(line, comments=True) for line in lines]

    monkeypatch.setenv("EXAMPLE_API_KEY", "secret")
    settings = [parse(line[3:]) for line in words if line[:3] == ["python3", "-m", "llm_player"]]
    assert [setting.model for setting in settings] == [None, "human", None, "qwen3", "large"]
    assert ["python3", "examples/reinforce/reinforce.py", "--seed", "1"] in words


def test_arena_page_agent_plays_its_games(target: str, arena_client: Arena, tmp_path: Path) -> None:
    program, *_ = blocks(ARENA_PAGE, "python")
    arena_client.create_tournament(tournament_spec("random-net", "greedy"))

    output = run_program(program.replace("127.0.0.1:9019", target), tmp_path)

    assert re.fullmatch(r"[012] of 2\n", output)


def test_arena_page_network_chooses_for_many_games_at_once(
    target: str, arena_client: Arena, tmp_path: Path
) -> None:
    _, program, *_ = blocks(ARENA_PAGE, "python")
    call = '# arena.serve(Network(), name="net", encodings="alphazero-17", max_game_count=32)'
    options = f'name="net", encodings="alphazero-17", game_count=2, address="{target}"'
    spec = tournament_spec("net", "greedy")
    arena_client.create_tournament(spec)

    assert call in program
    run_program(program.replace(call, f"arena.serve(Network(), {options})"), tmp_path)

    assert all(game.ending for game in finished(arena_client, spec.name))


def test_arena_page_tournament_is_played(tmp_path: Path) -> None:
    *_, program = blocks(ARENA_PAGE, "python")

    output = run_program(program, tmp_path)

    assert "4 games have ended\n" in output
    assert output.count("mine greedy ") == output.count("greedy mine ") == 2
    assert "greedy  +1500" in output
    assert "(;" in output


def test_arena_page_commands_are_understood() -> None:
    lines = commands(ARENA_PAGE)

    known = [
        make_parser().parse_args(words[3:]).command for words in lines if "--help" not in words
    ]
    assert known == ["agent", "agent", "agent", "watch", "standings"]
    assert len(lines) == 6


def test_trees_page_has_these_programs() -> None:
    assert len(blocks(TREES_PAGE, "python")) == 2


@pytest.mark.parametrize("number", range(2))
def test_trees_page_programs_run(number: int, tmp_path: Path) -> None:
    run_program(blocks(TREES_PAGE, "python")[number], tmp_path)


@pytest.mark.parametrize("number", range(2))
def test_conformance_page_commands_run(number: int, tmp_path: Path) -> None:
    # The third needs an environment of another program.
    _, *words = commands(CONFORMANCE_PAGE)[number]
    needs_extras = any(word.startswith("pettingzoo:") for word in words)

    assert run(*words, needs_extras=needs_extras, folder=tmp_path)
