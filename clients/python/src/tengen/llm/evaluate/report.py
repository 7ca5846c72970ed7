"""The results of an evaluation, as numbers and as a page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tengen.arena.standings import EloEstimate, interval_bar
from tengen.llm.evaluate.play import ANCHORS, RACE_LEVELS
from tengen.llm.evaluate.questions import KINDS
from tengen.llm.evaluate.ratings import mean, rate, rate_of
from tengen.render.markup import escaped, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

MILLION = 1_000_000
STYLE = """
:root { color-scheme: light dark; --paper: light-dark(#f7f4ee, #161513);
  --card: light-dark(#fff, #1f1d1a); --ink: light-dark(#211c15, #ece7de);
  --quiet: light-dark(#6b6459, #a49d92); --edge: light-dark(#e6dfd2, #37332d); }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
main { display: grid; gap: 1.25rem; max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem; }
section { background: var(--card); border: 1px solid var(--edge); border-radius: 10px;
  padding: 1rem 1.25rem; overflow-x: auto; }
h1, h2, p { margin: 0 0 .5rem; } p { color: var(--quiet); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; }
"""
LONGEST_SHOWN = 2000
"""The maximum number of characters of a prompt or an answer on the page."""


def summarize(
    name: str,
    items: Sequence[Mapping[str, Any]],
    *,
    input_price: float | None = None,
    output_price: float | None = None,
) -> dict[str, Any]:
    """Returns the results. Estimates are lists: the value, and the bounds of its 95 % interval.

    What was not played is null.

    Args:
      name: The name of the model.
      items: The transcripts, as `evaluate` returns them.
      input_price: The price of a million tokens of prompts; None if it is not known.
      output_price: The price of a million tokens of answers.
    """
    questions = [item for item in items if item["kind"] == "question"]
    races = [item for item in items if item["kind"] == "race"]
    games = [item for item in items if item["kind"] == "game"]
    return {
        "model": name,
        "rules": {
            kind: _share(item["is_correct"] for item in questions if item["group"] == kind)
            for kind in KINDS
        },
        "illegal_rate": _illegal([*races, *games]),
        "races": {
            "regret": _mean(races),
            "by_level": {
                str(level): {
                    "task": task,
                    "regret": _mean([race for race in races if race["group"] == str(level)]),
                }
                for level, (task, _) in enumerate(RACE_LEVELS, 1)
            },
        },
        "games": {str(size): _games(size, games) for size in ANCHORS},
        "usage": _usage(items, input_price, output_price),
    }


def _share(flags: Iterable[bool]) -> list[float] | None:
    found = list(flags)
    return list(rate_of(sum(found), len(found))) if found else None


def _illegal(played: Sequence[Mapping[str, Any]]) -> list[float] | None:
    tries = sum(item["tries"] for item in played)
    return list(rate_of(sum(item["illegal"] for item in played), tries)) if tries else None


def _mean(races: Sequence[Mapping[str, Any]]) -> list[float] | None:
    return list(mean([race["regret"] for race in races])) if races else None


def _games(size: int, games: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Returns the rating on boards of a size, and the points against each opponent."""
    anchors = ANCHORS[size]
    played = [game for game in games if game["group"] == str(size)]
    against: dict[str, list[Mapping[str, Any]]] = {opponent: [] for opponent in anchors}
    pairs: dict[str, list[Mapping[str, Any]]] = {}
    for game in played:
        against[game["opponent"]].append(game)
        pairs.setdefault(game["pair"], []).append(game)
    results = [
        (anchors[pair[0]["opponent"]], sum(game["points"] for game in pair), len(pair))
        for pair in pairs.values()
    ]
    found = rate(results, anchors.values()) if results else None
    return {
        "elo": [found.elo, found.lower, found.upper] if found else None,
        "opponents": {
            opponent: {
                "elo": anchors[opponent],
                "points": sum(game["points"] for game in those),
                "games": len(those),
            }
            for opponent, those in against.items()
        },
    }


def _usage(
    items: Sequence[Mapping[str, Any]], input_price: float | None, output_price: float | None
) -> dict[str, Any]:
    """Returns tokens, cost and time. Tokens are null if an answer did not say how many it took."""
    exchanges = [exchange for item in items for exchange in item["exchanges"]]
    counts: dict[str, int | None] = {}
    for key in ("input_tokens", "output_tokens"):
        found = [exchange[key] for exchange in exchanges]
        counts[key] = None if None in found else sum(found)
    prices = {"input_tokens": input_price, "output_tokens": output_price}
    parts = [
        count * price / MILLION
        for key, price in prices.items()
        if price is not None and (count := counts[key]) is not None
    ]
    return {
        "requests": len(exchanges),
        **counts,
        "cost": sum(parts) if len(parts) == len(prices) else None,
        "seconds": round(sum(item["seconds"] for item in items), 3),
    }


def in_words(result: Mapping[str, Any]) -> str:
    """Returns the results as lines of text."""
    usage = result["usage"]
    lines = [f"{result['model']}:"]
    lines += [f"  rules, {kind}: {_percent(share)}" for kind, share in result["rules"].items()]
    lines.append(f"  illegal moves: {_percent(result['illegal_rate'])}")
    lines.append(f"  regret of races: {_number(result['races']['regret'])}")
    lines += [f"  Elo on {s}x{s}: {_elo(game['elo'])}" for s, game in result["games"].items()]
    lines.append(
        f"  {usage['requests']} requests, tokens {usage['input_tokens']} in and"
        f" {usage['output_tokens']} out, cost {_cost(usage['cost'])}"
    )
    return "\n".join(lines)


def _percent(share: Sequence[float] | None) -> str:
    if share is None:
        return "not asked"
    return f"{100 * share[0]:.1f} % [{100 * share[1]:.1f}, {100 * share[2]:.1f}]"


def _number(value: Sequence[float] | None) -> str:
    return "not played" if value is None else f"{value[0]:.2f} [{value[1]:.2f}, {value[2]:.2f}]"


def _elo(value: Sequence[float] | None) -> str:
    return "not played" if value is None else str(EloEstimate(*value))


def _cost(cost: float | None) -> str:
    return "unknown" if cost is None else f"{cost:.4f}"


def page(result: Mapping[str, Any], items: Sequence[Mapping[str, Any]]) -> str:
    """Returns a page in HTML that needs no other files."""
    usage = result["usage"]
    rules = [[escaped(kind), _percent(share)] for kind, share in result["rules"].items()]
    races = [
        [level, escaped(row["task"]), _number(row["regret"])]
        for level, row in result["races"]["by_level"].items()
    ]
    numbers = [
        ["requests", str(usage["requests"])],
        ["tokens of prompts", str(usage["input_tokens"])],
        ["tokens of answers", str(usage["output_tokens"])],
        ["cost", _cost(usage["cost"])],
        ["seconds", str(usage["seconds"])],
    ]
    parts = [
        _section("Rules", "Right answers, with 95 % intervals.", table(["kind", "right"], rules)),
        _section(
            "Capturing races",
            "Regret is the value under perfect play minus the value reached: 0 is perfect."
            f" All races: {_number(result['races']['regret'])}.",
            table(["level", "task", "regret"], races, left=(0, 1)),
        ),
        *(_game_section(size, games) for size, games in result["games"].items()),
        _section(
            "Illegal moves",
            f"Of all moves in races and games: {_percent(result['illegal_rate'])}.",
            "",
        ),
        _section("Cost", "Unknown if the model does not count.", table(["", "number"], numbers)),
        _transcripts(items),
    ]
    title = escaped(result["model"])
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"/>'
        f"<title>{title} at the board</title><style>{STYLE}</style></head><body><main>"
        f"<h1>{title} at the board</h1>{''.join(parts)}</main></body></html>\n"
    )


def _section(title: str, text: str, content: str) -> str:
    return f"<section><h2>{escaped(title)}</h2><p>{escaped(text)}</p>{content}</section>"


def _game_section(size: str, games: Mapping[str, Any]) -> str:
    """Returns the section of the games on boards of a size."""
    rows = [
        [escaped(name), f"{row['elo']:.0f}", f"{row['points']:g}", str(row["games"])]
        for name, row in games["opponents"].items()
    ]
    content = table(["opponent", "Elo", "points", "games"], rows)
    text = "Ratings are differences to the player greedy."
    if games["elo"] is not None:
        found = EloEstimate(*games["elo"])
        known = [row["elo"] for row in games["opponents"].values()]
        bar = interval_bar(found, min([found.lower, *known]), max([found.upper, *known]))
        content = f"<p><strong>Elo {found}</strong></p>{bar}{content}"
    return _section(f"Games on {size}x{size}", text, content)


def _transcripts(items: Sequence[Mapping[str, Any]]) -> str:
    """Returns the last exchange of each item; the file of the transcripts has all of them."""
    parts = []
    for item in items:
        last = item["exchanges"][-1]
        result = {key: value for key, value in item.items() if key != "exchanges"}
        texts = [json.dumps(result), last["prompt"], last["text"]]
        shown = "".join(f"<pre>{escaped(text[:LONGEST_SHOWN])}</pre>" for text in texts)
        parts.append(f"<details><summary>{escaped(item['id'])}</summary>{shown}</details>")
    text = "The last question and answer of each item. The file transcripts.jsonl has all."
    return _section("Transcripts", text, "".join(parts))
