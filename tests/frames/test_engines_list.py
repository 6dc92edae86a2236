"""`unwrap`, `hazards` and `refang` of columns equal a plain loop, and frames.md lists what each engine has."""

import re
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow", reason="needs pyarrow (the extra arrow)")

from hypothesis import given  # noqa: E402 - after the check
from hypothesis import strategies as st  # noqa: E402

import linksift  # noqa: E402
from linksift import frames  # noqa: E402
from linksift.integrations.column_functions import sql_functions  # noqa: E402
from tests.frames.columns import LAYOUTS, rows  # noqa: E402

URIS = [
    *("https://www.google.com/url?q=http%3A%2F%2Fa.example%2F", "http://bank.example@2130706433/", "HTTP://a.example/"),
    *("http://b\u00fccher.example/", "no uri", "", "/relative", "\ud800", "http://\ud800.example/", "http://a:99999/"),
]
columns = st.lists(st.one_of(st.none(), st.sampled_from(URIS)), max_size=8) | rows
PAGE = (Path(__file__).parents[2] / "docs/frames.md").read_text(encoding="utf-8")
TABLE = [
    [cell.strip(" `") for cell in line.split("|")[1:4]]
    for line in PAGE[PAGE.index("| function | pandas") :].split("\n\n")[0].splitlines()[2:]
]


@pytest.mark.parametrize("layout", LAYOUTS)
@given(given_rows=columns)
def test_each_row_is_what_the_function_gives(layout: str, given_rows: list[str | None]) -> None:
    texts = [None if row is None else re.sub("[\ud800-\udfff]", "\ufffd", row) for row in given_rows]
    column = LAYOUTS[layout](texts)
    for name, one in (
        ("unwrap", lambda text: linksift.unwrap(text).uri),
        ("hazards", lambda text: [hazard.name for hazard in linksift.hazards(text)]),
        ("refang", linksift.refang),
    ):
        assert getattr(frames, name)(column).to_pylist() == [row_of(one, text) for text in texts], name


def row_of(function: Any, text: str | None) -> Any:
    try:
        return None if text is None else function(text)
    except linksift.InvalidReference:
        return None


def test_bytes_and_wrong_arguments() -> None:
    octets = pa.array([b"http://2130706433/", b"\xff", None])
    assert frames.hazards(octets).to_pylist() == [["numeric_host"], None, None]
    assert frames.unwrap(octets).to_pylist() == ["http://2130706433/", None, None]
    assert frames.refang(octets).to_pylist() == ["http://2130706433/", "\ufffd", None]
    for function in (frames.unwrap, frames.hazards, frames.refang):
        with pytest.raises(TypeError, match="takes a column of strings"):
            function(pa.array([1]))
    with pytest.raises(ValueError, match="depth must be a whole number"):
        frames.unwrap(octets, depth=-1)
    with pytest.raises(TypeError, match="did you mean 'profile'"):
        frames.refang(octets, profil="chat")  # type: ignore[call-arg]


def test_the_page_lists_what_each_engine_has() -> None:
    listed = {name: (method, sql) for name, method, sql in TABLE}
    of_columns = {"find", "rows", "clean", "normalize", "parts", "unwrap", "hazards", "refang", "linkify", "edges"}
    assert set(listed) == of_columns
    options: dict[str, Any] = {"fields": "uri", "unit": "code-points", "max_row_bytes": 9, "intranet": False}
    in_sql = {sql for _, sql in listed.values()} - {""}
    assert in_sql == set(sql_functions(linksift.Finder(), **options))
    for engine, classes in (("pandas", ["LinksAccessor"]), ("polars", ["LinksExpression", "LinksSeries"])):
        module = pytest.importorskip(f"linksift.integrations.{engine}")
        of_engine = {name for name, (method, _) in listed.items() if method and (engine in method or "(" not in method)}
        for name in classes:
            methods = {method for method in dir(getattr(module, name)) if not method.startswith("_")}
            assert methods == of_engine, (engine, name)
