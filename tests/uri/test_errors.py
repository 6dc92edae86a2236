"""Error messages: the reference, the caret, and no password."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linksift.uri import (
    InvalidForScheme,
    InvalidHost,
    InvalidReference,
    UnusableReference,
    errors,
    hide_passwords,
    is_uri_reference,
    parse,
    violations,
)
from linksift.uri.check_grammar import check_uri_reference
from linksift.uri.errors import masked, printable
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
        ("http://me@mail.example:secret@host/", "http://me@mail.example:******@host/"),
        ("http://me@mail.example:sec/ret@host/", "http://me@mail.example:*******@host/"),
        ("http://me@mail.example:80/a@b ", "http://me@mail.example:80/a@b "),
    ],
)
def test_rfc3986_7_5_the_message_hides_passwords(text: str, shown: str) -> None:
    error = InvalidReference(text, "path", 0, "path")
    assert str(error).splitlines()[1] == f"    {shown}"
    assert len(shown) == len(text)
    assert "sec" not in repr(error)


@given(
    st.text("abc:!@", min_size=1), st.text("SECRT:!@|", min_size=1), st.text("abc/?#@ ", max_size=8), st.integers(0, 30)
)
def test_rfc3986_7_5_no_password_in_any_message(user: str, password: str, rest: str, position: int) -> None:
    error = InvalidReference(f"http://{user}:{password}@host/{rest}", "host", position, "reg-name")
    assert not set("SECRT") & set(str(error).splitlines()[1])


def test_hide_passwords() -> None:
    assert hide_passwords("http://user:secret@host/") == "http://user:...@host/"
    assert hide_passwords("http://user:@host/") == "http://user:...@host/"
    assert hide_passwords("http://user@host:80/a:b@c") == "http://user@host:80/a:b@c"
    assert hide_passwords("http://me@mail.example:secret@host/") == "http://me@mail.example:...@host/"
    assert hide_passwords("http://a//user:secret@b?//user:secret@c#//user:secret@d").count("secret") == 0


@pytest.mark.parametrize("kind", [InvalidReference, InvalidHost, InvalidForScheme, UnusableReference])
def test_errors_pickle(kind: type[InvalidReference]) -> None:
    error = kind("http://user:secret@a b/", "host", 20, "reg-name", "why")
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is kind
    assert isinstance(copy, ValueError)
    assert (copy.reference, copy.component, copy.position, copy.rule) == (error.reference, "host", 20, "reg-name")
    assert (copy.why, copy.question) == ("why", error.question)
    assert str(copy) == str(error)


@pytest.mark.parametrize(
    ("kind", "question", "first_word"),
    [
        (InvalidReference, "well-formed", "invalid"),
        (InvalidHost, "well-formed", "invalid"),
        (InvalidForScheme, "valid", "invalid"),
        (UnusableReference, "usable", "unusable"),
    ],
)
def test_a_message_names_the_failed_check(kind: type[InvalidReference], question: str, first_word: str) -> None:
    error = kind("ftp://a", "host", 6, "RFC 1738, 3.2", "a host is needed")
    assert error.question == question
    assert isinstance(error, InvalidReference)
    assert str(error).splitlines() == [
        f"{first_word} host at position 6 (rule: RFC 1738, 3.2: a host is needed)",
        "    ftp://a",
        "          ^",
    ]
    assert repr(error) == f"{kind.__name__}('host', 6, 'RFC 1738, 3.2', 'a host is needed')"


def test_the_requirement_of_a_scheme_is_in_the_message() -> None:
    (fault,) = violations("ftp://host.dom/a;b")
    assert type(fault) is InvalidForScheme
    assert str(fault).splitlines() == [
        f"invalid path at position 16 (rule: RFC 1738, 3.2.2: {fault.why})",
        "    ftp://host.dom/a;b",
        "                    ^",
    ]
    assert fault.why


def test_what_cannot_be_used_is_in_the_message() -> None:
    (fault,) = violations("x://a..b/")
    assert type(fault) is UnusableReference
    assert str(fault).splitlines() == [
        "unusable host at position 6 (rule: RFC 1035, 2.3.4: a label has 1 to 63 characters)",
        "    x://a..b/",
        "          ^",
    ]


def test_a_message_is_drawn_only_when_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A string can have as many faults as code points, and each message reads all of it."""
    drawn = []

    def draw(reference: str) -> str:
        drawn.append(reference)
        return reference

    monkeypatch.setattr(errors, "masked", draw)
    faults = violations("|a" * 1000)
    assert len(faults) == 1000
    assert all(fault.args == () for fault in faults)
    assert drawn == []
    assert "position 2 " in str(faults[1])
    assert len(drawn) == 1


PASSWORD = st.text("SECRT%41:!$&;=", min_size=1).filter(lambda text: is_uri_reference(f"//:{text}@"))


@given(st.text("abc!$.", max_size=5), PASSWORD, st.sampled_from(["ftp:", "x:", ""]), st.sampled_from(["h", "a..b", ""]))
def test_rfc3986_7_5_no_password_in_any_violation(user: str, password: str, scheme: str, host: str) -> None:
    """Neither does anything else that shows a valid reference."""
    text = f"{scheme}//{user}:{password}@{host}:0/;?q#f"
    reference = parse(text)
    faults = reference.violations()
    assert faults
    for shown in (repr(reference), reference.redacted(), repr(faults), *map(str, faults)):
        assert not set("SECRT") & set(shown.replace("Reference", "").replace("RFC", "").replace("InvalidForScheme", ""))
    assert reference.redacted() == f"{scheme}//{user}:...@{host}:0/;?q#f"


@given(nearly_references())
def test_masking_keeps_every_position(text: str) -> None:
    shown = masked(text)
    assert len(shown) == len(text)
    assert all(after in (before, "*") for before, after in zip(text, shown, strict=True))


@given(nearly_references().filter(lambda text: "@" not in text))
def test_nothing_is_masked_without_a_userinfo(text: str) -> None:
    assert masked(text) == text
    assert hide_passwords(text) == text


@given(st.text("ab:/@|? #", max_size=20))
def test_rfc3986_3_2_1_data_after_the_first_colon_of_a_userinfo_is_not_shown(rest: str) -> None:
    """The userinfo by Appendix B, for any string, well-formed or not."""
    userinfo, at, _ = rest.partition("/")[0].partition("?")[0].partition("#")[0].rpartition("@")
    user, colon, password = userinfo.partition(":")
    if at and colon:
        start = len("http://") + len(user) + 1
        assert set(masked(f"http://{rest}")[start : start + len(password)]) <= {"*"}
        assert hide_passwords(f"http://{rest}").startswith(f"http://{user}:...@")


@pytest.mark.parametrize(
    "character", ["\0", "\t", "\n", "\r", "\x1b", "\x7f", "\x85", "\u200b", "\u2028", "\u202e", "\ufeff"]
)
def test_printable_shows_what_is_not_seen(character: str) -> None:
    assert printable(f"a{character}b") == "a\ufffdb"


@given(st.text())
def test_printable_keeps_every_position(text: str) -> None:
    shown = printable(text)
    assert shown.isprintable()
    assert len(shown) == len(text)
    assert all(after in (before, "\ufffd") for before, after in zip(text, shown, strict=True))
    assert printable(shown) == shown


def test_printable_shows_surrogates() -> None:
    assert printable("\ud800\udce9 \u00e9\U0001f600") == "\ufffd\ufffd \u00e9\U0001f600"
