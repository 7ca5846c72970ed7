#!/usr/bin/env python3
"""Checks the documentation.

    python3 docs/check.py --phrases             phrases to avoid, in the whole repository
    python3 docs/check.py --phrases PATH...     the same in these files and folders

Needs Python 3.11 or later.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
sys.path.insert(0, str(DOCS))
sys.dont_write_bytecode = True

from tools import phrases


def main() -> None:
    """Runs the checks, and exits with 1 where one of them fails."""
    parser = argparse.ArgumentParser(description="Checks the documentation.")
    parser.add_argument(
        "--phrases",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="look for phrases to avoid, in these files and folders or in the whole repository",
    )
    arguments = parser.parse_args()
    if arguments.phrases is not None and not check_phrases(arguments.phrases):
        sys.exit(1)


def check_phrases(paths: list[Path]) -> bool:
    """Prints the phrases to avoid, and returns whether there are none."""
    missing = [str(path) for path in paths if not path.exists()]
    if missing:
        sys.exit(f"no such file or folder: {', '.join(missing)}")
    known = phrases.PhraseList.read()
    findings = phrases.find(ROOT, paths or [ROOT], known)
    for finding in findings:
        print(finding)
    unused = [] if paths else phrases.unused_exemptions(ROOT, known)
    for exemption in unused:
        print(f"{phrases.LIST.relative_to(ROOT)}: nothing needs the exemption {exemption}")
    if findings:
        count = len({finding.path for finding in findings})
        print(f"{len(findings)} phrases to rewrite in {count} files")
    return not findings and not unused


if __name__ == "__main__":
    main()
