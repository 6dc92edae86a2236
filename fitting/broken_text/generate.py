"""Generates documents from a seed: the families take turns, and each document gets a language and a source."""

from collections.abc import Collection, Iterator, Sequence
from random import Random

from fitting.broken_text import prose
from fitting.broken_text.document import Document, Word
from fitting.broken_text.located import located
from fitting.broken_text.typesetters import (
    columns,
    comments,
    formatters,
    groff,
    html_as_text,
    info,
    line_tools,
    mail,
    pages,
    python_textwrap,
    tex,
)
from fitting.broken_text.typesetters.family import Family
from fitting.broken_text.writing import written

FAMILIES: Sequence[Family] = tuple(
    family
    for module in (
        mail,
        python_textwrap,
        line_tools,
        tex,
        formatters,
        groff,
        info,
        html_as_text,
        comments,
        pages,
        columns,
    )
    for family in module.FAMILIES
)


def documents(
    seed: int,
    count: int,
    families: Collection[str] | None = None,
    sentences: Sequence[str] = (),
    paragraphs: Sequence[tuple[Word, ...]] = (),
) -> Iterator[Document]:
    """`count` documents, from all families with installed programs, or from those named ("tex" names all of TeX's).

    A document depends only on the seed, its family and its number there: the same seed gives the same text regardless
    of the other families requested, as long as the program that sets it is the same. `sentences` and `paragraphs` (in
    English) are used instead of our own prose: `debian.sentences()` and `debian.paragraphs()` provide those of the
    installed packages.
    """
    chosen = [family for family in FAMILIES if family.is_here() and (families is None or is_named(family, families))]
    for place in range(count if chosen else 0):
        yield document(seed, chosen[place % len(chosen)], place // len(chosen), sentences, paragraphs)


def is_named(family: Family, names: Collection[str]) -> bool:
    """Whether a family is among the names: "tex.url_sty" is under both "tex" and "tex.url_sty"."""
    return family.name in names or family.name.split(".")[0] in names


def document(
    seed: int,
    family: Family,
    number: int,
    sentences: Sequence[str] = (),
    paragraphs: Sequence[tuple[Word, ...]] = (),
) -> Document:
    """One document of a family."""
    random = Random(f"{seed} {family.name} {number}")
    language = "en" if sentences or paragraphs else random.choice([*prose.LANGUAGES, *["en"] * 6])
    source = written(language, random, sentences, paragraphs)
    setting = family.set_lines(source, random)
    return Document(setting.text, family.name, number, language, located(source, setting))
