"""The file: the same bytes each time, small, closed by its policy, and written whole or not at all."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kg.errors import ConfigError
from kg.model import Graph
from kg.view import ViewOptions, notebook_html, render_view, write_view
from tests.view.conftest import Annotated

ROOT = Path(__file__).parents[2]


def page_json(page: str) -> dict[str, object]:
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert match is not None
    return json.loads(match[1])  # type: ignore[no-any-return]


def test_same_bytes_in_two_processes_whatever_the_hash_seed_and_the_locale() -> None:
    code = (
        "import hashlib; from tests.view.graphs import sample; from kg.view import render_view\n"
        "graph, annotations = sample()\n"
        "page = render_view(graph, annotations={k: reversed(v) for k, v in annotations.items()})\n"
        "print(hashlib.sha256(page.encode('utf-8')).hexdigest())"
    )
    found = []
    for seed, locale in (("1", "C"), ("2", "C.UTF-8")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "PYTHONUTF8": "0"}
        command = [sys.executable, "-c", code]
        found.append(
            subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout
        )
    assert found[0] == found[1]
    assert len(found[0]) == 65


def test_policy_allows_these_scripts_and_this_style_alone(papers: Annotated) -> None:
    page = render_view(papers[0])
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    digest = lambda text: "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"  # noqa: E731
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert policy[1] == (
        f"default-src 'none'; script-src {digest(scripts[0])} {digest(scripts[1])}; style-src {digest(styles[0])}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    assert len(scripts) == 2
    assert len(styles) == 1
    assert not re.search(r"\s(on\w+|style)=", page.split("<style>")[0] + page.split("</style>")[1].split("<script>")[0])
    assert "sourceMappingURL" not in page
    assert re.findall(r'(?:src|href)="([^"]*)"', page.split("<script>")[0]) == ["data:,"]


def test_data_holds_no_markup_and_reads_back(evil: Annotated) -> None:
    page = render_view(evil[0], annotations=evil[1])
    raw = page.split('id="data">')[1].split("</script>")[0]
    assert not set("<>&\u2028\u2029") & set(raw)
    names = {node["name"] for node in page_json(page)["nodes"]}  # type: ignore[attr-defined]
    assert "</script><script>window.hacked=1</script>" in names
    page.encode("utf-8")


def test_page_says_what_it_leaves_out(papers: Annotated, large: Graph) -> None:
    assert page_json(render_view(papers[0]))["notes"] == []
    notes = page_json(render_view(large, options=ViewOptions(max_nodes=100, min_support=2)))["notes"]
    assert notes == [
        "100 of 1,385 nodes are shown, the most important ones of this choice.",
        "Only what at least 2 papers say.",
    ]


def test_file_is_small_enough_to_mail(pages: dict[str, Path]) -> None:
    assert pages["medium"].stat().st_size < 3_000_000
    assert pages["medium"].read_bytes().startswith(b'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">')


def test_writing_leaves_nothing_else_and_fails_whole(papers: Annotated, tmp_path: Path) -> None:
    path = write_view(papers[0], tmp_path / "a.html")
    assert os.listdir(tmp_path) == ["a.html"]
    before = path.read_bytes()
    assert write_view(papers[0], path).read_bytes() == before
    with pytest.raises(ConfigError, match=r"cannot be written to .*nowhere"):
        write_view(papers[0], tmp_path / "nowhere" / "a.html")
    (tmp_path / "folder").mkdir()
    with pytest.raises(ConfigError, match="cannot be written"):
        write_view(papers[0], tmp_path / "folder")
    assert sorted(os.listdir(tmp_path)) == ["a.html", "folder"]


def test_notebook_frame_holds_the_page_as_an_attribute() -> None:
    frame = notebook_html('<p title="a">&amp;</p>', height=300)
    assert 'srcdoc="&lt;p title=&quot;a&quot;&gt;&amp;amp;&lt;/p&gt;"' in frame
    assert 'height="300"' in frame
    assert "allow-same-origin" not in frame
