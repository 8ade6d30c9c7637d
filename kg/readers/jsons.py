"""JSON: one object a line, an array, or an object that wraps one."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from kg.errors import InputError
from kg.model import Document
from kg.readers.content import LONGEST_LINE, Content
from kg.readers.contract import Format, OnProblem, Settings
from kg.readers.records import Record, known_columns, to_documents

_WRAPPERS = ("papers", "documents", "records", "data", "results", "items", "works", "articles", "entries", "abstracts")
_BLANK = re.compile(r"[\s,\ufeff]*")
_START = re.compile(r"[\s\ufeff]*(?:\[\s*(?:[{\]]|$)|\{\s*(?:[\"}]|$))")
_LONGEST_NUMBER = 40


def make_decoder() -> json.JSONDecoder:
    """Return a decoder for untrusted JSON: NaN and infinities are null, a number of many digits stays text."""
    return json.JSONDecoder(parse_constant=lambda _: None, parse_int=_parse_int, parse_float=_parse_float)


def _parse_int(digits: str) -> int | str:
    return int(digits) if len(digits) <= _LONGEST_NUMBER else digits


def _parse_float(digits: str) -> float | None:
    number = float(digits)
    return number if math.isfinite(number) else None


def read_lines(content: Content, settings: Settings) -> Iterator[Document]:
    """Yield one document per line that holds an object."""
    yield from to_documents(_line_records(content, settings.on_problem), content.path, content.stem, settings)


def _line_records(content: Content, on_problem: OnProblem) -> Iterator[Record]:
    decoder = make_decoder()
    for number, line in content.lines():
        stripped = line.strip(" \t\r\n\ufeff")
        if not stripped:
            continue
        try:
            if len(line) >= LONGEST_LINE:
                raise InputError(
                    f"The line has more than {LONGEST_LINE:,} characters. Shorten it.", content.path, number
                )
            yield number, _object(_decode(decoder, stripped, content.path, number), content.path, number)
        except InputError as error:
            on_problem(error)


def _decode(decoder: json.JSONDecoder, text: str, path: str, line: int) -> Any:
    try:
        return decoder.decode(text)
    except (ValueError, RecursionError) as error:
        raise _broken(error, path, line) from error


def _broken(error: Exception, path: str, line: int | None) -> InputError:
    if isinstance(error, json.JSONDecodeError):
        what = f"{error.msg.removesuffix(' at')} at column {error.colno}"
    else:
        what = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
    return InputError(f"This is no valid JSON: {what}. Correct or remove it.", path, line)


def _object(value: Any, path: str, line: int | None) -> Mapping[str, Any]:
    if isinstance(value, dict):
        return value
    names = {str: "a text", list: "a list", bool: "true or false", type(None): "null"}
    kind = names.get(type(value), "a number")
    raise InputError(f'This is {kind}, where an object belongs, as {{"title": …, "abstract": …}}.', path, line)


def read_json(content: Content, settings: Settings) -> Iterator[Document]:
    """Yield one document per object of the array, of the array that an object wraps, or of objects in a row."""
    yield from to_documents(_json_records(content, settings), content.path, content.stem, settings)


def _json_records(content: Content, settings: Settings) -> Iterator[Record]:
    text = content.text()
    at = _skip(text, 0)
    array = text[at : at + 1] == "["
    for line, value in _values(text, at + array, content.path, settings.on_problem):
        try:
            record = _object(value, content.path, line)
        except InputError as error:
            settings.on_problem(error)
            continue
        if array:
            yield line, record
        else:
            yield from _unwrap(record, line, content.path, settings)


def _values(text: str, at: int, path: str, on_problem: OnProblem) -> Iterator[tuple[int, Any]]:
    """Yield (line, value) for JSON values in a row; a broken one ends it: where the next begins is then unknown."""
    decoder = make_decoder()
    line, counted = 1, 0
    while (at := _skip(text, at)) < len(text) and text[at] != "]":
        line, counted = line + text.count("\n", counted, at), at
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            broken = line if not isinstance(error, json.JSONDecodeError) else error.lineno
            what = _broken(error, path, broken)
            on_problem(
                InputError(f"{str(what).removeprefix(f'{path}:{broken}: ')} What follows it is not read.", path, broken)
            )
            return
        yield line, value


def _skip(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _unwrap(record: Mapping[str, Any], line: int, path: str, settings: Settings) -> Iterator[Record]:
    """Yield the records that an object wraps under a usual name, under any name or by id; else the object itself."""
    named = [record[name] for name in _WRAPPERS if isinstance(record.get(name), list)]
    has_own = "abstract" in known_columns(record, settings.mapping) or "title" in known_columns(
        record, settings.mapping
    )
    lists = named or ([] if has_own else [value for value in record.values() if _holds_papers(value)])
    if lists and not has_own:
        for number, value in enumerate(lists[0], 1):
            try:
                yield None, _object(value, f"{path} (record {number})", None)
            except InputError as error:
                settings.on_problem(error)
    elif record and not has_own and all(isinstance(value, dict) for value in record.values()):
        for name, value in record.items():
            yield None, {"id": name, **value}
    else:
        yield line, record


def _holds_papers(value: Any) -> bool:
    first = value[0] if isinstance(value, list) and value else None
    return isinstance(first, dict) and bool(known_columns(first, {}) & {"title", "abstract"})


def _sniff_lines(head: str) -> bool:
    """Whether the first line that is not blank is a whole object and something follows it."""
    text = head.lstrip("\ufeff \t\r\n")
    first, _, rest = text.partition("\n")
    if not first.startswith("{"):
        return False
    try:
        whole = isinstance(make_decoder().decode(first.strip()), dict)
    except (ValueError, RecursionError):
        whole = bool(re.match(r"\s*\{\s*\"", rest)) and not re.match(r"\{\s*$", first)
    return whole and bool(rest.strip())


def _sniff(head: str) -> bool:
    return _START.match(head) is not None


JSON_LINES = Format("JSON lines", (".jsonl", ".ndjson", ".jsonlines"), _sniff_lines, read_lines)
JSON = Format("JSON", (".json",), _sniff, read_json)
