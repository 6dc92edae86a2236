"""Markup without a reader of its own is read as plain text: AsciiDoc, reStructuredText and gettext catalogues."""

import json
from pathlib import Path

import pytest

import linksift

REAL = Path(__file__).parents[3] / "shared" / "eval" / "real"


@pytest.mark.parametrize("markup", ["adoc", "rst", "po_raw"])
def test_plain_text_gives_every_link_of_real_files(markup: str) -> None:
    truths = sorted((REAL / markup).glob("*.json"))
    if not truths:
        pytest.skip("needs real documents, which are other people's")
    for truth in truths:
        document = json.loads(truth.read_text(encoding="utf-8"))
        found = {each.match.uri for each in linksift.read(truth.with_name(document["text_file"]))}
        assert {link["url"] for link in document["truth"]} <= found, truth.name
