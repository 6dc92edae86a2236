"""Decodes the octets of a page, by the encoding that HTML's rules determine (HTML, 13.2.3)."""

import re

_NAMED = {
    "utf-8": "utf-8 utf8 unicode-1-1-utf-8 x-unicode20utf8 utf-16 utf-16le utf-16be unicode",
    "cp1252": "windows-1252 cp1252 x-cp1252 iso-8859-1 iso8859-1 iso_8859-1 latin1 l1 ascii us-ascii cp819",
    "cp1250": "windows-1250 cp1250 x-cp1250",
    "cp1251": "windows-1251 cp1251 x-cp1251",
    "cp1253": "windows-1253 cp1253 x-cp1253",
    "cp1254": "windows-1254 cp1254 x-cp1254 iso-8859-9 iso8859-9 iso_8859-9 latin5 l5",
    "cp1255": "windows-1255 cp1255 x-cp1255",
    "cp1256": "windows-1256 cp1256 x-cp1256",
    "cp1257": "windows-1257 cp1257 x-cp1257",
    "cp1258": "windows-1258 cp1258 x-cp1258",
    "iso8859-2": "iso-8859-2 iso8859-2 iso_8859-2 latin2 l2",
    "iso8859-3": "iso-8859-3 iso8859-3 iso_8859-3 latin3 l3",
    "iso8859-4": "iso-8859-4 iso8859-4 iso_8859-4 latin4 l4",
    "iso8859-5": "iso-8859-5 iso8859-5 iso_8859-5 cyrillic",
    "iso8859-6": "iso-8859-6 iso8859-6 iso_8859-6 arabic",
    "iso8859-7": "iso-8859-7 iso8859-7 iso_8859-7 greek greek8",
    "iso8859-8": "iso-8859-8 iso8859-8 iso_8859-8 iso-8859-8-i hebrew visual logical",
    "iso8859-10": "iso-8859-10 iso8859-10 latin6 l6",
    "iso8859-13": "iso-8859-13 iso8859-13",
    "iso8859-14": "iso-8859-14 iso8859-14",
    "iso8859-15": "iso-8859-15 iso8859-15 iso_8859-15 l9",
    "iso8859-16": "iso-8859-16",
    "koi8-r": "koi8-r koi8 koi8_r koi",
    "koi8-u": "koi8-u koi8-ru",
    "cp866": "ibm866 cp866 866",
    "cp874": "windows-874 tis-620 iso-8859-11 iso8859-11 dos-874",
    "mac-roman": "macintosh mac x-mac-roman",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "gb18030": "gb18030 gbk x-gbk gb2312 gb_2312-80 chinese gb_2312",
    "big5hkscs": "big5 big5-hkscs cn-big5 x-x-big5",
    "euc_jp": "euc-jp x-euc-jp",
    "cp932": "shift_jis shift-jis sjis x-sjis ms_kanji windows-31j ms932",
    "iso2022_jp": "iso-2022-jp",
    "cp949": "euc-kr ks_c_5601-1987 ks_c_5601-1989 ksc5601 korean windows-949",
}
"""Python's codecs by the labels of the Encoding Standard (4.2) that pages use. A page that declares UTF-16 in ASCII is
in UTF-8. UTF-7 is left out: it serves to hide markup."""

_CODECS = {label: codec for codec, labels in _NAMED.items() for label in labels.split()}
_BOMS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_XML_ENCODING = re.compile(rb"""<\?xml[^>]{0,200}?\sencoding\s{0,20}=\s{0,20}["']([^"'>\s]{1,40})["']""")
META_CHARSET = re.compile(rb"""(?i)<meta[\s/][^>]{0,500}?charset\s{0,20}=\s{0,20}["']?\s{0,20}([^"'>\s;/]{1,40})""")
PRESCAN = 1024
"""Octets within which a page has to declare its encoding (13.2.3.2)."""


def markup_of(octets: bytes) -> str:
    r"""The markup of a page, without its byte order mark. Octets that do not decode become U+FFFD.

    >>> markup_of(b'<meta charset="windows-1251">\xe4\xe0'), markup_of(b"caf\xe9"), markup_of(b"caf\xc3\xa9")
    ('<meta charset="windows-1251">\u0434\u0430', 'caf\xe9', 'caf\xe9')
    """
    for mark, codec in _BOMS.items():
        if octets.startswith(mark):
            return octets[len(mark) :].decode(codec, "replace")
    stated = declared_codec(octets[:PRESCAN])
    if stated is not None:
        return octets.decode(stated, "replace")
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError:
        return octets.decode("cp1252", "replace")


def declared_codec(head: bytes) -> str | None:
    """The codec that the beginning of a page declares, if pages may use it (13.2.3.2).

    >>> declared_codec(b'<?xml version="1.0" encoding="ISO-8859-2"?>'), declared_codec(b"<meta charset=utf-7>")
    ('iso8859-2', None)
    """
    for pattern in (_XML_ENCODING, META_CHARSET):
        declaration = pattern.search(head)
        if declaration is not None:
            return _CODECS.get(declaration[1].decode("ascii", "replace").lower())
    return None
