"""Writes the results into the page on the conformance of environments."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from faults.catalog import CHOICE, DOCUMENTATION, ENVIRONMENTS, FAULT, PeerEnvironment

if TYPE_CHECKING:
    from faults.catalog import Finding

PAGE = Path(__file__).resolve().parents[3] / "docs/reference/conformance.md"
BEGIN, END = "<!-- faults: begin -->\n", "<!-- faults: end -->"
TITLES = {
    FAULT: "Faults",
    DOCUMENTATION: "Different from its documentation",
    CHOICE: "Other choices: no faults",
}
COMMAND = "python3 clients/python/fault_table.py show"


def write_page(results: dict[str, Any]) -> None:
    """Replaces the generated section of the page."""
    before, after = parts(PAGE.read_text())
    PAGE.write_text(before + section(results) + after)


def check_page(results: dict[str, Any]) -> bool:
    """Returns whether the generated section of the page equals the results."""
    text = PAGE.read_text()
    before, after = parts(text)
    return text == before + section(results) + after


def parts(text: str) -> tuple[str, str]:
    """Returns the text before and after the generated section, with the marks.

    Raises:
      ValueError: The page has no such section.
    """
    if BEGIN not in text or END not in text:
        raise ValueError(f"{PAGE} lacks {BEGIN.strip()} or {END}")
    return text[: text.index(BEGIN) + len(BEGIN)], text[text.index(END) :]


def section(results: dict[str, Any]) -> str:
    """Returns the generated section."""
    texts = [summary(results)]
    texts += [chapter(environment, results[environment.id]) for environment in ENVIRONMENTS]
    return "\n" + "\n".join(texts) + "\n"


def summary(results: dict[str, Any]) -> str:
    """Returns the table of all environments."""
    lines = [
        "| environment | version | faults | different from its documentation | other choices |",
        "|---|---|---|---|---|",
    ]
    for environment in ENVIRONMENTS:
        counts = [len(of_class(environment, each)) for each in TITLES]
        anchor = heading(environment).lower().replace(" ", "-").replace(".", "")
        cells = [f"[{environment.name}](#{anchor})", environment.version, *map(str, counts)]
        assert environment.version == results[environment.id]["version"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def heading(environment: PeerEnvironment) -> str:
    """Returns the heading of an environment's chapter."""
    return f"{environment.name} {environment.version}"


def chapter(environment: PeerEnvironment, results: dict[str, Any]) -> str:
    """Returns the chapter of one environment."""
    lines = [f"## {heading(environment)}", "", *wrapped(environment.states), ""]
    for finding_class, title in TITLES.items():
        findings = of_class(environment, finding_class)
        if not findings:
            continue
        lines += [f"**{title}**", ""]
        lines += [
            "| what it does | smallest position | shows | right | reproduce |",
            "|---|---|---|---|---|",
        ]
        lines += [row(environment, each, results["findings"][each.id]) for each in findings]
        lines.append("")
    if environment.holds:
        lines += wrapped(f"Tried without a finding: {'; '.join(environment.holds.values())}.")
        lines.append("")
    lines += [*wrapped(games_text(results)), ""]
    requirements = " ".join(environment.requirements)
    lines += ["```sh", f"pip install {requirements}", "```", ""]
    return "\n".join(lines)


def of_class(environment: PeerEnvironment, finding_class: str) -> list[Finding]:
    """Returns the findings of a class."""
    return [each for each in environment.findings if each.finding_class == finding_class]


def row(environment: PeerEnvironment, finding: Finding, result: dict[str, Any]) -> str:
    """Returns the row of a finding."""
    position = "–"  # noqa: RUF001 - as in other tables.
    if "names" in result:
        size = result["size"]
        position = (
            f"{size}×{size}, komi {result['arguments']['komi']}: {result['names'] or 'no moves'}"  # noqa: RUF001
        )
    title = f"{finding.title}. {finding.note}".strip() if finding.note else f"{finding.title}."
    cells = [
        title,
        position,
        result["seen"],
        f"{result['right']}. {finding.right}",
        f"`{COMMAND} {environment.id}/{finding.id}`",
    ]
    return f"| {' | '.join(cells)} |"


def games_text(results: dict[str, Any]) -> str:
    """Returns sentences on the games of the conformance kit."""
    sentences = []
    for rules, run in results.get("games", {}).items():
        faults = [f"{kind} ({count:,} times)" for kind, count in run["faults"].items()]
        found = ", ".join(faults) if faults else "no difference"
        sentences.append(
            f"Compared with the preset `{rules}` in {run['games']} games of 9×9"  # noqa: RUF001
            f" ({run['moves']:,} moves), its masks, ends and results show: {found}."
        )
    return f"The search compared {results['positions']:,} positions. {' '.join(sentences)}"


def wrapped(text: str) -> list[str]:
    """Returns a paragraph in lines of at most 120 characters."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + len(word) < 120:  # noqa: PLR2004 - the width of the pages.
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
