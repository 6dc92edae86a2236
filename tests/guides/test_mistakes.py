"""The mistakes of newcomers, in linkify and in four engines: how many are answered by a sentence with the cure."""

import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import linksift

ROWS = [
    tuple(line.split("\t"))
    for line in Path(__file__).with_name("mistakes.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
OF_LINKIFY = [row for row in ROWS if not any(word in row[0] for word in ("frames", "links", "register", "CONNECTION"))]
OF_ENGINES = [row for row in ROWS if row not in OF_LINKIFY]


def answer(call: str, names: dict[str, Any]) -> str:
    """What a mistake is answered with: "" if it is taken."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", linksift.LinkPolicyWarning)
            eval(call, names)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def check(said: str, answered: str) -> None:
    if said in ("right", "own"):
        assert (answered == "") is (said == "right"), answered
    else:
        assert said in answered


@pytest.mark.parametrize(("call", "said"), OF_LINKIFY)
def test_a_mistake_in_linkify(call: str, said: str) -> None:
    names = {name: getattr(linksift, name) for name in linksift.__all__}
    check(said, answer(call, names | {"T": "see https://a.example/x, #news and steam://run/440"}))


@pytest.fixture(scope="module")
def engines() -> dict[str, Any]:
    pandas, polars, duckdb, pyarrow = (
        pytest.importorskip(name, reason="needs the four engines") for name in ("pandas", "polars", "duckdb", "pyarrow")
    )
    for name in ("pandas", "polars"):
        import_module(f"linksift.integrations.{name}")  # adds `links` to its columns
    from linksift import frames
    from linksift.integrations.duckdb import register

    texts = pyarrow.array(["see https://a.example", "none"])
    connection = duckdb.connect()
    register(connection)
    return {
        "frames": frames,
        "pandas": pandas,
        "polars": polars,
        "register": register,
        "TEXTS": texts,
        "NUMBERS": pyarrow.array([1]),
        "TABLE": pyarrow.table({"body": texts, "id": [1, 2]}),
        "SERIES": pandas.Series(["a"]),
        "FRAME": pandas.DataFrame({"body": ["a"]}),
        "COLUMNS": polars.DataFrame({"body": ["a"], "n": [1]}),
        "CONNECTION": connection,
    }


@pytest.mark.parametrize(("call", "said"), OF_ENGINES)
def test_a_mistake_in_an_engine(call: str, said: str, engines: dict[str, Any]) -> None:
    check(said, answer(call, dict(engines)))


def test_most_mistakes_have_their_cure() -> None:
    for rows, most in ((OF_LINKIFY, 1), (OF_ENGINES, 10)):
        assert len(rows) >= 39
        assert sum(said == "own" for _, said in rows) <= most
