"""Tests of zip files that neither their beginning nor their name shows to be documents of Office."""

import io
import zipfile

import pytest

import linksift
from linksift.documents import NotText
from tests.documents.office.test_docx import GOOD as DOCX
from tests.documents.office.test_pptx import GOOD as PPTX
from tests.documents.office.test_xlsx import GOOD as XLSX

LONG = b"see http://long.example/\n" + bytes(99_000)
"""A first member that hides the others from whoever reads only the beginning."""


def behind_a_long_member(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as package:
        for name, content in {"0.bin": LONG, **members}.items():
            package.writestr(name, content)
    return file.getvalue()


def members_of(package: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(package)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def uris(document: bytes) -> list[str]:
    return [found.match.uri for found in linksift.read(document)]


@pytest.mark.parametrize("document", [DOCX, XLSX, PPTX], ids=["DOCX", "XLSX", "PPTX"])
def test_the_directory_shows_a_document_of_office(document: bytes) -> None:
    members = {"[Content_Types].xml": b"<Types/>", **members_of(document)}
    assert uris(behind_a_long_member(members)) == uris(document) != []


def test_another_package_of_office_is_not_read() -> None:
    with pytest.raises(NotText, match="Office package"):
        uris(behind_a_long_member({"[Content_Types].xml": b"<Types/>", "visio/document.xml": b"<x/>"}))


def test_any_other_zip_file_is_an_archive() -> None:
    assert uris(behind_a_long_member({"word/a.txt": b"http://a.example/"}))[-1] == "http://a.example/"
