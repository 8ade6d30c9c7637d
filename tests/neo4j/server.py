"""A real Neo4j server for the tests, from Maven artifacts; see README.md."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import IO, NamedTuple

HERE = Path(__file__).parent
VERSION = "5.26.26"
JARS = "KG_TEST_NEO4J_JARS"
IMPORT = ("database", "import", "full", "neo4j")
CONFIGURATION = """dbms.security.auth_enabled=true
dbms.usage_report.enabled=false
server.memory.pagecache.size=128m
"""
START_SECONDS = 600
"""A machine that does other work, too, takes minutes for what an idle one does in ten seconds."""
OPEN = [f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in ("java.nio", "java.io", "sun.nio.ch")]


class Unavailable(Exception):
    """Java 17 or Maven is missing, or the jars cannot be fetched."""


class Address(NamedTuple):
    """Where the server answers and who may enter."""

    uri: str
    user: str
    password: str


def find_java() -> Path:
    """Return the `java` of a Java 17: of JAVA_HOME, the system's folder, or the path. Raises `Unavailable`."""
    homes = [os.environ.get("JAVA_HOME", ""), *map(str, sorted(Path("/usr/lib/jvm").glob("*17*")))]
    found = [Path(home) / "bin" / "java" for home in homes if home]
    on_path = shutil.which("java")
    for java in [*found, *([Path(on_path)] if on_path else [])]:
        if java.is_file():
            answer = subprocess.run([java, "-version"], capture_output=True, text=True, check=False)
            if re.search(r'version "17\.', answer.stderr):
                return java
    raise Unavailable("Java 17 is missing (Debian and Ubuntu: apt-get install openjdk-17-jdk-headless)")


def fetch_jars(java: Path) -> Path:
    """Return the folder with the server's jars, fetched by Maven the first time (about 120 MB)."""
    base = os.environ.get(JARS) or str(Path.home() / ".cache" / "kg-papers" / "neo4j")
    folder = Path(base) / VERSION
    if (folder / "complete").exists():
        return folder
    maven = shutil.which("mvn")
    if maven is None:
        raise Unavailable("Maven is missing (Debian and Ubuntu: apt-get install maven)")
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [maven, "-q", "-B", "-f", HERE / "pom.xml", "dependency:copy-dependencies", f"-DoutputDirectory={folder}"],
        env={**os.environ, "JAVA_HOME": str(java.resolve().parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Unavailable(f"Maven could not fetch Neo4j {VERSION}: {(done.stdout + done.stderr).strip()[-500:]}")
    (folder / "complete").touch()
    return folder


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A running server over the data in `folder`; stopped by its process, also when the tests die."""

    def __init__(self, folder: Path, password: str) -> None:
        java = find_java()
        jars = fetch_jars(java)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "ready").unlink(missing_ok=True)
        (folder / "neo4j.conf").write_text(CONFIGURATION, encoding="utf-8")
        port = free_port()
        self.address = Address(f"bolt://127.0.0.1:{port}", "neo4j", password)
        self._log: IO[bytes] = open(folder / "server.log", "wb")  # noqa: SIM115 - closed in stop()
        command = [
            java,
            "-Xmx1g",
            *OPEN,
            "-cp",
            f"{jars}/*",
            HERE / "TestServer.java",
            folder,
            str(port),
            str(START_SECONDS),
        ]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            env={**os.environ, "TEST_SERVER_PASSWORD": password},
        )
        try:
            self._wait(folder)
        except BaseException:
            self.stop()
            raise

    def _wait(self, folder: Path) -> None:
        end = time.monotonic() + START_SECONDS
        while not (folder / "ready").exists():
            if self._process.poll() is not None or time.monotonic() > end:
                log = (folder / "server.log").read_text(encoding="utf-8", errors="replace")
                raise RuntimeError(f"The Neo4j server did not start: {log[-2000:]}")
            time.sleep(0.2)
        self._greet(end - time.monotonic())

    def _greet(self, seconds: float) -> None:
        """Log in once, with much patience: the first login makes Java load a thousand classes.

        What is tested opens its own connections afterwards, with the short limits that users get.
        """
        import neo4j

        with neo4j.GraphDatabase.driver(
            self.address.uri, auth=self.address[1:], connection_timeout=seconds, connection_acquisition_timeout=seconds
        ) as driver:
            driver.execute_query("RETURN 1")

    def stop(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.terminate()
        try:
            self._process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()


def run_import(folder: Path, arguments: list[str], cwd: Path) -> str:
    """Run `neo4j-admin database import full neo4j …` into the fresh data folder and return what it prints."""
    java = find_java()
    jars = fetch_jars(java)
    (folder / "conf").mkdir(parents=True, exist_ok=True)
    (folder / "conf" / "neo4j.conf").write_text("", encoding="utf-8")
    done = subprocess.run(
        [java, "-Xmx1g", *OPEN, "-cp", f"{jars}/*", "org.neo4j.cli.AdminTool", *IMPORT, *arguments],
        env={**os.environ, "NEO4J_HOME": str(folder), "NEO4J_CONF": str(folder / "conf")},
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"The import failed: {(done.stdout + done.stderr)[-2000:]}")
    return done.stdout
