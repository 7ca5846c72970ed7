#!/usr/bin/env python3
"""Makes every file of a release from the current commit, and checks them.

    ops/release/build.py            make the files in target/release/VERSION
    ops/release/build.py --twice    make them twice, in two folders, and compare every byte
    ops/release/build.py --sign     sign them with GnuPG, too

The files: the wheel and the source distribution of tengen-go, a Maven repository with the
libraries, their sources and their Javadoc, the one jar, the protocol buffers, a bill of materials
(CycloneDX) and SHA256SUMS. Nothing is uploaded.

The build runs in an export of the commit, so that it depends on no other file of the checkout. If
the version of the commit ends with -SNAPSHOT, the result is a trial: the same files, with the
version without that suffix.

Requires git, JDK 17 or later, Maven, Python 3.11 or later, and access to Maven Central and PyPI.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

HOME = Path(__file__).resolve().parents[2]
TARGET = HOME / "target" / "release"
TOOLS = ("build==1.6.1", "twine==7.0.0")
NO_HOME = "https://tengen.invalid"
SNAPSHOT = "-SNAPSHOT"
POM = {"m": "http://maven.apache.org/POM/4.0.0"}
LIBRARIES = {
    "proto": "tengen-proto",
    "env-core/core": "tengen-core",
    "env-core/theory": "tengen-theory",
    "env-core/gtp": "tengen-gtp",
    "env-server/store": "tengen-store",
    "env-server/server": "tengen-server",
    "env-server/arena": "tengen-arena",
    "env-server/web": "tengen-web",
    "env-server/gateway": "tengen-gateway",
    "clients/java": "tengen-client",
}
"""The folders of the modules that are published, and their artifacts."""

ALLOWED_LICENSES = frozenset(
    {
        "0BSD",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "CC0-1.0",
        "EPL-1.0",
        "EPL-2.0",
        "MIT",
        "MIT-0",
        "MPL-2.0",
    }
)
"""The licenses of libraries that the jar may have in it, by SPDX."""

# The POM says "The BSD License" with the address of this one; the bill takes the name for another.
CORRECTED_LICENSES = {"pkg:maven/org.jline/": "BSD-3-Clause"}
"""Licenses that a bill of materials has wrong, by the beginning of the library's address."""

# The oldest time that a zip file can store.
ZIP_TIME = (1980, 1, 1, 0, 0, 0)


class ReleaseError(Exception):
    """A file of the release is missing or wrong, or a command failed."""


def main() -> None:
    """Makes the release, and exits with code 1 if anything is wrong."""
    parser = argparse.ArgumentParser(
        prog="ops/release/build.py", description="Makes and checks every file of a release."
    )
    parser.add_argument("--twice", action="store_true", help="make it twice and compare the files")
    parser.add_argument("--sign", action="store_true", help="sign with GnuPG's default key")
    arguments = parser.parse_args()
    try:
        release = Release.of_commit(is_signed=arguments.sign)
        out = TARGET / release.version
        release.make(TARGET / "source", out)
        if arguments.twice:
            release.make(TARGET / "second" / "source", TARGET / "second" / release.version)
            compare(out, TARGET / "second" / release.version)
    except ReleaseError as error:
        sys.exit(f"release: {error}")
    print_files(out)


class Release:
    """A commit and what is made from it.

    Attributes:
      version: The version, without -SNAPSHOT.
    """

    def __init__(self, commit: str, pom_version: str, *, is_signed: bool) -> None:
        self.version = pom_version.removesuffix(SNAPSHOT)
        self._commit = commit
        self._pom_version = pom_version
        self._is_signed = is_signed
        self._started = time.monotonic()

    @classmethod
    def of_commit(cls, *, is_signed: bool) -> Release:
        """Returns the release of the current commit.

        Raises:
          ReleaseError: It is no trial, and the POM has no public address.
        """
        commit = run("git", "rev-parse", "HEAD").strip()
        pom = ElementTree.fromstring(run("git", "show", "HEAD:pom.xml"))
        version = pom.findtext("m:version", "", POM)
        is_trial = version.endswith(SNAPSHOT)
        if not is_trial and pom.findtext("m:properties/m:tengen.home", "", POM) == NO_HOME:
            raise ReleaseError(f"set tengen.home in pom.xml; {NO_HOME} is no address to publish")
        release = cls(commit, version, is_signed=is_signed)
        kind = "a trial of version" if is_trial else "version"
        release.report(f"{kind} {release.version}, commit {commit[:12]}")
        if run("git", "status", "--porcelain", "--untracked-files=no"):
            release.report("the checkout has uncommitted changes; they are left out")
        return release

    def report(self, text: str) -> None:
        """Prints a line with the time since the start."""
        print(f"{time.monotonic() - self._started:6.1f} s  {text}", flush=True)

    def make(self, source: Path, out: Path) -> None:
        """Makes all files of the release.

        Args:
          source: The folder for the export of the commit. Its contents are replaced.
          out: The folder for the files. Its contents are replaced.

        Raises:
          ReleaseError: A command failed, or a file is missing or wrong.
        """
        for folder in (source, out):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        self._export(source)
        self._make_maven(source, out)
        jar = out / f"tengen-{self.version}.jar"
        shutil.copyfile(source / "clients/cli/target/tengen.jar", jar)
        bill = out / f"tengen-{self.version}.cdx.json"
        shutil.copyfile(source / "clients/cli/target/tengen.cdx.json", bill)
        check_bill(bill, self.version)
        self.report(f"jar of {jar.stat().st_size:,} bytes, and its bill of materials")
        self._make_python(source, out, jar)
        self._make_protos(source, out)
        sums = out / "SHA256SUMS"
        sums.write_text("".join(f"{digest}  {name}\n" for name, digest in digests(out).items()))
        if self._is_signed:
            run("gpg", "--batch", "--yes", "--armor", "--detach-sign", str(sums))
        self.report(f"files in {out.relative_to(HOME)}")

    def _export(self, source: Path) -> None:
        archive = subprocess.run(
            ["git", "archive", self._commit], cwd=HOME, stdout=subprocess.PIPE, check=True
        ).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(source, filter="data")
        for pom in source.rglob("pom.xml"):
            text = pom.read_text()
            old = f"<version>{self._pom_version}</version>"
            pom.write_text(text.replace(old, f"<version>{self.version}</version>"))
        project = tomllib.loads((source / "clients/python/pyproject.toml").read_text())["project"]
        if project["version"] != self.version:
            raise ReleaseError(
                f"clients/python/pyproject.toml has version {project['version']}, pom.xml has"
                f" {self._pom_version}"
            )

    def _make_maven(self, source: Path, out: Path) -> None:
        repository = out / "maven"
        run(
            "mvn",
            "--batch-mode",
            "--quiet",
            "--no-transfer-progress",
            "--activate-profiles",
            "release,sign" if self._is_signed else "release",
            "--projects",
            ",".join([*LIBRARIES, "clients/cli"]),
            "--also-make",
            "-DskipTests",
            f"-DaltDeploymentRepository=release::{repository.as_uri()}",
            "deploy",
            folder=source,
        )
        # A repository makes its own list of versions, with the time of the upload.
        for file in list(repository.rglob("maven-metadata*.xml*")):
            file.unlink()
        files = check_maven(repository / "dev/tengen", self.version, is_signed=self._is_signed)
        self.report(f"Maven repository of {len(LIBRARIES)} libraries, {files} files")

    def _make_python(self, source: Path, out: Path, jar: Path) -> None:
        folder = source / "clients/python"
        tools = tomllib.loads((folder / "pyproject.toml").read_text())["build-system"]["requires"]
        python = make_tools([*tools, *TOOLS])
        dist = out / "python"
        # The wheel is built from the source distribution, which must therefore be complete.
        run(
            *(str(python), "-m", "build", "--no-isolation", "--outdir", str(dist), str(folder)),
            variables={"TENGEN_JAR": str(jar)},
        )
        files = sorted(str(file) for file in dist.iterdir())
        run(str(python), "-m", "twine", "check", "--strict", *files)
        check_wheel(dist / f"tengen_go-{self.version}-py3-none-any.whl", jar)
        self.report(f"{len(files)} files of Python, which twine has checked")

    def _make_protos(self, source: Path, out: Path) -> None:
        """Packs the protocol buffers, with a descriptor set for tools without a compiler."""
        protos = source / "proto/src/main/proto"
        names = sorted(file.relative_to(protos).as_posix() for file in protos.rglob("*.proto"))
        descriptors = source / "target/tengen-v1.binpb"
        descriptors.parent.mkdir(exist_ok=True)
        run(
            str(tools_python()),
            *("-m", "grpc_tools.protoc", f"--proto_path={protos}"),
            *("--include_imports", "--include_source_info"),
            f"--descriptor_set_out={descriptors}",
            *names,
        )
        contents = {name: (protos / name).read_bytes() for name in names}
        contents["LICENSE"] = (source / "LICENSE").read_bytes()
        contents["tengen-v1.binpb"] = descriptors.read_bytes()
        bundle = out / f"tengen-proto-{self.version}.zip"
        with zipfile.ZipFile(bundle, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in sorted(contents.items()):
                entry = zipfile.ZipInfo(name, ZIP_TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, data)
        self.report(f"bundle of {len(names)} proto files")


def make_tools(requirements: list[str]) -> Path:
    """Returns the Python of a virtual environment with the tools; an existing one is reused."""
    python = tools_python()
    stamp = TARGET / "tools" / "stamp"
    wanted = "\n".join([sys.version, *requirements])
    if not stamp.is_file() or stamp.read_text() != wanted:
        venv.create(TARGET / "tools", clear=True, with_pip=True)
        run(str(python), "-m", "pip", "install", "--quiet", *requirements)
        stamp.write_text(wanted)
    return python


def tools_python() -> Path:
    """Returns the path of the Python that has the tools."""
    return TARGET / "tools" / "bin" / "python"


def check_maven(group: Path, version: str, *, is_signed: bool) -> int:
    """Checks that each library has its jars and a complete POM, and returns the number of files.

    Raises:
      ReleaseError: A file or an element of a POM is missing.
    """
    expected = [group / f"tengen-parent/{version}/tengen-parent-{version}.pom"]
    for name in LIBRARIES.values():
        base = group / name / version
        endings = (".pom", ".jar", "-sources.jar", "-javadoc.jar")
        expected += [base / f"{name}-{version}{ending}" for ending in endings]
    if is_signed:
        expected += [file.with_name(f"{file.name}.asc") for file in expected]
    missing = [str(file.relative_to(group)) for file in expected if not file.is_file()]
    if missing:
        raise ReleaseError(f"the Maven repository lacks {', '.join(missing)}")
    check_pom(expected[0], "url", "licenses/license", "developers/developer", "scm/connection")
    for file in expected:
        if file.suffix == ".pom":
            check_pom(file, "name", "description")
    if SNAPSHOT in "".join(file.read_text() for file in expected if file.suffix == ".pom"):
        raise ReleaseError(f"a POM of the release names a version with {SNAPSHOT}")
    return sum(1 for file in group.rglob("*") if file.is_file())


def check_pom(file: Path, *paths: str) -> None:
    """Checks that a POM has some elements. Repositories require them.

    Raises:
      ReleaseError: An element is missing or empty.
    """
    pom = ElementTree.parse(file)
    for path in paths:
        element = pom.find("/".join(f"m:{name}" for name in path.split("/")), POM)
        if element is None or not "".join(element.itertext()).strip():
            raise ReleaseError(f"{file.name} has no {path}")


def check_bill(file: Path, version: str) -> None:
    """Checks that the bill of materials is of the jar, and the licenses of its components.

    Raises:
      ReleaseError: It is not, or a component has none.
    """
    bill = json.loads(file.read_text())
    component = bill["metadata"]["component"]
    if (component["name"], component["version"]) != ("tengen-cli", version):
        raise ReleaseError(f"{file.name} is of {component['name']} {component['version']}")
    if not bill["components"]:
        raise ReleaseError(f"{file.name} has no component")
    check_licenses(bill["components"])


def check_licenses(components: list[dict[str, Any]]) -> None:
    """Checks that each component has a license of `ALLOWED_LICENSES`; of several, one is enough.

    Raises:
      ReleaseError: A component has none.
    """
    refused = {
        part["purl"]: sorted(names)
        for part in components
        if ALLOWED_LICENSES.isdisjoint(names := license_names(part))
    }
    if refused:
        raise ReleaseError(f"no license of these libraries is allowed: {refused}")


def license_names(component: dict[str, Any]) -> set[str]:
    """Returns the licenses among which users of a component may choose."""
    for address, license_id in CORRECTED_LICENSES.items():
        if component["purl"].startswith(address):
            return {license_id}
    names = set()
    for choice in component.get("licenses", []):
        if "license" in choice:
            names.add(choice["license"].get("id") or choice["license"]["name"])
        elif " AND " not in choice["expression"]:
            names.update(re.split(r" OR |[()]", choice["expression"]))
    return names - {""}


def check_wheel(wheel: Path, jar: Path) -> None:
    """Checks that a wheel has the jar, the license, the generated classes and the command.

    Raises:
      ReleaseError: Something is missing or differs.
    """
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        if archive.read("tengen/_java/tengen.jar") != jar.read_bytes():
            raise ReleaseError(f"{wheel.name} has another jar than the release")
        for pattern in (
            r"tengen/py\.typed",
            r"tengen/v1/environment_pb2\.py",
            r"tengen/v1/environment_pb2_grpc\.pyi",
            r"[^/]+\.dist-info/licenses/LICENSE",
            r"[^/]+\.dist-info/entry_points\.txt",
        ):
            if not any(re.fullmatch(pattern, name) for name in names):
                raise ReleaseError(f"{wheel.name} has no file {pattern}")


def digests(folder: Path) -> dict[str, str]:
    """Returns the SHA-256 of each file of a folder, except signatures, by its relative path."""
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and ".asc" not in file.suffixes and file.name != "SHA256SUMS"
    }


def compare(first: Path, second: Path) -> None:
    """Checks that two releases have the same files with the same bytes.

    Raises:
      ReleaseError: A file is in one only, or differs.
    """
    one, other = digests(first), digests(second)
    different = sorted(
        name for name in one.keys() | other.keys() if one.get(name) != other.get(name)
    )
    if different:
        raise ReleaseError(f"the second build differs in {len(different)}: {', '.join(different)}")
    print(f"Both builds have the same {len(one)} files, byte by byte.")


def print_files(out: Path) -> None:
    """Prints the files of a release with their sizes; of the Maven repository, the sum."""
    maven = sum(file.stat().st_size for file in (out / "maven").rglob("*") if file.is_file())
    print(f"{maven:12,}  maven/")
    for file in sorted(out.rglob("*")):
        if file.is_file() and out / "maven" not in file.parents:
            print(f"{file.stat().st_size:12,}  {file.relative_to(out)}")


def run(*command: str, folder: Path = HOME, variables: dict[str, str] | None = None) -> str:
    """Runs a command and returns its output.

    Raises:
      ReleaseError: It failed. The message has the end of its output.
    """
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **(variables or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ReleaseError(f"{' '.join(command)} failed:\n{done.stdout[-5000:]}")
    return done.stdout


if __name__ == "__main__":
    main()
