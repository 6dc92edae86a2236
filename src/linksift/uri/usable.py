"""Can a valid reference be used? The shape and length of names that the DNS can look up, and of whole URIs.

Here belongs what software refuses though the grammar and the scheme allow it: "URI producers should use names that
conform to the DNS syntax, even when use of DNS is not immediately apparent" (RFC 3986, 3.2.2).
"""

import re
from collections.abc import Iterator

from linksift.uri.components import Components, divided, recompose
from linksift.uri.host import host_kind
from linksift.uri.schemes import Broken
from linksift.uri.uts46 import LONGEST_LABEL, LONGEST_NAME

LONGEST_HTTP_URI = 8000


def name_length(uri: Components) -> Iterator[Broken]:
    """A name has at most 253 code points, less the root's dot (RFC 1035, 2.3.4).

    >>> from linksift.uri.components import split
    >>> [broken.offset for broken in name_length(split("http://" + "a." * 200))]
    [253]
    """
    if len(_name(uri).removesuffix(".")) > LONGEST_NAME:
        yield Broken("host", LONGEST_NAME, "RFC 1035, 2.3.4", f"a name has at most {LONGEST_NAME} characters")


def label_length(uri: Components) -> Iterator[Broken]:
    """A label has 1 to 63 code points (RFC 1035, 2.3.4).

    >>> from linksift.uri.components import split
    >>> [broken.offset for broken in label_length(split("http://a..b./"))]
    [2]
    """
    for start, label in _labels(uri):
        if not 1 <= len(label) <= LONGEST_LABEL:
            at_fault = start + min(len(label), LONGEST_LABEL)
            yield Broken("host", at_fault, "RFC 1035, 2.3.4", f"a label has 1 to {LONGEST_LABEL} characters")


def label_shape(uri: Components) -> Iterator[Broken]:
    """A label is letters, digits and inner hyphens (RFC 1123, 2.1); `_` goes too, as in names of services (RFC 2782).

    >>> from linksift.uri.components import split
    >>> [broken.offset for broken in label_shape(split("http://_a-b.-c.d!.e%41/"))]
    [5, 9, 12]
    """
    for start, label in _labels(uri):
        shape = re.match(r"(?!-)(?:[A-Za-z0-9_]|-(?!\Z))*", label)
        end = shape.end() if shape else 0
        if end < len(label):
            yield Broken("host", start + end, "RFC 1123, 2.1", "a label is letters, digits and inner hyphens")


def last_label(uri: Components) -> Iterator[Broken]:
    """The last label of a name is no number, or it would read as an address that it is not (RFC 1123, 2.1).

    >>> from linksift.uri.components import split
    >>> [broken.offset for broken in last_label(split("http://10.0.0.256/"))]
    [7]
    """
    *_, (start, label) = [(0, ""), *_labels(uri)]
    if label.isdecimal():
        yield Broken("host", start, "RFC 1123, 2.1", "this is no IPv4 address, and a name does not end in a number")


def port_zero(uri: Components) -> Iterator[Broken]:
    """Port 0 is reserved: nothing listens there (RFC 6335, 6).

    >>> from linksift.uri.components import split
    >>> [broken.component for broken in port_zero(split("http://a:0/"))]
    ['port']
    """
    if uri.port and not uri.port.strip("0"):
        yield Broken("port", 0, "RFC 6335, 6", "port 0 is reserved")


def uri_length(uri: Components) -> Iterator[Broken]:
    """What speaks HTTP need not take more than 8000 octets (RFC 9110, 4.1), without the fragment, which is not sent.

    >>> from linksift.uri.components import split
    >>> [broken.section for broken in uri_length(split("http://a/" + "b" * 8000))]
    ['RFC 9110, 4.1']
    """
    too_long = len(recompose(uri._replace(fragment=None))) > LONGEST_HTTP_URI
    if too_long and (uri.scheme or "").lower() in ("http", "https"):
        yield Broken("path", 0, "RFC 9110, 4.1", f"not all software takes more than {LONGEST_HTTP_URI} octets")


DEMANDS = (name_length, label_length, label_shape, last_label, port_zero, uri_length)


def unusable(uri: Components) -> Iterator[Broken]:
    """All that keeps a valid reference from being used, demand by demand.

    >>> from linksift.uri.components import split
    >>> [broken.section for broken in unusable(split("http://a_b.-.256:0/"))]
    ['RFC 1123, 2.1', 'RFC 1123, 2.1', 'RFC 6335, 6']
    """
    return (broken for demand in DEMANDS for broken in demand(uri))


def _name(uri: Components) -> str:
    """The host where it is a registered name, else ""."""
    host = uri.host or ""
    return host if host_kind(host) == "reg-name" else ""


def _labels(uri: Components) -> Iterator[tuple[int, str]]:
    """The labels of a name, each with its offset; none for the root's dot.

    >>> from linksift.uri.components import split
    >>> list(_labels(split("//a.bc.")))
    [(0, 'a'), (2, 'bc')]
    """
    name = _name(uri).removesuffix(".")
    return divided(name, ".") if name else iter(())
