"""Time, size and first picture of the view, beside what pyvis writes by default.

python benchmarks/view.py            600 and 5,000 nodes in headless Chromium, and pyvis's own page at 300
python benchmarks/view.py corpus     a synthetic graph of 87,000 papers: seconds and peak memory of one view
"""

from __future__ import annotations

import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from kg.model import Graph
from kg.view import ViewOptions, write_view
from tests.view.conftest import FLAGS
from tests.view.graphs import synthetic

FRAMES = """
const done = arguments[arguments.length - 1];
kgView.zooming = true;
let frames = 0; const start = performance.now();
const step = () => {
  frames++;
  const t = performance.now() - start;
  kgView.network.moveTo({ scale: kgView.network.getScale() * (frames % 2 ? 1.01 : 1 / 1.01) });
  t < 1500 ? requestAnimationFrame(step) : done(Math.round(frames / t * 1000));
};
requestAnimationFrame(step);
"""


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return what `work` gives and the seconds it took."""
    start = time.perf_counter()
    return work(), time.perf_counter() - start


def open_browser(profile: str) -> Any:
    """Return a headless Chromium at 1280x720."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium") or shutil.which("google-chrome"))
    for flag in [*FLAGS.split(), f"--user-data-dir={profile}", "--window-size=1280,720"]:
        options.add_argument(flag)
    return webdriver.Chrome(options=options, service=Service(str(shutil.which("chromedriver"))))


def first_picture(driver: Any, path: Path) -> float:
    """Return the seconds from the start of the page's load to its first drawing, the best of three."""
    found = []
    for _ in range(3):
        driver.get("about:blank")
        driver.get(path.as_uri())
        while not driver.execute_script("return window.kgView && kgView.drawn"):
            time.sleep(0.02)
        found.append(float(driver.execute_script("return kgView.drawn")) / 1000)
    return min(found)


def measure_ours(driver: Any, folder: Path) -> None:
    for wanted in (600, 2000, 5000):
        graph = synthetic(int(wanted * 1.6))
        options = ViewOptions(max_nodes=wanted)
        path, seconds = timed(lambda g=graph, o=options: write_view(g, folder / "view.html", options=o))
        picture = first_picture(driver, path)
        nodes = driver.execute_script("return kgView.nodes.length")
        frames = driver.execute_async_script(FRAMES)
        size = path.stat().st_size / 1e6
        print(f"kg view   {nodes:5d} nodes: written in {seconds:5.2f} s, {size:4.1f} MB, ", end="")
        print(f"drawn in {picture:4.2f} s, {frames} frames/s while zooming")


def measure_pyvis(driver: Any, folder: Path) -> None:
    from pyvis.network import Network

    graph = synthetic(470)
    names = [node.key for node in graph.nodes if node.label != "Result"][:300]
    network = Network(cdn_resources="in_line")
    network.add_nodes(names)
    for edge in graph.edges:
        if edge.source in names and edge.target in names:
            network.add_edge(edge.source, edge.target)
    page = folder / "pyvis.html"
    page.write_text(network.generate_html(), encoding="utf-8")
    driver.get(page.as_uri())
    still = "return network.physics.stabilized === true"
    end = time.monotonic() + 30
    while time.monotonic() < end and not driver.execute_script(still):
        time.sleep(0.1)
    state = "still" if driver.execute_script(still) else "not still"
    passed = 30 - max(end - time.monotonic(), 0)
    size = page.stat().st_size / 1e6
    print(f"pyvis     {len(names):5d} nodes: {size:4.1f} MB, {state} after {passed:.0f} s")


def measure_corpus(folder: Path) -> None:
    graph, seconds = timed(lambda: synthetic(87_000 * 4))
    base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(
        f"a graph of {len(graph.nodes):,} nodes and {len(graph.edges):,} edges, made in {seconds:.0f} s, {base:.2f} GB"
    )
    for options in (ViewOptions(), ViewOptions(focus="tool 1.1", depth=1), ViewOptions(max_nodes=5000)):
        measure_view(graph, folder, options)


def measure_view(graph: Graph, folder: Path, options: ViewOptions) -> None:
    path, seconds = timed(lambda: write_view(graph, folder / "corpus.html", options=options))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    what = f"focus {options.focus}" if options.focus else f"{options.max_nodes} nodes"
    print(f"  view of {what}: {seconds:.1f} s, peak {peak:.2f} GB with the graph, {path.stat().st_size / 1e6:.1f} MB")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if sys.argv[1:] == ["corpus"]:
            return measure_corpus(folder)
        driver = open_browser(str(folder / "profile"))
        try:
            measure_ours(driver, folder)
            measure_pyvis(driver, folder)
        finally:
            driver.quit()


if __name__ == "__main__":
    main()
