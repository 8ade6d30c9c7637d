"""The stated rules for values that a format cannot hold."""

from __future__ import annotations

import datetime
import math

import numpy
import pytest

from kg.export.values import (
    NODE_RESERVED,
    escape_names,
    json_text,
    renamed,
    safe_text,
    tidy_properties,
    tidy_value,
    unescape_names,
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (math.nan, None),
        (-math.inf, None),
        (True, True),
        (7, 7),
        (2**63, "9223372036854775808"),
        (0.5, 0.5),
        (numpy.float32(0.5), 0.5),
        (numpy.int64(3), 3),
        (numpy.array([1, 2]), "[1, 2]"),
        (["LLM", "LLMs"], ["LLM", "LLMs"]),
        (("a", "b"), ["a", "b"]),
        ({"b", "a"}, ["a", "b"]),
        ([], []),
        ([1, "a", None], '[1, "a", null]'),
        ({"k": 1, 2: math.nan}, '{"k": 1, "2": null}'),
        (datetime.date(2020, 1, 1), "2020-01-01"),
        ("ctl \x01 \x0b char", "ctl   char"),
        ("half \ud800", "half \ufffd"),
        (["\x00a"], ["a"]),
    ],
)
def test_a_value_becomes_one_that_every_format_holds(value: object, expected: object) -> None:
    got = tidy_value(value)
    assert got == expected
    assert type(got) is type(expected)


def test_properties_stand_in_the_order_of_the_schema_and_equal_names_stay_apart() -> None:
    given = {"zeta": 1, "support": 2, "key": "k", "gone": None, "a\x01": 3, "a": 4, "name": "n", "": 5}
    assert list(tidy_properties(given).items()) == [
        ("key", "k"),
        ("name", "n"),
        ("support", 2),
        ("_", 5),
        ("a", 4),
        ("a~2", 3),
        ("zeta", 1),
    ]


def test_keys_that_differ_stay_different() -> None:
    assert renamed(["a", "b", "a\x01", "a\x02"]) == {"a\x01": "a~2", "a\x02": "a~3"}
    low, high = "\ud800", "\ud801"
    assert renamed([low, high]) == {low: "\ufffd", high: "\ufffd~2"}


def test_reserved_names_are_escaped_and_come_back() -> None:
    given = {"label": 1, "label_": 2, "id": 3, "name": 4}
    escaped = escape_names(given, NODE_RESERVED)
    assert escaped == {"label_": 1, "label__": 2, "id_": 3, "name": 4}
    assert unescape_names(escaped, NODE_RESERVED) == given


def test_json_text_is_strict() -> None:
    assert json_text({"x": [math.nan, "é\ud800"]}) == '{"x": [null, "é\ufffd"]}'


def test_safe_text_keeps_line_ends_and_tabs() -> None:
    assert safe_text("a\tb\r\nc") == "a\tb\r\nc"
