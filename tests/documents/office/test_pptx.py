"""Presentations: hyperlinks and the text of slides, notes and comments, each with the number of its slide."""

import io
import zipfile

import pytest

from linksift import ReadError, read
from linksift.documents.recognizers import is_pptx
from tests.documents.mutations import assert_links_or_a_message, mutated, with_mutated_members

DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
SHOW = "http://schemas.openxmlformats.org/presentationml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def slide(body: str) -> str:
    return f"<p:sld xmlns:p='{SHOW}' xmlns:a='{DRAWING}' xmlns:r='{OFFICE}'>{body}</p:sld>"


def presentation(**members: str) -> bytes:
    """A presentation; `__` in a name is `/`, and `xml` is added."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr("[Content_Types].xml", "<Types/>")
        for name, text in members.items():
            package.writestr(f"ppt/{name.replace('__', '/')}.xml".replace("_rels.xml", ".xml.rels"), text)
    return out.getvalue()


LINKED = slide(
    "<p:sp><p:cNvPr><a:hlinkClick r:id='r2'/></p:cNvPr></p:sp><a:p><a:r><a:t>see http://a.exam</a:t></a:r><a:r>"
    "<a:t>ple/b</a:t></a:r><a:br/><a:r><a:rPr><a:hlinkClick r:id='r1'/></a:rPr><a:t>manual</a:t></a:r></a:p>"
)
RELATIONS = (
    f"<Relationships xmlns='{PACKAGE}'><Relationship Id='r1' TargetMode='External' Target='http://b.example/'/>"
    "<Relationship Id='r2' TargetMode='External' Target='http://c.example/'/>"
    "<Relationship Id='r3' TargetMode='External' Target='http://d.example/'/></Relationships>"
)
COMMENT = f"<p:cmLst xmlns:p='{SHOW}'><p:cm><p:text>http://e.example/</p:text></p:cm></p:cmLst>"
GOOD = presentation(slides__slide2=LINKED, slides___rels__slide2_rels=RELATIONS, comments__comment1=COMMENT)


def found(octets: bytes) -> list[tuple[str, str | None, int | None, str | None]]:
    return [(one.match.uri, one.location.stated_by, one.location.locator.page, one.link_text) for one in read(octets)]


def test_slides_have_links_of_text_and_of_shapes_and_comments() -> None:
    assert sorted(found(GOOD)) == [
        ("http://a.example/b", None, 2, None),
        ("http://b.example/", "hyperlink", 2, "manual"),
        ("http://c.example/", "hyperlink", 2, None),
        ("http://d.example/", "relationship", 2, None),
        ("http://e.example/", None, None, None),
    ]


def test_the_description_of_a_picture_is_read() -> None:
    shown = slide("<p:pic><p:nvPicPr><p:cNvPr id='4' descr='http://a.example/b.png'/></p:nvPicPr></p:pic>")
    assert found(presentation(slides__slide1=shown)) == [("http://a.example/b.png", None, 1, None)]


def test_properties_are_read() -> None:
    out = io.BytesIO(presentation(slides__slide1=slide("")))
    with zipfile.ZipFile(out, "a") as package:
        package.writestr("docProps/core.xml", "<p><keywords>http://a.example/b</keywords></p>")
    assert found(out.getvalue()) == [("http://a.example/b", None, None, None)]


def test_slide_ten_comes_after_slide_nine() -> None:
    slides = {f"slides__slide{n}": slide(f"<a:p><a:r><a:t>http://a.example/{n}</a:t></a:r></a:p>") for n in (10, 9)}
    assert [page for _, _, page, _ in found(presentation(**slides))] == [9, 10]


@pytest.mark.parametrize("name", ["slides__Slide_one", "slides__Slide2", "notesSlides__Note", "slideMasters__Master"])
def test_parts_of_any_name_are_read(name: str) -> None:
    members = {"slides__slide1": slide(""), name: slide("<a:p><a:r><a:t>http://a.example/</a:t></a:r></a:p>")}
    assert [uri for uri, *_ in found(presentation(**members))] == ["http://a.example/"]


def test_a_presentation_of_python_pptx() -> None:
    pptx = pytest.importorskip("pptx")
    made = pptx.Presentation()
    added = made.slides.add_slide(made.slide_layouts[5])
    frame = added.shapes.add_textbox(0, 0, 9, 9).text_frame
    frame.text = "see http://a.example/b"
    run = frame.add_paragraph().add_run()
    run.text, run.hyperlink.address = "manual", "http://b.example/"
    added.notes_slide.notes_text_frame.text = "http://c.example/"
    out = io.BytesIO()
    made.save(out)
    assert is_pptx(out.getvalue()[:8192], "a.pptx")
    assert {uri for uri, *_ in found(out.getvalue())} == {
        "http://a.example/b",
        "http://b.example/",
        "http://c.example/",
    }


def test_a_package_without_slides_is_none() -> None:
    with pytest.raises(ReadError, match="has no presentation in it"):
        found(presentation(presProps="<a/>"))


@pytest.mark.parametrize("seed", range(100))
def test_mutated_presentations(seed: int) -> None:
    assert_links_or_a_message(mutated(GOOD, seed, [b"PK\1\2", b"PK\3\4"]), "a.pptx")
    assert_links_or_a_message(
        with_mutated_members(GOOD, seed, [b"</a:r>", b"<a:p>", b"</a:p>", b"<a:hlinkClick/>"]), "a.pptx"
    )
