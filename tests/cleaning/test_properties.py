"""Properties of `clean` that hold for any text."""

import pickle
import re

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from linksift.cleaning import Cleaned, NotAURI, clean
from linksift.cleaning.clean import MAX_LENGTH
from linksift.cleaning.scheme_typos import _MISTYPED, _one_edit_away
from linksift.uri import browser_url, check_uri, is_uri, split, violations
from tests.cleaning.test_corpora import applied
from tests.cleaning.typed_corpus import read_all
from tests.uri.strings import nearly_references

PIECES = [
    *["http", "https", "ftp", "mailto", "htp", "hxxp", "javascript", "data", "vbscript", "URL", "view-source", "www"],
    *[
        "a.example",
        "b.example",
        "localhost",
        "192.0.2.1",
        "[::1]",
        "joe@a.example",
        "\u00e9",
        "\u65e5",
        "xn--a",
        "x",
        "s",
    ],
    *[":", "//", "/", "\\", "\\\\", ".", ",", ";", "?", "#", "@", "%", "%41", "%25", "&", "&amp;", "&#58;", "&colon;"],
    *[
        "<",
        ">",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "|",
        "^",
        "`",
        '"',
        "'",
        "\u201c",
        "\u201d",
        "\u2019",
        "*",
        "_",
        "~",
        "!",
    ],
    *[" ", "\n", "\r\n", "\t", "\u00a0", "\u200b", "\u200d", "\ufeff", "\u00ad", "\u202e", "\x00", "\x1b", "\ud800"],
    *[
        "\uff1a",
        "\uff0f",
        "\uff0e",
        "\u3002",
        "\uff20",
        "\uff41",
        "\u2026",
        "\uff08",
        "[.]",
        "(dot)",
        "[at]",
        "\U0001f44d",
    ],
    *["\\u003c", "\\x22", "\\_"],
    *[
        "](",
        "[x](",
        "<a href=",
        "</a>",
        "href=",
        "<p>",
        "[url]",
        "> ",
        "- ",
        "see ",
        "for more",
        "\u2100",
        "\u0131",
        "\u212a",
    ],
]


def typed() -> st.SearchStrategy[str]:
    """Texts close to what people type: joined pieces, corpora with pieces inserted, references, and any text."""
    pieces = st.lists(st.sampled_from(PIECES), max_size=10).map("".join)
    cases = st.sampled_from([case.typed for case in read_all()])
    mutated = st.builds(lambda text, at, piece: text[:at] + piece + text[at:], cases, st.integers(0, 30), pieces)
    return pieces | mutated | nearly_references() | st.text(max_size=30)


def cleaned(text: str) -> Cleaned | None:
    try:
        return clean(text)
    except NotAURI as refused:
        return None if refused.typed == text and refused.reason else pytest.fail(repr(refused))


@given(typed())
@example("http://a.example/\u2100")
@example("http://a.example/&amp;amp;")
@example(r"\x22http://a.example/b\_c\x22")
def test_the_result_is_a_uri_and_the_notes_lead_to_it(text: str) -> None:
    result = cleaned(text)
    if result is not None:
        check_uri(result.uri)
        assert applied(text, result.notes) == result.uri
        assert clean(result.uri) == Cleaned(result.uri, ())


OPENED_BY_BROWSERS = {
    "a label is letters, digits and inner hyphens",
    "this is not an IPv4 address, and a name must not end in a number",
}
"""The faults of hosts that browsers open: a hyphen at the end of a label, or an address in octal such as 010.0.0.1."""


@given(typed())
@example("http://-")
@example("FT:00.0.0.0")
def test_the_result_runs_no_code_and_web_hosts_are_usable(text: str) -> None:
    result = cleaned(text)
    if result is not None:
        scheme = (split(result.uri).scheme or "").lower()
        assert scheme not in ("javascript", "data", "vbscript", "hxxp", "hxxps")
        if scheme in ("http", "https", "ftp"):
            assert split(result.uri).host
            faults = [fault for fault in violations(result.uri) if fault.component in ("host", "port")]
            assert {fault.why for fault in faults} <= OPENED_BY_BROWSERS
            if faults:  # browsers open it, though the DNS would refuse it
                opened = browser_url(result.uri)
                assert opened is not None
                assert re.fullmatch(r"[A-Za-z0-9.\-]+", opened.host)


@given(st.sampled_from(["javascript", "data", "vbscript"]), st.data())
def test_code_is_refused_however_its_scheme_is_spelled(scheme: str, data: st.DataObject) -> None:
    def spelled(character: str) -> str:
        others = [
            character,
            character.upper(),
            f"&#{ord(character)};",
            f"&#x{ord(character):x};",
            f"%{ord(character):02X}",
        ]
        others += [
            f"{character}{hidden}" for hidden in ("\u200b", "\n", "\t", " ", "\u00ad", "\x00", "\ufeff", "\u2060")
        ]
        return data.draw(st.sampled_from([*others, chr(ord(character) + 0xFEE0)]))

    before = data.draw(
        st.sampled_from(["", " ", "<", '"', "\u201c", "URL:", "[x](", "<a href='", "view-source:", "\x01"])
    )
    with pytest.raises(NotAURI):
        clean(before + "".join(map(spelled, f"{scheme}:")) + "//a.example/x")


HOSTS = ["a.example", "A.Example:8080", "www.b.example", "localhost", "[::1]:80", "192.0.2.1", "user:pw@a.example"]
VALID = st.text("abcXYZ019-._~!$&'()*+,;=:@/?", max_size=12).filter(lambda tail: is_uri(f"http://a/{tail}"))


@given(st.sampled_from(["http", "HTTPS", "ftp", "sftp", "foo", "git+https"]), st.sampled_from(HOSTS), VALID)
def test_a_correct_uri_is_left_as_it_is(scheme: str, host: str, tail: str) -> None:
    uri = f"{scheme}://{host}/{tail}z"
    if uri.count("(") == uri.count(")") == 0:
        assert clean(uri) == Cleaned(uri, ())


def test_too_long_a_text_is_refused() -> None:
    assert clean("http://a.example/" + "x" * 9000).notes == ()
    with pytest.raises(NotAURI, match="longer"):
        clean("http://a.example/" + "x" * MAX_LENGTH)


@pytest.mark.parametrize("scheme", ["", "mailto", "javascript", "hxxp", "no such", "HTTP"])
def test_the_default_scheme_is_one_with_a_host(scheme: str) -> None:
    with pytest.raises(ValueError, match="scheme"):
        clean("a.example", default_scheme=scheme)


def test_the_default_scheme_is_for_names_without_one() -> None:
    assert clean("a.example", default_scheme="https").uri == "https://a.example"
    assert clean("//a.example", default_scheme="ws").uri == "ws://a.example"
    assert clean("http://a.example", default_scheme="https").uri == "http://a.example"


@pytest.mark.parametrize(
    "text",
    [
        "http://joe:se\x1bcret@",
        "http//joe:secret @a..example",
        "joe\uff1asecret\uff20a",
        "http:\\\\joe:secret@hello..x",
        "joe:sec/ret@x",
        "joe&colon;secret@hello",
    ],
)
def test_a_refusal_shows_no_password_and_moves_no_cursor(text: str) -> None:
    with pytest.raises(NotAURI) as raised:
        clean(text)
    for shown in (str(raised.value), repr(raised.value)):
        assert "secret" not in shown
        assert "cret" not in shown
        assert "\x1b" not in shown
    assert raised.value.typed == text


def test_a_refusal_lists_what_was_tried_and_can_be_pickled() -> None:
    with pytest.raises(NotAURI) as raised:
        clean('"hello"/x')
    again = pickle.loads(pickle.dumps(raised.value))
    assert vars(again) == vars(raised.value)
    with pytest.raises(NotAURI) as raised:
        clean(" <hello.there> ")
    assert raised.value.tried[0] == "whitespace.outer"


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("javascript:alert(1)", "refusals.dangerous_scheme"),
        ("http://a.example http://b.example", "whitespace.inner"),
        ("http://a b.example/", "whitespace.inner"),
        ("<a href='http://a.example'>x</a><a href='http://b.example'>y</a>", "markup.html_attribute"),
        ("http://bank.example\\.evil.example", "wrong_characters.defanged"),
        ("http://bank.example [@evil.example/", "same_host.check_same_host"),
        ("hello", "refusals.check_usable"),
        ("x" * 70_000, None),
    ],
)
def test_a_refusal_names_the_rule(typed: str, rule: str | None) -> None:
    with pytest.raises(NotAURI) as raised:
        clean(typed)
    assert raised.value.rule == rule


@given(st.sampled_from(["http", "https", "ftp", "mailto"]), st.text("htpsfmailo", max_size=8), st.data())
def test_a_scheme_one_letter_away_is_meant(scheme: str, typed: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(scheme)))
    near = scheme[:cut] + typed[:1] + scheme[data.draw(st.integers(cut, len(scheme))) :]
    patterns = {
        "https": "(?:http){e<=1}s",
        "http": "(?:http){e<=1}",
        "ftp": "f(?:tp){e<=1}",
        "mailto": "(?:mailto){e<=1}",
    }
    for text in (typed, near):
        for name, (before, mistyped, after) in _MISTYPED.items():
            inner = text.removeprefix(before).removesuffix(after)
            one_away = before + inner + after == text and _one_edit_away(inner, mistyped)
            assert one_away == bool(regex.fullmatch(patterns[name], text)), (name, text)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("http://user:pa ss@example.com", "there is white space in its password"),
        ("ftp://u:p w@h.example:21/x", "there is white space in its password"),
        ("http://a.example:80 joe@b.example", "there is more than one URI"),
        ("http://a.example joe@b.example", "there is more than one URI"),
        ("example.com, example.org", "there is more than one URI"),
        ("example.com and example.org", "there is more than one URI"),
        ("http://example.com example.org", "there is more than one URI"),
        ("two words", "there is white space where a host may end"),
        ("Smith, example.org", "there is white space where a host may end"),
    ],
)
def test_the_reason_counts_the_uris(typed: str, reason: str) -> None:
    with pytest.raises(NotAURI) as raised:
        clean(typed)
    assert raised.value.reason == reason
