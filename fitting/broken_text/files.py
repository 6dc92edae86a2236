"""Writes documents to files: each text, with its answers as JSON beside it, in a folder for its family."""

import json
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any

from fitting.broken_text.document import Answer, Document


def write_documents(documents: Iterable[Document], folder: Path) -> int:
    """Write `real/<family>/<number>.txt` and `.json` for each document, and return the number of documents."""
    count = 0
    for document in documents:
        place = folder / "real" / document.family.replace(".", "_")
        place.mkdir(parents=True, exist_ok=True)
        name = f"{document.number:05}"
        (place / f"{name}.txt").write_text(document.text, encoding="utf-8", newline="")
        (place / f"{name}.json").write_text(json.dumps(record(document, name), ensure_ascii=False), encoding="utf-8")
        count += 1
    return count


def record(document: Document, name: str) -> dict[str, Any]:
    """A document's answers: each URI once, with its occurrences; a URI is wrapped if every occurrence is broken."""
    in_order = sorted(document.answers, key=lambda answer: answer.uri)
    truth = [truth_of(uri, list(answers)) for uri, answers in groupby(in_order, key=lambda answer: answer.uri)]
    return {
        "id": f"{document.family}-{name}",
        "source": "fitting.broken_text",
        "text_file": f"{name}.txt",
        "language": document.language,
        "truth": truth,
        "ignore": [],
    }


def truth_of(uri: str, answers: list[Answer]) -> dict[str, Any]:
    """The record of one URI."""
    return {
        "url": uri,
        "wrapped": all(answer.broken for answer in answers),
        "hyphen_break": any(after_hyphen(answer) for answer in answers),
        "occurrences": [occurrence(answer) for answer in answers],
    }


def occurrence(answer: Answer) -> dict[str, Any]:
    """The record of one occurrence of a URI."""
    return {
        "start": answer.start,
        "end": answer.end,
        "wrapped": answer.broken,
        "breaks": len(answer.pieces) - 1,
        "hyphen_break": after_hyphen(answer),
        "pieces": answer.pieces,
        "trap": answer.trap,
    }


def after_hyphen(answer: Answer) -> bool:
    """Whether any piece except the last ends in a hyphen of the URI."""
    end = 0
    for piece in answer.pieces[:-1]:
        end += piece.end - piece.start
        if answer.uri[end - 1] == "-":
            return True
    return False
