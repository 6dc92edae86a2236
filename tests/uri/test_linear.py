"""The work grows with the input, not faster: 16 times the input takes at most 40 times the time."""

import contextlib
from collections.abc import Callable

import pytest

from linksift.uri import (
    InvalidForScheme,
    InvalidReference,
    Reference,
    RefusedURL,
    browser_url,
    check_uri,
    compare,
    hide_passwords,
    is_uri,
    is_uri_reference,
    parse,
    recompose,
    split,
    split_authority,
    to_ascii_host,
    to_iri,
    to_uri,
)
from linksift.uri.check_grammar import check_uri_reference
from tests.growth import assert_forty_times_at_most

NASTY: dict[str, Callable[[int], str]] = {
    "escapes": lambda n: "a:" + "%41" * n,
    "escapes that fail": lambda n: "a:" + "%41" * n + "|",
    "escapes cut short": lambda n: "//" + "%41" * n + "%4",
    "newline": lambda n: "a" * n + "\n",
    "scheme without end": lambda n: "a+" * n,
    "segments": lambda n: "http://a" + "/b" * n + "|",
    "empty segments": lambda n: "a:/" + "/" * n + "\n",
    "segments and escapes": lambda n: "a" + "/%41" * n + "%",
    "colons": lambda n: "a" + ":" * n + "|",
    "userinfo without host": lambda n: "//" + "a:" * n + "|",
    "userinfo of escapes": lambda n: "//" + "%41:" * n + "|@",
    "at signs": lambda n: "//" + "a:b@" * n,
    "authorities": lambda n: "//a:b" * n,
    "at sign and authorities": lambda n: "//a:b@" + "//a:b" * n + "|",
    "authorities and at sign": lambda n: "//a:b" * n + "|@",
    "brackets": lambda n: "//" + "[" * n,
    "double colons": lambda n: "//" + "[::" * n,
    "one long address": lambda n: "//[" + "1:" * n + "]",
    "one long group": lambda n: "//[" + "f" * n + "]",
    "IPvFuture": lambda n: "//[v" + "1" * n + "." + ":" * n,
    "IPv4": lambda n: "//" + "1.2.3.4" * n + "|",
    "port": lambda n: "//a:" + "1" * n + "a",
    "queries": lambda n: "a" + "?" * n + "|",
    "fragments": lambda n: "a" + "#" * n,
    "beyond ASCII": lambda n: "http://a/" + "é" * n,
    "host beyond ASCII": lambda n: "http://" + "é." * n,
    "no UTF-8": lambda n: "http://a/" + "%E3%81" * n,
    "A-labels": lambda n: "http://" + "xn--bcher-kva." * n,
    "one A-label": lambda n: "http://xn--" + "a" * n,
    "slashes": lambda n: "/" * n + ":",
    "up": lambda n: "http://a/" + "../" * n,
    "up and nowhere": lambda n: "../" * n,
    "up from nowhere": lambda n: "x:" + "../" * n,
    "here": lambda n: "http://a" + "/." * n,
    "down and up": lambda n: "http://a/" + "b/../" * n,
    "down, then up": lambda n: "http://a" + "/b" * n + "/.." * n,
    "nearly up": lambda n: "http://a/" + ".../" * n,
    "up in escapes": lambda n: "http://a/" + "%2E%2e/" * n,
    "up, one dot an escape": lambda n: "x:" + ".%2E/" * n,
    "up between empty segments": lambda n: "x:/.//" + "..///" * n,
    "empty segments and no authority": lambda n: "x:/." + "/" * n,
    "upper case": lambda n: "HTTP://" + "A." * n,
    "userinfo and host of escapes": lambda n: "x://" + "%41" * n + "@" + "%41" * n,
    "zeros": lambda n: "http://a:" + "0" * n + "80",
    "addresses": lambda n: "mailto:" + "A@B," * n + "A@B?" + "To=A&" * n,
    "at signs in an address": lambda n: "mailto:" + "A@" * n,
    "type codes": lambda n: "ftp://a/" + ";type=A" * n,
    "parameters": lambda n: "tel:+1" + ";a=B" * n,
    "visual separators": lambda n: "tel:+" + "(-)." * n + "1",
    "namespaces": lambda n: "urn:" + "A:" * n + "?+" + "?=" * n,
    "media types": lambda n: "data:a/" + "A;b=C" * n + ",",
    "drives": lambda n: "file://localhost/" + "C|/C:/".replace("|", "%7C") * n,
    "selectors": lambda n: "gopher://a/1" + "%09" * n,
    "numbers": lambda n: "nntp://a/b/" + "1" * n,
    "databases": lambda n: "wais://a/" + "b/" * n + "?c",
    "fields": lambda n: "prospero://a/b" + ";c=d" * n,
    "backslashes": lambda n: "http:" + "\\" * n + "a" + "\\..\\b" * n,
    "escapes in a host": lambda n: "http://" + "%E3%80%82a" * n,
    "numbers in a host": lambda n: "http://" + "0x1." * n + "0" * n + "1",
    "filters": lambda n: "ldap://a/b?c?sub?" + "(a=" * n,
}


def everything(text: str) -> None:
    """Do everything that the room does with a string."""
    is_uri(text)
    is_uri_reference(text)
    hide_passwords(text)
    split_authority(text)
    recompose(split(text))
    to_iri(text)
    for function in (check_uri, check_uri_reference, to_uri, to_ascii_host):
        with contextlib.suppress(InvalidReference):
            function(text)
    for base in (None, "http://a/b", "file:///C:/"):
        with contextlib.suppress(RefusedURL):
            browser_url(text, base)
    if is_uri_reference(text):
        everything_valid(parse(text))


def everything_valid(reference: Reference) -> None:
    """Use every property and operation of a valid reference."""
    reference.violations()
    with contextlib.suppress(InvalidForScheme):
        _ = reference.scheme_parts
    target = reference.resolve("http://a/b")
    deeper = parse(recompose(target.components._replace(path=f"{target.path.removesuffix('/')}/b/c")))
    compare(reference, deeper, redirects={str(reference): "x:a", "x:a": str(deeper)})
    for one, other in ((target, deeper), (deeper, target), (reference.normalize(), deeper.normalize("keep"))):
        one.resolve(other.resolve(target))
        one.is_same_document(other.resolve(target))
        with contextlib.suppress(ValueError):
            one.relativize(other.resolve(target))


@pytest.mark.parametrize("name", NASTY)
@pytest.mark.clock
def test_linear(name: str) -> None:
    assert_forty_times_at_most(everything, NASTY[name](2_000), NASTY[name](32_000))
