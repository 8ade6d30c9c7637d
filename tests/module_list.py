"""The module list `kg/README.md`, made from the first line of every module's docstring.

python -m tests.module_list     writes it
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "kg"
LIST = PACKAGE / "README.md"
PARTS = (
    "cli", "serve", "api", "pipeline", "readers", "extract", "resolve", "stores", "view", "export", "text", "model",
)  # fmt: skip
TABLE = ["", "| module | what it is for |", "|---|---|"]
HEAD = """# The modules of kg

Imports go one way, from the top of this list to its end; the parts from `readers` to `export` never import each other.
Made from the modules' own first lines by `python -m tests.module_list`; a test checks that it is complete and current.
"""


def render() -> str:
    """Return the whole list as Markdown."""
    lines = [HEAD.rstrip(), *TABLE]
    lines += [_row(path) for path in sorted(PACKAGE.glob("*.py"))]
    for part in PARTS:
        if (PACKAGE / part).is_dir():
            lines += ["", f"## {part}", "", duty(PACKAGE / part / "__init__.py"), *TABLE]
            lines += [_row(path) for path in _modules(PACKAGE / part)]
    return "\n".join(lines) + "\n"


def duty(path: Path) -> str:
    """Return the first line of a module's docstring, empty when it has none."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.split("\n\n")[0].replace("\n", " ").strip()


def _modules(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*.py")):
        if path.name != "__init__.py" or path.parent != folder:
            yield path


def _row(path: Path) -> str:
    return f"| `{path.relative_to(PACKAGE).as_posix()}` | {duty(path).replace('|', chr(92) + '|')} |"


if __name__ == "__main__":
    LIST.write_text(render(), encoding="utf-8")
