"""Checks the package as the build does: style, types, wheel, tests. Quiet unless a check fails.

    python3 check.py                 what a change must pass: style, types, and the tests in one
                                     virtual environment
    python3 check.py --full          all checks except the long tests
    python3 check.py --rest          only what --full adds: the wheel, other environments, a server
                                     in the process, and the tests that are marked as full
    python3 check.py --long          only the long tests
    python3 check.py --environment   no checks: only creates the virtual environment `target/venv`
    python3 check.py --frameworks    only all tests, in one virtual environment with RLlib and one
                                     with the other frameworks; each has 6 GB, most of it PyTorch
    python3 check.py --notebooks     only executes the notebooks, and stores their outputs

Requires Python 3.11 or later, access to PyPI for the first run, and the server's jar: the file that
TENGEN_JAR names, or else `clients/cli/target/tengen.jar`. All output is in `target`.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "../../ops/release"))

from environments import Environment

from page_programs import write_programs

TARGET = ROOT / "target"
# Clients do not read the contents of snapshots.
CONTRACT = sorted(
    file
    for file in (ROOT / "../../proto/src/main/proto/tengen/v1").glob("*.proto")
    if file.stem != "snapshot"
)
GENERATED = [ROOT / f"src/tengen/v1/{file.stem}_pb2.py" for file in CONTRACT]
JAR = Path(os.environ.get("TENGEN_JAR", ROOT / "../../clients/cli/target/tengen.jar")).resolve()
EXAMPLES = ROOT / "../../examples"
# What the tests of the examples with PyTorch need.
EXAMPLE_REQUIREMENTS = tuple(
    EXAMPLES / name / "requirements.txt" for name in ("alphazero", "text_races")
)
NOTEBOOKS = ROOT / "../../examples/notebooks"
SOURCES = (ROOT, EXAMPLES, ROOT / "../../ops/deploy", ROOT / "../../ops/release")
# The dev extra pins the newest Gymnasium. These tests also run with the oldest that is allowed.
GYMNASIUM_TESTS = (
    "tests/test_gym.py",
    "tests/test_gym_copies.py",
    "tests/test_pettingzoo.py",
    "tests/test_vector.py",
    "tests/test_vector_life.py",
    "tests/test_vector_render.py",
)
TORCH_TESTS = (
    "tests/test_torch.py",
    "tests/test_alphazero.py",
    "tests/test_network_files.py",
    "tests/test_race_agent.py",
    "tests/test_text_races.py",
    "tests/test_frameworks.py",
    "tests/test_gpu_benchmark.py",
)
# Networks in ONNX are played by the tests with PyTorch, too.
ONNX_REQUIREMENTS = ("onnx==1.23.2", "onnxruntime==1.32.0")
# JAX brings 300 MB, so it has an environment.
JAX_TESTS = (
    "tests/test_jax.py",
    "tests/test_mctx.py",
    "tests/test_frameworks.py",
    "tests/test_gpu_benchmark.py",
)
JAX_REQUIREMENTS = ("jax==0.10.2", "mctx==0.0.71", "pgx==2.6.0")
# These tests also run against a server inside the process.
EMBEDDED_TESTS = (
    "tests/test_client.py",
    "tests/test_closing.py",
    "tests/test_discovery.py",
    "tests/test_errors.py",
    "tests/test_globals.py",
    "tests/test_grouped.py",
    "tests/test_gym.py",
    "tests/test_observation.py",
    "tests/test_overlays.py",
    "tests/test_pettingzoo.py",
    "tests/test_processes.py",
    "tests/test_random_game.py",
    "tests/test_rewards.py",
    "tests/test_rules.py",
    "tests/test_sampling.py",
    "tests/test_saved_sessions.py",
    "tests/test_search_positions.py",
    "tests/test_sessions.py",
    "tests/test_symmetry.py",
    "tests/test_tasks.py",
    "tests/test_threads.py",
    "tests/test_trees.py",
    "tests/test_undo.py",
    "tests/test_vector.py",
    "tests/test_vector_async.py",
    "tests/test_vector_proposals.py",
    "tests/test_vector_trajectories.py",
)
LANGUAGE_MODEL_TESTS = (
    "tests/test_llm_evaluate.py",
    "tests/test_llm_tools.py",
    "tests/test_mcp.py",
    "tests/test_openenv.py",
)
# The protocols that trainers and assistants of language models speak. Their packages bring many
# others, so they have their own environment.
LANGUAGE_MODEL_REQUIREMENTS = (
    "mcp==1.30.0",
    "openai==3.57.0",
    "openenv==0.10.0",
    "schemathesis==4.32.5",
)
# RLlib pins an old Gymnasium, so it has its own environment.
FRAMEWORKS = {
    "rllib": ("[rllib,ray,pettingzoo]",),
    "frameworks": (
        "[sb3,pettingzoo]",
        "torchrl>=0.14,<0.15",
        "tianshou>=2.0.1,<3",
        "supersuit>=3.11,<4",
    ),
}
"""The extras and further requirements of the environments with frameworks, by name."""

# What the tests do not need, and Gymnasium, which RLlib chooses.
NOT_FOR_TESTS = ("build", "gymnasium", "mypy", "pyright", "ruff", "types-")

# Each process starts its own servers, so that tests are independent of each other. Idle processes
# take over waiting tests of busy ones.
PARALLEL_TESTS = ("--numprocesses", "2", "--dist", "worksteal")
DEBIANS_PYTHON = "/usr/bin/python3"
OLDEST_TORCH = (1, 13)
# Earlier versions were built for NumPy 1 and do not work with NumPy 2.
FIRST_TORCH_FOR_NUMPY_2 = (2, 3)

IMPORT_CHECK = """
import importlib.resources
import importlib.util
import tengen
assert importlib.resources.files(tengen).joinpath("py.typed").is_file()
assert importlib.util.find_spec("grpc_tools") is None, "this environment is not clean"
assert tengen.__version__
with tengen.launch() as client:
    assert client.server_info().version
"""


def main() -> None:
    """Runs the checks, and exits with code 1 if one of them fails."""
    parser = argparse.ArgumentParser(description="Checks the Python client.")
    parser.add_argument("--full", action="store_true", help="run all checks, except the long tests")
    parser.add_argument("--rest", action="store_true", help="run only what --full adds")
    parser.add_argument("--long", action="store_true", help="run only the long tests")
    parser.add_argument(
        "--environment", action="store_true", help="only create the virtual environment"
    )
    parser.add_argument(
        "--frameworks", action="store_true", help="only run all tests beside the frameworks"
    )
    parser.add_argument(
        "--notebooks", action="store_true", help="only execute the notebooks and store the outputs"
    )
    arguments = parser.parse_args()
    if arguments.environment:
        make_environment(fingerprint())
        return
    is_long = arguments.long
    if not JAR.is_file():
        sys.exit(f"{JAR} is missing; build it with mvn -q -pl clients/cli -am package -DskipTests")
    if is_long and not has_long_tests():
        return
    stamp = fingerprint()
    python = make_environment(stamp)
    if arguments.frameworks:
        run_framework_tests(build_wheel(python), stamp)
        return
    if arguments.notebooks:
        print(execute_notebooks(build_wheel(python), stamp, "--write"))
        return
    if is_long:
        run_tests(python, "-m", "long")
        return
    if not (arguments.rest or arguments.full):
        # Tests wait for servers half of their time, which is enough for the checks of types.
        with ThreadPoolExecutor() as pool:
            style = pool.submit(check_style, python)
            run_tests(python, *PARALLEL_TESTS, "-m", "not (full or long)")
            style.result()
        return
    if arguments.full:
        check_style(python)
    run_full_checks(python, stamp, "full and not long" if arguments.rest else "not long")


def check_style(python: Path) -> None:
    """Checks format, lint and types."""
    run("format", python, "-m", "ruff", "format", "--check", *SOURCES)
    run("lint", python, "-m", "ruff", "check", *SOURCES)
    run("types", python, "-m", "mypy")


def run_full_checks(python: Path, stamp: str, marked: str) -> None:
    """Runs the tests that are `marked` so with the wheel, and those of the other environments."""
    # NumPy's type hints require a newer Python, so some of its return types are unknown here.
    oldest = ("--python-version", "3.10", "--no-warn-return-any", "src")
    run("types for the oldest Python", python, "-m", "mypy", *oldest)
    check_page_programs(python)
    wheel = build_wheel(python)
    clean = install_wheel(wheel, "clean-venv", stamp)
    # The wheel must start the server that it contains.
    run(
        "wheel import", clean, "-I", "-c", IMPORT_CHECK, folder=TARGET, variables={"TENGEN_JAR": ""}
    )
    extras = install_wheel(wheel, "extras-venv", stamp, extra="[pettingzoo,embedded]")
    pythons = {
        "TENGEN_TEST_CLEAN_PYTHON": str(clean),
        "TENGEN_TEST_EXTRAS_PYTHON": str(extras),
    }
    run_tests(python, *PARALLEL_TESTS, "-m", marked, variables=pythons)
    print("python: with the server inside the process:")
    run_tests(python, *PARALLEL_TESTS, "--embedded", *EMBEDDED_TESTS)
    run_oldest_gymnasium_tests(wheel, stamp)
    run_torch_tests(wheel, stamp)
    run_jax_tests(wheel, stamp)
    run_language_model_tests(wheel, stamp)
    print(execute_notebooks(wheel, stamp))


def check_page_programs(python: Path) -> None:
    """Checks the types of the programs in pages, notebooks and examples, and of tests/typing."""
    programs = write_programs(TARGET / "programs")
    run("types of programs in pages", python, "-m", "mypy", TARGET / "programs")
    if shutil.which("node") is None:
        sys.exit("python: pyright needs Node.js; on Debian: apt-get install nodejs")
    with_packages = ("--pythonpath", python, "--project", ROOT)
    run("types of programs by pyright", python, "-m", "pyright", *with_packages)
    print(f"python: {len(programs)} programs of pages and notebooks are typed")


def execute_notebooks(wheel: Path, stamp: str, *options: str) -> str:
    """Executes the notebooks with the wheel, and returns one line for each of them."""
    requirements = NOTEBOOKS / "requirements.txt"
    stamp += requirements.read_text()
    environment = Environment(TARGET / "notebooks-venv", stamp)
    python = install(environment, wheel, "--requirement", requirements)
    # The server is the one in the wheel. One thread, as the texts of the notebooks say.
    variables = {"TENGEN_JAR": "", "OPENBLAS_NUM_THREADS": "1", "PYTHONWARNINGS": ""}
    output = run("notebooks", python, NOTEBOOKS / "execute.py", *options, variables=variables)
    return "\n".join(f"python: notebook {line}" for line in output.splitlines())


def has_long_tests() -> bool:
    """Returns whether any test is marked as long."""
    return any("pytest.mark.long" in path.read_text() for path in (ROOT / "tests").glob("*.py"))


def fingerprint() -> str:
    """Returns a hash of everything that the virtual environments depend on."""
    digest = hashlib.sha256()
    files = (ROOT / "pyproject.toml", ROOT / "hatch_build.py", *EXAMPLE_REQUIREMENTS)
    for path in (*files, *CONTRACT):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def make_environment(stamp: str) -> Path:
    """Returns the Python of an environment with the editable package and all development tools."""
    environment = Environment(TARGET / "venv", stamp)
    if environment.is_new or not all(file.is_file() for file in GENERATED):
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())
        environment.install(*project["build-system"]["requires"])
        environment.install("--no-build-isolation", "--editable", f"{ROOT}[dev]")
        environment.keep()
    return environment.python


def install(environment: Environment, wheel: Path, *words: str | Path, extra: str = "") -> Path:
    """Installs the wheel, and if the environment is new, its requirements, one extra and `words`.

    Returns:
      The Python of the environment.
    """
    if environment.is_new:
        environment.install(*words, f"{wheel}{extra}")
        environment.keep()
    else:
        environment.install("--no-deps", "--reinstall", wheel)
    return environment.python


def build_wheel(python: Path) -> Path:
    """Builds the wheel from the source distribution, as PyPI users do, and returns its path."""
    dist = TARGET / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    # The source distribution that the wheel is built from does not contain the jar.
    jar = {"TENGEN_JAR": str(JAR)}
    run("wheel", python, "-m", "build", "--no-isolation", "--outdir", dist, variables=jar)
    (wheel,) = dist.glob("*.whl")
    return wheel


def install_wheel(wheel: Path, name: str, stamp: str, extra: str = "") -> Path:
    """Returns the Python of an environment with only the wheel, its requirements and one extra."""
    environment = Environment(TARGET / name, stamp)
    python = install(environment, wheel, extra=extra)
    environment.check()
    return python


def run_oldest_gymnasium_tests(wheel: Path, stamp: str) -> None:
    """Runs the tests of environments with the oldest Gymnasium that pyproject.toml allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (allowed,) = (name for name in project["dependencies"] if name.startswith("gymnasium"))
    oldest = re.search(r">=([\d.]+)", allowed)
    assert oldest is not None, f"{allowed} has no lower bound"
    version = f"{oldest[1]}.0"
    tools = [
        tool
        for tool in project["optional-dependencies"]["dev"]
        if tool.startswith(("pytest", "pettingzoo", "pygame", "numpy"))
    ]
    environment = Environment(TARGET / "oldest-gymnasium-venv", stamp)
    python = install(environment, wheel, *tools, f"gymnasium=={version}")
    print(f"python: with Gymnasium {version}:")
    run_tests(python, *PARALLEL_TESTS, *GYMNASIUM_TESTS)


def run_language_model_tests(wheel: Path, stamp: str) -> None:
    """Runs the tests that need the packages of language models, which have an environment."""
    stamp = " ".join((stamp, *LANGUAGE_MODEL_REQUIREMENTS))
    environment = Environment(TARGET / "language-models-venv", stamp)
    python = install(environment, wheel, *pytest_tools(), *LANGUAGE_MODEL_REQUIREMENTS)
    print("python: with the packages of language models:")
    run_tests(python, *PARALLEL_TESTS, *LANGUAGE_MODEL_TESTS)


def run_framework_tests(wheel: Path, stamp: str) -> None:
    """Runs all tests beside RLlib, which pins an old Gymnasium, and beside the other frameworks."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    tools = [
        tool
        for tool in settings["project"]["optional-dependencies"]["dev"]
        if not tool.startswith(NOT_FOR_TESTS)
    ]
    # The tests of the build hook import its base class.
    tools += [name for name in settings["build-system"]["requires"] if "hatchling" in name]
    examples = requirement_options()
    for name, (extra, *requirements) in FRAMEWORKS.items():
        environment = Environment(TARGET / f"{name}-venv", stamp)
        python = install(environment, wheel, *tools, *requirements, *examples, extra=extra)
        print(f"python: with {name}:", flush=True)
        # With several threads on a busy machine, PyTorch spends most of its time waiting for them.
        run_tests(python, *PARALLEL_TESTS, variables={"OMP_NUM_THREADS": "1"})


def run_torch_tests(wheel: Path, stamp: str) -> None:
    """Runs the tests that need PyTorch with an installed PyTorch, or reports that there is none.

    PyTorch is not downloaded, because the package on PyPI includes gigabytes for graphics cards.
    """
    # A virtual environment can use the packages of its base, even if it is created within another.
    bases = (str(Path(sys.base_prefix, "bin/python3")), DEBIANS_PYTHON)
    found = [(base, torch_version(base)) for base in bases]
    usable = [(base, version) for base, version in found if numbers(version) >= OLDEST_TORCH]
    if not usable:
        print("python: PyTorch not found, skipping the tests that need it;", end=" ")
        print("on Debian: apt-get install python3-torch python3-venv")
        return
    base, version = usable[0]
    environment = Environment(
        TARGET / "torch-venv", f"{stamp} {version}", base=base, with_system_packages=True
    )
    # uv does not count packages of the system, so it must not look for PyTorch.
    excluded = TARGET / "excluded.txt"
    excluded.write_text("torch; python_version < '3'\n")
    numpy = ["numpy<2"] if numbers(version) < FIRST_TORCH_FOR_NUMPY_2 else []
    words = ("--override", excluded, *pytest_tools(), *numpy, *requirement_options())
    words = (*words, *ONNX_REQUIREMENTS)
    python = install(environment, wheel, *words)
    print(f"python: with PyTorch {version}:")
    run_tests(python, *PARALLEL_TESTS, *TORCH_TESTS)


def run_jax_tests(wheel: Path, stamp: str) -> None:
    """Runs the tests that need JAX, which has an environment."""
    environment = Environment(TARGET / "jax-venv", " ".join((stamp, *JAX_REQUIREMENTS)))
    tools = (*pytest_tools(), *JAX_REQUIREMENTS)
    python = install(environment, wheel, *tools, extra="[embedded]")
    print("python: with JAX:")
    run_tests(python, *PARALLEL_TESTS, *JAX_TESTS)


def pytest_tools() -> list[str]:
    """Returns the requirements of the dev extra that run tests."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return [tool for tool in project["optional-dependencies"]["dev"] if "pytest" in tool]


def requirement_options() -> list[str | Path]:
    """Returns the options of uv for `EXAMPLE_REQUIREMENTS`."""
    return [word for path in EXAMPLE_REQUIREMENTS for word in ("--requirement", path)]


def numbers(version: str) -> tuple[int, ...]:
    """Returns the first two numbers of a version; an empty tuple for ""."""
    return tuple(int(number) for number in version.split(".")[:2] if number)


def torch_version(python: str) -> str:
    """Returns the version of a Python's PyTorch; "" if it has none."""
    program = "import torch; print(torch.__version__)"
    try:
        done = subprocess.run(
            [python, "-c", program], capture_output=True, text=True, check=False, cwd=TARGET
        )
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def run_tests(python: Path, *options: str, variables: dict[str, str] | None = None) -> None:
    """Runs the tests, and prints the summary of pytest."""
    words: tuple[str | Path, ...] = (python, "-m", "pytest", "--quiet", *options)
    print("python:", summary(run("tests", *words, variables=variables)))


def summary(output: str) -> str:
    """Returns the last line of the output of pytest."""
    return output.strip().splitlines()[-1]


def run(
    title: str,
    *command: str | Path,
    folder: Path = ROOT,
    variables: dict[str, str] | None = None,
) -> str:
    """Runs a command and returns its output. If it fails, prints the output and exits."""
    done = execute(*command, folder=folder, variables=variables)
    if done.returncode != 0:
        words = " ".join(map(str, command))
        print(f"python: {title} failed: {words}\n{done.stdout}", file=sys.stderr)
        sys.exit(1)
    return done.stdout


def execute(
    *command: str | Path, folder: Path = ROOT, variables: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs a command, and returns its exit code and its output, both streams in one."""
    words = [str(word) for word in command]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(variables or {})}
    return subprocess.run(
        words,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


if __name__ == "__main__":
    main()
