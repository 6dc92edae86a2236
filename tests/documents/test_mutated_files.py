"""Mutated files of every format with a parser that could fail: they give links, or a message that says why not."""

from pathlib import Path

import pytest

from tests.documents.mutations import assert_links_or_a_message, mutated, with_mutated_members
from tests.documents.office.test_docx import GOOD as DOCX
from tests.documents.office.test_opendocument import GOOD as ODT
from tests.documents.office.test_xlsx import GOOD as XLSX

MAILS = [path.read_bytes() for path in sorted((Path(__file__).parent / "samples" / "mail").glob("*.eml"))]
POSTMARK = b"From x Sat Nov 21 09:00:00 2026\n"

IN_MAIL = (
    b"\r\n \n--=?utf-8?q?=\n \0 \xff =3D Content-Type:multipart/mixed;boundary=x\n Content-Transfer-Encoding:base64\n "
    b"charset=utf-7 charset=punycode charset=zlib charset=unicode_escape charset=undefined charset=utf-16-le "
    b"boundary*0=a;boundary*1=b name*=utf-8''%ff% message/rfc822 text/html message/external-body;URL= format=flowed "
    b"application/pkcs7-mime"
).split(b" ")

IN_XML = (
    b"< > /> & &lt; &#0; &#x110000; &#xD800; <!-- --> <![CDATA[ ]]> <?x?> <!DOCTYPE+a> \0 \xff \xff\xfe \xef\xbb\xbf "
    b"<w:p> </w:p> </w:hyperlink> <w:fldChar/> </text:a> <text:s/> <row/> <v>\xc2\xb2</v> <v>-1</v> r='\xc2\xb2' "
    b"r='99999999999' t='s' _x000D_ _xD800_ _x0000_ http:// http://a% http://[ //"
).split(b" ")

IN_PDF = (
    b"obj endobj stream endstream << >> /URI /Annots /Kids /Parent /Length+9999999 /Count+-1 xref trailer %%EOF "
    b"(http://\xff\xfe) <FEFF> /FlateDecode /Rotate+45 /MediaBox[0+0+1e38+-1e38] Tj BT ET nan 99999999999999"
).split(b" ")


@pytest.mark.parametrize("seed", range(300))
def test_mutated_mail(seed: int) -> None:
    message = MAILS[seed % len(MAILS)]
    assert_links_or_a_message(mutated(message, seed, IN_MAIL), "a.eml")
    assert_links_or_a_message(mutated(POSTMARK + message + b"\n\n" + POSTMARK + message, seed, IN_MAIL), "a.mbox")


@pytest.mark.parametrize("seed", range(300))
@pytest.mark.parametrize(("package", "name"), [(DOCX, "a.docx"), (XLSX, "a.xlsx"), (ODT, "a.odt")])
def test_mutated_packages(package: bytes, name: str, seed: int) -> None:
    assert_links_or_a_message(mutated(package, seed, [b"PK\1\2", b"PK\3\4", b"PK\5\6"]), name)
    assert_links_or_a_message(with_mutated_members(package, seed, IN_XML), name)


@pytest.mark.parametrize("seed", range(30))
def test_mutated_pdfs(seed: int) -> None:
    pytest.importorskip("reportlab", reason="PDFs are made with reportlab")
    from tests.documents.test_pdf import GOOD

    assert_links_or_a_message(mutated(GOOD, seed, [token.replace(b"+", b" ") for token in IN_PDF]), "a.pdf")


@pytest.mark.parametrize("part", range(20))
def test_truncated_pdfs(part: int) -> None:
    pytest.importorskip("reportlab", reason="PDFs are made with reportlab")
    from tests.documents.test_pdf import GOOD

    assert_links_or_a_message(GOOD[: part * len(GOOD) // 20], "a.pdf")
