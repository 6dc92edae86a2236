"""The class people hold."""

import copy
import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given

from linksift.uri import InvalidReference, Reference, is_uri_reference, parse
from tests.uri.strings import INVALID, VALID_RELATIVE_REFERENCES, VALID_URIS, nearly_references

FIELDS = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "http://user:secret@[::1]:80/a/b?c#d",
            ("http", "user:secret@[::1]:80", "user:secret", "[::1]", "80", "/a/b", "c", "d"),
        ),
        ("", (None, None, None, None, None, "", None, None)),
        ("A://@:?#", ("A", "@:", "", "", "", "", "", "")),
        ("//", (None, "", None, "", None, "", None, None)),
        ("mailto:a@b", ("mailto", None, None, None, None, "a@b", None, None)),
        ("file:///a", ("file", "", None, "", None, "/a", None, None)),
        ("//H%41:080", (None, "H%41:080", None, "H%41", "080", "", None, None)),
    ],
)
def test_rfc3986_3_components(text: str, expected: tuple[str | None, ...]) -> None:
    reference = parse(text)
    assert tuple(getattr(reference, field) for field in FIELDS) == expected


@pytest.mark.parametrize("text", [*VALID_URIS, *VALID_RELATIVE_REFERENCES])
def test_str_is_what_was_parsed(text: str) -> None:
    assert str(parse(text)) == text


@pytest.mark.parametrize("text", INVALID)
def test_no_reference_exists_that_is_not_valid(text: str) -> None:
    for make in (parse, Reference):
        with pytest.raises(InvalidReference):
            make(text)


@given(nearly_references())
def test_parse_takes_exactly_the_uri_references(text: str) -> None:
    if is_uri_reference(text):
        assert str(parse(text)) == text
    else:
        with pytest.raises(InvalidReference):
            parse(text)


def test_equality_and_hash_are_the_strings() -> None:
    assert parse("http://a") == Reference("http://a")
    assert hash(parse("http://a")) == hash(parse("http://a"))
    assert parse("http://a") != parse("http://A")
    assert parse("http://a") != "http://a"
    assert len({parse("a"), parse("a"), parse("b")}) == 2


@pytest.mark.parametrize("name", [*FIELDS, "other"])
def test_immutable_and_slotted(name: str) -> None:
    reference = parse("http://a/b")
    with pytest.raises(AttributeError):
        setattr(reference, name, "x")
    with pytest.raises(AttributeError):
        delattr(reference, name)
    assert not hasattr(reference, "__dict__")


def test_pickles_and_copies() -> None:
    reference = parse("http://user:secret@a/b?c")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(reference, protocol))
        assert type(again) is Reference
        assert again == reference
        assert again.query == "c"
    assert copy.copy(reference) == copy.deepcopy(reference) == reference


def test_rfc3986_7_5_repr_shows_no_password() -> None:
    assert repr(parse("http://user:secret@a/b")) == "Reference('http://user:...@a/b')"
    assert repr(parse("http://user@a:80/b:c@d")) == "Reference('http://user@a:80/b:c@d')"
    assert repr(parse("//:secret@a")) == "Reference('//:...@a')"
    assert "secret" not in repr(parse("http://a/http://user:secret@b/?c=http://user:secret@d"))


def test_rfc3986_examples(shared: Path) -> None:
    rows = (shared / "eval" / "parse" / "rfc3986_examples.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, rows) if case["op"] == "parse"]
    assert cases
    for case in cases:
        reference = parse(case["input"])
        expected = {field: value for field, value in case["expected"].items() if field in FIELDS}
        assert expected
        assert {field: getattr(reference, field) for field in expected} == expected, case["id"]
