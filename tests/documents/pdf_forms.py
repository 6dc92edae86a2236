"""Makes PDFs with forms for tests, byte by byte."""


def form(fields: bytes, *objects: bytes, annotations: bytes = b"") -> bytes:
    """A PDF with one empty page and a form, whose further objects are numbered from 4."""
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[" + annotations + b"]>>"
    catalog = b"<</Type/Catalog/Pages 2 0 R/AcroForm<<" + fields + b">>>>"
    out, places = b"%PDF-1.7\n", []
    for number, one in enumerate([catalog, b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page, *objects], 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, one)
    table = b"0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(places) + 1, len(out))
    return out + b"xref\n0 %d\n" % (len(places) + 1) + table + trailer


def stream(octets: bytes) -> bytes:
    """A stream that is not compressed."""
    return b"<</Length %d>>\nstream\n%b\nendstream" % (len(octets), octets)
