"""The results of searches: what the page shows, and what a check compares anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from faults.search import KOMI, Example, move_names, reproduce

if TYPE_CHECKING:
    from collections.abc import Callable

    from faults.catalog import Finding, PeerEnvironment
    from tengen.conformance import CommandAdapter

    Start = Callable[[PeerEnvironment, dict[str, Any]], CommandAdapter]

RESULTS = Path(__file__).with_name("results.json")
PROBE = "probe:"
RULE_KINDS = ("allows-repetition", "forbids-suicide", "wrong-tie")
"""Kinds whose class is that of the rules under which they first occur."""


def read_results() -> dict[str, Any]:
    """Returns the recorded results, by the id of the environment."""
    results: dict[str, Any] = json.loads(RESULTS.read_text())
    return results


def write_results(results: dict[str, Any]) -> None:
    """Records results."""
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")


def find_all(
    environment: PeerEnvironment, examples: list[Example], start: Start
) -> tuple[dict[str, Any], list[str]]:
    """Returns the row of each finding by its id, and complaints.

    Complaints name findings that did not occur, and differences that no finding describes.
    """
    rows: dict[str, Any] = {}
    complaints = []
    for finding in environment.findings:
        if finding.kind.startswith(PROBE) or finding.moves is not None:
            row = look(environment, finding, None, start)
        else:
            example = example_of(finding, examples)
            row = None if example is None else row_of(environment, example)
            if example is not None and finding.rule_set is None and finding.kind in RULE_KINDS:
                found = environment.rule_sets[example.rule_set].finding_class
                if found != finding.finding_class:
                    complaints.append(f"{finding.id} is {found}, not {finding.finding_class}")
        if row is None:
            complaints.append(f"{finding.id} did not occur")
        else:
            rows[finding.id] = row
    described = {finding.kind for finding in environment.findings}
    complaints += [
        f"no finding describes {example}" for example in examples if example.kind not in described
    ]
    for name in environment.holds:
        seen, right = probe(environment, name, start)
        if seen != right:
            complaints.append(f"probe {name}: {seen}, not {right}")
    return rows, complaints


def example_of(finding: Finding, examples: list[Example]) -> Example | None:
    """Returns the example of a finding: under its rules, or the first rules that show it."""
    found = [example for example in examples if example.kind == finding.kind]
    if finding.rule_set is not None:
        found = [example for example in found if example.rule_set == finding.rule_set]
    return min(found, key=lambda example: example.rule_set, default=None)


def look(
    environment: PeerEnvironment, finding: Finding, row: dict[str, Any] | None, start: Start
) -> dict[str, Any] | None:
    """Looks at a finding in the environment, and returns its row as it is now.

    Args:
      environment: The environment.
      finding: The finding.
      row: The recorded row, with the moves of a searched position. None: there is none.
      start: Starts a worker.

    Returns:
      The row; None if the environment no longer does what the finding says.
    """
    if finding.kind.startswith(PROBE):
        seen, right = probe(environment, finding.kind.removeprefix(PROBE), start)
        return None if seen == right else {"seen": seen, "right": right}
    if row is not None:
        size, moves, rule_set = row["size"], row["moves"], row["rule_set"]
    else:
        assert finding.moves is not None
        size, moves, rule_set = finding.size, list(finding.moves), 0
    worker = start(environment, environment.arguments_for(size, KOMI))
    try:
        known = Example(finding.kind, rule_set, size, moves, "", "")
        example = reproduce(worker, environment, known)
    finally:
        worker.close()
    return None if example is None else row_of(environment, example)


def probe(environment: PeerEnvironment, name: str, start: Start) -> tuple[str, str]:
    """Returns what a probe sees, and what is right."""
    worker = start(environment, environment.arguments_for(3, KOMI))
    try:
        answer = worker.request({"probe": name})
    finally:
        worker.close()
    return answer["seen"], answer["expected"]


def row_of(environment: PeerEnvironment, example: Example) -> dict[str, Any]:
    """Returns the row of an example."""
    return {
        "size": example.size,
        "rule_set": example.rule_set,
        "moves": example.moves,
        "names": move_names(example.moves, example.size),
        "arguments": environment.arguments_for(example.size, KOMI),
        "seen": example.seen,
        "right": example.right,
    }
