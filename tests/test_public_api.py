"""The public names of `linksift` exist, have docstrings, and are typed."""

import importlib
import inspect
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import linksift
from linksift import _lazy

CLASSES = [linksift.Finder, linksift.Match, linksift.Note, linksift.Reference, linksift.InvalidReference]
MEMBERS = [
    pytest.param(vars(cls)[name], id=f"{cls.__name__}.{name}")
    for cls in CLASSES
    for name in sorted(vars(cls))
    if not name.startswith("_") and (inspect.isfunction(vars(cls)[name]) or isinstance(vars(cls)[name], property))
]


def test_all_lists_every_public_name_and_nothing_else() -> None:
    values = {name: getattr(linksift, name) for name in {*vars(linksift), *linksift.__all__} if name[0] != "_"}
    public = {name for name, value in values.items() if not inspect.ismodule(value)} - {"TYPE_CHECKING"}
    assert sorted(linksift.__all__) == sorted(public)
    assert linksift.__all__ == sorted(linksift.__all__)


def test_dir_lists_the_public_names_only() -> None:
    importlib.import_module("linksift.documents")  # binds a name that is not public
    assert "documents" in vars(linksift)
    assert [name for name in dir(linksift) if not name.startswith("__")] == linksift.__all__
    assert "__version__" in dir(linksift)


def test_a_lazy_attribute_is_the_one_that_its_room_exports() -> None:
    for room, names in _lazy.ROOMS.items():
        assert set(names.split()) <= set(linksift.__all__)
        for name in names.split():
            assert getattr(linksift, name) is getattr(importlib.import_module(room), name)


def test_an_unknown_name_raises_attribute_error() -> None:
    with pytest.raises(AttributeError, match="linkfy") as raised:
        linksift.linkfy  # type: ignore[attr-defined]  # noqa: B018 - mypy says so, too
    assert (raised.value.name, raised.value.obj) == ("linkfy", linksift)  # for Python's "Did you mean: 'linkify'?"


def test_the_main_names_are_public() -> None:
    assert {"Finder", "Match", "Note", "Reference", "find", "parse"} <= set(linksift.__all__)


@pytest.mark.parametrize("name", linksift.__all__)
def test_each_public_name_has_a_docstring(name: str) -> None:
    # Without a docstring of its own, a NamedTuple would have a generated one, and a class its parent's.
    value = getattr(linksift, name)
    written = vars(value).get("__doc__") if isinstance(value, type) else value.__doc__
    assert written
    assert not written.startswith(f"{name}(")


@pytest.mark.parametrize("member", MEMBERS)
def test_each_public_method_and_property_has_a_docstring(member: object) -> None:
    assert member.__doc__


def test_the_list_of_members_is_not_empty() -> None:
    assert len(MEMBERS) > 10


def test_the_package_is_typed() -> None:
    (folder,) = linksift.__path__
    assert (Path(folder) / "py.typed").is_file()


def test_the_version_is_the_one_of_the_project() -> None:
    pyproject = Path(__file__).parents[1] / "pyproject.toml"
    assert f'\nversion = "{linksift.__version__}"\n' in pyproject.read_text(encoding="utf-8")


def has_a_row_for_each_parameter(function: Callable[..., object]) -> bool:
    table = (inspect.getdoc(function) or "").partition("Args:\n")[2].partition("\n\n")[0]
    return re.findall(r"^    (\w+): ", table, re.MULTILINE) == list(inspect.signature(function).parameters)


@pytest.mark.parametrize("function", [linksift.Finder, linksift.Linker, linksift.Policy, linksift.read])
def test_each_parameter_has_a_row_in_the_docstring(function: Callable[..., object]) -> None:
    assert has_a_row_for_each_parameter(function)


def test_each_parameter_of_the_functions_for_columns_has_a_row() -> None:
    pytest.importorskip("pyarrow", reason="columns need pyarrow")
    from linksift import frames
    from linksift.integrations import spark

    of_frames = [getattr(frames, name) for name in frames.__all__]
    functions = [each for each in of_frames if inspect.isfunction(each) and each.__name__ not in FOR_ENGINES]
    functions += [each for name in spark.__all__ if inspect.isfunction(each := getattr(spark, name))]
    assert len(functions) > 12
    assert [each.__name__ for each in functions if not has_a_row_for_each_parameter(each)] == []


def test_each_parameter_of_the_functions_of_duckdb_has_a_row() -> None:
    pytest.importorskip("duckdb", reason="needs DuckDB")
    from linksift.integrations import duckdb

    assert has_a_row_for_each_parameter(duckdb.register)


FOR_ENGINES = {"edge_schema", "list_of_links", "string_array"}
"""Functions with one parameter, for those who add an engine."""


def test_rfc3986_7_5_no_repr_shows_a_password() -> None:
    uri = "http://u:secret@a.example/"
    match = linksift.find(uri)[0]
    seen: list[linksift.Link] = []
    linksift.linkify(uri, policy=linksift.Policy(callback=seen.append))
    wrapped = linksift.unwrap(f"https://www.google.com/url?q={uri}")
    for value in (match, match.reference, linksift.clean(uri), wrapped, *linksift.entities(uri), *seen):
        assert "secret" not in repr(value)
        assert "//u:...@a.example" in repr(value)
    assert linksift.clean(uri).uri == wrapped.uri == uri
