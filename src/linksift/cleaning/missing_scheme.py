"""Adds the scheme to a host name or e-mail address without one (RFC 3986, 4.5).

A text that only looks like a host, such as a file name or a word, gets no scheme.
"""

from collections.abc import Iterator
from itertools import filterfalse
from unicodedata import category, normalize

from linksift.cleaning.draft import Draft, Edit
from linksift.delimiters import JOINERS
from linksift.lazy_pattern import lazy_pattern
from linksift.notes import rule
from linksift.registries import domain_lookalikes, schemes, top_level_domains
from linksift.uri import DOTTED_QUAD, IP_LITERAL

_IN_NAME = r"[^\x00-,/:-@\[-^`{-\x7f\s]"
"""A letter, digit, `-`, `.`, `_`, or a character beyond ASCII, since `\\w` does not match the marks of many scripts."""

_BARE = lazy_pattern(rf"(?:({_IN_NAME}{{1,254}})|\[[0-9A-Fa-f:.]{{2,45}}\])(?::[0-9]{{0,5}})?(?=([/?#]|\Z))")
"""A host without a scheme: a name or an IP literal, with or without a port (`a.example:80`). The groups are the name
and the character that follows."""

BARE_NAME = r"(?:[\w\-]{1,63}\.){1,9}(?-i:[a-z]{2,63}|[^\W\d_a-zA-Z][\w\-]{1,62})"
"""A pattern for a name without a scheme in prose, whose last label is in lower case: a capital begins a sentence."""

_ADDRESS = lazy_pattern(
    rf"[^\s@/:?#\\<>()\[\],;\"]{{1,64}}@(?:({_IN_NAME}{{1,254}})|\[[0-9A-Fa-f:.IPv]{{2,50}}\])(?=[?]|\Z)"
)
"""An e-mail address, whose domain is a name or a literal: `joe@a.example`, `joe@[192.0.2.1]`. The group is the name."""

_BARE_IPV6 = lazy_pattern(
    r"(?=[0-9A-Fa-f:]{0,40}?\b[0-9A-Fa-f]{0,3}[0-9][0-9A-Fa-f]{0,3}\b(?<=[0-9A-Fa-f]{3}))"
    r"[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]{1,40}(?=[/?#]|\Z)(?!/[0-9]{0,3}\Z)"
)
"""Text that may be an IPv6 address without brackets, if `IP_LITERAL` agrees: a group of three or more characters with a
digit distinguishes it from a name with two colons in code, as in finding."""

_IP_LITERAL = lazy_pattern(IP_LITERAL)
_DOTTED_QUAD = lazy_pattern(DOTTED_QUAD)
_USERINFO = lazy_pattern(r"([\w\-.~!$&'()*+,;=%]{1,64})(?::[\w\-.~!$&'()*+,;=%:]{0,64})?@")
_SLASHES = lazy_pattern(":?//")
_LABEL = r"[A-Za-z0-9](?:[\w\-]{0,61}[A-Za-z0-9])?"
_INTRANET = lazy_pattern(
    rf"((?!(?<!@)[0-9.]+(?::|[/?#].)){_LABEL}(?:\.{_LABEL}){{0,8}})(?::0*([0-9]{{1,5}}))?(?=([/?#]|\Z))"
)
"""A name before a port or path, or at the end. Digits alone are a time, a date or a fraction (`12:30`, `24/7`), except
after a user name and before a slash at the end (`127.1/`)."""

_GREATEST_PORT = 65535
_EMPTY_PORT = lazy_pattern(rf"({_IN_NAME}{{1,254}}|\[[0-9A-Fa-f:.]{{2,45}}\])(:)(?=[/?#]|\Z)")


def is_host(name: str | None, alone: bool) -> bool:
    """Whether everybody would read a name as a host: an address, `localhost`, or one under a known top-level domain.

    None represents an IP literal. A name that is `alone` is not a host if it looks like a file name. For `localhost`,
    see RFC 6761.

    >>> [is_host(name, True) for name in ("a.example", "localhost", "192.0.2.1", "hello", "file.txt", "setup.py")]
    [True, True, True, False, False, False]
    """
    if name is None or name.lower().rstrip(".") == "localhost" or _DOTTED_QUAD.fullmatch(name):
        return True
    labels = name.lower().rstrip(".").split(".")
    if not name.isascii() and not all(map(_in_host, filterfalse(str.isascii, normalize("NFKC", name)))):
        return False
    if len(labels) < 2 or not all(labels) or labels[-1] not in top_level_domains():
        return False
    return not (alone and len(labels) == 2 and labels[-1] in domain_lookalikes("file"))


def _in_host(character: str) -> bool:
    """Whether a character beyond ASCII is a letter, mark, decimal digit or joiner, as in internationalized names."""
    return character in JOINERS or category(character)[0] in "LM" or category(character) == "Nd"


def _after_userinfo(text: str, start: int) -> int:
    """The offset of the host in a text without a scheme: after the user name and password, if any (3.2.1).

    >>> _after_userinfo("joe:pw@a.example/x", 0), _after_userinfo("mailto:joe@a.example", 0)
    (7, 0)
    """
    user = _USERINFO.match(text, start)
    return user.end() if user and user[1].lower() not in schemes() else start


@rule
def address_brackets(draft: Draft) -> Iterator[Edit]:
    """An IPv6 address without brackets gets them, but not before a prefix length such as `/64` (RFC 3986, 3.2.2).

    >>> cleaned("2001:db8::7"), cleaned("2001:db8::7/b")
    ('http://[2001:db8::7]', 'http://[2001:db8::7]/b')
    """
    if (found := _BARE_IPV6.match(draft.text)) and _IP_LITERAL.fullmatch(f"[{found[0]}]"):
        yield Edit(0, 0, "[")
        yield Edit(found.end(), found.end(), "]")


@rule
def empty_port(draft: Draft) -> Iterator[Edit]:
    """A colon without a port, after a name without a scheme, is dropped (RFC 3986, 3.2.3).

    >>> cleaned("a.example:/x")
    'http://a.example/x'
    """
    found = _EMPTY_PORT.match(draft.text)
    if found and is_host(None if found[1][0] == "[" else found[1], alone=False):
        yield Edit(*found.span(2))


@rule
def mailto_added(draft: Draft) -> Iterator[Edit]:
    """An e-mail address without a scheme gets `mailto:` (RFC 6068, 2).

    >>> cleaned("joe@a.example")
    'mailto:joe@a.example'
    """
    if (found := _ADDRESS.match(draft.text)) and is_host(found[1], alone=False):
        yield Edit(0, 0, "mailto:")


@rule
def scheme_added(draft: Draft) -> Iterator[Edit]:
    """A name or IP address without a scheme gets the default scheme, or ftp if it begins with `ftp.` (RFC 3986, 4.5).

    >>> [cleaned(typed) for typed in ("www.a.example/x", "//a.example", "localhost:3000/x", "joe:pw@[::1]/")]
    ['http://www.a.example/x', 'http://a.example', 'http://localhost:3000/x', 'http://joe:pw@[::1]/']
    """
    slashes = _SLASHES.match(draft.text)
    start = slashes.end() if slashes else 0
    found = _BARE.match(draft.text, _after_userinfo(draft.text, start))
    if found and is_host(found[1], alone=not start and found.end() == len(draft.text)):
        scheme = "ftp" if found[0][:4].lower() == "ftp." and not start else draft.default_scheme
        yield Edit(0, 0, scheme + "://"[: 3 - start])


@rule
def intranet_name(draft: Draft) -> Iterator[Edit]:
    """With `intranet`, any name before a port or path, or after a password, gets the default scheme (RFC 3986, 4.5).

    >>> [cleaned(typed, intranet=True) for typed in ("nas/photo", "host:8080/x", "wiki.corp/x", "joe:pw@nas")]
    ['http://nas/photo', 'http://host:8080/x', 'http://wiki.corp/x', 'http://joe:pw@nas']
    """
    start = _after_userinfo(draft.text, 0) if draft.intranet else 0
    found = _INTRANET.match(draft.text, start) if draft.intranet else None
    if not found or int(found[2] or 0) > _GREATEST_PORT or (not start and found[2] and found[1].lower() in schemes()):
        return
    if found[2] or found[3] == "/" or ":" in draft.text[:start]:
        yield Edit(0, 0, f"{draft.default_scheme}://")
