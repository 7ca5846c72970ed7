"""`tengen data verify`, `stats`, `merge`, `split` and `convert`."""

from __future__ import annotations

import argparse
import json
import sys
import time
import warnings
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tengen._terminal import visible
from tengen.data.collecting import FORMATS, GAMES_PER_FILE
from tengen.data.folder import GameFolder
from tengen.data.katago import convert_to_katago
from tengen.data.operations import convert, merge, split, stats
from tengen.data.verification import verify
from tengen.errors import TengenError

if TYPE_CHECKING:
    from collections.abc import Sequence

ADVICE = "replace it (a rollout plays a deleted file again), or leave it out with --skip-damaged"


def needs_python(arguments: list[str]) -> bool:
    """Whether the arguments after `tengen data` are for Python: all but the reader of SGF files."""
    return arguments[:1] != ["read-sgf"]


def main(arguments: list[str]) -> int:
    """Runs `tengen data` with the given arguments and returns the exit code."""
    parsed = _parser().parse_args(arguments)
    try:
        with warnings.catch_warnings():
            # Each file that is skipped, as a line without the place in the program.
            warnings.simplefilter("always", UserWarning)
            warnings.showwarning = _show_warning
            return int(parsed.run(parsed))
    except (OSError, ValueError, RuntimeError) as e:
        print(visible(f"tengen: {e}"), file=sys.stderr)
    except TengenError as e:
        print(visible(f"tengen: {e.message}"), file=sys.stderr)
    return 1


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    print(visible(f"tengen: {message}"), file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tengen data", description="Work on folders of games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    checked = commands.add_parser("verify", help="replay every game of a folder by the rules")
    checked.add_argument("folder", metavar="DIR")
    checked.add_argument("--json", action="store_true", help="print one object per line")
    checked.set_defaults(run=_verify)

    counted = commands.add_parser("stats", help="print counts, lengths and sizes")
    counted.add_argument("folder", metavar="DIR")
    counted.add_argument("--json", action="store_true", help="print one line")
    counted.set_defaults(run=lambda parsed: _stats(parsed.folder, is_json=parsed.json))

    merged = commands.add_parser("merge", help="write the games of several folders to a new one")
    merged.add_argument("folders", metavar="DIR", nargs="+")
    _add_output(merged)
    merged.set_defaults(run=_merge)

    divided = commands.add_parser("split", help="divide the games of a folder at random")
    divided.add_argument("folder", metavar="DIR")
    divided.add_argument(
        "--part",
        action="append",
        required=True,
        metavar="DIR=SHARE",
        help="a new folder and its part of the games, as in train=0.9; repeated",
    )
    divided.add_argument("--seed", type=int, default=0)
    _add_format(divided)
    divided.set_defaults(run=_split)

    converted = commands.add_parser(
        "convert", help="write SGF files, or a folder, in another format or as KataGo's rows"
    )
    converted.add_argument("sources", metavar="DIR|SGF", nargs="+")
    _add_output(converted, more=("katago",))
    converted.add_argument("--rows-per-file", type=int, default=50_000, help="with katago")
    converted.add_argument("--seed", type=int, default=0, help="of the order of rows, with katago")
    converted.add_argument(
        "--strict",
        action="store_true",
        help="skip SGF records that break the format even if their moves are intact",
    )
    converted.set_defaults(run=_convert)
    return parser


def _add_output(parser: argparse.ArgumentParser, more: tuple[str, ...] = ()) -> None:
    parser.add_argument("--out", required=True, metavar="DIR", help="the new folder")
    _add_format(parser, more)


def _add_format(parser: argparse.ArgumentParser, more: tuple[str, ...] = ()) -> None:
    parser.add_argument("--format", choices=(*FORMATS, *more), default="moves")
    parser.add_argument("--games-per-file", type=int, default=GAMES_PER_FILE, metavar="N")
    parser.add_argument(
        "--skip-damaged", action="store_true", help="leave out files that cannot be used"
    )


def _verify(parsed: argparse.Namespace) -> int:
    def show(problem: str) -> None:
        file, _, text = problem.partition(": ")
        line = json.dumps({"file": file, "error": text}) if parsed.json else visible(problem)
        print(line, flush=True)

    start = time.monotonic()
    result = verify(parsed.folder, on_problem=show)
    rate = result.moves / (time.monotonic() - start)
    if parsed.json:
        values: dict[str, Any] = {"folder": parsed.folder, **asdict(result)}
        print(json.dumps(values | {"moves_per_second": round(rate)}))
    else:
        bad = f"{result.bad_files} files with problems" if result.bad_files else "no problem"
        missing = "" if result.complete else "; it has no manifest"
        print(
            f"{parsed.folder}: {result.files - result.missing_files} files, {result.games} games,"
            f" {result.moves} moves verified ({rate:.0f} moves/s); {bad}{missing}"
        )
    return 0 if result.is_good else 1


def _stats(folder: str, *, is_json: bool) -> int:
    values = stats(folder)
    print(json.dumps(values, indent=None if is_json else 2))
    return 1 if values["bad_files"] else 0


def _has_damage(folders: Sequence[str], *, skip_damaged: bool) -> bool:
    """Whether files that cannot be used forbid to write anything. Prints a line for each."""
    if skip_damaged:
        return False
    count = 0
    for folder in folders:
        for line in GameFolder(folder).damaged():
            count += 1
            print(visible(f"tengen: {line}; {ADVICE}"), file=sys.stderr)
    if count:
        print(f"tengen: {count} files cannot be used; nothing is written", file=sys.stderr)
    return count > 0


def _merge(parsed: argparse.Namespace) -> int:
    if _has_damage(parsed.folders, skip_damaged=parsed.skip_damaged):
        return 1
    count = merge(
        parsed.folders,
        parsed.out,
        format=parsed.format,
        games_per_file=parsed.games_per_file,
        skip_damaged=parsed.skip_damaged,
    )
    print(f"{count} games in {parsed.out}")
    return 0


def _split(parsed: argparse.Namespace) -> int:
    if _has_damage([parsed.folder], skip_damaged=parsed.skip_damaged):
        return 1
    parts = [part.rpartition("=") for part in parsed.part]
    outs = [out for out, _, _ in parts]
    counts = split(
        parsed.folder,
        outs,
        [float(share) for _, _, share in parts],
        seed=parsed.seed,
        format=parsed.format,
        games_per_file=parsed.games_per_file,
        skip_damaged=parsed.skip_damaged,
    )
    for out, count in zip(outs, counts, strict=True):
        print(f"{count} games in {out}")
    return 0


def _convert(parsed: argparse.Namespace) -> int:
    folders = [Path(source).is_dir() for source in parsed.sources]
    if any(folders) != all(folders):
        raise ValueError("convert takes folders or SGF files, not both")
    if parsed.format == "katago":
        if not all(folders) or len(folders) > 1:
            raise ValueError("the format katago needs one folder; convert SGF files to one first")
        if _has_damage(parsed.sources, skip_damaged=parsed.skip_damaged):
            return 1
        rows = convert_to_katago(
            parsed.sources[0],
            parsed.out,
            rows_per_file=parsed.rows_per_file,
            seed=parsed.seed,
            skip_damaged=parsed.skip_damaged,
        )
        print(f"{rows} rows in {parsed.out}")
        return 0
    if all(folders):
        return _merge(argparse.Namespace(**vars(parsed), folders=parsed.sources))
    return _convert_sgf(parsed)


def _convert_sgf(parsed: argparse.Namespace) -> int:
    skipped: list[str] = []

    def skip(line: str) -> None:
        skipped.append(line)
        print(visible(f"skipping {line}"), file=sys.stderr)

    def report(line: str) -> None:
        print(visible(f"tengen: {line}; {ADVICE}"), file=sys.stderr)

    count = convert(
        parsed.sources,
        parsed.out,
        format=parsed.format,
        games_per_file=parsed.games_per_file,
        on_skip=skip,
        on_damaged=skip if parsed.skip_damaged else report,
        skip_damaged=parsed.skip_damaged,
        on_warning=lambda line: print(visible(f"warning: {line}"), file=sys.stderr),
        strict=parsed.strict,
    )
    print(f"{count} games in {parsed.out}; {len(skipped)} skipped")
    return 0
