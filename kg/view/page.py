"""The page: one HTML file that holds its data, its style and its scripts, and asks nobody for anything."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import html
import json
import os
import uuid
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from kg.errors import ConfigError
from kg.model import Graph
from kg.view.data import page_data
from kg.view.network import vis_script
from kg.view.options import Annotation, ViewOptions

SCRIPTS = (
    "core.js",
    "paint.js",
    "labels.js",
    "canvas.js",
    "ego.js",
    "evidence.js",
    "results.js",
    "detail.js",
    "paper.js",
    "overview.js",
    "table.js",
    "search.js",
    "filters.js",
    "main.js",
)
"""The page's own scripts, in the order in which they run."""

_ESCAPES = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


def render_view(
    graph: Graph,
    *,
    annotations: Mapping[str, Iterable[Annotation]] | None = None,
    options: ViewOptions | None = None,
) -> str:
    """Return the page of `graph`; the same graph gives the same page, character for character.

    `annotations` say for each paper's key where its title and abstract name a node.
    Raises `ConfigError` when the focus is not in the graph.
    """
    import jinja2

    data = page_data(graph, annotations or {}, options or ViewOptions())
    style = _asset("page.css")
    scripts = [vis_script(), "\n".join(_asset(name) for name in SCRIPTS)]
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    page = environment.from_string(_asset("page.html")).render(
        title=data["title"],
        policy=_policy(style, scripts),
        style=style,
        scripts=scripts,
        data=_inert_json(data),
    )
    # Half of a surrogate pair cannot be written as UTF-8; one character stands for one, so no place moves.
    return page.encode("utf-8", errors="replace").decode("utf-8")


def write_view(
    graph: Graph,
    path: str | os.PathLike[str],
    *,
    annotations: Mapping[str, Iterable[Annotation]] | None = None,
    options: ViewOptions | None = None,
) -> Path:
    """Write the page of `graph` to `path`, whole or not at all, and return it.

    Raises `ConfigError` when the file cannot be written or the focus is not in the graph.
    """
    target = Path(path)
    page = render_view(graph, annotations=annotations, options=options).encode("utf-8")
    temporary = target.with_name(f".{target.name}.{uuid.uuid4().hex[:12]}")
    try:
        temporary.write_bytes(page)
        os.replace(temporary, target)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        reason = error.strerror or str(error)
        raise ConfigError(
            f"The view cannot be written to {target}: {reason}. Choose a file in a folder of yours."
        ) from error
    return target


def notebook_html(page: str, height: int = 640) -> str:
    """Return `page` as a frame for a notebook's cell, `height` pixels high, with no access to the notebook."""
    return (
        f'<iframe title="Knowledge graph" srcdoc="{html.escape(page, quote=True)}" width="100%" height="{height}" '
        'style="border:1px solid #8884;border-radius:8px" allow="fullscreen; clipboard-write" '
        'sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads"></iframe>'
    )


def _asset(name: str) -> str:
    return resources.files("kg.view").joinpath("assets", name).read_text(encoding="utf-8")


def _policy(style: str, scripts: list[str]) -> str:
    allowed = " ".join(_digest(script) for script in scripts)
    return (
        f"default-src 'none'; script-src {allowed}; style-src {_digest(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


def _inert_json(data: dict[str, Any]) -> str:
    """Return `data` as JSON in which nothing can end the script element or begin markup."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).translate(_ESCAPES)
