"""The page in a real browser: what a reader sees and does, and that nothing leaves the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kg.model import Graph
from kg.view import ViewOptions, notebook_html, render_view
from tests.view.conftest import Annotated, Browser
from tests.view.graphs import HOSTILE, PAPERS

pytestmark = pytest.mark.browser
Open = Callable[..., Browser]

ID = "const id = kgView.byKey.get(arguments[0]);"


def text(browser: Browser, selector: str) -> str:
    return str(browser.run("return document.querySelector(arguments[0]).textContent", selector))


@pytest.mark.parametrize("name", ["sample", "medium", "large", "evil"])
def test_page_loads_without_a_console_message_or_a_request(opened: Open, pages: dict[str, Path], name: str) -> None:
    browser = opened(name)
    browser.run(
        "for (const node of kgView.nodes.slice(0, 40)) kgView.select(node.id); kgView.tab('table'); kgView.enterEgo(0)"
    )
    assert browser.console() == []
    assert [url for url in browser.requests() if not url.startswith("data:")] == [pages[name].as_uri()]


def test_search_completes_names_and_aliases(opened: Open) -> None:
    browser = opened("sample")
    browser.key("/", "/")
    assert browser.run("return document.activeElement.id") == "search"
    browser.driver.find_element("id", "search").send_keys("KELP MESS")
    assert browser.run("return document.getElementById('found').children.length") >= 1
    # The long name is an alias of KelpGNN, and the paper's title holds it too.
    assert "KelpGNN" in text(browser, "#found li")
    assert "also kelp message passing" in text(browser, "#found")
    browser.driver.find_element("id", "search").send_keys("\ue007")
    assert browser.run("return kgView.nodes[kgView.state.selected].key") == "method:kelpgnn"
    assert browser.run("return location.hash") == "#node=method%3Akelpgnn"
    assert browser.run("return document.getElementById('found').hidden")


def test_search_without_a_hit_says_so(opened: Open) -> None:
    browser = opened("sample")
    browser.driver.find_element("id", "search").send_keys("zzzz")
    assert text(browser, "#found") == "Nothing by that name in this view"


def test_legend_filters_by_type(opened: Open) -> None:
    browser = opened("sample")
    chip = "document.querySelector('[data-type=Paper]')"
    before = browser.run("return kgView.nodes.filter((n) => kgView.isVisible(n.id)).length")
    browser.run(f"{chip}.click()")
    assert browser.run(f"return {chip}.getAttribute('aria-pressed')") == "false"
    assert browser.run("return kgView.nodes.filter((n) => kgView.isVisible(n.id)).length") == before - len(PAPERS)
    assert not browser.run("return kgView.labels.boxes(1, null).some((box) => kgView.nodes[box.id].label === 'Paper')")
    browser.run("kgView.tab('table')")
    assert f"{before - len(PAPERS)} nodes" in text(browser, "#table .facts")
    browser.run(f"{chip}.click()")
    assert browser.run("return kgView.nodes.filter((n) => kgView.isVisible(n.id)).length") == before


def test_years_filter(opened: Open) -> None:
    browser = opened("sample")
    browser.run("kgView.setYears(2024, 2024)")
    shown = browser.run("return kgView.nodes.filter((n) => n.label === 'Paper' && kgView.isVisible(n.id)).length")
    assert shown == sum(1 for row in PAPERS if row[5] == 2024)


def test_click_opens_the_panel_with_evidence_and_its_paper(opened: Open) -> None:
    browser = opened("sample")
    node = browser.run(ID + "return id", "method:kelpgnn")
    browser.click_node(node)
    browser.wait(f"return kgView.state.selected === {node}")
    assert text(browser, "#detail h2") == "KelpGNN"
    assert text(browser, "#detail .kind") == "Method"
    assert text(browser, "#detail .aliases") == "kelp message passing"
    assert "2 papers · 2020–2021" in text(browser, "#detail .facts")
    section = "#detail section[data-relation=OUTPERFORMS]"
    browser.run(f"document.querySelector('{section} .quote').click()")
    assert "On OGBN-Arxiv, KelpGNN reaches 74.3% accuracy" in text(browser, f"{section} blockquote")
    assert text(browser, f"{section} figcaption a") == "KelpGNN: kelp message passing for node classification"
    link = browser.run(f"return document.querySelector('{section} figcaption a[target]').href")
    assert link == "https://doi.org/10.5555/view.17"
    browser.run("document.querySelector('#detail section[data-relation=USES] .go').click()")
    assert text(browser, "#detail h2") == "message passing"


def test_click_beside_everything_shows_the_overview(opened: Open) -> None:
    browser = opened("sample", "#node=dataset%3Acoco")
    for kind in ("mousePressed", "mouseReleased"):
        event = {"type": kind, "x": 6, "y": 710, "button": "left", "clickCount": 1}
        browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)
    browser.wait("return kgView.state.selected === null")
    assert text(browser, "#detail h2") == "What is here"
    assert browser.run("return location.hash") == ""


def test_hover_lights_the_neighbourhood(opened: Open) -> None:
    browser = opened("sample")
    node = browser.run(ID + "return id", "dataset:coco")
    browser.mouse_to(node)
    browser.wait(f"return kgView.state.hovered === {node}")
    lit = browser.run("return kgView.lit().ids.map((id) => kgView.nodes[id].name)")
    assert {"COCO", "HarborDet", "GlintBox", "ReefQuery", "FernFPN", "object detection"} <= set(lit)


def test_thinned_lines_appear_with_the_selected_node(opened: Open) -> None:
    browser = opened("sample")
    count = "return kgView.data.network.edges.filter((e) => e.from === id || e.to === id).length"
    at_rest = browser.run(ID + count, "method:self-attention")
    browser.run("kgView.selectKey('method:self-attention')")
    assert browser.run("return kgView.lit().relations.length") == 18
    assert at_rest < 18
    assert browser.run("return kgView.data.network.edges.length <= 1.3 * kgView.nodes.length")


def test_paper_panel_shows_the_abstract_with_mentions_and_evidence(opened: Open, papers: Annotated) -> None:
    browser = opened("sample", "#node=paper%3Adoi%3A10.5555%2Fview.17")
    paper = next(node for node in papers[0].nodes if node.key == "paper:doi:10.5555/view.17")
    assert text(browser, ".abstract") == paper.properties["abstract"]
    marked = browser.run(
        "const marks = [...document.querySelectorAll('.abstract .mention')];"
        "return marks.map((m) => [m.textContent, m.className.split(' ')[1]])"
    )
    assert ["KelpGNN", "Method"] in marked
    assert ["OGBN-Arxiv", "Dataset"] in marked
    assert ["node classification", "Task"] in marked
    assert ["accuracy", "Metric"] in marked
    said = browser.run("return [...document.querySelectorAll('.abstract .ev')].map((m) => m.textContent).join('')")
    assert "On OGBN-Arxiv, KelpGNN reaches 74.3% accuracy" in said
    assert "All code" not in said
    assert "Ada Example17, Bo Sample · Journal of Made-Up Results 2020" in text(browser, "#detail .facts")
    assert [cell.text for cell in browser.driver.find_elements("css selector", ".results .above td")] == [
        "KelpGNN", "74.3%", "accuracy", "OGBN-Arxiv", "node classification", "graph attention network",
    ]  # fmt: skip
    browser.run("document.querySelector('.abstract .mention.Dataset').click()")
    assert text(browser, "#detail h2") == "OGBN-Arxiv"


def test_results_of_a_dataset_sort(opened: Open) -> None:
    browser = opened("sample", "#node=dataset%3Acoco")
    values = "return [...document.querySelectorAll('.results .above')].map((r) => r.children[1].textContent)"
    head = "document.querySelectorAll('.results th')[1]"
    assert sorted(browser.run(values)) == ["47.3", "48.4", "49.8", "51.2"]
    browser.run(f"{head}.querySelector('button').click()")
    assert browser.run(values) == ["51.2", "49.8", "48.4", "47.3"]
    assert browser.run(f"return {head}.getAttribute('aria-sort')") == "descending"
    browser.run(f"{head}.querySelector('button').click()")
    assert browser.run(values) == ["47.3", "48.4", "49.8", "51.2"]
    assert "reaches 47.3 mAP" in text(browser, ".results .says")


def test_table_sorts_selects_and_copies(opened: Open) -> None:
    browser = opened("sample")
    browser.run("document.getElementById('tab-table').click()")
    first = "return document.querySelector('#table tbody td').textContent"
    browser.run("document.querySelector('#table th button').click()")
    assert browser.run(first) == "accuracy"
    csv = browser.run("return kgView.toCsv()").splitlines()
    assert csv[0] == "key,type,name,aliases,papers,first_year,last_year,links"
    assert "method:kelpgnn,Method,KelpGNN,kelp message passing,2,2020,2021,8" in csv
    bibtex = browser.run("return kgView.toBibtex()")
    assert bibtex.count("@inproceedings{") == len(PAPERS)
    assert "  title = {KelpGNN: kelp message passing for node classification}," in bibtex
    assert "  doi = {10.5555/view.17}," in bibtex
    browser.run("document.querySelector('#table tbody .go').click()")
    assert text(browser, "#detail h2") == "accuracy"


def test_deep_link_and_back(opened: Open) -> None:
    browser = opened("sample", "#node=task%3Aobject-detection")
    assert text(browser, "#detail h2") == "object detection"
    browser.run("location.hash = '#node=method%3Acedarmt'")
    browser.wait("return document.querySelector('#detail h2').textContent === 'CedarMT'")
    for wrong in ("#node=nothing", "#node=%E0%A4%A", "#x"):
        opened("sample", wrong)
        assert text(browser, "#detail h2") == "What is here"
        assert browser.console() == []


def test_keyboard_walks_and_goes_back(opened: Open) -> None:
    browser = opened("sample", "#node=dataset%3Acoco")
    around = browser.run("return [...kgView.neighbours(kgView.state.selected)]")
    browser.run("document.getElementById('canvas').focus()")
    browser.key("ArrowDown")
    browser.key("ArrowLeft")
    assert browser.run("return location.hash") != "#node=dataset%3Acoco"
    browser.run("kgView.selectKey('dataset:coco')")
    moved = [key for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight") if _moves(browser, key, around)]
    assert len(moved) >= 2
    browser.key("Escape")
    assert browser.run("return kgView.state.selected") is None


def _moves(browser: Browser, key: str, around: list[int]) -> bool:
    browser.run("kgView.selectKey('dataset:coco')")
    browser.key(key)
    return browser.run("return kgView.state.selected") in around


def test_a_node_has_its_own_graph(opened: Open) -> None:
    browser = opened("sample", "#node=paper%3Adoi%3A10.5555%2Fview.17")
    browser.run("document.getElementById('ego').click()")
    shown = browser.run("return kgView.nodes.filter((n) => kgView.isVisible(n.id)).map((n) => n.name)")
    assert set(shown) == {
        "KelpGNN: kelp message passing for node classification", "KelpGNN", "graph attention network",
        "message passing", "OGBN-Arxiv", "node classification", "accuracy",
    }  # fmt: skip
    browser.key("Escape")
    browser.key("Escape")
    assert browser.run("return kgView.nodes.every((n) => kgView.isVisible(n.id))")
    assert browser.run("return kgView.nodes.every((n) => kgView.place(n.id).x === kgView.home(n.id).x)")


def test_dark_mode_follows_the_system(opened: Open) -> None:
    browser = opened("sample")
    look = "return [getComputedStyle(document.body).backgroundColor, kgView.paint.colours.Method]"
    light = browser.run(look)
    browser.theme("dark")
    browser.wait("return kgView.paint.colours.bg === '#0e1319'")
    dark = browser.run(look)
    assert light == ["rgb(247, 248, 250)", "#2a6fdb"]
    assert dark == ["rgb(14, 19, 25)", "#66a3ff"]


@pytest.mark.parametrize(("name", "least"), [("sample", 45), ("medium", 60), ("large", 60)])
@pytest.mark.parametrize("size", [(1280, 720), (390, 800)])
def test_no_label_lies_over_another_at_rest(opened: Open, name: str, least: int, size: tuple[int, int]) -> None:
    browser = opened(name)
    browser.size(*size)
    browser.wait(f"return document.documentElement.clientWidth === {size[0]}")
    opened(name)
    boxes = browser.run("return kgView.labels.boxes(kgView.network.getScale(), null)")
    assert len(boxes) >= (least if size[0] > 1000 else 12)
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            apart = (
                a["x"] + a["w"] <= b["x"]
                or b["x"] + b["w"] <= a["x"]
                or a["y"] + a["h"] <= b["y"]
                or b["y"] + b["h"] <= a["y"]
            )
            assert apart, (a, b)


@pytest.mark.parametrize("name", ["sample", "medium", "large"])
@pytest.mark.parametrize("size", [(1280, 720), (390, 800)])
def test_every_node_and_label_is_inside_the_canvas_at_rest(opened: Open, name: str, size: tuple[int, int]) -> None:
    browser = opened(name)
    browser.size(*size)
    opened(name)
    outside = browser.run("""
        const box = document.getElementById('canvas'), scale = kgView.network.getScale();
        const zero = kgView.network.canvasToDOM({ x: 0, y: 0 });
        const inside = (x, y) => x >= 0 && y >= 0 && x <= box.clientWidth && y <= box.clientHeight;
        const nodes = kgView.nodes.map((n) => kgView.network.canvasToDOM(kgView.place(n.id)));
        const labels = kgView.labels.boxes(scale, null).flatMap((b) =>
          [{ x: zero.x + b.x, y: zero.y + b.y }, { x: zero.x + b.x + b.w, y: zero.y + b.y + b.h }]);
        return [...nodes, ...labels].filter((p) => !inside(p.x, p.y)).length;
    """)
    assert outside == 0


def test_page_fits_a_phone(opened: Open) -> None:
    browser = opened("sample")
    browser.size(390, 800)
    opened("sample", "#node=dataset%3Acoco")
    assert browser.run("return document.documentElement.scrollWidth") == 390
    assert browser.run("return document.getElementById('canvas').clientHeight") >= 250
    assert browser.run("return document.getElementById('detail').clientHeight") >= 200


def test_hostile_strings_neither_run_nor_break(opened: Open, evil: Annotated) -> None:
    browser = opened("evil")
    assert browser.run("return document.title") == "<b>&\"'</title>"
    assert browser.run("return kgView.nodes.length") == 2 * len(HOSTILE) + 1
    browser.run("""
        for (const node of kgView.nodes) {
          kgView.select(node.id);
          document.querySelectorAll('.quote, .more').forEach((button) => button.click());
          kgView.enterEgo(node.id);
          kgView.leaveEgo();
        }
        for (const relation of kgView.relations) kgView.selectEdge(relation.id);
        kgView.tab('table');
    """)
    assert browser.run("return window.hacked") is None
    assert browser.console() == []
    assert browser.run("return document.querySelectorAll('script').length") == 3
    assert browser.run("return document.querySelectorAll('img, iframe, object, embed, #detail script').length") == 0
    assert browser.run("return [...document.links].every((a) => /^(https?:|file:)/.test(a.protocol))")
    for label in ("Paper", "Method"):
        names = browser.run("return kgView.nodes.filter((n) => n.label === arguments[0]).map((n) => n.name)", label)
        assert {"<script>window.hacked=1</script>", "__proto__", "{{7*7}}{% raw %}", "العربية 中文 日本語"} <= set(
            names
        )
    csv = browser.run("return kgView.toCsv()")
    assert '"\'=HYPERLINK(""http://evil.invalid"")"' in csv
    browser.run("kgView.toBibtex()")


def test_astral_letters_are_marked_where_they_stand(opened: Open) -> None:
    browser = opened("evil")
    name = next(text for text in HOSTILE if text.endswith("-VAE"))
    browser.run("kgView.select(kgView.nodes.find((n) => n.label === 'Paper' && n.name === arguments[0]).id)", name)
    marks = browser.run("return [...document.querySelectorAll('.abstract .mention')].map((m) => m.textContent)")
    assert marks == [name]


def test_focus_is_selected_when_the_page_opens(browser: Browser, papers: Annotated, tmp_path: Path) -> None:
    page = tmp_path / "focus.html"
    page.write_text(render_view(papers[0], options=ViewOptions(focus="coco")), encoding="utf-8")
    browser.open(page)
    assert text(browser, "#detail h2") == "COCO"


def test_empty_graph_says_so(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "empty.html"
    page.write_text(render_view(Graph()), encoding="utf-8")
    browser.open(page)
    assert text(browser, "#detail h2") == "Nothing to show"
    assert browser.console() == []


def test_notebook_frame_shows_the_page(browser: Browser, papers: Annotated, tmp_path: Path) -> None:
    outer = tmp_path / "notebook.html"
    frame = notebook_html(render_view(papers[0], annotations=papers[1]))
    outer.write_text(f'<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,">{frame}', encoding="utf-8")
    browser.driver.get(outer.as_uri())
    browser.driver.switch_to.frame(browser.driver.find_element("css selector", "iframe"))
    browser.wait("return Boolean(window.kgView && kgView.ready && kgView.drawn)")
    browser.run("kgView.selectKey('dataset:coco')")
    assert text(browser, "#detail h2") == "COCO"
    browser.driver.switch_to.default_content()
    assert browser.console() == []
