"""Rewrites the texts of a column: their URIs become links for a web page or chat, or defanged links are restored."""

from collections.abc import Callable
from functools import partial
from typing import Unpack

from linksift.arguments import one_of, whole_number
from linksift.finding import Finder, FinderOptions
from linksift.finding import refang as refang_text
from linksift.frames.column_texts import (
    LARGEST_ROW,
    Column,
    each_text,
    is_octets,
    mapped,
    mapped_without_long_rows,
    require_texts,
    string_array,
)
from linksift.frames.require_pyarrow import pa
from linksift.linking import FORMATS, OutputFormat, Policy, linker_from


def linkify(
    texts: Column,
    to: OutputFormat = "html",
    *,
    policy: Policy | None = None,
    max_row_bytes: int = LARGEST_ROW,
    finder: Finder | None = None,
    **options: Unpack[FinderOptions],
) -> Column:
    """Each text with its links in a format, as `linksift.linkify` writes it: strings for strings and bytes for bytes.

    The result is valid UTF-8, since NULs and bytes that are not UTF-8 become U+FFFD.

    Args:
        texts: A column of text, as in `find`.
        to: The format: "html", "markdown" or "slack".
        policy: Decides which URIs become links, and how.
        max_row_bytes: A longer row yields null, and LongRowsWarning is issued.
        finder: Searches the texts. The default is a finder with `options`.
        options: The options of `Finder`.

    Raises:
        TypeError: If the column contains neither strings nor bytes, or an option is unknown.
        ValueError: If the value of an option is invalid.

    >>> linkify(pa.array(["www.a.example", None]), policy=Policy(rel=None)).to_pylist()
    ['<a href="http://www.a.example">www.a.example</a>', None]
    """
    require_texts("linkify", texts)
    one_of("to", to, FORMATS)
    linker = linker_from(linkify, finder, policy, options)
    most = whole_number("max_row_bytes", max_row_bytes)
    return mapped_without_long_rows(texts, partial(_linked, partial(linker.linkify, to=to)), most)


def _linked(linkify: Callable[[str], str], batch: pa.Array) -> pa.Array:
    linked = string_array(each_text(linkify, batch))
    return linked.cast(pa.binary()) if is_octets(batch.type) else linked


def refang(texts: Column, **options: Unpack[FinderOptions]) -> Column:
    """Each text with its defanged links restored, as `linksift.refang` returns it: a column of strings.

    Bytes that are not UTF-8 become U+FFFD.

    Args:
        texts: A column of text.
        options: The options of `Finder`, as in `linksift.refang`.

    Raises:
        TypeError: If the column contains neither strings nor bytes, or an option is unknown.
        ValueError: If the value of an option is invalid.

    >>> refang(pa.array(["see hxxp://a[.]example", None])).to_pylist()
    ['see http://a.example', None]
    """
    require_texts("refang", texts)
    refanged = partial(refang_text, **options)
    refanged("")  # raises for invalid options, regardless of the rows
    return mapped(texts, lambda batch: string_array(each_text(refanged, batch)))
