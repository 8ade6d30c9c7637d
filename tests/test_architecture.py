"""The rules of the house that a machine can check: import directions, sizes, late heavy imports."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "kg"
MODULES = sorted(PACKAGE.rglob("*.py"))
LAYERS = (
    {"cli"},
    {"api"},
    {"pipeline"},
    {"readers", "extract", "resolve", "stores", "view", "export"},
    {"text"},
    {"model"},
    {"errors"},
)
HEAVY = ("spacy", "onnxruntime", "neo4j", "kglite", "networkx", "pyvis", "torch", "numpy", "pandas", "rich", "msgspec")


def rank(part: str) -> int:
    return next(i for i, layer in enumerate(LAYERS) if part in layer)


def part_of(module: str) -> str | None:
    """Return the part of kg that a dotted module name belongs to; None for kg itself and foreign modules."""
    pieces = module.split(".")
    return pieces[1] if pieces[0] == "kg" and len(pieces) > 1 else None


def imported(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            yield node.lineno, str(node.module)


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_imports_go_one_way() -> None:
    wrong = []
    for path in MODULES:
        own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if own in ("__init__", "__main__"):
            continue
        for line, module in imported(path):
            other = part_of(module)
            if other is None or other == own:
                continue
            if rank(other) <= rank(own):
                wrong.append(f"{name(path)}:{line} imports {module}")
    assert wrong == []


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_modules_are_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 300


def test_functions_are_short_and_take_few_parameters() -> None:
    wrong = []
    for path in MODULES:
        for function in functions(path):
            place = f"{name(path)}:{function.lineno} {function.name}"
            start = function.body[1] if ast.get_docstring(function) and len(function.body) > 1 else function.body[0]
            if function.end_lineno - start.lineno + 1 > 40:
                wrong.append(f"{place} is longer than 40 lines")
            own = [a for a in (*function.args.posonlyargs, *function.args.args) if a.arg not in ("self", "cls")]
            if len(own) + len(function.args.kwonlyargs) > 5 and not is_allowed(path, function.name):
                wrong.append(f"{place} takes more than 5 parameters")
            if function.args.kwarg is not None:
                wrong.append(f"{place} takes **{function.args.kwarg.arg}")
    assert wrong == []


def is_allowed(path: Path, function: str) -> bool:
    """Commands mirror their options; `Store.query` and its like are the contract that users see."""
    return path.parent.name == "cli"


def test_nothing_below_the_command_line_prints_or_exits() -> None:
    wrong = [
        f"{name(path)}:{call.lineno}"
        for path in MODULES
        if path.parent.name != "cli"
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("print", "sys.exit", "exit", "quit")
    ]
    assert wrong == []


def test_every_module_has_a_line_in_the_module_list_and_no_line_is_left_over() -> None:
    listed = re.findall(r"^\| `(\S+?\.py)` \|", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    there = [str(path.relative_to(PACKAGE)) for path in MODULES if path.name != "__init__.py" or path.parent == PACKAGE]
    assert sorted(listed) == sorted(there)


@pytest.mark.parametrize(
    "code", ["import kg", "import kg; kg.__version__", "from kg.cli.main import run; run(['--help'])"]
)
def test_heavy_packages_are_not_imported_early(code: str) -> None:
    program = f"{code}\nimport sys\nprint('loaded:', *(m for m in {HEAVY!r} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "loaded:"
