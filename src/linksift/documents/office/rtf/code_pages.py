"""The codecs for the code pages and charsets that Rich Text identifies by number (RTF 1.9.1, "Character Set", "Font
Table").

A font's charset is given by the number in `\\fcharset`, and the code page of a document or a font by the number in
`\\ansicpg` or `\\cpg`, respectively.
"""

import codecs
from functools import cache

DEFAULT = "cp1252"

_CODE_PAGES = {
    10000: "mac_roman", 10001: "shift_jis", 10002: "big5", 10003: "euc_kr", 10004: "mac_arabic", 10006: "mac_greek",
    10007: "mac_cyrillic", 10008: "gb2312", 10029: "mac_latin2", 10081: "mac_turkish", 20866: "koi8_r",
}  # fmt: skip
"""The code pages that Python knows by a name other than their number."""

_CODE_PAGE_OF_CHARSET = {
    0: 1252, 77: 10000, 78: 10001, 79: 10003, 80: 10008, 81: 10002, 84: 10004, 85: 10006, 86: 10081, 88: 10029,
    89: 10007, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256,
    186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437, 255: 850,
}  # fmt: skip
"""The code pages of charsets. Charset 1 is the document's own, and 2 contains symbols; in all charsets, the ASCII bytes
of a URI represent themselves."""

NAMED = {"ansi": DEFAULT, "mac": "mac_roman", "pc": "cp437", "pca": "cp850"}
"""The codecs for the control words that name the character set of a document."""


@cache
def codec_of_page(number: int) -> str:
    """The codec for a code page, or that for windows-1252 if Python has none.

    >>> codec_of_page(932), codec_of_page(10007), codec_of_page(99999)
    ('cp932', 'mac-cyrillic', 'cp1252')
    """
    try:
        return codecs.lookup(_CODE_PAGES.get(number, f"cp{number}")).name
    except LookupError:
        return DEFAULT


def codec_of_charset(number: int) -> str | None:
    """The codec for a font's charset, or None if the document's own code page applies.

    >>> codec_of_charset(204), codec_of_charset(1)
    ('cp1251', None)
    """
    page = _CODE_PAGE_OF_CHARSET.get(number)
    return None if page is None else codec_of_page(page)
