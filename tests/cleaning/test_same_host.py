"""`clean` refuses a text or leads to the host that a browser goes to; compared with `ada_url`, Node.js's parser."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from linksift.cleaning import Cleaned, NotAURI, clean
from linksift.cleaning.same_host import MAY_CHANGE_HOST
from linksift.notes import rule_name
from linksift.uri import RefusedURL, browser_host, browser_url, is_uri, judge_host, split
from tests.cleaning.generated_urls import typed_urls
from tests.cleaning.test_corpora import applied

ada_url = pytest.importorskip("ada_url", reason="needs ada-url, which reads URLs as browsers do")

HOW_MANY = int(os.environ.get("LINKSIFT_TYPED_URLS", "4000"))
"""How many generated texts are cleaned; run 50000 by hand."""

PAGE = Path(__file__).parents[2] / "docs" / "cleaning.md"
LISTED = {rule_name(by) for by in MAY_CHANGE_HOST}
SPECIAL = ("http", "https", "ws", "wss", "ftp")


def our_host(text: str) -> str | None:
    try:
        url = browser_url(text)
    except RefusedURL:
        return None
    return url and url.host


def adas_host(text: str) -> str | None:
    """The host that ada reads in a URL of a special scheme, or None."""
    try:
        url = ada_url.URL(re.sub("[\ud800-\udfff]", "\ufffd", text))
    except ValueError:
        return None
    return url.hostname if url.protocol in {f"{scheme}:" for scheme in (*SPECIAL, "file")} else None


def where(typed: str, cleaned: Cleaned) -> list[str]:
    """How the cleaned URI's host compares: the same, none to compare with, or another one, and by which repairs."""
    scheme = (split(cleaned.uri).scheme or "").lower()
    answer = adas_host(cleaned.uri)
    assert our_host(cleaned.uri) == answer
    if scheme in SPECIAL:
        assert browser_host(split(cleaned.uri).host or "") == answer  # RFC 3986's host
    hosts = {adas_host(typed), our_host(typed)} - {"&"}  # what is left of slashes as character references
    if hosts <= {answer}:
        return ["the same host" if answer is not None else "no host"]
    if hosts == {None}:
        return ["no host in browsers"]
    by = sorted({note.rule for note in cleaned.notes if note.rule in LISTED and not decides(typed, note.start)})
    assert by, f"{typed!r}: {cleaned.uri}, but a browser goes to {hosts}"
    return [f"another host by {rule}" for rule in by]


def decides(typed: str, start: int) -> bool:
    """Whether an `@` follows in the authority, or a browser reads the number before a backslash there as an address."""
    is_number = typed[start : start + 1] == "\\" and re.fullmatch(r"[0-9.]+", adas_host(typed) or "") is not None
    return is_number or re.match(r"[^/?#\\]*@", typed[start:]) is not None


def said_of(typed: str) -> list[str]:
    """What became of a text, after checking all that must hold for it."""
    try:
        cleaned = clean(typed)
    except NotAURI as refused:
        return ["refused", *["refused by the veto"] * refused.reason.startswith("a browser would go to")]
    assert is_uri(cleaned.uri)
    assert (split(cleaned.uri).scheme or "").lower() not in ("javascript", "data", "vbscript")
    assert clean(cleaned.uri) == Cleaned(cleaned.uri, ())
    assert applied(typed, cleaned.notes) == cleaned.uri
    return ["cleaned", *where(typed, cleaned)]


def test_generated_texts_lead_to_the_host_of_a_browser() -> None:
    counted = Counter(said for typed in typed_urls(HOW_MANY, seed=HOW_MANY) for said in said_of(typed))
    for said, count in counted.most_common():
        print(f"{count:6} {said}")  # noqa: T201 - shown with -s
    assert counted["cleaned"] > 0.4 * HOW_MANY
    assert counted["the same host"] > 0.1 * HOW_MANY
    assert counted["refused by the veto"] > 0.01 * HOW_MANY


@pytest.mark.parametrize(
    "typed",
    [
        r"http:///good.example\@evil.example/",
        r"http:/good.example\@evil.example/",
        r"ftp:/good.example\@evil.example/",
        r"sftp:///good.example\@evil.example/",
        r"https:///good.example\:80@evil.example/",
        r"http:///bank.example\.evil.example/",
        "http:./evil.example",
        r"(http:///good.example\@evil.example/)",
        r"\"http:///good.example\@evil.example/\"",
        r"http://http:///good.example\@evil.example/",
        r"htp:///good.example\@evil.example/",
        r"https&#58;///good.example\@evil.example/",
        "http://good.example&#64;evil.example/",
        'http://good.example/<a href="http://evil.example">x',
        "http:x/<www.evil.example>",
        "http://a\u2800.example/",
        'http://bank.example\n"@evil.example/',
        "http://bank.example [@evil.example/",
        "http://user@bank.example\t[@evil.example",
        "https:/bank.example\x0b[@evil.example",
        "http://bank.example\n\n@evil.example/",
        r"http://3232235777\.com/",
        r"http://127\.0\.0\.1/",
        r"http://user@256\.com",
    ],
)
def test_a_text_that_would_lead_elsewhere_is_refused(typed: str) -> None:
    with pytest.raises(NotAURI, match=r"a browser would go to|there is more than one URI"):
        clean(typed)


@pytest.mark.parametrize(
    ("typed", "uri"),
    [
        (r"http:///good.example\x", "http://good.example/x"),
        (r"http:\\good.example\x@evil.example", "http://good.example/x@evil.example"),
        (r"file:\\server\share", "file://server/share"),
        ("http:a.example", "http://a.example"),
        ("https://:secret@a.example", "https://:secret@a.example"),
        ("https:/:secret@a.example", "https://:secret@a.example"),
        ("http://🥳.ws/x", "http://xn--ms9h.ws/x"),
        ("http://www,a.example.", "http://www.a.example"),
        ("https://a.example&gt;", "https://a.example"),
    ],
)
def test_a_text_that_leads_there_is_cleaned(typed: str, uri: str) -> None:
    assert clean(typed).uri == uri


HEADS = ("http://bank.example", "https:/bank.example", "http://user@bank.example", "ftp://bank.example", "bank.example")
WHITE_SPACE = (
    "\n",
    "\r\n",
    "\n\n",
    " ",
    "  ",
    *"\t\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2003\u2028\u2029\u202f\u205f\u3000",
)
MARKS = ("", *"\"'([{<-|*_#@.,;:!?\u201c\u2014\u2022", "HTTP/1.1", "a", "and so", "2026-01")
TAILS = (
    *(
        "@evil.example/",
        "@evil.example",
        "@evil.example:80/x",
        "x@evil.example",
        "x y@evil.example/",
        "@1",
        "(x)",
        "/@x",
    ),
    *("\\@evil.example", "?@evil.example", ":80@evil.example/", "@[::1]/"),
)


def test_nothing_that_follows_white_space_chooses_another_host() -> None:
    """The heads by the white space by the marks by the tails, or every so many of them."""
    every = [head + space + mark + tail for head in HEADS for space in WHITE_SPACE for mark in MARKS for tail in TAILS]
    chosen = every[:: max(1, len(every) // HOW_MANY)]
    counted = Counter(said for typed in chosen for said in said_of(typed))
    assert counted["cleaned"] > 0.1 * len(chosen)
    assert counted["refused by the veto"] > 0.01 * len(chosen)


@pytest.mark.parametrize("number", ["1", "256", "127", "3232235777", "0x7f000001", "017700000001", "127.1", "1.1.1.1"])
@pytest.mark.parametrize("user", ["", "user@"])
@pytest.mark.parametrize("tail", [r"\.com/", r"\.0\.0\.1", r"\.com\.evil.example", r"\_x.example"])
def test_a_number_before_a_backslash_is_the_host(number: str, user: str, tail: str) -> None:
    said_of(f"http://{user}{number}{tail}")


def test_a_host_is_refused_for_the_reason_of_judge_host() -> None:
    for host, port in [("1.1.1.1.1", None), ("xn--a", None), ("a.example", "70000")]:
        verdict = judge_host(host, port)
        with pytest.raises(NotAURI) as refused:
            clean(f"http://{host}:{port or ''}/")
        assert refused.value.reason.endswith(f"{verdict.why} ({verdict.section})")


def test_the_page_shows_each_repair_that_may_change_the_host() -> None:
    rows = re.findall(
        r"^\| `(\w+\.\w+)` \| .*\| `([^`]*)` \| `[^`]*` \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert {rule for rule, _ in rows} == LISTED
    assert {uri for _, uri in rows} <= {"http://a.example", "https://a.example", "http://www.a.example"}
