"""Dockerfile and docker-compose.yml: what a deployer relies on, checked without a Docker daemon."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docker-compose.yml"
yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    loaded = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    assert set(loaded) == {"services", "volumes", "networks"}  # the Compose specification has no version any more
    found: dict[str, Any] = loaded["services"]
    return found


def compose(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run `docker compose config`, or the older `docker-compose config`; skip where neither is installed."""
    for command in (["docker-compose"], ["docker", "compose"]):
        if (
            shutil.which(command[0])
            and not subprocess.run([*command, "version"], capture_output=True, check=False).returncode
        ):
            variables = {k: v for k, v in os.environ.items() if k != "NEO4J_PASSWORD"} | environment
            return subprocess.run(
                [*command, "-f", str(FILE), "config"], capture_output=True, text=True, env=variables, check=False
            )
    pytest.skip("neither docker-compose (Debian package docker-compose) nor docker compose is installed")


def test_compose_accepts_the_file_and_fills_in_the_password() -> None:
    done = compose({"NEO4J_PASSWORD": "not a real one"})
    assert done.returncode == 0, done.stderr
    config = yaml.safe_load(done.stdout)
    assert config["services"]["neo4j"]["environment"]["NEO4J_AUTH"] == "neo4j/not a real one"
    assert config["services"]["kg"]["environment"]["NEO4J_PASSWORD"] == "not a real one"
    assert config["services"]["kg"]["depends_on"]["neo4j"]["condition"] == "service_healthy"


@pytest.mark.parametrize("environment", [{}, {"NEO4J_PASSWORD": ""}], ids=["unset", "empty"])
def test_compose_refuses_to_start_without_a_password(environment: dict[str, str]) -> None:
    done = compose(environment)
    assert done.returncode != 0
    assert "Set NEO4J_PASSWORD to a password of 8 or more characters" in done.stderr


def test_the_password_comes_from_the_environment_and_stands_on_no_command_line(services: dict[str, Any]) -> None:
    for name, variable in (("neo4j", "NEO4J_AUTH"), ("kg", "NEO4J_PASSWORD")):
        value = services[name]["environment"][variable]
        assert re.fullmatch(r"(neo4j/)?\$\{NEO4J_PASSWORD:\?[^}]+\}", value)
        spoken = [services[name].get(key, "") for key in ("command", "entrypoint", "healthcheck")]
        assert "PASSWORD" not in str(spoken)
        assert "AUTH" not in str(spoken)


def test_neo4j_is_open_to_this_machine_only_and_keeps_its_data(services: dict[str, Any]) -> None:
    neo4j = services["neo4j"]
    assert neo4j["image"] == "neo4j:5-community"
    assert all(port.startswith("127.0.0.1:") for port in neo4j["ports"])
    assert neo4j["volumes"] == ["neo4j-data:/data"]
    volumes = yaml.safe_load(FILE.read_text(encoding="utf-8"))["volumes"]
    assert set(volumes) == {"neo4j-data", "kg-data"}


def test_neo4j_has_a_healthcheck_of_both_ports(services: dict[str, Any]) -> None:
    check = services["neo4j"]["healthcheck"]
    assert check["test"][0] == "CMD"
    assert "7474" in check["test"][-1]
    assert "7687" in check["test"][-1]
    assert {"interval", "timeout", "retries"} <= set(check)


def test_kg_waits_builds_the_sample_and_loads_it_once(services: dict[str, Any]) -> None:
    kg = services["kg"]
    assert kg["depends_on"] == {"neo4j": {"condition": "service_healthy"}}
    assert kg["restart"] == "no"
    (script,) = kg["command"]
    build, load = script.strip().splitlines()
    inputs = re.findall(r"/examples/(\S+)", build)
    assert inputs
    assert all((ROOT / "examples" / name).is_file() for name in inputs)
    assert build.endswith("-o /data/graph")
    assert load == "exec kg load /data/graph --uri bolt://neo4j:7687"


def test_kg_reaches_the_database_and_nothing_else(services: dict[str, Any]) -> None:
    networks = yaml.safe_load(FILE.read_text(encoding="utf-8"))["networks"]
    assert services["kg"]["networks"] == ["inside"]
    assert "inside" in services["neo4j"]["networks"]
    assert networks["inside"] == {"internal": True}


def instructions() -> list[tuple[str, str]]:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = (line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#"))
    return [(word, rest) for word, rest in lines]


def test_the_image_runs_as_a_user_without_rights() -> None:
    found = instructions()
    last_stage = found[max(i for i, (word, _) in enumerate(found) if word == "FROM") :]
    users = [rest for word, rest in last_stage if word == "USER"]
    assert users == ["kg"]
    assert last_stage.index(("USER", "kg")) < last_stage.index(("ENTRYPOINT", '["kg"]'))
    assert all("slim" in rest for word, rest in found if word == "FROM")


def test_the_image_installs_this_package_and_holds_no_secret() -> None:
    found = instructions()
    assert ("RUN", "/opt/kg/bin/pip install --no-cache-dir .") in found
    assert not any("PASSWORD" in rest for _, rest in found)
    assert not any(word in {"ADD", "ARG"} for word, _ in found)


def test_the_ignore_file_lets_through_what_the_image_copies() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    kept = {line[1:] for line in lines if line.startswith("!")}
    assert "*" in lines
    copied = [rest.split()[:-1] for word, rest in instructions() if word == "COPY" and "--from" not in rest]
    assert {name for names in copied for name in names} == kept
