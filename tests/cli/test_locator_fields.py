"""A field of `Locator` is known in every place that shows, writes or documents a location."""

import io
import re
from inspect import getdoc
from pathlib import Path
from typing import get_type_hints

import pytest

from linksift.checking.wrapped import has_own_lines
from linksift.cli.formats import field_formats
from linksift.cli.formats.location_and_hazards import locator_words, place_fields
from linksift.documents import LOCATOR_FIELDS, Found, LinkInContext, Location, Locator
from linksift.finding import find

VALUES: dict[str, int | str] = {
    name: 7 if kind == int | None else "seven" for name, kind in get_type_hints(Locator).items()
}
COMMAND_PAGE = (Path(__file__).parents[2] / "docs/command.md").read_text(encoding="utf-8")
FIELDS = pytest.mark.parametrize("name", Locator._fields)


def link_in(locator: Locator) -> LinkInContext:
    """A link with that locator, in line 3."""
    return LinkInContext(Found(find("http://a.example/")[0], Location("a", locator, line=3, column=1)), "", 0, None)


def test_the_table_has_every_field() -> None:
    assert set(LOCATOR_FIELDS) == set(Locator._fields)


@FIELDS
def test_what_is_shown_of_a_field_is_its_words(name: str) -> None:
    words = LOCATOR_FIELDS[name].words
    expected = [words.format(VALUES[name])] if words else []
    assert list(locator_words(Locator(**{name: VALUES[name]}))) == expected  # type: ignore[arg-type]


@FIELDS
def test_json_has_the_field(name: str) -> None:
    assert place_fields(Location("a", Locator(**{name: VALUES[name]})))[name] == VALUES[name]  # type: ignore[arg-type]


@FIELDS
def test_csv_has_a_column_for_the_field(name: str) -> None:
    assert name in field_formats.CSV


@FIELDS
def test_parquet_has_a_column_of_the_type_of_the_field(name: str) -> None:
    pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    from pyarrow import parquet

    from linksift.cli.formats import parquet_rows

    row = parquet_rows.link_row(link_in(Locator(**{name: VALUES[name]})), field_formats.PARQUET)  # type: ignore[arg-type]
    table = parquet.read_table(io.BytesIO(b"".join(parquet_rows.file_of([row], field_formats.PARQUET))))
    assert table.column(name).to_pylist() == [VALUES[name]]


@FIELDS
def test_a_field_says_whether_a_person_wrote_the_lines(name: str) -> None:
    link = link_in(Locator(**{name: VALUES[name]}))  # type: ignore[arg-type]
    assert has_own_lines(link) is LOCATOR_FIELDS[name].has_lines


@FIELDS
def test_a_field_survives_in_a_part_unless_it_is_the_parts_own(name: str) -> None:
    inner = Locator(**{name: VALUES[name]}).in_part("2", "text/plain", "Subject")  # type: ignore[arg-type]
    own = {"part": "2", "content_type": "text/plain", "header": "Subject"}
    assert getattr(inner, name) == own.get(name, VALUES[name])


def test_the_page_of_the_command_lists_the_other_columns_of_csv() -> None:
    (others,) = re.findall(r"the fields from `path` to `column`,([^;]*); with", COMMAND_PAGE)
    listed = re.findall(r"`(\w+)`", others)
    assert [*field_formats.CSV] == ["path", *Locator._fields, "line", "column", *listed]


def test_the_docstring_and_the_page_of_the_command_describe_the_fields_in_their_order() -> None:
    described = re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", getdoc(Locator) or "", re.MULTILINE)
    assert [name for name, _ in described] == [*Locator._fields]
    rows = "".join(f"| `{name}` | {' '.join(meaning.split())} |\n" for name, meaning in described)
    table = COMMAND_PAGE.partition("| `path` |")[2].partition("| `line`, `column` |")[0]
    assert table.partition("\n")[2] == rows
