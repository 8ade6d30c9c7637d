"""The arrows of import go one way, and `import kg` stays light."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

LAYERS: tuple[frozenset[str], ...] = (
    frozenset({"errors"}),
    frozenset({"model"}),
    frozenset({"text"}),
    frozenset({"readers", "extract", "resolve", "stores", "view", "export"}),
    frozenset({"pipeline"}),
    frozenset({"api"}),
    frozenset({"serve"}),
    frozenset({"cli"}),
)
"""From the lowest up; parts of one layer never import each other."""

TOP = frozenset({"__init__", "__main__"})
"""The package's own doors: they may import anything, and no part imports them but for `OWN`."""

OWN = frozenset({"__version__", "__file__"})
"""What any part may ask of the package itself."""

HEAVY = ("spacy", "onnxruntime", "neo4j", "kglite", "networkx", "pyvis", "torch", "numpy", "pandas", "transformers")


def level(part: str) -> int:
    return next(place for place, layer in enumerate(LAYERS) if part in layer)


def find_imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, part of kg) for each import of kg in a file, those inside functions too."""
    package = ".".join(path.relative_to(ROOT).with_suffix("").parts[:-1])
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    used = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and ast.unparse(n.value) == "kg"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name != "kg" or not used <= OWN]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = ".".join([*package.split(".")[: len(package.split(".")) - node.level + 1], base]).strip(".")
            names = [f"{base}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "kg" and not (len(parts) == 2 and parts[1] in OWN):
                yield node.lineno, parts[1] if len(parts) > 1 else "__init__"


def modules() -> list[Path]:
    return sorted((ROOT / "kg").rglob("*.py"))


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_imports_only_lower_layers(path: Path) -> None:
    part = path.relative_to(ROOT / "kg").with_suffix("").parts[0]
    if part in TOP:
        return
    assert any(part in layer for layer in LAYERS), f"kg/{part} has no layer: give it one in this test and in DESIGN"
    for line, other in find_imports(path):
        assert other not in TOP, f"{path}:{line} imports the package itself"
        if other != part:
            assert level(other) < level(part), f"{path}:{line}: {part} must not import {other}"


def test_no_module_imports_a_heavy_package_when_it_is_loaded_by_import_kg() -> None:
    script = f"import kg, sys; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"
