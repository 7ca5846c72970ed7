"""Tests of which modules Javadoc reads."""

from pathlib import Path

from tools.javadoc import command, library_modules

ROOT = Path(__file__).resolve().parent.parent.parent


def test_libraryModules_librariesAndNoPrograms() -> None:
    libraries = library_modules(ROOT)

    assert {
        "env-core/core",
        "env-core/gtp",
        "env-server/server",
        "env-server/arena",
        "clients/java",
    } <= set(libraries)
    assert not {"clients/cli", "ops/benchmarks", "proto", "clients/python", "docs"} & set(libraries)


def test_command_readsTheSourcesOfTheLibraries() -> None:
    words = command(ROOT, Path("all.jar"), Path("site/java"))

    sources = words[words.index("-sourcepath") + 1].split(":")
    assert str(ROOT / "env-core/core/src/main/java") in sources
    assert all(Path(source).is_dir() for source in sources)
