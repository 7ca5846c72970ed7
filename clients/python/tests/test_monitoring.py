from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from processes import free_port, run_to_end
from server_process import ServerProcess

import tengen
from tengen.vector import TengenVectorEnv

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.full

DEPLOY = Path(__file__).resolve().parents[3] / "ops/deploy"
RULES = DEPLOY / "prometheus/alerts.yaml"
RULE_TESTS = DEPLOY / "prometheus/alerts_test.yaml"
CONFIG = DEPLOY / "prometheus/prometheus.yaml"
DASHBOARD = DEPLOY / "grafana/tengen.json"
# What an alert is: a value, and the number with which it is compared.
ALERT = re.compile(r"(?P<value>.*\S)\s+[<>]=?\s+[\d.]+", re.DOTALL)
VARIABLES = {"$__rate_interval": "1m", "$job": "tengen", "$instance": ".*"}
# A server without a defect has no series of this.
WITHOUT_SERIES = 'status_code=~"INTERNAL|UNKNOWN|DATA_LOSS"'
WAIT_SECONDS = 90.0

needs_promtool = pytest.mark.skipif(shutil.which("promtool") is None, reason="needs promtool")
needs_prometheus = pytest.mark.skipif(shutil.which("prometheus") is None, reason="needs Prometheus")


def alerts() -> list[dict[str, Any]]:
    groups = yaml.safe_load(RULES.read_text(encoding="utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def dashboard_expressions() -> list[str]:
    panels = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    expressions = [
        target["expr"]
        for panel in panels
        for inner in [panel, *panel.get("panels", [])]
        for target in inner.get("targets", [])
    ]
    assert len(expressions) > 40
    return expressions


def alert_values() -> list[str]:
    values = [ALERT.fullmatch(rule["expr"]) for rule in alerts()]
    assert len(values) > 10
    return [value["value"] for value in values if value is not None]


def test_dashboard_file_is_what_the_script_makes() -> None:
    script = DEPLOY / "grafana/dashboard.py"

    assert subprocess.run([sys.executable, script, "--check"], check=False).returncode == 0


def test_alerts_compare_a_value_with_a_number_and_say_what_to_do() -> None:
    for rule in alerts():
        assert ALERT.fullmatch(rule["expr"]), rule["alert"]
        assert rule["annotations"].keys() == {"summary", "description"}
        assert rule["labels"]["severity"] in ("critical", "warning")


@needs_promtool
def test_alerts_fire_in_their_tests() -> None:
    for command in (["check", "rules", str(RULES)], ["test", "rules", str(RULE_TESTS)]):
        run = run_to_end("promtool", *command)
        assert run.returncode == 0, run.stdout + run.stderr

    tests = yaml.safe_load(RULE_TESTS.read_text(encoding="utf-8"))["tests"]
    fired = {
        case["alertname"]
        for test in tests
        for case in test["alert_rule_test"]
        if case["exp_alerts"]
    }
    assert fired == {rule["alert"] for rule in alerts()}


@needs_promtool
def test_metrics_of_a_server_follow_the_conventions(tmp_path: Path) -> None:
    """The names, the units and the help texts of all meters, those of libraries too."""
    options = (
        "--http-port=0",
        f"--store={tmp_path / 'sessions.db'}",
        f"--arena={tmp_path / 'arena.db'}",
    )
    with ServerProcess(*options) as server:
        client = tengen.connect(server.address)
        client.create_session(5).step(3)
        with urllib.request.urlopen(f"http://{server.http_address}/metrics", timeout=60) as answer:
            text = answer.read()
        client.close()

    check = ["promtool", "check", "metrics"]
    run = subprocess.run(check, input=text, capture_output=True, check=False)

    assert (run.returncode, run.stdout + run.stderr) == (0, b"")


@contextmanager
def prometheus(folder: Path, security: Path, target: str) -> Iterator[str]:
    """Runs a Prometheus that scrapes `target` each second, and yields its address.

    Its settings are those of the repository, with the files in `security`.
    """
    settings = CONFIG.read_text(encoding="utf-8")
    assert settings.count("/tengen/security/") == 2
    parsed = yaml.safe_load(settings.replace("/tengen/security", str(security)))
    parsed["global"] = {"scrape_interval": "1s", "evaluation_interval": "1s"}
    parsed["rule_files"] = [str(CONFIG.parent / name) for name in parsed["rule_files"]]
    parsed["scrape_configs"][0]["static_configs"] = [{"targets": [target]}]
    config = folder / CONFIG.name
    config.write_text(yaml.safe_dump(parsed), encoding="utf-8")
    address = f"127.0.0.1:{free_port()}"
    with (folder / "prometheus.log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [
                "prometheus",
                f"--config.file={config}",
                f"--storage.tsdb.path={folder / 'data'}",
                f"--web.listen-address={address}",
            ],
            stdout=log,
            stderr=log,
        )
        try:
            yield address
        finally:
            process.terminate()
            process.wait(timeout=30)


def series(address: str, expression: str) -> list[Any]:
    """Returns the series that Prometheus finds; none while it starts."""
    query = urllib.parse.urlencode({"query": expression})
    try:
        with urllib.request.urlopen(f"http://{address}/api/v1/query?{query}", timeout=10) as answer:
            found: list[Any] = json.load(answer)["data"]["result"]
            return found
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{expression}: {error.read().decode()}") from error
    except OSError:
        return []


def play(client: tengen.Client, environments: TengenVectorEnv) -> None:
    """Plays a game in a session, with an illegal move, and steps a batch."""
    with client.create_session(size=3) as session:
        session.reset(seed=1)
        session.step(4)
        with pytest.raises(tengen.IllegalActionError):
            session.step(4)
        session.step(9)
        session.step(9)
    environments.step(environments.action_space.sample())


@needs_prometheus
def test_every_expression_of_dashboard_and_alerts_has_series_on_a_real_server(
    tmp_path: Path,
) -> None:
    expressions = dashboard_expressions() + alert_values()
    for name, value in VARIABLES.items():
        expressions = [expression.replace(name, value) for expression in expressions]
    missing = {expression for expression in expressions if WITHOUT_SERIES not in expression}
    assert len(missing) == len(set(expressions)) - 1
    security = tmp_path / "security"
    ladder = tmp_path / "ladder.yaml"
    ladder.write_text("{players: [], format: {ladder: {}}, size: 5}", encoding="utf-8")
    options = (
        f"--tls-certificate={security / 'server.pem'}",
        f"--tls-key={security / 'server-key.pem'}",
        f"--tokens={security / 'tokens'}",
        "--generate-security=true",
        "--http-port=0",
        f"--access-log={tmp_path / 'calls.log'}",
        f"--arena={tmp_path / 'arena.db'}",
        f"--ladder={ladder}",
        f"--store={tmp_path / 'sessions.db'}",
    )
    with ExitStack() as stack:
        server = stack.enter_context(ServerProcess(*options))
        address = stack.enter_context(prometheus(tmp_path, security, server.http_address))
        ca = str(security / "ca.pem")
        token = (security / "operator.token").read_text(encoding="utf-8").strip()
        client = stack.enter_context(tengen.connect(server.address, tls=ca, token=token))
        stack.enter_context(client.create_session(size=9))
        environments = stack.enter_context(
            TengenVectorEnv(3, 8, address=server.address, tls=ca, token=token)
        )
        environments.reset(seed=1)
        end = time.monotonic() + WAIT_SECONDS
        while missing and time.monotonic() < end:
            play(client, environments)
            missing = {expression for expression in missing if not series(address, expression)}
            time.sleep(0.5)

        assert not missing
        assert not series(address, 'ALERTS{alertstate="firing"}')
