"""Makes the Grafana dashboard of a server.

    python3 ops/deploy/grafana/dashboard.py           writes ops/deploy/grafana/tengen.json
    python3 ops/deploy/grafana/dashboard.py --check   exits with 1 if the file differs

Requires the package `grafana-foundation-sdk`; clients/python/pyproject.toml has its version.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grafana_foundation_sdk.builders import (
    common,
    dashboard,
    prometheus,
    stat,
    timeseries,
)
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models.dashboard import DataSourceRef

if TYPE_CHECKING:
    from collections.abc import Sequence

FILE = Path(__file__).resolve().parent / "tengen.json"
SOURCE = DataSourceRef(type_val="prometheus", uid="${source}")
# The servers that the user has chosen.
SERVERS = 'job="$job", instance=~"$instance"'
INTERVAL = "$__rate_interval"
CALLS = "grpc_server_processing_duration_seconds"
PANEL_WIDTH = 8
PANEL_HEIGHT = 8
STAT_WIDTH = 4
STAT_HEIGHT = 4


class Query(NamedTuple):
    """A query of a panel.

    Attributes:
      expression: The PromQL expression, with @ for the labels of the chosen servers.
      legend: The name of each series, with labels in double braces.
    """

    expression: str
    legend: str


class Panel(NamedTuple):
    """A panel with curves.

    Attributes:
      title: Its title.
      unit: The unit of its values, as Grafana calls it.
      description: What to do with it.
      queries: What it shows.
    """

    title: str
    unit: str
    description: str
    queries: Sequence[Query]


class Row(NamedTuple):
    """Panels that belong together.

    Attributes:
      title: Its title.
      panels: Its panels.
    """

    title: str
    panels: Sequence[Panel]


def rate(metric: str, by: str = "") -> str:
    """Returns the rate of a counter, summed over all series or for each value of the label `by`."""
    grouping = f" by ({by})" if by else ""
    return f"sum{grouping} (rate({metric}{{@}}[{INTERVAL}]))"


def quantile(share: float, metric: str, by: str = "") -> str:
    """Returns a quantile of a histogram, for each value of the label `by`."""
    labels = f"le, {by}" if by else "le"
    # A stream lasts as long as its client wants.
    chosen = '@, method_type="UNARY"' if metric == CALLS else "@"
    rates = f"sum by ({labels}) (rate({metric}_bucket{{{chosen}}}[{INTERVAL}]))"
    return f"histogram_quantile({share}, {rates})"


def percentiles(metric: str) -> list[Query]:
    """Returns the median and the 99th percentile of a histogram."""
    return [Query(quantile(0.5, metric), "median"), Query(quantile(0.99, metric), "99 %")]


def by_instance(series: str, what: str = "") -> Query:
    """Returns the sum of series for each server. `what` follows its name in the legend."""
    return Query(f"sum by (instance) ({series})", f"{{{{instance}}}}{what}")


STATS = (
    Panel(
        "Servers",
        "short",
        "Servers that Prometheus can scrape.",
        [Query("sum(up{@})", "")],
    ),
    Panel("Calls", "reqps", "Calls that end.", [Query(rate(f"{CALLS}_count"), "")]),
    Panel(
        "Slowest 1 %",
        "s",
        "The 99th percentile of the time of a unary call in the server.",
        [Query(quantile(0.99, CALLS), "")],
    ),
    Panel(
        "Steps",
        "ops",
        "Actions that are carried out.",
        [Query(rate("tengen_steps_total"), "")],
    ),
    Panel(
        "Sessions",
        "short",
        "Open sessions.",
        [Query("sum(tengen_sessions_open{@})", "")],
    ),
    Panel(
        "Memory of clients",
        "percentunit",
        "Share of the memory budget on the heap that clients have reserved.",
        [
            Query(
                "sum(tengen_memory_reserved_bytes{@,"
                ' kind!~"request_buffer|answer_buffer"})'
                ' / sum(tengen_memory_total_bytes{@, area="heap"})',
                "",
            )
        ],
    ),
)
ROWS = (
    Row(
        "Calls",
        (
            Panel(
                "Calls by method",
                "reqps",
                "Calls and streams that end.",
                [Query(rate(f"{CALLS}_count", "method"), "{{method}}")],
            ),
            Panel(
                "Calls by status",
                "reqps",
                "INTERNAL and UNKNOWN are errors of the server. RESOURCE_EXHAUSTED are limits.",
                [Query(rate(f"{CALLS}_count", "status_code"), "{{status_code}}")],
            ),
            Panel(
                "Time of unary calls",
                "s",
                "Percentiles of the time in the server.",
                percentiles(CALLS),
            ),
            Panel(
                "Slowest 1 % by method",
                "s",
                "The 99th percentile of the time in the server.",
                [Query(quantile(0.99, CALLS, "method"), "{{method}}")],
            ),
            Panel(
                "Messages of streams",
                "ops",
                "Messages that clients send and receive.",
                [
                    Query(rate("grpc_server_requests_received_messages_total"), "received"),
                    Query(rate("grpc_server_responses_sent_messages_total"), "sent"),
                ],
            ),
            Panel(
                "Connections",
                "short",
                "Open connections. Refused ones exceed --max-connections or the limit by address.",
                [
                    by_instance("tengen_connections_open{@}", " open"),
                    Query(rate("tengen_connections_refused_total"), "refused in a second"),
                ],
            ),
        ),
    ),
    Row(
        "Games",
        (
            Panel(
                "Steps",
                "ops",
                "Actions that are carried out, in sessions and lanes.",
                [Query(rate("tengen_steps_total", "instance"), "{{instance}}")],
            ),
            Panel(
                "Open environments",
                "short",
                "Sessions, lanes of batches with slots of self-plays, and trees.",
                [
                    Query("sum(tengen_sessions_open{@})", "sessions"),
                    Query("sum(tengen_lanes_open{@})", "lanes"),
                    Query("sum(tengen_trees_open{@})", "trees"),
                    Query("sum(tengen_analyses_open{@})", "analyses"),
                ],
            ),
            Panel(
                "Episodes",
                "ops",
                "Episodes that end, by what ends them.",
                [Query(rate("tengen_episodes_total", "end_reason"), "{{end_reason}}")],
            ),
            Panel(
                "Illegal actions",
                "ops",
                "Actions that the rules forbid. Many of them: a client ignores the mask.",
                [Query(rate("tengen_illegal_actions_total", "reason"), "{{reason}}")],
            ),
            Panel(
                "Nodes of trees",
                "ops",
                "Nodes that tree searches expand.",
                [Query(rate("tengen_nodes_expanded_total"), "expanded")],
            ),
            Panel(
                "Leaves of self-plays",
                "ops",
                "Leaves of self-plays that clients evaluate.",
                [Query(rate("tengen_leaves_evaluated_total"), "evaluated")],
            ),
            Panel(
                "Sessions opened and expired",
                "ops",
                "Sessions that expire were not closed by their clients.",
                [
                    Query(rate("tengen_sessions_opened_total"), "opened"),
                    Query(rate("tengen_sessions_expired_total"), "expired"),
                ],
            ),
        ),
    ),
    Row(
        "Load and limits",
        (
            Panel(
                "Waiting calls",
                "short",
                "Calls that wait for the threads of the transport, and how many may.",
                [
                    by_instance("tengen_calls_waiting{@}", " waiting"),
                    Query(
                        "min by (instance) (tengen_calls_limit{@})",
                        "{{instance}} limit",
                    ),
                ],
            ),
            Panel(
                "Refused",
                "reqps",
                "Calls that were refused because of overload, memory or quotas.",
                [
                    Query(rate("tengen_calls_refused_total"), "overload"),
                    Query(rate("tengen_memory_refusals_total", "kind"), "memory: {{kind}}"),
                    Query(rate("tengen_quota_refusals_total", "quota"), "quota: {{quota}}"),
                ],
            ),
            Panel(
                "Memory of clients",
                "bytes",
                "Memory that is reserved on behalf of clients, by kind.",
                [Query("sum by (kind) (tengen_memory_reserved_bytes{@})", "{{kind}}")],
            ),
            Panel(
                "Principals",
                "short",
                "What the principals use that use the most sessions.",
                [
                    Query(
                        'sum by (principal) (tengen_principal_usage{@, quota="sessions"})',
                        "{{principal}}",
                    )
                ],
            ),
            Panel(
                "Tasks of the transport",
                "short",
                "Tasks that wait for each thread of the transport.",
                [
                    Query(
                        "max by (instance) (netty_eventexecutor_tasks_pending{@})",
                        "{{instance}}",
                    )
                ],
            ),
            Panel(
                "Access log",
                "ops",
                "Calls that were written, and calls that were dropped. Only with --access-log.",
                [
                    Query(rate("tengen_access_log_lines_total"), "written"),
                    Query(rate("tengen_access_log_dropped_total"), "dropped"),
                ],
            ),
        ),
    ),
    Row(
        "Store of sessions",
        (
            Panel(
                "Time of a commit",
                "s",
                "Time until a change of a session is on disk, which its caller waits for.",
                percentiles("tengen_store_commit_seconds"),
            ),
            Panel(
                "Changes",
                "ops",
                "Changes of sessions that are stored, the commits that they share, and failures.",
                [
                    Query(rate("tengen_store_group_sum"), "changes"),
                    Query(rate("tengen_store_group_count"), "commits"),
                    Query(rate("tengen_store_failures_total"), "failed"),
                ],
            ),
            Panel(
                "Changes that wait",
                "short",
                "Changes of sessions that wait for the next commit.",
                [Query("sum(tengen_store_waiting{@})", "waiting")],
            ),
            Panel(
                "Sessions that move",
                "ops",
                "Sessions that are read from the store, taken from other servers, and given up.",
                [
                    Query(rate("tengen_store_replays_total"), "read"),
                    Query(rate("tengen_store_takeovers_total"), "taken over"),
                    Query(rate("tengen_store_handovers_total"), "handed over"),
                ],
            ),
            Panel(
                "Lost leases",
                "ops",
                "Servers that lost their sessions while they ran, and changes refused for it.",
                [
                    Query(rate("tengen_store_lease_lapses_total"), "leases"),
                    Query(rate("tengen_store_fenced_total"), "changes"),
                ],
            ),
            Panel(
                "Journals of batches",
                "ops",
                "Requests of batches that were written to journals, and commits that failed.",
                [
                    Query(rate("tengen_journal_requests_total"), "requests"),
                    Query(rate("tengen_journal_failures_total"), "failed"),
                ],
            ),
            Panel(
                "Requests not yet in a journal",
                "short",
                "Of the batch with the most.",
                [Query("max(tengen_journal_lag{@})", "requests")],
            ),
        ),
    ),
    Row(
        "Arena",
        (
            Panel(
                "Agents and games",
                "short",
                "Connected agents and running games.",
                [
                    Query("sum(tengen_arena_agents{@})", "agents"),
                    Query("sum(tengen_arena_games_open{@})", "games"),
                ],
            ),
            Panel(
                "Games",
                "ops",
                "Games that end, by what ends them.",
                [Query(rate("tengen_arena_games_total", "verdict"), "{{verdict}}")],
            ),
            Panel(
                "Time of a turn",
                "s",
                "Time from the offer of a turn to its answer.",
                percentiles("tengen_arena_turns_seconds"),
            ),
            Panel(
                "Ladder",
                "short",
                "Players of the ladder, and those of them that are connected agents.",
                [
                    Query("sum(tengen_arena_ladder_players{@})", "players"),
                    Query("sum(tengen_arena_ladder_connected{@})", "connected agents"),
                ],
            ),
            Panel(
                "Games of the ladder",
                "ops",
                "Games of the ladder that end and count.",
                [Query(rate("tengen_arena_ladder_games_total"), "games")],
            ),
        ),
    ),
    Row(
        "Process",
        (
            Panel(
                "Processor",
                "percentunit",
                "Share of the processors that the server uses.",
                [by_instance("process_cpu_usage{@}")],
            ),
            Panel(
                "Heap",
                "bytes",
                "Heap in use and its limit.",
                [
                    by_instance('jvm_memory_used_bytes{@, area="heap"}'),
                    Query(
                        'sum by (instance) (jvm_memory_max_bytes{@, area="heap"} > 0)',
                        "limit",
                    ),
                ],
            ),
            Panel(
                "Garbage collection",
                "percentunit",
                "Share of the time in pauses.",
                [Query(rate("jvm_gc_pause_seconds_sum", "instance"), "{{instance}}")],
            ),
            Panel(
                "Memory of messages",
                "bytes",
                "Memory outside the heap that Netty has taken for messages.",
                [by_instance('netty_allocator_memory_used{@, memory_type="direct"}')],
            ),
            Panel(
                "Open files",
                "short",
                "Open files and sockets.",
                [by_instance("process_files_open_files{@}")],
            ),
            Panel(
                "Threads",
                "short",
                "Threads of the Java virtual machine.",
                [by_instance("jvm_threads_live_threads{@}")],
            ),
        ),
    ),
)


def targets(panel: Panel) -> list[prometheus.Dataquery]:
    """Returns the queries of a panel."""
    return [
        prometheus.Dataquery()
        .expr(query.expression.replace("@", SERVERS))
        .legend_format(query.legend)
        .ref_id(chr(ord("A") + index))
        for index, query in enumerate(panel.queries)
    ]


def stat_panel(panel: Panel) -> stat.Panel:
    """Returns a panel with one number."""
    built = stat.Panel().title(panel.title).description(panel.description).unit(panel.unit)
    built.datasource(SOURCE).height(STAT_HEIGHT).span(STAT_WIDTH)
    built.reduce_options(common.ReduceDataOptions().calcs(["lastNotNull"]))
    for target in targets(panel):
        built.with_target(target)
    return built


def curves(panel: Panel) -> timeseries.Panel:
    """Returns a panel with curves."""
    built = timeseries.Panel().title(panel.title).description(panel.description).unit(panel.unit)
    built.datasource(SOURCE).height(PANEL_HEIGHT).span(PANEL_WIDTH).fill_opacity(10).min(0)
    for target in targets(panel):
        built.with_target(target)
    return built


def build() -> dashboard.Dashboard:
    """Returns the dashboard."""
    built = dashboard.Dashboard("Tengen").uid("tengen").tags(["tengen"]).refresh("30s")
    built.description("Servers of Tengen. See docs/operations/monitoring.md.")
    built.time("now-1h", "now").timezone("browser").readonly()
    built.with_variable(dashboard.DatasourceVariable("source").label("Source").type("prometheus"))
    for name, query in (
        ("job", "label_values(tengen_sessions_open, job)"),
        ("instance", 'label_values(tengen_sessions_open{job="$job"}, instance)'),
    ):
        variable = dashboard.QueryVariable(name).label(name.capitalize()).query(query)
        variable.datasource(SOURCE)
        if name == "instance":
            variable.multi(True).include_all(True).all_value(".*")
        built.with_variable(variable)
    for panel in STATS:
        built.with_panel(stat_panel(panel))
    for row in ROWS:
        built.with_row(dashboard.Row(row.title))
        for panel in row.panels:
            built.with_panel(curves(panel))
    return built


def text() -> str:
    """Returns the content of the file."""
    return json.dumps(build().build(), cls=JSONEncoder, indent=2, sort_keys=True) + "\n"


def main() -> None:
    """Writes or checks the file."""
    made = text()
    if sys.argv[1:] == ["--check"]:
        sys.exit(FILE.read_text(encoding="utf-8") != made)
    FILE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
