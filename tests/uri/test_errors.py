"""What people are shown: the line, the caret, and no password."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.uri import InvalidHost, InvalidReference, check_uri_reference, hide_passwords, is_uri_reference
from tests.uri.strings import nearly_references


def message(text: str) -> str:
    with pytest.raises(InvalidReference) as caught:
        check_uri_reference(text)
    return str(caught.value)


def test_the_message_draws_a_caret_under_the_fault() -> None:
    assert message("http://a b/").splitlines() == [
        "invalid host at position 8 (rule: reg-name)",
        "    http://a b/",
        "            ^",
    ]


def test_the_fault_may_be_the_end() -> None:
    assert message("http://[::1").splitlines()[1:] == ["    http://[::1", "               ^"]


@given(nearly_references().filter(lambda text: not is_uri_reference(text)))
def test_the_message_has_three_lines_and_nothing_that_moves_a_cursor(text: str) -> None:
    lines = message(text).split("\n")
    assert len(lines) == 3
    assert all(line.isprintable() for line in lines)


def test_a_long_reference_is_shown_around_the_fault() -> None:
    lines = message("http://h/" + "a" * 1000 + " " + "b" * 1000).splitlines()
    assert len(lines[1]) < 150
    assert lines[1][len(lines[2]) - 2 : len(lines[2]) + 1] == "a b"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://user:secret@ho st/", "http://user:******@ho st/"),
        ("http://user:sec|ret@host/", "http://user:*******@host/"),
        ("http://user:sec@ret@host/", "http://user:*******@host/"),
        ("//user:secret@ho st/", "//user:******@ho st/"),
        (" http://user:secret@host/", " http://user:******@host/"),
        ("http://:secret@ho st/", "http://:******@ho st/"),
        ("http://user:a:b@ho st/", "http://user:***@ho st/"),
        ("http://user@ho st:80/", "http://user@ho st:80/"),
        ("http://a/ http://user:secret@host/", "http://a/ http://user:******@host/"),
        ("http://user:sec/ret@host/ ", "http://user:*******@host/ "),
        ("http://user:sec?r#t@host/ ", "http://user:*******@host/ "),
        ("http://user:se/c@ret@host/", "http://user:********@host/"),
        ("http://host:80/a@b ", "http://host:80/a@b "),
        ("http://user:secret@host:80/a@b ", "http://user:******@host:80/a@b "),
    ],
)
def test_rfc3986_7_5_the_message_hides_passwords(text: str, shown: str) -> None:
    error = InvalidReference(text, "path", 0, "path")
    assert str(error).splitlines()[1] == f"    {shown}"
    assert len(shown) == len(text)
    assert "sec" not in repr(error)


@given(
    st.text("abc:!", min_size=1), st.text("SECRT:!@|", min_size=1), st.text("abc/?#@ ", max_size=8), st.integers(0, 30)
)
def test_rfc3986_7_5_no_password_in_any_message(user: str, password: str, rest: str, position: int) -> None:
    error = InvalidReference(f"http://{user}:{password}@host/{rest}", "host", position, "reg-name")
    assert not set("SECRT") & set(str(error).splitlines()[1])


def test_hide_passwords() -> None:
    assert hide_passwords("http://user:secret@host/") == "http://user:...@host/"
    assert hide_passwords("http://user:@host/") == "http://user:...@host/"
    assert hide_passwords("http://user@host:80/a:b@c") == "http://user@host:80/a:b@c"


@pytest.mark.parametrize("kind", [InvalidReference, InvalidHost])
def test_errors_pickle(kind: type[InvalidReference]) -> None:
    error = kind("http://user:secret@a b/", "host", 20, "reg-name")
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is kind
    assert isinstance(copy, ValueError)
    assert (copy.reference, copy.component, copy.position, copy.rule) == (error.reference, "host", 20, "reg-name")
    assert str(copy) == str(error)
