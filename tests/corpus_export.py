"""Writes the corpora as JSON lines for other tools: `python -m tests.corpus_export >cases.jsonl`.

corpora/shared/README.md describes the format.
"""

import json
import re
import sys
from collections.abc import Iterator
from typing import Any

from fitting.broken_text import FAMILIES, Document, documents
from fitting.broken_text.scoring import uri_of
from tests.corpus import CORPORA, Case, Expected, read_corpora

FORMAT = 1
NO_JSON = ("matchers", "templates")  # options that only linksift has; cases with them are left out
SEED, DOCUMENTS = 31, 3
"""The seed of the generated documents, and their number for each typesetter."""


def exported() -> Iterator[dict[str, Any]]:
    """Each case as a JSON object, in the order of the files, followed by the generated ones."""
    for case in read_corpora(CORPORA):
        if not any(option in case.options for option in NO_JSON):
            yield as_json(case)
    everywhere = {family.name for family in FAMILIES if not family.program}  # the others are not on every machine
    yield from map(generated_as_json, documents(SEED, DOCUMENTS * len(everywhere), everywhere))


def generated_as_json(document: Document) -> dict[str, Any]:
    """A generated document, whose links were known before a typesetter broke them, as a JSON object."""
    return {
        "format": FORMAT,
        "id": f"generated/{SEED}/{document.family}:{document.number}",
        "text": document.text,
        "links": [Expected(answer.start, answer.end, uri_of(answer))._asdict() for answer in document.answers],
        "other_readings": [],
        "rule": document.family,
        "applies": True,
        "authority": "generated",
        "options": {},
    }


def as_json(case: Case) -> dict[str, Any]:
    """A case as a JSON object."""
    rule, applies = rule_of(case.path)
    return {
        "format": FORMAT,
        "id": case.id,
        "text": case.text,
        "links": [link._asdict() for link in case.matches],
        "other_readings": list(case.alternatives),
        "rule": rule,
        "applies": applies,
        "authority": authority(case),
        "options": {
            name: sorted(value) if isinstance(value, frozenset) else value for name, value in case.options.items()
        },
    }


def rule_of(path: str) -> tuple[str, bool]:
    """The rule that a file tests, and whether it applies in the file's texts.

    >>> rule_of("trim/emphasis.not.txt")
    ('trim.emphasis', False)
    """
    name = path.removesuffix(".txt")
    return name.removesuffix(".not").replace("/", "."), not name.endswith(".not")


def authority(case: Case) -> str:
    """The authority for a case's answer: the letter of a standard, two other tools, or linksift's practice."""
    if case.path == "documented.txt":
        return "two tools' pages"
    if case.options == {"profile": "uts58"}:
        return "UTS #58"
    if case.matches and not case.options and all(appendix_c(case.text, link) for link in case.matches):
        found_elsewhere = re.sub(r"<[^<>]*>|\"[^\"]*\"", "", case.text)
        if not re.search(r"\w:|@|www\.|ftp\.", found_elsewhere, re.IGNORECASE):
            return "RFC 3986"
    return "practice"


def appendix_c(text: str, link: Expected) -> bool:
    """Whether the words of RFC 3986, Appendix C, alone decide: a URI is in angle brackets or double quotes, and in it
    ASCII white space is ignored and has no hyphen before it.

    >>> appendix_c("<http://a.example/b\\nc>", Expected(1, 21, "http://a.example/bc"))
    True
    >>> appendix_c("<http://a.example/b\\n> c>", Expected(1, 23, "http://a.example/bc"))
    False
    """
    within = text[link.start : link.end]
    around = text[link.start - 1 : link.start] + text[link.end : link.end + 1]
    return (
        around in ("<>", '""')
        and re.match("[A-Za-z][A-Za-z0-9+.-]*:", within) is not None
        and re.sub(r"\s+", "", within, flags=re.ASCII) == link.uri
        and re.search(r"-\s", within) is None
    )


def main() -> None:
    """Write all cases to standard output."""
    for case in exported():
        sys.stdout.write(json.dumps(case, ensure_ascii=True, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
