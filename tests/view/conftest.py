"""The graphs, and a headless Chromium that reports its console and its requests."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kg.model import Graph
from kg.view import Annotation, ViewOptions, write_view
from tests.view.graphs import hostile, sample, synthetic

Annotated = tuple[Graph, dict[str, list[Annotation]]]
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --hide-scrollbars"
)


@pytest.fixture(scope="session")
def papers() -> Annotated:
    return sample()


@pytest.fixture(scope="session")
def large() -> Graph:
    return synthetic(2000)


@pytest.fixture(scope="session")
def evil() -> Annotated:
    return hostile()


@pytest.fixture(scope="session")
def pages(
    tmp_path_factory: pytest.TempPathFactory, papers: Annotated, large: Graph, evil: Annotated
) -> dict[str, Path]:
    """The three graphs as written pages: sample, large, evil."""
    folder = tmp_path_factory.mktemp("pages")
    made = {
        "sample": write_view(
            papers[0], folder / "sample.html", annotations=papers[1], options=ViewOptions(title="Sample")
        ),
        "large": write_view(large, folder / "large.html", options=ViewOptions(max_nodes=2000)),
        "medium": write_view(large, folder / "medium.html"),
        "evil": write_view(
            evil[0], folder / "evil.html", annotations=evil[1], options=ViewOptions(title="<b>&\"'</title>")
        ),
    }
    assert sorted(path.name for path in folder.iterdir()) == sorted(path.name for path in made.values())
    return made


class Browser:
    """A window on one page; `run` evaluates JavaScript in it and returns the value."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, path: Path, fragment: str = "") -> None:
        self.driver.get("about:blank")
        self.console()
        self.requests()
        self.driver.get(path.as_uri() + fragment)
        self.wait("return Boolean(window.kgView && kgView.ready && kgView.drawn)")

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def wait(self, script: str, seconds: float = 10.0) -> Any:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.run(script)
            if value:
                return value
            time.sleep(0.02)
        raise AssertionError(f"not within {seconds} s: {script}; console: {self.console()}")

    def console(self) -> list[str]:
        """Return what the console has said since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Return the addresses that were asked for since the last call."""
        events = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        return [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]

    def size(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def theme(self, name: str) -> None:
        media = {"features": [{"name": "prefers-color-scheme", "value": name}]}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)

    def key(self, name: str, text: str = "") -> None:
        common = {"key": name, "text": text} if text else {"key": name}
        for kind in ("keyDown", "keyUp"):
            self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": kind, **common})

    def click_node(self, node: int) -> None:
        """Click the node on the canvas with the real mouse."""
        x, y = self.mouse_to(node)
        for kind in ("mousePressed", "mouseReleased"):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def mouse_to(self, node: int) -> tuple[float, float]:
        x, y = self.run(
            "const box = document.getElementById('canvas').getBoundingClientRect();"
            "const at = kgView.network.canvasToDOM(kgView.place(arguments[0])); return [box.x + at.x, box.y + at.y];",
            node,
        )
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})
        return x, y


def _missing(reason: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(f"{reason}, and CI needs it")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    binary = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    service = shutil.which("chromedriver")
    if binary is None or service is None:
        _missing("Chromium and its driver are not installed (Debian: apt-get install chromium chromium-driver)")
    try:
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service
    except ImportError:
        _missing("selenium is not installed (pip install 'kg-papers[dev]')")
    options = webdriver.ChromeOptions()
    options.binary_location = str(binary)
    profile = tmp_path_factory.mktemp("profile")
    for flag in [*FLAGS.split(), f"--user-data-dir={profile}", "--window-size=1280,720"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(service)))
    driver.set_script_timeout(20)
    yield Browser(driver)
    driver.quit()


@pytest.fixture
def browser(chromium: Browser) -> Browser:
    chromium.size(1280, 720)
    chromium.theme("light")
    return chromium


@pytest.fixture
def opened(browser: Browser, pages: dict[str, Path]) -> Callable[..., Browser]:
    """Return a function that opens one of the pages and gives the browser."""

    def open_page(name: str, fragment: str = "") -> Browser:
        browser.open(pages[name], fragment)
        return browser

    return open_page
