"""Writes the Python programs of the documentation to files, for type checkers.

    python3 page_programs.py FOLDER

Programs that need frameworks are in the subfolder `frameworks`. Each program keeps its line
numbers: line 40 of `docs_guide_python_35.py` is line 40 of `docs/guide/python.md`, where the
program starts in line 35. Cells of a notebook become one program.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

REPOSITORY = Path(__file__).resolve().parents[2]
FOLDERS = ("docs", "examples", "clients/python")
SKIPPED = {"node_modules", "target"}
GIVEN = {
    "clients/python/README.md": """
import tengen
client = tengen.connect("")
session = client.create_session(9)
""",
    "docs/reference/protocol.md": """
import numpy
import tengen
from tengen.v1 import batch_pb2
states, n = batch_pb2.LaneStates(), 1
session = tengen.connect("").create_session(9)
def choose(state: tengen.SessionState) -> int: return len(state.actions)
""",
}
"""What pages whose programs are excerpts take as given."""

FRAMEWORK_PAGES = (
    "docs/guide/data.md",
    "docs/guide/devices.md",
    "docs/guide/frameworks.md",
    "docs/guide/jax.md",
    "docs/guide/learning.md",
    "docs/guide/language-model-training.md",
    "docs/guide/language-models.md",
    "docs/guide/rollouts.md",
)
"""The pages whose programs import frameworks that may not be installed."""

BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def main() -> None:
    """Writes all programs to the folder that the first argument names."""
    if len(sys.argv) != 2:  # noqa: PLR2004
        sys.exit(__doc__)
    write_programs(Path(sys.argv[1]))


def write_programs(folder: Path) -> list[Path]:
    """Writes all programs to a folder, which is emptied first, and returns their files."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "frameworks").mkdir(parents=True)
    written = []
    for page in pages():
        programs = notebook_programs(page) if page.suffix == ".ipynb" else page_programs(page)
        name = str(page.relative_to(REPOSITORY))
        target = folder / "frameworks" if name in FRAMEWORK_PAGES else folder
        stem = re.sub(r"\W", "_", name.rpartition(".")[0])
        for line, program in programs:
            file = target / f"{stem}_{line}.py"
            file.write_text(program)
            written.append(file)
    return written


def pages() -> list[Path]:
    """Returns all pages and notebooks of the repository."""
    found = [
        page
        for name in FOLDERS
        for pattern in ("*.md", "*.ipynb")
        for page in (REPOSITORY / name).rglob(pattern)
        if not SKIPPED.intersection(page.relative_to(REPOSITORY).parts)
    ]
    return sorted([REPOSITORY / "README.md", *found])


def page_programs(page: Path) -> Iterator[tuple[int, str]]:
    """Yields the first line of each program of a page, and the program with empty lines above."""
    text = page.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start(1)) + 1
        given = GIVEN.get(str(page.relative_to(REPOSITORY)), "").strip()
        yield line, given + "\n" * (line - 1 - given.count("\n")) + block[1]


def notebook_programs(notebook: Path) -> Iterator[tuple[int, str]]:
    """Yields 1 and the code of a notebook."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    yield 1, "\n\n".join(code) + "\n"


if __name__ == "__main__":
    main()
