"""`show`, which marks links in a text for notebooks, and `nl2br`, which keeps its lines on a page."""

import re

import pytest
from hypothesis import given

import linksift
from linksift import Link, Policy
from linksift.notes import edited
from linksift.uri import hide_passwords
from tests.texts import texts

html5lib = pytest.importorskip("html5lib", reason="needs html5lib, to read HTML as browsers do")


def fragment(markup: str) -> list[tuple[str, str]]:
    tree = html5lib.parseFragment(markup, namespaceHTMLElements=False)
    return [(element.tag, "".join(element.itertext())) for element in tree.iter()][1:]


@given(texts)
def test_the_text_is_shown_and_its_links_are_marked(text: str) -> None:
    text = re.sub("[\0\r\ud800-\udfff]", "-", text)
    shown = linksift.show(text)
    (_, whole), *marked = fragment(shown._repr_html_())
    assert whole == edited(text, ((match.start, match.end, hide_passwords(match.text)) for match in shown.matches))
    assert marked == [("mark", hide_passwords(match.text)) for match in shown.matches]
    assert shown == linksift.show(text, linksift.find(text))


def test_no_password_is_shown_and_nothing_is_a_link() -> None:
    shown = linksift.show("<b> http://me:secret@a.example/?\0\ud800")._repr_html_()
    assert "secret" not in shown
    assert "<a" not in shown
    assert "<b>" not in shown


def test_no_password_of_a_defanged_uri_is_shown() -> None:
    shown = linksift.show(r"http:\/\/me:secret@a.example/x", refang=True)
    assert [match.uri for match in shown.matches] == ["http://me:secret@a.example/x"]
    assert "secret" not in shown._repr_html_()
    assert "secret" not in repr(shown)


def test_the_repr_is_the_text_and_its_matches() -> None:
    shown = linksift.show("a http://me:secret@a.example/\tb")
    assert repr(shown) == rf"MarkedText(text='a http://me:...@a.example/\tb', matches={shown.matches!r})"
    assert repr(linksift.show("a b")) == "MarkedText(text='a b', matches=())"


def test_matches_of_another_text_are_refused() -> None:
    with pytest.raises(ValueError, match="not a match of this text"):
        linksift.show("x", linksift.find("http://a.example"))
    with pytest.raises(TypeError, match="matches or options"):
        linksift.show("x", [], profile="chat")
    with pytest.raises(TypeError, match="did you mean 'profile'"):
        linksift.show("x", profil="chat")  # type: ignore[call-arg]


@given(texts)
def test_each_line_of_linked_text_is_a_line_on_the_page(text: str) -> None:
    text = re.sub("[\0\ud800-\udfff]", "-", text)
    policy = Policy(callback=lambda link: Link(*link[:3], {"title": "a\nb <c>"}))
    tree = html5lib.parseFragment(linksift.nl2br(linksift.linkify(text, policy=policy)), namespaceHTMLElements=False)
    assert len(tree.findall(".//br")) == len(re.findall("\r\n|\r|\n", text))
    assert {link.attrib["title"] for link in tree.findall(".//a")} <= {"a\nb <c>"}


@pytest.mark.parametrize(
    ("markup", "written"),
    [
        ("a\nb", "a<br>\nb"),
        ("a\r\nb\rc", "a<br>\nb<br>\nc"),
        ('<a title="a\nb">c</a>', '<a title="a\nb">c</a>'),
        ("x <3\ny\nz", "x <3<br>\ny<br>\nz"),
        ("<b\n>a</b> <3\r\ny <", "<b\n>a</b> <3<br>\ny <"),
        ("", ""),
    ],
)
def test_line_breaks_outside_of_tags_are_elements(markup: str, written: str) -> None:
    assert linksift.nl2br(markup) == written
