"""The view: a graph as one HTML page to look at, search and mail."""

from kg.view.options import Annotation, ViewOptions
from kg.view.page import notebook_html, render_view, write_view

__all__ = ["Annotation", "ViewOptions", "notebook_html", "render_view", "write_view"]
