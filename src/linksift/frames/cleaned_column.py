"""Cleans a column of references that people typed, row by row."""

from collections.abc import Callable
from functools import partial
from typing import Literal

from linksift.arguments import one_of
from linksift.cleaning import Cleaned, NotAURI
from linksift.cleaning import clean as clean_text
from linksift.frames.column_texts import Column, chunks_of, each_text, mapped, require_texts, string_array, texts_of
from linksift.frames.require_pyarrow import compute, pa
from linksift.frames.schema import CLEANED

Errors = Literal["coerce", "raise"]


def clean(typed: Column, *, errors: Errors = "coerce", default_scheme: str = "http", intranet: bool = False) -> Column:
    """The result of `linksift.clean` for each row: a column of structs with the URI, the error and the notes' rules.

    Args:
        typed: A column of text that people typed.
        errors: With "coerce", a row that yields no URI has a null `uri`, and its `NotAURI.reason` as `error`. With
            "raise", the first such row raises NotAURI, with a note that gives the number of the row.
        default_scheme: The scheme for names without one.
        intranet: Whether a single word can be a host.

    Raises:
        NotAURI: If a row yields no URI and `errors` is "raise".
        TypeError: If the column contains neither strings nor bytes.
        ValueError: If the value of an option is invalid.

    >>> clean(pa.array(["htp://a.example", "two words", None])).to_pylist()[0]
    {'uri': 'http://a.example', 'error': None, 'rules': ['scheme_typos.misspelled']}
    """
    require_texts("clean", typed)
    one_of("errors", errors, ("coerce", "raise"))
    clean_one = partial(clean_text, default_scheme=default_scheme, intranet=intranet)
    clean_one("http://a.example")  # raises for invalid options, regardless of the rows
    made = mapped(typed, partial(_cleaned, clean_one))
    if errors == "raise":
        require_uris(typed, made, clean_one)
    return made


def require_uris(typed: Column, made: Column, clean_one: Callable[[str], Cleaned]) -> None:
    """Raise NotAURI, with a note that gives the row's number, for the first row that yields no URI."""
    row = compute.index(compute.is_valid(compute.struct_field(made, "error")), True).as_py()
    if row < 0:
        return
    plain = mapped(typed.slice(row, 1), lambda batch: batch)
    [text] = [text for chunk in chunks_of(plain) for text in texts_of(chunk)]
    try:
        clean_one(text or "")
    except NotAURI as error:
        error.add_note(f"This is row {row} of the column, counted from 0.")
        raise


def _cleaned(clean_one: Callable[[str], Cleaned], batch: pa.Array) -> pa.Array:
    made = each_text(partial(cleaned_or_error, clean_one), batch)
    uris = [one.uri if isinstance(one, Cleaned) else None for one in made]
    reasons = [one.reason if isinstance(one, NotAURI) else None for one in made]
    rules = pa.array(
        [[note.rule for note in one.notes] if isinstance(one, Cleaned) else [] for one in made], CLEANED[2].type
    )
    nulls = pa.array([one is None for one in made], pa.bool_())
    return pa.StructArray.from_arrays(
        [string_array(uris), string_array(reasons), rules], fields=list(CLEANED), mask=nulls
    )


def cleaned_or_error(clean_one: Callable[[str], Cleaned], text: str) -> Cleaned | NotAURI:
    """The value that `clean_one` returns for a text, or the error that it raises."""
    try:
        return clean_one(text)
    except NotAURI as error:
        return error
