"""Restores the defanged links in the texts of a column."""

from functools import partial
from typing import Unpack

from linksift.finding import FinderOptions
from linksift.finding import refang as refang_text
from linksift.frames.column_texts import Column, each_text, mapped, require_texts, string_array
from linksift.frames.require_pyarrow import pa


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
    refang_text("", **options)  # raises for invalid options, regardless of the rows

    def refanged(batch: pa.Array) -> pa.Array:
        return string_array(each_text(partial(refang_text, **options), batch))

    return mapped(texts, refanged)
