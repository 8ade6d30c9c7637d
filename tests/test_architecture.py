"""The rules of the house that a machine can check: sizes, no printing below the command line, the module list."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.module_list import LIST, duty, render

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "kg"
MODULES = sorted(PACKAGE.rglob("*.py"))
HEAVY = ("spacy", "onnxruntime", "neo4j", "kglite", "networkx", "pyvis", "torch", "numpy", "pandas", "rich", "msgspec")


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


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
            if len(own) + len(function.args.kwonlyargs) > 5 and path.parent.name != "cli":
                wrong.append(f"{place} takes more than 5 parameters")
            if function.args.kwarg is not None:
                wrong.append(f"{place} takes **{function.args.kwarg.arg}")
    assert wrong == []


def test_nothing_below_the_command_line_prints_or_exits() -> None:
    wrong = [
        f"{name(path)}:{call.lineno}"
        for path in MODULES
        if path.parent.name != "cli"
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("print", "sys.exit", "exit", "quit")
    ]
    assert wrong == []


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_every_module_says_what_it_is_for(path: Path) -> None:
    assert duty(path)


def test_the_module_list_is_complete_and_current() -> None:
    assert LIST.read_text(encoding="utf-8") == render(), "Run: python -m tests.module_list"


def test_the_help_loads_no_heavy_package() -> None:
    program = (
        "import sys; from kg.cli.main import run; run(['--help']); "
        f"print('loaded:', *(m for m in {HEAVY!r} if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "loaded:"


def test_what_an_error_tells_to_install_is_an_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {
        call.args[1].value
        for path in MODULES
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "MissingDependency"
        if isinstance(call.args[1], ast.Constant)
    }
    assert named == set(project["optional-dependencies"]) - {"dev"}
