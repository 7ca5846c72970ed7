from __future__ import annotations

import copy
import importlib.util
import os
import re
import shlex
import ssl
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kubernetes.client
import pytest
import yaml
from processes import run_to_end
from server_process import ServerProcess, command_line

import tengen

if TYPE_CHECKING:
    from types import ModuleType

pytestmark = pytest.mark.full

DEPLOY = Path(__file__).resolve().parents[3] / "ops/deploy"
COMPOSE = DEPLOY / "compose.yaml"
SERVER = DEPLOY / "kubernetes/server"
SHARED_STORE = DEPLOY / "kubernetes/shared-store"
SETTING = "TENGEN_SERVE_"
# What the names of models begin with, by the API of the manifest.
MODEL_PREFIXES = {
    "apps/v1": "V1",
    "autoscaling/v2": "V2",
    "batch/v1": "V1",
    "networking.k8s.io/v1": "V1",
    "policy/v1": "V1",
    "rbac.authorization.k8s.io/v1": "V1",
    "v1": "V1",
}
# What the models do not describe: definitions of others, and lists of Kustomize.
# ops/deploy/try-kubernetes applies them to a real API server.
OTHER_KINDS = (
    "Certificate",
    "Component",
    "Issuer",
    "Kustomization",
    "RayCluster",
    "RayJob",
    "ServiceMonitor",
)
# The fields of the Compose Specification that the file may use.
COMPOSE_FIELDS = {
    "build",
    "cap_drop",
    "command",
    "depends_on",
    "entrypoint",
    "environment",
    "healthcheck",
    "hostname",
    "image",
    "mem_limit",
    "networks",
    "ports",
    "read_only",
    "restart",
    "security_opt",
    "stop_grace_period",
    "tmpfs",
    "user",
    "volumes",
}


def loaded(file: Path) -> Any:
    return yaml.safe_load(file.read_text(encoding="utf-8"))


def manifests() -> list[tuple[str, dict[str, Any]]]:
    found = [
        (f"{file.name}: {document['kind']}", document)
        for file in sorted((DEPLOY / "kubernetes").rglob("*.yaml"))
        for document in yaml.safe_load_all(file.read_text(encoding="utf-8"))
        if document["kind"] not in OTHER_KINDS
    ]
    assert len(found) >= 8
    return found


def unknown_fields(value: Any, kind: str, place: str) -> list[str]:
    """Returns the fields that the model `kind` of the Kubernetes API, or a model in it, lacks."""
    if match := re.fullmatch(r"List\[(.*)\]|Dict\[\w+, (.*)\]", kind):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        inner = match[1] or match[2]
        return [
            found for key, item in items for found in unknown_fields(item, inner, f"{place}.{key}")
        ]
    model = getattr(kubernetes.client, kind, None)
    if model is None:  # A string or a number, whose type the model checks.
        return []
    types = {model.attribute_map[name]: kind for name, kind in model.openapi_types.items()}
    found = [f"{place}.{key} is no field of {kind}" for key in value if key not in types]
    for key in value.keys() & types.keys():
        found += unknown_fields(value[key], types[key], f"{place}.{key}")
    return found


def model_of(manifest: dict[str, Any]) -> str:
    return MODEL_PREFIXES[manifest["apiVersion"]] + str(manifest["kind"])


@pytest.mark.parametrize(("name", "manifest"), manifests())
def test_manifest_fields_are_those_of_the_kubernetes_api(
    name: str, manifest: dict[str, Any]
) -> None:
    assert unknown_fields(manifest, model_of(manifest), name) == []
    # Checks the types of all fields, and that none is missing.
    assert getattr(kubernetes.client, model_of(manifest)).from_dict(manifest) is not None


def test_faults_of_a_manifest_are_found() -> None:
    manifest = loaded(SERVER / "stateful-set.yaml")
    container = manifest["spec"]["template"]["spec"]["containers"][0]
    container["imagePullPolicies"] = "Always"
    selector = manifest["spec"].pop("selector")

    assert unknown_fields(manifest, "V1StatefulSet", "set") == [
        "set.spec.template.spec.containers.0.imagePullPolicies is no field of V1Container"
    ]
    with pytest.raises(ValueError, match=r"selector\n  Input should be a valid"):
        kubernetes.client.V1StatefulSet.from_dict(manifest)
    manifest["spec"]["selector"] = selector
    container["livenessProbe"]["periodSeconds"] = "ten"
    with pytest.raises(ValueError, match=r"periodSeconds\n  Input should be a valid integer"):
        kubernetes.client.V1StatefulSet.from_dict(manifest)


def commands_of_page(section: str) -> list[str]:
    """Returns the commands in the first block of a section of docs/operations/deployment.md."""
    text = (DEPLOY.parents[1] / "docs/operations/deployment.md").read_text(encoding="utf-8")
    block = text.split(f"## {section}\n", 1)[1].split("```sh\n", 1)[1].split("```", 1)[0]
    return block.replace("\\\n", " ").splitlines()


def test_commands_of_the_kubernetes_page_make_a_server_for_training(tmp_path: Path) -> None:
    (tmp_path / "tengen").write_text(f'#!/bin/sh\nexec {shlex.join(command_line())} "$@"\n')
    (tmp_path / "tengen").chmod(0o755)
    tokens = []
    commands = commands_of_page("On Kubernetes")
    for command in (line for line in commands if line.startswith("./tengen ")):
        shown = run_to_end("bash", "-c", command, cwd=tmp_path, check=True)
        tokens += re.findall(r"^tengen_\S+$", shown.stdout, re.MULTILINE)
    (secret,) = (line for line in commands if line.startswith("kubectl create secret"))
    files = {
        name: str(tmp_path / path) for name, path in re.findall(r"--from-file=(\S+?)=(\S+)", secret)
    }
    settings = settings_of_kubernetes()
    options = [
        f"--{name.lower().replace('_', '-')}={files[settings[SETTING + name].split('/')[-1]]}"
        for name in ("TLS_CERTIFICATE", "TLS_KEY", "TOKENS")
    ]
    trainer, prometheus = tokens
    ca = str(tmp_path / "tls/ca.pem")

    with ServerProcess(*options, "--http-port=0") as server:
        with tengen.connect(server.address, tls=ca, token=trainer) as client:
            assert client.server_info().is_feature_enabled("authentication")
            with client.create_session(5) as session:
                session.step(12)
            with client.open_forest(5, max_node_count=100) as forest:
                assert forest.max_node_count == 100
        environments = tengen.TengenVectorEnv(5, 2, address=server.address, tls=ca, token=trainer)
        environments.reset(seed=1)
        environments.close()
        request = urllib.request.Request(
            f"https://{server.http_address}/metrics",
            headers={"authorization": f"Bearer {prometheus}"},
        )
        trusted = ssl.create_default_context(cafile=ca)
        trusted.check_hostname = False  # The certificate names the servers of the cluster.
        with urllib.request.urlopen(request, context=trusted) as answer:
            assert b"tengen_" in answer.read()


@pytest.mark.parametrize("image", ["Dockerfile", "ops/deploy/rollout.Dockerfile"])
def test_image_gets_every_pom_and_the_contract_before_the_sources(image: str) -> None:
    home = DEPLOY.parents[1]
    modules = re.findall(r"<module>(.+)</module>", (home / "pom.xml").read_text(encoding="utf-8"))
    before = (home / image).read_text(encoding="utf-8").split("COPY . .")[0]
    copied = re.findall(r"^COPY (\S+) \S+$", before, re.MULTILINE)

    poms = {f"{module}/pom.xml" for module in modules if module != "proto"}
    assert "proto" in modules
    assert sorted(copied) == sorted({".mvn/", "proto/", "pom.xml", *poms})


def test_kustomization_names_every_manifest_of_its_folder() -> None:
    kustomization = loaded(SERVER / "kustomization.yaml")
    files = {file.name for file in SERVER.glob("*.yaml")} - {"kustomization.yaml"}

    assert kustomization.keys() == {"apiVersion", "kind", "resources", "configMapGenerator"}
    assert set(kustomization["resources"]) == files
    for generator in kustomization["configMapGenerator"]:
        assert generator.keys() == {"name", "envs"}
        assert all((SERVER / file).is_file() for file in generator["envs"])


def test_manifests_of_the_server_agree_with_each_other() -> None:
    stateful_set = loaded(SERVER / "stateful-set.yaml")
    service = loaded(SERVER / "service.yaml")
    policy = loaded(SERVER / "network-policy.yaml")
    budget = loaded(SERVER / "disruption-budget.yaml")
    scaler = loaded(SERVER / "autoscaler.yaml")
    pod = stateful_set["spec"]["template"]
    (container,) = pod["spec"]["containers"]
    labels = pod["metadata"]["labels"]
    settings = settings_of_kubernetes()

    assert stateful_set["spec"]["serviceName"] == service["metadata"]["name"]
    assert stateful_set["spec"]["selector"]["matchLabels"] == labels
    assert service["spec"]["selector"] == labels
    assert policy["spec"]["podSelector"]["matchLabels"] == labels
    assert budget["spec"]["selector"]["matchLabels"] == labels
    assert scaler["spec"]["scaleTargetRef"]["name"] == stateful_set["metadata"]["name"]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    assert {port["name"]: port["port"] for port in service["spec"]["ports"]} == ports
    assert str(ports["http"]) == settings[f"{SETTING}HTTP_PORT"]
    pause = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    drain = int(settings[f"{SETTING}DRAIN_SECONDS"])
    assert pod["spec"]["terminationGracePeriodSeconds"] >= pause + drain + 5
    (mount,) = container["volumeMounts"]
    for name in ("TLS_CERTIFICATE", "TLS_KEY", "TOKENS"):
        assert settings[SETTING + name].startswith(mount["mountPath"] + "/")


def settings_of_kubernetes() -> dict[str, str]:
    lines = (SERVER / "settings.env").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines)


def shared_store() -> dict[str, dict[str, Any]]:
    """Returns the manifests that the Kustomization of servers with one store changes, by kind."""
    kustomization = loaded(SHARED_STORE / "kustomization.yaml")
    assert kustomization.keys() == {"apiVersion", "kind", "resources", "patches"}
    assert (SHARED_STORE / kustomization["resources"][0]).samefile(SERVER)
    found = {kind: manifest for _, manifest in manifests() if (kind := manifest["kind"]) != "Job"}
    changed: dict[str, dict[str, Any]] = {}
    for patch in kustomization["patches"]:
        kind = patch["target"]["kind"]
        manifest = changed.setdefault(kind, copy.deepcopy(found[kind]))
        assert patch["target"] == {"kind": kind, "name": manifest["metadata"]["name"]}
        for change in yaml.safe_load(patch["patch"]):
            assert change.keys() == {"op", "path", "value"}
            assert change["op"] == "add"
            *path, last = change["path"].removeprefix("/").split("/")
            place: Any = manifest
            for key in path:
                place = place[int(key) if isinstance(place, list) else key]
            if isinstance(place, list):
                place.insert(int(last), change["value"])
            else:
                assert last not in place, f"{change['path']} would replace what is there"
                place[last] = change["value"]
    return changed


def test_servers_with_one_store_are_valid_and_name_themselves() -> None:
    changed = shared_store()
    for kind, manifest in changed.items():
        assert unknown_fields(manifest, model_of(manifest), kind) == []
        assert getattr(kubernetes.client, model_of(manifest)).from_dict(manifest) is not None
    stateful_set = changed["StatefulSet"]
    (container,) = stateful_set["spec"]["template"]["spec"]["containers"]
    variables = {variable["name"]: variable for variable in container["env"]}

    assert variables["POD_NAME"]["valueFrom"]["fieldRef"]["fieldPath"] == "metadata.name"
    address = variables[f"{SETTING}ADVERTISE"]["value"]
    (port,) = (port for port in container["ports"] if port["name"] == "grpc")
    assert address == f"$(POD_NAME).{stateful_set['spec']['serviceName']}:{port['containerPort']}"
    ports = {
        port["port"]
        for rule in changed["NetworkPolicy"]["spec"]["egress"]
        for port in rule["ports"]
    }
    assert ports == {5432, 53}


def settings_of_shared_store() -> dict[str, str]:
    (container,) = shared_store()["StatefulSet"]["spec"]["template"]["spec"]["containers"]
    values = {
        variable["name"]: variable.get("value", "postgres://tengen:secret@127.0.0.1:1/sessions")
        for variable in container["env"]
        if variable["name"].startswith(SETTING)
    }
    named = {name: value.replace("$(POD_NAME)", "tengen-0") for name, value in values.items()}
    return settings_of_kubernetes() | named


def settings_of_compose() -> dict[str, str]:
    given = loaded(COMPOSE)["services"]["tengen"]["environment"]
    return {
        name: re.sub(r"\$\{\w+:-(\w+)\}", r"\1", value)
        for name, value in given.items()
        if name.startswith(SETTING)
    }


@pytest.mark.parametrize(
    "settings", [settings_of_kubernetes(), settings_of_shared_store(), settings_of_compose()]
)
def test_settings_are_accepted_by_the_command_line(settings: dict[str, str]) -> None:
    # With a session count that is refused after all settings have been read, so that none starts.
    run = run_to_end(*command_line(), "serve", "--max-sessions=-1", env={**os.environ, **settings})

    assert settings.keys() >= {f"{SETTING}HTTP_ALLOWED_HOSTS", f"{SETTING}DRAIN_SECONDS"}
    assert run.stderr.splitlines()[-1] == "tengen: max_session_count -1 is not 1 or more"
    assert run.returncode == 2


def test_setting_that_the_server_does_not_have_is_refused() -> None:
    run = run_to_end(
        *command_line(),
        "serve",
        "--max-sessions=-1",
        env={**os.environ, f"{SETTING}DRAIN_SECOND": "1"},
    )

    assert f"environment variable {SETTING}DRAIN_SECOND is not one of" in run.stderr


def test_compose_fields_files_networks_and_volumes_exist() -> None:
    compose = loaded(COMPOSE)

    for name, service in compose["services"].items():
        assert service.keys() <= COMPOSE_FIELDS, name
        assert set(service.get("networks", [])) <= compose["networks"].keys()
        assert set(service.get("depends_on", [])) <= compose["services"].keys()
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).exists(), volume
        build = service.get("build", {})
        assert (DEPLOY / build.get("context", ".") / build.get("dockerfile", ".")).exists()
        # An image that is not built here has a version, and no port is open to other machines.
        assert "build" in service or re.search(r":v?\d+\.\d+", service["image"]), name
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", [])), name


def test_grafana_reads_the_dashboard_where_compose_puts_it() -> None:
    grafana = loaded(COMPOSE)["services"]["grafana"]
    (source,) = loaded(DEPLOY / "grafana/provisioning/datasources/prometheus.yaml")["datasources"]
    (provider,) = loaded(DEPLOY / "grafana/provisioning/dashboards/tengen.yaml")["providers"]
    targets = [volume.split(":")[1] for volume in grafana["volumes"]]

    assert f"{provider['options']['path']}/tengen.json" in targets
    assert grafana["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"] in targets
    assert source["url"] == "http://prometheus:9090"
    assert "prometheus" in loaded(COMPOSE)["services"]


def sample_client() -> ModuleType:
    spec = importlib.util.spec_from_file_location("client", DEPLOY / "compose/client.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_sample_client_plays_on_a_server_with_the_settings_of_compose(tmp_path: Path) -> None:
    security = tmp_path / "security"
    given = loaded(COMPOSE)["services"]["client"]["command"]

    with ServerProcess(
        f"--tls-certificate={security / 'server.pem'}",
        f"--tls-key={security / 'server-key.pem'}",
        f"--tokens={security / 'tokens'}",
        "--generate-security=true",
    ) as server:
        files = [security / Path(name).name for name in given[1:]]
        ended = sample_client().play(
            server.address, str(files[0]), files[1].read_text(encoding="utf-8").strip(), 150
        )

    assert ended > 0
