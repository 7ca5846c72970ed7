"""Draws the Grafana dashboard of a server without Grafana, from a Prometheus that scrapes it.

    python3 ops/deploy/grafana/picture.py http://127.0.0.1:9090 dashboard.png
    python3 ops/deploy/grafana/picture.py http://127.0.0.1:9090 dashboard.png --minutes 30

Each panel has the queries, the legend, the unit and the place that it has in
ops/deploy/grafana/tengen.json. Requires the package `matplotlib`.
"""

from __future__ import annotations

import argparse
import json
import re
import time
import urllib.parse
import urllib.request
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.ticker import FuncFormatter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

DASHBOARD = Path(__file__).resolve().parent / "tengen.json"
COLUMNS = 24
COLUMN_INCHES = 0.75
ROW_INCHES = 0.42
POINT_COUNT = 120
# What a panel without a unit of time or bytes appends to its values.
SUFFIXES = {"reqps": "/s", "ops": "/s"}
PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1, ""))
SMALL_SECONDS = ((1, "s"), (1e-3, "ms"), (1e-6, "µs"))


class Source(NamedTuple):
    """A Prometheus, and what to ask it.

    Attributes:
      url: Its address.
      job: The job of the servers.
      end: The end of the time that is shown, in seconds since 1970.
      seconds: How long it is.
    """

    url: str
    job: str
    end: float
    seconds: float

    def curves(self, expression: str) -> list[dict[str, Any]]:
        """Returns the series of an expression over the time that is shown."""
        step = max(1.0, self.seconds / POINT_COUNT)
        variables = {"$job": self.job, "$instance": ".*", "$__rate_interval": f"{4 * step:.0f}s"}
        for name, value in variables.items():
            expression = expression.replace(name, value)
        parameters = {
            "query": expression,
            "start": f"{self.end - self.seconds:.3f}",
            "end": f"{self.end:.3f}",
            "step": f"{step:.3f}",
        }
        url = f"{self.url.rstrip('/')}/api/v1/query_range?{urllib.parse.urlencode(parameters)}"
        with urllib.request.urlopen(url, timeout=30) as answer:
            found: list[dict[str, Any]] = json.load(answer)["data"]["result"]
            return found


def text(value: float, unit: str | None) -> str:
    """Returns a value as Grafana shows it."""
    if unit == "percentunit":
        return f"{100 * value:.3g} %"
    if unit == "s":
        size, name = next(
            ((size, name) for size, name in SMALL_SECONDS if abs(value) >= size), (1e-6, "µs")
        )
        return f"{value / size:.3g} {name}" if value else "0"
    size, prefix = next(
        ((size, prefix) for size, prefix in PREFIXES if abs(value) >= size), (1, "")
    )
    return f"{value / size:.3g}{prefix}{'B' if unit == 'bytes' else SUFFIXES.get(unit or '', '')}"


def clock(seconds: float, _: int) -> str:
    """Returns the time of day in UTC."""
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%H:%M:%S")


def legend(pattern: str, labels: dict[str, str]) -> str:
    """Returns the legend of a series, with its labels in place of {{label}}."""
    return re.sub(r"\{\{(\w+)\}\}", lambda match: labels.get(match[1], ""), pattern)


def panels(dashboard: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields all panels, also those of rows that are folded."""
    for panel in dashboard["panels"]:
        yield panel
        yield from panel.get("panels", [])


def draw_curves(axes: Any, panel: dict[str, Any], source: Source) -> None:
    """Draws the curves of a panel."""
    unit = panel["fieldConfig"]["defaults"].get("unit")
    for target in panel["targets"]:
        for series in source.curves(target["expr"]):
            times = [seconds for seconds, _ in series["values"]]
            values = [float(value) for _, value in series["values"]]
            axes.plot(times, values, label=legend(target["legendFormat"], series["metric"]), lw=1.2)
    axes.set_title(panel["title"], loc="left", fontsize=9, fontweight="bold")
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: text(value, unit)))
    axes.xaxis.set_major_formatter(FuncFormatter(clock))
    axes.set_ylim(bottom=0)
    axes.grid(visible=True, alpha=0.25)
    axes.tick_params(labelsize=6)
    if axes.lines:
        axes.legend(fontsize=5.5, ncol=2, loc="upper left", framealpha=0.6)
    else:
        axes.text(0.5, 0.5, "no data", ha="center", va="center", transform=axes.transAxes)


def draw_number(axes: Any, panel: dict[str, Any], source: Source) -> None:
    """Draws the last value of a panel that shows one number."""
    unit = panel["fieldConfig"]["defaults"].get("unit")
    found: Sequence[dict[str, Any]] = source.curves(panel["targets"][0]["expr"])
    value = text(float(found[0]["values"][-1][1]), unit) if found else "no data"
    axes.set_title(panel["title"], loc="left", fontsize=9, fontweight="bold")
    axes.text(0.5, 0.45, value, ha="center", va="center", fontsize=20)
    axes.set_xticks([])
    axes.set_yticks([])


def draw(dashboard: dict[str, Any], source: Source, target: Path) -> None:
    """Draws a dashboard into a file, whose name says its format."""
    shown = list(panels(dashboard))
    rows = max(panel["gridPos"]["y"] + panel["gridPos"]["h"] for panel in shown)
    width, height = COLUMNS * COLUMN_INCHES, rows * ROW_INCHES
    figure = plt.figure(figsize=(width, height))
    for panel in shown:
        place = panel["gridPos"]
        left = place["x"] / COLUMNS
        bottom = 1 - (place["y"] + place["h"]) / rows
        if panel["type"] == "row":
            figure.text(left + 0.008, bottom + 0.2 / rows, panel["title"], fontsize=12)
            continue
        axes = figure.add_axes(
            (
                left + 0.7 / width,
                bottom + 0.3 / height,
                place["w"] / COLUMNS - 0.95 / width,
                place["h"] / rows - 0.75 / height,
            )
        )
        (draw_number if panel["type"] == "stat" else draw_curves)(axes, panel, source)
    figure.savefig(target, dpi=70)
    plt.close(figure)


def main() -> None:
    """Draws what the arguments say."""
    parser = argparse.ArgumentParser(
        description="Draws the dashboard of ops/deploy/grafana from a Prometheus, without Grafana."
    )
    parser.add_argument("prometheus", help="its address, as in http://127.0.0.1:9090")
    parser.add_argument("file", type=Path, help="the picture, as in dashboard.png or dashboard.svg")
    parser.add_argument(
        "--minutes", type=float, default=15.0, help="the time it shows (default 15)"
    )
    parser.add_argument("--job", default="tengen", help="the job of the servers (default tengen)")
    options = parser.parse_args()
    mpl.use("Agg")
    source = Source(options.prometheus, options.job, time.time(), 60 * options.minutes)
    draw(json.loads(DASHBOARD.read_text(encoding="utf-8")), source, options.file)
    print(f"{options.file} shows the last {options.minutes:g} minutes")


if __name__ == "__main__":
    main()
