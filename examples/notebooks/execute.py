"""Executes the notebooks without a browser, and compares their outputs with the stored ones.

    python3 execute.py                    all notebooks
    python3 execute.py --write [NAME...]  stores the outputs in the notebooks

Needs the packages of requirements.txt and the package `tengen-go`, from the same Python. A notebook
is executed in an empty folder. If it fails or its outputs differ, the exit code is 1.

Outputs differ if they are not equal. A notebook whose metadata has "tengen": {"repeatable": false}
depends on how the machine rounds; there, only the kinds of outputs are compared.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

FOLDER = Path(__file__).resolve().parent
CELL_TIMEOUT_SECONDS = 600
SESSION_ID = re.compile(r"(?<=Session\(')[0-9a-f]{32}")
"""A session's id in its `repr`, which is drawn at random."""


def main() -> None:
    """Executes the notebooks that the arguments name, or all."""
    parser = argparse.ArgumentParser(description="Executes the notebooks.")
    parser.add_argument("--write", action="store_true", help="store the outputs")
    parser.add_argument("names", nargs="*", help="names of notebooks, without .ipynb")
    arguments = parser.parse_args()
    names = arguments.names or sorted(path.stem for path in FOLDER.glob("*.ipynb"))
    results = [check(FOLDER / f"{name}.ipynb", is_written=arguments.write) for name in names]
    if not all(results):
        sys.exit(1)


def check(path: Path, *, is_written: bool) -> bool:
    """Executes a notebook and returns whether its outputs are as they should be."""
    notebook = nbformat.read(path, as_version=4)
    stored = outputs_of(notebook)
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook,
            timeout=CELL_TIMEOUT_SECONDS,
            kernel_name="python3",
            # Without the warning that messages on this machine are signed, but not encrypted.
            extra_arguments=["--log-level=ERROR"],
            resources={"metadata": {"path": folder}},
        )
        try:
            client.execute()
        except CellExecutionError as error:
            print(f"{path.name}: {error}")
            return False
    seconds = time.monotonic() - start
    clean(notebook)
    if is_written:
        path.write_text(written(notebook), encoding="utf-8")
        print(f"{path.name}: written after {seconds:.0f} s")
        return True
    is_repeatable = notebook.metadata.get("tengen", {}).get("repeatable", True)
    executed = outputs_of(notebook)
    compared = (lambda outputs: outputs) if is_repeatable else kinds_of
    changed = [
        number
        for number, (old, new) in enumerate(zip(stored, executed, strict=True), 1)
        if compared(old) != compared(new)
    ]
    for number in changed:
        print(f"{path.name}: the outputs of cell {number} differ; execute.py --write stores them")
    if not changed:
        print(f"{path.name}: {len(executed)} cells, {seconds:.0f} s")
    return not changed


def clean(notebook: Any) -> None:
    """Removes what differs from run to run.

    These are times, versions, the ids of sessions, and how a stream was split.
    """
    notebook.metadata = {
        key: value for key, value in notebook.metadata.items() if key in ("kernelspec", "tengen")
    }
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = joined(cell.outputs)
            for output in cell.outputs:
                data = output.get("data", {})
                if "text/plain" in data:
                    data["text/plain"] = SESSION_ID.sub("0" * 32, data["text/plain"])


def joined(outputs: list[Any]) -> list[Any]:
    """Returns outputs in which consecutive parts of a stream are one output."""
    result: list[Any] = []
    for output in outputs:
        last = result[-1] if result else None
        if last is not None and output.output_type == "stream" and output.name == last.get("name"):
            last["text"] += output.text
        else:
            result.append(output)
    return result


def written(notebook: Any) -> str:
    """Returns the text of a notebook file."""
    text: str = nbformat.writes(notebook, version=4, ensure_ascii=False, sort_keys=True, indent=1)
    return text.rstrip() + "\n"


def outputs_of(notebook: Any) -> list[list[Any]]:
    """Returns the outputs of each code cell."""
    return [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]


def kinds_of(outputs: list[Any]) -> list[tuple[str, ...]]:
    """Returns the kinds of outputs, such as a stream or an image."""
    return [
        (output.output_type, output.get("name", ""), *sorted(output.get("data", {})))
        for output in outputs
    ]


if __name__ == "__main__":
    main()
