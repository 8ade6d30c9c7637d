"""Write a graph in one of the formats."""

from __future__ import annotations

import os
from pathlib import Path

from kg.errors import ConfigError, unknown_choice
from kg.export.files import new_file, new_folder
from kg.export.formats import Export, FileFormat, ResolvedExtractions
from kg.export.registry import FORMATS
from kg.model import Graph


def export_graph(
    graph: Graph,
    format: str,
    path: str | os.PathLike[str],
    *,
    extractions: ResolvedExtractions | None = None,
) -> Path:
    """Write `graph` as `format` to `path` (a file or, for csv, parquet and neo4j-csv, a folder) and return the path.

    What was there before stays until the new file or folder is complete. `extractions` is needed by the format
    "extractions" only. Raises `ConfigError` for an unknown format and for a path that cannot be written, and
    `MissingDependency` where a format needs a package that is not installed.
    """
    chosen = FORMATS.get(format)
    if chosen is None:
        raise ConfigError(unknown_choice("format", format, FORMATS))
    export = Export(graph, extractions)
    if isinstance(chosen, FileFormat):
        with new_file(path) as handle:
            chosen.write(export, handle)
    else:
        with new_folder(path, chosen.files) as folder:
            chosen.write(export, folder)
    return Path(path)
