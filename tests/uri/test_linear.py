"""Work grows with the input, not faster (DESIGN, 5.7): 16 times the input takes at most 40 times the time."""

import contextlib
from collections.abc import Callable
from time import process_time

import pytest

from linksift.uri import (
    InvalidReference,
    check_uri,
    check_uri_reference,
    hide_passwords,
    is_uri,
    is_uri_reference,
    recompose,
    split,
    split_authority,
    to_ascii_host,
    to_iri,
    to_uri,
)

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
}


def everything(text: str) -> None:
    """All that the room does with a string."""
    is_uri(text)
    is_uri_reference(text)
    hide_passwords(text)
    split_authority(text)
    recompose(split(text))
    to_iri(text)
    for function in (check_uri, check_uri_reference, to_uri, to_ascii_host):
        with contextlib.suppress(InvalidReference):
            function(text)


def quickest(text: str) -> float:
    times = []
    for _ in range(3):
        start = process_time()
        everything(text)
        times.append(process_time() - start)
    return min(times)


@pytest.mark.parametrize("name", NASTY)
def test_linear(name: str) -> None:
    small, large = NASTY[name](2_000), NASTY[name](32_000)
    everything(small)
    assert quickest(large) < 40 * max(quickest(small), 0.0002)
