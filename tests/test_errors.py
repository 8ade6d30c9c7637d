"""The tree of errors: what goes between processes comes out the same."""

import copy
import pickle

import pytest

from kg.errors import (
    ConfigError,
    InputError,
    KgError,
    MissingDependency,
    QueryError,
    QueryTimeout,
    StoreUnavailable,
)


@pytest.mark.parametrize(
    "error",
    [
        KgError("one"),
        InputError("no abstract", "papers.csv", 7),
        ConfigError("no such option"),
        MissingDependency("pyarrow", "parquet"),
        QueryError("no such label", (1, 4)),
        QueryTimeout("too long"),
        StoreUnavailable("nobody answers", "bolt://localhost"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_go_between_processes(error: KgError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301 - our own
        assert type(again) is type(error)
        assert (str(again), vars(again)) == (str(error), vars(error))
