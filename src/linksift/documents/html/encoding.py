"""Decodes the bytes of a page with the encoding that HTML's rules determine (HTML, 13.2.3)."""

import re

from linksift.documents.text_files.text_encoding import codec_of, detected_codec

_UTF16 = ("utf-16-le", "utf-16-be")
"""A page that declares UTF-16 in ASCII is actually in UTF-8."""

_BOMS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_XML_ENCODING = re.compile(rb"""<\?xml[^>]{0,200}?\sencoding\s{0,20}=\s{0,20}["']([^"'>\s]{1,40})["']""")
META_CHARSET = re.compile(rb"""(?i)<meta[\s/][^>]{0,500}?charset\s{0,20}=\s{0,20}["']?\s{0,20}([^"'>\s;/]{1,40})""")
PRESCAN = 1024
"""The number of bytes within which a page must declare its encoding (13.2.3.2)."""


def markup_of(octets: bytes) -> str:
    r"""The markup of a page, without its byte order mark. Bytes that cannot be decoded become U+FFFD.

    >>> markup_of(b'<meta charset="windows-1251">\xe4\xe0'), markup_of(b"caf\xe9"), markup_of(b"caf\xc3\xa9")
    ('<meta charset="windows-1251">\u0434\u0430', 'caf\xe9', 'caf\xe9')
    """
    for mark, codec in _BOMS.items():
        if octets.startswith(mark):
            return octets[len(mark) :].decode(codec, "replace")
    stated = declared_codec(octets[:PRESCAN])
    if stated is not None:
        return octets.decode(stated, "replace")
    return octets.decode(detected_codec(octets), "replace")


def declared_codec(head: bytes) -> str | None:
    """The codec that the beginning of a page declares, if pages may use it (13.2.3.2).

    >>> declared_codec(b'<?xml version="1.0" encoding="ISO-8859-2"?>'), declared_codec(b"<meta charset=utf-7>")
    ('iso8859-2', None)
    """
    for pattern in (_XML_ENCODING, META_CHARSET):
        declaration = pattern.search(head)
        if declaration is not None:
            codec = codec_of(declaration[1].decode("ascii", "replace"))
            return "utf-8" if codec in _UTF16 else codec
    return None
