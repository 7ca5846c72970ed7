from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.full

SCRIPT = Path(__file__).resolve().parents[3] / "ops/release/build.py"


@pytest.fixture(scope="module")
def build() -> Any:
    """The script that makes a release."""
    spec = importlib.util.spec_from_file_location("release_build", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def component(*licenses: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"purl": "pkg:maven/a/b@1", "licenses": list(licenses)}]


@pytest.mark.parametrize(
    "licenses",
    [
        [{"license": {"id": "Apache-2.0"}}],
        [{"license": {"id": "MIT"}}],
        [{"license": {"id": "EPL-2.0"}}, {"license": {"id": "LGPL-2.1-only"}}],
        [{"expression": "(EPL-2.0 OR GPL-2.0-only)"}],
    ],
)
def test_license_that_is_allowed_passes(build: Any, licenses: list[dict[str, Any]]) -> None:
    build.check_licenses(component(*licenses))


def test_license_that_the_bill_has_wrong_is_corrected(build: Any) -> None:
    wrong = {"licenses": [{"license": {"id": "BSD-4-Clause"}}]}

    build.check_licenses([{"purl": "pkg:maven/org.jline/jline-terminal@3", **wrong}])
    with pytest.raises(build.ReleaseError):
        build.check_licenses([{"purl": "pkg:maven/org.other/jline@3", **wrong}])


@pytest.mark.parametrize(
    "licenses",
    [
        [],
        [{"license": {"id": "GPL-3.0-only"}}],
        [{"license": {"name": "Proprietary"}}],
        [{"expression": "MIT AND GPL-3.0-only"}],
    ],
)
def test_license_that_is_not_allowed_fails_with_the_library(
    build: Any, licenses: list[dict[str, Any]]
) -> None:
    with pytest.raises(build.ReleaseError, match="pkg:maven/a/b@1"):
        build.check_licenses(component(*licenses))
