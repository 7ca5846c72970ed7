"""Turns notebooks with stored outputs into pages."""

from __future__ import annotations

import json
import re
from typing import Any

BLANK_LINES = re.compile(r"\n\s*\n")


def markdown_of(notebook: str) -> str:
    """Returns the cells of a notebook, given as JSON, and their outputs as Markdown.

    HTML of an output becomes part of the page as it is.
    """
    cells = json.loads(notebook)["cells"]
    return "\n\n".join(part for cell in cells for part in cell_parts(cell)) + "\n"


def cell_parts(cell: dict[str, Any]) -> list[str]:
    """Returns the text of a cell, and that of each of its outputs."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return [source]
    return [fenced(source, "python"), *(output_text(output) for output in cell["outputs"])]


def output_text(output: dict[str, Any]) -> str:
    """Returns an output: its HTML if it has any, and otherwise its text."""
    data = output.get("data", {})
    if "text/html" in data:
        # A blank line would end the block of HTML.
        html = BLANK_LINES.sub("\n", "".join(data["text/html"]))
        return f'<div class="notebook-output">{html}</div>'
    return fenced("".join(output.get("text", data.get("text/plain", ""))), "text")


def fenced(text: str, language: str) -> str:
    """Returns a block of code, fenced by more tildes than the text has."""
    fence = "~" * (max((len(run) for run in re.findall("~+", text)), default=0) + 3)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"
