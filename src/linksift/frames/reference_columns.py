"""Normalizes the references in a column, and splits them into their components."""

from linksift.frames.column_texts import Column, mapped, require_texts, string_array, texts_of
from linksift.frames.require_pyarrow import pa
from linksift.frames.schema import PARTS
from linksift.uri import InvalidReference, Reference, parse


def normalize(references: Column) -> Column:
    """Each reference, normalized (RFC 3986, 6.2.2 and 6.2.3): strings, or null for a row that is not a reference.

    Args:
        references: A column of URI references or IRIs.

    Raises:
        TypeError: If the column contains neither strings nor bytes.

    >>> normalize(pa.array(["HTTP://A.example/%7eb/../c", "no uri", None])).to_pylist()
    ['http://a.example/c', None, None]
    """
    require_texts("normalize", references)
    return mapped(references, _normalized)


def _normalized(batch: pa.Array) -> pa.Array:
    parsed = map(reference_or_none, texts_of(batch))
    return string_array([None if reference is None else normalized_or_none(reference) for reference in parsed])


def normalized_or_none(reference: Reference) -> str | None:
    """The normalized reference, or None if its host has no normal form."""
    try:
        return str(reference.normalize())
    except ValueError:
        return None


def parts(references: Column) -> Column:
    """The components of each reference (RFC 3986, 3): structs, or null for a row that is not a reference.

    Args:
        references: A column of URI references or IRIs.

    Raises:
        TypeError: If the column contains neither strings nor bytes.

    >>> parts(pa.array(["http://a.example:80/b?c"])).to_pylist()[0]["port"]
    '80'
    """
    require_texts("parts", references)
    return mapped(references, _parts)


def _parts(batch: pa.Array) -> pa.Array:
    parsed = list(map(reference_or_none, texts_of(batch)))
    columns = [
        string_array([None if reference is None else getattr(reference, part.name) for reference in parsed])
        for part in PARTS
    ]
    nulls = pa.array([reference is None for reference in parsed], pa.bool_())
    return pa.StructArray.from_arrays(columns, fields=list(PARTS), mask=nulls)


def reference_or_none(text: str | None) -> Reference | None:
    """The parsed reference, or None if the text is not a reference."""
    try:
        return None if text is None else parse(text)
    except InvalidReference:
        return None
