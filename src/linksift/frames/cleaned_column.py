"""References that people typed, cleaned row by row."""

from functools import partial
from typing import Literal

from linksift.arguments import one_of
from linksift.cleaning import Cleaned, NotAURI
from linksift.cleaning import clean as clean_one
from linksift.frames.column_texts import Column, mapped, require_texts, string_array, texts_of
from linksift.frames.require_pyarrow import pyarrow as pa
from linksift.frames.schema import CLEANED

Errors = Literal["coerce", "raise"]


def clean(typed: Column, *, errors: Errors = "coerce", default_scheme: str = "http") -> Column:
    """What `linksift.clean` makes of each row: a column of structs of the URI, the error, and the rules of the notes.

    If nothing can be made of a row, `uri` is null and `error` is the reason, as `NotAURI.reason` has it. With
    `errors="raise"` the first such row raises NotAURI, a ValueError. Raises TypeError for a column that has no strings
    or octets.

    >>> clean(pa.array(["htp://a.example", "two words", None])).to_pylist()[0]
    {'uri': 'http://a.example', 'error': None, 'rules': ['scheme_typos.misspelled']}
    """
    require_texts("clean", typed)
    one_of("errors", errors, ("coerce", "raise"))
    return mapped(typed, partial(_cleaned, errors, default_scheme))


def _cleaned(errors: str, default_scheme: str, batch: pa.Array) -> pa.Array:
    texts = texts_of(batch)
    made = [None if text is None else cleaned_or_error(text, default_scheme) for text in texts]
    if errors == "raise":
        for one in made:
            if isinstance(one, NotAURI):
                raise one
    uris = [one.uri if isinstance(one, Cleaned) else None for one in made]
    reasons = [one.reason if isinstance(one, NotAURI) else None for one in made]
    rules = pa.array(
        [[note.rule for note in one.notes] if isinstance(one, Cleaned) else [] for one in made], CLEANED[2].type
    )
    nulls = pa.array([text is None for text in texts], pa.bool_())
    return pa.StructArray.from_arrays(
        [string_array(uris), string_array(reasons), rules], fields=list(CLEANED), mask=nulls
    )


def cleaned_or_error(text: str, default_scheme: str) -> Cleaned | NotAURI:
    """What `clean` returns for a text, or the error that it raises."""
    try:
        return clean_one(text, default_scheme)
    except NotAURI as error:
        return error
