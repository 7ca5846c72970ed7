"""Tests of the pages that show notebooks."""

import json
from pathlib import Path

from tools.notebook_pages import markdown_of
from tools.repository_pages import RepositoryPages

ROOT = Path(__file__).resolve().parent.parent.parent
NOTEBOOKS = sorted((ROOT / "examples/notebooks").glob("*.ipynb"))


def notebook(*outputs: dict[str, object]) -> str:
    code = {"cell_type": "code", "source": ["1 +\\\n", "2"], "outputs": list(outputs)}
    text = {"cell_type": "markdown", "source": ["# Title\n", "Text."]}
    return json.dumps({"cells": [text, code]})


def test_markdownOf_cells_areTextAndFencedCode() -> None:
    assert markdown_of(notebook()) == "# Title\nText.\n\n~~~python\n1 +\\\n2\n~~~\n"


def test_markdownOf_outputs_areHtmlOrText() -> None:
    page = markdown_of(
        notebook(
            {"output_type": "stream", "name": "stdout", "text": ["a ~~~~ b\n"]},
            {"data": {"text/html": ["<p>\n\n", "x</p>"], "text/plain": ["never"]}},
            {"data": {"text/plain": ["3"]}},
        )
    )

    assert page.endswith(
        "~~~~~~~text\na ~~~~ b\n~~~~~~~\n\n"
        '<div class="notebook-output"><p>\nx</p></div>\n\n'
        "~~~text\n3\n~~~\n"
    )


def test_pages_everyNotebook_isOneWithOutputs() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        "an-agent-that-learns",
        "first-steps",
        "reading-planes",
    ]
    pages = RepositoryPages(ROOT).generated()
    for path in NOTEBOOKS:
        page = pages[f"examples/notebooks/{path.stem}.md"]
        assert "<svg" in page
        assert "](../../guide/" in page or "](../../reference/" in page
