"""The functions with one value for each row: texts rewritten, and references cleaned, normalized, split and judged."""

from collections.abc import Callable, Mapping
from functools import partial
from operator import attrgetter
from typing import Any, Literal, Unpack

from linksift.arguments import one_of, whole_number
from linksift.cleaning import Cleaned, NotAURI, RedirectorRules
from linksift.cleaning import clean as clean_text
from linksift.cleaning import unwrap as unwrap_one
from linksift.finding import Finder, FinderOptions
from linksift.finding import refang as refang_text
from linksift.frames.column_texts import (
    LARGEST_ROW,
    Column,
    array_of,
    chunks_of,
    each_text,
    is_octets,
    mapped,
    mapped_without_long_rows,
    require_texts,
    string_array,
    texts_of,
)
from linksift.frames.require_pyarrow import compute, pa
from linksift.frames.schema import CLEANED, PARTS
from linksift.hazards import hazards as hazards_of
from linksift.linking import FORMATS, OutputFormat, Policy, linker_from
from linksift.uri import parse

# ---- Texts -----------------------------------------------------------------------------------------------------------


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


# ---- References ------------------------------------------------------------------------------------------------------

Errors = Literal["coerce", "raise"]


def clean(typed: Column, *, errors: Errors = "coerce", default_scheme: str = "http", intranet: bool = False) -> Column:
    """The result of `linksift.clean` for each row: a column of structs with the URI, the error and the notes' rules.

    Args:
        typed: A column of text that people typed.
        errors: With "coerce", a row that yields no URI has a null `uri`, and its `NotAURI.reason` as `error`. With
            "raise", the first such row raises NotAURI, with a note that gives the number of the row.
        default_scheme: The scheme for names without one.
        intranet: Whether any name before a port or path is a host (`nas/photo`).

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
    made = mapped(typed, lambda batch: array_of(CLEANED, each_text(partial(_cleaned, clean_one), batch)))
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


def _cleaned(clean_one: Callable[[str], Cleaned], text: str) -> tuple[str | None, str | None, list[str]]:
    """A row of `CLEANED`: the URI that `clean_one` makes of a text, or the reason of the error that it raises."""
    try:
        cleaned = clean_one(text)
    except NotAURI as error:
        return None, error.reason, []
    return cleaned.uri, None, [note.rule for note in cleaned.notes]


def normalize(references: Column) -> Column:
    """Each reference, normalized (RFC 3986, 6.2.2 and 6.2.3): strings, or null for a row that is not a reference.

    Args:
        references: A column of URI references or IRIs.

    Raises:
        TypeError: If the column contains neither strings nor bytes.

    >>> normalize(pa.array(["HTTP://A.example/%7eb/../c", "no uri", None])).to_pylist()
    ['http://a.example/c', None, None]
    """
    return _of_references("normalize", lambda text: str(parse(text).normalize()), pa.string(), references)


def parts(references: Column) -> Column:
    """The components of each reference (RFC 3986, 3): structs, or null for a row that is not a reference.

    Args:
        references: A column of URI references or IRIs.

    Raises:
        TypeError: If the column contains neither strings nor bytes.

    >>> parts(pa.array(["http://a.example:80/b?c"])).to_pylist()[0]["port"]
    '80'
    """
    get = attrgetter(*(part.name for part in PARTS))
    return _of_references("parts", lambda text: get(parse(text)), PARTS, references)


def unwrap(uris: Column, *, depth: int = 8, rules: RedirectorRules | Mapping[str, Any] | None = None) -> Column:
    """The URI wrapped in each URI, as `linksift.unwrap` returns it: strings, or null for a row that is not a URI.

    Args:
        uris: A column of URIs or IRIs.
        depth: The maximum number of wrappers to remove.
        rules: Redirectors in addition to the known ones, as in `linksift.unwrap`.

    Raises:
        TypeError: If the column contains neither strings nor bytes.
        ValueError: If the value of an option is invalid.

    >>> unwrap(pa.array(["https://www.google.com/url?q=http%3A%2F%2Fa.example%2F", "no uri"])).to_pylist()
    ['http://a.example/', None]
    """
    require_texts("unwrap", uris)
    whole_number("depth", depth, 0)
    if rules is not None and not isinstance(rules, RedirectorRules):
        rules = RedirectorRules(rules)
    unwrap_row = partial(unwrap_one, depth=depth, rules=rules)
    return _of_references("unwrap", lambda uri: unwrap_row(uri).uri, pa.string(), uris)


def hazards(references: Column) -> Column:
    """The names of the hazards of each reference: lists of strings, or null for a row that is not a reference.

    `linksift.hazards` describes them. The field `hazards` of `find` also includes the hazards of a match in its text.

    Args:
        references: A column of URI references or IRIs.

    Raises:
        TypeError: If the column contains neither strings nor bytes.

    >>> hazards(pa.array(["http://bank.example@2130706433/", "http://a.example/", None])).to_pylist()
    [['host_like_userinfo', 'numeric_host'], [], None]
    """
    names = pa.list_(pa.string())
    return _of_references("hazards", lambda text: [hazard.name for hazard in hazards_of(text)], names, references)


def _of_references(name: str, function: Callable[[str], Any], kind: pa.DataType, references: Column) -> Column:
    """The result of a function for each reference, or null for null and for text for which it raises ValueError."""
    require_texts(name, references)

    def result(text: str) -> Any:
        try:
            return function(text)
        except ValueError:  # not a reference, a host without a normal form, or a byte that is not UTF-8
            return None

    return mapped(references, lambda batch: array_of(kind, each_text(result, batch)))
