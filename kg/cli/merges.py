"""`kg merges`: which names were put together, the least certain first."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.explain import one_line_kept, where
from kg.cli.options import Confidence, GraphPath, Json, open_given
from kg.cli.tables import format_json
from kg.cli.terminal import Reporter

if TYPE_CHECKING:
    from kg.resolve import Merge


def merges(
    graph: GraphPath,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=0, help="Most merges; 0 for all.")] = 20,
    min_confidence: Confidence = None,
    json: Json = False,
) -> None:
    """List which names were put together, the least certain first.

    Each with its score (0 to 1), the rule, and the papers behind it. What is wrong can be put right with --same of
    kg build.

    \b
    Example:
      kg merges graph --limit 50
      kg merges graph --limit 0 --json
    """
    with Reporter().step("resolving names"), open_given(graph, min_confidence) as opened:
        found = opened.merges()
    shown = found[:limit] if limit else found
    if json:
        sys.stdout.write(format_json(shown))
        return
    sys.stdout.writelines(f"{line}\n" for line in _lines(shown, len(found)))


def _lines(shown: Iterable[Merge], total: int) -> Iterable[str]:
    count = 0
    for merge in shown:
        count += 1
        yield one_line_kept(f"{merge.score:5.3f}  {merge.a} = {merge.b}: {merge.rule}{where(merge)}")
    yield f"{count} of {total} merges" if count < total else f"{total} merge{'' if total == 1 else 's'}"
