#!/usr/bin/env python3
"""Checks the documentation and builds the site. Quiet unless something fails.

    python3 docs/check.py                       what a change must pass: phrases, diagram, tests
    python3 docs/check.py --full                also the site without Javadoc, and its links
    python3 docs/check.py --site                the whole site, with Javadoc; needs the server's jar
    python3 docs/check.py --phrases [PATH...]   the phrases to avoid, in these files or in all
    python3 docs/check.py --modules             writes the diagram and the table of the modules

Needs Python 3.11 or later. `--phrases` and `--modules` need nothing else; the rest needs PyPI the
first time. The site is in `target/docs/site`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
sys.path[:0] = [str(DOCS), str(ROOT / "ops/release")]
sys.dont_write_bytecode = True

from environments import Environment

from tools import javadoc, modules, phrases, resources, search

TARGET = ROOT / "target/docs"
SITE = TARGET / "site"
VENV = TARGET / "venv"
REQUIREMENTS = DOCS / "requirements.txt"
JAR = Path(os.environ.get("TENGEN_JAR", ROOT / "clients/cli/target/tengen.jar")).resolve()


def main() -> None:
    """Runs what the options name, and exits with 1 if a check fails."""
    parser = argparse.ArgumentParser(description="Checks the documentation and builds the site.")
    options = parser.add_mutually_exclusive_group()
    options.add_argument(
        "--full", action="store_true", help="build the site without Javadoc, too, and check it"
    )
    options.add_argument(
        "--site", action="store_true", help="build the site, with Javadoc, and check nothing else"
    )
    options.add_argument(
        "--modules", action="store_true", help="write the diagram and the table of the modules"
    )
    options.add_argument(
        "--phrases",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="look for phrases to avoid, in these files and folders or in the whole repository",
    )
    arguments = parser.parse_args()
    if arguments.phrases is not None:
        passed = check_phrases(arguments.phrases)
    elif arguments.modules:
        modules.write(ROOT)
        passed = True
    elif arguments.site:
        build_site(make_environment())
        build_javadoc()
        passed = check_resources()
    else:
        passed = check_pages(is_full=arguments.full)
    if not passed:
        sys.exit(1)


def check_pages(*, is_full: bool) -> bool:
    """Returns whether all checks pass, after running each of them."""
    python = make_environment()
    run("format", python, "-m", "ruff", "format", "--check", DOCS)
    run("lint", python, "-m", "ruff", "check", DOCS)
    tests = run("tests", python, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", DOCS)
    print("docs:", tests.strip().splitlines()[-1])
    checks = [check_phrases([])]
    if is_full:
        build_site(python)
        checks += [check_resources(), check_search()]
    return all(checks)


def check_phrases(paths: list[Path]) -> bool:
    """Prints the phrases to avoid, and returns whether there are none."""
    missing = [str(path) for path in paths if not path.exists()]
    if missing:
        sys.exit(f"no such file or folder: {', '.join(missing)}")
    findings = phrases.find(ROOT, paths or [ROOT], phrases.read_phrases())
    for finding in findings:
        print(finding)
    if findings:
        count = len({finding.path for finding in findings})
        print(f"{len(findings)} phrases to rewrite in {count} files")
    return not findings


def check_resources() -> bool:
    """Prints what pages load from other hosts, and returns whether they load nothing."""
    found = resources.foreign(SITE)
    for page, url in found:
        print(f"{page} loads {url}")
    return not found


def check_search() -> bool:
    """Prints the words that a reader looks for and the site does not find well."""
    missing = search.missing(SITE)
    for word, page in missing.items():
        print(f"the search finds no heading with {word!r} on {page}")
    return not missing


def build_site(python: Path) -> None:
    """Builds the site without Javadoc. A warning is an error."""
    command = (python, "-m", "mkdocs", "build", "--strict")
    # What Material prints about a later version of MkDocs.
    run("site", *command, variables={"NO_MKDOCS_2_WARNING": "1"})


def build_javadoc() -> None:
    """Adds the Javadoc to the site. A warning is an error."""
    if not JAR.is_file():
        sys.exit(f"{JAR} is missing; mvn -q -pl clients/cli -am package -DskipTests builds it")
    command = javadoc.command(ROOT, JAR, SITE / "java")
    shutil.rmtree(SITE / "java", ignore_errors=True)
    run("javadoc", *command)


def make_environment() -> Path:
    """Returns the Python of the virtual environment, which is made again if it is out of date."""
    environment = Environment(VENV, REQUIREMENTS.read_text())
    if environment.is_new:
        environment.install("--requirement", REQUIREMENTS)
        environment.keep()
    return environment.python


def run(title: str, *command: str | Path, variables: dict[str, str] | None = None) -> str:
    """Returns the output of a command. If the command fails, prints the output and exits."""
    words = [str(word) for word in command]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(variables or {})}
    done = subprocess.run(
        words,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        print(f"docs: {title} failed: {' '.join(words)}\n{done.stdout}", file=sys.stderr)
        sys.exit(1)
    return done.stdout


if __name__ == "__main__":
    main()
