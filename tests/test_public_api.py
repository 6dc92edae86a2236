"""What `import linksift` gives people: names that exist, that say what they do, and that are typed."""

import importlib
import inspect
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


def test_all_names_what_there_is_and_nothing_else() -> None:
    values = {name: getattr(linksift, name) for name in dir(linksift) if not name.startswith("_")}
    public = {name for name, value in values.items() if not inspect.ismodule(value)} - {"TYPE_CHECKING"}
    assert sorted(linksift.__all__) == sorted(public)
    assert linksift.__all__ == sorted(linksift.__all__)


def test_what_is_imported_when_asked_for_is_what_its_room_exports() -> None:
    for room, names in _lazy.ROOMS.items():
        assert set(names) <= set(linksift.__all__)
        for name in names:
            assert getattr(linksift, name) is getattr(importlib.import_module(room), name)


def test_a_name_that_there_is_not() -> None:
    with pytest.raises(AttributeError, match="linkfy"):
        getattr(linksift, "linkfy")  # noqa: B009


def test_design_4_names_that_are_there_so_far() -> None:
    assert {"Finder", "Match", "Note", "Reference", "find", "parse"} <= set(linksift.__all__)


@pytest.mark.parametrize("name", linksift.__all__)
def test_each_public_name_says_what_it_is(name: str) -> None:
    # A NamedTuple or a class without a docstring of its own would be given a made-up one, or its parent's.
    value = getattr(linksift, name)
    written = vars(value).get("__doc__") if isinstance(value, type) else value.__doc__
    assert written
    assert not written.startswith(f"{name}(")


@pytest.mark.parametrize("member", MEMBERS)
def test_each_public_method_and_property_says_what_it_does(member: object) -> None:
    assert member.__doc__


def test_there_are_methods_to_look_at() -> None:
    assert len(MEMBERS) > 10


def test_the_package_is_typed() -> None:
    (folder,) = linksift.__path__
    assert (Path(folder) / "py.typed").is_file()


def test_the_version_is_the_one_of_the_project() -> None:
    pyproject = Path(__file__).parents[1] / "pyproject.toml"
    assert f'\nversion = "{linksift.__version__}"\n' in pyproject.read_text(encoding="utf-8")
